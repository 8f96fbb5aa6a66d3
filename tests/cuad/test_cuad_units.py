"""Every way of cutting covers the text, without gap or overlap."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cuad.tiny_cuad import ALPHA

from countercase.cuad.clauses import CLAUSE, SENTENCE, UNITS, clauses, is_heading, naive, recursive, sentences, trimmed
from countercase.domain.span import Span

PROSE = st.text(alphabet=st.sampled_from("ab. \n(1)A;:,"), max_size=400)


@pytest.mark.parametrize("name", sorted(UNITS))
@given(text=PROSE)
def test_units_join_back_to_the_text(name: str, text: str) -> None:
    assert "".join(span.of(text) for span in UNITS[name](text)) == text


@given(PROSE, st.integers(1, 50))
def test_naive_and_recursive_keep_their_size(text: str, size: int) -> None:
    for cut in (naive, recursive):
        assert all(len(span) <= size for span in cut(text, size))


def test_naive_pieces_are_exactly_the_size() -> None:
    assert [len(span) for span in naive("x" * 1100)] == [500, 500, 100]


def test_recursive_cuts_at_the_coarsest_mark_that_does_it() -> None:
    text = "First line.\n\nSecond one. And a third.\n\nLast."
    assert [span.of(text) for span in recursive(text, 26)] == [
        "First line.",
        "\n\nSecond one. And a third.",
        "\n\nLast.",
    ]
    rest = text[13:]
    assert [span.of(rest) for span in recursive(rest, 20)] == ["Second one", ". And a third.", "\n\nLast."]


def test_sentences_part_headings_and_keep_numbers_and_abbreviations() -> None:
    text = "12.1 Governing Law. This Agreement with Alpha Inc. Of Ohio is governed by Section 3. Of it. Next one."
    assert [span.of(text).strip() for span in sentences(text)] == [
        "12.1 Governing Law.",
        "This Agreement with Alpha Inc. Of Ohio is governed by Section 3. Of it.",
        "Next one.",
    ]


def test_a_sentence_without_an_end_is_cut() -> None:
    assert all(len(span) <= SENTENCE for span in sentences("word " * 3000))


def test_clauses_keep_their_headings() -> None:
    found = [span.of(ALPHA) for span in clauses(ALPHA)]
    assert any(unit.startswith("2. Governing Law. This Agreement shall be governed") for unit in found)
    assert all(len(unit) <= CLAUSE for unit in found)


def test_headings_are_short() -> None:
    assert is_heading(" 12.1 Governing Law. ")
    assert not is_heading("This Agreement shall be governed by the laws of the State of Ohio and no other.")


def test_trimmed_leaves_white_space_out() -> None:
    assert trimmed("  word \n", Span(0, 8)) == Span(2, 6)
    assert trimmed("   ", Span(0, 3)) == Span(0, 3)
