"""The dates of a narrative with the event on each: arrest, remand, marriage, notice, suit.

A date whose event is unclear has no role. Nothing is guessed.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from functools import lru_cache
from itertools import pairwise

from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.date_mentions import TIME_ANY, TIME_FORM, DateMention, clock_of, read_dates
from countercase.facts.event_triggers import (
    TIED,
    births,
    clause_ends,
    find_triggers,
    firm_ones,
    named_roles,
    nearest_paper,
    not_of_next_date,
    only_filed,
    opens_entry,
    opens_next_date,
)
from countercase.law.dates import add
from countercase.text.printed_pages import mend_scan
from countercase.text.words import lowered

_TIME_OF_EVENT = re.compile(
    rf"\b(?P<what>arrested|apprehended|seized|taken\sin(?:to)?\scustody|(?:both|all|accused|he|she|they|were|was)\sheld)\s(?:him\s|at\s|at\sabout\s|(?:at|on|from)\s(?:the\s)?spot\s?,?\s(?:at\s)?)?{TIME_FORM}"
)
_MEMO_TIME = re.compile(
    rf"\b(?:arrest\smemo\s(?:time|shows|at|of)|time\sof\sarrest)\s?(?:is\s|was\s|:\s?|as\s)?{TIME_FORM}"
)
_INITIAL = re.compile(
    r"\bit\swas\s(?:only\s)?(?:not\suntil|not\still|on|by)\s(?:the\s)?\Z"
    r"|(?:\A|[;:(\n-]|\band|\bbut|\bthen|\bwhile|\bthat|\bwhen)\s*(?:\bby\s|\bonly\s)?(?:on|in|of|from|dated|dt\.?|around|about)?\s*(?:the\s)?\Z"
)
_DATED = re.compile(r"\b(?:dated|dtd?\.?)\s?\Z")
_PLAIN_JOIN = re.compile(r"\s*(?:,|&|and|,\s*and|and\son|to)\s*(?:on\s)?")
_SUPPOSED = re.compile(r"\s*(?:if|had|were|unless|suppose|even\sif)\b")
_JOINED = re.compile(r"\s*(?:,|/|&|and|,\s*and)\s*(?:(?:the\s)?[\w.]{1,12}(?:'s|’s)\s)?\Z")
_AND_THEN = re.compile(
    r"\s?,?\s?(?:and|when)\s(?:(?!not\b|never\b|if\b)\w+\s){0,3}"
)  # "went to court on 3 May and filed"
_EARLIER = re.compile(r"\bhaving\s(?:earlier\s|already\s)?(?:been\s)?\Z")  # "on 8 June, having been arrested"
_IN_BRACKETS = re.compile(r"\([^()]{1,40}\Z")  # "appeal 20.4.2018 (order received 15.3.2018). Rejected 11.12.2018"
# Events that a later sentence of an entry may name. Others, such as an order, are often only referred to there.
_TOLD_LATER = frozenset(
    "offence|arrest|death|seizure|search|cognizance|sentence|acquittal|remand|hostile assertion|dispossession"
    "|separation|refusal|evidence of the child|preliminary assessment".split("|")
)
_REMEMBERED = 6  # roles of a clause to which a later verb may refer
_REACH_BEFORE, _REACH_AFTER = 160, 260  # characters of the clause on each side that may name the event of a date
_NIGHT = re.compile(r"(?:fateful\s|the\s|in\s)(?:night|evening|morning)")
_ONLY_FILED = re.compile(
    r"\A[\s),]{0,3}(?:and\s|was\s|is\s|were\s|came\sto\sbe\s)?(?:first\s|actually\s|finally\s|eventually\s|only\s)?(?:e-)?(?:filed|raised|preferred|moved|lodged|instituted|presented)\b[^.;\n]{0,40}\Z"
    r"|\A[^.;\n()]{0,40}\)\s(?:only\s)?on\s\Z"
)
_DECIDES = re.compile(
    r"\s?,?\s?(?:has\s|had\s)?(?:held|observed|decided|dismissed|allowed|found|directed|set\saside|upheld|affirmed)\b"
)


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """An event on a day, with the words that give the day."""

    role: str
    day: date
    span: Span
    at: time | None = None
    exact: bool = True
    until: date | None = None
    clause: Span | None = None
    at_span: Span | None = None

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where the day and, if it stands apart, the time of day are told."""
        return (self.span,) if self.at_span is None else (self.span, self.at_span)

    @property
    def moment(self) -> datetime | None:
        """Day and time of day, if both are known."""
        return None if self.at is None else datetime.combine(self.day, self.at)


