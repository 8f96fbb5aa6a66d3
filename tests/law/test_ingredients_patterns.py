"""The pattern language of the ingredient tables."""

import pytest

from countercase.errors import LawError
from countercase.law.ingredients import PatternIndex
from countercase.law.ingredients.patterns import class_regex, compile_pattern, inflections, word_keys


def finds(pattern: str, text: str, **classes: str) -> list[str]:
    """The stretches of the text that the pattern matches."""
    compiled = compile_pattern(pattern, classes)
    return [text[match.start : match.end] for match in compiled.finds(text, word_keys(text))]


@pytest.mark.parametrize(
    ("pattern", "text", "match"),
    [
        ("found hanging", "She was found\n  hanging from the fan.", "found\n  hanging"),
        ("demand~ .. dowry", "they were demanding yet more dowry", "demanding yet more dowry"),
        ("strangulat*", "death by Strangulation", "Strangulation"),
        ("(gave|given) [a] .. blow~", "gave him one sharp blow", "gave him one sharp blow"),
        ("demand(ed|s) <money>", "he demanded Rs. 5,00,000/-", "demanded Rs. 5,00,000/-"),
        ("eye-witness~", "two eyewitnesses", "eyewitnesses"),
        ("eye-witness~", "an eye witness", "eye witness"),
        ("<n> days", "for twenty-four days", "twenty-four days"),
        ("on <date>", "on 14.03.2019 at noon", "on 14.03.2019"),
        ("<witness> turn~ hostile", "P.W. 3 turned hostile", "P.W. 3 turned hostile"),
        ("I.O. .. admit~", "the IO has admitted", "IO has admitted"),
        ("the doctor's note", "the doctor’s note", "the doctor’s note"),
        ("[the|a] rope", "rope", "rope"),
        ("notice (was)? served", "notice served", "notice served"),
        ("notice (under|u/s) 34(5)", "no notice u/s 34(5) was given", "notice u/s 34(5)"),
        ("section 20(b)(ii) applies", "section 20(b)(ii) applies", "section 20(b)(ii) applies"),
        ("day (1|2)", "on day 2", "day 2"),
        ("seals? broken", "the seal broken", "seal broken"),
        ("history[(-| )]sheet*", "a history sheeter", "history sheeter"),
    ],
)
def test_a_pattern_finds_its_words(pattern: str, text: str, match: str) -> None:
    assert finds(pattern, text) == [match]


def test_a_gap_of_two_dots_skips_three_words_and_no_more() -> None:
    assert finds("knife .. blood", "knife with some dry blood") == ["knife with some dry blood"]
    assert finds("knife .. blood", "knife with some old dry blood") == []


def test_the_words_of_a_gap_are_reported() -> None:
    text = "the certificate was never filed"
    match = compile_pattern("certificate .. filed").finds(text, word_keys(text))[0]
    assert match.gaps.split() == ["was", "never"]


def test_a_word_does_not_match_inside_another() -> None:
    assert finds("rape", "a drape and grapes") == []


def test_a_name_needs_capitals_and_everything_else_does_not() -> None:
    assert finds("<name> confess~", "Mohan Lal confessed") == ["Mohan Lal confessed"]
    assert finds("<name> confess~", "nobody confessed") == []


def test_a_class_of_the_area_may_hold_patterns() -> None:
    sheet = class_regex("charge-sheet~;final report;challan")
    assert finds("no <sheet> .. filed", "no final report was filed", sheet=sheet) == ["no final report was filed"]


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("demand", {"demand", "demands", "demanded", "demanding"}),
        ("bribe", {"bribe", "bribes", "bribed", "bribing"}),
        ("try", {"try", "tries", "tried", "trying"}),
        ("stab", {"stab", "stabs", "stabbed", "stabbing"}),
        ("witness", {"witness", "witnesses"}),
    ],
)
def test_inflections(word: str, forms: set[str]) -> None:
    assert forms <= set(inflections(word))


@pytest.mark.parametrize("pattern", ["(a|b", "a)", "[]", "<nosuchclass> x", "..", "[maybe]", "~"])
def test_a_pattern_that_cannot_be_read_says_so_in_one_line(pattern: str) -> None:
    with pytest.raises(LawError) as error:
        _ = compile_pattern(pattern).compiled
    assert "\n" not in str(error.value)
    assert pattern in str(error.value)


def test_the_index_gives_the_patterns_whose_rarest_word_a_sentence_has() -> None:
    sources = ("demand~ .. dowry", "<money> <date>", "found (hanging|hanged)", "poison*")
    index = PatternIndex((compile_pattern(source), source) for source in sources)
    assert index.candidates(word_keys("They demanded dowry.")) == ["demand~ .. dowry", "<money> <date>"]
    assert index.candidates(word_keys("Found hanging, hanged, they demanded")) == [
        "demand~ .. dowry",
        "found (hanging|hanged)",
        "<money> <date>",
    ]
