"""BM25 over judgments, and over what later judgments say about a case when they cite it.

A whole judgment matches a narrative better than any one of its passages does (docs/decisions/fusion.md). Passages are
scored only if a filter admits parts of judgments. Citations are evidence too: how often a case is cited, whether the
best answers cite it, and how other judgments describe it. Only judgments decided before the query's date count, and
never the query's own case. `PlainBm25` ranks a few texts in memory.
"""

import json
import math
import re
import tempfile
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from countercase.domain.provision import Provision
from countercase.law.citations import find_citations
from countercase.law.provisions import find_provisions
from countercase.law.tables.acts import equivalents
from countercase.retrieval.searcher import (
    ABSENT,
    SCORE_DECIMALS,
    Mask,
    Rows,
    Scores,
    WholeCaseSearcher,
    Windows,
    admitted_cases,
    found_cases,
    of_case,
)
from countercase.text.words import SEARCH_STOP_WORDS, stem_all

# The tokens of BM25: stemmed words, and one token for each provision (shared by both codes) and each citation.

TOKENS_VERSION = "1"  # part of the index manifest: an index made with other tokens is rebuilt

_WORD = re.compile(r"[a-z0-9]+")


def tokenise(text: str, ngrams: int = 1) -> list[str]:
    """The tokens of a text, in order; `ngrams` 2 adds pairs of neighbouring words, and so on."""
    words = stems(text)
    tokens = list(words)
    for size in range(2, ngrams + 1):
        tokens.extend("_".join(words[start : start + size]) for start in range(len(words) - size + 1))
    tokens.extend(_law_tokens(text))
    return tokens


def stems(text: str) -> list[str]:
    """The stemmed words of a text, in order, without stop words."""
    return stem_all(word for word in _WORD.findall(text.lower()) if len(word) > 1 and word not in SEARCH_STOP_WORDS)


def _law_tokens(text: str) -> Iterable[str]:
    for mention in find_provisions(text):
        if mention.provision is not None:
            yield from provision_tokens(mention.provision)
    for cited in find_citations(text):
        yield f"cite:{cited.citation.normal}"


@lru_cache(maxsize=4096)
def provision_tokens(provision: Provision) -> tuple[str, ...]:
    """`BNS-103(1)` gives itself and `IPC-302`, so a search under either code finds both."""
    return tuple(sorted({f"law:{same.base}" for same in equivalents(provision)}))


# k1 and b, tuned on the development citation set. With a high k1, the repetitions in a long judgment go on counting.
JUDGMENTS, PASSAGES = (10.0, 0.75), (1.2, 0.75)


def build_bm25(texts: Iterable[list[str]], case_of: Sequence[int], folder: Path) -> None:
    """Build two indexes from tokenised passages in row order: one of the passages, one of whole judgments.

    The texts are read once and kept on disk as word numbers. Memory holds the vocabulary and one judgment, so it does
    not grow with the corpus.
    """
    known: dict[str, int] = {}
    with tempfile.TemporaryFile(dir=folder.parent) as spool:
        lengths = array("q")
        for tokens in texts:
            numbers = np.array([known.setdefault(token, len(known)) for token in tokens or [""]], dtype=np.int32)
            spool.write(numbers.tobytes())
            lengths.append(len(numbers))
        spool.flush()
        sizes = np.frombuffer(lengths, dtype=np.int64)
        words = np.memmap(spool, dtype=np.int32, mode="r")
        _write_matrix(NumberedTexts(words, sizes), known, PASSAGES, folder / "passages")
        of_cases = np.add.reduceat(sizes, np.flatnonzero(np.diff(np.asarray(case_of), prepend=-1)))
        _write_matrix(NumberedTexts(words, of_cases), known, JUDGMENTS, folder / "judgments")


def _build_texts(texts: list[list[int]], known: dict[str, int], shape: tuple[float, float], folder: Path) -> None:
    """Index texts given as word numbers."""
    sizes = np.array([len(text) for text in texts], dtype=np.int64)
    words = np.fromiter(chain.from_iterable(texts), dtype=np.int32, count=int(sizes.sum()))
    _write_matrix(NumberedTexts(words, sizes), known, shape, folder)


