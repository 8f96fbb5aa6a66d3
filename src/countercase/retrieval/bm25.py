"""BM25 over passages, with our own tokens."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from countercase.retrieval.searcher import Candidates, Mask, Windows, best
from countercase.retrieval.tokens import tokenise

K1, B = 1.2, 0.75  # for passages of 180 words, tuned on the development citation set; whole judgments want 3 and 1


def build_bm25(texts: Iterable[str], folder: Path, ngrams: int = 1) -> None:
    """Index the texts, in row order, into a folder."""
    import bm25s

    index = bm25s.BM25(k1=K1, b=B)
    index.index([tokenise(text, ngrams) or [""] for text in texts], show_progress=False)
    index.save(folder, show_progress=False)


class Bm25Searcher:
    """Exact BM25; a passage without any word of the window is not a hit."""

    name = "bm25"
    needs_vectors = False

    def __init__(self, folder: Path, ngrams: int = 1) -> None:
        import bm25s

        self._index: Any = bm25s.BM25.load(folder, mmap=True)
        self._vocabulary: dict[str, int] = self._index.vocab_dict
        self._ngrams = ngrams

    def search(self, windows: Windows, pool: int, allowed: Sequence[Mask | None]) -> list[Candidates]:
        """The best `pool` passages for each window."""
        return [
            best(self._scores(text), pool, mask, floor=0.0) for text, mask in zip(windows.texts, allowed, strict=True)
        ]

    def rarity(self, word: str) -> float:
        """The logarithm of how seldom a stemmed word occurs in a passage; 0 for one that no passage has."""
        place = self._vocabulary.get(word)
        if place is None:
            return 0.0
        starts, passages = self._index.scores["indptr"], self._index.scores["num_docs"]
        return float(np.log((passages + 1) / (starts[place + 1] - starts[place] + 1)))

    def _scores(self, text: str) -> Any:
        tokens = [token for token in tokenise(text, self._ngrams) if token in self._vocabulary]
        if not tokens:
            return np.zeros(self._index.scores["num_docs"], dtype=np.float32)
        return self._index.get_scores(tokens)
