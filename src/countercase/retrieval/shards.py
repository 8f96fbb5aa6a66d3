"""An index split into shards that are searched in parallel. A case is in one shard, so the merge is exact.

Scores need no correction: an inner product does not depend on other passages, and BM25 weights were computed over the
whole corpus before it was split.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np

from countercase.retrieval.bm25 import Bm25Searcher, takes_apart
from countercase.retrieval.dense import DenseSearcher
from countercase.retrieval.index import open_generation
from countercase.retrieval.searcher import Rows, Scores, Windows

Kind = Literal["dense", "bm25"]


@dataclass(frozen=True, slots=True)
class Shard:
    """The cases of a shard and their rows, as half-open ranges."""

    first_case: int
    last_case: int
    first_row: int
    last_row: int

    @property
    def rows(self) -> slice:
        """Its rows, as a slice of any array over all rows."""
        return slice(self.first_row, self.last_row)


def split_index(first_row: Rows, rows: int, count: int) -> tuple[Shard, ...]:
    """About `count` parts of equal size, split between cases; fewer if there are fewer cases."""
    starts = [*first_row.tolist(), rows]
    ends = {int(np.searchsorted(first_row, rows * part / count)) for part in range(1, count)}
    cuts = [0, *sorted(ends - {0, len(first_row)}), len(first_row)]
    return tuple(Shard(a, b, starts[a], starts[b]) for a, b in pairwise(cuts))


@dataclass(frozen=True, slots=True)
class ShardQuestion:
    """What a shard is asked: windows with their masks cut to its rows. If `rows` is set, it asks for those passages.

    `rows` counts from the first row of the shard. `apart` says for each window whether its mask splits judgments in any
    shard, which one shard cannot know.
    """

    kind: Kind
    windows: Windows
    apart: tuple[bool, ...]
    rows: Rows | None = None


class _Bm25Shard(Bm25Searcher):
    """BM25 over the judgments of one shard."""

    def __init__(self, folder: Path, first_row: Rows, shard: Shard, ngrams: int) -> None:
        super().__init__(folder, first_row, ngrams)
        self._judgments = self._judgments.tocsr()[:, shard.first_case : shard.last_case]
        self._passages = self._passages.tocsr()[:, shard.rows]


class ShardSearcher:
    """Answers for one shard of a generation; it reads only its own part of the vectors."""

    def __init__(self, generation: Path, shard: Shard) -> None:
        files = open_generation(generation, check=False)  # whoever split it has checked it
        first_row = files.first_row[shard.first_case : shard.last_case] - shard.first_row
        self._searchers: dict[Kind, DenseSearcher | _Bm25Shard] = {
            "dense": DenseSearcher(np.array(files.vectors[shard.rows]), first_row),
            "bm25": _Bm25Shard(generation / "bm25", first_row, shard, files.manifest.ngrams),
        }

    def __call__(self, question: ShardQuestion) -> Scores:
        """Windows x cases of the shard, or windows x the rows that were asked for."""
        searcher = self._searchers[question.kind]
        if question.rows is not None:
            return searcher.passages(question.windows, question.rows)
        if isinstance(searcher, Bm25Searcher):
            return searcher.cases(question.windows, question.apart)
        return searcher.cases(question.windows)


Ask = Callable[[Sequence[ShardQuestion]], Sequence[Scores]]  # one question for each shard, one answer from each


class ShardedSearcher:
    """A searcher over an index in shards; its scores are the same as over the whole."""

    def __init__(self, kind: Kind, shards: Sequence[Shard], first_row: Rows, ask: Ask) -> None:
        whole: type[DenseSearcher | Bm25Searcher] = DenseSearcher if kind == "dense" else Bm25Searcher
        self.name, self.needs_vectors, self.floor = whole.name, whole.needs_vectors, whole.floor
        self._kind: Kind = kind
        self._shards = shards
        self._first_row = first_row
        self._ask = ask

    def cases(self, windows: Windows) -> Scores:
        """The scores of all shards, side by side."""
        apart = tuple(mask is not None and takes_apart(mask, self._first_row) for mask in windows.masks)
        questions = [ShardQuestion(self._kind, _cut_windows(windows, shard), apart) for shard in self._shards]
        return np.concatenate(list(self._ask(questions)), axis=1)

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """Each shard scores its own rows."""
        plain = replace(windows, masks=())
        inside = [(rows >= shard.first_row) & (rows < shard.last_row) for shard in self._shards]
        questions = [
            ShardQuestion(self._kind, plain, (), (rows[is_inside] - shard.first_row).astype(np.int32))
            for shard, is_inside in zip(self._shards, inside, strict=True)
        ]
        scores = np.zeros((len(windows.texts), len(rows)), dtype=np.float32)
        for is_inside, shard_scores in zip(inside, self._ask(questions), strict=True):
            scores[:, is_inside] = shard_scores
        return scores


def _cut_windows(windows: Windows, shard: Shard) -> Windows:
    return replace(windows, masks=tuple(None if mask is None else mask[shard.rows] for mask in windows.masks))