@dataclass(frozen=True, slots=True)
class NumberedTexts:
    """Texts as word numbers, end to end, and the length of each in words."""

    words: NDArray[np.int32]
    sizes: NDArray[np.int64]

    def counts(self) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int64]]]:
        """For each text, its distinct words and their counts."""
        start = 0
        for size in self.sizes.tolist():
            yield np.unique(self.words[start : start + size], return_counts=True)
            start += size


def _write_matrix(texts: NumberedTexts, known: dict[str, int], shape: tuple[float, float], folder: Path) -> None:
    """Write the files that bm25s would write (Lucene's BM25), but one text at a time and on disk."""
    import bm25s

    texts_with = np.zeros(len(known), dtype=np.int64)  # for each word, the number of texts that have it
    for words, _ in texts.counts():
        texts_with[words] += 1
    starts = np.concatenate([[0], np.cumsum(texts_with)])
    total, (k1, b) = len(texts.sizes), shape
    rarity = np.array(
        [math.log(1 + (total - count + 0.5) / (count + 0.5)) for count in texts_with.tolist()], np.float32
    )
    mean = texts.sizes.mean()
    folder.mkdir(parents=True, exist_ok=True)
    scores = np.memmap(folder / "scores.part", dtype=np.float32, mode="w+", shape=(int(starts[-1]),))
    lines = np.memmap(folder / "lines.part", dtype=np.int32, mode="w+", shape=(int(starts[-1]),))
    free = starts[:-1].copy()  # for each word, the slot of the next text that has it
    for line, (size, (words, times)) in enumerate(zip(texts.sizes.tolist(), texts.counts(), strict=True)):
        frequency = times.astype(np.float32)
        scores[free[words]] = rarity[words] * (frequency / (k1 * ((1 - b) + b * size / mean) + frequency))
        lines[free[words]] = line
        free[words] += 1
    index = bm25s.BM25(k1=k1, b=b)
    index.scores = {"data": scores, "indices": lines, "indptr": starts, "num_docs": total}
    index.vocab_dict = known if "" in known else {**known, "": len(known)}
    index.nonoccurrence_array = None
    index.save(folder, show_progress=False)
    for part in ("scores.part", "lines.part"):
        (folder / part).unlink()


class Bm25Searcher:
    """Exact BM25. A case that shares no word with the window is not found."""

    name = "bm25"
    needs_vectors = False
    floor = 0.0

    def __init__(self, folder: Path, first_row: Rows, ngrams: int = 1) -> None:
        self._vocabulary = _load_vocabulary(folder / "judgments")  # that of the passages is the same
        self._judgments, self._passages = _load_matrix(folder / "judgments"), _load_matrix(folder / "passages")
        self._first_row = first_row
        self._ngrams = ngrams

    def cases(self, windows: Windows, apart: Sequence[bool] | None = None) -> Scores:
        """The score of each judgment or, if a window's mask splits judgments, of its best admitted passage.

        `apart` says which masks split judgments, because a shard cannot tell from its own cases.
        """
        queries = self._queries(windows.texts)
        scores = (queries @ self._judgments).toarray()
        for window, mask in enumerate(windows.masks):
            if mask is not None and (apart[window] if apart is not None else takes_apart(mask, self._first_row)):
                by_row = (queries[window] @ self._passages).toarray()
                by_row[:, ~mask] = ABSENT
                scores[window] = of_case(by_row, self._first_row, windows.fold)
        return found_cases(scores, windows.masks, self._first_row)

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """The score of each passage by itself."""
        return np.round(_of_rows(self._queries(windows.texts), self._passages, rows), SCORE_DECIMALS)

    def rarity(self, word: str) -> float:
        """The inverse document frequency of a stemmed word over passages; 0 if no passage has it."""
        number = self._vocabulary.get(word)
        if number is None:
            return 0.0
        starts, count = self._passages.indptr, self._passages.shape[1]
        return float(np.log((count + 1) / (starts[number + 1] - starts[number] + 1)))

    def _queries(self, texts: Sequence[str]) -> csr_matrix:
        return _weighted_words(
            [Counter(tokenise(text, self._ngrams)) for text in texts], self._vocabulary, self._judgments.shape[0]
        )


