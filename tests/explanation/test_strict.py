"""The strict check: what a sentence says must be in its span, and what it denies denied there."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.domain.case import CaseId, Speaker, Voice
from countercase.domain.ranking import Anchor, Point, Statement
from countercase.domain.span import Span
from countercase.explanation.strict import SupportCheck, check, check_anchored, without_frame
from countercase.explanation.tokens import polarities, tokenise

SPAN = (
    "On 12 March 2019 Sunil, aged 17 years, stabbed Raghu in the chest and was convicted under Section 302 read with "
    "Section 34 of the Indian Penal Code, but no dying declaration was recorded; the High Court relied on (2008) 1 SCC "
    "1 and ordered Rs. 1,50,000 to be paid to the widow."
)


@pytest.mark.parametrize(
    "sentence",
    [
        SPAN,
        "As in your matter, the case concerns Section 302 of the Indian Penal Code: “was convicted under Section 302”.",
        "As in your matter, the case concerns no dying declaration: “no dying declaration was recorded”.",
        "The passage closest to your facts, on “chest” and “widow”, reads: “Raghu in the chest … to the widow”.",
        "Yours: 17 years, on the same side of the line of 18 years in Section 2(12) JJ Act, 2015: “aged 17 years”.",
        "ordered Rs. 1.5 lakh to be paid to the widow",
        "ordered one lakh fifty thousand to be paid",
        "On 12.03.2019 Sunil, aged seventeen years, stabbed Raghu",
        "the High Court relied on 2008 (1) S.C.C. 1",
    ],
)
def test_what_the_span_says_is_supported(sentence: str) -> None:
    found = check(sentence, SPAN)
    assert found.supported, found.problems


@pytest.mark.parametrize(
    ("sentence", "problem"),
    [
        ("Sunil, aged 18 years, stabbed Raghu", "number 18"),
        ("aged 17 years, on the same side of the line of 19 years in Section 2(12) JJ Act, 2015", "number 19"),
        ("aged 17 years, on the same side of the line of 18 years in Section 2(13) JJ Act, 2015", "number 18"),
        ("ordered Rs. 15,000 to be paid to the widow", "number 15,000"),
        ("On 13 March 2019 Sunil stabbed Raghu", "date 13 march 2019"),
        ("was convicted under Section 304 of the Indian Penal Code", "provision IPC-304"),
        ("was convicted under Section 302 of the Code of Criminal Procedure", "provision CrPC-302"),
        ("was convicted under Section 302(1) of the Indian Penal Code", "provision IPC-302(1)"),
        ("the High Court relied on (2008) 2 SCC 1", "citation (2008) 2 SCC 1"),
        ("Here Mahesh stabbed Raghu in the chest", "name mahesh"),
        ("Raghu, aged 17 years, stabbed Sunil in the chest", "said there of something else: sunil"),
        ("Sunil was not convicted under Section 302", "denied, but not so there: convict"),
        ("A dying declaration was recorded", "affirmed, but not so there: declar"),
        ("was acquitted under Section 302", "words not there: acquit"),
        ("As in your matter, the case concerns the widow: “stabbed Sunil in the chest”.", "not said there"),
        ("As in your matter, the case concerns a pistol: “stabbed Raghu in the chest”.", "words not there: pistol"),
    ],
)
def test_what_the_span_does_not_say_is_unsupported(sentence: str, problem: str) -> None:
    found = check(sentence, SPAN)
    assert found.verdict is SupportCheck.UNSUPPORTED
    assert any(each.lower().startswith(problem.lower()) for each in found.problems), found.problems


def test_a_quotation_may_not_stop_before_a_denial() -> None:
    source = "The insurer had to call the investigator, and did not."
    assert not check("The Court held: “The insurer had to call the investigator, and did”.", source).supported
    assert check("The Court held: “The insurer had to call the investigator, and did not”.", source).supported


def test_an_omission_may_not_hide_a_denial() -> None:
    source = "The accused was, on all the evidence, not guilty of murder."
    assert not check("The result: “The accused was … guilty of murder”.", source).supported


def test_a_denied_frame_is_noticed() -> None:
    sentence = "Your facts do not mention a widow; this case does not: “to the widow”."
    assert not check(sentence, SPAN).supported


@pytest.mark.parametrize("sentence", ["", "As in your matter, the case concerns:", "It was so, and he was there."])
def test_nothing_checkable_is_unverifiable(sentence: str) -> None:
    assert check(sentence, SPAN).verdict is SupportCheck.UNVERIFIABLE


def test_a_frame_inside_a_quotation_is_no_frame() -> None:
    assert "your matter" in without_frame("As in your matter, the case concerns “your matter”.")


def _sentence(text: str, quote: str, span: Span) -> Statement:
    return Statement(text, Anchor(CaseId("c"), None, span), quote, Point.PASSAGE, Voice(Speaker.COURT))


def test_the_stored_text_is_the_source_and_not_the_quote() -> None:
    stored = "The appeal was dismissed."
    span = Span(0, len(stored))
    honest = _sentence("The result: “The appeal was dismissed”.", stored, span)
    forged = _sentence("The result: “The appeal was allowed!!”.", "The appeal was allowed!!!", span)
    beyond = _sentence("The result: “The appeal was dismissed”.", stored, span.shift(3))
    assert check_anchored(honest, lambda _: stored).supported
    assert check_anchored(forged, lambda _: stored).problems == ("the quote is not the text at the anchor",)
    assert not check_anchored(beyond, lambda _: stored).supported


def test_negation_reaches_to_the_end_of_its_clause() -> None:
    found = polarities("No dying declaration was recorded, but the eyewitness was examined without delay.")
    assert found["declar"] == {True}
    assert found["examin"] == {False}
    assert found["delay"] == {True}


@given(st.text(max_size=200))
def test_tokens_lie_in_the_text_in_order(text: str) -> None:
    tokens = tokenise(text)
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)
    assert all(one.end <= other.start for one, other in pairwise(tokens))


@given(st.text(max_size=120), st.text(max_size=120))
def test_the_check_always_gives_a_verdict(sentence: str, span: str) -> None:
    found = check(sentence, span)
    assert found.supported == (found.verdict is SupportCheck.SUPPORTED)
    assert found.supported == (not found.problems)
