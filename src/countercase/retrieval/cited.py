"""How later judgments describe a case: a passage that answers the query speaks for the cases it cites."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from countercase.retrieval.searcher import Candidates, Mask, Searcher, Windows

DEPTH = 1000  # passages asked of the inner searcher: few of them cite a stored case


class CitedSearcher:
    """Passes the hits of another searcher on to the cases that those passages cite.

    A hit stands at the first passage of the cited case. Both the citing passage and the cited case must be admitted,
    so with `decided before` only judgments of that time speak.
    """

    name = "cited"

    def __init__(self, inner: Searcher, links: NDArray[np.int32], first_row: NDArray[np.int32]) -> None:
        """`links` are lines (citing row, cited case), sorted; `first_row[case]` is where a case begins."""
        self._inner = inner
        self._sources, self._targets = links[:, 0], links[:, 1]
        self._first_row = first_row

    @property
    def needs_vectors(self) -> bool:
        """As the searcher whose hits are passed on."""
        return self._inner.needs_vectors

    def search(self, windows: Windows, pool: int, allowed: Sequence[Mask | None]) -> list[Candidates]:
        """The best `pool` cited cases for each window."""
        found = self._inner.search(windows, DEPTH, allowed)
        return [self._passed_on(candidates, pool, mask) for candidates, mask in zip(found, allowed, strict=True)]

    def _passed_on(self, candidates: Candidates, pool: int, mask: Mask | None) -> Candidates:
        left = np.searchsorted(self._sources, candidates.rows, side="left")
        right = np.searchsorted(self._sources, candidates.rows, side="right")
        best: dict[int, float] = {}
        for start, end, score in zip(left.tolist(), right.tolist(), candidates.scores.tolist(), strict=True):
            for case in self._targets[start:end].tolist():
                best.setdefault(int(self._first_row[case]), score)  # hits come best first
        rows = [row for row in best if mask is None or mask[row]]
        rows = sorted(rows, key=lambda row: (-best[row], row))[:pool]
        return Candidates(np.array(rows, dtype=np.int32), np.array([best[row] for row in rows], dtype=np.float32))
