"""Time that is left out of a period: a stay of an acquisition, and the days it took to obtain a copy."""

import re
from bisect import bisect_left
from datetime import date

from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.timeline import DatedEvent
from countercase.law import dates
from countercase.law.tables.periods import PeriodRule

_STAY_WORDS = re.compile(
    r"(?P<denied>\b(?:no|not|never|without|nor)\b[^.;,]{0,30})?\b(?:stay(?:ed)?|status\squo|injunction|held\sup|restrained|halted)\b"
)
_STAY_EXCLUDED = frozenset({"laa-6", "laa-11a", "rfctlarr-19"})  # they leave out the time of a stay

# Limitation Act s.12(2): appeals, applications for leave to appeal, revisions; s.29(2) carries it to special Acts.
_COPY_EXCLUDED = frozenset(
    "lim-114 lim-114-named lim-115-hc lim-115-sessions lim-116-hc lim-116-other lim-116-second lim-117 lim-131"
    " lim-133 mv-173 scst-14a crpc-378-5 bnss-419-5 commercial-13 contempt-19-4".split()
)
_COPY = r"(?:(?:a|the|its|certified|attested|true|free|authenticated|c\.?\s?c\b\.?)\s){0,3}(?:copy|copies|c\.c\.)"
_COPY_APPLIED = re.compile(
    rf"\b{_COPY}\b(?:\sof\s(?:the\s|it\s|both\s)?[^.;\d\n]{{0,30}}?)?,?\s?[:(-]?\s?(?:was\s|were\s)?(?:then\s)?(?:applied|application|asked|sought|appl\b|requisitioned)"
    rf"|\b(?:appl(?:ied|ication|ying)|asked)\s(?:\w+\s)?for\s{_COPY}\b"
)
_COPY_READY = re.compile(
    r"\b(?:ready|made\sready|delivered|supplied|obtained|received|recd|got|given|taken|collected|furnished|issued|available|came|in\shand|prepared)\b"
)
_COUNT = r"(?P<{0}>\d{{1,3}}|[a-z]+(?:-[a-z]+)?)\sdays?"
_COPY_DAYS = re.compile(
    rf"\b{_COPY}\b[^.;\d\n]{{0,50}}?\b(?:took|consumed|cost|in|after|within|spent|:)\s(?:only\s|about\s|some\s|us\s|him\s|her\s)?{_COUNT.format('after')}\b"
    rf"|\b{_COUNT.format('before')}\s(?:\w+\s){{0,3}}?(?:for|in\sobtaining|to\sobtain|in\sgetting|to\sget|getting|obtaining|on|by)\s(?:of\s)?{_COPY}\b"
    rf"|\b(?:copy\stime|time\s(?:for|of|taken\s(?:for|in))\s(?:obtaining\s|getting\s)?{_COPY})\s?(?:was|is|of|being|:|-|=)?\s?{_COUNT.format('label')}"
)
# "Copy applied 15.03, ready 22.04.2019": the first date takes the year of the second.
_DAY_AND_MONTH = re.compile(r"(?<![\d.])(?P<day>\d{1,2})[./](?P<month>\d{1,2})(?![./]?\d)")
_REACH = 100  # characters between the words about the copy and its dates


def days_stayed(matter: MatterProfile, rule: PeriodRule, first: DatedEvent, second: DatedEvent) -> int | None:
    """The days of a stay between two events, which the land acquisition Acts exclude; None if they are not stated."""
    if rule.id not in _STAY_EXCLUDED:
        return 0
    stays = [event for event in matter.timeline.of("stay") if first.day <= event.day < second.day]
    if not stays:
        is_undated = not matter.timeline.of("stay") and any(
            match["denied"] is None for match in _STAY_WORDS.finditer(matter.lower)
        )
        return None if is_undated else 0
    ends = [event for event in matter.timeline.of("stay vacated") if stays[0].day < event.day <= second.day]
    return dates.days_between(stays[0].day, ends[0].day) if len(stays) == len(ends) == 1 else None


def days_for_copy(
    matter: MatterProfile, rule: PeriodRule, first: DatedEvent, second: DatedEvent
) -> tuple[int, tuple[Span, ...]]:
    """The days from the application for a copy until it was ready, both counted, and where the text gives them."""
    if rule.id not in _COPY_EXCLUDED or "cop" not in matter.lower:
        return 0, ()
    for applied in _COPY_APPLIED.finditer(matter.lower):
        found = _copy_dates(matter, applied.start())
        if found is not None and first.day <= found[0][1] <= found[1][1] <= second.day:
            (applied_at, applied_on), (ready_at, ready_on) = found
            return dates.days_between(applied_on, ready_on) + 1, (applied_at, ready_at)
    stated = _COPY_DAYS.search(matter.lower)
    if stated is None:
        return 0, ()
    group = next(name for name in ("after", "before", "label") if stated[name])
    days = read_count(stated[group])
    return (
        (int(days), (Span(*stated.span()),)) if days and days <= dates.days_between(first.day, second.day) else (0, ())
    )


def states_days_for_copy(matter: MatterProfile, rule: PeriodRule) -> bool:
    """Whether the text says how many days a copy took, which a rule leaves out."""
    return rule.id in _COPY_EXCLUDED and _COPY_DAYS.search(matter.lower) is not None


def _copy_dates(matter: MatterProfile, start: int) -> tuple[tuple[Span, date], tuple[Span, date]] | None:
    """The dates on which a copy was applied for and was ready."""
    spans = matter.mention_spans
    at = bisect_left(spans, Span(start, start + 1))
    short = _copy_dates_of_one_year(matter, start, at)
    if short is not None:
        return short
    if at + 1 >= len(spans) or spans[at].start - start > _REACH:
        return None
    applied, ready = matter.timeline.mentions[at : at + 2]
    between = matter.lower[applied.span.end : ready.span.start + 40]
    if len(between) > _REACH + 40 or not _COPY_READY.search(between) or not (applied.exact and ready.exact):
        return None
    return (applied.span, applied.day), (ready.span, ready.day)


def _copy_dates_of_one_year(
    matter: MatterProfile, start: int, at: int
) -> tuple[tuple[Span, date], tuple[Span, date]] | None:
    """The same, if only the date on which the copy was ready has a year."""
    if at >= len(matter.mention_spans) or matter.mention_spans[at].start - start > _REACH:
        return None
    ready = matter.timeline.mentions[at]
    applied = _DAY_AND_MONTH.search(matter.lower, start, ready.span.start)
    if applied is None or not ready.exact or not _COPY_READY.search(matter.lower, applied.end(), ready.span.end + 40):
        return None
    try:
        applied_on = date(ready.day.year, int(applied["month"]), int(applied["day"]))
    except ValueError:
        return None
    if applied_on > ready.day:  # applied in December, ready in January
        applied_on = date(ready.day.year - 1, applied_on.month, applied_on.day)
    return (Span(*applied.span()), applied_on), (ready.span, ready.day)
