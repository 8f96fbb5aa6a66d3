"""Sections change along the tables, and only along them."""

from datetime import date

import pytest
from tests.counterfactual.small_matter import MURDER, TOGETHER, number, section, sheet_of

from countercase.counterfactual.rules import propose_sections
from countercase.domain.facts import Quantity, SectionFact
from countercase.domain.perturbation import Perturbation
from countercase.domain.provision import Provision
from countercase.facts.words import provision_name
from countercase.law.near_provisions import neighbours


def new_ids(changes: list[Perturbation], rule: str) -> set[str]:
    return {
        str(change.after.provision)
        for change in changes
        if change.rule == rule and isinstance(change.after, SectionFact)
    }


def test_a_charge_is_swapped_for_its_neighbours_and_gets_companions() -> None:
    changes = list(propose_sections(sheet_of(MURDER)))
    assert {"IPC-304", "IPC-307", "IPC-304B"} <= new_ids(changes, "section swap")
    assert {"IPC-34", "IPC-149", "IPC-120B"} <= new_ids(changes, "companion added")
    assert changes[0].basis == "adjacency IPC-302 > IPC-304 (lesser)"
    assert changes[0].sentence.startswith("What if it were Section 304 IPC instead of Section 302 IPC?")


def test_every_swap_stands_in_the_table() -> None:
    for change in propose_sections(sheet_of(MURDER, section("NI-138"), section("CrPC-439"))):
        if change.rule == "section swap":
            assert isinstance(change.before, SectionFact)
            assert isinstance(change.after, SectionFact)
            assert change.after.provision in {edge.neighbour for edge in neighbours(change.before.provision)}


def test_a_companion_on_the_sheet_is_dropped_and_leads_nowhere_else() -> None:
    changes = [change for change in propose_sections(sheet_of(MURDER, TOGETHER)) if change.before == TOGETHER]
    assert [(change.rule, change.after) for change in changes] == [("companion dropped", None)]


def test_common_intention_alone_does_not_bring_murder() -> None:
    assert "IPC-302" not in new_ids(list(propose_sections(sheet_of(TOGETHER))), "companion added")


def test_an_exception_answers_the_charge_and_falls_away_where_its_facts_do() -> None:
    defence = section("IPC-96")
    added = [change for change in propose_sections(sheet_of(MURDER)) if change.after == _what_if("IPC-96")]
    assert [change.sentence.partition("? ")[0] for change in added] == [
        "What if Section 96 IPC answered the charge under Section 302 IPC"
    ]
    dropped = [change for change in propose_sections(sheet_of(MURDER, defence)) if change.before == defence]
    assert [change.sentence for change in dropped] == [
        "What if Section 96 IPC fell away? (there was no attack to defend against)"
    ]


def _what_if(provision: str) -> SectionFact:
    return SectionFact(spans=(), provision=Provision.parse(provision), found_by="what-if")


def test_what_is_charged_already_is_not_proposed() -> None:
    changes = list(propose_sections(sheet_of(MURDER, section("IPC-304"))))
    assert "IPC-304" not in new_ids([change for change in changes if change.before == MURDER], "section swap")


@pytest.mark.parametrize(("day", "wanted"), [(date(2024, 6, 30), set()), (date(2024, 7, 1), {"BNS-103(1)"})])
def test_the_day_of_the_offence_chooses_the_code(day: date, wanted: set[str]) -> None:
    offence = number(Quantity.DATE, day.toordinal(), "day", "offence")
    assert new_ids(list(propose_sections(sheet_of(MURDER, offence))), "code by date") >= wanted
    assert bool(new_ids(list(propose_sections(sheet_of(MURDER, offence))), "code by date")) == bool(wanted)


@pytest.mark.parametrize(
    ("provision", "words"),
    [
        ("IPC-304B(1)", "Section 304B(1) IPC"),
        ("IPC-304-Part-II", "Section 304 Part II IPC"),
        ("NI-138", "Section 138 NI Act"),
        ("Arms-27", "Section 27 Arms Act"),
        ("SCST-3(1)(x)", "Section 3(1)(x) SC/ST Act"),
        ("PMLA-45", "Section 45 PMLA"),
        ("PC1947-5", "Section 5 Prevention of Corruption Act, 1947"),
        ("NDPSRules-53", "Rule 53 of the Narcotic Drugs and Psychotropic Substances Rules"),
        ("Constitution-Article-21", "Article 21 of the Constitution"),
        ("Limitation-Article-65", "Article 65 of the Limitation Act"),
        ("CPC-Order-7-Rule-11", "Order 7 Rule 11 CPC"),
    ],
)
def test_provisions_in_words(provision: str, words: str) -> None:
    assert provision_name(Provision.parse(provision)) == words
