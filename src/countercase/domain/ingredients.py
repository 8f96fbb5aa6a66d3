"""What a matter says of the ingredients of its charges, claims, defences and safeguards."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from countercase.domain.provision import Provision
from countercase.domain.span import Span


class IngredientStatus(StrEnum):
    """What the matter says of an ingredient."""

    MET = "met"
    CONTRARY = "contrary"
    DISPUTED = "disputed"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class ClauseReading:
    """What a learned reader makes of a clause: the ingredient, its status, and how likely it is."""

    clause: int
    ingredient: str
    status: IngredientStatus
    chance: float


class ClauseReader(Protocol):
    """Reads clauses for ingredients that the rules pass over."""

    def read(self, clauses: Sequence[str], wanted: Collection[str]) -> Sequence[ClauseReading]:
        """What the clauses say of the wanted ingredients, where that is likely enough."""


@dataclass(frozen=True, slots=True)
class IngredientReading:
    """One ingredient of something that the matter raises, with the places that speak of it and who speaks there."""

    provision: Provision
    ingredient: str
    status: IngredientStatus
    spans: tuple[Span, ...]
    by: str
    subject: str
    id: str
    also: tuple[Provision, ...] = ()  # other sections under which the same ingredient stands
    likely: bool = False  # read by the learned reader, not by a rule: to be checked

    def __post_init__(self) -> None:
        if bool(self.spans) == (self.status is IngredientStatus.MISSING):
            raise ValueError(f"{self.id}: a missing ingredient has no span, and every other has one")

    def to_json(self) -> list[dict[str, Any]]:
        """The entries of `countercase facts --json`: one for each section under which the ingredient stands."""
        return [self._entry(provision) for provision in (self.provision, *self.also)]

    def _entry(self, provision: Provision) -> dict[str, Any]:
        return {
            "provision": provision.id,
            "ingredient": self.ingredient,
            "status": str(self.status),
            "spans": [[span.start, span.end] for span in self.spans],
            "by": self.by,
            "subject": self.subject,
            "id": self.id,
            "likely": self.likely,
        }
