"""Words that count what two dates show: "Appeal filed 04.04.2023, i.e. on the 82nd day".

A line drawn from two dates also points to the words that state its length, if the sum agrees with the dates.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from countercase.domain.checklist import LawLine
from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.lines.stated_events import StatedPeriod, starting_events, states_fact
from countercase.facts.lines.stated_lengths import LESS, MORE, StatedLength
from countercase.facts.lines.stated_periods import concerns
from countercase.law import dates
from countercase.law.tables import periods
from countercase.law.tables.periods import PeriodRule

_REACH = 90  # characters between a date and the words that count to it
_LASTED = re.compile(r"\b(?:for|of|every|past|last|another|next)\s\Z")  # "no internet for four days"
_MOST_MENTIONS = 20  # mentions of one day; a narrative with more is a table or a forgery
_TELLING = 13  # days, months or years
_ROUNDED_UP = 20  # days; "6 years 3 months" may be 6 years, 2 months and 20 days


def with_stated_words(matter: MatterProfile, lines: Iterable[LawLine], stated: list[StatedPeriod]) -> Iterator[LawLine]:
    """The lines, with the words that state the length of a dated period among their spans."""
    by_span: dict[Span, DatedEvent] = {}
    for line in lines:
        rule = periods.by_id().get(line.rule)
        if rule is None or len(line.spans) < 2 or not matter.stated_lengths:
            yield line
            continue
        by_span = by_span or {event.span: event for event in matter.timeline.events}
        second, first = by_span.get(line.spans[0]), _first_event(by_span, line)
        length = next(_lengths_of(matter, rule, first, second, stated), None) if first and second else None
        # between the dates, since the first and the last span are the dates that a what-if moves
        yield line if length is None else replace(line, spans=(line.spans[0], length.span, *line.spans[1:]))


def _first_event(by_span: dict[Span, DatedEvent], line: LawLine) -> DatedEvent | None:
    return next((by_span[span] for span in line.spans[1:] if span in by_span and span != line.spans[0]), None)


def _lengths_of(
    matter: MatterProfile, rule: PeriodRule, first: DatedEvent, second: DatedEvent, stated: list[StatedPeriod]
) -> Iterator[StatedLength]:
    """The lengths that count the days: those beside the later date, and those whose own words name the two events."""
    for period in stated:
        if concerns(rule, period) and _agrees(period.length, rule, first, second):
            yield period.length
    same_day = [mention.span for mention in matter.timeline.mentions if mention.day == second.day]
    for day, length in _pairs_nearby(matter, same_day[:_MOST_MENTIONS]):
        if not _is_beside(matter, length.span, day, first.span):
            continue
        if _LASTED.search(matter.lower, max(0, length.begins - 12), length.begins):
            continue
        named = starting_events(matter.lower, length)
        if named and named.isdisjoint({first.role, *rule.from_roles, *rule.after_roles}):
            continue  # "74th day from the FIR" does not count the days of custody
        if _agrees(length, rule, first, second):
            yield length
    for length in matter.stated_lengths:
        if not (_is_telling(length) and _agrees(length, rule, first, second) and states_fact(matter, length)):
            continue
        named = starting_events(matter.lower, length)
        if not named or not named.isdisjoint({first.role, *rule.from_roles, *rule.after_roles}):
            yield length


def _is_telling(length: StatedLength) -> bool:
    """Whether a length is so particular that two dates hardly show it by chance: "3 years 8 months", "106 days"."""
    return length.bound not in MORE | LESS and (len(length.parts) > 1 or length.parts[0][1] >= _TELLING)


def _pairs_nearby(matter: MatterProfile, days: list[Span]) -> Iterator[tuple[Span, StatedLength]]:
    """Each date with the lengths that begin close to it."""
    starts = [length.span.start for length in matter.stated_lengths]
    for day in days:
        at = bisect_left(starts, day.start - _REACH)
        yield from ((day, length) for length in matter.stated_lengths[at : bisect_right(starts, day.end + _REACH)])


def _is_beside(matter: MatterProfile, length: Span, day: Span, start: Span) -> bool:
    """Whether a length stands in the clause of a date, close to it and with no other date between."""
    start_of_gap, end_of_gap = min(day.end, length.end), max(day.start, length.start)
    if not 0 <= end_of_gap - start_of_gap <= _REACH or not matter.clause_at(day.start).contains(length):
        return False
    return not any(
        start_of_gap < span.end and span.start < end_of_gap for span in matter.mention_spans if span not in {start, day}
    )


def _agrees(length: StatedLength, rule: PeriodRule, first: DatedEvent, second: DatedEvent) -> bool:
    """Whether the length is the one between the dates."""
    if length.bound in MORE | LESS:
        return _is_bound_kept(length, first, second)
    starts = {first.day, rule.start(first.day)}
    if rule.offset is not None:
        starts.add(dates.add(rule.start(first.day), -1, "days"))  # "18 days after the fifteen days ran out"
    if rule.is_longest and rule.unit != "hours" and rule.last_day(first.day) < second.day:
        starts.add(rule.last_day(first.day))  # "14 days beyond the month"
    return any(_is_length(length, start, second, first) for start in starts)


def _is_length(length: StatedLength, start: date, second: DatedEvent, first: DatedEvent) -> bool:
    if start > second.day:
        return False
    if length.unit == "hours":
        if first.moment is None or second.moment is None or len(length.parts) > 1:
            return False
        return abs(dates.hours_between(first.moment, second.moment) - length.parts[0][1]) <= 1
    days = dates.days_between(start, second.day)
    if length.unit in {"days", "weeks"} and len(length.parts) == 1:
        return length.least_days in ({days, days + 1} if length.is_nth_day else {days})
    passed = dates.elapsed(start, second.day)
    months = sum(
        number * (12 if unit == "years" else 1) for unit, number in length.parts if unit in {"years", "months"}
    )
    stated_days = next((number for unit, number in length.parts if unit == "days"), None)
    whole = passed.years * 12 + passed.months
    if stated_days is not None:
        return months == whole and abs(stated_days - passed.days) <= 1
    return months == whole or (months == whole + 1 and passed.days >= _ROUNDED_UP)


def _is_bound_kept(length: StatedLength, first: DatedEvent, second: DatedEvent) -> bool:
    """Whether "within 24 hours" or "more than five years" is true of the dates."""
    days = dates.days_between(first.day, second.day)
    if length.unit == "hours":
        least, most = dates.hours_possible(first.day, second.day)
        hours = length.parts[0][1]
        return least < hours if length.bound in LESS else most > hours
    return days <= length.most_days if length.bound in LESS else days >= length.least_days
