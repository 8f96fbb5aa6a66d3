"""The shared text layer: articles, stems, stop words."""

import pytest

from countercase.text.words import (
    MEASURING_STOP_WORDS,
    SEARCH_STOP_WORDS,
    capitalised,
    shortened,
    stem,
    stem_all,
    with_article,
)


@pytest.mark.parametrize(
    "phrase",
    [
        "an axe", "a knife", "an FIR", "a university", "an uncle", "an hour", "an MLA", "a UAPA matter", "an heir",
        "a one-sided account", "an unlawful assembly", "an x-ray", "an urgent notice", "a usual place", "a “knife”",
    ],
)  # fmt: skip
def test_the_article_is_as_the_word_sounds(phrase: str) -> None:
    assert with_article(phrase.split(maxsplit=1)[1]) == phrase


def test_one_stemmer_for_a_word_and_for_many() -> None:
    words = ["stabbed", "stabbing", "convicted", "dishonoured"]
    assert stem_all(words) == [stem(word) for word in words]
    assert stem("stabbed") == stem("stabbing") == "stab"


def test_a_denial_is_never_a_stop_word_of_search_or_of_measuring() -> None:
    assert not {"not", "no", "without", "never"} & (SEARCH_STOP_WORDS | MEASURING_STOP_WORDS)


def test_a_capital_changes_the_first_letter_alone() -> None:
    assert [capitalised(words) for words in ("the DNA report", "Émile", "", "33 days")] == [
        "The DNA report",
        "Émile",
        "",
        "33 days",
    ]


def test_a_long_line_is_cut_after_a_word() -> None:
    assert shortened("one  two\nthree", 13) == "one two three"
    assert shortened("one two three four", 14) == "one two …"
