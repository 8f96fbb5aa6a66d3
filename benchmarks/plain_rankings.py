"""Rankings to hold the instrument against: plain BM25, and BM25 fused with latent semantics as a search would be."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.word_counts import count_words
from countercase.counterfactual.instrument import best
from countercase.counterfactual.measure import change_of_z
from countercase.counterfactual.sensitivity import rank_shift
from countercase.domain.case import CaseId
from countercase.settings import RRF_K

Array = NDArray[np.float64]
FACTORS = 200
POOL = 200  # cases that each ranking gives to the fusion


class PlainRankings:
    """Judgments under BM25 (names and numbers included) and under their first 200 latent factors."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._vocabulary, self._weighted = count_words(texts)
        self._projection, self._latent = _factors(self._weighted)

    def bm25_change(self, sentences: Sequence[str]) -> list[float]:
        """Mean |change of z| over the top 50 for each sentence left out."""
        root, *rows = self._bm25(sentences)
        return [change_of_z(root, row) for row in rows]

    def bm25_displacement(self, sentences: Sequence[str]) -> list[float]:
        """Displacement at 10 for each sentence left out."""
        return _displacements(self._bm25(sentences))

    def rrf_displacement(self, sentences: Sequence[str]) -> list[float]:
        """The same for the fused ranking."""
        asked = self._asked(sentences)
        scores = [np.asarray((self._weighted @ asked.T).todense()).T, (asked @ self._projection) @ self._latent.T]
        return _displacements(sum(_reciprocal(one) for one in scores))

    def _bm25(self, sentences: Sequence[str]) -> Array:
        scores = np.asarray((self._weighted @ self._asked(sentences).T).todense()).T
        return np.asarray((scores - scores.mean(axis=1, keepdims=True)) / scores.std(axis=1, keepdims=True))

    def _asked(self, sentences: Sequence[str]) -> Any:
        texts = [" ".join(sentences)]
        texts += [" ".join([*sentences[:place], *sentences[place + 1 :]]) for place in range(len(sentences))]
        return self._vocabulary.ask(texts)


def _factors(weighted: Any) -> tuple[Array, Array]:
    from scipy.sparse.linalg import svds

    _, _, terms = svds(weighted, k=FACTORS, random_state=0)
    projection = terms.T
    latent = weighted @ projection
    return projection, latent / np.maximum(1e-12, np.linalg.norm(latent, axis=1, keepdims=True))


def _reciprocal(scores: Array) -> Array:
    fused = np.zeros_like(scores)
    for row, own in enumerate(scores):
        fused[row, best(own, POOL)] = 1 / (RRF_K + np.arange(1, POOL + 1))
    return fused


def _displacements(scores: Any) -> list[float]:
    rankings = [[CaseId(str(place)) for place in best(row, 10)] for row in scores]
    return [rank_shift(rankings[0], other, 10).mean for other in rankings[1:]]
