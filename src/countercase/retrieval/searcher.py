"""What every searcher does: score cases for windows of a query, and score the passages of a case.

A narrative has several windows and a judgment many passages, so scores are folded twice: from passages to cases, and
from windows to the query. A fold says how. `best`: the best passage for any window. `top3`: the mean of a case's three
best passages, averaged over the windows. `windows`: the mean over the windows of the best passage for each.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int32]
Scores = NDArray[np.float32]
Mask = NDArray[np.bool_]
FloatScores = TypeVar("FloatScores", NDArray[np.float32], NDArray[np.float64])
Fold = Literal["best", "top3", "windows"]

SCORE_DECIMALS = 5  # a batched product rounds differently from a single one; smaller differences mean nothing
ABSENT = -np.inf  # the score of a case that was not found, or that the filter does not admit


@dataclass(frozen=True, slots=True)
class Windows:
    """Pieces of queries to search for, and how to search."""

    texts: tuple[str, ...]
    vectors: Scores | None = None  # a unit-length row per text, if a searcher of the plan needs them
    masks: tuple[Mask | None, ...] = ()  # for each text, the rows it may find; None admits all
    fold: Fold = "windows"
    pool: int = 500  # passages asked of an approximate searcher for each text
    speaking: tuple[Mask | None, ...] = ()  # for each text, the cases whose citing sentences count

    def __post_init__(self) -> None:
        """Give every text its masks."""
        object.__setattr__(self, "masks", self.masks or (None,) * len(self.texts))
        object.__setattr__(self, "speaking", self.speaking or (None,) * len(self.texts))

    def needed_vectors(self) -> Scores:
        """The vectors, for a searcher that cannot do without them."""
        if self.vectors is None:
            raise ValueError("this searcher needs the vectors of the windows")
        return self.vectors


class Searcher(Protocol):
    """One way of ranking cases. Rows are passages in index order; those of a case are adjacent."""

    @property
    def name(self) -> str:
        """Its name in plans and traces."""
        ...

    @property
    def needs_vectors(self) -> bool:
        """Whether windows must come with their vectors."""
        ...

    @property
    def floor(self) -> float | None:
        """The score of a case that shares nothing with the window; None means the lowest score found."""
        ...

    def cases(self, windows: Windows) -> Scores:
        """Windows x cases: the score of each case, from the rows that the window's mask admits."""
        ...

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """Windows x rows: how well each of these passages matches; zeros if the searcher only scores cases."""
        ...


@dataclass(frozen=True, slots=True)
class Candidates:
    """The best passages for one window, best first; equal scores in row order."""

    rows: Rows
    scores: Scores


def best(scores: Scores, pool: int, floor: float | None = None) -> Candidates:
    """The best `pool` rows of a full score vector; rows at or below `floor` do not match at all."""
    scores = np.round(scores, SCORE_DECIMALS)
    rows = np.arange(len(scores)) if floor is None else np.flatnonzero(scores > floor)
    if len(rows) > pool:
        cut = np.partition(scores[rows], len(rows) - pool)[len(rows) - pool]
        rows = rows[scores[rows] >= cut]
    rows = rows[np.argsort(-scores[rows], kind="stable")[:pool]]
    return Candidates(rows.astype(np.int32), scores[rows].astype(np.float32))


class LazySearcher:
    """Opens a searcher at its first search: importing Chroma alone takes a second and 200 MB."""

    def __init__(self, name: str, needs_vectors: bool, floor: float | None, make: Callable[[], Searcher]) -> None:
        self.name = name
        self.needs_vectors = needs_vectors
        self.floor = floor
        self._make = make

    @cached_property
    def _searcher(self) -> Searcher:
        return self._make()

    def cases(self, windows: Windows) -> Scores:
        """As the searcher does."""
        return self._searcher.cases(windows)

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """As the searcher does."""
        return self._searcher.passages(windows, rows)


# Folding scores: from passages to cases, and from windows to the query.


def of_case(scores: Scores, first_row: Rows, fold: Fold = "windows") -> Scores:
    """Windows x rows folded to windows x cases. `first_row` is the first row of each case."""
    if fold == "top3":
        return _top_three(scores, first_row)
    folded: Scores = np.maximum.reduceat(scores, first_row, axis=1)
    return folded


def case_blocks(first_row: Rows, rows: int, size: int) -> Iterator[tuple[slice, slice]]:
    """Slices of cases and of their rows, about `size` rows at a time but at least one case."""
    starts = np.append(first_row, rows)
    first = 0
    while first < len(first_row):
        last = max(int(np.searchsorted(first_row, first_row[first] + size)), first + 1)
        yield slice(first, last), slice(int(starts[first]), int(starts[last]))
        first = last


def admitted_cases(mask: Mask, first_row: Rows) -> Mask:
    """The cases with at least one admitted row."""
    cases: Mask = np.logical_or.reduceat(mask, first_row)
    return cases


def found_cases(scores: FloatScores, masks: Sequence[Mask | None], first_row: Rows) -> FloatScores:
    """Scores by what cases share with each window; a case that shares nothing or is not admitted is absent."""
    rounded = np.round(scores, SCORE_DECIMALS)
    rounded[rounded <= 0] = ABSENT
    return only_admitted(rounded, masks, first_row)


