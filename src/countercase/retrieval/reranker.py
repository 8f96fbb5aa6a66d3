"""The cross-encoder reads query and passage together: raw logit, each pair scored once."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from countercase.domain.encoding import Reranker


class CachedReranker:
    """Scores only pairs it has not seen; a what-if tree asks for the same pairs again and again."""

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
