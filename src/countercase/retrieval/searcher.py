"""What every searcher does: score cases for windows of a query, and score the passages of a case."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int32]
Scores = NDArray[np.float32]
Mask = NDArray[np.bool_]
Fold = Literal["best", "top3", "windows"]  # windows.py says what each means

SCORE_DECIMALS = 5  # a batched product rounds differently from a single one; below this no order is meant
ABSENT = -np.inf  # the score of a case that was not found, or that the filter does not admit


@dataclass(frozen=True, slots=True)
class Windows:
    """Pieces of queries to search for, and how."""

    texts: tuple[str, ...]
    vectors: Scores | None = None  # a unit row for each text, where a searcher of the plan needs them
    masks: tuple[Mask | None, ...] = ()  # for each text, the rows it may find; none given: all
    fold: Fold = "windows"
    pool: int = 500  # passages asked of an approximate searcher for each text
    speaking: tuple[Mask | None, ...] = ()  # for each text, the cases whose citing sentences count

    def __post_init__(self) -> None:
        """Give every text its masks."""
        object.__setattr__(self, "masks", self.masks or (None,) * len(self.texts))
        object.__setattr__(self, "speaking", self.speaking or (None,) * len(self.texts))

    def needed_vectors(self) -> Scores:
        """The vectors, for a searcher that cannot do without."""
        if self.vectors is None:
            raise ValueError("this searcher needs the vectors of the windows")
        return self.vectors


class Searcher(Protocol):
    """One way of ranking cases. Rows are passages, in index order, those of a case together."""

    @property
    def name(self) -> str:
        """The word that plans and traces use."""
        ...

    @property
    def needs_vectors(self) -> bool:
        """Whether windows must come with their vectors."""
        ...

    @property
    def floor(self) -> float | None:
        """The score of a case that shares nothing with the window. None: the lowest score found."""
        ...

    def cases(self, windows: Windows) -> Scores:
        """Windows x cases: the score of each case through the rows that the window's mask admits."""
        ...

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """Windows x rows: how well each of these passages answers; zeros where a searcher only knows cases."""
        ...


@dataclass(frozen=True, slots=True)
class Candidates:
    """The best passages for one window, best first; equal scores in row order."""

    rows: Rows
    scores: Scores


def best(scores: Scores, pool: int, floor: float | None = None) -> Candidates:
    """The best `pool` rows of a full score vector; rows at or under `floor` do not match at all."""
    scores = np.round(scores, SCORE_DECIMALS)
    rows = np.arange(len(scores)) if floor is None else np.flatnonzero(scores > floor)
    if len(rows) > pool:
        cut = np.partition(scores[rows], len(rows) - pool)[len(rows) - pool]
        rows = rows[scores[rows] >= cut]
    kept = rows[np.argsort(-scores[rows], kind="stable")[:pool]]
    return Candidates(kept.astype(np.int32), scores[kept].astype(np.float32))


# A searcher that is opened at its first search: Chroma takes a second and 200 MB to import.


class LazySearcher:
    """Stands in for a searcher until a plan asks for it."""

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
