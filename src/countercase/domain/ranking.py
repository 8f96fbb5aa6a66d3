"""Queries, rankings, and the models that rank. Ranks start at 1; a higher score is better."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Protocol

from countercase.domain.case import CaseId, Chunk, Outcome, SectionType
from countercase.domain.provision import Provision

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class CaseFilter:
    """Which cases and passages may be returned. An empty filter admits all; it applies to every searcher."""

    first_year: int | None = None
    last_year: int | None = None
    decided_before: date | None = None
    courts: frozenset[str] = frozenset()
    min_bench: int | None = None
    provisions: frozenset[Provision] = frozenset()
    outcomes: frozenset[Outcome] = frozenset()
    sections: frozenset[SectionType] = frozenset()
    excluded: frozenset[CaseId] = frozenset()  # such as the case whose facts are the query


@dataclass(frozen=True, slots=True)
class Query:
    """The search text, and the filter on results."""

    text: str
    filter: CaseFilter = field(default_factory=CaseFilter)


@dataclass(frozen=True, slots=True)
class StageScore:
    """The position a stage gave the passage; `rank` is None if the stage gives only a score."""

    stage: str
    score: float
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Precedent:
    """A case returned for a query, with its best passage and the score of every stage."""

    rank: int
    case_id: CaseId
    score: float
    passage: Chunk
    stages: tuple[StageScore, ...] = ()

    def score_of(self, stage: str) -> float | None:
        """The score that a stage gave, or None if the case did not pass through it."""
        return next((entry.score for entry in self.stages if entry.stage == stage), None)


@dataclass(frozen=True, slots=True)
class RankShift:
    """How a ranking moved. A case outside the top k has rank k + 1."""

    k: int
    displacement: Mapping[CaseId, int]
    dropped: tuple[CaseId, ...]
    entered: tuple[CaseId, ...]
    stable: tuple[CaseId, ...]

    @property
    def mean(self) -> float:
        """Mean rank displacement over all cases in either top k; 0.0 if both are empty."""
        return sum(self.displacement.values()) / len(self.displacement) if self.displacement else 0.0


# What retrieval needs from a text encoder and a re-ranker; the weights and libraries are in `countercase.models`.


class Encoder(Protocol):
    """A dual encoder: the inner product of a query row and a passage row is their similarity."""

    @property
    def name(self) -> str:
        """The name of the model; an index made under another name is not searched with this one."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a row."""
        ...

    def encode_queries(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit-length row per query, in order; a row does not depend on the rest of the batch."""
        ...

    def encode_passages(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit-length row per passage, in order; a row does not depend on the rest of the batch."""
        ...


class Reranker(Protocol):
    """A cross-encoder: reads query and passage together."""

    @property
    def name(self) -> str:
        """The name of the model; part of the cache key of a score."""
        ...

    def score(self, pairs: Sequence[tuple[str, str]]) -> "NDArray[np.float32]":
        """The raw logit of each (query, passage), in order; higher is better."""
        ...
