"""The learned ranker of stage 5: boosted trees over what the searchers and the citations say of a case.

The trees were fitted by `training/fit_ranker.py` and are kept as plain arrays, so a search needs numpy alone. Every
feature may only count in a case's favour, which is what let the ranker hold on queries of another kind than those it
was fitted on (docs/decisions/ranker.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from countercase.retrieval.plan import Kind

# Standardised scores of the searchers, then the evidence of the citations and the fused score as they are.
FEATURES: Mapping[Kind, tuple[str, ...]] = {
    "narrative": ("dense", "bm25", "citing", "votes", "authority", "fused"),
    "judgment": ("dense", "bm25", "ngrams", "citing", "votes", "authority", "fused"),
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
    value: Array  # of a leaf its own; of an inner node the mean of its leaves by the cases they held in training

    def rank(self, features: Array) -> Ranked:
        """Walk every tree with every case. A step's share is how far it moves the value (Saabas)."""
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


def feature_table(kind: Kind, columns: Mapping[str, Array], cases: int) -> Array:
    """Cases x features of a kind of query; a list that the plan does not have counts as zero throughout."""
    return np.stack([columns.get(name, np.zeros(cases)) for name in FEATURES[kind]], axis=1)


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
