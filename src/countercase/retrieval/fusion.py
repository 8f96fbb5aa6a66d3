"""Stages 3 to 5: the lists of the searchers become one, MMR keeps what adds something new, the best are re-ranked.

A list is an array of scores over all cases; a case that a searcher did not find has the score ABSENT. The last stage
is the learned ranker or a cross-encoder. The learned ranker is a set of boosted trees over what searchers and citations
say about a case, fitted by `training/fit_ranker.py` and stored as plain arrays, so that a search needs only numpy. The
trees read the ranks that the lists give a case and not the scores, and no feature counts against a case. So the ranker
also works for queries unlike those it was fitted on (docs/decisions/ranker.md).
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from countercase.domain.case import Case
from countercase.domain.ranking import Precedent, Reranker, StageScore
from countercase.law.precedents.names import name_key
from countercase.retrieval.plan import Kind, RetrievalPlan
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
    """Weighted sum of z-scores, which preserves distances; an item that a list lacks gets that list's lowest score.

    Ties stay in the order first met.
    """
    items = list(dict.fromkeys(item for scored in scores for item in scored))
    total = np.zeros(len(items))
    for scored, weight in zip(scores, weights, strict=True):
        lowest = min(scored.values(), default=0.0)
        total += weight * standardised(np.array([scored.get(item, lowest) for item in items]))
    return [(items[index], float(total[index])) for index in np.argsort(-total, kind="stable")]


def standardised(values: Line) -> Line:
    """Z-scores; zeros if all values are equal."""
    spread = values.std() if len(values) else 0.0
    return (values - values.mean()) / spread if spread > 0 else np.zeros(len(values))


@dataclass(frozen=True, slots=True)
class Fused:
    """The cases that any searcher found, best first, with their scores and the lists they came from."""

    order: Cases
    scores: Line
    lists: Mapping[str, Line]
    fusion: str
    standings: Mapping[str, Line]  # over all cases: the z-scores of each list, and the evidence; 0 for a case without

    def closeness(self, name: str, cases: Cases) -> Line:
        """Minus the logarithm of the rank of each case in a list, or in the fused list under its own name."""
        if name == self.fusion:
            ranks = np.full(max(map(len, self.lists.values()), default=0), len(self.order) + 1)
            ranks[self.order] = np.arange(1, len(self.order) + 1)
        else:
            ranks = _ranks(self.lists[name])
            ranks[ranks == 0] = np.isfinite(self.lists[name]).sum() + 1
        closeness: Line = -np.log(ranks[cases])
        return closeness

    def stages(self, cases: Sequence[int]) -> list[tuple[StageScore, ...]]:
        """The score and rank of each case in every list that has it, then in the fused list."""
        ranks = {name: _ranks(line) for name, line in self.lists.items()}
        rank = {int(case): number for number, case in enumerate(self.order, start=1)}
        score = dict(zip(self.order.tolist(), self.scores.tolist(), strict=True))
        return [
            (
                *(
                    StageScore(name, float(line[case]), int(ranks[name][case]))
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
    """One order of all cases that a searcher found.

    `evidence` (authority, votes) moves cases but finds none. It has no part in RRF, because most of its ranks are ties.
    """
    cases = np.flatnonzero(np.any([np.isfinite(line) for line in lists.values()], axis=0))
    weights = {name: plan.weights[name] for name in lists}
    all_lists = dict(lists)
    standings = {name: _standing(line[cases], floors[name]) for name, line in lists.items()}
    if plan.fusion == "rrf":
        scores = _reciprocal_ranks(lists, cases, rrf_k, list(weights.values()))
    else:
        scores = np.zeros(len(cases))
        for name in lists:
            scores += weights[name] * standings[name]
        for name, line in evidence.items():
            # Not standardised: where few cases are cited, one citation must not outweigh everything else.
            standings[name] = np.where(np.isfinite(line[cases]), line[cases], 0.0)
            scores += plan.weights[name] * standings[name]
            all_lists[name] = np.full(len(line), ABSENT)
            all_lists[name][cases] = line[cases]
    best = np.argsort(-np.round(scores, 9), kind="stable")
    size = max((len(line) for line in lists.values()), default=0)
    return Fused(
        cases[best],
        scores[best],
        all_lists,
        plan.fusion,
        {name: _spread(line, cases, size) for name, line in standings.items()},
    )


def _spread(line: Line, cases: Cases, size: int) -> Line:
    """Scores of the cases found as scores over all cases; 0 for the rest."""
    spread = np.zeros(size)
    spread[cases] = line
    return spread


def _standing(line: Line, floor: float | None) -> Line:
    """Z-scores of a list.

    A list without a floor knows only its best cases: z-scores are taken over those, and all others share the lowest.
    Many equal scores at a floor would make everything above it look extreme.
    """
    present = np.isfinite(line)
    if floor is not None:
        return standardised(np.where(present, line, floor))
    z_scores = standardised(line[present])
    standing = np.full(len(line), z_scores.min(initial=0.0))
    standing[present] = z_scores
    return standing


def _reciprocal_ranks(lists: Mapping[str, Line], cases: Cases, k: int, weights: Sequence[float]) -> Line:
    scores = dict(reciprocal_ranks([_order(line).tolist() for line in lists.values()], k, weights))
    return np.array([scores[case] for case in cases.tolist()])


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
    """MMR: indices in order of choice, each with `lambda * relevance - (1 - lambda) * similarity to an earlier choice`.

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
    """Scores scaled to 0..1; all ones if they are equal."""
    low, high = scores.min(initial=np.inf), scores.max(initial=-np.inf)
    return (scores - low) / (high - low) if high > low else np.ones_like(scores)


# Near-duplicates in a result list: a judgment that is stored twice is shown once.

