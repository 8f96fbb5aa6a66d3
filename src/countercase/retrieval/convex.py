"""The alternative to rank fusion: a weighted sum of standardised scores, which keeps how far apart the cases stand."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=Hashable)
Line = NDArray[np.float64]


def combine(scores: Sequence[Mapping[T, float]], weights: Sequence[float]) -> list[tuple[T, float]]:
    """Weighted sum of z-scores over all items of any list; an item that a list lacks has that list's lowest score.

    Ties stay in the order first met.
    """
    items = list(dict.fromkeys(item for one in scores for item in one))
    total = np.zeros(len(items))
    for one, weight in zip(scores, weights, strict=True):
        lowest = min(one.values(), default=0.0)
        total += weight * standardised(np.array([one.get(item, lowest) for item in items]))
    return [(items[place], float(total[place])) for place in np.argsort(-total, kind="stable")]


def standardised(values: Line) -> Line:
    """Z-scores; values without spread say nothing."""
    spread = values.std() if len(values) else 0.0
    return (values - values.mean()) / spread if spread > 0 else np.zeros(len(values))
