"""The alternative to rank fusion: a weighted sum of standardised scores, which keeps how far apart the cases stand."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=Hashable)
Line = NDArray[np.float64]


def combine(scores: Sequence[Mapping[T, float]], weights: Sequence[float]) -> list[tuple[T, float]]:
    """Weighted sum of z-scores over all items of any list; an item that a list lacks has that list's lowest score."""
    items = sorted({item for one in scores for item in one}, key=str)
    lists = []
    for one in scores:
        lowest = min(one.values(), default=0.0)
        lists.append(np.array([one.get(item, lowest) for item in items]))
    total = weighted_sum(lists, weights)
    return [(items[place], float(total[place])) for place in np.argsort(-total, kind="stable")]


def weighted_sum(lists: Sequence[Line], weights: Sequence[float]) -> Line:
    """The sum of the lists, each standardised; a list without spread says nothing."""
    total = np.zeros(len(lists[0]) if lists else 0)
    for values, weight in zip(lists, weights, strict=True):
        spread = values.std() if len(values) else 0.0
        if spread > 0:
            total += weight * (values - values.mean()) / spread
    return total