@dataclass(frozen=True, slots=True)
class Timeline:
    """The events of a narrative in text order, and every date, with or without a known role."""

    events: tuple[DatedEvent, ...]
    mentions: tuple[DateMention, ...]
    _by_role: dict[str, tuple[DatedEvent, ...]] = field(default_factory=dict, compare=False, repr=False)

    def of(self, *roles: str) -> tuple[DatedEvent, ...]:
        """The events with these roles, in text order."""
        for role in roles:
            if role not in self._by_role:
                self._by_role[role] = tuple(event for event in self.events if event.role == role)
        if len(roles) == 1:
            return self._by_role[roles[0]]
        return tuple(sorted((event for role in roles for event in self._by_role[role]), key=lambda event: event.span))

    def names_at(self, spans: Iterable[Span]) -> tuple[str, ...]:
        """What happened on a date that stands at these places: "arrest", "FIR"; empty where the text does not say."""
        at = [event for event in self.events if any(event.span.overlaps(span) for span in spans)]
        return tuple(dict.fromkeys(name for event in at if (name := event_words.shown(event.role))))

    def first(self, *roles: str) -> DatedEvent | None:
        """The first event of the first role that has one."""
        return next((events[0] for role in roles if (events := self.of(role))), None)


@lru_cache(maxsize=4)  # the lines, the warnings and the ingredients of a matter all ask
def read_timeline(text: str) -> Timeline:
    """Every date of a text with the events named around it. Linear in the length of the text."""
    text = mend_scan(text)
    lower = lowered(text)
    mentions = tuple(read_dates(text, lower))
    breaks = clause_ends(text, lower)
    born_on = list(births(lower, mentions, breaks))
    events = [
        DatedEvent("birth", birth.mention.day, birth.mention.span, exact=birth.mention.exact, clause=birth.clause)
        for birth in born_on
    ]
    told = _without(lower, [birth.aside for birth in born_on])
    born = {event.span for event in events}
    own = tuple(
        mention
        for mention in mentions
        if mention.span not in born
        and (mention.days_on is None or not _is_quoted(lower, mention.span.start))  # counted from another date
    )
    events.extend(_events(told, own, breaks))
    events.extend(_timed_only(lower, mentions, events))
    events = _with_time_of_arrest(lower, events)
    return Timeline(tuple(sorted(events, key=lambda event: event.span)), mentions)


def _without(lower: str, asides: list[tuple[int, int]]) -> str:
    pieces, done = [], 0
    for start, end in asides:
        pieces += [lower[done:start], " " * (end - start)]
        done = end
    return "".join(pieces) + lower[done:]


