"""The comparison of a matter with a case, and the line that it names."""

from datetime import date

import pytest

from countercase.domain.case import CaseId
from countercase.domain.facts import (
    EvidenceFact,
    EvidenceStatus,
    Fact,
    FactSheet,
    InstrumentFact,
    NumericalFact,
    Quantity,
    RoleFact,
    SectionFact,
)
from countercase.domain.provision import Provision
from countercase.facts.categories import FactIndex
from countercase.facts.compare import Likeness, compare, compare_facts, fits
from countercase.facts.lines.number_lines import line_words


def section(provision: str) -> SectionFact:
    return SectionFact(spans=(), provision=Provision.parse(provision))


def number(quantity: Quantity, value: float, unit: str, role: str | None = None) -> NumericalFact:
    return NumericalFact(spans=(), quantity=quantity, value=value, unit=unit, role=role)


def age(value: float, role: str = "accused") -> NumericalFact:
    return number(Quantity.AGE, value, "years", role)


def persons(value: float) -> NumericalFact:
    return number(Quantity.PERSONS, value, "persons", "accused")


def evidence(status: EvidenceStatus) -> EvidenceFact:
    return EvidenceFact(spans=(), item="dying declaration", status=status)


def weapon(name: str) -> InstrumentFact:
    return InstrumentFact(spans=(), instrument=name)


def on(year: int) -> NumericalFact:
    return number(Quantity.DATE, date(year, 3, 14).toordinal(), "day", "offence")


PRESENT, ABSENT, DISPUTED = (evidence(EvidenceStatus(word)) for word in ("present", "absent", "disputed"))
MINOR_ACCUSED = RoleFact(spans=(), role="minor", holder="accused")
MINOR_VICTIM = RoleFact(spans=(), role="minor", holder="victim")


@pytest.mark.parametrize(
    ("matter", "fact", "likeness"),
    [
        (section("IPC-302"), section("IPC-302"), Likeness.SAME),
        (section("IPC-304-Part-I"), section("IPC-304-Part-II"), Likeness.SAME_SECTION),
        (section("IPC-302"), section("BNS-103(1)"), Likeness.COUNTERPART),
        (section("IPC-302"), section("IPC-304"), Likeness.NEAR_PROVISION),
        (section("IPC-302"), section("IPC-34"), None),  # charged beside it, and not in its place
        (section("IPC-302"), section("NI-138"), None),
        (PRESENT, ABSENT, Likeness.OPPOSITE_STATUS),
        (PRESENT, DISPUTED, Likeness.IN_DOUBT),
        (weapon("knife"), weapon("knife"), Likeness.SAME),
        (weapon("sword"), weapon("axe"), Likeness.SAME_GROUP),
        (weapon("knife"), section("IPC-302"), None),
        (MINOR_ACCUSED, MINOR_VICTIM, Likeness.OTHER_HOLDER),
        (RoleFact(spans=(), role="tenant"), RoleFact(spans=(), role="licensee"), Likeness.OPPOSITE),
        (age(17), age(16.5), Likeness.SAME_SIDE),
        (age(17), age(19), Likeness.OTHER_SIDE),
        (age(17), age(17, "victim"), None),
    ],
)
def test_likeness_of_two_facts(matter: Fact, fact: Fact, likeness: Likeness | None) -> None:
    compared = compare_facts(matter, fact)
    assert (compared.likeness if compared else None) is likeness


def named(matter: tuple[Fact, ...], case: tuple[Fact, ...]) -> str | None:
    (compared,) = (each for each in compare(FactSheet("", matter), FactSheet("", case)) if each.fact is case[0])
    return line_words(compared.line) if compared.line else None


def test_the_line_is_that_of_the_day_of_the_matter() -> None:
    old_act = "Section 2(k) Juvenile Justice (Care and Protection of Children) Act, 2000"
    assert named((age(17), on(2010)), (age(16),)) == f"the line of 18 years in {old_act}"
    assert named((age(17), on(2019)), (age(16),)) == "the line of 18 years in Section 2(12) JJ Act, 2015"
    assert named((age(17),), (age(16),)) == "the line of 18 years in Section 2(12) JJ Act, 2015"


def test_the_line_is_one_that_the_matter_or_the_case_is_about() -> None:
    five = (persons(5),)
    assert named((*five, section("IPC-302")), (persons(6),)) is None
    unlawful_assembly = "the line of 5 persons in Section 141 IPC"
    assert named((*five, section("IPC-149")), (persons(6),)) == unlawful_assembly
    assert named(five, (persons(6), section("IPC-149"))) == unlawful_assembly


def test_a_line_with_a_condition_is_named_only_where_its_section_is() -> None:
    two = (persons(2),)
    assert named((*two, section("IPC-109")), (persons(3),)) is None  # near section 120A, which needs an agreement
    line = named((*two, section("IPC-120A")), (persons(3),))
    assert line == "the line of 2 persons in Section 120A IPC (agreement)"
    mob = section("BNS-103(2)"), section("BNS-103(1)")
    assert [named((persons(5), charge, on(2025)), (persons(6),)) for charge in mob] == [
        "the line of 5 persons in Section 103(2) BNS (race, caste, community or like ground)",
        None,
    ]


def test_a_drug_has_its_own_line() -> None:
    charas = NumericalFact(spans=(), quantity=Quantity.WEIGHT, value=1.2, unit="kilograms", subject="charas")
    less = NumericalFact(spans=(), quantity=Quantity.WEIGHT, value=500, unit="grams", subject="charas")
    compared = compare_facts(charas, less)
    assert compared is not None
    assert compared.likeness is Likeness.OTHER_SIDE
    assert compared.line is not None
    assert line_words(compared.line).startswith("the line of 1 kg of charas in ")


def test_two_minors_fit_and_two_adults_say_nothing() -> None:
    assert fits(age(17), age(16))
    assert not fits(age(40), age(50))
    assert not fits(age(17), age(19))


def test_each_fact_of_the_case_stands_beside_the_one_most_like_it() -> None:
    matter = FactSheet("", (section("IPC-304"), section("BNS-103(1)"), PRESENT))
    case = FactSheet("", (section("IPC-302"), ABSENT, weapon("knife")))
    murder, declaration, knife = compare(matter, case)
    assert (murder.likeness, murder.matter) == (Likeness.COUNTERPART, matter.facts[1])
    assert (declaration.likeness, declaration.why) == (Likeness.OPPOSITE_STATUS, "present here, absent there")
    assert (knife.likeness, knife.matter) == (Likeness.MISSING, None)


@pytest.mark.parametrize(
    ("wanted", "held"),
    [
        (section("IPC-302"), section("BNS-103(1)")),
        (section("IPC-302"), section("IPC-304")),
        (MINOR_ACCUSED, MINOR_VICTIM),
        (weapon("sword"), weapon("axe")),
        (age(17), age(16)),
    ],
)
def test_the_fact_searcher_calls_a_likeness_by_the_same_name(wanted: Fact, held: Fact) -> None:
    (match,) = FactIndex([(CaseId("case"), FactSheet("", (held,)))]).scores(FactSheet("", (wanted,)))
    compared = compare_facts(wanted, held)
    assert compared is not None
    assert match.reasons[0].likeness is compared.likeness
