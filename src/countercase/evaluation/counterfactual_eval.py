"""Does the system find the facts that experts say decide a case? The specification's four figures, with controls.

Two verdicts are compared. By the specification, a fact type is dispositive if its mean displacement is above the
threshold. By the controlled verdict, it is if it moved the ranking further than edits that change only wording.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from countercase.domain.facts import FactType
from countercase.errors import InputError
from countercase.evaluation.annotations import Annotations, SystemView, Verdicts
from countercase.intervals import Array, bootstrap_interval
from countercase.settings import DISPOSITIVE_THRESHOLD

# Spearman's rho: for one case, and for many with the cases as strata.

SAMPLES = 10_000
EXACT_PAIRS = 8  # 8 pairs have 40,320 orders, which are all counted; beyond that, orders are sampled
_SLACK = 1e-12


@dataclass(frozen=True, slots=True)
class PooledRho:
    """Agreement over all cases: the correlation of ranks within each case. A single case has no interval."""

    rho: float
    low: float | None
    high: float | None
    p: float  # two-sided, permuting within cases
    cases: int
    pairs: int
    exact: bool = True  # whether every permutation was counted; if not, they were sampled


def midranks(values: Sequence[float]) -> Array:
    """Ranks from 1, smallest first; equal values share the mean of their ranks."""
    from scipy.stats import rankdata

    return np.asarray(rankdata(values, method="average"), dtype=np.float64)


def spearman(left: Sequence[float], right: Sequence[float]) -> float | None:
    """Rho by midranks; None if there are fewer than two pairs or one side is constant.

    Without ties this is the specification's 1 - 6 * sum(d**2) / (n * (n**2 - 1)); with ties that formula is off.
    """
    if len(left) < 2:
        return None
    a, b = _centred(left), _centred(right)
    size = float(np.sqrt((a**2).sum() * (b**2).sum()))
    return float((a * b).sum() / size) if size > _SLACK else None


def pooled_spearman(
    pairs: Sequence[tuple[Sequence[float], Sequence[float]]], samples: int = SAMPLES, seed: int = 0
) -> PooledRho | None:
    """Rho over several cases; None if no case has two pairs that differ on both sides.

    Four fact types can be ordered in only 24 ways, so a single case hardly reaches p < .05 (two-sided); many cases
    together can. Permutations stay within a case. They are all counted, however many cases there are, unless a case
    has more than eight pairs. The bootstrap draws whole cases.
    """
    usable = [(_centred(a), _centred(b)) for a, b in pairs if spearman(a, b) is not None]
    if not usable:
        return None
    products = np.array([float((a * b).sum()) for a, b in usable])
    left = np.array([float((a**2).sum()) for a, _ in usable])
    right = np.array([float((b**2).sum()) for _, b in usable])
    rho = float(_rho(products, left, right))
    rng = np.random.default_rng(seed)
    exact = max(len(a) for a, _ in usable) <= EXACT_PAIRS
    p = _exact_p(usable) if exact else _sampled_p(usable, samples, rng)
    number = sum(len(a) for a, _ in usable)
    if len(usable) == 1:
        return PooledRho(rho, None, None, p, 1, number, exact)
    low, high = bootstrap_interval(products, left, right, statistic=_rho, samples=samples, seed=rng)
    return PooledRho(rho, float(low), float(high), p, len(usable), number, exact)


_Orders = Sequence[tuple[Array, Array]]  # centred ranks of both sides, case by case


def _exact_p(cases: _Orders) -> float:
    """Share of all permutations within cases whose sum of cross products is at least as far from zero as observed.

    Centred midranks are multiples of a half, so four times a product is a whole number, and the distribution of the
    sum over cases is the convolution of the distributions of the cases.
    """
    total: dict[int, int] = {0: 1}
    for a, b in cases:
        of_case = Counter(np.rint(4 * (b[_all_orders(len(b))] @ a)).astype(int).tolist())
        joined: Counter[int] = Counter()
        for (before, count), (product, ways) in itertools.product(total.items(), of_case.items()):
            joined[before + product] += count * ways
        total = joined
    observed = abs(round(4 * sum(float(a @ b) for a, b in cases)))
    return sum(count for value, count in total.items() if abs(value) >= observed) / sum(total.values())


@cache
def _all_orders(count: int) -> NDArray[np.int64]:
    return np.array(list(itertools.permutations(range(count))), dtype=np.int64)


def _sampled_p(cases: _Orders, samples: int, rng: np.random.Generator) -> float:
    shuffled = sum(_shuffled_products(a, b, samples, rng) for a, b in cases)
    observed = abs(sum(float(a @ b) for a, b in cases))
    return (int((np.abs(shuffled) >= observed - _SLACK).sum()) + 1) / (samples + 1)


def _rho(products: Array, left: Array, right: Array, axis: int = -1) -> Array:
    return np.asarray(products.sum(axis=axis) / np.sqrt(left.sum(axis=axis) * right.sum(axis=axis)))


def _centred(values: Sequence[float]) -> Array:
    ranks = midranks(values)
    return np.asarray(ranks - ranks.mean())


def _shuffled_products(a: Array, b: Array, samples: int, rng: np.random.Generator) -> Array:
    """The cross product of ranks under `samples` shuffles of one side."""
    order = rng.random((samples, len(b))).argsort(axis=1)
    return np.asarray(b[order] @ a)


Verdict = Callable[[SystemView, FactType], bool | None]


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Correct verdicts among the facts that were tested. Untested facts are counted separately."""

    right: int
    tested: int
    untested: int

    @property
    def value(self) -> float | None:
        """The share of correct verdicts; None if nothing was tested."""
        return self.right / self.tested if self.tested else None


