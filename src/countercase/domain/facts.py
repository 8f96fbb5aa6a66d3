"""The facts of a matter, each with the places in the narrative that state it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from countercase.domain.case import Outcome, PartyType
from countercase.domain.provision import Provision
from countercase.domain.span import Span


class FactType(StrEnum):
    """The seed's four canonical types; every score is per type."""

    SECTION = "Section"
    PARTY_TYPE = "PartyType"
    EVIDENCE = "Evidence"
    NUMERICAL = "Numerical"


class Side(StrEnum):
    """Whose fact it is, in the proceeding."""

    PETITIONER = "petitioner"
    RESPONDENT = "respondent"


class EvidenceStatus(StrEnum):
    """What the narrative says of an item of evidence."""

    PRESENT = "present"
    ABSENT = "absent"
    DISPUTED = "disputed"


class Quantity(StrEnum):
    """What a number measures."""

    AMOUNT = "amount"
    AGE = "age"
    DURATION = "duration"
    WEIGHT = "weight"
    PERSONS = "persons"
    DATE = "date"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One fact: where it stands (all mentions), how sure its finder is, and which rule or model found it."""

    type: ClassVar[FactType]

    spans: tuple[Span, ...]
    confidence: float = 1.0
    found_by: str = "user"

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"confidence is between 0 and 1, not {self.confidence}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionFact(Fact):
    """A provision charged or relied on."""

    type: ClassVar[FactType] = FactType.SECTION
    provision: Provision


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyFact(Fact):
    """What kind of party stands on a side, and the finer role the case turns on ("minor", "tenant")."""

    type: ClassVar[FactType] = FactType.PARTY_TYPE
    side: Side | None
    party_type: PartyType | None
    role: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceFact(Fact):
    """An item of evidence ("dying declaration") and its status."""

    type: ClassVar[FactType] = FactType.EVIDENCE
    kind: str
    status: EvidenceStatus = EvidenceStatus.PRESENT


@dataclass(frozen=True, slots=True, kw_only=True)
class NumericalFact(Fact):
    """A number with its unit and the person or thing it belongs to ("age", 17, "years", "accused")."""

    type: ClassVar[FactType] = FactType.NUMERICAL
    quantity: Quantity
    value: float
    unit: str
    role: str | None = None


@dataclass(frozen=True, slots=True)
class FactSheet:
    """The narrative and what was found in it; every span lies inside the narrative."""

    narrative: str
    facts: tuple[Fact, ...] = ()
    outcome: Outcome | None = None

    def __post_init__(self) -> None:
        for fact in self.facts:
            for span in fact.spans:
                span.of(self.narrative)

    def of_type(self, fact_type: FactType) -> Iterator[Fact]:
        """The facts of one type, in order."""
        return (fact for fact in self.facts if fact.type is fact_type)
