"""Time spent in custody, against half or a third of the greatest sentence and the three years of a child."""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.lines import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.raised import Raised, read_count
from countercase.facts.timeline import DatedEvent
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.law.tables.codes import COMMENCEMENT

_NUMBER = r"\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_YEARS = rf"(?P<years>{_NUMBER})\s?(?:years?|yrs?\b\.?)"
_MONTHS = rf"(?P<months>{_NUMBER})\s?(?:months?|mths?\b\.?|mos?\b\.?|m\b)"
_LENGTH = rf"(?P<term>{_YEARS}(?:,?\s(?:and\s|&\s)?{_MONTHS})?)"
_INSIDE = re.compile(
    rf"\b(?:inside|in\s(?:custody|jail|prison|j\.?c\b\.?)|behind\s(?:the\s)?bars|undergone|incarcerated)\s"
    rf"(?:for\s|already\s|now\s|a\stotal\sof\s|the\s(?:last|past)\s)*{_LENGTH}"
)
_BAIL = re.compile(r"\bbail\b")
_DONE = re.compile(r"\b(?:convict(?:ed|ion)|sentenced|suspension\sof\ssentence|acquitted)\b")
_FIRST_OFFENDER = re.compile(
    r"\bno\s(?:prior|previous|other|earlier|criminal)\s(?:\w+\s)?(?:cases?|antecedents?|convictions?|records?)\b"
    r"|\bno\santecedents?\b|\b(?:prior|previous)\scases?\s?:\s?nil\b|\bfirst[\s-](?:time\s)?offender\b|\bantecedents?\s?:\s?nil\b"
)
_LIFE = 1_000  # months; life and death exceed every term
_LAUNDERING = 84  # months, PMLA s.4


def time_served_lines(raised: Raised) -> Iterator[LawLine]:
    """How long an undertrial or a child has been held, against the most that the law allows."""
    yield from _undertrial(raised)
    yield from _child(raised)


def _undertrial(raised: Raised) -> Iterator[LawLine]:
    greatest = _LAUNDERING if raised.topic("money laundering") else raised.greatest_months
    if greatest is None or greatest >= _LIFE or not _BAIL.search(raised.lower) or _DONE.search(raised.lower):
        return
    told = _held(raised)
    if told is None:
        return
    months, words, spans, on = told
    is_new = on >= COMMENCEMENT
    third = is_new and _FIRST_OFFENDER.search(raised.lower) is not None
    share = 3 if third else 2
    if is_new and not third and greatest / 3 <= months < greatest / 2:
        return  # a third is enough for a first offender, and the matter does not say whether he is one
    reached = months * share >= greatest
    rule = thresholds.get("bnss-479-third" if third else "bnss-479-half" if is_new else "crpc-436a-half")
    part = "a third" if third else "half"
    line = f"{part} of {dates.counted(greatest / 12, 'years')}"
    effect = (
        "release on bail is due, unless more cases are pending or the court gives reasons"
        if reached
        else f"{part} of the greatest sentence has not yet been spent"
    )
    yield LawLine(
        rule.provision,
        f"time in custody against {part} of the greatest sentence",
        words,
        line,
        Stands.of(not reached),
        spans,
        f"{words[:1].upper()}{words[1:]} against {line}: {effect}.",
        rule.id,
    )


def _held(raised: Raised) -> tuple[float, str, tuple[Span, ...], date] | None:
    """The months in custody, in words, where they are told, and the day to which they run."""
    end = raised.timeline.first("today", "custody ended")
    start = raised.timeline.first("custody", "arrest", "remand")
    stated = _INSIDE.search(raised.lower)
    last = max((mention.day for mention in raised.timeline.mentions), default=None)
    if stated is not None and last is not None:
        months = (read_count(stated["years"]) or 0) * 12 + (
            (read_count(stated["months"]) or 0) if stated["months"] else 0
        )
        return months, stated["term"], (Span(*stated.span("term")),), last
    if start is None or end is None or len({event.day for event in raised.timeline.of(start.role)}) > 1:
        return None
    return (*_between(start, end), (start.span, end.span), end.day) if start.day < end.day else None


def _between(start: DatedEvent, end: DatedEvent) -> tuple[float, str]:
    held = dates.elapsed(start.day, end.day)
    return held.years * 12 + held.months + held.days / 31, dates.in_words(held, exact=True)


def _child(raised: Raised) -> Iterator[LawLine]:
    """A child in conflict with law may be kept in a special home for three years at most."""
    end, start = raised.timeline.first("custody ended", "today"), raised.timeline.first("arrest", "custody")
    if not raised.topic("juvenile") or end is None or start is None or end.day <= start.day:
        return
    rule = thresholds.get("jj-18-years")
    months, words = _between(start, end)
    allowed = months <= rule.value * 12
    effect = (
        "within the longest stay that the Board may order"
        if allowed
        else "already longer than the Board may order, if he was a child"
    )
    yield LawLine(
        Provision.parse("JJ-18(1)(g)"),
        "time in custody against the longest stay in a special home",
        words,
        f"{rule.value:g} years",
        Stands.of(allowed),
        (end.span, start.span),
        f"{words[:1].upper()}{words[1:]} against at most {rule.value:g} years: {effect}.",
        rule.id,
    )
