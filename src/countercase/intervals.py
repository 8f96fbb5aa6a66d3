"""Bootstrap intervals. Every interval that the product shows comes from scipy's percentile bootstrap."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

SAMPLES = 10_000  # resamples
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
