"""What the deceased did to the accused is no act of the accused."""

import pytest

from countercase.facts.deeds import is_deed_of_sufferer, sufferers_named
from countercase.facts.extract import extract_facts
from countercase.facts.ingredients import read_ingredients
from countercase.models.clause_matcher import built_in_matcher

NAMES = frozenset({"Ramkaran", "Kavita"})
BRIEF = (
    "Our client Bhanwarlal (A-1) was convicted u/s 302 IPC. There was a quarrel over the canal. The deceased Ramkaran"
    " came with a spade and first struck A-1 on the shoulder. A-1 then hit him once on the head with a lathi which was"
    " lying there. Ramkaran died eight days later at SMS Hospital. A-2 was on bail throughout; A-1 has been in jail for"
    " two years and nine months."
)


def test_the_deceased_and_the_injured_are_known_by_name() -> None:
    assert sufferers_named("The deceased Ramkaran came. Kavita (deceased) fell. The accused Mohan ran.") == NAMES


@pytest.mark.parametrize(
    "clause",
    [
        "The deceased Ramkaran, 45, came with a spade and first struck A-1 on the shoulder",
        "Then the deceased slapped the appellant",
        "Ramkaran hit him with a helmet",
        "decd. caught our client by the neck",
        "The injured rushed at the accused with a stick",
    ],
)
def test_an_attack_by_the_sufferer_is_his_deed(clause: str) -> None:
    assert is_deed_of_sufferer(clause, NAMES)


@pytest.mark.parametrize(
    "clause",
    [
        "The deceased was struck by A-1 on the head",
        "A-1 struck the deceased, who had slapped him",
        "Ramkaran, whom A-1 hit, fell",
        "The accused caught him and Kavita ran",
        "The deceased was attacked and stabbed by the appellant",
        "The deceased asked him for money and A-1 hit him",
    ],
)
def test_an_attack_on_the_sufferer_is_not(clause: str) -> None:
    assert not is_deed_of_sufferer(clause, NAMES)


def test_the_quotation_of_the_blow_is_the_blow_of_the_accused() -> None:
    readings = {reading.id: reading for reading in read_ingredients(BRIEF, reader=built_in_matcher())}
    quotes = [BRIEF[span.start : span.end] for span in readings["murder.act-of-accused"].spans]
    assert quotes
    assert all("A-1 then hit him" in quote for quote in quotes)


def test_an_appeal_from_a_conviction_asks_for_no_bail_because_somebody_was_on_bail() -> None:
    assert not any(r.subject == "regular-bail" for r in read_ingredients(BRIEF, reader=built_in_matcher()))


def test_a_hospital_named_sms_is_no_message() -> None:
    assert "electronic record" not in {getattr(fact, "item", "") for fact in extract_facts(BRIEF).facts}
