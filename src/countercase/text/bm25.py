"""Plain BM25 over texts in memory, by bm25s. The index of judgments on disk is `retrieval/bm25.py`."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Tokens = Callable[[str], list[str]]


class PlainBm25:
    """Scores every text for a query. A text without any of the query's words scores 0."""

    def __init__(self, texts: Sequence[str], tokens: Tokens, k1: float = 1.5, b: float = 0.75) -> None:
        import bm25s

        self._tokens = tokens
        self._count = len(texts)
        self._index: Any = bm25s.BM25(k1=k1, b=b)
        self._index.index([tokens(text) or [""] for text in texts], show_progress=False)

    def scores(self, query: str) -> NDArray[np.float32]:
        """The score of every text, in order."""
        known = [token for token in self._tokens(query) if token in self._index.vocab_dict]
        if not known:
            return np.zeros(self._count, dtype=np.float32)
        return np.asarray(self._index.get_scores(known), dtype=np.float32)
