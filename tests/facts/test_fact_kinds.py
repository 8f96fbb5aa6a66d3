"""Every kind of fact is read, written, displayed and compared by means of its class."""

import pytest

from countercase.domain.case import PartyType
from countercase.domain.facts import (
    FACT_CLASSES,
    EvidenceFact,
    EvidenceStatus,
    Fact,
    FactKind,
    FactSheet,
    NumericalFact,
    PartyFact,
    Quantity,
    RoleFact,
    SectionFact,
    Side,
    fields_said,
)
from countercase.domain.provision import Provision
from countercase.facts.compare import Likeness, compare_facts
from countercase.facts.sheet_json import from_json, to_json
from countercase.facts.words import describe, entries, field_of
from countercase.web.fact_forms import KIND_NAMES, fields_of, read_fact, values_of

OF_MORE_FIELDS: dict[FactKind, Fact] = {
    FactKind.PROVISION: SectionFact(spans=(), provision=Provision.parse("IPC-302")),
    FactKind.PARTY: PartyFact(spans=(), side=Side.PETITIONER, party_type=PartyType.STATE),
    FactKind.ROLE: RoleFact(spans=(), role="minor", holder="victim"),
    FactKind.EVIDENCE: EvidenceFact(spans=(), item="eyewitness", status=EvidenceStatus.ABSENT),
    FactKind.NUMBER: NumericalFact(spans=(), quantity=Quantity.AGE, value=17.0, unit="years", role="accused"),
}


def fact_of(kind: FactKind) -> Fact:
    """A fact of the kind; one with a closed list and nothing else is made from the first word of the list."""
    if kind in OF_MORE_FIELDS:
        return OF_MORE_FIELDS[kind]
    record = {"kind": kind.value, field_of(kind): next(iter(entries(kind)))}
    return from_json({"narrative": "", "facts": [record]}).facts[0]


def test_every_kind_has_its_class() -> None:
    # An ingredient, a line and the user's own words are changed by what-ifs; they stand on no sheet.
    assert [*FACT_CLASSES, FactKind.INGREDIENT, FactKind.LINE, FactKind.WORDS] == list(FactKind)
    assert all(entries(kind) for kind, fact_class in FACT_CLASSES.items() if fact_class.word_field)


@pytest.mark.parametrize("kind", FACT_CLASSES)
def test_a_fact_survives_json_and_the_form(kind: FactKind) -> None:
    fact = fact_of(kind)
    sheet = FactSheet("", (fact,))
    assert from_json(to_json(sheet)) == sheet
    assert read_fact(kind, values_of(fact)) == fact
    assert {field.name for field in fields_of(kind)} == set(fields_said(type(fact)))
    assert KIND_NAMES[kind]


@pytest.mark.parametrize("kind", FACT_CLASSES)
def test_a_fact_has_words_and_is_like_itself(kind: FactKind) -> None:
    fact = fact_of(kind)
    compared = compare_facts(fact, fact)
    assert compared is not None
    assert compared.likeness is Likeness.SAME
    assert describe(fact)
