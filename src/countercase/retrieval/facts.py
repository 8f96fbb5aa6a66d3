"""Cases ranked by agreement of their fact sheets with the query's: the ranking answers to facts and not to wording."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from countercase.retrieval.searcher import Candidates, Mask, Windows, best

# Scores of all cases (columns, in index order) for each text (rows); 0 where no fact is shared.
Agree = Callable[[Sequence[str]], NDArray[np.float32]]


class FactsSearcher:
    """A hit stands at the first admitted passage of the case."""

    name = "facts"
    needs_vectors = False

    def __init__(self, agree: Agree, case_of: NDArray[np.int32], first_row: NDArray[np.int32]) -> None:
        self._agree = agree
        self._case_of = case_of
        self._first_row = first_row

    def search(self, windows: Windows, pool: int, allowed: Sequence[Mask | None]) -> list[Candidates]:
        """The best `pool` cases for each window."""
        scores = self._agree(windows.texts)
        return [self._hits(line, pool, mask) for line, mask in zip(scores, allowed, strict=True)]

    def _hits(self, scores: NDArray[np.float32], pool: int, mask: Mask | None) -> Candidates:
        rows = self._first_row if mask is None else self._first_admitted(mask)
        admitted = None if mask is None else rows >= 0
        found = best(scores, pool, admitted, floor=0.0)
        return Candidates(rows[found.rows].astype(np.int32), found.scores)

    def _first_admitted(self, mask: Mask) -> NDArray[np.int32]:
        first = np.full(len(self._first_row), -1, dtype=np.int32)
        rows = np.flatnonzero(mask)[::-1]
        first[self._case_of[rows]] = rows
        return first
