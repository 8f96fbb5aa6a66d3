"""What was ordered, who won and on which ground."""

from dataclasses import replace

import pytest

from countercase.corpus.builtin import builtin_cases
from countercase.domain.case import Case, CaseId, Outcome, Paragraph, Party, PartyType, SectionType, Speaker, TextKind
from countercase.domain.span import Span
from countercase.explanation.holding import find_holding
from countercase.explanation.winner import CANNOT_BE_TOLD
from countercase.report.precedent_list import holding_record
from countercase.text.sentences import split_sentences

FACTS = "The appellant was convicted of theft. The prosecution relied on a recovery."
HELD = (
    "The appeal is allowed and the conviction is set aside. "
    "A recovery that nobody saw proves nothing against the accused."
)


def digest(outcome: Outcome | None = Outcome.ALLOWED, held: str = HELD) -> Case:
    text = f"Facts\n{FACTS}\n\nHeld\n{held}\n"
    cut = text.index("Held\n")
    return Case(
        CaseId("theft"),
        text,
        "Mohan v. State of Goa",
        petitioner=Party("Mohan", PartyType.INDIVIDUAL),
        respondent=Party("State of Goa", PartyType.STATE),
        outcome=outcome,
        paragraphs=(
            Paragraph(Span(0, cut), SectionType.FACTS),
            Paragraph(Span(cut, len(text)), SectionType.HELD),
        ),
        text_kind=TextKind.DIGEST,
    )


def test_order_winner_and_ground_are_told_and_anchored() -> None:
    case = digest()
    found = find_holding(case, split_sentences)
    assert found.winner == "the accused"
    assert found.winner_line == "The accused won: the case was allowed."
    assert found.order is not None
    assert found.order.text == "In our summary: The appeal is allowed and the conviction is set aside."
    assert found.order.anchor.span.of(case.text) == found.order.quote
    assert found.ground is not None
    assert found.ground.text.startswith("In our summary: A recovery that nobody saw")
    assert found.ground.voice is not None
    assert found.ground.voice.speaker is Speaker.SUMMARY
    assert holding_record(found)["order"]["speaker"] == "our summary"


@pytest.mark.parametrize(
    ("petitioner", "respondent", "outcome", "winner"),
    [
        ("Mohan", "State of Goa", Outcome.DISMISSED, "the State"),
        ("State of Goa", "Mohan", Outcome.ALLOWED, "the State"),
        ("State of Goa", "Mohan", Outcome.DISMISSED, "the accused"),
        ("Evergreen Insurance Co. Ltd.", "Mohan", Outcome.ALLOWED, "the insurer"),
        ("Commissioner of Income Tax, Panaji", "Mohan", Outcome.ALLOWED, "the Revenue"),
    ],
)
def test_the_winner_is_named_by_what_it_is(petitioner: str, respondent: str, outcome: Outcome, winner: str) -> None:
    case = replace(
        digest(outcome, "The reasons of the High Court were weighed."),
        petitioner=Party(petitioner),
        respondent=Party(respondent),
    )
    assert find_holding(case, split_sentences).winner == winner


def test_a_case_that_was_sent_back_has_no_winner_yet() -> None:
    held = "The sessions judge shall hear the matter again and record his own findings."
    found = find_holding(digest(Outcome.REMANDED, held), split_sentences)
    assert found.winner == CANNOT_BE_TOLD
    assert found.winner_line == "Neither side has won yet: the case was sent back."


@pytest.mark.parametrize("outcome", [None, Outcome.DISPOSED])
def test_doubt_is_said(outcome: Outcome | None) -> None:
    held = "The sessions judge shall hear the matter again and record his own findings."
    found = find_holding(digest(outcome, held), split_sentences)
    assert found.winner == CANNOT_BE_TOLD
    assert found.winner_line.startswith("Who won cannot be told")


def test_one_appeal_allowed_and_another_dismissed_has_no_winner() -> None:
    held = "The appeal of the transporter is allowed. The appeal of the broker is dismissed."
    case = replace(
        digest(held=held),
        petitioner=Party("Ravi"),
        respondent=Party("Sita"),
        case_numbers=("Civil Appeal No. 1 of 2001",),
    )
    assert find_holding(case, split_sentences).winner == CANNOT_BE_TOLD


def test_every_builtin_case_has_a_winner_or_says_why_not() -> None:
    for case in builtin_cases()[::6]:
        found = find_holding(case, split_sentences)
        assert (found.winner == CANNOT_BE_TOLD) == found.winner_line.startswith("Who won cannot be told")
        assert found.ground is None or found.ground.text.startswith("In our summary: ")


def test_every_builtin_case_states_its_order() -> None:
    silent = [case.id for case in builtin_cases() if find_holding(case, split_sentences).order is None]
    assert silent == []
