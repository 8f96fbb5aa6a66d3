"""A suit, appeal or petition put in when the court reopened, the last day having fallen in its holidays.

Limitation Act s.4: what falls due while the court is closed may be done on the day it reopens, and on no later day.
"""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.facts.date_mentions import DateMention
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.periods import period_lines
from countercase.facts.lines.profile import MatterProfile
from countercase.law import dates
from countercase.law.dates import add
from countercase.law.tables import periods
from countercase.law.tables.periods import Shown

_REOPENED_ON = re.compile(
    r"\b(?:re-?\s?open(?:ed|s|ing)?|(?:court|courts|it)\s(?:having\s|then\s)?opened)(?:\s(?:of\s(?:the\s)?courts?|day|date|after\s(?:the\s)?(?:\w+\s)?(?:vacation|holidays|recess)))?"
    r"\s?(?:was\s|being\s|only\s)?(?:on\s)?[:,(-]?\s?\Z"
)
_REOPENED_AFTER = re.compile(r"\s?[-–:,(]?\s?(?:the\s)?courts?\s(?:then\s)?re-?\s?open(?:ed|s)\b")
_ON_REOPENING = re.compile(
    r"\bon\s(?:the\s)?(?:very\s)?(?:day\sof\s)?re-?\s?opening(?:\sday)?(?:\sof\s(?:the\s)?courts?)?,?\s?(?:on\s)?\(?\Z"
)
_LAST_DAY = re.compile(
    r"\b(?:last\sday|limitation|period|time)\b[^.;\n]{0,40}?\b(?:fell|ended|ends|expired|expires|ran\sout|over|was)\b[^.;\n\d]{0,16}\Z"
)
_FILED = (
    "suit",
    "appeal",
    "second appeal",
    "state appeal",
    "petition",
    "application",
    "revision",
    "section 34 petition",
)
_CLOSED = re.compile(r"\b(?:closed|shut|recess|vacations?|holidays?)\b")
_CLOSED_REACH = 60  # characters around the first day of the holidays in which they are named
_LONGEST_VACATION = 75  # days
_SHORT_HOLIDAYS = 12  # days; the last day so shortly before the reopening fell in them, if their first day is not told
_LATEST_FILING = 60  # days after the reopening; a later filing is not put on it


def court_closed_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The day of the filing against the day on which the court reopened."""
    reopened = [mention for mention in matter.timeline.mentions if mention.exact and _is_reopening(matter, mention)]
    if len({mention.day for mention in reopened}) != 1:
        return
    day = reopened[0].day
    filings = [event for event in matter.timeline.of(*_FILED) if event.exact and event.day >= day]
    filing = min(filings, key=lambda event: event.day, default=None)
    if filing is None or (filing.day - day).days > _LATEST_FILING or not _ended_in_holidays(matter, filing, day):
        return
    after = dates.days_between(day, filing.day)
    effect = (
        "it counts as put in on the last day"
        if not after
        else "too late for section 4, which saves only what is put in on the day of reopening"
    )
    value = f"{dates.counted(after, 'days')} after the reopening" if after else "the day of the reopening"
    yield LawLine(
        Provision.parse("Limitation-4"),
        "day of the filing against the day on which the court reopened",
        value,
        "the day on which the court reopens",
        Stands.of(not after),
        tuple(dict.fromkeys((reopened[0].span, filing.span))),
        f"The last day fell in the holidays; the court reopened on {dates.written(day)}, filed on"
        f" {dates.written(filing.day)}: {effect}.",
        "lim-4-reopening",
    )


def _is_reopening(matter: MatterProfile, mention: DateMention) -> bool:
    """Whether a date is that on which the court reopened: "reopened 03-01-2005", "on reopening, 2.1.2004"."""
    start, end = mention.span.start, mention.span.end
    before = matter.lower[max(0, start - 70) : start]
    return (
        _REOPENED_ON.search(before) is not None
        or _ON_REOPENING.search(before) is not None
        or _REOPENED_AFTER.match(matter.lower, end) is not None
    )


def _ended_in_holidays(matter: MatterProfile, filing: DatedEvent, reopened: date) -> bool:
    """Whether the time for the filing ran out shortly before the court reopened: as counted, or as the text says."""
    since = _closed_since(matter, reopened)
    counted = [day for line in period_lines(matter) if (day := _last_day(matter, line, filing)) is not None]
    earliest = since or add(reopened, -_SHORT_HOLIDAYS, "days")
    if any(earliest <= end < reopened for end in counted):
        return True
    if matter.topic("arbitration"):  # what the text calls the last day may be that of the further thirty days
        return False
    earliest = since or add(reopened, -_LONGEST_VACATION, "days")
    return any(
        mention.exact
        and earliest <= mention.day < reopened
        and _LAST_DAY.search(matter.lower, max(0, mention.span.start - 70), mention.span.start)
        for mention in matter.timeline.mentions
    )


def _closed_since(matter: MatterProfile, reopened: date) -> date | None:
    """The first day of the holidays that ended with the reopening, if the text dates it."""
    days = []
    for mention in matter.timeline.mentions:
        clause = matter.clause_at(mention.span.start)
        start = max(clause.start, mention.span.start - _CLOSED_REACH)
        end = min(max(clause.end, mention.span.end), mention.span.end + _CLOSED_REACH)
        is_within = mention.exact and 0 < (reopened - mention.day).days <= _LONGEST_VACATION
        if is_within and _CLOSED.search(matter.lower, start, end):
            days.append(mention.day)
    return min(days, default=None)


def _last_day(matter: MatterProfile, line: LawLine, filing: DatedEvent) -> date | None:
    """The last day of a period that the filing ends; none of a further time, to which section 4 does not apply.

    Assam Urban Water Supply v. Subash Projects (2012) 2 SCC 624: the thirty days of section 34(3) are no such period.
    """
    if line.spans[0] != filing.span or len(line.spans) < 2:
        return None
    rule = next((rule for rule in periods.all() if rule.id == line.rule), None)
    if rule is None or rule.shown in {Shown.LATE, Shown.FURTHER}:
        return None
    begins = [event for event in matter.timeline.of(*rule.from_roles) if event.exact and event.span in line.spans[1:]]
    return rule.last_day(begins[0].day) if begins else None
