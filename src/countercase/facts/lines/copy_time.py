"""The days that it took to obtain a copy, which appeals and revisions leave out (Limitation Act s.12)."""

import re
from bisect import bisect_left
from datetime import date
from itertools import pairwise

from countercase.domain.span import Span
from countercase.facts.date_mentions import DateMention
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates
from countercase.law.tables.periods import PeriodRule

# Limitation Act s.12(2): appeals, applications for leave to appeal, revisions; s.29(2) carries it to special Acts.
# IBC: V. Nagarajan v. SKS Ispat (2022) 2 SCC 244. Re-determination: LAA s.28A(1), RFCTLARR Act s.73(1), provisos.
_COPY_EXCLUDED = frozenset(
    "lim-114 lim-114-named lim-114-lesser lim-115-hc lim-115-death lim-115-sessions lim-115-enhancement lim-116-hc"
    " lim-116-other lim-116-second lim-117 lim-131 lim-133 lim-133-death lim-133-refused mv-173 laa-54 rfctlarr-74"
    " scst-14a crpc-378-5 bnss-419-5 commercial-13 contempt-19-4 ibc-61 ibc-61-outer ibc-61-further laa-28a"
    " laa-28a-request rfctlarr-73 arb-37 arb-37-ordinary arb-37-refused".split()
)
_COPY = r"(?:(?:a|the|its|certified|attested|true|free|authenticated|c\.?\s?c\b\.?)\s){0,3}(?:copy|copies|c\.c\.)"
_COPY_APPLIED = re.compile(
    rf"\b{_COPY}\b(?:\sof\s(?:the\s|it\s|both\s)?[^.;\d\n]{{0,30}}?)?,?\s?[:(-]?\s?(?:was\s|were\s|had\sbeen\s|has\sbeen\s)?(?:then\s)?(?:applied|application|asked|sought|appld?\b|requisitioned)"
    rf"|\b(?:appl(?:ied|ication|ying)|asked)\s(?:\w+\s)?for\s{_COPY}\b"
)
_COPY_READY = re.compile(
    r"\b(?:ready|made\sready|delivered|supplied|obtained|received|recd|got|given|taken|collected|furnished|issued|available|came|in\shand|prepared)\b"
)
# "We got the copy on 1 August; we had applied on 10 July": told from the end.
_COPY_GOT = re.compile(
    rf"\b(?:got|received|recd|obtained|collected|supplied|given)\s(?:us\s|him\s|her\s|me\s)?{_COPY}\b[^.;\d\n]{{0,40}}\Z"
)
_HAD_APPLIED = re.compile(r"\b(?:appl(?:ied|ication|ying)|asked|requisitioned)\b")
_COUNT = r"(?P<{0}>\d{{1,3}}|[a-z]+(?:-[a-z]+)?)\sdays?"
_COPY_DAYS = re.compile(
    rf"\b{_COPY}\b[^.;\d\n]{{0,50}}?\b(?:took|taken|consumed|cost|in|after|within|spent|:)\s(?:only\s|about\s|some\s|us\s|him\s|her\s)?{_COUNT.format('after')}\b"
    rf"|\b{_COUNT.format('before')}\s(?:\w+\s){{0,3}}?(?:for|in\sobtaining|to\sobtain|in\sgetting|to\sget|getting|obtaining|on|by)\s(?:of\s)?{_COPY}\b"
    rf"|\b(?:copy\stime|time\s(?:for|of|taken\s(?:for|in))\s(?:obtaining\s|getting\s)?{_COPY})\s?(?:was|is|of|being|:|-|=)?\s?{_COUNT.format('label')}"
)
# "Copy applied 15.03, ready 22.04.2019": the first date takes the year of the second.
_DAY_AND_MONTH = re.compile(r"(?<![\d.])(?P<day>\d{1,2})[./](?P<month>\d{1,2})(?![./]?\d)")
_REACH = 100  # characters between the words about the copy and its dates
_HEADS_ENTRY = re.compile(r"\s?[:–—-]?\s?(?:the\s|a\s)?(?:certified\s|attested\s)?")  # between the date and the words


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
    for got, asked in pairwise(matter.timeline.mentions):
        if first.day <= asked.day <= got.day <= second.day and _is_told_from_the_end(matter.lower, got, asked):
            return dates.days_between(asked.day, got.day) + 1, (asked.span, got.span)
    stated = _COPY_DAYS.search(matter.lower)
    if stated is None:
        return 0, ()
    group = next(name for name in ("after", "before", "label") if stated[name])
    days = read_count(stated[group])
    return (
        (int(days), (Span(*stated.span()),)) if days and days <= dates.days_between(first.day, second.day) else (0, ())
    )


def _is_told_from_the_end(lower: str, ready: DateMention, applied: DateMention) -> bool:
    """Whether two dates are those on which a copy was got and, told after it, was applied for."""
    between = lower[ready.span.end : applied.span.start]
    return (
        ready.exact
        and applied.exact
        and len(between) <= _REACH
        and _HAD_APPLIED.search(between) is not None
        and _COPY_GOT.search(lower, max(0, ready.span.start - _REACH), ready.span.start) is not None
    )


def states_days_for_copy(matter: MatterProfile, rule: PeriodRule) -> bool:
    """Whether the text says how many days a copy took, which a rule leaves out."""
    return rule.id in _COPY_EXCLUDED and _COPY_DAYS.search(matter.lower) is not None


def _copy_dates(matter: MatterProfile, start: int) -> tuple[tuple[Span, date], tuple[Span, date]] | None:
    """The dates on which a copy was applied for and was ready."""
    spans = matter.mention_spans
    at = bisect_left(spans, Span(start, start + 1))
    if 0 < at < len(spans) and _HEADS_ENTRY.fullmatch(matter.lower, spans[at - 1].end, start):
        # "21.08.2023 Copy applied for; ready on 04.09.2023": the date at the head of the entry is the first
        applied, ready = matter.timeline.mentions[at - 1 : at + 1]
        between = matter.lower[start : ready.span.start]
        is_told = "\n" not in between and len(between) <= _REACH and _COPY_READY.search(between) is not None
        if is_told and applied.exact and ready.exact:
            return (applied.span, applied.day), (ready.span, ready.day)
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
