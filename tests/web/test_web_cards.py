"""The lines of a card."""

from countercase.domain.case import CaseId
from countercase.domain.ranking import Anchor, Explanation, Holding, Point, Statement
from countercase.domain.span import Span
from countercase.web.cards import holding_lines, sentences_of


def statement(text: str, start: int) -> Statement:
    return Statement(text, Anchor(CaseId("c1"), None, Span(start, start + len(text))), text, Point.HOLDING)


def test_a_card_says_the_order_and_the_ground_once() -> None:
    order, ground = statement("The appeal is allowed.", 0), statement("The notice was late.", 40)
    shared = statement("Both turn on the day of the notice.", 80)
    holding = Holding(order, "the accused", "The accused won.", ground)
    shown = holding_lines(holding)
    why = sentences_of(Explanation(CaseId("c1"), (order, shared, ground)), shown)
    assert [line.sentence for line in why] == ["Both turn on the day of the notice."]
