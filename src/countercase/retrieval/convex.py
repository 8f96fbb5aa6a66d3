"""The alternative to rank fusion: a weighted sum of standardised scores, which keeps how far apart the cases stand."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T", bound=Hashable)


def combine(scores: Sequence[Mapping[T, float]], weights: Sequence[float]) -> list[tuple[T, float]]:
    """Weighted sum of z-scores over all items of any list; an item that a list lacks has that list's lowest score."""
    items = sorted({item for one in scores for item in one}, key=str)
    total = np.zeros(len(items))
    for one, weight in zip(scores, weights, strict=True):
        if not one:
            continue
        lowest = min(one.values())
        values = np.array([one.get(item, lowest) for item in items])
        spread = values.std()
        if spread > 0:
            total += weight * (values - values.mean()) / spread
    order = np.argsort(-total, kind="stable")
    return [(items[place], float(total[place])) for place in order]
