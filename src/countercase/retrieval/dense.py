"""Dense retrieval: exact inner products of query and passage vectors."""

import numpy as np
from numpy.typing import NDArray

from countercase.retrieval.searcher import ABSENT, SCORE_DECIMALS, Rows, Scores, Windows
from countercase.retrieval.windows import case_blocks, of_case

BLOCK = 1024  # rows widened at a time: they stay in the processor's cache
# A product this small runs on one thread: for a few windows the hand-over to others takes ten times the work itself.
_SMALL_ROWS, _SMALL_QUERIES = 128, 8

_HALF_TO_SINGLE = np.float32(2.0**112)  # the exponents of the two kinds of number start 112 apart
_KEPT_BITS = np.uint32(0x8FFFE000).astype(np.int32)  # sign, exponent and fraction, once moved up by 13


class DenseSearcher:
    """Searches every allowed row; nothing is approximated, so equal queries rank alike whatever else is indexed.

    The vectors stay in their memory-mapped file; a search converts one block at a time and keeps none.
    """

    name = "dense"
    needs_vectors = True
    floor = None

    def __init__(self, vectors: NDArray[np.float16], first_row: Rows) -> None:
        self._vectors = vectors
        self._first_row = first_row

    def cases(self, windows: Windows) -> Scores:
        """The score of each case for each window, folded from its passages."""
        queries = windows.needed_vectors()
        folded = np.empty((len(queries), len(self._first_row)), dtype=np.float32)
        blocks = list(case_blocks(self._first_row, len(self._vectors), BLOCK))
        room = np.empty((max(rows.stop - rows.start for _, rows in blocks), queries.shape[1]), dtype=np.int32)
        for cases, rows in blocks:
            scores = _in_small_products(queries, widened(self._vectors[rows], room))
            for line, mask in zip(scores, windows.masks, strict=True):
                if mask is not None:
                    line[~mask[rows]] = ABSENT
            folded[:, cases] = of_case(scores, self._first_row[cases] - rows.start, windows.fold)
        return np.round(folded, SCORE_DECIMALS)

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """The inner product of each passage."""
        vectors = self._vectors[rows]
        wide = widened(vectors, np.empty(vectors.shape, dtype=np.int32))
        return np.round(_in_small_products(windows.needed_vectors(), wide), SCORE_DECIMALS)


def inner_products(queries: Scores, vectors: NDArray[np.float32] | NDArray[np.float16]) -> Scores:
    """Every query against every row."""
    products: Scores = queries @ np.asarray(vectors, dtype=np.float32).T
    return products


def widened(halves: NDArray[np.float16], room: NDArray[np.int32]) -> Scores:
    """Finite half-precision numbers as single precision, exactly: six times faster than NumPy's conversion.

    The result goes into `room`, which the next block reuses: allocating takes longer than converting.
    """
    bits = room[: len(halves)]
    np.copyto(bits, halves.view(np.int16))
    np.left_shift(bits, 13, out=bits)
    np.bitwise_and(bits, _KEPT_BITS, out=bits)
    wide = bits.view(np.float32)
    np.multiply(wide, _HALF_TO_SINGLE, out=wide)
    return wide


def _in_small_products(queries: Scores, vectors: Scores) -> Scores:
    """Every query against every row, in products that are each small enough for one thread."""
    whole = len(vectors) - len(vectors) % _SMALL_ROWS
    pieces = vectors[:whole].reshape(-1, _SMALL_ROWS, vectors.shape[1])
    products = np.empty((len(queries), len(vectors)), dtype=np.float32)
    for start in range(0, len(queries), _SMALL_QUERIES):
        batch = np.ascontiguousarray(queries[start : start + _SMALL_QUERIES].T, dtype=np.float32)
        target = products[start : start + _SMALL_QUERIES]
        target[:, :whole] = (pieces @ batch).reshape(whole, batch.shape[1]).T
        target[:, whole:] = (vectors[whole:] @ batch).T
    return products
