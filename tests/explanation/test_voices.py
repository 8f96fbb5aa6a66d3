"""Who is said to speak, and that the strict check refuses the wrong speaker."""

from dataclasses import replace

import pytest
from tests.explanation.small_case import CASE_FACTS, MATTER_FACTS, case, passage, rarity, split

from countercase.domain.case import UNKNOWN, Case, CaseId, Paragraph, SectionType, Speaker, TextKind, Voice
from countercase.domain.facts import FactSheet
from countercase.domain.span import Span
from countercase.explanation.quotations import (
    LIMIT,
    NOT_CERTAIN,
    claimed_speaker,
    credit,
    opening,
    quotation,
    stored_sentences,
)
from countercase.explanation.strict import check
from countercase.explanation.why_case import PrecedentInMatter, explain_case
from countercase.report.precedent_list import sentence_record

COUNSEL = Voice(Speaker.COUNSEL, "counsel for the State")
BELOW = Voice(Speaker.BELOW, "the High Court")


@pytest.mark.parametrize(
    ("voice", "said"),
    [
        (Voice(Speaker.COURT), "The Court held"),
        (Voice(Speaker.COURT, left_open=True), "The Court left open"),
        (BELOW, "The High Court had held"),
        (COUNSEL, "Counsel for the State argued"),
        (Voice(Speaker.STATUTE, "Section 9"), "Section 9 provides"),
        (Voice(Speaker.SEPARATE, "RAO J., dissenting"), "RAO J., dissenting, held"),
        (UNKNOWN, NOT_CERTAIN),
    ],
)
def test_a_sentence_opens_with_its_speaker_and_is_read_back_so(voice: Voice, said: str) -> None:
    assert opening(voice, "The Court held") == said
    assert claimed_speaker(f"{said}: “the deed was void”.") is voice.speaker


def test_somebody_elses_words_are_credited() -> None:
    assert credit(COUNSEL) == " (argued by counsel for the State)"
    assert credit(Voice(Speaker.FACTS)) == ""


def test_the_strict_check_refuses_the_wrong_speaker() -> None:
    span = "The alibi was false and the blow was his."
    quote = "“The alibi was false and the blow was his”."
    assert check(f"The Court held: {quote}", span, voice=Voice(Speaker.COURT)).supported
    assert not check(f"The Court held: {quote}", span, voice=COUNSEL).supported
    assert check(f"Counsel for the State argued: {quote}", span, voice=COUNSEL).supported
    assert not check(f"The High Court had held: {quote}", span, voice=COUNSEL).supported


def test_words_that_name_another_speaker_are_never_given_as_held() -> None:
    span = "The trial court was of the view that the alibi was false."
    refused = check("The Court held: “The trial court was of the view that the alibi was false”.", span)
    assert refused.problems == ("the speaker there is the trial court",)


def test_a_point_left_open_is_not_given_as_decided() -> None:
    span = "It is unnecessary to decide whether the deed was void."
    voice = Voice(Speaker.COURT, left_open=True)
    assert not check(
        "The Court held: “It is unnecessary to decide whether the deed was void”.", span, voice=voice
    ).supported
    assert check(
        "The Court left open: “It is unnecessary to decide whether the deed was void”.", span, voice=voice
    ).supported


def test_no_cut_removes_the_attributing_clause() -> None:
    sentence = (
        "The trial court, "
        + "after hearing both sides at some length, and after going through the papers, " * 3
        + "was of the view that the lamp gave light enough, that the witness knew the man, and that the blow was his."
    )
    assert len(sentence.split()) > LIMIT
    kept = quotation(sentence, [Span(sentence.index("the blow"), sentence.index("the blow") + 8)])
    assert "trial court" in kept
    assert "was of the view that" in kept


def test_no_cut_removes_a_negation() -> None:
    sentence = (
        "We do not accept, "
        + "whatever may be said of the papers that were filed so late in the day, " * 3
        + "that the witness saw the blow."
    )
    kept = quotation(sentence, [Span(sentence.index("the witness"), sentence.index("the witness") + 11)])
    assert "not accept" in kept


def test_a_digest_is_never_quoted() -> None:
    ours = replace(case(), text_kind=TextKind.DIGEST)
    subject = PrecedentInMatter(
        MATTER_FACTS, ours, CASE_FACTS, passage("A constable recovered the knife from a field.")
    )
    sentences = explain_case(subject, split, rarity).sentences
    assert len(sentences) >= 2
    for sentence in sentences:
        assert "In our summary: " in sentence.text
        assert "The Court" not in sentence.text.split("In our summary")[0]
        assert sentence.voice is not None
        assert sentence.voice.speaker is Speaker.SUMMARY
        summary = sentence.text.split("In our summary: ")[1]
        assert "“" not in summary
        assert sentence_record(sentence)["speaker"] == "our summary"


def test_a_doctored_summary_fails_the_strict_check() -> None:
    span = "The appeal was dismissed with costs."
    voice = Voice(Speaker.SUMMARY)
    assert check("In our summary: The appeal was dismissed with costs.", span, voice=voice).supported
    assert not check("In our summary: The appeal was allowed with costs.", span, voice=voice).supported
    assert not check("The result: “The appeal was dismissed with costs”.", span, voice=voice).supported


@pytest.mark.parametrize(
    "printed",
    [
        "Case Arising From",
        "Meera Joshi Appeals disposed of.",
        "Headnotes prepared by: Meera Joshi",
        "Appearances for Parties",
    ],
)
def test_what_the_reporter_prints_is_no_passage(printed: str) -> None:
    text = f"{printed} \nThe knife lay in the field.\n"
    cut = text.index("\n") + 1
    paragraphs = (
        Paragraph(Span(0, cut), SectionType.RATIO),
        Paragraph(Span(cut, len(text)), SectionType.RATIO),
    )
    quotable = [place.text for place in stored_sentences(replace(case(), text=text, paragraphs=paragraphs), split)]
    assert quotable == ["The knife lay in the field."]


def test_what_an_earlier_case_says_is_no_fact_of_this_one() -> None:
    text = "In Gopal v. State of Kerala this Court held that a knife in a field proves nothing.\n"
    paragraphs = (Paragraph(Span(0, len(text)), SectionType.ANALYSIS),)
    subject = PrecedentInMatter(MATTER_FACTS, replace(case(), text=text, paragraphs=paragraphs), FactSheet(text, ()))
    assert explain_case(subject, split, rarity).sentences == ()


def test_nothing_is_the_courts_where_an_unmarked_dissent_stands_before_the_order_of_the_majority() -> None:
    dissent = "In my view the notification offends Article 14. It must therefore be held to be void. "
    order = "In the result I would allow the appeal. ORDER OF COURT In view of the opinion of the majority, "
    text = f"{dissent}{order}the appeal is dismissed."
    divided = Case(CaseId("x"), text, "A v. B", paragraphs=(Paragraph(Span(0, len(text)), SectionType.RATIO, "1"),))
    assert not any(sentence.sure for sentence in stored_sentences(divided, split))
