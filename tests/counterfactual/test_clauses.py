"""Clauses and sentences of a narrative, and the edits that leave it readable."""

import pytest

from countercase.counterfactual.clauses import (
    clause_bounds,
    clause_replaced,
    is_referred_to_next,
    mention_removed,
    reads_badly,
)
from countercase.domain.perturbation import TextEdit
from countercase.domain.span import Span


def place(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


def after(text: str, edit: TextEdit | None) -> str:
    assert edit is not None
    return text[: edit.span.start] + edit.text + text[edit.span.end :]


@pytest.mark.parametrize(
    ("text", "words", "clause"),
    [
        ("He asked for it; the register was refused.", "was refused", "the register was refused"),
        ("It is not registered and possession was not given.", "not registered", "It is not registered"),
        ("7. The deed is lost, and no copy was made.", "no copy", "no copy was made"),
    ],
)
def test_a_clause_ends_where_another_begins(text: str, words: str, clause: str) -> None:
    bounds = clause_bounds(text, place(text, words))
    assert bounds is not None
    assert bounds.of(text) == clause


def test_a_clause_without_its_subject_is_left_alone() -> None:
    text = "The Court frames the charge on the first date, and directs a joint trial."
    assert clause_bounds(text, place(text, "a joint trial")) is None


def test_only_the_clause_gives_way() -> None:
    text = "He says that his brother was to lend the rest; the brother was not examined."
    edit = clause_replaced(text, place(text, "was not examined"), "The lender supported the plaintiff.")
    assert after(text, edit) == "He says that his brother was to lend the rest; the lender supported the plaintiff."


def test_a_mention_goes_with_what_ties_it() -> None:
    text = "No inventory was certified by any Magistrate, and the stock was not produced."
    assert after(text, mention_removed(text, place(text, "No inventory"))) == "The stock was not produced."


def test_what_the_next_sentence_takes_up_hangs_on() -> None:
    text = "The affidavit gives no reason. It says only that he is ill."
    assert is_referred_to_next(text, place(text, "The affidavit gives no reason"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The sale deed was to be executed in May.", "No sale deed was to be executed in May."),
        ("stopped the car and recovered 2 kg", "stopped the car and never recovered 2 kg"),
        ("on the ground that the report was awaited", "on the ground that the report was received"),
    ],
)
def test_a_bad_sentence_is_seen(old: str, new: str) -> None:
    assert reads_badly(old, new)
