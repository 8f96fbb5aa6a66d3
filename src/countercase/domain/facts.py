"""The facts of a matter, each with the passages of the narrative that state it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import ClassVar

from countercase.domain.case import Outcome, PartyType
from countercase.domain.provision import Provision
from countercase.domain.span import Span


class FactType(StrEnum):
    """The specification's four canonical types; every score is per type."""

    SECTION = "Section"
    PARTY_TYPE = "PartyType"
    EVIDENCE = "Evidence"
    NUMERICAL = "Numerical"


class FactKind(StrEnum):
    """What a fact says, in finer kinds than the four types; the extended report is per kind."""

    PROVISION = "provision"
    PARTY = "party"
    ROLE = "role"
    RELATION = "relation"
    EVIDENCE = "evidence"
    INSTRUMENT = "instrument"
    RESULT = "result"
    ACT = "act"
    NUMBER = "number"
    INGREDIENT = "ingredient"
    LINE = "line"
    WORDS = "words"


class Side(StrEnum):
    """The side of the proceeding that a fact belongs to."""

    PETITIONER = "petitioner"
    RESPONDENT = "respondent"


class EvidenceStatus(StrEnum):
    """What the narrative says about an item of evidence."""

    PRESENT = "present"
    ABSENT = "absent"
    DISPUTED = "disputed"
    AWAITED = "awaited"  # requested but not yet received: neither present nor missing


class Quantity(StrEnum):
    """What a number measures."""

    AMOUNT = "amount"
    AGE = "age"
    DURATION = "duration"
    WEIGHT = "weight"
    PERSONS = "persons"
    DATE = "date"


FactKey = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dispute:
    """A language model's objection to a fact: its reason, and the words of the narrative that it quotes."""

    by: str
    reason: str
    quote: str

    def __str__(self) -> str:
        return f"disputed by the model: {self.reason} (“{self.quote}”)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One fact: all its mentions, its confidence, and the rule or model that found it.

    `type` is the specification's type that the fact is scored under; None for kinds of the extended report only.
    A disputed fact stays a fact: rules decide, a model advises.
    """

    type: ClassVar[FactType | None]
    kind: ClassVar[FactKind]
    word_field: ClassVar[str | None] = None  # the field with the term of a closed list, for kinds that have one

    spans: tuple[Span, ...]
    confidence: float = 1.0
    found_by: str = "user"
    dispute: Dispute | None = None

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"confidence is between 0 and 1, not {self.confidence}")

    @property
    def key(self) -> FactKey:
        """What the fact says: equal for two facts that differ only in position, confidence or finder."""
        return (self.kind.value, *(str(getattr(self, name)) for name in fields_said(type(self))))

    @property
    def word(self) -> str | None:
        """The fact's term in a closed list: `juvenile`, `knife`; None for provisions, sides and numbers."""
        return str(getattr(self, self.word_field)) if self.word_field is not None else None


# Position, confidence, finder and dispute are not part of what a fact says.
_BESIDE_THE_POINT = frozenset({"spans", "confidence", "found_by", "dispute"})


_FIELDS_SAID: dict[FactKind, tuple[str, ...]] = {}  # cached per kind: a tree asks some ten thousand times


def fields_said(fact_class: type[Fact]) -> tuple[str, ...]:
    """The fields of a fact class that carry its meaning: neither position nor finder."""
    names = _FIELDS_SAID.get(fact_class.kind)
    if names is None:
        names = tuple(field.name for field in fields(fact_class) if field.name not in _BESIDE_THE_POINT)
        _FIELDS_SAID[fact_class.kind] = names
    return names


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionFact(Fact):
    """A provision charged or relied on."""

    type: ClassVar[FactType | None] = FactType.SECTION
    kind: ClassVar[FactKind] = FactKind.PROVISION
    provision: Provision


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyFact(Fact):
    """The kind of party on a side."""

    type: ClassVar[FactType | None] = FactType.PARTY_TYPE
    kind: ClassVar[FactKind] = FactKind.PARTY
    side: Side
    party_type: PartyType


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleFact(Fact):
    """A finer role that the case may turn on: the `accused` (holder) was a `juvenile` (role)."""

    type: ClassVar[FactType | None] = FactType.PARTY_TYPE
    kind: ClassVar[FactKind] = FactKind.ROLE
    word_field: ClassVar[str | None] = "role"
    role: str
    holder: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationFact(Fact):
    """The relation between two persons of the matter ("husband and wife", "landlord and tenant")."""

    type: ClassVar[FactType | None] = FactType.PARTY_TYPE
    kind: ClassVar[FactKind] = FactKind.RELATION
    word_field: ClassVar[str | None] = "relation"
    relation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceFact(Fact):
    """An item of evidence ("dying declaration") and its status."""

    type: ClassVar[FactType | None] = FactType.EVIDENCE
    kind: ClassVar[FactKind] = FactKind.EVIDENCE
    word_field: ClassVar[str | None] = "item"
    item: str
    status: EvidenceStatus = EvidenceStatus.PRESENT


