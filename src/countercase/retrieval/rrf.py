"""Reciprocal rank fusion: what stands high in several lists stands high in the one."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import TypeVar

from countercase.domain.ranking import Precedent

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


def fuse_precedents(
    found: Sequence[Precedent], others: Sequence[Sequence[Precedent]], k: int, keep: int
) -> tuple[Precedent, ...]:
    """A list and some others, which together weigh as much as the first, as one list of `keep` cases."""
    known = {one.case_id: one for ranking in (*others, found) for one in ranking}
    weights = [1.0, *([1.0 / len(others)] * len(others))]
    fused = fuse([[one.case_id for one in ranking] for ranking in (found, *others)], k, weights)[:keep]
    return tuple(
        replace(known[case_id], rank=rank, score=score) for rank, (case_id, score) in enumerate(fused, start=1)
    )