Item = TypeVar("Item")
SAME_JUDGMENT = 0.8  # share of word triples in common above which two texts are one judgment
_SHINGLE = 3
_SAMPLE = 6000  # characters; the beginning is enough to tell two reports of one judgment from two judgments


def fold_duplicates(items: Sequence[Item], case_of: Callable[[Item], Case]) -> list[tuple[Item, tuple[Case, ...]]]:
    """Each item with the later copies of the same judgment. The first copy keeps its position."""
    distinct: list[tuple[Item, Case, list[Case]]] = []
    for item in items:
        case = case_of(item)
        copies = next((copies for _, first, copies in distinct if is_same_judgment(first, case)), None)
        if copies is not None:
            copies.append(case)
        else:
            distinct.append((item, case, []))
    return [(item, tuple(copies)) for item, _, copies in distinct]


def is_same_judgment(first: Case, second: Case) -> bool:
    """Whether two cases are one judgment: same parties and day, or nearly the same words.

    A summary is never the same as the judgment it summarises.
    """
    if first.text_kind is not second.text_kind:
        return False
    if first.decided is not None and first.decided == second.decided:
        return name_key(first.name) == name_key(second.name) or _overlap(first.text, second.text) >= SAME_JUDGMENT
    if first.decided is not None and second.decided is not None:
        return False
    return _overlap(first.text, second.text) >= SAME_JUDGMENT


def _overlap(first: str, second: str) -> float:
    """The Jaccard similarity of the word triples of two texts."""
    here, there = _shingles(first[:_SAMPLE]), _shingles(second[:_SAMPLE])
    return len(here & there) / len(here | there) if here and there else 0.0


@lru_cache(maxsize=512)  # a list is compared pair by pair
def _shingles(text: str) -> frozenset[int]:
    words = re.findall(r"\w+", text.lower())
    return frozenset(hash(tuple(words[start : start + _SHINGLE])) for start in range(len(words) - _SHINGLE + 1))


# The learned ranker.

FUSED = "fused"  # the rank of a case in the fused list
RANKS = frozenset({"dense", "bm25", "ngrams", FUSED})  # read as minus the logarithm of the rank; the others as they are
FEATURES: Mapping[Kind, tuple[str, ...]] = {
    "narrative": ("dense", "bm25", "citing", "votes", "authority", FUSED),
    "judgment": ("dense", "bm25", "ngrams", "citing", "votes", "authority", FUSED),
}
_LEAF = -1

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ranked:
    """The score of each case, and the share that each feature has in it (cases x features)."""

    scores: Array
    shares: Array


@dataclass(frozen=True, slots=True)
class Trees:
    """Many trees in flat arrays: a node goes left where its feature is at most its threshold; -1 marks a leaf."""

    roots: NDArray[np.int32]
    feature: NDArray[np.int16]
    threshold: Array
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: Array  # a leaf's own; for an inner node, the mean of its leaves weighted by their training cases

    def rank(self, features: Array) -> Ranked:
        """Walk every case down every tree. The share of a step is how far it moves the value (Saabas' method)."""
        cases, width = features.shape
        node = np.broadcast_to(self.roots, (cases, len(self.roots))).copy()
        rows = np.broadcast_to(np.arange(cases)[:, None], node.shape)
        shares = np.zeros(cases * width)
        while (inner := self.feature[node] != _LEAF).any():
            here, row = node[inner], rows[inner]
            column = self.feature[here].astype(np.intp)
            onward = np.where(features[row, column] <= self.threshold[here], self.left[here], self.right[here])
            moved = self.value[onward] - self.value[here]
            shares += np.bincount(row * width + column, weights=moved, minlength=cases * width)
            node[inner] = onward
        return Ranked(self.value[node].sum(axis=1), shares.reshape(cases, width))


def feature_table(kind: Kind, fused: Fused, cases: Sequence[int]) -> Array:
    """Cases x features for a kind of query; a list that the plan lacks is zero throughout."""
    return np.stack([_feature(name, fused, np.array(cases, dtype=np.intp)) for name in FEATURES[kind]], axis=1)


def _feature(name: str, fused: Fused, cases: NDArray[np.intp]) -> Array:
    if name == FUSED:
        return fused.closeness(fused.fusion, cases)
    if name not in fused.standings:
        return np.zeros(len(cases))
    return fused.closeness(name, cases) if name in RANKS else fused.standings[name][cases]


@cache
def built_in_trees(kind: Kind) -> Trees:
    """The trees that come with the package."""
    with resources.files("countercase.retrieval").joinpath("ranker.npz").open("rb") as stream:
        arrays = np.load(stream)
        parts: Sequence[NDArray[np.float64]] = [
            arrays[f"{kind}_{part}"] for part in ("roots", "feature", "threshold", "left", "right", "value")
        ]
    roots, feature, threshold, left, right, value = parts
    return Trees(
        roots.astype(np.int32),
        feature.astype(np.int16),
        threshold.astype(np.float64),
        left.astype(np.int32),
        right.astype(np.int32),
        value.astype(np.float64),
    )


class CachedReranker:
    """A cross-encoder with a cache of scores: a what-if tree asks for the same pairs of query and passage again."""

    def __init__(self, reranker: Reranker, size: int = 100_000) -> None:
        self._reranker = reranker
        self._size = size
        self._scores: dict[tuple[str, str], float] = {}

    def score(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """The raw logit of each pair, in order."""
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._scores]
        if len(self._scores) + len(new) > self._size:
            self._scores.clear()
            new = list(dict.fromkeys(pairs))
        if new:
            self._scores.update(zip(new, self._reranker.score(new).tolist(), strict=True))
        return np.array([self._scores[pair] for pair in pairs], dtype=np.float32)
