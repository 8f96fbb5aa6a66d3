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
from countercase.facts.births import births
from countercase.facts.clause_ends import clause_ends, opens_entry
from countercase.facts.date_mentions import TIME_ANY, TIME_FORM, DateMention, clock_of, read_dates
from countercase.law.dates import add
from countercase.text.narrative_words import lowered
from countercase.text.printed_pages import mend_scan

_CONTEXT = 24  # characters before a zone that its first word may depend on
_TIME_OF_EVENT = re.compile(
    rf"\b(?P<what>arrested|apprehended|seized|taken\sin(?:to)?\scustody|(?:both|all|accused|he|she|they|were|was)\sheld)\s(?:him\s|at\s|at\sabout\s)?{TIME_FORM}"
)
_MEMO_TIME = re.compile(
    rf"\b(?:arrest\smemo\s(?:time|shows|at|of)|time\sof\sarrest)\s?(?:is\s|was\s|:\s?|as\s)?{TIME_FORM}"
)
_INITIAL = re.compile(
    r"\bit\swas\s(?:only\s)?(?:not\suntil|not\still|on|by)\s(?:the\s)?\Z"
    r"|(?:\A|[;:(\n-]|\band|\bbut|\bthen|\bwhile|\bthat|\bwhen)\s*(?:\bby\s|\bonly\s)?(?:on|in|of|from|dated|dt\.?|around|about)?\s*(?:the\s)?\Z"
)
_ASIDE = re.compile(
    r"\b(?:after|before|since|following|against|than|from|preceding|in\sview\sof|pursuant\sto|on\sthe\sbasis\sof)\s(?:the\s|his\s|her\s|their\s|its\s|this\s|that\s|an?\s|date\sof\s)*"
    r"(?:death|incident|occurrence|marriage|arrest|fir|accident|judgment|conviction|acquittal|charge-?sheet|complaint|notice"
    r"|award|decree|orders?|suit|cheque|agreement|offence|refusal|murder|seizure|search|fire|first\sremand|opinion|report)\b"
)
_TIME_TO_FILE = re.compile(
    r"\b(?:period|time|days|limitation)\s(?:for|of)\s(?:\w+\s){0,4}?(?:written\s(?:statements?|version)|appeal|complaint|suit|petition|presentation)s?\b"
)
_LABEL_END = re.compile(r"[:–-]\s{0,2}\Z")
_DATED = re.compile(r"\b(?:dated|dtd?\.?)\s?\Z")
_TIED = re.compile(r"(?:\s(?:and|&)\s(?:order|decree|sentence|award))?\s(?:of|dated|dt\.?)\s")
_OTHER_PAPER = re.compile(r"\b(?:from|against|passed|by|in|vide|to\sthe|correctness|the\sand|directed)\b")
_BY_COURT = re.compile(r"\sby\s(?:the\s)?[^.;\d]{4,60}?,?\s(?:dated|dtd?\.?|on)\s?")  # "acquittal by the Judge, dt."
_OF_NEXT = re.compile(r"\s{0,2}(?:\(\s?)?|(?:(?!and\b)[\w'’]+\s|\s){0,6}(?:on|dated|dt\.?|of|:)\s(?:the\s)?")
_PLAIN_JOIN = re.compile(r"\s*(?:,|&|and|,\s*and|and\son|to)\s*(?:on\s)?")
_DENIED = re.compile(r"\b(?:no|not|never|without|neither|nor|non)[\s-](?:(?!and\b|but\b|or\b)\w+\s){0,2}\Z")
_DENIED_AFTER = re.compile(
    r"\s(?:(?:has|had|have|was|is|were|till\sdate|still|yet)\s){0,2}(?:not|never)\s(?:been\s|yet\s|so\sfar\s)?"
    r"(?:filed|presented|submitted|made|given|supplied|served|produced|sent|forwarded|received|recd|issued|laid|taken|passed)\b"
)
_SUPPOSED = re.compile(r"\s*(?:if|had|were|unless|suppose|even\sif)\b")
_JOINED = re.compile(r"\s*(?:,|/|&|and|,\s*and)\s*(?:(?:the\s)?[\w.]{1,12}(?:'s|’s)\s)?\Z")
_AND_THEN = re.compile(
    r"\s?,?\s?(?:and|when)\s(?:(?!not\b|never\b|if\b)\w+\s){0,3}"
)  # "went to court on 3 May and filed"
_EARLIER = re.compile(r"\bhaving\s(?:earlier\s|already\s)?(?:been\s)?\Z")  # "on 8 June, having been arrested"
_OUTCOME = re.compile(
    r"(?:\s\S{1,12}){0,2}?\s(?:was\s|were\s|stood\s|came\sto\sbe\s|is\s)?(?:dismissed|rejected|allowed|disposed|decided|withdrawn|pending|listed|heard|returned|adjourned|posted|fixed|admitted)\b"
)
_IN_BRACKETS = re.compile(r"\([^()]{1,40}\Z")  # "appeal 20.4.2018 (order received 15.3.2018). Rejected 11.12.2018"
_COUNTED_FROM = re.compile(
    r"\b(?:hours?|hrs?\b\.?|days?|weeks?|wks?\b\.?|months?|mths?\b\.?|years?|yrs?\b\.?)\s(?:aft\s?er|from|since|before|prior\sto|of)\s(?:the\s|his\s|her\s|their\s|first\s|date\sof\s)*\Z"
)
_PAPERS = re.compile(
    r"\b(?:g\.?p\.?a|deed|documents?|will|certificate|register|ledger|record|copy|witness(?:es)?|passbook|bill|receipt|licen[cs]e|slip|account\sbooks?|originals?)\s(?:\w+\s){0,2}\Z"
)
_BEFORE_ANOTHER = re.compile(
    r"\s?(?:bef\w{0,3})\s(?:the\s)?(?:sub-?\s?)?(?:registrar|d\.?m\b|collector|tahsildar|tehsildar|doctor|medical)"
)
_ADMITTED_IN = re.compile(
    r"\b(?:acknowledged|admitted|confirmed)\b[^.;]{0,40}\b(?:in|by|through|vide)\s(?:a|his|her|their|its)\s(?:\w+\s)?\Z"
)
_ADMITS = re.compile(r"\b(?:confirm|acknowledg|admit|outstanding|balance|owe)\w*")
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
_WITH_ORDER = re.compile(r"\border\s(?:&|and|along\s?with)\s(?:the\s)?\Z")  # "order & grounds served in jail"
_AND_ANOTHERS = re.compile(r"\s?(?:&|and|,)\s(?:the\s)?[\w.]{1,12}(?:'s|’s)\s")  # "suit & State's counter-claim"
_DECIDES = re.compile(
    r"\s?,?\s?(?:has\s|had\s)?(?:held|observed|decided|dismissed|allowed|found|directed|set\saside|upheld|affirmed)\b"
)
_REPUDIATES = re.compile(
    r"\b(?:repudiat\w+|refus(?:ed|ing)\sto\s(?!accept|receive|take)|declin(?:ed|ing)\sto|cancelled\sthe)\b"
)
_AGAINST = re.compile(
    r"\s(?:against|from|to|before|in|by|of)\s(?!be\b)(?:(?!\b(?:heard|listed|fixed|pending|decided|dismissed|allowed|adjourned|posted|called|argued|reserved|came\sup)\b)[^.;\d]){1,60}\s(?:(?:on|dt\.?|dated)\s)?"
)
_REFUSES = re.compile(
    r"\b(?:refus(?:ed|ing|al)|repudiat\w+|declin(?:ed|ing)|denied\s(?:the\s)?(?:agreement|execution|contract))\b"
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
    events.extend(_events(told, tuple(mention for mention in mentions if mention.span not in born), breaks))
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


def _later_in_entry(lower: str, start: int, following: int) -> list[str]:
    """The event of an entry whose first sentence names none: its first firm word before the next line or date."""
    line_end = lower.find("\n", start, following)
    end = min(following if line_end < 0 else line_end, start + _REACH_AFTER)
    triggers = [trigger for trigger in _triggers(lower, start, end) if not event_words.WEAK.fullmatch(trigger[0])]
    return [role for role in _named(lower, triggers[:1], end) if role in _TOLD_LATER]


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
    behind = _triggers(lower, *before)
    behind = [trigger for trigger in behind if not _NIGHT.fullmatch(trigger[0])] or behind
    dated = _DATED.search(lead) is not None
    if dated or (behind and _TIED.fullmatch(lower[behind[-1].end() : before[1]])):
        return _named(lower, _nearest_paper(lower, behind, before[1]), after[1]), consumed
    initial = before[0] == before[1] or _INITIAL.search(lower[max(opening, before[1] - 24) : before[1]]) is not None
    ended = not initial and lower[before[1] : after[0]].endswith(".")  # "at 7 a.m. The accused": a new sentence
    entry = opens_entry(lower, before[1])
    ahead = (
        [] if ended else _filed(lower, _not_of_next(lower, _triggers(lower, *after), next_date, entry), after, entry)
    )
    if not initial and next_date is not None:
        ahead = [trigger for trigger in ahead if not _opens_next(lower, after[0], trigger, next_date)]
    ahead = [trigger for trigger in ahead if not _EARLIER.search(lower[max(0, trigger.start() - 24) : trigger.start()])]
    behind = _filed(lower, behind, before, entry=False)
    if _DECIDES.match(lower, after[0], after[0] + 24):  # "in revision the High Court on 3 May held": no filing
        behind = [trigger for trigger in behind if event_words.role_of(trigger) not in event_words.FILED]
    only_verbs = all(event_words.role_of(trigger) in event_words.VERBS for trigger in behind)
    only_night = all(_NIGHT.fullmatch(trigger[0]) for trigger in behind)
    if ahead and (only_night or (initial and (only_verbs or not _ends_with_label(lower, behind[-1], before[1])))):
        ahead = _firm(ahead)
        chosen = [ahead[0], *_joined_after(lower, ahead)]
        return _named(lower, chosen, after[1]), chosen[-1].end()
    if only_verbs and ahead and _AND_THEN.fullmatch(lower[after[0] : ahead[0].start()]):
        return _named(lower, [ahead[0]], after[1]), ahead[0].end()
    if not behind:
        return [], consumed
    behind = _firm(behind)
    chosen = [behind[-1]]
    for earlier in reversed(behind[:-1]):
        if not _JOINED.match(lower[earlier.end() : chosen[-1].start()]):
            break
        chosen.append(earlier)
    return _named(lower, chosen, after[1]), consumed


def _nearest_paper(lower: str, behind: list[re.Match[str]], start: int) -> list[re.Match[str]]:
    """ "judgment dated", "notice of": the document named right before the date, and nothing further away."""
    if not behind:
        return []
    gap = lower[behind[-1].end() : start]
    if len(behind) > 1 and event_words.BY_ORDER.fullmatch(lower[behind[-2].end() : behind[-1].start()]):
        decided = event_words.role_of(behind[-2]) in event_words.DECISIONS
        if decided and event_words.role_of(behind[-1]) in {"order", "judgment", "letter"}:
            return [behind[-2]]
    role = event_words.role_of(behind[-1])
    if role in event_words.DECISIONS and _BY_COURT.fullmatch(gap):
        return [behind[-1]]
    reach = 20 if role in event_words.FILED else 48
    return [behind[-1]] if len(gap) <= reach and not _OTHER_PAPER.search(gap) else []


def _firm(triggers: list[re.Match[str]]) -> list[re.Match[str]]:
    firm = [trigger for trigger in triggers if not event_words.WEAK.fullmatch(trigger[0])] or triggers
    firm = [trigger for trigger in firm if event_words.role_of(trigger) not in event_words.ONLY_FILED] or firm
    if {event_words.role_of(trigger) for trigger in firm} - {"presentation", "cheque", "dishonour"}:
        return [trigger for trigger in firm if trigger[0] != "presented"]  # "the petition was presented"
    return firm


def _not_of_next(lower: str, triggers: list[re.Match[str]], end: int | None, entry: bool) -> list[re.Match[str]]:
    """Drop the words right before the next date: they name the event of that date, unless it opens the next entry."""
    if end is None:
        return triggers
    return [
        trigger
        for trigger in triggers
        if not _OF_NEXT.fullmatch(gap := lower[trigger.end() : end]) or (entry and gap.isspace() and "\n" in gap)
    ]


def _opens_next(lower: str, start: int, trigger: re.Match[str], end: int) -> bool:
    """ "Admitted 10.10.2023, appeal to NCLAT 30.11.2023": a comma, then words that lead up to the next date."""
    if not re.search(r"[,;]\s", lower[start : trigger.start()]):
        return False
    return re.fullmatch(r"(?:\s(?!and\b|but\b)[\w.'’]+){0,5}\s", lower[trigger.end() : end]) is not None


def _filed(lower: str, triggers: list[re.Match[str]], zone: tuple[int, int], entry: bool) -> list[re.Match[str]]:
    """Drop the documents that the text does not say were filed on that date."""
    return [
        trigger
        for trigger in triggers
        if event_words.role_of(trigger) not in event_words.FILED
        or (entry and not _OUTCOME.match(lower, trigger.end(), zone[1]))
        or event_words.FILING.search(lower, max(zone[0], trigger.start() - 40), min(zone[1], trigger.end() + 90))
        or (zone[1] - trigger.end() <= 14 < zone[1] and not _OUTCOME.match(lower, trigger.end(), zone[1]))
        or _AGAINST.fullmatch(lower, trigger.end(), zone[1])
        or (_AND_ANOTHERS.match(lower, trigger.end(), zone[1]) and zone[1] - trigger.end() <= 40)
        or _LABEL_END.search(lower[max(zone[0], zone[1] - 4) : zone[1]])
    ]


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


def _named(lower: str, triggers: list[re.Match[str]], end: int) -> list[str]:
    """The roles of some triggers. A letter that admits a debt is an acknowledgement."""
    roles = []
    for trigger in triggers:
        role = event_words.role_of(trigger)
        admits = _ADMITS.search(lower, trigger.end(), end + 120) or _ADMITTED_IN.search(
            lower[max(0, trigger.start() - 60) : trigger.start()]
        )
        refuses = _REFUSES.search(lower, trigger.end(), end) and not _ADMITS.search(lower, trigger.end(), end)
        if role == "letter" and (admits or refuses):
            role = "refusal" if refuses else "acknowledgement"
        elif role == "notice sent" and _REPUDIATES.search(lower, trigger.end(), end):
            role = "refusal"
        if role not in roles:
            roles.append(role)
        if role == "grounds communicated" and _WITH_ORDER.search(lower[max(0, trigger.start() - 24) : trigger.start()]):
            roles.append("order served")
    return roles


def _triggers(lower: str, start: int, end: int) -> list[re.Match[str]]:
    """The words of a zone that name an event, except those that are denied or belong to another date."""
    if not _names_event(lower[max(0, start - _CONTEXT) : end], min(start, _CONTEXT)):
        return []
    aside = [
        match.span() for match in _ASIDE.finditer(lower, start, end) if not _TIED.fullmatch(lower[match.end() : end])
    ]
    aside += [match.span() for match in _TIME_TO_FILE.finditer(lower, start, end)]
    return [
        match
        for match in event_words.TRIGGER.finditer(lower, start, end)
        if not any(low <= match.start() < high for low, high in aside)
        and not _DENIED.search(lower, max(start, match.start() - 30), match.start())
        and not _DENIED_AFTER.match(lower, match.end(), match.end() + 40)
        and not _is_of_something_else(lower, match)
    ]


def _is_of_something_else(lower: str, match: re.Match[str]) -> bool:
    """ "42 days after arrest" names no new arrest, and a deed "produced before the Registrar" is no accused."""
    before = lower[max(0, match.start() - 40) : match.start()]
    if _COUNTED_FROM.search(before):
        return True
    if event_words.role_of(match) not in {"production", "presentation"} or not match[0].startswith("produced"):
        return False
    return _PAPERS.search(before) is not None or _BEFORE_ANOTHER.match(lower, match.end()) is not None


@lru_cache(maxsize=1024)  # lists and tables repeat the same words between their dates
def _names_event(zone: str, start: int) -> bool:
    return event_words.TRIGGER.search(zone, start) is not None


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
