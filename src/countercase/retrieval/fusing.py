"""Stage 3: the lists of the searchers become one. Lists are arrays over all cases; what a list lacks is absent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from countercase.domain.ranking import StageScore
from countercase.retrieval import rrf
from countercase.retrieval.convex import standardised
from countercase.retrieval.plan import RetrievalPlan
from countercase.retrieval.searcher import ABSENT, SCORE_DECIMALS

Line = NDArray[np.float64]
Cases = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Fused:
    """The cases that any searcher found, best first, with their scores and the lists they came from."""

    order: Cases
    scores: Line
    lists: Mapping[str, Line]
    fusion: str

    def stages(self, cases: Sequence[int]) -> list[tuple[StageScore, ...]]:
        """Where each list put each of these cases, and where the fusion did."""
        places = {name: _ranks(line) for name, line in self.lists.items()}
        rank = {int(case): place for place, case in enumerate(self.order, start=1)}
        score = dict(zip(self.order.tolist(), self.scores.tolist(), strict=True))
        return [
            (
                *(
                    StageScore(name, float(line[case]), int(places[name][case]))
                    for name, line in self.lists.items()
                    if np.isfinite(line[case])
                ),
                StageScore(self.fusion, score[case], rank[case]),
            )
            for case in cases
        ]


def fuse(
    lists: Mapping[str, Line],
    floors: Mapping[str, float | None],
    authority: Line | None,
    plan: RetrievalPlan,
    rrf_k: int,
) -> Fused:
    """One order of all cases that a searcher found. Authority moves cases, finds none, and has no part in RRF:
    most of its ranks are ties.
    """
    found = np.flatnonzero(np.any([np.isfinite(line) for line in lists.values()], axis=0))
    weights = {name: plan.weights[name] for name in lists}
    every = dict(lists)
    if plan.fusion == "rrf":
        scores = _reciprocal_ranks(lists, found, rrf_k, list(weights.values()))
    else:
        scores = np.zeros(len(found))
        for name, line in lists.items():
            scores += weights[name] * _standing(line[found], floors[name])
        if authority is not None:  # not standardised: where few cases are cited, one citation must not outweigh all
            cited = np.isfinite(authority[found])
            scores += plan.weights["authority"] * np.where(cited, authority[found], 0.0)
            every["authority"] = np.full(len(authority), ABSENT)
            every["authority"][found] = authority[found]
    best = np.argsort(-np.round(scores, 9), kind="stable")
    return Fused(found[best], scores[best], every, plan.fusion)


def _standing(line: Line, floor: float | None) -> Line:
    """Z-scores of a list. Where it only knows its best, they are taken over those, and the rest stand with the last:
    as one of many equal scores the floor would make everything above it look extreme.
    """
    present = np.isfinite(line)
    if floor is not None:
        return standardised(np.where(present, line, floor))
    known = standardised(line[present])
    standing = np.full(len(line), known.min(initial=0.0))
    standing[present] = known
    return standing


def _reciprocal_ranks(lists: Mapping[str, Line], found: Cases, k: int, weights: Sequence[float]) -> Line:
    scores = dict(rrf.fuse([_order(line).tolist() for line in lists.values()], k, weights))
    return np.array([scores[case] for case in found.tolist()])


def _order(line: Line) -> Cases:
    """Cases that a list holds, best first; ties in case order."""
    best = np.argsort(-np.round(line, SCORE_DECIMALS), kind="stable")
    order: Cases = best[: np.isfinite(line).sum()]
    return order


def _ranks(line: Line) -> NDArray[np.int64]:
    """The rank of each case in a list, from 1."""
    ranks = np.zeros(len(line), dtype=np.int64)
    order = _order(line)
    ranks[order] = np.arange(1, len(order) + 1)
    return ranks