def only_admitted(scores: FloatScores, masks: Sequence[Mask | None], first_row: Rows) -> FloatScores:
    """The same scores, but absent for cases without an admitted row."""
    for line, mask in zip(scores, masks, strict=True):
        if mask is not None:
            line[~admitted_cases(mask, first_row)] = ABSENT
    return scores


def _top_three(scores: Scores, first_row: Rows) -> Scores:
    """The mean of the three best passages of each case, or of all if it has fewer."""
    ends = np.append(first_row[1:], scores.shape[1])
    folded = np.empty((len(scores), len(first_row)), dtype=np.float32)
    for case, (start, end) in enumerate(zip(first_row.tolist(), ends.tolist(), strict=True)):
        three = np.sort(scores[:, start:end], axis=1)[:, ::-1][:, :3]
        present = np.isfinite(three)
        total = np.where(present, three, 0).sum(axis=1)
        folded[:, case] = np.where(present.any(axis=1), total / np.maximum(present.sum(axis=1), 1), ABSENT)
    return folded


def over_windows(scores: Scores, fold: Fold, floor: float | None = None) -> NDArray[np.float64]:
    """One score per case over all windows. A case that no window found stays absent.

    A case that a window did not find gets `floor` for it or, without one, that window's lowest score.
    """
    present = np.isfinite(scores)
    if fold == "best":
        return np.asarray(scores.max(axis=0, initial=ABSENT), dtype=np.float64)
    lowest = np.where(present, scores, np.inf).min(axis=1, initial=np.inf, keepdims=True)
    filled = np.where(present, scores, lowest if floor is None else floor)
    counted = filled[present.any(axis=1)].astype(np.float64)
    return np.where(present.any(axis=0), counted.sum(axis=0) / max(len(counted), 1), ABSENT)


# A narrative of 500 words asks several things; each window asks about one of them.

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+(?=[\"'“(]?[A-Z0-9])|\n\s*\n")


def split_windows(text: str, words: int, most: int) -> tuple[str, ...]:
    """Pieces of about `words` words, cut at sentences, at most `most` of them; a short text is one piece.

    A text that would need more windows gets longer ones, so that none of it is dropped.
    """
    sentences = [piece for piece in _SENTENCE_END.split(text) if piece.strip()]
    total = sum(len(sentence.split()) for sentence in sentences)
    if total == 0:
        return ()
    count = min(most, max(1, round(total / words)))
    size = total / count
    windows: list[list[str]] = [[]]
    used = 0
    for sentence in sentences:
        length = len(sentence.split())
        if windows[-1] and used + length / 2 > size * len(windows) and len(windows) < count:
            windows.append([])
        windows[-1].append(sentence)
        used += length
    return tuple(" ".join(window) for window in windows)


# Which passage of a case to show: the one that best answers any window, by all searchers of the plan together.


@dataclass(frozen=True, slots=True)
class WindowMatch:
    """A passage, and the window of the query that it answers."""

    row: int
    window: int


def best_passages(
    cases: Sequence[int], windows: Windows, searchers: Sequence[tuple[Searcher, float]], first_row: Rows, rows: int
) -> list[WindowMatch]:
    """For each case its best admitted passage; ties go to the earlier passage, then the earlier window.

    Windows differ in length and searchers in scale, so a passage is judged by its share of the window's best score.
    """
    ends = np.append(first_row[1:], rows)
    owned = [np.arange(first_row[case], ends[case], dtype=np.int32) for case in cases]
    mask = windows.masks[0]  # the windows of one query share their mask
    if mask is not None:
        owned = [passages[mask[passages]] for passages in owned]
    every = np.concatenate(owned)
    total = np.zeros((len(windows.texts), len(every)))
    for searcher, weight in searchers:
        scores = searcher.passages(windows, every).astype(np.float64)
        total += weight * scores / np.maximum(np.abs(scores).max(axis=1, keepdims=True), 1e-9)
    total = np.round(total, SCORE_DECIMALS)
    answers, start = [], 0
    for passages in owned:
        of_passages = total[:, start : start + len(passages)]
        column = int(of_passages.max(axis=0).argmax())
        answers.append(WindowMatch(int(passages[column]), int(of_passages[:, column].argmax())))
        start += len(passages)
    return answers


# The searcher that compares fact sheets, so that facts count and wording does not.

# Scores of all cases (columns, in index order) for each text (rows); 0 where no fact is shared.
Agree = Callable[[Sequence[str]], Scores]


class WholeCaseSearcher:
    """What searchers of whole cases have in common: they read the text of a window, and score no passage by itself."""

    needs_vectors = False
    floor = 0.0

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """Zeros: only whole cases are scored."""
        return np.zeros((len(windows.texts), len(rows)), dtype=np.float32)


class FactsSearcher(WholeCaseSearcher):
    """Ranks cases by how far their fact sheets agree with the query's. A passage has no fact sheet."""

    name = "facts"

    def __init__(self, agree: Agree, first_row: Rows) -> None:
        self._agree = agree
        self._first_row = first_row

    def cases(self, windows: Windows) -> Scores:
        """The agreement of each case that shares a fact with the window."""
        return found_cases(self._agree(windows.texts), windows.masks, self._first_row)
