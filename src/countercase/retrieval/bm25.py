"""BM25 with our own tokens, over whole judgments; over passages where only parts of judgments are admitted.

A judgment answers a narrative with all that it says, not with one passage: docs/decisions/fusion.md has the figures.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, groupby
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csc_matrix, csr_matrix

from countercase.retrieval.searcher import ABSENT, SCORE_DECIMALS, Mask, Rows, Scores, Windows
from countercase.retrieval.tokens import tokenise
from countercase.retrieval.windows import admitted_cases, of_case, only_admitted

# k1 and b, tuned on the development citation set. A long judgment repeats its words, and that should go on counting.
JUDGMENTS, PASSAGES = (10.0, 0.75), (1.2, 0.75)


def build_bm25(texts: Iterable[list[str]], case_of: Sequence[int], folder: Path) -> None:
    """Index the texts, given as tokens in row order, as passages and, those of a case together, as judgments."""
    known: dict[str, int] = {}
    passages = [np.array([known.setdefault(token, len(known)) for token in tokens or [""]]) for tokens in texts]
    judgments = [
        list(chain.from_iterable(passages[row].tolist() for row in rows))
        for _, rows in groupby(range(len(passages)), key=lambda row: case_of[row])
    ]
    build_texts([passage.tolist() for passage in passages], known, PASSAGES, folder / "passages")
    build_texts(judgments, known, JUDGMENTS, folder / "judgments")


def build_texts(texts: list[list[int]], known: dict[str, int], shape: tuple[float, float], folder: Path) -> None:
    """Index texts that are given as the numbers of their words."""
    import bm25s

    index = bm25s.BM25(k1=shape[0], b=shape[1])
    index.index((texts, dict(known)), show_progress=False)
    index.save(folder, show_progress=False)


class Bm25Searcher:
    """Exact BM25; a case without any word of the window is not found."""

    name = "bm25"
    needs_vectors = False
    floor = 0.0

    def __init__(self, folder: Path, first_row: Rows, ngrams: int = 1) -> None:
        self._vocabulary, self._judgments = load_texts(folder / "judgments")
        _, self._passages = load_texts(folder / "passages")
        self._first_row = first_row
        self._ngrams = ngrams

    def cases(self, windows: Windows, apart: Sequence[bool] | None = None) -> Scores:
        """The score of each judgment, or of its best passage for a window whose mask takes judgments apart.

        `apart` says which masks do so, where this is only a part of the index.
        """
        asked = self._asked(windows.texts)
        scores = (asked @ self._judgments).toarray()
        for place, mask in enumerate(windows.masks):
            if mask is not None and (apart[place] if apart is not None else takes_apart(mask, self._first_row)):
                by_row = (asked[place] @ self._passages).toarray()
                by_row[:, ~mask] = ABSENT
                scores[place] = of_case(by_row, self._first_row, windows.fold)
        scores = np.round(scores, SCORE_DECIMALS)
        scores[scores <= 0] = ABSENT
        return only_admitted(scores, windows.masks, self._first_row)

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """The score of each passage by itself."""
        scores: Scores = (self._asked(windows.texts) @ self._passages).toarray()
        return np.round(scores[:, rows], SCORE_DECIMALS)

    def rarity(self, word: str) -> float:
        """The logarithm of how seldom a stemmed word occurs in a passage; 0 for one that no passage has."""
        place = self._vocabulary.get(word)
        if place is None:
            return 0.0
        starts, count = self._passages.indptr, self._passages.shape[1]
        return float(np.log((count + 1) / (starts[place + 1] - starts[place] + 1)))

    def _asked(self, texts: Sequence[str]) -> csr_matrix:
        return weighted_words(
            [Counter(tokenise(text, self._ngrams)) for text in texts], self._vocabulary, self._judgments.shape[0]
        )


def weighted_words(counts: Sequence[Mapping[str, int]], vocabulary: Mapping[str, int], width: int) -> csr_matrix:
    """Texts x words, `width` of them; a word that comes again counts less each time."""
    lines, words, weights = [], [], []
    for line, tokens in enumerate(counts):
        for token, count in tokens.items():
            if token in vocabulary:
                lines.append(line)
                words.append(vocabulary[token])
                weights.append(1 + np.log(count))
    return csr_matrix((np.array(weights, dtype=np.float32), (lines, words)), shape=(len(counts), width))


def takes_apart(mask: Mask, first_row: Rows) -> bool:
    """Whether a mask admits some passages of a case and not others."""
    whole = np.logical_and.reduceat(mask, first_row)
    return bool((admitted_cases(mask, first_row) != whole).any())


def load_texts(folder: Path) -> tuple[dict[str, int], csr_matrix]:
    """The vocabulary, and words x texts with the share of the score that a word gives a text."""
    import bm25s

    index: Any = bm25s.BM25.load(folder, mmap=True)
    parts = (index.scores["data"], index.scores["indices"], index.scores["indptr"])
    return index.vocab_dict, csc_matrix(parts, shape=(index.scores["num_docs"], len(parts[2]) - 1)).T
