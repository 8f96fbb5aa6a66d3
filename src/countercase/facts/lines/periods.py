"""Periods between two dates of a matter, against the limits in `periods.csv`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from countercase.domain.lines import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.event_words import FILED_DOCUMENTS
from countercase.facts.lines.excluded_time import days_for_copy, days_stayed
from countercase.facts.lines.numbered_accused import accused_at_line_start, accused_named_with, is_same_person
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.timeline import DatedEvent
from countercase.law import dates
from countercase.law.tables import periods
from countercase.law.tables.periods import Count, Pandemic, PeriodRule, Shown
from countercase.law.tables.thresholds import Operator

_FIRST_ONE_COUNTS = frozenset(
    {"remand", "marriage", "production before the board", "fir"}
)  # the first of these counts, not the last
_DETENTION_ACTS = frozenset({"NSA", "COFEPOSA"})
_ABETMENT = ("IPC-306", "BNS-108", "IEA-113A", "BSA-117")
_COUNTED_FROM_DETENTION = frozenset(
    {"nsa-grounds", "nsa-reference", "nsa-report", "cofeposa-grounds", "cofeposa-reference", "cofeposa-report"}
)
_ORDER_ROLES = frozenset({"detention order", "order"})
_AGAINST_CO_ACCUSED = re.compile(r"\b(?:against|agst)\s(?:the\s)?co-?acc\w*\.?[^.;\n]{0,30}\bonly\b")
_REFILED = re.compile(r"\bre-?\s?fil(?:ed|ing)\b")
_ANOTHERS_DEATH = re.compile(
    r"\b(?:father|mother|brother|son|uncle|child|baby|grandfather|grandmother)(?:-in-law)?\s(?:had\s|has\s)?(?:died|expired|passed)\b|\bhimself\b|\bhusband\s(?:died|committed|hanged)|\bwife\sof\s(?:the\s)?deceased\b"
)
_DECISIONS = ("acquittal", "judgment", "sentence", "decree", "appeal decided")
_EACH_COUNTS = frozenset({"claim", "execution application"})  # each of these has its own period
_LONGEST_GAP = 3 * 365  # days
_LONGEST_CLOSURE = 5  # days; longest closure assumed: a weekend with holidays
_TIME_FOR_COPY = Provision.parse("Limitation-12")
_CORRECTION_DAYS = 30  # days, Arbitration Act s.33(1)
_MOST_EVENTS = 40  # events of one kind; a narrative with more is a table or a forgery
# The first remand follows an arrest within a day, plus the time of the journey to the Magistrate.
_REMAND_FOLLOWS_WITHIN = {"arrest": 3, "custody": 3, "surrender": 3}  # days


@dataclass(frozen=True, slots=True)
class _Pair:
    """The dates between which a period runs, and the days left out: of a stay (None if not stated), for a copy."""

    first: DatedEvent
    second: DatedEvent
    stayed: int | None = 0
    copy_days: int = 0
    copy_spans: tuple[Span, ...] = ()
    latest: date | None = None  # the last day on which time can have begun to run; `date.max` if unknown


def period_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every period that the law limits and whose dates the matter gives."""
    dated = {event.role for event in matter.timeline.events}
    for rule in periods.all():
        if rule.count is Count.WORKING_DAYS:
            continue  # the holidays between two dates are not known
        if not dated.isdisjoint((*rule.to_roles, *rule.before_roles)) and matter.applies(rule.applies_when):
            for pair in _pairs(matter, rule):
                line = _line_for(matter, rule, pair)
                if line is not None and _is_shown(matter, rule, line.stands):
                    yield line


def _is_shown(matter: MatterProfile, rule: PeriodRule, stands: Stands) -> bool:
    """Whether the side is certain. If the gravity is unknown, it is within sixty days or beyond ninety."""
    if (rule.shown is Shown.CROSSED and stands is Stands.WITHIN) or (
        rule.shown is Shown.FURTHER and stands is Stands.CROSSED
    ):
        return False
    if not rule.applies_when[0].startswith("gravity:") or matter.gravity is not None:
        return True
    return stands is (Stands.WITHIN if rule.applies_when[0].endswith("60") else Stands.CROSSED)


