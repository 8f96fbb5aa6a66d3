"""Reciprocal rank fusion: what stands high in several lists stands high in the one."""

from collections.abc import Hashable, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def fuse(rankings: Sequence[Sequence[T]], k: int, weights: Sequence[float] | None = None) -> list[tuple[T, float]]:
    """Score = sum over lists of weight / (k + rank), ranks from 1; best first, ties in the order first met.

    The order of the lists does not change a score.
    """
    weights = [1.0] * len(rankings) if weights is None else weights
    scores: dict[T, float] = {}
    for ranking, weight in zip(rankings, weights, strict=True):
        for rank, item in enumerate(ranking, start=1):
            scores[item] = scores.get(item, 0.0) + weight / (k + rank)
    return sorted(scores.items(), key=lambda pair: -pair[1])
