"""Stage 3: the lists of the searchers become one. Lists are arrays over all cases; what a list lacks is absent."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from countercase.domain.ranking import StageScore
from countercase.retrieval import rrf
from countercase.retrieval.plan import RetrievalPlan
from countercase.retrieval.searcher import ABSENT, SCORE_DECIMALS

# The alternative to rank fusion: a weighted sum of standardised scores, which keeps how far apart the cases stand.

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


Cases = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Fused:
    """The cases that any searcher found, best first, with their scores and the lists they came from."""

    order: Cases
    scores: Line
    lists: Mapping[str, Line]
    fusion: str
    columns: Mapping[str, Line]  # what the learned ranker reads of each case: standardised lists, evidence as it is

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
    evidence: Mapping[str, Line],
    plan: RetrievalPlan,
    rrf_k: int,
) -> Fused:
    """One order of all cases that a searcher found. `evidence` (authority, votes) moves cases, finds none, and has no
    part in RRF: most of its ranks are ties.
    """
    found = np.flatnonzero(np.any([np.isfinite(line) for line in lists.values()], axis=0))
    weights = {name: plan.weights[name] for name in lists}
    every = dict(lists)
    columns = {name: _standing(line[found], floors[name]) for name, line in lists.items()}
    if plan.fusion == "rrf":
        scores = _reciprocal_ranks(lists, found, rrf_k, list(weights.values()))
    else:
        scores = np.zeros(len(found))
        for name in lists:
            scores += weights[name] * columns[name]
        for name, line in evidence.items():
            # Not standardised: where few cases are cited, one citation must not outweigh all.
            columns[name] = np.where(np.isfinite(line[found]), line[found], 0.0)
            scores += plan.weights[name] * columns[name]
            every[name] = np.full(len(line), ABSENT)
            every[name][found] = line[found]
    columns["fused"] = standardised(scores)
    best = np.argsort(-np.round(scores, 9), kind="stable")
    size = max((len(line) for line in lists.values()), default=0)
    return Fused(
        found[best],
        scores[best],
        every,
        plan.fusion,
        {name: _spread(line, found, size) for name, line in columns.items()},
    )


def _spread(line: Line, cases: Cases, size: int) -> Line:
    """A line over the cases found as one over all."""
    spread = np.zeros(size)
    spread[cases] = line
    return spread


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
