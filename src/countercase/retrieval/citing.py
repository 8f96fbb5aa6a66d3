"""What citations tell of a case: how often it was cited by then, what the best answers cite, and what is said of it."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from countercase.retrieval.bm25 import build_texts, load_matrix, load_vocabulary, weighted_words
from countercase.retrieval.searcher import ABSENT, SCORE_DECIMALS, Mask, Rows, Scores, Windows
from countercase.retrieval.tokens import tokenise
from countercase.retrieval.windows import only_admitted

SHAPE = (1.2, 0.75)  # k1 and b
VOTERS = 20  # best answers that have a vote; 10 and 50 do as well. In a small corpus at most one case in ten has one


class Authority:
    """The links between the stored judgments. Only those that may speak count: earlier ones, never the query's own."""

    def __init__(self, links: NDArray[np.int32], cases: int) -> None:
        """`links` are lines (citing case, cited case)."""
        self._citing, self._cited = links[:, 0], links[:, 1]
        self._cases = cases

    def by(self, speaking: Mask | None) -> NDArray[np.float64]:
        """The logarithm of the citation count of each case that is cited; the others are absent."""
        cited = self._cited if speaking is None else self._cited[speaking[self._citing]]
        times = np.bincount(cited, minlength=self._cases)
        return np.where(times > 0, np.log1p(times), ABSENT)

    def votes(self, best: NDArray[np.intp], speaking: Mask | None) -> NDArray[np.float64]:
        """What the best answers cite: a vote counts 1 / sqrt(rank of the voter), votes count by their logarithm."""
        most = min(VOTERS, max(1, self._cases // 10))
        voters = (best if speaking is None else best[speaking[best]])[:most]
        weight = np.zeros(self._cases)
        weight[voters] = 1 / np.sqrt(np.arange(1, len(voters) + 1))
        given = np.bincount(self._cited, weights=weight[self._citing], minlength=self._cases)
        return np.where(given > 0, np.log1p(given), ABSENT)


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
