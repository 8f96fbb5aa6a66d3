"""Stage 5: the best cases are re-ranked, by the learned ranker or by a cross-encoder.

The learned ranker is a set of boosted trees over what searchers and citations say about a case. The trees were fitted
by `training/fit_ranker.py` and are stored as plain arrays, so a search needs only numpy. They read the ranks that the
lists give a case, not the scores, and no feature counts against a case; so the ranker also works for queries unlike
those it was fitted on (docs/decisions/ranker.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from countercase.domain.ranking import Reranker
from countercase.retrieval.fusion import Fused
from countercase.retrieval.plan import Kind

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
