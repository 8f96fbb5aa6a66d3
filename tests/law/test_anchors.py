"""Patterns tried only at anchors find what they find when they look at every character."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countercase.law.citations import find_citations
from countercase.law.precedents import find_precedents
from countercase.law.provisions import find_provisions
from countercase.law.provisions.statutes import find_statutes
from countercase.text import anchors

FINDERS: tuple[Callable[[str], object], ...] = (find_provisions, find_statutes, find_citations, find_precedents)
WORDS = """
Section sections SECTION Sec. secs s. S. ss. Ss, u/s u/ss under s § Article Arts. art. Order O. Rule r. R. clause
cl. Cls. sub-section sub-clause Part List Schedule Sch. Chapter Entry entries Appendix Regulation 302 304-A 21 XI
(2) (a) 34, धारा IPC I.P.C. I. P. C Cr.P.C. Cr. P.C CPC l.P.C PMLA Act ACT Code of Criminal Procedure Constitution
of India Rules, 1960 Arms Act, 1959 Evidence Act the said Act v. vs. Vs V/s versus VERSUS v State of Bihar Ram Lal
& Ors. In re: IN RE in re (2008) 1 SCC 1 AIR 2008 SC 809 61 ITR 371 2024 INSC 735 ILR 37 All 557 1991 Supp (1) SCC
4 “quoted” – é and or the on Oct OCT
""".split()
TEXTS = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from((" ", "  ", "\n", ", ", ".", " "))), min_size=1)


@contextmanager
def every_character() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(anchors, "_SHORT", 10**9)
        yield


def agree(text: str) -> None:
    for find in FINDERS:
        at_anchors = find(text)
        with every_character():
            assert find(text) == at_anchors


@settings(max_examples=40)
@given(TEXTS)
def test_anchors_lose_nothing(pieces: list[tuple[str, str]]) -> None:
    text = "".join(word + gap for word, gap in pieces)
    agree(text * (1 + 2000 // len(text)))


@given(st.text(max_size=200))
def test_no_text_raises_an_error(text: str) -> None:
    agree((text + " ") * (1 + 2000 // (len(text) + 1)))


def test_matches_inside_another_are_given_too() -> None:
    word = anchors.WordOpenings(["sub", "sec"])
    text = "sub-section 3 " + "x" * 3000
    found = [match[0] for match in word.matches(re.compile(r"(?:sub-)?section"), text)]
    assert found == ["sub-section", "section"]


def test_numbers_of_a_length_before_a_character() -> None:
    numbers = anchors.NumberOpenings(range(1, 4), [".", " X"])
    text = "1. 22 X 333 Y 4444. 55" + " " * 3000
    assert [match[0] for match in numbers.matches(re.compile(r"\d+"), text)] == ["1", "22"]


@pytest.mark.parametrize(
    ("pattern", "opens"),
    [
        ("(?:no )?notice", {"no"}),
        ("(?:the )?fir|u/s", {"th", "fi", "u."}),
        (r"p\.?w", {"p.", "pw"}),
        ("[ab]{2,3}c", {"aa", "ab", "ba", "bb"}),
        ("a?b*cd", {"ab", "ac", "bb", "bc", "cd"}),
        (r"\bx(?!y)z", {"xz"}),
    ],
)
def test_the_first_two_characters_of_a_match(pattern: str, opens: set[str]) -> None:
    assert anchors.openings(pattern) == opens


def test_a_pattern_that_may_be_shorter_than_two_characters_can_be_followed_by_anything() -> None:
    opens = anchors.openings("ab?")
    assert {"ab", "a0", "a."} <= opens
    assert opens.isdisjoint({"ba", ".a"})


@pytest.mark.data
def test_anchors_lose_nothing_in_judgments(data: Path) -> None:
    for file in sorted((data / "caselaw" / "scr_2023_2024").glob("*.txt"))[::200]:
        agree(file.read_text(encoding="utf-8"))
