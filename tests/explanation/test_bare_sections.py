"""Sections cited by their number alone count where the matter raises the charge or claim they are about."""

from countercase.domain.facts import FactSheet, SectionFact
from countercase.domain.provision import Provision
from countercase.explanation.charges import is_number_mentioned, with_bare_sections
from countercase.facts.extract import extract_facts


def sections(text: str) -> set[str]:
    facts = with_bare_sections(extract_facts(text)).facts
    return {fact.provision.base for fact in facts if isinstance(fact, SectionFact)}


def test_a_claim_names_its_section_without_the_act() -> None:
    text = (
        "MACT appeal. Truck hit the scooter, the rider died. Claim petition u/s 166 by the widow; award of Rs 12 lakh."
    )
    assert "MV-166" in sections(text)


def test_a_number_without_its_subject_is_nothing() -> None:
    assert sections("He lives at house no. 166 and paid the rent of the shop every month.") == set()


def test_a_matter_without_bare_sections_stays_as_it_is() -> None:
    sheet = FactSheet("The tenant paid the rent every month.", ())
    assert with_bare_sections(sheet) is sheet


def test_a_section_after_a_stroke_is_mentioned_but_a_month_is_not() -> None:
    assert is_number_mentioned(Provision.parse("IPC-420"), "charged u/s 120B/420/467")
    assert not is_number_mentioned(Provision.parse("PC-7"), "arrested on 3/7/2019")
