"""Dated events, and the hours at which they happened: "arrested at his house, at about 9 pm"."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time

from countercase.domain.span import Span
from countercase.facts.clock_times import TIME_ANY, TIME_FORM, read_clock
from countercase.facts.date_mentions import DateMention
from countercase.facts.event_triggers import find_triggers, is_supposed, opens_entry, roles_of

_TIME_OF_EVENT = re.compile(
    r"\b(?P<what>arrested|apprehended|seized|arrest(?:\s(?:and|&)\sseizure)?|(?:seizure|recovery)(?:\s(?:and|&)\sarrest)?|taken\sin(?:to)?\scustody|(?:both|all|accused|he|she|they|were|was)\sheld)"
    rf"\s(?:him\s|made\s|memo\s|at\s|at\sabout\s|about\s|:\s?|(?:at|on|from)\s(?:the\s)?spot\s?,?\s(?:at\s)?){{0,2}}{TIME_FORM}"
)
_MEMO_TIME = re.compile(
    rf"\b(?:arrest\smemo\s(?:time|shows|at|of)|time\sof\sarrest)\s?(?:is\s|was\s|:\s?|as\s)?{TIME_FORM}"
)
_TIMED = frozenset({"arrest", "production", "production before the board", "remand", "fir", "seizure", "search"})
_TIMED_REACH = 60  # characters before a time of day
# "produced at 2.40 p.m. on 12 January 2024"
_OWN_DATE = re.compile(
    r"[\s,]{0,2}\b(?:on|of)\s(?:the\s)?(?:\d{1,2}(?:st|nd|rd|th)?[\s./-]|next\b|following\b|same\b|that\b)"
)
# Between an event and its hour, where no other thing happens: "arrested at his house, at about 9 pm".
_JUST_BEFORE_TIME = re.compile(
    r"(?:[\s,]{1,2}(?:at|in|from|near|outside)\s(?:(?:his|her|the|a|an)\s)?\w+(?:\s\w+)?)?"
    r"[\s,:(–-]*(?:(?:at|about|around|by|@|there)[\s,:(]*){0,3}"
)


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """An event, its role ("arrest"), its day, and the words that give the day."""

    role: str
    day: date
    span: Span
    at: time | None = None
    exact: bool = True
    until: date | None = None
    clause: Span | None = None
    at_span: Span | None = None
    is_likely: bool = False  # told by the learned reader and not by a rule

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where the text gives the day and, if it stands apart, the time of day."""
        return (self.span,) if self.at_span is None else (self.span, self.at_span)

    @property
    def moment(self) -> datetime | None:
        """Day and time of day, if both are known."""
        return None if self.at is None else datetime.combine(self.day, self.at)


def timed_events(lower: str, mention: DateMention, sentence: Span) -> Iterator[DatedEvent]:
    """ "03.06.2023 - Night naka. Driver arrested, 9 pm.": the hour without a date is one of the day of the entry."""
    if is_supposed(lower, sentence.start, sentence.end):
        return
    for clock in TIME_ANY.finditer(lower, sentence.start, sentence.end):
        since = max(sentence.start, clock.start() - _TIMED_REACH)
        triggers = find_triggers(lower, since, clock.start())
        at = read_clock(clock)
        if _OWN_DATE.match(lower, clock.end()):
            continue
        if not triggers or at is None or not _JUST_BEFORE_TIME.fullmatch(lower, triggers[-1].end(), clock.start()):
            continue
        for role in roles_of(lower, triggers[-1:], sentence.end):
            if role in _TIMED:
                yield DatedEvent(
                    role, mention.day, mention.span, at, mention.exact, clause=sentence, at_span=Span(*clock.span())
                )


def time_in_entry(lower: str, mention: DateMention, after: tuple[int, int]) -> tuple[time, Span] | None:
    """In a list of dates the time may be anywhere in the entry: "24.11.2018 - apprehended at 6 pm"."""
    if not opens_entry(lower, mention.span.start):
        return None
    match = TIME_ANY.search(lower, *after)
    at = read_clock(match) if match else None
    return (at, Span(*match.span())) if match and at is not None else None


def with_time_of_arrest(lower: str, events: list[DatedEvent]) -> list[DatedEvent]:
    """Apply the time on the arrest memo to the only arrest without a time."""
    arrests = [event for event in events if event.role == "arrest"]
    memo = _MEMO_TIME.search(lower)
    at = read_clock(memo) if memo else None
    if len(arrests) != 1 or arrests[0].at is not None or at is None:
        return events
    return [replace(event, at=at) if event is arrests[0] else event for event in events]


def events_with_time_only(
    lower: str, mentions: tuple[DateMention, ...], events: list[DatedEvent]
) -> Iterator[DatedEvent]:
    """ "arrested 11.30 p.m." without a date belongs to the day of the raid, if there is only one.

    Not if that would be before the raid: the night has passed.
    """
    raids = [event for event in events if event.role in {"information", "search", "seizure", "offence"}]
    days = {event.day for event in raids}
    began = min((event.at for event in raids if event.at), default=None)
    if len(days) != 1 or any(event.role == "arrest" for event in events):
        return
    starts = [mention.span.start for mention in mentions]
    for match in _TIME_OF_EVENT.finditer(lower):
        index = bisect_left(starts, match.start("what"))
        is_sentence_end = re.match(r"\.?\s(?:on|in)\s", lower[match.end() - 1 : match.end() + 6]) is not None
        has_own_date = index < len(starts) and starts[index] <= match.end() + 6 and not is_sentence_end
        at = read_clock(match)
        if at is not None and not has_own_date and not (began and at < began):
            role = (
                "arrest"
                if "arrest" in match["what"] or not match["what"].startswith(("seiz", "recover"))
                else "seizure"
            )
            yield DatedEvent(role, next(iter(days)), Span(*match.span()), at)
