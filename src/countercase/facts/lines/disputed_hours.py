"""Hours on which two papers of a matter differ: the arrest memo against the accused, a receipt against a register."""

import re
from dataclasses import replace
from datetime import time

from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.period_pairs import PeriodDates
from countercase.facts.lines.profile import MatterProfile
from countercase.law import dates

_HOUR = r"(?<![\d.:])(?P<hour>\d{1,2})(?:[.:](?P<minute>\d{2}))?\s?(?P<half>[ap])\.?\s?m\b"
_CLOCK = re.compile(_HOUR)
_HOUR_OF_MEMO = re.compile(rf"\barrest\s(?:memo(?:randum)?|order|form|panchnama)\b[^.;\n\d]{{0,30}}{_HOUR}")
_PAPER = re.compile(r"\b(?:register|receipt|endorsement|stamp|log|diary|order-?\s?sheet|reader|registry|says|shows)\b")
_HELD_BEFORE = re.compile(
    r"\b(?:not|never)\s(?:let|allowed|permitted|free)\s(?:out|go|to\s(?:leave|go))\b|\bunder\s(?:restraint|detention)\b|\brestrain(?:ed|t)\sfrom\b"
    r"|\b(?:picked\sup|lifted|detained|held|kept)\s(?:\w+\s){0,3}(?:earlier|the\s(?:previous|earlier)\s(?:day|night|evening)|since\sthe|overnight|all\snight|before\sthe\smemo)\b"
)
_REACH = 160  # characters after an application in which another paper gives its hour


def _time_of(match: re.Match[str]) -> time | None:
    """The time of day that a clock time states; None if there is no such hour."""
    hour, minute = int(match["hour"]) % 12 + (12 if match["half"] == "p" else 0), int(match["minute"] or 0)
    return time(hour, minute) if 1 <= int(match["hour"]) <= 12 and minute < 60 else None


def by_arrest_memo(matter: MatterProfile, pair: PeriodDates) -> PeriodDates:
    """The pair counted from the hour of the arrest memo, if the matter gives an earlier hour of the same day."""
    match = _HOUR_OF_MEMO.search(matter.lower)
    at = _time_of(match) if match else None
    first = pair.first
    if at is None or first.at is None or at <= first.at or not first.role.startswith("arrest"):
        return pair
    return replace(pair, first=replace(first, at=at))


def note_on_restraint(matter: MatterProfile, stated: PeriodDates, counted: PeriodDates) -> str:
    """What the time would be by the accused, who says that he was held before the arrest that is shown."""
    if not stated.first.role.startswith("arrest"):
        return ""
    if stated.first.at != counted.first.at and stated.first.at is not None:
        earlier, production = stated.first.moment, stated.second.moment
        length = ""
        if earlier is not None and production is not None:
            length = f", {dates.counted(round(dates.hours_between(earlier, production), 1), 'hours')}"
        return (
            f" Counted from the arrest memo; if he was already restrained at {stated.first.at:%H.%M}, time runs from"
            f" then{length}."
        )
    if _HELD_BEFORE.search(matter.lower):
        return (
            " This is by the arrest that is shown; it is said that he was held before it, and time would run earlier."
        )
    return ""


def other_hour(matter: MatterProfile, application: DatedEvent, sheet: DatedEvent) -> time | None:
    """The hour that another paper gives the application, if it lies on the other side of the charge-sheet."""
    if application.at is None or sheet.at is None or application.day != sheet.day:
        return None
    end = application.span.end
    told = matter.lower[end : end + _REACH]
    for match in _CLOCK.finditer(told):
        at = _time_of(match)
        is_of_paper = _PAPER.search(told, max(0, match.start() - 50), match.start()) is not None
        if at is not None and at != sheet.at and is_of_paper and (at < sheet.at) != (application.at < sheet.at):
            return at
    return None
