"""Spans slice back to their quotes; a quote in two places has none."""

from hypothesis import given
from hypothesis import strategies as st

from countercase.cuad.generate import extract_quote_span, quote_parts, sort_and_merge_spans
from countercase.domain.span import Span

LETTERS = st.text(alphabet="ab \n", max_size=30)


@given(LETTERS, LETTERS)
def test_a_span_is_the_only_place_of_its_quote(text: str, quote: str) -> None:
    places = [place for place in range(len(text)) if quote and text.startswith(quote, place)]
    span = extract_quote_span(text, quote)
    assert span == (Span(places[0], places[0] + len(quote)) if len(places) == 1 else None)
    if span is not None:
        assert span.of(text) == quote


def test_an_overlapping_second_place_counts_as_one() -> None:
    assert extract_quote_span("ababa", "aba") is None


def test_spans_one_character_apart_are_bridged() -> None:
    spans = [Span(20, 30), Span(0, 10), Span(11, 15)]
    assert sort_and_merge_spans(spans, max_bridge_gap_len=1) == (Span(0, 15), Span(20, 30))
    assert sort_and_merge_spans(spans) == (Span(0, 10), Span(11, 15), Span(20, 30))


def test_omitted_quotes_come_in_parts_and_short_parts_say_nothing() -> None:
    assert quote_parts("the first half <omitted> and the second half<omitted>etc.") == (
        "the first half",
        "and the second half",
    )
    assert quote_parts(" untouched ") == (" untouched ",)
