"""Names and citations go; facts, States and provisions stay."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.evaluation.citation_set import MaskOptions, mask, party_words

NAME = "Ramesh Chunder and Others v. State of Punjab"


def test_parties_are_masked_in_either_spelling_and_told_apart() -> None:
    masked = mask("Ramesh struck Gurdev. RAMESH’s knife was found by GURDEV.", "Ramesh v. Gurdev and Anr.")
    assert masked.text == "[A] struck [B]. [A] knife was found by [B]."
    assert masked.counts == {"party": 4}


def test_a_full_name_becomes_one_placeholder() -> None:
    assert mask("Then Ramesh Chunder fled.", NAME).text == "Then [A] fled."


def test_words_that_only_contain_a_name_stay() -> None:
    assert mask("The rameshwaram temple at Rameshwaram stood.", "Ramesh v. State").text.count("[A]") == 0


def test_public_bodies_and_places_stay() -> None:
    text = "The State of Punjab paid the Bank in Punjab."
    assert mask(text, NAME).text == text
    assert party_words("The State of Punjab") == frozenset()
    assert party_words("Zenith Steel Corporation Ltd.") == {"zenith"}


def test_cited_cases_go_with_their_citations() -> None:
    masked = mask("It was held in Virsa Singh v. State of Punjab, AIR 1958 SC 465 that intent suffices.", NAME)
    assert masked.text == "It was held in […] that intent suffices."
    assert masked.counts == {"cited case": 1}


def test_a_bare_citation_goes() -> None:
    assert mask("This was settled in (2006) 4 SCC 1 long ago.", NAME).text == "This was settled in […] long ago."


@pytest.mark.parametrize("day", ["12.3.1998", "12/03/98", "12th March, 1998", "March 12, 1998", "1 of May 1998"])
def test_dates_go_only_where_asked(day: str) -> None:
    text = f"On {day} he fell."
    assert mask(text, NAME).text == text
    assert mask(text, NAME, MaskOptions(dates=True)).text == "On […] he fell."


def test_provisions_go_only_where_asked() -> None:
    text = "He was charged under Section 302 of the Indian Penal Code."
    assert mask(text, NAME).text == text
    assert "302" not in mask(text, NAME, MaskOptions(provisions=True)).text


@given(st.text(st.characters(codec="ascii"), max_size=80))
def test_nothing_named_means_nothing_masked_twice(text: str) -> None:
    once = mask(text, NAME).text
    assert mask(once, NAME).text == once
