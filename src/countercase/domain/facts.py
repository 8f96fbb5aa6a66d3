"""The facts of a matter, each with the places in the narrative that state it."""

from collections.abc import Iterator, Mapping
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
    """What a fact says, finer than the four types; the extended report is per kind."""

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
    """Whose fact it is, in the proceeding."""

    PETITIONER = "petitioner"
    RESPONDENT = "respondent"


class EvidenceStatus(StrEnum):
    """What the narrative says of an item of evidence."""

    PRESENT = "present"
    ABSENT = "absent"
    DISPUTED = "disputed"
    AWAITED = "awaited"  # called for and not yet come: neither there nor missing


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
    """What a language model holds against a fact: its reason, and the words of the narrative that it quotes."""

    by: str
    reason: str
    quote: str

    def __str__(self) -> str:
        return f"disputed by the model: {self.reason} (“{self.quote}”)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One fact: where it stands (all mentions), how sure its finder is, and which rule or model found it.

    `type` is the type of the specification that the fact is scored under; None for kinds of the extended report only.
    A disputed fact stays a fact: rules decide, a model advises.
    """

    type: ClassVar[FactType | None]
    kind: ClassVar[FactKind]
    word_field: ClassVar[str | None] = None  # the field with the word of a closed list, for kinds that have one

    spans: tuple[Span, ...]
    confidence: float = 1.0
    found_by: str = "user"
    dispute: Dispute | None = None

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"confidence is between 0 and 1, not {self.confidence}")

    @property
    def key(self) -> FactKey:
        """What the fact says: equal for two facts that differ only in place, confidence or finder."""
        return (self.kind.value, *(str(getattr(self, name)) for name in fields_said(type(self))))

    @property
    def word(self) -> str | None:
        """The fact's word of a closed list: `juvenile`, `knife`; None for provisions, sides and numbers."""
        return str(getattr(self, self.word_field)) if self.word_field is not None else None


# Where a fact was found, how surely, and who disputes it is not what it says.
_BESIDE_THE_POINT = frozenset({"spans", "confidence", "found_by", "dispute"})


_FIELDS_SAID: dict[FactKind, tuple[str, ...]] = {}  # looked up once a kind: a tree asks some ten thousand times


def fields_said(fact_class: type[Fact]) -> tuple[str, ...]:
    """The fields of a class of facts that say something: neither where it was found nor by whom."""
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
    """What kind of party stands on a side."""

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
    """How two persons of the matter stand to each other ("husband and wife", "landlord and tenant")."""

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
    """With what it was done: a weapon, a substance, a document."""

    type: ClassVar[FactType | None] = FactType.EVIDENCE
    kind: ClassVar[FactKind] = FactKind.INSTRUMENT
    word_field: ClassVar[str | None] = "instrument"
    instrument: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultFact(Fact):
    """What came of it: death, grievous hurt, loss."""

    type: ClassVar[FactType | None] = FactType.EVIDENCE
    kind: ClassVar[FactKind] = FactKind.RESULT
    word_field: ClassVar[str | None] = "result"
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActFact(Fact):
    """What was done: stabbed, demanded, possessed, published."""

    type: ClassVar[FactType | None] = None
    kind: ClassVar[FactKind] = FactKind.ACT
    word_field: ClassVar[str | None] = "act"
    act: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumericalFact(Fact):
    """A number with its unit, whose it is, and of what: an age of 17 years of the accused, 1.2 kg of charas.

    A date is its ordinal day number, unit `day`.
    """

    type: ClassVar[FactType | None] = FactType.NUMERICAL
    kind: ClassVar[FactKind] = FactKind.NUMBER
    quantity: Quantity
    value: float
    unit: str
    role: str | None = None
    subject: str | None = None


# Every kind, in the order of FactKind. Whatever can be told from the fields of a class is told from them: the JSON of a
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


# What a what-if changes beside the facts of a sheet: an ingredient, the side of a line, or the user's own words.
# They stand on no sheet.


@dataclass(frozen=True, slots=True, kw_only=True)
class IngredientFact(Fact):
    """What a matter says of one ingredient; `ingredient` is its row of the tables."""

    type: ClassVar[FactType | None] = None
    kind: ClassVar[FactKind] = FactKind.INGREDIENT
    ingredient: str
    name: str
    provision: Provision
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofFact(IngredientFact):
    """An ingredient that is a matter of evidence, and is scored as such."""

    type: ClassVar[FactType | None] = FactType.EVIDENCE
    kind: ClassVar[FactKind] = FactKind.INGREDIENT


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFact(Fact):
    """On which side of a line of law a matter stands, and with what value; `rule` is the row that drew the line."""

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
    """The narrative and what was found in it; every span lies inside the narrative.

    `supposed` names the ingredients and lines that a what-if has changed: two sheets may differ in these alone.
    """

    narrative: str
    facts: tuple[Fact, ...] = ()
    outcome: Outcome | None = None
    supposed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for fact in self.facts:
            for span in fact.spans:
                span.of(self.narrative)

    def of_type(self, fact_type: FactType) -> Iterator[Fact]:
        """The facts of one type, in order."""
        return (fact for fact in self.facts if fact.type is fact_type)

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """The provisions that the sheet names, in order."""
        return tuple(fact.provision for fact in self.facts if isinstance(fact, SectionFact))
