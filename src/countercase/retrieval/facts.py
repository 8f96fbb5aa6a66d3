"""Ranks cases by how far their fact sheets agree with the query's, so that facts count and wording does not."""

from collections.abc import Callable, Sequence

import numpy as np

from countercase.retrieval.searcher import ABSENT, SCORE_DECIMALS, Rows, Scores, Windows
from countercase.retrieval.windows import only_admitted

# Scores of all cases (columns, in index order) for each text (rows); 0 where no fact is shared.
Agree = Callable[[Sequence[str]], Scores]


class FactsSearcher:
    """Scores whole cases; a passage has no fact sheet."""

    name = "facts"
    needs_vectors = False
    floor = 0.0

    def __init__(self, agree: Agree, first_row: Rows) -> None:
        self._agree = agree
        self._first_row = first_row

    def cases(self, windows: Windows) -> Scores:
        """The agreement of each case that shares a fact with the window."""
        scores = np.round(self._agree(windows.texts), SCORE_DECIMALS)
        scores[scores <= 0] = ABSENT
        return only_admitted(scores, windows.masks, self._first_row)

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """Nothing: a fact sheet is of a whole case."""
        return np.zeros((len(windows.texts), len(rows)), dtype=np.float32)