def _of_rows(queries: csr_matrix, matrix: csr_matrix, rows: Rows) -> Scores:
    """The product for a few columns only. They are looked up in the list of each word; nothing else is read."""
    scores = np.zeros((queries.shape[0], len(rows)), dtype=np.float32)
    for line, (first, last) in zip(scores, pairwise(queries.indptr.tolist()), strict=True):
        for word, weight in zip(queries.indices[first:last].tolist(), queries.data[first:last], strict=True):
            start, end = matrix.indptr[word], matrix.indptr[word + 1]
            if start == end:  # no text of this shard has the word
                continue
            texts_with_word = matrix.indices[start:end]
            slots = np.searchsorted(texts_with_word, rows)
            matches = np.flatnonzero(texts_with_word[np.minimum(slots, len(texts_with_word) - 1)] == rows)
            line[matches] += weight * matrix.data[start + slots[matches]]
    return scores


def _weighted_words(counts: Sequence[Mapping[str, int]], vocabulary: Mapping[str, int], width: int) -> csr_matrix:
    """Texts x words (`width` columns), each word weighted by 1 + log(count)."""
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


def _load_vocabulary(folder: Path) -> dict[str, int]:
    """The number of each word."""
    vocabulary: dict[str, int] = json.loads((folder / "vocab.index.json").read_text(encoding="utf-8"))
    return vocabulary


def _load_matrix(folder: Path) -> csr_matrix:
    """Words x texts: what each word adds to the score of each text. It is memory-mapped, and read only where needed."""
    total = json.loads((folder / "params.index.json").read_text(encoding="utf-8"))["num_docs"]
    names = ("data", "indices", "indptr")
    data, indices, starts = (np.asarray(np.load(folder / f"{name}.csc.index.npy", mmap_mode="r")) for name in names)
    matrix = csr_matrix((len(starts) - 1, total), dtype=np.float32)
    # Assigned, not passed: the constructor would read every index to check what a checksum has already checked.
    matrix.data, matrix.indices = data, indices
    # Both must have the same integer type, or SciPy copies the larger.
    matrix.indptr = starts.astype(np.int32) if starts[-1] < 2**31 else starts
    return matrix


# BM25 over a few texts in memory.

Tokens = Callable[[str], list[str]]


class PlainBm25:
    """Scores every text for a query, with bm25s. A text without any of the query's words scores 0."""

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


# What citations say about a case.

_SHAPE = (1.2, 0.75)  # k1 and b of the descriptions
_VOTERS = 20  # best answers that vote; 10 and 50 do as well. In a small corpus at most one case in ten votes


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
        most = min(_VOTERS, max(1, self._cases // 10))
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
        _build_texts(rows, known, _SHAPE, folder)


class CitingSearcher(WholeCaseSearcher):
    """Scores a case by the best description of it in a judgment that may speak."""

    name = "citing"

    def __init__(self, folder: Path, first_row: Rows) -> None:
        self._links = np.load(folder / "links.npy")
        self._first_row = first_row
        self._vocabulary: dict[str, int] = {}
        self._texts: csr_matrix | None = None
        if len(self._links):
            self._vocabulary, self._texts = _load_vocabulary(folder), _load_matrix(folder)

    def cases(self, windows: Windows) -> Scores:
        """The score of the best description of each case that has one."""
        scores = np.zeros((len(windows.texts), len(self._first_row)), dtype=np.float32)
        if self._texts is not None:
            queries = _weighted_words(
                [Counter(tokenise(text)) for text in windows.texts], self._vocabulary, self._texts.shape[0]
            )
            described: Scores = (queries @ self._texts).toarray()
            for case_scores, link_scores, speaking in zip(scores, described, windows.speaking, strict=True):
                if speaking is not None:
                    link_scores[~speaking[self._links[:, 0]]] = 0
                np.maximum.at(case_scores, self._links[:, 1], link_scores)
        return found_cases(scores, windows.masks, self._first_row)
