"""Points on which cases turn: read in a matter, found in a reason of the Court, named in the explanation."""

import pytest
from tests.explanation.small_case import rarity, split

from countercase.domain.case import SectionType, Speaker, Voice
from countercase.domain.span import Span
from countercase.explanation.quotations import StoredSentence
from countercase.explanation.relevant_passages import (
    MatterWords,
    discussed,
    legal_points,
    name_of,
    passages_on_points,
    raised_points,
    reasons_to_try,
    taken_up,
)
from countercase.explanation.worth_quoting import is_probably_a_reason

MATTER = "TIP held in jail thirty-nine days after arrest; no reason given. Licence of the driver had expired."


def reason(text: str, start: int = 0, sure: bool = True, own: float = 0.95) -> StoredSentence:
    return StoredSentence(
        Span(start, start + len(text)), text, SectionType.RATIO, "9", Voice(Speaker.COURT), sure=sure, own=own
    )


def tried(*sentences: StoredSentence, matter: str = MATTER) -> list[str]:
    words = MatterWords(matter, split, rarity)
    return [sentence.text for sentence, _ in reasons_to_try(sentences, words, raised_points(matter))]


@pytest.mark.parametrize(
    ("matter", "point"),
    [
        ("TIP on 12.10.2024, by Tehsildar.", "identification of the accused"),
        ("Petn u/s 34 agst award of 12.12.2022.", "setting aside an award"),
        ("Grounds read over to him, no copy given.", "grounds of arrest"),
        ("The detenu was in jail when the order was passed.", "preventive detention"),
        ("A-3 is director, DIR-12 shows cessation in 2018.", "director in charge"),
        ("Suit for specific performance of the agreement to sell.", "readiness and willingness"),
        ("Burns 80%, two DDs, they differ.", "dying declaration"),
        ("Quarrel over a goat; single blow on the head.", "a single blow"),
        ("Acquitted in criminal case, honourable acquittal; still dismissed.", "acquittal in the criminal case"),
        ("Bail orders not placed before the authority.", "material kept from the detaining authority"),
    ],
)
def test_a_brief_raises_a_point_in_its_own_short_forms(matter: str, point: str) -> None:
    assert point in [found.name for found in raised_points(matter)]


@pytest.mark.parametrize(
    "matter", ["He will be registered as a voter.", "Report of the probation officer was called for."]
)
def test_a_word_in_another_sense_raises_nothing(matter: str) -> None:
    assert raised_points(matter) == []


def test_every_point_has_a_name_of_its_own() -> None:
    names = [point.name for point in legal_points()]
    assert len(set(names)) == len(names)


def test_a_point_is_found_where_the_sentence_names_it() -> None:
    sentence = "The delay in holding the test identification parade was not explained."
    spans = discussed(raised_points(MATTER), sentence)
    assert [span.of(sentence) for span in spans] == ["test identification"]


def test_a_reason_on_a_point_comes_before_others() -> None:
    near = reason("The driver drove without care and the licence, the jail and the arrest were all proved.")
    on_point = reason("We hold that a belated identification parade cannot be relied upon by itself.", start=200)
    assert tried(near, on_point)[0] == on_point.text


def test_what_the_next_sentence_takes_back_is_no_reason() -> None:
    rule = reason("We hold that an identification parade held late cannot be relied upon at all.")
    however = reason("However, in this case the delay was explained.", start=200)
    assert rule.text not in tried(rule, however)


@pytest.mark.parametrize(
    ("text", "own", "probable"),
    [
        ("The identification parade does not inspire confidence and was held too late.", 0.95, True),
        ("The identification parade does not inspire confidence and was held too late.", 0.5, False),
        ("Learned counsel submitted that the identification parade does not inspire confidence.", 0.95, False),
        ("There cannot be any dispute that an identification parade is not substantive evidence.", 0.95, False),
    ],
)
def test_a_probable_reason_is_a_finding_and_no_argument_or_concession(text: str, own: float, probable: bool) -> None:
    assert is_probably_a_reason(reason(text, sure=False, own=own)) is probable


@pytest.mark.parametrize(
    ("matter", "point"),
    [
        ("Trap; conv u/s 13(1)(d) PC Act.", "divorce"),
        ("Suit decreed, HC reversed.", "reversal of an acquittal"),
        ("The victim was hit with a rod.", "testimony of the victim"),
    ],
)
def test_a_point_is_not_raised_by_a_number_or_a_word_of_another_subject(matter: str, point: str) -> None:
    assert point not in [found.name for found in raised_points(matter)]


def test_of_two_names_that_overlap_the_longer_is_given_without_its_preposition() -> None:
    sentence = "An extra-judicial confession to a stranger is weak."
    points = [point for point in legal_points() if point.name in {"confession", "extra-judicial confession"}]
    spans = discussed(points, sentence)
    assert [name_of(span, sentence) for span in spans] == ["extra-judicial confession"]
    assert name_of(Span(0, 15), "confession made to him") == "confession made"


# What a case says on a point, where nothing else can be said of it.

BOATMAN = "Landlord sues boatman for sub-letting of the jetty stall to his cousin."


def fact(text: str, speaker: Speaker = Speaker.FACTS, section: SectionType = SectionType.FACTS) -> StoredSentence:
    return StoredSentence(Span(0, len(text)), text, section, "2", Voice(speaker))


def on_points(*sentences: StoredSentence) -> list[str]:
    words = MatterWords(BOATMAN, split, rarity)
    return [sentence.text for sentence, _ in passages_on_points(sentences, words, raised_points(BOATMAN))]


def test_an_issue_on_the_point_comes_before_a_fact_on_it() -> None:
    issue = "The question is whether the boatman is guilty of sub-letting the stall without leave."
    event = "The rent controller found sub-letting of the stall because the cousin sat in it alone."
    again = fact("He denies any sub-letting.")  # too short to be quoted
    assert on_points(fact(event), fact(issue, Speaker.COURT, SectionType.ISSUES), again) == [issue, event]


def test_a_point_that_a_judgment_touches_on_once_is_not_taken_up() -> None:
    points = raised_points(BOATMAN)
    once = ["He denies any sub-letting.", "The rent was paid.", "The stall is by the jetty."]
    assert taken_up(points, once) == []
    assert [point.name for point in taken_up(points, once[:1] * 3)] == ["sub-letting"]


@pytest.mark.parametrize(
    "sentence",
    [
        fact("Counsel argued that sub-letting of the stall was never proved by the landlord.", Speaker.COUNSEL),
        fact("Section 14 of the Act forbids sub-letting of a stall without leave of the landlord."),
        fact("Ordinarily sub-letting of a stall is proved by exclusive possession of the new man."),
        fact("There was a plea of sub-letting in the written statement that was later given up by both."),
    ],
)
def test_argument_law_and_stray_words_are_no_passage_on_a_point(sentence: StoredSentence) -> None:
    assert on_points(sentence, *[fact("He denies any sub-letting.")] * 3) == []
