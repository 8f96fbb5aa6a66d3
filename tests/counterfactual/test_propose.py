"""Fact types take turns; locks hold; the seed decides the order and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.counterfactual.small_matter import MURDER, STABBING, sheet_of

from countercase.counterfactual.propose import Proposer, in_turn, locks_named, propose
from countercase.domain.facts import EvidenceFact, Fact, FactKind, FactType
from countercase.facts.extract import extract_facts


def test_the_first_four_changes_are_of_four_types() -> None:
    assert {change.fact_type for change in propose(STABBING)[:4]} == set(FactType)


def test_lists_are_taken_in_turn() -> None:
    assert list(in_turn(["ad", "b", "cef"])) == ["a", "b", "c", "d", "e", "f"]


@given(st.integers(0, 10_000))
def test_the_seed_orders_and_adds_nothing(seed: int) -> None:
    changes = propose(STABBING, seed)
    assert changes == propose(STABBING, seed)
    assert {change.sentence for change in changes} == {change.sentence for change in propose(STABBING, 0)}


def test_a_locked_fact_is_not_changed() -> None:
    changes = propose(STABBING, locks={MURDER.key})
    assert changes
    assert all(change.before != MURDER for change in changes)


def test_facts_are_locked_by_type_kind_or_words() -> None:
    def describe(fact: Fact) -> str:
        return " ".join(fact.key)

    locked = locks_named(STABBING, ["Section", "age", "eyewitness", "nothing of the kind"], describe)
    assert [len(keys) for keys in locked.values()] == [3, 1, 1, 0]
    assert locked["Section"][0] == ("Section",)
    assert locks_named(STABBING, ["evidence"], describe)["evidence"][:2] == [("Evidence",), ("evidence",)]


def test_a_locked_type_or_kind_locks_additions_too() -> None:
    added = {change.fact_type for change in propose(STABBING) if change.before is None}
    assert FactType.EVIDENCE in added
    for lock in (("Evidence",), ("evidence",)):
        changes = propose(STABBING, locks={lock})
        assert changes
        assert all(change.fact.kind is not FactKind.EVIDENCE for change in changes)


def test_no_supposed_change_adds_what_is_locked() -> None:
    text = (
        "The accused stabbed the deceased with a knife at night. The wife of the deceased saw it. "
        "The accused is charged under Section 302 IPC. He was arrested on 1 June 2018 at 9 am and produced before the "
        "Magistrate on 2 June 2018 at 8 am."
    )
    sheet = extract_facts(text)
    free, locked = (list(Proposer(sheet, locks=locks)(sheet)) for locks in ((), {("Evidence",)}))
    assert locked
    assert len(locked) < len(free)
    for change in locked:
        told = [fact for edited in change.edits for fact in extract_facts(edited.text).facts]
        assert all(fact.type is not FactType.EVIDENCE for fact in (change.fact, *told))


def test_a_value_outside_the_vocabulary_is_not_proposed() -> None:
    known = {FactKind.EVIDENCE: {"eyewitness"}}
    items = [
        change.after.item for change in propose(STABBING, vocabulary=known) if isinstance(change.after, EvidenceFact)
    ]
    assert set(items) <= {"eyewitness"}
    assert {change.fact_type for change in propose(STABBING, vocabulary=known)} == set(FactType)


@pytest.mark.parametrize("seed", range(5))
def test_evidence_that_such_cases_turn_on_comes_first(seed: int) -> None:
    items = ["post-mortem", "recovery", "dying declaration", "eyewitness"]
    sheet = sheet_of(MURDER, *(EvidenceFact(item=item, spans=()) for item in items))
    removed = [
        change.before.item
        for change in propose(sheet, seed)
        if change.rule == "evidence removed" and isinstance(change.before, EvidenceFact)
    ]
    assert removed == ["eyewitness", "dying declaration", "recovery", "post-mortem"]
