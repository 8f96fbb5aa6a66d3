"""Citing sentences: what earlier judgments say of a case when they cite it, as a field of that case."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from countercase.retrieval.bm25 import build_texts, load_matrix, load_vocabulary, weighted_words
from countercase.retrieval.searcher import ABSENT, SCORE_DECIMALS, Rows, Scores, Windows
from countercase.retrieval.tokens import tokenise
from countercase.retrieval.windows import only_admitted

SHAPE = (1.2, 0.75)  # k1 and b


def build_citing(links: NDArray[np.int32], descriptions: Sequence[str], folder: Path) -> None:
    """Index one description for each line (citing case, cited case)."""
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "links.npy", links.astype(np.int32).reshape(-1, 2))
    known: dict[str, int] = {}
    rows = [[known.setdefault(token, len(known)) for token in tokenise(text) or [""]] for text in descriptions]
    if rows:
        build_texts(rows, known, SHAPE, folder)


class CitingSearcher:
    """A case is as good as the best description of it by a judgment that may speak."""

    name = "citing"
    needs_vectors = False
    floor = 0.0

    def __init__(self, folder: Path, first_row: Rows) -> None:
        self._links = np.load(folder / "links.npy")
        self._first_row = first_row
        self._vocabulary: dict[str, int] = {}
        self._texts: csr_matrix | None = None
        if len(self._links):
            self._vocabulary, self._texts = load_vocabulary(folder), load_matrix(folder)

    def cases(self, windows: Windows) -> Scores:
        """The best description of each case that has one; only judgments that may speak describe."""
        scores = np.zeros((len(windows.texts), len(self._first_row)), dtype=np.float32)
        if self._texts is not None:
            asked = weighted_words(
                [Counter(tokenise(text)) for text in windows.texts], self._vocabulary, self._texts.shape[0]
            )
            described: Scores = (asked @ self._texts).toarray()
            for line, told, speaking in zip(scores, described, windows.speaking, strict=True):
                if speaking is not None:
                    told[~speaking[self._links[:, 0]]] = 0
                np.maximum.at(line, self._links[:, 1], told)
        scores = np.round(scores, SCORE_DECIMALS)
        scores[scores <= 0] = ABSENT
        return only_admitted(scores, windows.masks, self._first_row)

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """Nothing: what others say of a case is not in its passages."""
        return np.zeros((len(windows.texts), len(rows)), dtype=np.float32)