def _events(lower: str, mentions: tuple[DateMention, ...], breaks: list[int]) -> Iterator[DatedEvent]:
    consumed, last_roles = 0, list[str]()
    earlier_roles, last_opening = list[str](), -1  # of the same clause, the nearest first
    before_brackets = list[str]()  # the roles told before a date in brackets
    days: dict[str, date] = {}  # the last day of each role so far
    for number, mention in enumerate(mentions):
        start, end = mention.span.start, mention.span.end
        at = bisect_right(breaks, start)
        opening = breaks[at - 1] if at else 0
        closing = breaks[at] if at < len(breaks) else len(lower)
        previous = mentions[number - 1].span.end if number else 0
        following = mentions[number + 1].span.start if number + 1 < len(mentions) else len(lower)
        before = (min(start, max(opening, min(previous, start), consumed, start - _REACH_BEFORE)), start)
        after = (end, min(max(closing, end), following, end + _REACH_AFTER))
        if _SUPPOSED.match(lower, opening, opening + 16) or event_words.ANOTHER_CASE.search(
            lower, max(opening, start - _REACH_BEFORE), start
        ):
            continue
        if number and mention.days_on is None and _PLAIN_JOIN.fullmatch(lower[mentions[number - 1].span.end : start]):
            continue  # "judgments dated 3 May and 5 May": the second may be anything
        next_date = following if following == after[1] and number + 1 < len(mentions) else None
        roles, consumed = _roles(lower, before, after, opening, consumed, next_date)
        if opening != last_opening:
            earlier_roles = []
        in_brackets = _IN_BRACKETS.search(lower[max(0, start - 60) : start]) is not None
        if in_brackets and not before_brackets:
            before_brackets = last_roles
        elif before_brackets and not in_brackets:
            last_roles, before_brackets = before_brackets, []
        roles = _told_by_the_verb(roles, [*last_roles, *earlier_roles])
        last_opening = opening
        earlier_roles = [*last_roles, *earlier_roles][:_REMEMBERED]
        if not roles and closing < following and opens_entry(lower, start):
            roles = _later_in_entry(lower, closing, following)
        if not roles and _ONLY_FILED.search(lower[before[0] : before[1]]):
            since = max(opening, mentions[number - 2].span.end if number > 1 else 0)
            roles = _paper_before(lower, (min(since, before[0]), before[0]), breaks[at - 2] if at > 1 else 0)
        last_roles = roles or last_roles
        clause = Span(opening, max(closing, end))
        told_at = None if mention.at else _time_in_entry(lower, mention, after)
        at_time, at_span = (told_at[0], told_at[1]) if told_at else (mention.at, None)
        for role in roles:
            day = mention.day
            if mention.is_far and mention.days_on is not None:
                back = next((days[other] for other in event_words.GOES_BACK_TO.get(role, ()) if other in days), None)
                if back is None:
                    continue  # "the same day" in a new paragraph: the date before it may be of something else
                day = add(back, mention.days_on, "days")
            days[role] = day
            yield DatedEvent(role, day, mention.span, at_time, mention.exact, mention.until, clause, at_span)


def _is_quoted(lower: str, start: int) -> bool:
    """Whether a place lies within quotation marks that open on the same line."""
    return lower.count('"', lower.rfind("\n", 0, start) + 1, start) % 2 == 1


def _later_in_entry(lower: str, start: int, following: int) -> list[str]:
    """The event of an entry whose first sentence names none: its first firm word before the next line or date."""
    line_end = lower.find("\n", start, following)
    end = min(following if line_end < 0 else line_end, start + _REACH_AFTER)
    triggers = [trigger for trigger in find_triggers(lower, start, end) if not event_words.WEAK.fullmatch(trigger[0])]
    return [role for role in named_roles(lower, triggers[:1], end) if role in _TOLD_LATER]


def _paper_before(lower: str, clause: tuple[int, int], earlier: int) -> list[str]:
    """ "Appeal against the order of 6 March filed on ...": the document that this or the previous clause opens with."""
    start = clause[0] if lower[slice(*clause)].strip() else max(earlier, clause[0] - 200)
    end = clause[1] if start == clause[0] else clause[0]
    papers = [event_words.role_of(match) for match in event_words.TRIGGER.finditer(lower, start, end)]
    return papers[:1] if papers and papers[0] in event_words.FILED else []


def _told_by_the_verb(roles: list[str], before: list[str]) -> list[str]:
    """A verb without its noun refers to the previous event; without one it says nothing."""
    named = [_after(role, before) for role in roles]
    return [role for role in named if role not in event_words.VERBS]


def _after(role: str, before: list[str]) -> str:
    return next((told for last in before if (told := event_words.AFTERWARDS.get((role, last)))), role)


