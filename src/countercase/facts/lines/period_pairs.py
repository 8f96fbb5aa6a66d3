"""The two dates of a period: the event that ends it, and the earlier one from which time runs.

If accused persons were remanded on different days, or several claims or complaints were filed, each has its own pair.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from functools import lru_cache

from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.lines.roles_in_context import RECEIVED_BY_COUNSEL
from countercase.law import dates
from countercase.law.tables.periods import Count, PeriodRule

_FIRST_ONE_COUNTS = frozenset(
    {"remand", "marriage", "production before the board", "fir"}
)  # the first of these counts, not the last
DETENTION_ACTS = frozenset(
    "NSA COFEPOSA PITNDPS BlackMarketing JKPSA PASA MPDA TNPDA TelanganaPD KarnatakaGoondas".split()
)
_AGAINST_CO_ACCUSED = re.compile(r"\b(?:against|agst)\s(?:the\s)?co-?acc\w*\.?[^.;\n]{0,30}\bonly\b")
_REFILED = re.compile(r"\bre-?\s?fil(?:ed|ing)\b")
# A petition with such defects is said to be none in law until they are cured: "cured 4.2.2019", "defects removed on".
NON_EST = re.compile(r"\bnon[\s-]?est\b|\b(?:no|not\sa)\s(?:petition|filing)\s(?:at\sall|in\slaw|in\sthe\seye)")
CURED = re.compile(r"\b(?:cured|defects?\s(?:\w+\s)?(?:removed|rectified|made\sgood))\s(?:only\s)?(?:on\s)?\Z")
# Each of these has its own period: a cheque may be presented again while it is valid.
_EACH_COUNTS = frozenset({"claim", "execution application", "presentation", "witness list"})
_OWN_APPLICATIONS = frozenset({"default bail application", "bail application"})  # of one accused, not of all
_LATER_OF_TWO = frozenset({"crpc-medical", "bnss-medical"})
_LONGEST_GAP = 3 * 365  # days
_CORRECTION_DAYS = 30  # days, Arbitration Act s.33(1)
_MOST_EVENTS = 40  # events of one kind; a narrative with more is a table or a forgery
_REMAND_FOLLOWS_WITHIN = {"arrest": 3, "custody": 3, "surrender": 3}  # days


@dataclass(frozen=True, slots=True)
class PeriodDates:
    """The dates between which a period runs, and the days left out: of a stay (None if not stated), for a copy."""

    first: DatedEvent
    second: DatedEvent
    stayed: int | None = 0
    copy_days: int = 0
    copy_spans: tuple[Span, ...] = ()
    latest: date | None = None  # the last day on which time can have begun to run; `date.max` if unknown


def find_pairs(matter: MatterProfile, rule: PeriodRule) -> Iterator[PeriodDates]:
    """The dates of the period; if accused persons were remanded on different days, one pair for each of them."""
    pair = _find_pair(matter, rule)
    if pair is None:
        return
    yield pair
    yield from _further_pairs(matter, rule, pair)
    if rule.provision.base == "Arbitration-34":
        yield from _filed_again(matter, rule, pair)
        yield from _received_by_counsel(matter, rule, pair)
    if rule.count is Count.LATEST:
        yield from _later_appeals(matter, rule, pair)
    if rule.id == "lim-60":
        yield from (PeriodDates(birth, pair.second) for birth in _other_wards(matter, pair))
    if rule.from_roles[0] == "dishonour" == pair.first.role:
        yield from _known_earlier(matter, rule, pair)
    if rule.from_roles[0] == "remand" and not _accused_named_with(matter, pair.second):
        is_own = pair.second.role in _OWN_APPLICATIONS and _is_of_one(matter, pair.second)
        yield from _other_accused(matter, pair) if not is_own else ()


def _other_wards(matter: MatterProfile, pair: PeriodDates) -> list[DatedEvent]:
    """The births of the other plaintiffs: each has three years from his own majority."""
    return [event for event in matter.timeline.of("birth") if event.day not in {pair.first.day, pair.second.day}]


_SAYS = re.compile(r"\b(?:says?|said|claims?|claimed|alleges?|pleads?)\b")


def _known_earlier(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> Iterator[PeriodDates]:
    """The return of a cheque, where the payee only says that he knew of it later and the side turns on it."""
    told = pair.first.clause or pair.first.span
    if not _SAYS.search(matter.lower, told.start, told.end):
        return
    presented = [event.day for event in matter.timeline.of("presentation")]
    for earlier in matter.timeline.of("dishonour"):
        is_again = any(earlier.day < day <= pair.first.day for day in presented)
        kept = (rule.kept(first.day, pair.second.day) for first in (earlier, pair.first))
        if earlier.day < pair.first.day and not is_again and len(set(kept)) == 2:
            yield PeriodDates(earlier, pair.second)
            return


def _received_by_counsel(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> Iterator[PeriodDates]:
    """The receipt of an award by counsel before the party had it, if the side turns on which of them counts."""
    for earlier in matter.timeline.of(RECEIVED_BY_COUNSEL):
        kept = {rule.kept(first.day, pair.second.day) for first in (earlier, pair.first)}
        if pair.first.role == "award received" and earlier.day < pair.first.day and len(kept) == 2:
            yield PeriodDates(earlier, pair.second)
            return


def _filed_again(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> Iterator[PeriodDates]:
    """A petition that was filed again after it was returned."""
    counted = {pair.second.day}
    for role in rule.to_roles:  # one filing may have two names: "section 34 petition" and "petition"
        for later in matter.timeline.of(role):
            near = (max(0, later.span.start - 24), later.span.end + 40)
            if later.day > pair.second.day and later.day not in counted and _REFILED.search(matter.lower, *near):
                counted.add(later.day)
                yield PeriodDates(pair.first, later)
    if not NON_EST.search(matter.lower):
        return
    for mention in matter.timeline.mentions:
        is_cured = CURED.search(matter.lower, max(0, mention.span.start - 40), mention.span.start) is not None
        if is_cured and mention.exact and mention.day > pair.second.day and mention.day not in counted:
            counted.add(mention.day)
            yield PeriodDates(pair.first, replace(pair.second, day=mention.day, span=mention.span, at=None))


def _later_appeals(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> Iterator[PeriodDates]:
    """Another appeal, against a later decision."""
    for later in matter.timeline.of(pair.second.role):
        first = _latest_decision(matter, rule, later) if later.day > pair.second.day else None
        if first is not None and first.day > pair.second.day:
            yield PeriodDates(first, later)


def _other_accused(matter: MatterProfile, pair: PeriodDates) -> Iterator[PeriodDates]:
    """The accused who were remanded on another day."""
    seen = accused_concerned(matter, pair.first)
    for other in sorted(matter.timeline.of("remand", "production"), key=_day):
        persons = accused_concerned(matter, other)
        if seen and persons and seen.isdisjoint(persons) and pair.first.day < other.day <= pair.second.day:
            seen |= persons
            yield PeriodDates(other, pair.second)


def _further_pairs(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> Iterator[PeriodDates]:
    """Another claim on the same accident, a second execution, a complaint about another event."""
    for later in matter.timeline.of(pair.second.role):
        first = _start_of_period(matter, rule, later) if later.day != pair.second.day else None
        is_own = not _EACH_COUNTS.isdisjoint(rule.to_roles)
        if first is not None and (is_own or (pair.second.role == "complaint" and first.span != pair.first.span)):
            yield PeriodDates(first, later)


def _find_pair(matter: MatterProfile, rule: PeriodRule) -> PeriodDates | None:
    """The first pair that fits: the event that ends the period, and the earlier one from which time runs."""
    for to_role in rule.to_roles:
        pairs = (
            pair
            for second in matter.timeline.of(to_role)[:_MOST_EVENTS]
            if not _is_against_co_accused_only(matter, second)
            and not _is_returned_plaint(matter, second)
            and not is_suit_for_something_else(matter, rule, second)
            and (pair := _pair_ending(matter, rule, second)) is not None
        )
        pair = next(pairs, None)
        if pair is not None:
            return next(filter(_is_of_one_sentence, pairs), pair) if pair.second.span < pair.first.span else pair
    for before_role in rule.before_roles:
        for later in matter.timeline.of(before_role)[:_MOST_EVENTS]:
            first = _start_of_period(matter, rule, later)
            if first is not None:
                return PeriodDates(first, later, latest=date.max)
    return None


def _pair_ending(matter: MatterProfile, rule: PeriodRule, second: DatedEvent) -> PeriodDates | None:
    """The pair that an event ends; if the start is not dated, with an earlier event in its place."""
    first = _start_of_period(matter, rule, second)
    return PeriodDates(first, second) if first is not None else _start_by_earlier_event(matter, rule, second)


def _is_of_one_sentence(pair: PeriodDates) -> bool:
    """Whether one sentence tells of both events: of several notices, the one that is told with its beginning."""
    return pair.first.clause is not None and pair.first.clause == pair.second.clause


def _is_against_co_accused_only(matter: MatterProfile, event: DatedEvent) -> bool:
    """Whether a charge-sheet is against a co-accused only, so that time still runs for the accused."""
    clause = event.clause or event.span
    return event.role == "charge-sheet" and bool(_AGAINST_CO_ACCUSED.search(matter.lower, event.span.end, clause.end))


def _is_returned_plaint(matter: MatterProfile, suit: DatedEvent) -> bool:
    """Whether a plaint was returned and presented again: the second presentation is the suit (CPC Order 7 Rule 10)."""
    returned = [event.day for event in matter.timeline.of("plaint returned") if event.day >= suit.day]
    return (
        suit.role == "suit"
        and bool(returned)
        and any(other.day >= min(returned) and other.span != suit.span for other in matter.timeline.of("suit"))
    )


_PERFORMANCE = re.compile(r"\bperformance\b|\bagre+ment\b|\bcontract\b|\bsale\sdeed\b|\bs\.?\s?p\b")
_OTHER_RELIEF = re.compile(
    r"\b(?:injunction|eviction|ejectment|partition|declaration|rent|recovery\sof\smoney|maintenance|redemption|damages|compensation|sale\sof\s(?:the\s)?mortgaged|mortgage\s(?:suit|money))\b"
)


_SUIT_FOR_MONEY = re.compile(r"\bsuit\s(?:(?:is|was|laid|filed)\s)?for\s(?:the\s)?(?:damages|compensation)\b")
_ASKS_PERFORMANCE = re.compile(
    r"\bspecific\sperformance\b|\bs\.?\s?p\.?\ssuit\b|\bsuit\sfor\ss\.?p\b|\bready\s(?:and|&)\swilling\b|\bagre+ment\s(?:of|to|for)\s(?:sale|sell)\b"
)


def is_suit_for_something_else(matter: MatterProfile, rule: PeriodRule, suit: DatedEvent) -> bool:
    """Whether a suit is for another relief than specific performance: "O.S. 12/2008 for a bare injunction"."""
    if suit.role != "suit" or rule.provision.base != "Limitation-Article-54":
        return False
    clause = suit.clause or matter.clause_at(suit.span.start)
    told = matter.lower[clause.start : max(clause.end, suit.span.end)]
    if _OTHER_RELIEF.search(told) is not None and _PERFORMANCE.search(told) is None:
        return True
    return _SUIT_FOR_MONEY.search(matter.lower) is not None and _ASKS_PERFORMANCE.search(matter.lower) is None


def _start_by_earlier_event(matter: MatterProfile, rule: PeriodRule, second: DatedEvent) -> PeriodDates | None:
    """Where the starting event is not dated, an earlier one in its place: the arrest for the remand."""
    for role in rule.after_roles:
        earlier = [
            event
            for event in matter.timeline.of(role)
            if event.day <= second.day and event.span != second.span and _is_same_person(matter, event, second)
        ]
        if role == "order" and rule.provision.act in DETENTION_ACTS and len(matter.timeline.of(role)) > 1:
            return None  # the text does not say which of the orders is the detention order
        if not earlier:
            continue
        first = min(earlier, key=_day)
        within = _REMAND_FOLLOWS_WITHIN.get(role)
        last = max(event.day for event in earlier)
        latest = date.max if within is None else dates.add(last, within, "days")
        return PeriodDates(first if within else max(earlier, key=_day), second, latest=latest)
    return None


def _start_of_period(matter: MatterProfile, rule: PeriodRule, second: DatedEvent) -> DatedEvent | None:
    """The event from which time runs, for the event that ends the period."""
    if rule.count is Count.FRESH_START:
        return _fresh_start(matter, rule, second)
    if rule.count is Count.LATEST or rule.id in _LATER_OF_TWO:
        return (_latest_decision if rule.count is Count.LATEST else _latest_before)(matter, rule, second)
    if rule.from_roles == ("maintenance notice served",) and not matter.timeline.of("maintenance notice served"):
        return _served_for_maintenance(matter, second)
    for role in _in_order_of_preference(rule.from_roles):
        if role == "correction disposed" and not _is_request_in_time(matter):
            continue
        earlier = [
            event
            for event in matter.timeline.of(*role.split("|"))
            if event.day <= second.day and event.span != second.span and _is_same_person(matter, event, second)
        ]
        if role == "order" and rule.provision.act in DETENTION_ACTS and len(matter.timeline.of(role)) > 1:
            return None  # the text does not say which of the orders is the detention order
        if earlier:
            return _one_that_counts(role, earlier, second)
    return None


def _latest_before(matter: MatterProfile, rule: PeriodRule, second: DatedEvent) -> DatedEvent | None:
    """The last of the events from which time may run: a girl is examined when she is found and the police know."""
    told = (event for event in matter.timeline.of(*rule.from_roles) if event.day <= second.day)
    return max((event for event in told if event.span != second.span), key=_moment, default=None)


def _one_that_counts(role: str, earlier: list[DatedEvent], second: DatedEvent) -> DatedEvent:
    """The first or the last of several events; a complaint is about the event told before it."""
    told = [event for event in earlier if event.span < second.span]
    if role == "offence" and told:
        return told[-1] if len({event.day for event in earlier}) > 1 else earlier[-1]
    return min(earlier, key=_day) if role.partition("|")[0] in _FIRST_ONE_COUNTS else max(earlier, key=_day)


def _latest_decision(matter: MatterProfile, rule: PeriodRule, second: DatedEvent) -> DatedEvent | None:
    """The last decision before a challenge. After years, the challenge is more likely against an undated decision."""
    decided = [event for event in matter.timeline.of(*rule.from_roles) if event.day <= second.day]
    latest = max((event for event in decided if event.span != second.span), key=_day, default=None)
    return latest if latest and dates.days_between(latest.day, second.day) <= _LONGEST_GAP else None


def _served_for_maintenance(matter: MatterProfile, second: DatedEvent) -> DatedEvent | None:
    """The service of notice that is mentioned right after an application for interim maintenance."""
    for event in matter.timeline.of("notice received", "order served", "notice sent"):
        around = matter.lower[max(0, event.span.start - 120) : event.span.start]
        if event.day <= second.day and "interim maintenance" in around and "served" in around[-60:]:
            return event
    return None


def _in_order_of_preference(roles: tuple[str, ...]) -> tuple[str, ...]:
    """The roles in order of preference. Production and remand count alike: time runs from whichever came first."""
    if roles[:2] == ("remand", "production"):
        return ("remand|production", *roles[2:])
    return roles


def _is_request_in_time(matter: MatterProfile) -> bool:
    """Whether the section 33 request came within thirty days; a late one does not extend section 34(3)."""
    request = matter.timeline.first("correction request")
    if request is None:
        return True
    received = [event.day for event in matter.timeline.of("award received") if event.day <= request.day]
    return not received or dates.days_between(max(received), request.day) <= _CORRECTION_DAYS


def _fresh_start(matter: MatterProfile, rule: PeriodRule, second: DatedEvent) -> DatedEvent | None:
    """The first date, moved forward by each payment or acknowledgement made before the period expired.

    None if the side turns on one that only the learned reader sees: a letter may admit a debt or merely mention it.
    """
    *renewals, origin = rule.from_roles
    first = _last_delivery(matter) if origin == "delivery" else matter.timeline.first(origin)
    if first is None or first.day > second.day:
        return None
    made = [event for event in sorted(matter.timeline.of(*renewals), key=_day) if event.span != second.span]
    start = _renewed(rule, first, made, second)
    by_rules = _renewed(rule, first, [event for event in made if not event.is_likely], second)
    in_writing = _renewed(rule, first, [event for event in made if event.role != "part payment"], second)
    if in_writing is not first and rule.kept(in_writing.day, second.day):
        start = in_writing  # a payment needs a writing of the payer besides
    return start if rule.kept(start.day, second.day) == rule.kept(by_rules.day, second.day) else None


_SAID_TO_BE_LAST = re.compile(r"\b(?:last|final)\b[^.;\n\d]{0,40}\Z")


def _last_delivery(matter: MatterProfile) -> DatedEvent | None:
    """The delivery that the text calls the last, where it tells of several; else the first that it tells."""
    told = matter.timeline.of("delivery")
    last = (
        event
        for event in told
        if _SAID_TO_BE_LAST.search(matter.lower, max(0, event.span.start - 50), event.span.start)
    )
    return next(last, told[0] if told else None)


def _renewed(rule: PeriodRule, start: DatedEvent, renewals: list[DatedEvent], second: DatedEvent) -> DatedEvent:
    """The last of the events, in order of time, of which each came before the period from the one before expired."""
    for event in renewals:
        if start.day < event.day <= second.day and rule.kept(start.day, event.day):
            start = event
    return start


_UNTIL = re.compile(r"\s?,?\s?(?:till|until|to|up\s?to|-|–)\s(?:the\s)?")


def end_of_stay(matter: MatterProfile, stay: DatedEvent) -> date | None:
    """The day on which a stay ended, if its dates stand together: "stayed from 5.1.2004 till 14.3.2005"."""
    following = bisect_left(matter.mention_spans, stay.span) + 1
    if following >= len(matter.timeline.mentions):
        return None
    mention = matter.timeline.mentions[following]
    is_end = _UNTIL.fullmatch(matter.lower, stay.span.end, mention.span.start) is not None
    return mention.day if is_end and mention.exact and mention.day >= stay.day else None


def _moment(event: DatedEvent) -> datetime:
    return event.moment or datetime.combine(event.day, time.min)


def _day(event: DatedEvent) -> date:
    return event.day


# Which accused an event concerns, where a matter numbers them: "P-1 remanded", "accused no. 3 arrested".
_NUMBERED_ACCUSED = re.compile(
    r"\b(?:a|p|r|d|accused|accd\.?|petitioner|appellant)[\s-]{0,2}(?:no\.?\s?)?(\d{1,2})\b(?![/.-]\d)"
)


def _accused_named_with(matter: MatterProfile, event: DatedEvent) -> frozenset[str]:
    """The numbers of the accused named before the date of an event, else after it: "P-1", "accused no. 3"."""
    clause = event.clause or event.span
    spans = matter.mention_spans
    at = bisect_left(spans, event.span)
    start = max(clause.start, spans[at - 1].end if at else 0)
    end = min(clause.end, spans[at + 1].start if at + 1 < len(spans) else clause.end)
    named = _NUMBERED_ACCUSED.findall(matter.lower, start, max(start, event.span.start)) or _NUMBERED_ACCUSED.findall(
        matter.lower, event.span.end, max(end, event.span.end)
    )
    return frozenset(named)


def _accused_at_line_start(matter: MatterProfile, event: DatedEvent) -> frozenset[str]:
    """The accused named at the start of a line of notes: "> A-1 picked up 05.08.2024; produced 06.08.2024"."""
    start = matter.lower.rfind("\n", 0, event.span.start) + 1
    named = _NUMBERED_ACCUSED.search(matter.lower, start, min(start + 16, event.span.start))
    return frozenset({named[1]}) if named else frozenset()


# A line that is no more than the name of an accused, "A-2 Naresh", or another heading, "P.P.:".
_HEADING = re.compile(
    r"^[ \t]*(?:(?:a|p|accused|petitioner|appellant)[ -]{0,2}(?:no\.?\s?)?(?P<number>\d{1,2})\b[^\n.,;:\d]{0,30}"
    r"|[a-z][a-z. ]{0,24}(?=:)):?[ \t]*$",
    re.MULTILINE,
)


@lru_cache(maxsize=4)
def _headings(lower: str) -> tuple[tuple[int, str], ...]:
    """Where the notes on each accused begin, with his number; an empty one ends them."""
    return tuple((match.end(), match["number"] or "") for match in _HEADING.finditer(lower))


def _accused_of_heading(matter: MatterProfile, event: DatedEvent) -> frozenset[str]:
    """The accused under whose name the notes put an event."""
    before = [number for start, number in _headings(matter.lower) if start <= event.span.start]
    return frozenset(before[-1:]) - {""}


def _is_of_one(matter: MatterProfile, application: DatedEvent) -> bool:
    """Whether an application stands under the name of one accused, or in a line that names only him."""
    start = matter.lower.rfind("\n", 0, application.span.start) + 1
    named = set(_NUMBERED_ACCUSED.findall(matter.lower, start, application.span.start))
    return bool(_accused_of_heading(matter, application)) or (
        len(named) == 1 and bool(_accused_at_line_start(matter, application))
    )


def accused_concerned(matter: MatterProfile, event: DatedEvent) -> frozenset[str]:
    """The accused whom an event concerns: as its words, its line or the heading above it says."""
    return (
        _accused_named_with(matter, event)
        or _accused_at_line_start(matter, event)
        or _accused_of_heading(matter, event)
    )


def _is_same_person(matter: MatterProfile, first: DatedEvent, second: DatedEvent) -> bool:
    """Whether two events may concern the same accused: time does not run for P-2 from "P-1 remanded"."""
    persons, others = _accused_named_with(matter, first), _accused_named_with(matter, second)
    return not persons or not others or not persons.isdisjoint(others)