def _line_for(matter: MatterProfile, rule: PeriodRule, pair: _Pair) -> LawLine | None:
    """The line for two dates; None if the rule does not cover them or the side is not certain."""
    if not rule.in_force(pair.first.day if rule.dated_by == "from" else pair.second.day):
        return None
    if rule.provision.act == "LAA" and not rule.in_force(pair.second.day):
        return None  # section 24 of the Act of 2013 governs acquisitions not completed by then
    if rule.id.startswith("marriage-") and _is_death_of_another(matter, pair.second):
        return None  # the sections protect a married woman
    if rule.shown is Shown.UNLESS_SUICIDE and matter.raises(*_ABETMENT) and not matter.raises("IPC-304B", "BNS-80"):
        return None
    line = (
        _line_in_hours(rule, pair)
        if rule.count is Count.HOURS
        else _line_in_days(rule, _with_time_left_out(matter, rule, pair))
    )
    is_doubtful = _is_doubtful(rule, pair) or _is_of_another_decision(matter, pair)
    if line is not None and line.stands is Stands.WITHIN and _may_have_begun_earlier(rule, pair):
        return None
    if line is None or (line.stands is Stands.CROSSED and is_doubtful) or _turns_on_pandemic(rule, pair):
        return None
    return replace(line, says=line.says + _caveat(matter, rule))


def _is_death_of_another(matter: MatterProfile, death: DatedEvent) -> bool:
    clause = death.clause or death.span
    return _ANOTHERS_DEATH.search(matter.lower, clause.start, clause.end) is not None


def _is_doubtful(rule: PeriodRule, pair: _Pair) -> bool:
    """Whether the dates fall short of showing a breach: a later remand does not mean that production was late."""
    if rule.count is Count.HOURS:
        return pair.second.role == "remand"
    return rule.id in _COUNTED_FROM_DETENTION and pair.first.role in _ORDER_ROLES


def _may_have_begun_earlier(rule: PeriodRule, pair: _Pair) -> bool:
    """Whether time ran from an earlier, undated event: a detention order is made before it is served."""
    return rule.id == "nsa-approval" and pair.first.role == "order served"


def _is_of_another_decision(matter: MatterProfile, pair: _Pair) -> bool:
    """Whether the appeal may be against another decision, made between this one and the appeal."""
    between = [event.day for event in matter.timeline.of(*_DECISIONS) if pair.first.day < event.day < pair.second.day]
    return pair.second.role == "appeal" and pair.first.role in _DECISIONS and bool(between)


def _turns_on_pandemic(rule: PeriodRule, pair: _Pair) -> bool:
    """Whether the side depends on excluding the pandemic, and it is unsettled whether the rule excludes it."""
    if rule.pandemic is not Pandemic.DOUBTFUL:
        return False
    return rule.end_from(pair.first.day) < pair.second.day <= rule.last_day(pair.first.day)


def _caveat(matter: MatterProfile, rule: PeriodRule) -> str:
    """What else may move the line."""
    if rule.id == "lim-54-fixed" and matter.timeline.of("time extended"):
        return " An extension, if proved, moves the date."
    if rule.applies_when[0].startswith("gravity:") and matter.is_gravity_disputed:
        return " Which period applies is disputed: a graver section was added later."
    return ""


def _pairs(matter: MatterProfile, rule: PeriodRule) -> Iterator[_Pair]:
    """The dates of the period; if accused persons were remanded on different days, one pair for each of them."""
    pair = _find_pair(matter, rule)
    if pair is None:
        return
    yield pair
    if rule.provision.base == "Arbitration-34":
        for later in matter.timeline.of(*rule.to_roles):
            if later.day > pair.second.day and _REFILED.search(matter.lower, later.span.start, later.span.end + 40):
                yield _Pair(pair.first, later)
    yield from _further_pairs(matter, rule, pair)
    if rule.count is Count.LATEST:
        for later in matter.timeline.of(pair.second.role):
            first = _latest_decision(matter, rule, later) if later.day > pair.second.day else None
            if first is not None and first.day > pair.second.day:
                yield _Pair(first, later)  # another appeal, against a later decision
    if rule.from_roles[0] != "remand" or accused_named_with(matter, pair.second):
        return
    seen = accused_named_with(matter, pair.first) or accused_at_line_start(matter, pair.first)
    for other in sorted(matter.timeline.of("remand", "production"), key=_day):
        persons = accused_named_with(matter, other) or accused_at_line_start(matter, other)
        if seen and persons and seen.isdisjoint(persons) and pair.first.day < other.day <= pair.second.day:
            seen |= persons
            yield _Pair(other, pair.second)