@dataclass(frozen=True, slots=True, kw_only=True)
class InstrumentFact(Fact):
    """The means of an act: a weapon, a substance, a document."""

    type: ClassVar[FactType | None] = FactType.EVIDENCE
    kind: ClassVar[FactKind] = FactKind.INSTRUMENT
    word_field: ClassVar[str | None] = "instrument"
    instrument: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultFact(Fact):
    """The result of an act: death, grievous hurt, loss."""

    type: ClassVar[FactType | None] = FactType.EVIDENCE
    kind: ClassVar[FactKind] = FactKind.RESULT
    word_field: ClassVar[str | None] = "result"
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActFact(Fact):
    """An act: stabbed, demanded, possessed, published."""

    type: ClassVar[FactType | None] = None
    kind: ClassVar[FactKind] = FactKind.ACT
    word_field: ClassVar[str | None] = "act"
    act: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumericalFact(Fact):
    """A number with its unit, holder and role: an age of 17 years of the accused, 1.2 kg of charas.

    A date is its ordinal day number, unit `day`.
    """

    type: ClassVar[FactType | None] = FactType.NUMERICAL
    kind: ClassVar[FactKind] = FactKind.NUMBER
    quantity: Quantity
    value: float
    unit: str
    role: str | None = None
    subject: str | None = None


# Every kind, in the order of FactKind. Everything possible is derived from the fields of a class: the JSON of a
# sheet, the form of the page, the closed list of words (docs/contributing.md: a new kind of fact).
FACT_CLASSES: Mapping[FactKind, type[Fact]] = {
    fact_class.kind: fact_class
    for fact_class in (
        SectionFact,
        PartyFact,
        RoleFact,
        RelationFact,
        EvidenceFact,
        InstrumentFact,
        ResultFact,
        ActFact,
        NumericalFact,
    )
}


# What a what-if changes besides the facts of a sheet: an ingredient, the side of a line, or the user's own words.
# Sheets do not contain these.


@dataclass(frozen=True, slots=True, kw_only=True)
class IngredientFact(Fact):
    """What a matter says about one ingredient; `ingredient` is its row in the tables."""

    type: ClassVar[FactType | None] = None
    kind: ClassVar[FactKind] = FactKind.INGREDIENT
    ingredient: str
    name: str
    provision: Provision
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofFact(IngredientFact):
    """An ingredient that is a matter of evidence, and is scored as evidence."""

    type: ClassVar[FactType | None] = FactType.EVIDENCE
    kind: ClassVar[FactKind] = FactKind.INGREDIENT


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFact(Fact):
    """The side of a line of law on which a matter falls, and its value; `rule` is the row that sets the line."""

    type: ClassVar[FactType | None] = FactType.NUMERICAL
    kind: ClassVar[FactKind] = FactKind.LINE
    rule: str
    quantity: str
    provision: Provision
    value: str
    stands: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsFact(Fact):
    """Words of the narrative that the user rewrote, which may change any number of facts."""

    type: ClassVar[FactType | None] = None
    kind: ClassVar[FactKind] = FactKind.WORDS
    text: str


@dataclass(frozen=True, slots=True)
class FactSheet:
    """The narrative and the facts found in it; every span lies inside the narrative.

    `supposed` names the ingredients and lines that a what-if has changed: two sheets may differ only in these.
    """

    narrative: str
    facts: tuple[Fact, ...] = ()
    outcome: Outcome | None = None
    supposed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for fact in self.facts:
            for span in fact.spans:
                span.of(self.narrative)

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """The provisions that the sheet names, in order."""
        return tuple(fact.provision for fact in self.facts if isinstance(fact, SectionFact))


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestedFact:
    """A fact that a language model suggests: its kind and its value in words, not yet one of the closed lists.

    `spans` are all places of the quote in the narrative; `of` is the holder, or the side of a party.
    """

    kind: FactKind
    quote: str
    spans: tuple[Span, ...]
    value: str | None = None
    status: str | None = None
    of: str | None = None
    quantity: str | None = None
    unit: str | None = None
