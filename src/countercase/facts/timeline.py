"""The dates of a narrative with the event on each: arrest, remand, marriage, notice, suit.

A date whose event is unclear gets no role. Nothing is guessed.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from itertools import pairwise

from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.clock_times import TIME_FORM, read_clock
from countercase.facts.date_mentions import DateMention, read_dates
from countercase.facts.dated_events import (
    DatedEvent,
    events_with_time_only,
    time_in_entry,
    timed_events,
    with_time_of_arrest,
)
from countercase.facts.event_triggers import (
    OF_OR_DATED,
    THAT_DAY,
    document_before_date,
    end_of_clause,
    find_births,
    find_clause_ends,
    find_triggers,
    is_supposed,
    leads_to_next_date,
    most_specific,
    opens_entry,
    roles_of,
    without_unfiled_documents,
    without_vague_days,
    without_words_of_next_date,
)
from countercase.law.dates import add
from countercase.text.printed_pages import mend_scan
from countercase.text.words import lowered

_CLAUSE_OPENING = re.compile(
    r"\bit\swas\s(?:only\s)?(?:not\suntil|not\still|on|by)\s(?:the\s)?\Z"
    r"|(?:\A|[;:(\n-]|\band|\bbut|\bthen|\bwhile|\bthat|\bwhen)\s*(?:\bby\s|\bonly\s)?(?:on|in|of|from|dated|dt\.?|around|about)?\s*(?:the\s)?\Z"
)
_DATED = re.compile(r"\b(?:dated|dtd?\.?)\s?\Z")
# "Applied five months after the judgment of 3 May": the date is that of the judgment.
_COUNTED_FROM_PAPER = re.compile(
    r"\b(?:days?|weeks?|months?|years?)\s(?:after|from|since|before)\s(?:the\s|that\s|this\s|his\s|her\s|its\s)?(?P<paper>[^.;,\d]{3,40}?)\s(?:of|dated|dt\.?)\s\Z"
)
_JOINED_DATES = re.compile(r"\s*(?:,|&|and|,\s*and|and\son|to)\s*(?:on\s)?")
_JOINED_BY_AND = re.compile(
    r"(?:\s(?:(?:on\s)?(?:that|the\ssame|the\svery\ssame)\s(?:very\s)?(?:day|morning|evening|night|afternoon)|there|forthwith|at\sonce))?"
    r"\s*(?:,|/|&|and|,\s*and)\s*(?:(?:the\s)?[\w.]{1,12}(?:'s|’s)\s)?(?:(?:was|were|he\swas|she\swas|they\swere|duly)\s)?\Z"
)
_NTH_DAY = re.compile(r"\b(?:on|of)\s(?:the\s)?(?:\d{1,3}(?:st|nd|rd|th)|[a-z]+(?:-[a-z]+)?th)\sday\b")
_AND_THEN = re.compile(
    r"\s?,?\s?(?:and|when)\s(?:(?!not\b|never\b|if\b)\w+\s){0,3}"
)  # "went to court on 3 May and filed"
_HAVING_BEEN = re.compile(r"\bhaving\s(?:earlier\s|already\s)?(?:been\s)?\Z")  # "on 8 June, having been arrested"
_IN_BRACKETS = re.compile(r"\([^()]{1,40}\Z")  # "appeal 20.4.2018 (order received 15.3.2018). Rejected 11.12.2018"
# Events that a later sentence of an entry may name. Others, such as an order, are often only mentioned there.
_NAMED_LATER_IN_ENTRY = frozenset(
    "offence|arrest|death|seizure|search|cognizance|sentence|acquittal|remand|hostile assertion|dispossession"
    "|separation|refusal|evidence of the child|preliminary assessment|termination|conciliation"
    "|labour application".split("|")
)
# What police and courts do on "that day". Of other events the words are too loose: "cheque encashed that day".
_TOLD_OF_THAT_DAY = frozenset(
    "arrest|production|remand|fir|information|medical examination|preliminary enquiry|search|seizure|charge-sheet"
    "|no charge-sheet|default bail application|death|custody|production before the board|police custody".split("|")
)
_AMENDED_ON = re.compile(
    r"\b(?:amdt\b\.?|amendment|amended)\s(?:\w+\s){0,2}(?:w\.?e\.?f\.?|from|with\seffect\sfrom|came\sinto\sforce\son)\s\Z"
)
_NEAR_AMENDMENT = 60  # characters
_MOST_SENTENCES = 12  # of one entry
_ROLES_REMEMBERED = 6  # roles of a clause to which a later verb may refer
_REACH_BEFORE, _REACH_AFTER = 160, 260  # characters of the clause on each side that may name the event of a date
_TIME_OF_DAY_WORDS = re.compile(r"(?:fateful\s|the\s|in\s)(?:night|evening|morning)")
_FILED_WITHOUT_NAME = re.compile(
    r"\A[\s),]{0,3}(?:and\s|was\s|is\s|were\s|came\sto\sbe\s)?(?:first\s|actually\s|finally\s|eventually\s|only\s)?(?:e-)?(?:filed|raised|preferred|moved|lodged|instituted|presented)\b[^.;\n]{0,40}\Z"
    r"|\A[^.;\n()]{0,40}\)\s(?:only\s)?on\s\Z"
)
# A later sentence of an entry that says no more than what else happened on that day: "First remand.", "Arrest 6 pm."
_WHOLE_SENTENCE = re.compile(
    r"\s*(?:(?P<remand>(?:first|1st)\sremand(?:ed)?(?:\sthe\ssame\sday)?)"
    rf"|(?:(?:accused|accd\.?|appellant|petitioner|he|she|a-?\d)\s(?:was\s)?)?(?P<arrest>arrest(?:ed)?),?\s(?:at\s)?(?:about\s)?{TIME_FORM})"
    r"\s?[.;]?\s*"
)
_COURT_DECIDES = re.compile(
    r"\s?,?\s?(?:has\s|had\s)?(?:held|observed|decided|dismissed|allowed|found|directed|set\saside|upheld|affirmed)\b"
)


@dataclass(frozen=True, slots=True)
class Timeline:
    """The events of a narrative in text order, and every date, with or without a known role."""

    events: tuple[DatedEvent, ...]
    mentions: tuple[DateMention, ...]
    _by_role: dict[str, tuple[DatedEvent, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)

    def of(self, *roles: str) -> tuple[DatedEvent, ...]:
        """The events with these roles, in text order."""
        for role in roles:
            if role not in self._by_role:
                self._by_role[role] = tuple(event for event in self.events if event.role == role)
        if len(roles) == 1:
            return self._by_role[roles[0]]
        return tuple(sorted((event for role in roles for event in self._by_role[role]), key=lambda event: event.span))

    def names_at(self, spans: Iterable[Span]) -> tuple[str, ...]:
        """The events on the dates at these spans, for display: "arrest", "FIR"; empty if the text does not say."""
        at = [event for event in self.events if any(event.span.overlaps(span) for span in spans)]
        return tuple(dict.fromkeys(name for event in at if (name := event_words.display_name(event.role))))

    @property
    def hours_to_report(self) -> float:
        """The hours from the offence to the FIR, as far as the text gives them; 0 if it does not."""
        offence, report = self.first("offence"), self.first("fir")
        if offence is None or report is None or not (offence.exact and report.exact):
            return 0.0
        if offence.moment is not None and report.moment is not None:
            return (report.moment - offence.moment).total_seconds() / 3600
        return 24.0 * max(0, (report.day - offence.day).days - 1)

    def first(self, *roles: str) -> DatedEvent | None:
        """The first event of the first role that has one."""
        return next((events[0] for role in roles if (events := self.of(role))), None)


_CHEQUE = re.compile(r"\bche(?:que|ck)s?\b|\bchqs?\b|\b138\b")


def _is_deposit_of_money(lower: str, event: DatedEvent) -> bool:
    """Whether money was deposited, as into court, and no cheque presented: the text has none."""
    if event.role != "presentation" or _CHEQUE.search(lower):
        return False
    clause = event.clause or event.span
    return "deposit" in lower[clause.start : max(clause.end, event.span.end)]


@lru_cache(maxsize=4)  # the lines, the warnings and the ingredients of a matter all need it
def read_timeline(text: str) -> Timeline:
    """Every date of a text with the events named around it. Linear in the length of the text."""
    text = mend_scan(text)
    lower = lowered(text)
    clause_ends = find_clause_ends(text, lower)
    mentions = tuple(without_vague_days(lower, tuple(read_dates(text, lower)), clause_ends))
    births = list(find_births(lower, mentions, clause_ends))
    events = [
        DatedEvent("birth", birth.mention.day, birth.mention.span, exact=birth.mention.exact, clause=birth.clause)
        for birth in births
    ]
    without_births = _with_passages_blanked(lower, [birth.passage for birth in births])
    birth_spans = {event.span for event in events}
    other_mentions = tuple(
        mention
        for previous, mention in zip((None, *mentions), mentions, strict=False)
        if mention.span not in birth_spans and not _refers_to_no_date(lower, previous, mention)
    )
    events.extend(_events(without_births, other_mentions, clause_ends))
    events.extend(events_with_time_only(lower, mentions, events))
    events = [event for event in with_time_of_arrest(lower, events) if not _is_deposit_of_money(lower, event)]
    told = {event.span for event in events}
    # "that day" is a date only where it dates an event
    dated = tuple(
        each for each in mentions if each.span in told or not THAT_DAY.search(lower, each.span.start, each.span.end)
    )
    return Timeline(tuple(sorted(events, key=lambda event: event.span)), dated)


def _refers_to_no_date(lower: str, previous: DateMention | None, mention: DateMention) -> bool:
    """ "The same day" in a quotation, whose date is outside this text, or after "on the 62nd day", which has none.

    Nor has the day of an amendment an event of the matter.
    """
    start = mention.span.start
    if _AMENDED_ON.search(lower[max(0, start - _NEAR_AMENDMENT) : start]):
        return True
    if mention.days_after_previous is None:
        return False
    return _is_quoted(lower, start) or bool(previous and _NTH_DAY.search(lower, min(previous.span.end, start), start))


def _with_passages_blanked(lower: str, passages: list[tuple[int, int]]) -> str:
    """The text with these passages replaced by spaces, so that offsets stay."""
    parts, done = [], 0
    for start, end in passages:
        parts += [lower[done:start], " " * (end - start)]
        done = end
    return "".join(parts) + lower[done:]


def _events(lower: str, mentions: tuple[DateMention, ...], clause_ends: list[int]) -> Iterator[DatedEvent]:
    """The events of all dates but births, in text order."""
    used_to, last_roles = 0, list[str]()
    earlier_roles, last_clause_start = list[str](), -1  # of the same clause, nearest first
    before_brackets = list[str]()  # the roles before a date in brackets
    days: dict[str, date] = {}  # the last day of each role so far
    for number, mention in enumerate(mentions):
        start, end = mention.span.start, mention.span.end
        at = bisect_right(clause_ends, start)
        clause_start = clause_ends[at - 1] if at else 0
        clause_end = end_of_clause(lower, mention, clause_ends[at : at + 2])
        previous = mentions[number - 1].span.end if number else 0
        following = mentions[number + 1].span.start if number + 1 < len(mentions) else len(lower)
        before = (min(start, max(clause_start, min(previous, start), used_to, start - _REACH_BEFORE)), start)
        after = (end, min(max(clause_end, end), following, end + _REACH_AFTER))
        if is_supposed(lower, clause_start, start) or _is_of_another_case(
            lower, max(clause_start, start - _REACH_BEFORE), mention
        ):
            continue
        if number and mention.days_after_previous is None and _JOINED_DATES.fullmatch(lower[previous:start]):
            continue  # "judgments dated 3 May and 5 May": we cannot tell which event is on the second
        next_date = following if following == after[1] and number + 1 < len(mentions) else None
        roles, used_to = _roles_of_date(lower, before, after, clause_start, used_to, next_date)
        if clause_start != last_clause_start:
            earlier_roles = []
        in_brackets = _IN_BRACKETS.search(lower[max(0, start - 60) : start]) is not None
        if in_brackets and not before_brackets:
            before_brackets = last_roles
        elif before_brackets and not in_brackets:
            last_roles, before_brackets = before_brackets, []
        roles = _with_verbs_resolved(roles, [*last_roles, *earlier_roles])
        last_clause_start = clause_start
        earlier_roles = [*last_roles, *earlier_roles][:_ROLES_REMEMBERED]
        if not roles and clause_end < following and opens_entry(lower, start):
            timed = {event.role for event in _told_also(lower, mention, [], clause_ends[at:]) if event.at}
            roles = [role for role in _later_in_entry(lower, clause_end, following) if role not in timed]
        if not roles and _FILED_WITHOUT_NAME.search(lower[before[0] : before[1]]):
            since = max(clause_start, mentions[number - 2].span.end if number > 1 else 0)
            roles = _document_named_before(
                lower, (min(since, before[0]), before[0]), clause_ends[at - 2] if at > 1 else 0
            )
        last_roles = roles or last_roles
        clause = Span(clause_start, max(clause_end, end))
        in_entry = None if mention.at else time_in_entry(lower, mention, after)
        at_time, at_span = in_entry or (mention.at, None)
        is_that_day = THAT_DAY.search(lower, start, end) is not None
        for role in roles:
            day = None if is_that_day and role not in _TOLD_OF_THAT_DAY else _day_of(role, mention, days)
            if day is not None:
                days[role] = day
                yield DatedEvent(role, day, mention.span, at_time, mention.exact, mention.until, clause, at_span)
        if clause_end < following and opens_entry(lower, start):
            yield from _told_also(lower, mention, roles, clause_ends[at:])


def _told_also(lower: str, mention: DateMention, roles: list[str], sentence_ends: list[int]) -> Iterator[DatedEvent]:
    """The remand or the arrest to which an entry gives a short sentence of its own, and events with a time of day."""
    line_end = lower.find("\n", mention.span.end)
    for first, last in pairwise(sentence_ends[:_MOST_SENTENCES]):
        if 0 <= line_end <= first:
            return
        sentence = _WHOLE_SENTENCE.fullmatch(lower, first, last)
        if sentence is None:
            yield from (event for event in timed_events(lower, mention, Span(first, last)) if event.role not in roles)
            continue
        role = "remand" if sentence["remand"] else "arrest"
        at = None if sentence["remand"] else read_clock(sentence)
        if role not in roles:
            yield DatedEvent(role, mention.day, mention.span, at, mention.exact, clause=Span(first, last))


def _day_of(role: str, mention: DateMention, days: Mapping[str, date]) -> date | None:
    """The day of an event; None for "the same day" in a new paragraph, if no event fits that it may refer to."""
    if not mention.is_in_new_paragraph or mention.days_after_previous is None:
        return mention.day
    earlier = next((days[other] for other in event_words.SAME_DAY_AS.get(role, ()) if other in days), None)
    return None if earlier is None else add(earlier, mention.days_after_previous, "days")


def _is_of_another_case(lower: str, clause_start: int, mention: DateMention) -> bool:
    """Whether a date is one of another case: "in the cited case ... on 3 May", "on 3 May in another case"."""
    return (
        event_words.ANOTHER_CASE.search(lower, clause_start, mention.span.start) is not None
        or event_words.ANOTHER_CASE.match(lower, mention.span.end + 1) is not None
    )


def _is_quoted(lower: str, start: int) -> bool:
    """Whether an offset lies within quotation marks opened on the same line."""
    return lower.count('"', lower.rfind("\n", 0, start) + 1, start) % 2 == 1


def _later_in_entry(lower: str, start: int, following: int) -> list[str]:
    """The event of an entry whose first sentence names none: its first specific word before the next line or date."""
    line_end = lower.find("\n", start, following)
    end = min(following if line_end < 0 else line_end, start + _REACH_AFTER)
    triggers = [
        trigger for trigger in find_triggers(lower, start, end) if not event_words.WEAK_WORDS.fullmatch(trigger[0])
    ]
    return [role for role in roles_of(lower, triggers[:1], end) if role in _NAMED_LATER_IN_ENTRY]


def _document_named_before(lower: str, clause: tuple[int, int], earlier: int) -> list[str]:
    """ "Appeal against the order of 6 March filed on ...": the document that this or the previous clause opens with."""
    start = clause[0] if lower[slice(*clause)].strip() else max(earlier, clause[0] - 200)
    end = clause[1] if start == clause[0] else clause[0]
    documents = [event_words.role_of(match) for match in event_words.TRIGGER.finditer(lower, start, end)]
    return documents[:1] if documents and documents[0] in event_words.FILED_DOCUMENTS else []


def _with_verbs_resolved(roles: list[str], before: list[str]) -> list[str]:
    """The roles, with each bare verb read in the light of the events before it, or dropped if none explains it."""
    named = [_meaning_after(role, before) for role in roles]
    return [role for role in named if role not in event_words.BARE_VERBS]


def _meaning_after(role: str, before: list[str]) -> str:
    return next((meaning for earlier in before if (meaning := event_words.MEANING_AFTER.get((role, earlier)))), role)


def _roles_of_date(
    lower: str,
    before: tuple[int, int],
    after: tuple[int, int],
    clause_start: int,
    used_to: int,
    next_date: int | None,
) -> tuple[list[str], int]:
    """The event of a date: from the words before it or, if it opens the clause, from those after it."""
    paper = _paper_counted_from(lower, before)
    words_before = lower[max(clause_start, before[0], before[1] - 24) : before[1]]
    triggers_before = [
        trigger for trigger in find_triggers(lower, *before) if not _is_deed_told_of(lower, trigger, before[1])
    ]
    without_time_of_day = [trigger for trigger in triggers_before if not _TIME_OF_DAY_WORDS.fullmatch(trigger[0])]
    triggers_before = without_time_of_day or triggers_before
    is_dated = _DATED.search(words_before) is not None
    is_dated = is_dated or bool(triggers_before and OF_OR_DATED.fullmatch(lower[triggers_before[-1].end() : before[1]]))
    if is_dated or paper is not None:
        document = document_before_date(lower, triggers_before, before[1])
        return roles_of(lower, document, after[1]) if paper is None else paper, used_to
    opening = lower[max(clause_start, before[1] - 24) : before[1]]
    opens_clause = before[0] == before[1] or _CLAUSE_OPENING.search(opening) is not None
    # "at 7 a.m. The accused": a new sentence begins after the date
    is_sentence_end = not opens_clause and lower[before[1] : after[0]].endswith(".")
    triggers_after = [] if is_sentence_end else _triggers_after(lower, before[1], after, opens_clause, next_date)
    triggers_before = without_unfiled_documents(lower, triggers_before, before, opens_list_entry=False)
    if _COURT_DECIDES.match(lower, after[0], after[0] + 24):  # "in revision the High Court on 3 May held": no filing
        triggers_before = [
            trigger for trigger in triggers_before if event_words.role_of(trigger) not in event_words.FILED_DOCUMENTS
        ]
    only_verbs = all(event_words.role_of(trigger) in event_words.BARE_VERBS for trigger in triggers_before)
    only_time_of_day = all(_TIME_OF_DAY_WORDS.fullmatch(trigger[0]) for trigger in triggers_before)
    if triggers_after and (
        only_time_of_day
        or (opens_clause and (only_verbs or not _ends_with_label(lower, triggers_before[-1], before[1])))
    ):
        triggers_after = most_specific(triggers_after)
        chosen = [triggers_after[0], *_joined_by_and(lower, triggers_after)]
        return roles_of(lower, chosen, after[1]), chosen[-1].end()
    if only_verbs and triggers_after and _AND_THEN.fullmatch(lower[after[0] : triggers_after[0].start()]):
        return roles_of(lower, [triggers_after[0]], after[1]), triggers_after[0].end()
    if not triggers_before:
        return [], used_to
    triggers_before = most_specific(triggers_before)
    meant = _meant_by_verb(triggers_before)
    if meant is not None:
        return [meant], used_to
    chosen = [triggers_before[-1]]
    for earlier in reversed(triggers_before[:-1]):
        if not _JOINED_BY_AND.match(lower[earlier.end() : chosen[-1].start()]):
            break
        chosen.append(earlier)
    return roles_of(lower, chosen, after[1]), used_to


def _paper_counted_from(lower: str, before: tuple[int, int]) -> list[str] | None:
    """ "Five months after the judgment of": what the paper is that a date dates; None if nothing is counted from it."""
    counted = _COUNTED_FROM_PAPER.search(lower, *before)
    if counted is None:
        return None
    return [event_words.role_of(match) for match in event_words.TRIGGER.finditer(counted["paper"])][-1:]


def _is_deed_told_of(lower: str, trigger: re.Match[str], start: int) -> bool:
    """Whether an offence is named in a quotation that ends before a date: he "killed him", and on 26 August led us."""
    if event_words.role_of(trigger) != "offence":
        return False
    between = lower[trigger.end() : start]
    return (between.count('"') + between.count("”")) % 2 == 1


def _meant_by_verb(triggers: list[re.Match[str]]) -> str | None:
    """ "Preliminary notification: last published on": what the verb before a date means after the words before it."""
    verb = event_words.role_of(triggers[-1])
    if verb not in event_words.BARE_VERBS:
        return None
    return event_words.MEANING_AFTER.get((verb, event_words.role_of(triggers[-2]))) if len(triggers) > 1 else None


def _triggers_after(
    lower: str, date_start: int, after: tuple[int, int], opens_clause: bool, next_date: int | None
) -> list[re.Match[str]]:
    """The words after a date that name its event, except those of the next date or of something earlier."""
    in_list = opens_entry(lower, date_start)
    triggers = without_words_of_next_date(lower, find_triggers(lower, *after), next_date, in_list)
    triggers = without_unfiled_documents(lower, triggers, after, in_list)
    if not opens_clause and next_date is not None:
        triggers = [trigger for trigger in triggers if not leads_to_next_date(lower, after[0], trigger, next_date)]
    return [
        trigger
        for trigger in triggers
        if not _HAVING_BEEN.search(lower[max(0, trigger.start() - 24) : trigger.start()])
    ]


def _ends_with_label(lower: str, trigger: re.Match[str], start: int) -> bool:
    """ "Marriage: 17 February", "Decree - 4 May": the label comes right before the date."""
    gap = lower[trigger.end() : start]
    return trigger[0].endswith("(") or re.fullmatch(r"[\w\s]{0,24}\s*[:,(-]\s*(?:on\s|dated\s)?", gap) is not None


def _joined_by_and(lower: str, triggers: list[re.Match[str]]) -> list[re.Match[str]]:
    """Further events of the same date: "arrested and produced"."""
    joined = []
    for left, right in pairwise(triggers):
        if not _JOINED_BY_AND.match(lower[left.end() : right.start()]):
            break
        joined.append(right)
    return joined
