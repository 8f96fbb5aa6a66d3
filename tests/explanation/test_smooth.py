"""Prose by a model stands only where the strict check lets it."""

from dataclasses import replace

from tests.explanation.small_case import TEXT

from countercase.domain.case import CaseId
from countercase.domain.ranking import Anchor, Explanation, Point, Statement
from countercase.domain.span import Span
from countercase.errors import EndpointError
from countercase.explanation.strict import smooth

QUOTE = "The widow was the only eyewitness."
START = TEXT.index(QUOTE)
BUILT = Statement(
    "As in your matter, the case concerns an eyewitness: “The widow was the only eyewitness”.",
    Anchor(CaseId("ramesh"), "3", Span(START, START + len(QUOTE))),
    QUOTE,
    Point.SHARED,
)


def smoothed(words: str) -> str:
    return smooth(Explanation(CaseId("ramesh"), (BUILT,)), lambda _: words).sentences[0].text


def test_a_faithful_rewriting_is_taken() -> None:
    assert smoothed("As in your matter, the only eyewitness  was the widow.") == (
        "As in your matter, the only eyewitness was the widow."
    )


def test_a_rewriting_that_adds_or_turns_gives_way() -> None:
    for words in (
        "As in your matter, the widow and her son were eyewitnesses.",
        "As in your matter, the widow was not the only eyewitness.",
        "Unlike your matter, the only eyewitness was the widow.",
        "The only eyewitness was the widow.",
        "",
    ):
        assert smoothed(words) == BUILT.text


def test_a_rewriting_keeps_the_side_and_the_line() -> None:
    built = "As in your matter, an eyewitness, on the same side of the line of 18 years in Section 2(12) JJ Act, 2015."
    explanation = Explanation(CaseId("ramesh"), (replace(BUILT, text=built),))
    for words in (
        built.replace("same side", "other side"),
        built.replace("18 years in Section 2(12) JJ Act", "7 years in Section 82 IPC"),
        "As in your matter, an eyewitness.",
    ):
        answers = iter([words])
        assert smooth(explanation, lambda _: next(answers)).sentences[0].text == built  # noqa: B023 - used at once


def test_without_an_answer_the_built_sentence_stands() -> None:
    def fails(_: Statement) -> str:
        raise EndpointError("no answer")

    assert smooth(Explanation(CaseId("ramesh"), (BUILT,)), fails).sentences == (BUILT,)
