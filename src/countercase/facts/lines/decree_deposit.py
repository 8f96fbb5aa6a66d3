"""Whether a buyer who won specific performance paid the balance within the time that the decree gave him."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.date_mentions import DateMention
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates

# "balance to be deposited in 2 months", "P to bring balance within sixty days"
_TIME_GIVEN = re.compile(
    r"\b(?:balance|deposit\w*|price|consideration|pay(?:ment)?|money)\b(?:[^.;\n]|(?<=rs)\.){0,60}?\b(?:in|within)\s(?:a\speriod\sof\s)?"
    r"(?P<term>(?P<count>\d{1,3}|[a-z]+)\s(?P<unit>day|week|month)s?)\b"
)
_PAID_BEFORE = re.compile(
    r"\b(?:deposit(?:ed|s)?|puts?|brought|brings|paid|pays)\b(?:\s(?!rent|earnest|costs?|fee)[^\s.;]+){0,7}?[\s–:-]*\Z"
)
_PAID_AFTER = re.compile(
    r"\s?[-–:,|]?\s?(?:(?:p|pltf|plaintiff|d\.?h|decree[\s-]holder|buyer|he|she|they)\.?\s)?(?:deposit(?:ed|s)?|puts?|brought|brings|paid|pays)\b"
    r"(?!\s(?:rent|earnest|costs?|fee))"
)
_NOT_PAID = re.compile(r"\b(?:not|never|nor|no|without)\s(?:yet\s)?(?:\w+\s)?\Z")
_REACH = 60  # characters around a date in which the payment is told
_MOST_AFTER = 260  # characters after the decree in which the time is given


def decree_deposit_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The day of the deposit against the time that the decree gave: Specific Relief Act s.28."""
    if not matter.topic("specific performance"):
        return
    for decree in matter.timeline.of("decree"):
        given = _TIME_GIVEN.search(matter.lower, decree.span.end, decree.span.end + _MOST_AFTER)
        count = read_count(given["count"]) if given else None
        paid = _payment(matter, decree)
        if given is not None and count and count == int(count) and decree.exact and paid is not None:
            yield _line(decree, paid, int(count), f"{given['unit']}s", Span(*given.span("term")))
            return


def _payment(matter: MatterProfile, decree: DatedEvent) -> DateMention | None:
    """The first day after the decree on which the text says that money was paid into court."""
    for mention in matter.timeline.mentions:
        clause = matter.clause_at(mention.span.start)
        start = max(clause.start, mention.span.start - _REACH)
        before = _PAID_BEFORE.search(matter.lower, start, mention.span.start)
        after = _PAID_AFTER.match(matter.lower, mention.span.end)
        told = before or after
        if told is None or not mention.exact or mention.day <= decree.day or mention.span.start < decree.span.start:
            continue
        if not _NOT_PAID.search(matter.lower, max(0, told.start() - 20), told.start()):
            return mention
    return None


def _line(decree: DatedEvent, paid: DateMention, count: int, unit: str, term: Span) -> LawLine:
    last = dates.add(decree.day, count, unit)
    kept = paid.day <= last
    length = dates.days_between(decree.day, paid.day)
    effect = (
        "the buyer kept to the decree"
        if kept
        else "the seller may ask to rescind the contract, unless the court extends the time, which it may do even then"
    )
    return LawLine(
        Provision.parse("SRA-28(1)"),
        "time from the decree to the deposit of the balance",
        dates.counted(length, "days"),
        dates.counted(count, unit),
        Stands.of(kept),
        (paid.span, term, decree.span),
        f"Deposited {dates.written(paid.day)}; the {dates.counted(count, unit)} of the decree of"
        f" {dates.written(decree.day)} ended {dates.written(last)}: {effect}.",
        "decree-deposit",
    )
