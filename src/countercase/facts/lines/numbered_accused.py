"""Which accused an event concerns, where a matter numbers them: "P-1 remanded", "accused no. 3 arrested"."""

import re
from bisect import bisect_left

from countercase.facts.lines.profile import MatterProfile
from countercase.facts.timeline import DatedEvent

_NUMBERED_ACCUSED = re.compile(
    r"\b(?:a|p|r|d|accused|accd\.?|petitioner|appellant)[\s-]{0,2}(?:no\.?\s?)?(\d{1,2})\b(?![/.-]\d)"
)


def accused_named_with(matter: MatterProfile, event: DatedEvent) -> frozenset[str]:
    """The numbers of the accused named before the date of an event, else after it: "P-1", "accused no. 3"."""
    clause = event.clause or event.span
    spans = matter.mention_spans
    at = bisect_left(spans, event.span)
    start = max(clause.start, spans[at - 1].end if at else 0)
    end = min(clause.end, spans[at + 1].start if at + 1 < len(spans) else clause.end)
    named = _NUMBERED_ACCUSED.findall(matter.lower, start, max(start, event.span.start)) or _NUMBERED_ACCUSED.findall(
        matter.lower, event.span.end, max(end, event.span.end)
    )
    return frozenset(named)


def accused_at_line_start(matter: MatterProfile, event: DatedEvent) -> frozenset[str]:
    """The accused named at the start of a line of notes: "> A-1 picked up 05.08.2024; produced 06.08.2024"."""
    start = matter.lower.rfind("\n", 0, event.span.start) + 1
    named = _NUMBERED_ACCUSED.search(matter.lower, start, min(start + 16, event.span.start))
    return frozenset({named[1]}) if named else frozenset()


def is_same_person(matter: MatterProfile, first: DatedEvent, second: DatedEvent) -> bool:
    """Whether two events may concern the same accused: time does not run for P-2 from "P-1 remanded"."""
    persons, others = accused_named_with(matter, first), accused_named_with(matter, second)
    return not persons or not others or not persons.isdisjoint(others)
