"""Bootstrap intervals of a mean over queries."""

from collections.abc import Sequence

import numpy as np

SAMPLES = 1000
CONFIDENCE = 0.95


def mean_with_interval(values: Sequence[float], seed: int = 0) -> tuple[float, float, float]:
    """Mean, low and high; queries are drawn again with replacement."""
    array = np.asarray(values, dtype=np.float64)
    if len(array) == 0:
        raise ValueError("there is no mean of no queries")
    drawn = np.random.default_rng(seed).integers(0, len(array), size=(SAMPLES, len(array)))
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(array[drawn].mean(axis=1), [tail, 1 - tail])
    return float(array.mean()), float(low), float(high)
