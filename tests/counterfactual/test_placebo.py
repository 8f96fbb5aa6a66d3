"""Placebos change wording and no fact."""

import random

import pytest

from countercase.counterfactual.placebo import (
    PlaceboKind,
    change_size,
    make_placebos,
    read_wording,
    swap_circumstances,
)
from countercase.domain.span import Span
from countercase.facts.extract import extract_facts
from countercase.text.sentences import split_sentences

MATTER = (
    "The deceased went to the market in the morning to buy rice. Thereafter the accused, who was residing in the same "
    "village, stabbed him with a knife near the gate. An eyewitness was sitting on a bench and asked for help. "
    "The accused was charged under Section 302 of the Indian Penal Code. A sum of Rs. 5,000 was found in a bag. "
    "Subsequently several people reached the corner in order to see what had happened."
)
SHEET = extract_facts(MATTER)
SPANS = [span for fact in SHEET.facts for span in fact.spans]
WORDING = read_wording(MATTER, SPANS, split_sentences)


def _facts(narrative: str) -> list[tuple[str, ...]]:
    return sorted(fact.key for fact in extract_facts(narrative).facts)


@pytest.mark.parametrize("size", [2, 4, 9])
def test_no_placebo_changes_a_fact(size: int) -> None:
    placebos = make_placebos(WORDING, {1}, size, 40, seed=1)
    assert len(placebos) >= 19
    for placebo in placebos:
        assert placebo.narrative != MATTER
        assert _facts(placebo.narrative) == _facts(MATTER), placebo


def test_all_three_kinds_are_there_and_all_differ() -> None:
    placebos = make_placebos(WORDING, {1}, 4, 30, seed=1)
    assert {placebo.kind for placebo in placebos} == set(PlaceboKind)
    assert len({placebo.narrative for placebo in placebos}) == 30


@pytest.mark.parametrize("size", [2, 6, 12])
def test_placebos_are_about_as_long_as_the_change(size: int) -> None:
    for placebo in make_placebos(WORDING, {1}, size, 30, seed=2):
        changed = change_size(MATTER, placebo.narrative)
        assert size / 2 <= changed + 1
        assert changed <= size + 3  # the shortest neutral sentence may be longer than a change of one word


def test_same_seed_same_placebos() -> None:
    first, second = (make_placebos(WORDING, {1}, 4, 19, seed=5) for _ in range(2))
    assert first == second
    assert first != make_placebos(WORDING, {1}, 4, 19, seed=6)


def test_paraphrases_begin_in_the_sentence_of_the_fact() -> None:
    first = next(p for p in make_placebos(WORDING, {1}, 3, 10, seed=1) if p.kind is PlaceboKind.PARAPHRASE)
    changed = [place for place, (a, b) in enumerate(zip(WORDING.sentences, first.sentences, strict=True)) if a != b]
    assert 1 in changed


@pytest.mark.parametrize("size", [1, 2, 5, 9, 30])
def test_a_text_without_circumstances_gets_them_added(size: int) -> None:
    text = "He owes money. He did not pay. He denies it. The creditor sued. The defendant never came."
    wording = read_wording(text, [], split_sentences)
    assert swap_circumstances(wording, (), 2, random.Random(1)) is None
    placebos = make_placebos(wording, set(), size, 40, seed=1)
    assert len(placebos) >= 19
    assert {PlaceboKind.CIRCUMSTANCE, PlaceboKind.INSERTION} <= {placebo.kind for placebo in placebos}


def test_nothing_is_added_inside_a_fact() -> None:
    text = "It was paid by cheque No. 5. He left."
    wording = read_wording(text, [Span(12, 29)], split_sentences)
    assert all(number == 1 for number, _ in wording.tails)


def test_sentences_join_back_to_the_narrative() -> None:
    assert "".join(WORDING.sentences) == MATTER


def test_change_size_counts_words_out_and_in() -> None:
    assert change_size("he went to the shop", "he went to the office") == 2
    assert change_size("a b", "a b c") == 1
    assert change_size("a b", "a b") == 0
