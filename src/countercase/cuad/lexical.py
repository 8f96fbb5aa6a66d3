"""BM25 over the units of contracts. The case-law searcher's tokens know Indian provisions, which here are noise."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from countercase.cuad.words import content_stems
from countercase.retrieval.searcher import Scores

K1, B = 1.2, 0.75


class ContractBm25:
    """Exact BM25 in memory; a unit without any of the words scores 0."""

    def __init__(self, texts: Sequence[str]) -> None:
        import bm25s

        self._index: Any = bm25s.BM25(k1=K1, b=B)
        self._index.index([content_stems(text) or [""] for text in texts], show_progress=False)
        self._size = len(texts)

    def scores(self, text: str) -> Scores:
        """The score of every unit."""
        tokens = [token for token in content_stems(text) if token in self._index.vocab_dict]
        if not tokens:
            return np.zeros(self._size, dtype=np.float32)
        return np.asarray(self._index.get_scores(tokens), dtype=np.float32)