def _roles(
    lower: str,
    before: tuple[int, int],
    after: tuple[int, int],
    opening: int,
    consumed: int,
    next_date: int | None,
) -> tuple[list[str], int]:
    """The event of a date: from the words before it or, if it opens the clause, from those after it."""
    lead = lower[max(opening, before[0], before[1] - 24) : before[1]]
    behind = find_triggers(lower, *before)
    behind = [trigger for trigger in behind if not _NIGHT.fullmatch(trigger[0])] or behind
    dated = _DATED.search(lead) is not None
    if dated or (behind and TIED.fullmatch(lower[behind[-1].end() : before[1]])):
        return named_roles(lower, nearest_paper(lower, behind, before[1]), after[1]), consumed
    initial = before[0] == before[1] or _INITIAL.search(lower[max(opening, before[1] - 24) : before[1]]) is not None
    ended = not initial and lower[before[1] : after[0]].endswith(".")  # "at 7 a.m. The accused": a new sentence
    entry = opens_entry(lower, before[1])
    ahead = (
        []
        if ended
        else only_filed(lower, not_of_next_date(lower, find_triggers(lower, *after), next_date, entry), after, entry)
    )
    if not initial and next_date is not None:
        ahead = [trigger for trigger in ahead if not opens_next_date(lower, after[0], trigger, next_date)]
    ahead = [trigger for trigger in ahead if not _EARLIER.search(lower[max(0, trigger.start() - 24) : trigger.start()])]
    behind = only_filed(lower, behind, before, entry=False)
    if _DECIDES.match(lower, after[0], after[0] + 24):  # "in revision the High Court on 3 May held": no filing
        behind = [trigger for trigger in behind if event_words.role_of(trigger) not in event_words.FILED]
    only_verbs = all(event_words.role_of(trigger) in event_words.VERBS for trigger in behind)
    only_night = all(_NIGHT.fullmatch(trigger[0]) for trigger in behind)
    if ahead and (only_night or (initial and (only_verbs or not _ends_with_label(lower, behind[-1], before[1])))):
        ahead = firm_ones(ahead)
        chosen = [ahead[0], *_joined_after(lower, ahead)]
        return named_roles(lower, chosen, after[1]), chosen[-1].end()
    if only_verbs and ahead and _AND_THEN.fullmatch(lower[after[0] : ahead[0].start()]):
        return named_roles(lower, [ahead[0]], after[1]), ahead[0].end()
    if not behind:
        return [], consumed
    behind = firm_ones(behind)
    chosen = [behind[-1]]
    for earlier in reversed(behind[:-1]):
        if not _JOINED.match(lower[earlier.end() : chosen[-1].start()]):
            break
        chosen.append(earlier)
    return named_roles(lower, chosen, after[1]), consumed


def _ends_with_label(lower: str, trigger: re.Match[str], start: int) -> bool:
    """ "Marriage: 17 February", "Decree - 4 May": the label comes right before the date."""
    gap = lower[trigger.end() : start]
    return trigger[0].endswith("(") or re.fullmatch(r"[\w\s]{0,24}\s*[:,(-]\s*(?:on\s|dated\s)?", gap) is not None


def _joined_after(lower: str, triggers: list[re.Match[str]]) -> list[re.Match[str]]:
    joined = []
    for left, right in pairwise(triggers):
        if not _JOINED.match(lower[left.end() : right.start()]):
            break
        joined.append(right)
    return joined


def _time_in_entry(lower: str, mention: DateMention, after: tuple[int, int]) -> tuple[time, Span] | None:
    """In a list of dates the time may be anywhere in the entry: "24.11.2018 - apprehended at 6 pm"."""
    if not opens_entry(lower, mention.span.start):
        return None
    match = TIME_ANY.search(lower, *after)
    at = clock_of(match) if match else None
    return (at, Span(*match.span())) if match and at is not None else None


def _with_time_of_arrest(lower: str, events: list[DatedEvent]) -> list[DatedEvent]:
    """Apply the time on the arrest memo to the only arrest without a time."""
    arrests = [event for event in events if event.role == "arrest"]
    memo = _MEMO_TIME.search(lower)
    at = clock_of(memo) if memo else None
    if len(arrests) != 1 or arrests[0].at is not None or at is None:
        return events
    return [replace(event, at=at) if event is arrests[0] else event for event in events]


def _timed_only(lower: str, mentions: tuple[DateMention, ...], events: list[DatedEvent]) -> Iterator[DatedEvent]:
    """ "arrested 11.30 p.m." without a date belongs to the day of the raid, if there is only one."""
    days = {event.day for event in events if event.role in {"information", "search", "seizure", "offence"}}
    if len(days) != 1 or any(event.role == "arrest" for event in events):
        return
    starts = [mention.span.start for mention in mentions]
    for match in _TIME_OF_EVENT.finditer(lower):
        index = bisect_left(starts, match.start("what"))
        ended = re.match(r"\.?\s(?:on|in)\s", lower[match.end() - 1 : match.end() + 6]) is not None
        covered = index < len(starts) and starts[index] <= match.end() + 6 and not ended
        at = clock_of(match)
        if at is not None and not covered:
            role = "seizure" if match["what"] == "seized" else "arrest"
            yield DatedEvent(role, next(iter(days)), Span(*match.span()), at)
