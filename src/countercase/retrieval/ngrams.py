"""BM25 over runs of three to five words of whole judgments: a long text finds the cases that it quotes and follows.

The runs themselves are not stored. Each segment is a suffix array: its words as numbers, and its positions sorted by
the five words that follow. Any run of up to five words is then one stretch of that order, found by bisection. This
takes eight bytes per word for all lengths together, is memory-mapped, and is built one segment at a time.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from countercase.retrieval.bm25 import stems
from countercase.retrieval.searcher import Rows, Scores, WholeCaseSearcher, Windows, found_cases

LENGTHS = (3, 4, 5)  # words; longer runs find no more (docs/decisions/fusion.md)
SHAPE = (1.2, 0.75)  # k1 and b, tuned on the development set of whole judgments
COMMON = 0.2  # a run with more occurrences than a fifth of the judgments is a formula, and says nothing
LEAST_COMMON = 20  # occurrences that are never too many, since a small corpus has few judgments
SEGMENT = 4_000_000  # words sorted at a time, which takes 150 MB
_BITS = 21  # per word number: three fit in one key. Words with the same number matter only if whole runs collide
_LONGEST = 5

Keys = NDArray[np.uint64]
Places = NDArray[np.uint32]


def build_ngrams(judgments: Iterable[str], folder: Path) -> None:
    """Index the judgments, in case order. A judgment is never split between two segments."""
    folder.mkdir(parents=True, exist_ok=True)
    lengths: list[int] = []
    pieces: list[NDArray[np.uint32]] = []
    size = number = 0
    for text in judgments:
        words = _numbers(text)
        lengths.append(len(words))
        pieces += [words, np.zeros(_LONGEST, dtype=np.uint32)]  # a gap that no run crosses
        size += len(words) + _LONGEST
        if size >= SEGMENT:
            _write_segment(np.concatenate(pieces), folder / f"{number:04d}")
            pieces, size, number = [], 0, number + 1
    if pieces:
        _write_segment(np.concatenate(pieces), folder / f"{number:04d}")
    np.save(folder / "lengths.npy", np.array(lengths, dtype=np.int32))


def _numbers(text: str) -> NDArray[np.uint32]:
    """Each word as a number from 1; 0 stands for the gap between judgments."""
    return np.array([_number(word) for word in stems(text)], dtype=np.uint32)


def _number(word: str) -> int:
    return 1 + crc32(word.encode()) % ((1 << _BITS) - 2)


def _write_segment(words: NDArray[np.uint32], name: Path) -> None:
    first, rest = _keys(words, np.arange(len(words) - _LONGEST))
    order = np.lexsort((rest, first)).astype(np.uint32)
    np.save(name.with_suffix(".words.npy"), words)
    np.save(name.with_suffix(".order.npy"), order)


def _keys(words: NDArray[np.uint32], positions: NDArray[np.intp]) -> tuple[Keys, Keys]:
    """The five words from each position: the first three as one key, the other two as another."""
    first = np.zeros(len(positions), dtype=np.uint64)
    rest = np.zeros(len(positions), dtype=np.uint64)
    for step in range(3):
        first = first << np.uint64(_BITS) | words[positions + step].astype(np.uint64)
    for step in range(3, _LONGEST):
        rest = rest << np.uint64(_BITS) | words[positions + step].astype(np.uint64)
    return first, rest


@dataclass(frozen=True, slots=True)
class _Segment:
    """Consecutive judgments: their words, the sorted positions, and where each judgment starts."""

    words: NDArray[np.uint32]
    order: Places
    starts: NDArray[np.int64]
    first_case: int

    def stretch(self, low: tuple[Keys, Keys], high: tuple[Keys, Keys]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Start and end, in the order, of the positions between two keys."""
        return self._bisect(*low), self._bisect(*high)

    def _bisect(self, first: Keys, rest: Keys) -> NDArray[np.intp]:
        """The number of positions that sort before each key."""
        low = np.zeros(len(first), dtype=np.intp)
        high = np.full(len(first), len(self.order), dtype=np.intp)
        for _ in range(len(self.order).bit_length()):
            middle = np.minimum((low + high) // 2, len(self.order) - 1)
            there, after = _keys(self.words, self.order[middle].astype(np.intp))
            before = (low < high) & ((there < first) | ((there == first) & (after < rest)))
            low, high = np.where(before, middle + 1, low), np.where(before | (low >= high), high, middle)
        return low

    def cases(self, begins: NDArray[np.intp], ends: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """For each position in the stretches: the number of its stretch, and its case."""
        counts = ends - begins
        run = np.repeat(np.arange(len(begins)), counts)
        offset = np.arange(len(run)) - np.repeat(np.cumsum(counts) - counts, counts)
        positions = self.order[begins[run] + offset].astype(np.int64)
        return run, np.searchsorted(self.starts, positions, side="right") - 1 + self.first_case


class NgramSearcher(WholeCaseSearcher):
    """Scores whole judgments by the runs of words that they share with a text."""

    name = "ngrams"

    def __init__(self, folder: Path, first_row: Rows) -> None:
        self._lengths = np.load(folder / "lengths.npy").astype(np.float64)
        self._segments = list(_open(folder, self._lengths.astype(np.int64)))
        self._first_row = first_row
        k1, b = SHAPE
        self._damping = k1 * (1 - b + b * self._lengths / max(float(self._lengths.mean()), 1.0))

    def cases(self, windows: Windows) -> Scores:
        """The sum over runs of all lengths; a judgment that shares no run is not found."""
        scores = np.zeros((len(windows.texts), len(self._lengths)))
        for line, text in enumerate(windows.texts):
            words = _numbers(text)
            for length in LENGTHS:
                scores[line] += self._score(words, length)
        return found_cases(scores, windows.masks, self._first_row).astype(np.float32)

    def _score(self, words: NDArray[np.uint32], length: int) -> NDArray[np.float64]:
        total = len(self._lengths)
        if len(words) < length:
            return np.zeros(total)
        low, high = _bounds(words, length)
        stretches = [segment.stretch(low, high) for segment in self._segments]
        times = np.sum([ends - begins for begins, ends in stretches], axis=0)
        distinctive = np.flatnonzero((times > 0) & (times <= max(COMMON * total, LEAST_COMMON)))
        hits = [
            segment.cases(begins[distinctive], ends[distinctive])
            for segment, (begins, ends) in zip(self._segments, stretches, strict=True)
        ]
        pairs = np.concatenate([run * total + case for run, case in hits])
        pairs, repeats = np.unique(pairs, return_counts=True)
        run, case = pairs // total, pairs % total
        judgments_with = np.bincount(run, minlength=len(distinctive))
        rarity = np.log(1 + (total - judgments_with + 0.5) / (judgments_with + 0.5))
        shares = rarity[run] * repeats * (SHAPE[0] + 1) / (repeats + self._damping[case])
        scores: NDArray[np.float64] = np.bincount(case, weights=shares, minlength=total).astype(np.float64)
        return scores


def _open(folder: Path, lengths: NDArray[np.int64]) -> Iterator[_Segment]:
    """The segments with their judgments. A segment holds whole judgments in order, so their lengths say which."""
    case = 0
    for path in sorted(folder.glob("*.words.npy")):
        words = np.load(path, mmap_mode="r")
        order = np.load(folder / path.name.replace(".words.", ".order."), mmap_mode="r")
        starts, size, first = [], 0, case
        while size < len(words):
            starts.append(size)
            size += int(lengths[case]) + _LONGEST
            case += 1
        yield _Segment(words, order, np.array(starts, dtype=np.int64), first)


def _bounds(words: NDArray[np.uint32], length: int) -> tuple[tuple[Keys, Keys], tuple[Keys, Keys]]:
    """The keys between which each distinct run of the text sorts."""
    padded = np.concatenate([words, np.zeros(_LONGEST, dtype=np.uint32)])
    first, rest = _keys(padded, np.arange(len(words) - length + 1))
    unused = np.uint64(_BITS * (_LONGEST - length))  # bits of the second key that belong to no word of the run
    rest = rest >> unused if length > 3 else np.zeros_like(rest)
    first, rest = np.unique(np.stack([first, rest]), axis=1)
    if length == 3:
        return (first, rest), (first + np.uint64(1), rest)
    return (first, rest << unused), (first, (rest + np.uint64(1)) << unused)
