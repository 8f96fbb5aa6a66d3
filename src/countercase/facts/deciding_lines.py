"""What the lines of law that a matter engages decide about its ingredients: "within thirty days" is met, or not."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from countercase.domain.checklist import IngredientMention, IngredientStatus, MentionSource
from countercase.domain.span import Span
from countercase.law.ingredients import Tables


class StandingLine(Protocol):
    """A line of law that the matter engages, as `facts.lines` returns it."""

    @property
    def rule(self) -> str:
        """The row of the table that sets the line."""

    @property
    def stands(self) -> str:
        """`within` or `crossed`."""

    @property
    def spans(self) -> tuple[Span, ...]:
        """The passages that the calculation used."""

    @property
    def disputed(self) -> bool:
        """Whether a side denies what it is counted from."""


def mentions_from_lines(lines: Iterable[StandingLine], law: Tables) -> dict[str, list[IngredientMention]]:
    """Decide ingredients that turn on a date, an age or a quantity from the lines of the matter.

    If lines of one row of the table have two answers (an age by a register and by Aadhaar, the date fixed and an
    extended one), the ingredient is disputed. Of two rows, the one against the ingredient decides: an intermediate
    quantity is ruled out if the weight is commercial.
    """
    answers: dict[str, list[tuple[str, IngredientMention]]] = {}
    for line in lines:
        for rule in law.lines:
            status = rule.within if line.stands == "within" else rule.crossed
            if rule.covers(line.rule) and status is not None and line.spans:
                mentions = [
                    IngredientMention(IngredientStatus(status), span, "matter", len(span)) for span in line.spans
                ]
                if line.disputed:
                    mentions = [_disputed(mention) for mention in mentions]
                answers.setdefault(rule.ingredient, []).extend((rule.line, mention) for mention in mentions)
    return {ingredient: _resolved(mentions) for ingredient, mentions in answers.items()}


def consistent_with_lines(
    mentions: Iterable[IngredientMention], from_lines: Sequence[IngredientMention]
) -> list[IngredientMention]:
    """Mentions that agree with a line, or that dispute the dates or figures behind it."""
    status = from_lines[0].status
    return [
        mention
        for mention in mentions
        if (mention.status is status and mention.source in {MentionSource.MATTER, MentionSource.REPORTED})
        or (mention.source is MentionSource.DENIED and any(mention.span.overlaps(line.span) for line in from_lines))
    ]


def _resolved(answers: Sequence[tuple[str, IngredientMention]]) -> list[IngredientMention]:
    statuses = {mention.status for _, mention in answers}
    if len(statuses) == 1:
        return [mention for _, mention in answers]
    of_rows: dict[str, set[IngredientStatus]] = {}
    for row, mention in answers:
        of_rows.setdefault(row, set()).add(mention.status)
    if IngredientStatus.DISPUTED in statuses or any(len(of_row) > 1 for of_row in of_rows.values()):
        return [_disputed(mention) for _, mention in answers]
    return [mention for _, mention in answers if mention.status is IngredientStatus.CONTRARY]


def _disputed(mention: IngredientMention) -> IngredientMention:
    return replace(mention, status=IngredientStatus.DISPUTED, source=MentionSource.DENIED)