@dataclass(frozen=True, slots=True)
class VerdictScores:
    """How well one kind of verdict agrees with the experts."""

    dispositive: Accuracy
    non_dispositive: Accuracy

    @property
    def balanced(self) -> float | None:
        """The mean of the two; calling everything dispositive gives no more than a half."""
        if self.dispositive.value is None or self.non_dispositive.value is None:
            return None
        return (self.dispositive.value + self.non_dispositive.value) / 2


@dataclass(frozen=True, slots=True)
class CounterfactualScores:
    """All figures. `rho` has the value of each case, None if its order cannot be compared."""

    cases: int
    threshold: float
    specification_verdicts: VerdictScores
    controlled_verdicts: VerdictScores
    rho: Mapping[str, float | None]
    pooled: PooledRho | None
    llm_verdicts: Verdicts  # all zero if no language model was asked
    final_verdicts: Verdicts
    undecided: int  # facts on which the experts disagree or say nothing
    not_annotated: tuple[str, ...]
    without_tree: tuple[str, ...]


def evaluate_counterfactuals(
    readings: Sequence[SystemView],
    annotations: Annotations,
    threshold: float = DISPOSITIVE_THRESHOLD,
    samples: int = SAMPLES,
    seed: int = 0,
) -> CounterfactualScores:
    """Score the trees that have annotations, and name the others."""
    by_case = {reading.case_id: reading for reading in readings}
    if len(by_case) < len(readings):
        raise InputError("Two trees belong to the same case. Give one tree per case.")
    common = sorted(set(by_case) & set(annotations))
    if not common:
        raise InputError("No tree belongs to an annotated case. Check the case ids in the annotations and the trees.")

    def by_specification(reading: SystemView, fact_type: FactType) -> bool | None:
        value = reading.sensitivity.get(fact_type)
        return None if value is None else value > threshold

    def by_control(reading: SystemView, fact_type: FactType) -> bool | None:
        return reading.controlled.get(fact_type)

    orders = {case: _orders(by_case[case], annotations) for case in common}
    return CounterfactualScores(
        cases=len(common),
        threshold=threshold,
        specification_verdicts=_verdict_scores(by_case, common, annotations, by_specification),
        controlled_verdicts=_verdict_scores(by_case, common, annotations, by_control),
        rho={case: spearman(*order) for case, order in orders.items()},
        pooled=pooled_spearman(list(orders.values()), samples, seed),
        llm_verdicts=sum((by_case[case].advised for case in common), Verdicts()),
        final_verdicts=sum((by_case[case].validation for case in common), Verdicts()),
        undecided=sum(view.dispositive is None for case in common for view in annotations[case].values()),
        not_annotated=tuple(sorted(set(by_case) - set(annotations))),
        without_tree=tuple(sorted(set(annotations) - set(by_case))),
    )


def _verdict_scores(
    readings: Mapping[str, SystemView], cases: Sequence[str], annotations: Annotations, verdict: Verdict
) -> VerdictScores:
    def accuracy(wanted: bool) -> Accuracy:
        verdicts = [
            verdict(readings[case], fact_type)
            for case in cases
            for fact_type, view in annotations[case].items()
            if view.dispositive is wanted
        ]
        tested = [verdict for verdict in verdicts if verdict is not None]
        return Accuracy(tested.count(wanted), len(tested), len(verdicts) - len(tested))

    return VerdictScores(accuracy(True), accuracy(False))


def _orders(reading: SystemView, annotations: Annotations) -> tuple[list[float], list[float]]:
    """Sensitivity and importance of the fact types that have both; importance is negated, since rank 1 is highest."""
    sensitivity, importance = [], []
    for fact_type, view in annotations[reading.case_id].items():
        if fact_type in reading.sensitivity and view.importance is not None:
            sensitivity.append(reading.sensitivity[fact_type])
            importance.append(-view.importance)
    return sensitivity, importance