def _further_pairs(matter: MatterProfile, rule: PeriodRule, pair: _Pair) -> Iterator[_Pair]:
    """Another claim on the same accident, a second execution, a complaint about another event."""
    for later in matter.timeline.of(pair.second.role):
        first = _start_of_period(matter, rule, later) if later.day != pair.second.day else None
        is_own = not _EACH_COUNTS.isdisjoint(rule.to_roles)
        if first is not None and (is_own or (pair.second.role == "complaint" and first.span != pair.first.span)):
            yield _Pair(first, later)


def _find_pair(matter: MatterProfile, rule: PeriodRule) -> _Pair | None:
    """The first pair that fits: the event that ends the period, and the earlier one from which time runs."""
    for to_role in rule.to_roles:
        for second in matter.timeline.of(to_role)[:_MOST_EVENTS]:
            if _is_against_co_accused_only(matter, second) or _is_returned_plaint(matter, second):
                continue
            first = _start_of_period(matter, rule, second)
            if first is not None:
                return _Pair(first, second)
            undated = _start_by_earlier_event(matter, rule, second)
            if undated is not None:
                return undated
    for before_role in rule.before_roles:
        for later in matter.timeline.of(before_role)[:_MOST_EVENTS]:
            first = _start_of_period(matter, rule, later)
            if first is not None:
                return _Pair(first, later, latest=date.max)
    return None


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


def _start_by_earlier_event(matter: MatterProfile, rule: PeriodRule, second: DatedEvent) -> _Pair | None:
    """Where the starting event is not dated, an earlier one in its place: the arrest for the remand."""
    for role in rule.after_roles:
        earlier = [
            event
            for event in matter.timeline.of(role)
            if event.day <= second.day and event.span != second.span and is_same_person(matter, event, second)
        ]
        if not earlier:
            continue
        first = min(earlier, key=_day)
        within = _REMAND_FOLLOWS_WITHIN.get(role)
        last = max(event.day for event in earlier)
        latest = date.max if within is None else dates.add(last, within, "days")
        return _Pair(first if within else max(earlier, key=_day), second, latest=latest)
    return None


def _start_of_period(matter: MatterProfile, rule: PeriodRule, second: DatedEvent) -> DatedEvent | None:
    """The event from which time runs, for the event that ends the period."""
    if rule.count is Count.FRESH_START:
        return _fresh_start(matter, rule, second)
    if rule.count is Count.LATEST:
        return _latest_decision(matter, rule, second)
    if rule.from_roles == ("maintenance notice served",) and not matter.timeline.of("maintenance notice served"):
        return _served_for_maintenance(matter, second)
    for role in _in_order_of_preference(rule.from_roles):
        if role == "correction disposed" and not _is_request_in_time(matter):
            continue
        earlier = [
            event
            for event in matter.timeline.of(*role.split("|"))
            if event.day <= second.day and event.span != second.span and is_same_person(matter, event, second)
        ]
        if role == "order" and rule.provision.act in _DETENTION_ACTS and len(matter.timeline.of(role)) > 1:
            return None  # the text does not say which of the orders is the detention order
        if role == "offence" and len({event.day for event in earlier}) > 1:
            told = [event for event in earlier if event.span < second.span]
            return told[-1] if told else max(earlier, key=_day)  # each complaint is about the event told before it
        if earlier:
            return min(earlier, key=_day) if role.partition("|")[0] in _FIRST_ONE_COUNTS else max(earlier, key=_day)
    return None


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
    request, received = matter.timeline.first("correction request"), matter.timeline.first("award received")
    return request is None or received is None or dates.days_between(received.day, request.day) <= _CORRECTION_DAYS


