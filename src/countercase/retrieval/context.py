"""A passage means what its judgment is about: its vector leans towards its neighbours and its case."""

import numpy as np
from numpy.typing import NDArray

from countercase.retrieval.fold import case_blocks
from countercase.retrieval.searcher import Rows

# Tuned on the development citation set, where a passage alone ranks worse (docs/decisions/fusion.md).
NEIGHBOUR, CASE = 0.5, 0.3
BLOCK = 16384  # rows worked on at a time


def in_context(
    vectors: NDArray[np.float16], words: NDArray[np.int32], first_row: Rows
) -> tuple[NDArray[np.float16], NDArray[np.float16]]:
    """Unit rows for passages and for cases. A case is the mean of its passages by their length; a passage has half of
    those beside it, and three tenths of its case.
    """
    leaning = np.empty(vectors.shape, dtype=np.float16)
    whole = np.empty((len(first_row), vectors.shape[1]), dtype=np.float16)
    for cases, rows in case_blocks(first_row, len(vectors), BLOCK):
        told = vectors[rows].astype(np.float32) * words[rows, None]
        leaning[rows], whole[cases] = _leaning(told, first_row[cases] - rows.start)
    return leaning, whole


def _leaning(told: NDArray[np.float32], first_row: Rows) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    beside = told.copy()
    inner = np.ones(len(told), dtype=bool)
    inner[first_row] = False  # rows with a neighbour before them
    after = np.flatnonzero(inner)
    beside[after] += NEIGHBOUR * told[after - 1]
    beside[after - 1] += NEIGHBOUR * told[after]
    whole = _unit(np.add.reduceat(told, first_row, axis=0))
    case_of = np.cumsum(~inner) - 1
    return _unit(_unit(beside) + CASE * whole[case_of]), whole


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    unit: NDArray[np.float32] = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return unit
