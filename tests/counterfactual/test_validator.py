"""Rules refuse what cannot be; an adviser that fails does not accept."""

import json
from datetime import date

import pytest
from tests.counterfactual.small_matter import (
    AGE,
    DEATH,
    EYEWITNESS,
    KNIFE,
    MURDER,
    STABBING,
    edit,
    number,
    section,
    sheet_of,
)

from countercase.counterfactual.validator import Counts, Ruling, Validator, pair_key
from countercase.domain.facts import EvidenceFact, Fact, FactSheet, Quantity, RoleFact
from countercase.domain.perturbation import Perturbation
from countercase.errors import BudgetSpent, EndpointError

OFFENCE = number(Quantity.DATE, date(2010, 5, 1).toordinal(), "day", "offence")


def verdict(
    sheet: FactSheet, before: Fact | None, after: Fact | None, validator: Validator | None = None
) -> tuple[Ruling, str]:
    change = Perturbation(before, after, "rule", "basis", "What if?")
    found = (validator or Validator())(sheet, change, edit(sheet, before, after))
    return found.decision, found.reason


@pytest.mark.parametrize(
    ("sheet", "before", "after", "reason"),
    [
        (sheet_of(MURDER, AGE), AGE, number(Quantity.AGE, 130, "years", "accused"), "nobody is 130 years old"),
        (sheet_of(MURDER, AGE), AGE, number(Quantity.AGE, -1, "years", "accused"), "nobody is -1 years old"),
        (sheet_of(MURDER), None, number(Quantity.PERSONS, 2.5, "persons", "accused"), "not a number of persons"),
        (sheet_of(MURDER), None, number(Quantity.AMOUNT, 0, "rupees", "fine"), "is no amount"),
        (sheet_of(MURDER), None, MURDER, "Section 302 IPC is on the sheet already"),
        (sheet_of(MURDER, EYEWITNESS), None, EYEWITNESS, "the eyewitness is on the sheet already"),
        (sheet_of(MURDER, OFFENCE), MURDER, section("BNS-103(1)"), "does not govern an offence of 2010-05-01"),
        (sheet_of(MURDER, OFFENCE), MURDER, section("POCSO-4"), "was not in force on 2010-05-01"),
        (sheet_of(KNIFE), None, EvidenceFact(spans=(), item="post-mortem"), "no post-mortem where nobody died"),
        (sheet_of(section("NI-138")), None, EvidenceFact(spans=(), item="last seen"), "no last seen in a cheque case"),
        (
            sheet_of(MURDER, AGE),
            None,
            RoleFact(spans=(), role="adult", holder="accused"),
            "17 years old and not an adult",
        ),
        (
            sheet_of(MURDER, RoleFact(spans=(), role="juvenile", holder="accused")),
            None,
            RoleFact(spans=(), role="adult", holder="accused"),
            "cannot be both",
        ),
        (sheet_of(MURDER), MURDER, MURDER, "leaves the facts as they are"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    sheet: FactSheet, before: Fact | None, after: Fact | None, reason: str
) -> None:
    decision, said = verdict(sheet, before, after)
    assert decision is Ruling.REJECT
    assert reason in said


def test_what_can_be_is_accepted() -> None:
    assert verdict(STABBING, MURDER, section("IPC-304"))[0] is Ruling.ACCEPT
    assert verdict(sheet_of(MURDER, DEATH), None, EvidenceFact(spans=(), item="dying declaration"))[0] is Ruling.ACCEPT


def test_a_fault_that_was_there_before_is_not_held_against_the_change() -> None:
    old = sheet_of(number(Quantity.AGE, 130, "years", "witness"), MURDER)
    assert verdict(old, MURDER, section("IPC-304"))[0] is Ruling.ACCEPT


class Model:
    """A language model that answers what it was told to."""

    def __init__(self, answer: str | Exception) -> None:
        self.answer, self.asked = answer, 0

    def __call__(self, sheet: FactSheet, change: Perturbation, changed: FactSheet) -> str:
        self.asked += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


GOOD = {"plausible": True, "operative": True, "reasoning": "A lesser charge is common."}


@pytest.mark.parametrize(
    ("answer", "decision"),
    [
        (json.dumps(GOOD), Ruling.ACCEPT),
        (json.dumps(GOOD | {"plausible": False}), Ruling.REJECT),
        (json.dumps(GOOD | {"plausible": "yes"}), Ruling.ABSTAIN),
        (json.dumps(GOOD | {"sure": True}), Ruling.ABSTAIN),
        ('{"plausible": true}', Ruling.ABSTAIN),
        ("Certainly! It is plausible.", Ruling.ABSTAIN),
        (EndpointError("The endpoint is silent."), Ruling.ABSTAIN),
        (BudgetSpent("No calls are left."), Ruling.ABSTAIN),
    ],
)
def test_the_adviser_fails_closed(answer: str | Exception, decision: Ruling) -> None:
    assert verdict(STABBING, MURDER, section("IPC-304"), Validator(Model(answer)))[0] is decision


def test_rules_are_not_overruled_and_the_adviser_is_not_asked() -> None:
    model = Model(json.dumps(GOOD))
    assert verdict(sheet_of(MURDER), None, MURDER, Validator(model))[0] is Ruling.REJECT
    assert model.asked == 0


def test_one_question_is_asked_once_and_an_abstention_again() -> None:
    good, silent = Model(json.dumps(GOOD)), Model(EndpointError("The endpoint is silent."))
    for model, times in ((good, 1), (silent, 2)):
        validator = Validator(model)
        for _ in range(2):
            verdict(STABBING, MURDER, section("IPC-304"), validator)
        assert model.asked == times


def test_the_key_is_the_whole_pair() -> None:
    change = Perturbation(MURDER, section("IPC-304"), "rule", "basis", "What if?")
    other = Perturbation(MURDER, section("IPC-307"), "rule", "basis", "What if?")
    here, there = sheet_of(MURDER), sheet_of(MURDER, AGE)
    keys = {
        pair_key(here, change, there),
        pair_key(there, change, here),
        pair_key(here, other, there),
        pair_key(FactSheet(here.narrative + "!", here.facts), change, there),
    }
    assert len(keys) == 4


def test_the_accept_rate_counts_abstentions_as_proposed() -> None:
    counts = Counts()
    assert counts.accept_rate is None
    for decision in (Ruling.ACCEPT, Ruling.ACCEPT, Ruling.REJECT, Ruling.ABSTAIN):
        counts = counts.with_one(decision)
    assert counts == Counts(2, 1, 1)
    assert counts.accept_rate == 2 / 4
    assert counts + counts == Counts(4, 2, 2)
