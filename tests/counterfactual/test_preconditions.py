"""Changes by rule that a matter leaves no room for."""

import pytest

from countercase.counterfactual.preconditions import is_lawful, is_worth_asking
from countercase.counterfactual.propose import Proposer
from countercase.counterfactual.rules import propose_evidence, propose_sections
from countercase.domain.facts import EvidenceFact, InstrumentFact, SectionFact
from countercase.domain.perturbation import LawEffect
from countercase.facts.extract import extract_facts


def swaps(text: str) -> set[tuple[str, str]]:
    """The swaps of sections that the matter leaves room for."""
    sheet = extract_facts(text)
    return {
        (change.before.provision.id, change.after.provision.id)
        for change in propose_sections(sheet)
        if isinstance(change.before, SectionFact) and isinstance(change.after, SectionFact) and is_lawful(sheet, change)
    }


def test_an_undoubted_suicide_is_no_murder() -> None:
    charge = "The husband is charged under Section 306 of the IPC. She was found hanging, the door bolted from within."
    assert ("IPC-306", "IPC-302") not in swaps(charge)
    assert ("IPC-306", "IPC-302") in swaps(
        f"{charge} The father says that she was strangled first and the scene staged."
    )


def test_a_graver_charge_needs_its_fact() -> None:
    text = "The accused are charged under Section 341 of the IPC. They stood across the path and would not let him go."
    assert ("IPC-341", "IPC-342") not in swaps(text)


def test_a_section_whose_meaning_is_stated_is_not_swapped() -> None:
    text = "He is charged under Section 326 of the IPC. She was cut on the arm."
    assert any(old == "IPC-326" for old, _ in swaps(text))
    assert not any(old == "IPC-326" for old, _ in swaps(f"{text} Section 326 needs a dangerous weapon."))


def test_a_section_charged_in_a_clause_is_not_added_again() -> None:
    text = "He is charged under Section 302 of the IPC and Section 25(1B)(a) of the Arms Act for shooting a man dead."
    added = {change.after.provision.id for change in propose_sections(extract_facts(text)) if change.before is None}  # type: ignore[union-attr]
    assert "Arms-25" not in added
    assert "Arms-27" in added


@pytest.mark.parametrize(("rest", "expected"), [("", True), (" The bullet lodged in the wall.", False)])
def test_a_weapon_that_left_its_traces_is_not_exchanged(rest: str, expected: bool) -> None:
    sheet = extract_facts(f"The accused threatened the cashier with a pistol under Section 392 of the IPC.{rest}")
    changes = [change for change in propose_evidence(sheet) if isinstance(change.before, InstrumentFact)]
    assert changes
    assert any(is_worth_asking(sheet, change) for change in changes) is expected


def test_no_trap_is_laid_for_assets() -> None:
    sheet = extract_facts("The engineer is charged under Section 13(1)(b) of the PC Act with assets beyond his income.")
    traps = [
        change
        for change in propose_evidence(sheet)
        if isinstance(change.after, EvidenceFact) and change.after.item == "trap"
    ]
    assert traps
    assert not any(is_worth_asking(sheet, change) for change in traps)


def test_no_change_without_known_law_is_offered() -> None:
    text = (
        "The appellant was convicted under Section 302 of the IPC. He struck his brother with an axe, who died at once."
    )
    sheet = extract_facts(text)
    changes = list(Proposer(sheet)(sheet))
    assert changes
    assert all(change.law is not None and change.law.effect is not LawEffect.NONE_KNOWN for change in changes)
