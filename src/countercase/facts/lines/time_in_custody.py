"""How long a person has been in custody: as the text says, or from the arrest to the last day that he was inside."""

import re
from datetime import date

from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates

_NUMBER = r"\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_YEARS = rf"(?P<years>{_NUMBER})\s?(?:years?|yrs?\b\.?)"
_MONTHS = rf"(?P<months>{_NUMBER})\s?(?:months?|mths?\b\.?|mos?\b\.?|m\b)"
_LENGTH = rf"(?P<term>{_YEARS}(?:,?\s(?:and\s|&\s)?{_MONTHS})?)"
IN_CUSTODY_FOR = re.compile(
    r"(?:\b(?:inside|in\s(?:custody|jail|prison|j\.?c\b\.?)|behind\s(?:the\s)?bars|undergone:?|incarcerated|has\s(?:already\s)?(?:done|spent))\s"
    r"(?:for\s|already\s|now\s|a\stotal\sof\s|the\s(?:last|past)\s)*"
    # "Custody: in jail since arrest, never on bail; 7 years 1 month on the date of SLP"
    r"|\b(?:custody|in\s(?:jail|prison))\b[^.\n\d]{0,60}?[;:,]\s"
    r"(?=[\w-]{1,12}\s(?:years?|yrs?)\b[^.;\n]{0,24}?\s(?:on|as\son|till|up\sto|upto|by|so\sfar|already|in\sall)\b))"
    rf"{_LENGTH}"
)
HALF_TERM = re.compile(r"\b436-?\s?a\b|\b479\b")
_UNDERTRIAL = re.compile(
    r"\b436-?\s?a\b|\b479\b|\bunder-?\s?trial\b|\bu\.?t\.?p\b|\b(?:half|one-?\s?third|a\sthird)\sof\b"
)


def time_held(matter: MatterProfile) -> tuple[float, str, tuple[Span, ...], date] | None:
    """Time in custody: in months, in words, where it is stated, and until which day."""
    end = matter.timeline.first("today", "custody ended") or _last_day_as_undertrial(matter)
    if end is None and matter.topic("money laundering"):
        end = _last_day_inside(matter)
    if end is None and HALF_TERM.search(matter.lower):
        end = _day_of_hearing(matter) or matter.timeline.first("bail application", "application")
    start = matter.timeline.first("custody", "arrest", "arrest shown", "remand")
    stated = IN_CUSTODY_FOR.search(matter.lower)
    last = max((mention.day for mention in matter.timeline.mentions), default=None)
    if stated is not None and last is not None:
        months = (read_count(stated["years"]) or 0) * 12 + (
            (read_count(stated["months"]) or 0) if stated["months"] else 0
        )
        return months, stated["term"], (Span(*stated.span("term")),), last
    if start is None or end is None or len({event.day for event in matter.timeline.of(start.role)}) > 1:
        return None
    return (*months_between(start, end), (start.span, end.span), end.day) if start.day < end.day else None


def _last_day_as_undertrial(matter: MatterProfile) -> DatedEvent | None:
    """The last day that the plea of an undertrial tells: one in jail "since" a day was inside at least until it."""
    mentions = [mention for mention in matter.timeline.mentions if mention.exact]
    inside = matter.timeline.first("custody")
    freed = [event for event in matter.timeline.of("release") if not _is_hoped_for(matter, event)]
    if not mentions or inside is None or freed or not _UNDERTRIAL.search(matter.lower):
        return None
    last = max(mentions, key=lambda mention: mention.day)
    return DatedEvent("today", last.day, last.span)


def _last_day_inside(matter: MatterProfile) -> DatedEvent | None:
    """The last day of a matter of bail under the PMLA, if nobody was let out: he was inside at least until then."""
    mentions = [mention for mention in matter.timeline.mentions if mention.exact]
    if not mentions or matter.timeline.of("release", "today") or _ON_BAIL.search(matter.lower):
        return None
    last = max(mentions, key=lambda mention: mention.day)
    return DatedEvent("today", last.day, last.span)


_ON_BAIL = re.compile(
    r"\b(?:granted|enlarged|released|is|out)\s(?:on\s)?(?:regular\s|interim\s)?bail\b|\banticipatory\b"
)
_HOPED_FOR = re.compile(
    r"\b(?:right|entitle\w*|asks?|seeks?|prays?|wants?|claims?|due|eligible)\b[^.;\n]{0,30}\bto\sbe\b"
)


def _is_hoped_for(matter: MatterProfile, event: DatedEvent) -> bool:
    """Whether a release is only what the undertrial says he has a right to."""
    clause = event.clause or event.span
    return _HOPED_FOR.search(matter.lower, clause.start, max(clause.end, event.span.end)) is not None


_LISTED = re.compile(
    r"\b(?:listed|fixed|posted|coming\sup|to\sbe\sheard|hearing|next\sdate)\s?(?:is\s|:\s?|for\s(?:hearing|orders)\s)?(?:on\s|before\s\w+\son\s)?\Z"
)


def _day_of_hearing(matter: MatterProfile) -> DatedEvent | None:
    """The day on which the application of one still inside comes up, if that is the last day of the matter."""
    mentions = [mention for mention in matter.timeline.mentions if mention.exact]
    last = max(mentions, key=lambda mention: mention.day, default=None)
    if last is None or matter.timeline.of("release"):
        return None
    is_listed = _LISTED.search(matter.lower, max(0, last.span.start - 60), last.span.start) is not None
    return DatedEvent("today", last.day, last.span) if is_listed else None


def months_between(start: DatedEvent, end: DatedEvent) -> tuple[float, str]:
    elapsed = dates.elapsed(start.day, end.day)
    return elapsed.years * 12 + elapsed.months + elapsed.days / 31, dates.in_words(elapsed, exact=True)
