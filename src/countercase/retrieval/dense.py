"""Dense retrieval: exact inner products of query and passage vectors, and how the vectors of an index are made.

A passage is about what its judgment is about, so its vector leans towards its neighbours and its case.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from countercase.domain.case import Chunk
from countercase.domain.ranking import Encoder
from countercase.files import checksum_of
from countercase.retrieval.searcher import ABSENT, SCORE_DECIMALS, Rows, Scores, Windows, case_blocks, of_case

SEARCH_BLOCK = 1024  # rows converted at a time, so that they stay in the processor's cache
# A product this small runs on one thread: for a few windows, handing it to other threads takes ten times as long.
_SMALL_ROWS, _SMALL_QUERIES = 128, 8

_HALF_TO_SINGLE = np.float32(2.0**112)  # the exponent biases of the two formats are 112 apart
_HALF_BITS = np.uint32(0x8FFFE000).astype(np.int32)  # sign, exponent and fraction, after the shift by 13


class DenseSearcher:
    """Searches every admitted row. Nothing is approximated, so equal queries rank alike whatever else is indexed.

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
        blocks = list(case_blocks(self._first_row, len(self._vectors), SEARCH_BLOCK))
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

    The result is written into `room`, which the next block reuses: allocating takes longer than converting.
    """
    bits = room[: len(halves)]
    np.copyto(bits, halves.view(np.int16))
    np.left_shift(bits, 13, out=bits)
    np.bitwise_and(bits, _HALF_BITS, out=bits)
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


# The vectors of an index, written block by block: of each passage alone, then of each passage in its context.

# Tuned on the development citation set, where a passage alone ranks worse (docs/decisions/fusion.md).
NEIGHBOUR, CASE = 0.5, 0.3
BUILD_BLOCK = 16384  # rows worked on at a time

Progress = Callable[[str, int, int], None]


def in_context(
    vectors: Callable[[slice], NDArray[np.float16]], words: NDArray[np.int32], first_row: Rows
) -> Iterator[tuple[NDArray[np.float16], NDArray[np.float16]]]:
    """Unit-length rows for passages and cases, block by block. A case is the mean of its passages, weighted by length;
    a passage adds half of each neighbour and three tenths of its case. `vectors` reads some rows.
    """
    for cases, rows in case_blocks(first_row, len(words), BUILD_BLOCK):
        weighted = vectors(rows).astype(np.float32) * words[rows, None]
        leaning, whole = _leaning(weighted, first_row[cases] - rows.start)
        yield leaning.astype(np.float16), whole.astype(np.float16)


def _leaning(weighted: NDArray[np.float32], first_row: Rows) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    beside = weighted.copy()
    inner = np.ones(len(weighted), dtype=bool)
    inner[first_row] = False  # rows with a neighbour before them
    after = np.flatnonzero(inner)
    beside[after] += NEIGHBOUR * weighted[after - 1]
    beside[after - 1] += NEIGHBOUR * weighted[after]
    whole = _unit(np.add.reduceat(weighted, first_row, axis=0))
    case_of = np.cumsum(~inner) - 1
    return _unit(_unit(beside) + CASE * whole[case_of]), whole


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    unit: NDArray[np.float32] = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return unit


@contextmanager
def _rows_file(path: Path, rows: int, width: int) -> Iterator[Callable[[NDArray[np.float16]], None]]:
    """Write an array as `np.save` does, some rows at a time."""
    header = {"descr": "<f2", "fortran_order": False, "shape": (rows, width)}
    with path.open("wb") as stream:
        np.lib.format.write_array_header_1_0(stream, header)
        yield lambda block: np.ascontiguousarray(block, dtype="<f2").tofile(stream)


def write_encoded(
    work: Path,
    chunks: Iterable[Chunk],
    hashes: NDArray[np.uint64],
    encoder: Encoder,
    old: Path | None,
    progress: Progress,
) -> None:
    """Write the vector of each passage alone. Passages that the old generation has are not encoded again."""
    known_hashes, known_rows, known_vectors = _known_vectors(old, encoder)
    is_new = ~np.isin(hashes, known_hashes)
    at_once = getattr(encoder, "at_once", 256)  # a cluster takes more
    done, total = 0, int(is_new.sum())
    texts = (chunk.text for chunk in chunks)
    with _rows_file(work / "encoded.npy", len(hashes), encoder.dimension) as write:
        for begin in range(0, len(hashes), BUILD_BLOCK):
            some, new = hashes[begin : begin + BUILD_BLOCK], is_new[begin : begin + BUILD_BLOCK]
            passages = list(islice(texts, len(some)))
            block = np.zeros((len(some), encoder.dimension), dtype=np.float16)
            if not new.all():
                block[~new] = known_vectors[known_rows[np.searchsorted(known_hashes, some[~new])]]
            rows = np.flatnonzero(new).tolist()
            for start in range(0, len(rows), at_once):
                progress("vectors", done, total)
                batch = rows[start : start + at_once]
                block[batch] = encoder.encode_passages([passages[row] for row in batch])
                done += len(batch)
            write(block)
    progress("vectors", total, total)


def write_vectors(work: Path, lengths: NDArray[np.int32], first_row: NDArray[np.int32], width: int) -> None:
    """Write the vectors of passages in context, and those of cases."""

    def encoded(rows: slice) -> NDArray[np.float16]:
        block: NDArray[np.float16] = np.load(work / "encoded.npy", mmap_mode="r")[rows]  # unmapped after use
        return block

    with (
        _rows_file(work / "vectors.npy", len(lengths), width) as write,
        _rows_file(work / "case_vectors.npy", len(first_row), width) as write_cases,
    ):
        for leaning, whole in in_context(encoded, lengths, first_row):
            write(leaning)
            write_cases(whole)


def _known_vectors(
    old: Path | None, encoder: Encoder
) -> tuple[NDArray[np.uint64], NDArray[np.intp], NDArray[np.float16]]:
    """The old generation: passage hashes in order, the row of each, and the memory-mapped vectors."""
    nothing = np.zeros(0, np.uint64), np.zeros(0, np.intp), np.zeros((0, encoder.dimension), np.float16)
    if old is None:
        return nothing
    try:
        manifest = json.loads((old / "manifest.json").read_text(encoding="utf-8"))
        sound = all(manifest["files"][name] == checksum_of(old / name) for name in ("encoded.npy", "hashes.npy"))
        if manifest["shape"]["encoder"] != encoder.name or not sound:
            return nothing
        hashes = np.load(old / "hashes.npy")
        rows = np.argsort(hashes, kind="stable")
        return hashes[rows], rows, np.load(old / "encoded.npy", mmap_mode="r")
    except (OSError, ValueError, KeyError):
        return nothing  # a damaged generation gives nothing; everything is encoded again
