"""What citations say about a case: how often it is cited, whether the best answers cite it, how others describe it.

Only some judgments may speak: those decided before the query's date, and never the query's own case.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from countercase.retrieval.bm25 import build_texts, load_matrix, load_vocabulary, tokenise, weighted_words
from countercase.retrieval.searcher import ABSENT, Mask, Rows, Scores, WholeCaseSearcher, Windows, found_cases

SHAPE = (1.2, 0.75)  # k1 and b
VOTERS = 20  # best answers that vote; 10 and 50 do as well. In a small corpus at most one case in ten votes


class Authority:
    """The citation links between the stored judgments."""

    def __init__(self, links: NDArray[np.int32], cases: int) -> None:
        """`links` holds pairs (citing case, cited case)."""
        self._citing, self._cited = links[:, 0], links[:, 1]
        self._cases = cases

    def by(self, speaking: Mask | None) -> NDArray[np.float64]:
        """The logarithm of 1 + the citation count of each case; a case that nobody cites is absent."""
        cited = self._cited if speaking is None else self._cited[speaking[self._citing]]
        times = np.bincount(cited, minlength=self._cases)
        return np.where(times > 0, np.log1p(times), ABSENT)

    def votes(self, best: NDArray[np.intp], speaking: Mask | None) -> NDArray[np.float64]:
        """The logarithm of 1 + the votes for each case: every one of the best answers votes for the cases it cites.

        A vote counts 1 / sqrt(rank of the voter).
        """
        most = min(VOTERS, max(1, self._cases // 10))
        voters = (best if speaking is None else best[speaking[best]])[:most]
        weight = np.zeros(self._cases)
        weight[voters] = 1 / np.sqrt(np.arange(1, len(voters) + 1))
        votes = np.bincount(self._cited, weights=weight[self._citing], minlength=self._cases)
        return np.where(votes > 0, np.log1p(votes), ABSENT)


def build_citing(links: NDArray[np.int32], descriptions: Sequence[str], folder: Path) -> None:
    """Index one description for each pair (citing case, cited case)."""
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "links.npy", links.astype(np.int32).reshape(-1, 2))
    known: dict[str, int] = {}
    rows = [[known.setdefault(token, len(known)) for token in tokenise(text) or [""]] for text in descriptions]
    if rows:
        build_texts(rows, known, SHAPE, folder)


class CitingSearcher(WholeCaseSearcher):
    """Scores a case by the best description of it in a judgment that may speak."""

    name = "citing"

    def __init__(self, folder: Path, first_row: Rows) -> None:
        self._links = np.load(folder / "links.npy")
        self._first_row = first_row
        self._vocabulary: dict[str, int] = {}
        self._texts: csr_matrix | None = None
        if len(self._links):
            self._vocabulary, self._texts = load_vocabulary(folder), load_matrix(folder)

    def cases(self, windows: Windows) -> Scores:
        """The score of the best description of each case that has one."""
        scores = np.zeros((len(windows.texts), len(self._first_row)), dtype=np.float32)
        if self._texts is not None:
            queries = weighted_words(
                [Counter(tokenise(text)) for text in windows.texts], self._vocabulary, self._texts.shape[0]
            )
            described: Scores = (queries @ self._texts).toarray()
            for case_scores, link_scores, speaking in zip(scores, described, windows.speaking, strict=True):
                if speaking is not None:
                    link_scores[~speaking[self._links[:, 0]]] = 0
                np.maximum.at(case_scores, self._links[:, 1], link_scores)
        return found_cases(scores, windows.masks, self._first_row)
