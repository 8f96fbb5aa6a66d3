"""The dual encoder's role: exact inner product of query and passage vectors."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from countercase.retrieval.searcher import ABSENT, SCORE_DECIMALS, Rows, Scores, Windows
from countercase.retrieval.windows import case_blocks, of_case

BLOCK = 16384  # rows multiplied at a time: the scores of a batch of windows stay small
IN_MEMORY = 128 * 2**20  # values that are kept as float32 after the first search: twice the file, and 10 times faster


class DenseSearcher:
    """Searches every allowed row; nothing is approximated, so equal queries rank alike whatever else is indexed."""

    name = "dense"
    needs_vectors = True
    floor = None

    def __init__(self, vectors: NDArray[np.float16], first_row: Rows) -> None:
        self._stored = vectors
        self._first_row = first_row

    @cached_property
    def _vectors(self) -> NDArray[np.float32] | NDArray[np.float16]:
        return self._stored.astype(np.float32) if self._stored.size <= IN_MEMORY else self._stored

    def cases(self, windows: Windows) -> Scores:
        """The passages of each case, folded, for each window."""
        queries = windows.needed_vectors()
        folded = np.empty((len(queries), len(self._first_row)), dtype=np.float32)
        for cases, rows in case_blocks(self._first_row, len(self._vectors), BLOCK):
            scores = inner_products(queries, self._vectors[rows])
            for line, mask in zip(scores, windows.masks, strict=True):
                if mask is not None:
                    line[~mask[rows]] = ABSENT
            folded[:, cases] = of_case(scores, self._first_row[cases] - rows.start, windows.fold)
        return np.round(folded, SCORE_DECIMALS)

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """The inner product of each passage."""
        return np.round(inner_products(windows.needed_vectors(), self._vectors[rows]), SCORE_DECIMALS)


def inner_products(queries: Scores, vectors: NDArray[np.float32] | NDArray[np.float16]) -> Scores:
    """Every query against every row."""
    products: Scores = queries @ np.asarray(vectors, dtype=np.float32).T
    return products
