"""How sure a figure is, and whether one system is better than another or was lucky.

Every interval that the product shows comes from scipy's percentile bootstrap. Systems are always compared on the same
queries, paired by id.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from countercase.errors import InputError

Array = NDArray[np.float64]

SAMPLES = 10_000  # resamples and sign flips; the smallest p these can show is 1 / 10,001
CONFIDENCE = 0.95
_BATCH = 4_000_000  # numbers drawn at a time: about 30 MB


def bootstrap_interval(
    *columns: Array,
    statistic: Callable[..., Array],
    samples: int = SAMPLES,
    seed: int | np.random.Generator = 0,
    confidence: float = CONFIDENCE,
) -> tuple[Array, Array]:
    """Low and high end of the interval for a statistic of aligned columns, whose rows are drawn together.

    `statistic` takes the columns and `axis`. Rows lie along the last axis. With one row both ends are the statistic.
    """
    rows = columns[0].shape[-1]
    if rows == 1:
        value = np.asarray(statistic(*columns, axis=-1), dtype=np.float64)
        return value, value
    from scipy import stats

    interval = stats.bootstrap(
        columns,
        statistic,
        paired=len(columns) > 1,
        vectorized=True,
        axis=-1,
        n_resamples=samples,
        batch=max(1, _BATCH // columns[0].size),
        confidence_level=confidence,
        method="percentile",
        random_state=np.random.default_rng(seed),
    ).confidence_interval
    return np.asarray(interval.low), np.asarray(interval.high)


def mean_interval(
    values: Array, samples: int = SAMPLES, seed: int | np.random.Generator = 0, confidence: float = CONFIDENCE
) -> tuple[Array, Array]:
    """The interval of a mean; for two-dimensional values, of the mean of each column."""
    return bootstrap_interval(values.T, statistic=np.mean, samples=samples, seed=seed, confidence=confidence)


# Comparisons of systems.

EXACT = 2**16  # up to this many sign patterns are all tried, not sampled: p is exact for up to 16 queries
_SLACK = 1e-12  # equal means must count as equal, whatever the order of summation


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """System less baseline on one measure. `p_holm` is corrected for all comparisons made together.

    With a single query there is no interval: `low` and `high` are None.
    """

    metric: str
    baseline: str
    system: str
    queries: int
    difference: float
    low: float | None
    high: float | None
    p_randomisation: float
    p_holm: float
    p_t_test: float
    wins: int
    losses: int
    ties: int


def aligned(left: Mapping[str, float], right: Mapping[str, float]) -> tuple[Array, Array]:
    """The values of both systems in the same order of queries. Raises InputError if their queries differ."""
    if set(left) != set(right):
        unpaired = sorted(set(left) ^ set(right))
        raise InputError(
            f"The two runs were scored on different queries ({len(unpaired)} differ, first {unpaired[0]!r}). "
            "Score both on the same set."
        )
    if not left:
        raise InputError("There are no queries to compare on. Check the judgments.")
    queries = sorted(left)
    return np.array([left[query] for query in queries]), np.array([right[query] for query in queries])


def randomisation_p(differences: Array, samples: int = SAMPLES, seed: int = 0) -> Array:
    """Two-sided paired randomisation test for each column of per-query differences.

    Under the null hypothesis the names of the two systems can be swapped for each query, so the sign of each difference
    is a coin toss. Up to 16 queries all sign patterns are tried and p is exact; beyond that they are sampled.
    """
    rows = _rows(differences)
    n = len(rows)
    observed = np.abs(rows.mean(axis=0)) - _SLACK
    if 2**n <= max(samples, EXACT):
        patterns = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
        extreme = (np.abs((1 - 2 * patterns) @ rows / n) >= observed).sum(axis=0)
        return np.asarray(extreme / 2**n)
    rng = np.random.default_rng(seed)
    extreme = np.zeros(rows.shape[1])
    for size in _blocks(samples, n):
        signs = 1.0 - 2.0 * rng.integers(0, 2, size=(size, n), dtype=np.int8)
        extreme += (np.abs(signs @ rows / n) >= observed).sum(axis=0)
    return np.asarray((extreme + 1) / (samples + 1))


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction, in the given order; never below the raw p and never above 1."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    corrected = [0.0] * len(p_values)
    running = 0.0
    for step, i in enumerate(order):
        running = max(running, min(1.0, (len(p_values) - step) * p_values[i]))
        corrected[i] = running
    return corrected


def t_test_p(differences: Array) -> Array:
    """Two-sided paired t-test for each column; 1 if all differences are zero, 0 if they are all the same otherwise."""
    from scipy import stats

    rows = _rows(differences)
    p = np.ones(rows.shape[1])
    for column in range(rows.shape[1]):
        values = rows[:, column]
        if len(values) < 2 or not values.any():
            continue
        p[column] = stats.ttest_1samp(values, 0.0).pvalue if np.ptp(values) > 0 else 0.0
    return p


def compare(
    baseline: str,
    scores: Mapping[str, Mapping[str, Mapping[str, float]]],
    samples: int = SAMPLES,
    seed: int = 0,
) -> list[PairedDifference]:
    """Every system against the baseline on every measure; `scores` is system -> measure -> query -> value.

    For one measure all systems must have the same queries; different measures may have different ones. All comparisons
    are one family for Holm's correction.
    """
    if baseline not in scores:
        raise InputError(f"There is no system {baseline!r} to compare with. Known: {', '.join(scores)}.")
    drafts = [
        comparison
        for system, values in scores.items()
        if system != baseline
        for comparison in _compare_two((baseline, scores[baseline]), (system, values), samples, seed)
    ]
    corrected = holm([draft.p_randomisation for draft in drafts])
    return [replace(draft, p_holm=p) for draft, p in zip(drafts, corrected, strict=True)]


_Named = tuple[str, Mapping[str, Mapping[str, float]]]


def _compare_two(baseline: _Named, system: _Named, samples: int, seed: int) -> list[PairedDifference]:
    """Compare two systems on all measures; those scored on the same queries share their draws."""
    groups: dict[frozenset[str], list[str]] = {}
    for metric, values in baseline[1].items():
        groups.setdefault(frozenset(values), []).append(metric)
    by_metric = {
        difference.metric: difference
        for metrics in groups.values()
        for difference in _compare_on_queries(baseline, system, metrics, samples, seed)
    }
    return [by_metric[metric] for metric in baseline[1]]


def _compare_on_queries(
    baseline: _Named, system: _Named, metrics: Sequence[str], samples: int, seed: int
) -> list[PairedDifference]:
    pairs = [aligned(system[1][metric], baseline[1][metric]) for metric in metrics]
    differences = np.column_stack([left - right for left, right in pairs])
    low, high = mean_interval(differences, samples, seed)
    p = randomisation_p(differences, samples, seed)
    t = t_test_p(differences)
    return [
        PairedDifference(
            metric=metric,
            baseline=baseline[0],
            system=system[0],
            queries=len(column),
            difference=float(column.mean()),
            low=float(low[i]) if len(column) > 1 else None,
            high=float(high[i]) if len(column) > 1 else None,
            p_randomisation=float(p[i]),
            p_holm=1.0,
            p_t_test=float(t[i]),
            wins=int((column > _SLACK).sum()),
            losses=int((column < -_SLACK).sum()),
            ties=int((np.abs(column) <= _SLACK).sum()),
        )
        for i, (metric, column) in enumerate(zip(metrics, differences.T, strict=True))
    ]


def _rows(differences: Array) -> Array:
    rows = differences[:, None] if differences.ndim == 1 else differences
    if not len(rows):
        raise InputError("There are no queries to compare on. Check the judgments.")
    return rows


def _blocks(samples: int, n: int) -> list[int]:
    """Block sizes that sum to `samples`; a block of draws has about four million numbers at most."""
    size = max(1, min(samples, _BATCH // n))
    return [size] * (samples // size) + ([samples % size] if samples % size else [])
