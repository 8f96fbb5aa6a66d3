"""Stage 3: the lists of the searchers become one. Lists are arrays over all cases; what a list lacks is absent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from countercase.domain.ranking import StageScore
from countercase.retrieval import rrf
from countercase.retrieval.convex import weighted_sum
from countercase.retrieval.plan import RetrievalPlan
from countercase.retrieval.searcher import SCORE_DECIMALS

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
    """One order of all cases that a searcher found. Authority moves cases and finds none."""
    found = np.flatnonzero(np.any([np.isfinite(line) for line in lists.values()], axis=0))
    every = dict(lists) if authority is None else {**lists, "authority": authority}
    weights = {name: plan.weights.get(name, 1.0) for name in every}
    if plan.fusion == "rrf":
        scores = _reciprocal_ranks(every, found, rrf_k, list(weights.values()))
    else:
        filled = [_filled(line[found], floors[name]) for name, line in lists.items()]
        scores = weighted_sum(filled, [weights[name] for name in lists])
        if authority is not None:  # not standardised: where few cases are cited, one citation must not outweigh all
            scores = scores + weights["authority"] * _filled(authority[found], 0.0)
    best = np.argsort(-np.round(scores, 9), kind="stable")
    return Fused(found[best], scores[best], every, plan.fusion)


def _filled(line: Line, floor: float | None) -> Line:
    """A list with its floor, or its lowest score, for the cases it lacks."""
    present = np.isfinite(line)
    if floor is None:
        floor = float(line[present].min(initial=np.inf)) if present.any() else 0.0
    return np.where(present, line, floor)


def _reciprocal_ranks(lists: Mapping[str, Line], found: Cases, k: int, weights: Sequence[float]) -> Line:
    inside = np.zeros(len(next(iter(lists.values()))), dtype=bool)
    inside[found] = True
    orders = [[case for case in _order(line).tolist() if inside[case]] for line in lists.values()]
    scores = dict(rrf.fuse(orders, k, weights))
    return np.array([scores.get(case, 0.0) for case in found.tolist()])


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
