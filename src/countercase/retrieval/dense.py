"""The dual encoder's role: exact inner product of query and passage vectors."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from countercase.retrieval.searcher import Candidates, Mask, Scores, Windows, best

BLOCK = 16384  # rows turned from float16 to float32 at a time: the copy stays in the cache


class DenseSearcher:
    """Searches every allowed row; nothing is approximated, so equal queries rank alike whatever else is indexed."""

    name = "dense"
    needs_vectors = True

    def __init__(self, vectors: NDArray[np.float16]) -> None:
        self._vectors = vectors

    def search(self, windows: Windows, pool: int, allowed: Sequence[Mask | None]) -> list[Candidates]:
        """The best `pool` passages for each window."""
        if windows.vectors is None:
            raise ValueError("the dense searcher needs the vectors of the windows")
        scores = inner_products(windows.vectors, self._vectors)
        return [best(row, pool, mask) for row, mask in zip(scores, allowed, strict=True)]


def inner_products(queries: Scores, vectors: NDArray[np.float16]) -> Scores:
    """Every query against every row."""
    scores = np.empty((len(queries), len(vectors)), dtype=np.float32)
    for start in range(0, len(vectors), BLOCK):
        block = np.asarray(vectors[start : start + BLOCK], dtype=np.float32)
        np.matmul(queries, block.T, out=scores[:, start : start + BLOCK])
    return scores
