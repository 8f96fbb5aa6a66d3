"""Faults found in edits of matters that nobody had read before, each with its cause."""

import pytest

from countercase.counterfactual.law_reading import read_matter
from countercase.counterfactual.line_changes import cross_line
from countercase.counterfactual.line_values import other_numbers
from countercase.counterfactual.preconditions import is_lawful
from countercase.domain.facts import SectionFact
from countercase.domain.perturbation import Perturbation
from countercase.domain.provision import Provision
from countercase.facts.extract import extract_facts


def test_amounts_are_grouped_as_in_india_and_stay_near() -> None:
    assert "Rs. 1,10,000" in list(other_numbers("Rs. 90,000", "Rs 1,00,000"))
    assert not [text for text in other_numbers("Rs. 72,000", "Rs 50,00,000") if "50,00,000" in text]


def crossed(text: str) -> list[str]:
    """The words that changes across a line write in place of others."""
    before = read_matter(extract_facts(text))
    changes = [cross_line(before, line) for line in before.lines]
    return [edit.text for change in changes if change and not change.adds_supposition for edit in change.edits]


def test_a_number_of_men_with_others_outside_is_not_changed() -> None:
    text = "The appellants are convicted of dacoity under Section 395 of the IPC. Satpal says that six men came in"
    assert crossed(f"{text}.") == ["four men"]
    assert crossed(f"{text} and two more stayed in the lane.") == []


def test_a_day_that_is_told_again_without_its_year_is_not_moved() -> None:
    text = "A-1 was arrested on 18.1.22 at 2 pm under Section 302 IPC. He was produced before a Magistrate on 20.1.22."
    assert crossed(text)
    assert crossed(f"{text} He was kept in the malkhana till 20.1. morning.") == []


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("BNS-108", "BNS-85", "Charge under Section 108 BNS. The deceased was a man and section 85 is not invoked."),
        ("BNS-108", "BNS-85", "Charge under Section 108 BNS. The shopkeeper hanged himself over a loan."),
        ("IBC-9", "IBC-7", "A petition under Section 9 IBC by an operational creditor is pending."),
    ],
)
def test_a_charge_that_the_text_rules_out_is_not_proposed(old: str, new: str, text: str) -> None:
    sheet = extract_facts(text)
    before = next(fact for fact in sheet.facts if isinstance(fact, SectionFact) and fact.provision.id == old)
    after = SectionFact(spans=before.spans, provision=Provision.parse(new))
    change = Perturbation(before, after, "neighbour", "a test (lesser)", f"What if it were {new}?")
    assert not is_lawful(sheet, change)
