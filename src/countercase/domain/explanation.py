"""Sentences about a precedent, each with the stored text that supports it."""

from dataclasses import dataclass
from enum import StrEnum

from countercase.domain.case import CaseId, Voice
from countercase.domain.span import Span


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
