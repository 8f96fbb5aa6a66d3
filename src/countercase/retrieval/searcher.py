"""What every searcher does: rank passages for windows of a query. Rows are places in the index, in chunk order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int32]
Scores = NDArray[np.float32]
Mask = NDArray[np.bool_]

SCORE_DECIMALS = 5  # a batched product rounds differently from a single one; below this no order is meant


@dataclass(frozen=True, slots=True)
class Windows:
    """Pieces of queries to search for; `vectors` has a unit row for each where a searcher of the plan needs them."""

    texts: tuple[str, ...]
    vectors: Scores | None = None


@dataclass(frozen=True, slots=True)
class Candidates:
    """The best passages for one window, best first; equal scores in row order."""

    rows: Rows
    scores: Scores


class Searcher(Protocol):
    """One way of ranking passages."""

    @property
    def name(self) -> str:
        """The word that plans and traces use."""
        ...

    @property
    def needs_vectors(self) -> bool:
        """Whether windows must come with their vectors."""
        ...

    def search(self, windows: Windows, pool: int, allowed: Sequence[Mask | None]) -> list[Candidates]:
        """The best `pool` passages for each window, from the rows its mask admits (all where it is None)."""
        ...


def best(scores: Scores, pool: int, allowed: Mask | None, floor: float | None = None) -> Candidates:
    """The best `pool` rows of a full score vector; rows at or under `floor` do not match at all."""
    scores = np.round(scores, SCORE_DECIMALS)
    rows = np.arange(len(scores)) if allowed is None else np.flatnonzero(allowed)
    if floor is not None:
        rows = rows[scores[rows] > floor]
    if len(rows) > pool:
        cut = np.partition(scores[rows], len(rows) - pool)[len(rows) - pool]
        rows = rows[scores[rows] >= cut]
    order = np.argsort(-scores[rows], kind="stable")[:pool]
    kept = rows[order]
    return Candidates(kept.astype(np.int32), scores[kept].astype(np.float32))
