"""Queries, rankings, the models that rank, and why a case has its rank. Ranks start at 1; a higher score is better."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from countercase.domain.case import CaseId, Chunk, Outcome, SectionType, Voice
from countercase.domain.provision import Provision
from countercase.domain.span import Span

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


# Sentences about a precedent, each with the stored text that supports it.


class Point(StrEnum):
    """The purpose of a sentence."""

    SHARED = "shared"
    PASSAGE = "passage"
    DIFFERENCE = "difference"
    HOLDING = "holding"
    OUTCOME = "outcome"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Anchor:
    """Characters of the stored text of a case; `paragraph` is the number that the source printed."""

    case_id: CaseId
    paragraph: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement about the precedent. `quote` is the anchored text, and the statement may say no more than that."""

    text: str
    anchor: Anchor
    quote: str
    point: Point
    voice: Voice | None = None  # who speaks in the quote; None if the system that wrote the sentence does not say

    def __post_init__(self) -> None:
        if len(self.quote) != len(self.anchor.span):
            raise ValueError(f"a quote of {len(self.quote)} characters is not a span of {len(self.anchor.span)}")


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a precedent has its rank."""

    case_id: CaseId
    sentences: tuple[Statement, ...]

    @property
    def text(self) -> str:
        """The sentences as one paragraph."""
        return " ".join(sentence.text for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Holding:
    """What was ordered, who won ("the accused", "the State"; "cannot be told"), and on which ground.

    `position` is `appellant` or `respondent`, whichever won, or empty; `partly` says that it won only in part.
    """

    order: Statement | None
    winner: str
    winner_line: str
    ground: Statement | None
    position: str = ""
    partly: bool = False


class Move(StrEnum):
    """The effect of a change of one fact on a precedent."""

    LEFT = "left"
    ENTERED = "entered"
    ROSE = "rose"
    FELL = "fell"


@dataclass(frozen=True, slots=True)
class MovedPrecedent:
    """A precedent that moved. A rank of None means outside the list. No sentence means no fact explains the move."""

    case_id: CaseId
    move: Move
    before: int | None
    after: int | None
    sentence: Statement | None = None


@dataclass(frozen=True, slots=True)
class RankExplanation:
    """Why the ranks moved along one edge of the tree.

    `wording_only` is True if edits that change no fact move the ranks as much, and None if that was not measured.
    """

    node: int
    change: str
    note: str
    wording_only: bool | None
    moves: tuple[MovedPrecedent, ...]
