"""A reference to arbitration must be asked for no later than the first statement on the substance of the dispute."""

from collections.abc import Iterator

from countercase.domain.lines import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.facts.lines.raised import Raised
from countercase.law import dates


def first_statement_lines(raised: Raised) -> Iterator[LawLine]:
    """The application under section 8 against the written statement of the same suit (Arbitration Act s.8(1))."""
    applied = raised.timeline.of("section 8 application")
    stated = raised.timeline.of("written statement")
    if len(applied) != 1 or len(stated) != 1 or not raised.topic("arbitration"):
        return
    asked, first = applied[0], stated[0]
    if not (asked.exact and first.exact):
        return
    days = dates.days_between(first.day, asked.day)
    in_time = days <= 0
    value = f"{dates.counted(abs(days), 'days')} {'before' if in_time else 'after'}" if days else "the same day"
    effect = (
        "the reference was asked for in time"
        if in_time
        else "the reference was asked for too late, if the written statement went into the substance of the dispute"
    )
    yield LawLine(
        Provision.parse("Arbitration-8(1)"),
        "application for reference against the first statement on the substance of the dispute",
        value,
        "not later than the first statement",
        Stands.of(in_time),
        (asked.span, first.span),
        f"The application of {dates.written(asked.day)} against the written statement of {dates.written(first.day)}:"
        f" {effect}.",
        "arb-8",
    )