def _fresh_start(matter: MatterProfile, rule: PeriodRule, second: DatedEvent) -> DatedEvent | None:
    """The first date, moved forward by each payment or acknowledgement made before the period expired."""
    *renewals, origin = rule.from_roles
    start = matter.timeline.first(origin)
    if start is None or start.day > second.day:
        return None
    for event in sorted(matter.timeline.of(*renewals), key=_day):
        if start.day < event.day <= second.day and event.span != second.span and rule.kept(start.day, event.day):
            start = event
    return start


def _day(event: DatedEvent) -> date:
    return event.day


def _with_time_left_out(matter: MatterProfile, rule: PeriodRule, pair: _Pair) -> _Pair:
    """The pair with the days that the law leaves out of the count."""
    stayed = days_stayed(matter, rule, pair.first, pair.second)
    copy_days, copy_spans = days_for_copy(matter, rule, pair.first, pair.second)
    return replace(pair, stayed=stayed, copy_days=copy_days, copy_spans=copy_spans)


def _line_in_days(rule: PeriodRule, pair: _Pair) -> LawLine | None:
    """The line for a period in days, months or years; None if the side is not certain."""
    kept = {
        rule.kept(first, dates.add(second, -(pair.stayed or 0) - pair.copy_days, "days"))
        for first in (
            *_earliest_and_latest(pair.first),
            *([pair.latest] if pair.latest not in {None, date.max} else []),
        )
        for second in _earliest_and_latest(pair.second)
    }
    if pair.latest == date.max and kept != {rule.operator is Operator.AT_MOST}:
        return None  # time began to run later, and the matter does not say when
    if pair.stayed is None and kept == {False}:
        return None  # the stay may have been long enough
    start = rule.start(pair.first.day)
    if len(kept) > 1:
        return None
    if rule.shown in {Shown.LATE, Shown.FURTHER} and (pair.second.day <= start or rule.is_in_pandemic(pair.first.day)):
        return None
    if pair.second.day < start and rule.offset is not None:  # filed before time began to run
        return None
    stands = Stands.WITHIN if kept.pop() else Stands.CROSSED
    return LawLine(
        rule.provision,
        rule.quantity,
        _length_of_pair(rule, start, pair),
        rule.line,
        stands,
        (pair.second.span, *pair.copy_spans, pair.first.span),
        _sentence(rule, pair, start, stands),
        rule.id,
        (*rule.also_on(pair.first.day), *((_TIME_FOR_COPY,) if pair.copy_days else ())),
    )


def _earliest_and_latest(event: DatedEvent) -> tuple[date, ...]:
    """The earliest and the latest possible day of an event: those of its week or month if only that is stated."""
    if event.exact:
        return (event.day,)
    if event.until is not None:
        return event.day, event.until
    return event.day, dates.add(dates.add(event.day, 1, "months"), -1, "days")


def _length_in_words(rule: PeriodRule, start: date, end: date) -> str:
    days = dates.days_between(start, end)
    if rule.count is Count.FIRST_DAY:
        return f"{dates.counted(days, 'days')} ({days + 1} with the day of remand)"
    if rule.unit in {"days", "weeks"} or rule.offset is not None:
        return dates.counted(days, "days")
    return dates.in_words(dates.elapsed(start, end), exact=True)


def _length_of_pair(rule: PeriodRule, start: date, pair: _Pair) -> str:
    """The length that counts: "84 days (99 less 15 for the copy)"."""
    if not pair.copy_days:
        is_rough = any(event.until is not None and not event.exact for event in (pair.first, pair.second))
        return ("about " if is_rough else "") + _length_in_words(rule, start, pair.second.day)
    days = dates.days_between(start, pair.second.day)
    return f"{dates.counted(days - pair.copy_days, 'days')} ({days} less {pair.copy_days} for the copy)"


