"""Spans: half-open, sliceable, mergeable."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.domain.span import Span, merge, overlap_length


@st.composite
def spans(draw: st.DrawFn) -> Span:
    start = draw(st.integers(0, 60))
    return Span(start, start + draw(st.integers(1, 20)))


def characters(items: list[Span] | tuple[Span, ...]) -> set[int]:
    return {place for span in items for place in range(span.start, span.end)}


@pytest.mark.parametrize(("start", "end"), [(-1, 3), (3, 3), (4, 3)])
def test_empty_or_backward_spans_are_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="start < end"):
        Span(start, end)


def test_a_span_past_the_text_is_an_error_not_a_short_quote() -> None:
    assert Span(2, 5).of("abcde") == "cde"
    with pytest.raises(ValueError, match="past a text"):
        Span(2, 6).of("abcde")


def test_touching_is_not_overlapping() -> None:
    assert not Span(0, 3).overlaps(Span(3, 5))
    assert Span(0, 4).overlaps(Span(3, 5))
    assert Span(0, 3).gap(Span(3, 5)) == 0
    assert Span(0, 3).gap(Span(7, 9)) == Span(7, 9).gap(Span(0, 3)) == 4


def test_merge_joins_over_a_bridge_of_exactly_the_gap() -> None:
    assert merge([Span(100, 150), Span(151, 165)], bridge_gap=1) == (Span(100, 165),)
    assert merge([Span(100, 150), Span(152, 165)], bridge_gap=1) == (Span(100, 150), Span(152, 165))


def test_merge_keeps_the_longer_end_of_a_nested_span() -> None:
    assert merge([Span(0, 10), Span(2, 4)]) == (Span(0, 10),)


@given(st.lists(spans()))
def test_merge_keeps_every_character_and_leaves_gaps_between(items: list[Span]) -> None:
    merged = merge(items)
    assert characters(merged) == characters(items)
    assert all(left.end < right.start for left, right in pairwise(merged))


@given(st.lists(spans()), st.integers(0, 5))
def test_merge_ignores_order_and_repetition(items: list[Span], gap: int) -> None:
    assert merge(items, gap) == merge(reversed(items), gap) == merge(items + items, gap)


@given(st.lists(spans()), st.lists(spans()))
def test_overlap_counts_each_shared_character_once(left: list[Span], right: list[Span]) -> None:
    assert overlap_length(left, right) == len(characters(left) & characters(right))


@given(spans(), spans())
def test_intersection_is_what_both_hold(a: Span, b: Span) -> None:
    shared = a.intersection(b)
    assert characters([shared] if shared else []) == characters([a]) & characters([b])
    assert (shared is not None) == a.overlaps(b)
    assert a.contains(b) == (shared == b)


@given(spans(), st.integers(0, 9))
def test_shift_moves_both_ends(span: Span, by: int) -> None:
    assert span.shift(by).shift(-by) == span
    assert len(span.shift(by)) == len(span)
