"""The reader's text: lines that only a page's width ended run on, and no offset moves."""

from hypothesis import given
from hypothesis import strategies as st

from countercase.web.cases import unwrapped

LONG = "The appellant, who had been cutting fodder since the morning, struck once"


def test_a_line_that_a_page_ended_runs_on() -> None:
    assert unwrapped(f"{LONG}\nand ran away.") == f"{LONG} and ran away."


def test_headings_lists_and_paragraphs_keep_their_lines() -> None:
    for kept in ("JUDGMENT\nThe appeal is allowed.", f"{LONG}\n\nA new paragraph.", f"{LONG}\n  (a) indented"):
        assert unwrapped(kept) == kept


@given(st.text("ab \n", max_size=200))
def test_every_other_character_stays_where_it_was(text: str) -> None:
    shown = unwrapped(text)
    assert len(shown) == len(text)
    assert all(new == old or (old, new) == ("\n", " ") for old, new in zip(text, shown, strict=True))