def _sentence(rule: PeriodRule, pair: _Pair, start: date, stands: Stands) -> str:
    effect = (rule.within if stands is Stands.WITHIN else rule.crossed) + _holiday_note(rule, pair)
    if rule.pandemic is Pandemic.EXCLUDED and rule.is_in_pandemic(pair.first.day):
        effect += (
            f" The time from 15 March 2020 to 28 February 2022 is left out, so that the last day was"
            f" {dates.written(rule.last_day(pair.first.day))} (In re Cognizance for Extension of Limitation (2022) 3"
            " SCC 117)."
        )
    if pair.latest is not None:
        effect += _undated_note(rule, pair)
    if pair.stayed:
        effect += f" The stay of {dates.counted(pair.stayed, 'days')} is left out of the count."
    if pair.copy_days:
        effect += f" The {dates.counted(pair.copy_days, 'days')} for the copy are left out (Limitation Act s.12)."
    days = dates.days_between(start, pair.second.day) + (rule.count is Count.FIRST_DAY) - pair.copy_days
    events = (pair.first, pair.second)
    from_to = ", ".join(f"{_event_name(event)} {dates.written(event.day)}" for event in events)
    runs = f", time running from {dates.written(start)}" if rule.offset else ""
    if rule.unit in {"days", "weeks"}:
        limit = rule.value * (7 if rule.unit == "weeks" else 1)
        return f"Day {days} of {limit} ({from_to}{runs}). {effect}"
    return f"{_length_in_words(rule, start, pair.second.day)} against {rule.line} ({from_to}{runs}). {effect}"


def _undated_note(rule: PeriodRule, pair: _Pair) -> str:
    """Says which date was used in place of one that the matter does not give."""
    if pair.second.role in rule.before_roles:
        return f" Counted to the {_event_name(pair.second)}, since the date of the {rule.to_roles[0]} is not stated."
    return f" Counted from the {_event_name(pair.first)}, since the date of the {rule.from_roles[0]} is not stated."


def _holiday_note(rule: PeriodRule, pair: _Pair) -> str:
    """A filing a few days late may still be in time if the court was closed. We do not know the holidays."""
    last = rule.last_day(pair.first.day)
    late = dates.days_between(last, pair.second.day)
    if rule.operator is not Operator.AT_MOST or pair.second.role not in FILED_DOCUMENTS or rule.shown is Shown.LATE:
        return ""
    if not 0 < late <= _LONGEST_CLOSURE:
        return ""
    return f" The last day was {dates.written(last)}; if the court was closed, its next open day counts."


def _event_name(event: DatedEvent) -> str:
    return {"fir": "FIR", "offence": "event"}.get(event.role, event.role)


def _line_in_hours(rule: PeriodRule, pair: _Pair) -> LawLine | None:
    """The hours between two events; if a time of day is missing, only what is true at any hour."""
    first, second = pair.first.moment, pair.second.moment
    if first is not None and second is not None:
        hours = dates.hours_between(first, second)
        if hours < 0:
            return None
        kept, value = hours <= rule.value, _hours_in_words(hours)
    else:
        least, most = dates.hours_possible(pair.first.day, pair.second.day)
        if not (most <= rule.value or least >= rule.value):
            return None
        kept = most <= rule.value
        value = f"at most {most:g} hours" if kept else f"more than {least:g} hours"
    stands = Stands.of(kept)
    effect = rule.within if kept else rule.crossed
    from_to = ", ".join(f"{_event_name(event)} {_moment_in_words(event)}" for event in (pair.first, pair.second))
    says = f"{value[:1].upper()}{value[1:]} against {rule.line} ({from_to}). {effect}"
    spans = (*pair.second.spans, *pair.first.spans)
    also = rule.also_on(pair.first.day)
    return LawLine(rule.provision, rule.quantity, value, rule.line, stands, spans, says, rule.id, also)


def _hours_in_words(hours: float) -> str:
    whole, minutes = divmod(round(hours * 60), 60)
    words = dates.counted(whole, "hours")
    return f"{words} {dates.counted(minutes, 'minutes')}" if minutes else words


def _moment_in_words(event: DatedEvent) -> str:
    return dates.written(event.day) + (f", {event.at:%H.%M}" if event.at else "")
