"""Stages 3 and 4: the lists of the searchers become one, and of its best cases those stay that say something new.

Lists are arrays over all cases; a case that a list lacks is absent from it.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from countercase.domain.ranking import Precedent, StageScore
from countercase.retrieval.plan import RetrievalPlan
from countercase.retrieval.searcher import ABSENT, SCORE_DECIMALS

T = TypeVar("T", bound=Hashable)
Line = NDArray[np.float64]
Cases = NDArray[np.intp]


def reciprocal_ranks(
    rankings: Sequence[Sequence[T]], k: int, weights: Sequence[float] | None = None
) -> list[tuple[T, float]]:
    """Reciprocal rank fusion: score = sum over lists of weight / (k + rank), ranks from 1; best first.

    The order of the lists does not change a score. Ties stay in the order first met.
    """
    weights = [1.0] * len(rankings) if weights is None else weights
    scores: dict[T, float] = {}
    for ranking, weight in zip(rankings, weights, strict=True):
        for rank, item in enumerate(ranking, start=1):
            scores[item] = scores.get(item, 0.0) + weight / (k + rank)
    return sorted(scores.items(), key=lambda pair: -pair[1])


def fuse_precedents(
    first: Sequence[Precedent], others: Sequence[Sequence[Precedent]], k: int, keep: int
) -> tuple[Precedent, ...]:
    """One list of `keep` cases from a first list and some others, which together weigh as much as the first."""
    known = {precedent.case_id: precedent for ranking in (*others, first) for precedent in ranking}
    weights = [1.0, *([1.0 / len(others)] * len(others))]
    ranked = [[precedent.case_id for precedent in ranking] for ranking in (first, *others)]
    return tuple(
        replace(known[case_id], rank=rank, score=score)
        for rank, (case_id, score) in enumerate(reciprocal_ranks(ranked, k, weights)[:keep], start=1)
    )


def combine(scores: Sequence[Mapping[T, float]], weights: Sequence[float]) -> list[tuple[T, float]]:
    """Weighted sum of z-scores, which keeps how far apart the items stand; a missing item has the list's lowest score.

    Ties stay in the order first met.
    """
    items = list(dict.fromkeys(item for scored in scores for item in scored))
    total = np.zeros(len(items))
    for scored, weight in zip(scores, weights, strict=True):
        lowest = min(scored.values(), default=0.0)
        total += weight * standardised(np.array([scored.get(item, lowest) for item in items]))
    return [(items[place], float(total[place])) for place in np.argsort(-total, kind="stable")]


def standardised(values: Line) -> Line:
    """Z-scores; values without spread say nothing."""
    spread = values.std() if len(values) else 0.0
    return (values - values.mean()) / spread if spread > 0 else np.zeros(len(values))


@dataclass(frozen=True, slots=True)
class Fused:
    """The cases that any searcher found, best first, with their scores and the lists they came from."""

    order: Cases
    scores: Line
    lists: Mapping[str, Line]
    fusion: str
    standings: Mapping[str, Line]  # over all cases: the z-scores of each list, and the evidence, 0 where there is none

    def closeness(self, name: str, cases: Cases) -> Line:
        """How near the top of a list, or of the fusion (its name), cases stand: minus the logarithm of their ranks."""
        if name == self.fusion:
            ranks = np.full(max(map(len, self.lists.values()), default=0), len(self.order) + 1)
            ranks[self.order] = np.arange(1, len(self.order) + 1)
        else:
            ranks = _ranks(self.lists[name])
            ranks[ranks == 0] = np.isfinite(self.lists[name]).sum() + 1
        closeness: Line = -np.log(ranks[cases])
        return closeness

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
    standings = {name: _standing(line[found], floors[name]) for name, line in lists.items()}
    if plan.fusion == "rrf":
        scores = _reciprocal_ranks(lists, found, rrf_k, list(weights.values()))
    else:
        scores = np.zeros(len(found))
        for name in lists:
            scores += weights[name] * standings[name]
        for name, line in evidence.items():
            # Not standardised: where few cases are cited, one citation must not outweigh all.
            standings[name] = np.where(np.isfinite(line[found]), line[found], 0.0)
            scores += plan.weights[name] * standings[name]
            every[name] = np.full(len(line), ABSENT)
            every[name][found] = line[found]
    best = np.argsort(-np.round(scores, 9), kind="stable")
    size = max((len(line) for line in lists.values()), default=0)
    return Fused(
        found[best],
        scores[best],
        every,
        plan.fusion,
        {name: _spread(line, found, size) for name, line in standings.items()},
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
    scores = dict(reciprocal_ranks([_order(line).tolist() for line in lists.values()], k, weights))
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


def marginal_relevance(relevance: Line, similarity: Line, keep: int, lambda_: float) -> list[tuple[int, float]]:
    """MMR: indices in the order chosen, each with `lambda * relevance - (1 - lambda) * likeness to an earlier choice`.

    `relevance` is scaled to 0..1, `similarity` holds cosines. Ties go to the earlier index, so lambda 1 keeps an order
    that was already by relevance.
    """
    count = len(relevance)
    chosen: list[tuple[int, float]] = []
    nearest = np.zeros(count)
    open_ = np.ones(count, dtype=bool)
    while open_.any() and len(chosen) < keep:
        scores = lambda_ * relevance - (1 - lambda_) * nearest
        pick = int(np.argmax(np.where(open_, scores, -np.inf)))
        chosen.append((pick, float(scores[pick])))
        open_[pick] = False
        nearest = np.maximum(nearest, similarity[pick])
    return chosen


def unit_range(scores: Line) -> Line:
    """Scores stretched to 0..1; all ones where they are equal."""
    low, high = scores.min(initial=np.inf), scores.max(initial=-np.inf)
    return (scores - low) / (high - low) if high > low else np.ones_like(scores)
