"""Windows of a narrative."""

from hypothesis import given
from hypothesis import strategies as st

from countercase.retrieval.searcher import split_windows

SENTENCES = [f"Sentence number {place} has exactly seven words." for place in range(40)]


def test_a_short_text_is_one_window() -> None:
    assert split_windows("One fact.", words=120, most=12) == ("One fact.",)
    assert split_windows("  \n ", words=120, most=12) == ()


def test_windows_end_at_sentences_and_are_of_like_size() -> None:
    windows = split_windows(" ".join(SENTENCES), words=70, most=12)
    assert len(windows) == 4
    assert {len(window.split()) for window in windows} == {70}


def test_a_long_text_gets_longer_windows_rather_than_being_cut() -> None:
    windows = split_windows(" ".join(SENTENCES), words=7, most=5)
    assert len(windows) == 5
    assert " ".join(windows) == " ".join(SENTENCES)


@given(st.lists(st.sampled_from(SENTENCES), min_size=1), st.integers(5, 200), st.integers(1, 12))
def test_every_word_is_in_one_window(sentences: list[str], words: int, most: int) -> None:
    text = " ".join(sentences)
    windows = split_windows(text, words, most)
    assert 1 <= len(windows) <= most
    assert " ".join(windows) == text
