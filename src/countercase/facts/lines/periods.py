"""Periods between two dates of a matter, against the limits in `periods.csv`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.facts.dated_events import DatedEvent
from countercase.facts.event_words import FILED_DOCUMENTS
from countercase.facts.lines.charge_sheet_time import with_time_granted
from countercase.facts.lines.copy_time import days_for_copy
from countercase.facts.lines.disputed_hours import by_arrest_memo, note_on_restraint
from countercase.facts.lines.period_caveats import caveat
from countercase.facts.lines.period_pairs import DETENTION_ACTS, PeriodDates, end_of_stay, find_pairs
from countercase.facts.lines.period_scope import covers, under_its_article
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.lines.saved_suits import with_pleas
from countercase.law import dates
from countercase.law.tables import periods
from countercase.law.tables.periods import Count, Pandemic, PeriodRule, Shown
from countercase.text.words import capitalised

_ARGUES_LIMITATION = re.compile(r"\blimitation\b|\b468\b|\b514\b|\btime-?\s?barred\b")
_ORDER_OF_THAT_DAY = re.compile(
    r"\border\s(?:of|dated|dt\.?|bearing)\s(?:that|even|the\s(?:very\s)?same)\s(?:very\s)?da(?:te|y)\b"
)
_DECISIONS = ("acquittal", "judgment", "sentence", "decree", "appeal decided")
_PRODUCTION = frozenset({"crpc-production", "bnss-production", "pmla-19"})
_MOST_DAYS_IN_HOURS = 60
_LONGEST_CLOSURE = 5  # days; longest closure assumed: a weekend with holidays
_TIME_FOR_COPY = Provision.parse("Limitation-12")
_DATE_ON_CHEQUE = re.compile(r"\b(?:dated?|dtd?\.?|of|bearing|bears|carr\w+|drawn|written)\b[^.;\d]{0,30}\Z")
_HANDED_OVER = re.compile(r"\b(?:gave|given|handed|issued|delivered|passed\son|took|received)\b")


def period_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every period that the law limits and whose dates the matter gives."""
    dated = {event.role for event in matter.timeline.events}
    for row in periods.all():
        rule = with_time_granted(row, matter.lower)
        if not dated.isdisjoint((*rule.to_roles, *rule.before_roles)) and matter.applies(rule.applies_when):
            for pair in find_pairs(matter, rule):
                line = line_of_pair(matter, rule, pair)
                if line is not None and is_certain_side(matter, rule, line.stands):
                    yield line


def is_certain_side(matter: MatterProfile, rule: PeriodRule, stands: Stands) -> bool:
    """Whether the side is certain. If the gravity is unknown, it is within sixty days or beyond ninety."""
    is_argued = rule.id.endswith("-cruelty") and _ARGUES_LIMITATION.search(matter.lower) is not None
    if (rule.shown is Shown.CROSSED and stands is Stands.WITHIN and not is_argued) or (
        rule.shown is Shown.FURTHER and stands is Stands.CROSSED
    ):
        return False
    if not rule.applies_when[0].startswith("gravity:") or matter.gravity is not None:
        return True
    if matter.turns_on_ten_years:
        return rule.applies_when[0].endswith("60")
    return stands is (Stands.WITHIN if rule.applies_when[0].endswith("60") else Stands.CROSSED)


def line_of_pair(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> LawLine | None:
    """The line for two dates; None if the rule does not cover them or the side is not certain."""
    if not covers(matter, rule, pair):
        return None
    if pair.first.span == pair.second.span and rule.unit in {"months", "years"}:
        return None  # one date cannot begin and end so long a period
    if rule.id.startswith("pmla-complaint"):
        pair = replace(pair, second=replace(pair.second, role="complaint"))
    stated = pair
    if rule.id in _PRODUCTION:
        pair = by_arrest_memo(matter, pair)
    if rule.count is Count.HOURS:
        line = _line_in_hours(rule, pair)
    elif rule.count is Count.WORKING_DAYS:
        line = _line_in_working_days(rule, pair)
    else:
        line = _line_in_days(rule, _with_time_left_out(matter, rule, pair))
    is_doubtful = (
        _is_doubtful(rule, pair) or _is_of_another_decision(matter, pair) or _may_be_post_dated(matter, pair.first)
    )
    if line is None or _turns_on_pandemic(rule, pair):
        return None
    if is_doubtful if line.stands is Stands.CROSSED else _may_have_begun_earlier(matter, rule, pair):
        return None
    line = _in_thirty_days_too(matter, with_pleas(matter, rule, pair, line), pair)
    note = note_on_restraint(matter, stated, pair) if rule.id in _PRODUCTION else ""
    return under_its_article(matter, replace(line, says=line.says + caveat(matter, rule, pair) + note), pair)


_FAMILY_COURT_DAYS = 30


def _in_thirty_days_too(matter: MatterProfile, line: LawLine, pair: PeriodDates) -> LawLine:
    """An appeal from a Family Court under the Hindu Marriage Act that is in time under either Act says so."""
    days = dates.days_between(pair.first.day, pair.second.day)
    if line.rule != "hma-28-4" or days > _FAMILY_COURT_DAYS or "family court" not in matter.lower:
        return line
    says = f"{line.says} It is within the thirty days of section 19(3) of the Family Courts Act too."
    return replace(line, also=(*line.also, Provision.parse("FamilyCourts-19(3)")), says=says)


def _is_doubtful(rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether the dates fall short of showing a breach: a later remand does not mean that production was late."""
    return rule.count is Count.HOURS and pair.second.role == "remand"


def _may_be_post_dated(matter: MatterProfile, event: DatedEvent) -> bool:
    """Whether the day is that on which a cheque was handed over; the date that it bears may be a later one."""
    if event.role != "cheque":
        return False
    before = matter.lower[max(0, event.span.start - 60) : event.span.start]
    around = matter.lower[max(0, event.span.start - 60) : event.span.end + 60]
    is_relative = not any(character.isdigit() for character in matter.lower[event.span.start : event.span.end])
    return is_relative or (_DATE_ON_CHEQUE.search(before) is None and _HANDED_OVER.search(around) is not None)


def _may_have_begun_earlier(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether time ran from an earlier, undated event: a detention order is made before it is served."""
    if rule.provision.act not in DETENTION_ACTS or rule.to_roles != ("approval",) or pair.first.role != "order served":
        return False
    return _ORDER_OF_THAT_DAY.search(matter.lower, pair.first.span.end, pair.first.span.end + 60) is None


def _is_of_another_decision(matter: MatterProfile, pair: PeriodDates) -> bool:
    """Whether the appeal may be against another decision, made between this one and the appeal."""
    between = [event.day for event in matter.timeline.of(*_DECISIONS) if pair.first.day < event.day < pair.second.day]
    return pair.second.role == "appeal" and pair.first.role in _DECISIONS and bool(between)


def _turns_on_pandemic(rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether the side depends on excluding the pandemic, and it is unsettled whether the rule excludes it."""
    if rule.pandemic is not Pandemic.DOUBTFUL:
        return False
    return rule.end_from(rule.start(pair.first.day)) < pair.second.day <= rule.last_day(pair.first.day)


def _with_time_left_out(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> PeriodDates:
    """The pair with the days that the law leaves out of the count."""
    stayed = _days_stayed(matter, rule, pair.first, pair.second)
    copy_days, copy_spans = days_for_copy(matter, rule, pair.first, pair.second)
    return replace(pair, stayed=stayed, copy_days=copy_days, copy_spans=copy_spans)


def _line_in_days(rule: PeriodRule, pair: PeriodDates) -> LawLine | None:
    """The line for a period in days, months or years; None if the side is not certain."""
    kept = {
        rule.kept(first, dates.add(second, -(pair.stayed or 0) - pair.copy_days, "days"))
        for first in (
            *_earliest_and_latest(pair.first),
            *([pair.latest] if pair.latest not in {None, date.max} else []),
        )
        for second in _earliest_and_latest(pair.second)
    }
    if pair.latest == date.max and kept != {rule.is_longest}:
        return None  # time began to run later, and the matter does not say when
    if pair.stayed is None and kept == {False}:
        return None  # the stay may have been long enough
    start = rule.start(pair.first.day)
    if len(kept) > 1:
        return None
    filed = dates.add(pair.second.day, -pair.copy_days, "days")
    if rule.shown in {Shown.LATE, Shown.FURTHER} and (filed <= start or rule.is_in_pandemic(pair.first.day)):
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
    if rule.unit in {"days", "weeks"} or (rule.offset is not None and rule.unit != "years"):
        return dates.counted(days, "days")
    return dates.in_words(dates.elapsed(start, end), exact=True)


def _length_of_pair(rule: PeriodRule, start: date, pair: PeriodDates) -> str:
    """The length that counts: "84 days (99 less 15 for the copy)"."""
    if not pair.copy_days:
        return _roughly(pair) + _length_in_words(rule, start, pair.second.day)
    days = dates.days_between(start, pair.second.day)
    return f"{dates.counted(days - pair.copy_days, 'days')} ({days} less {pair.copy_days} for the copy)"


def _roughly(pair: PeriodDates) -> str:
    """How a length is to be taken that is counted from or to the first day of a month or of a range of days."""
    if pair.first.exact and pair.second.exact:
        return ""
    is_month = [not event.exact and event.until is None for event in (pair.first, pair.second)]
    if is_month == [True, False] and pair.second.exact:
        return "at most "
    return "at least " if is_month == [False, True] and pair.first.exact else "about "


def _day_in_words(event: DatedEvent) -> str:
    """The day of an event, or its month if the text gives no more."""
    if event.exact:
        return dates.written(event.day)
    if event.until is None and event.day.day == 1:
        return dates.written_month(event.day)
    return f"about {dates.written(event.day)}"


def _sentence(rule: PeriodRule, pair: PeriodDates, start: date, stands: Stands) -> str:
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
    from_to = ", ".join(f"{_event_name(event)} {_day_in_words(event)}" for event in events)
    runs = f", time running from {dates.written(start)}" if rule.offset and pair.first.exact else ""
    if rule.unit in {"days", "weeks"}:
        limit = rule.value * (7 if rule.unit == "weeks" else 1)
        return f"{capitalised(_roughly(pair) + 'day')} {days} of {limit} ({from_to}{runs}). {effect}"
    length = capitalised(_roughly(pair) + _length_in_words(rule, start, pair.second.day))
    return f"{length} against {rule.line} ({from_to}{runs}). {effect}"


def _undated_note(rule: PeriodRule, pair: PeriodDates) -> str:
    """Says which date was used in place of one that the matter does not give."""
    if rule.id == "ndps-57":
        return f" Time runs from the arrest or seizure, which came after the {pair.first.role} and is not dated."
    if pair.second.role in rule.before_roles:
        return f" Counted to the {_event_name(pair.second)}, since the date of the {rule.to_roles[0]} is not stated."
    return f" Counted from the {_event_name(pair.first)}, since the date of the {rule.from_roles[0]} is not stated."


def _holiday_note(rule: PeriodRule, pair: PeriodDates) -> str:
    """A filing a few days late may still be in time if the court was closed. We do not know the holidays."""
    last = rule.last_day(pair.first.day)
    late = dates.days_between(last, pair.second.day)
    if not rule.is_longest or pair.second.role not in FILED_DOCUMENTS or rule.shown is Shown.LATE:
        return ""
    if pair.second.role == "charge-sheet":
        return ""  # whether a closed court gives more time for a charge-sheet is in dispute
    if not 0 < late <= _LONGEST_CLOSURE:
        return ""
    return f" The last day was {dates.written(last)}; if the court was closed, its next open day counts."


def _event_name(event: DatedEvent) -> str:
    return {"fir": "FIR", "offence": "event", "purchase": "acquisition"}.get(event.role, event.role)


def _line_in_hours(rule: PeriodRule, pair: PeriodDates) -> LawLine | None:
    """The hours between two events; if a time of day is missing, only what is true at any hour."""
    if dates.days_between(pair.first.day, pair.second.day) > _MOST_DAYS_IN_HOURS:
        return None  # nobody counts months in hours: a wrong date was taken
    first, second = pair.first.moment, pair.second.moment
    if first is not None and second is not None:
        hours = dates.hours_between(first, second)
        if hours < 0:
            return None
        kept, value = hours <= rule.value, _hours_in_words(hours)
        if pair.latest is not None:
            value = f"at most {value}"
    else:
        least, most = dates.hours_possible(pair.first.day, pair.second.day, first, second)
        if not (most <= rule.value or least >= rule.value):
            return None
        kept = most <= rule.value
        value = f"at most {_hours_in_words(most)}" if kept else f"more than {_hours_in_words(least)}"
    if pair.latest is not None and not kept:
        return None  # time began to run later, and the matter does not say when
    stands = Stands.of(kept)
    effect = (rule.within if kept else rule.crossed) + (_undated_note(rule, pair) if pair.latest is not None else "")
    from_to = ", ".join(f"{_event_name(event)} {_moment_in_words(event)}" for event in (pair.first, pair.second))
    says = f"{capitalised(value)} against {rule.line} ({from_to}). {effect}"
    spans = (*pair.second.spans, *pair.first.spans)
    also = rule.also_on(pair.first.day)
    return LawLine(rule.provision, rule.quantity, value, rule.line, stands, spans, says, rule.id, also)


def _line_in_working_days(rule: PeriodRule, pair: PeriodDates) -> LawLine | None:
    """The working days between two dates. The holidays are not known: only what is true with few and with many."""
    if not (pair.first.exact and pair.second.exact):
        return None
    least, most = dates.working_days_possible(pair.first.day, pair.second.day)
    if least <= rule.value < most:
        return None
    kept = most <= rule.value
    value = (
        f"at most {dates.counted(most, 'working days')}" if kept else f"at least {dates.counted(least, 'working days')}"
    )
    effect = rule.within if kept else rule.crossed
    from_to = ", ".join(f"{_event_name(event)} {dates.written(event.day)}" for event in (pair.first, pair.second))
    says = f"{capitalised(value)} against {rule.line} ({from_to}). {effect}"
    spans = (pair.second.span, pair.first.span)
    also = rule.also_on(pair.first.day)
    return LawLine(rule.provision, rule.quantity, value, rule.line, Stands.of(kept), spans, says, rule.id, also)


def _hours_in_words(hours: float) -> str:
    whole, minutes = divmod(round(hours * 60), 60)
    words = dates.counted(whole, "hours")
    return f"{words} {dates.counted(minutes, 'minutes')}" if minutes else words


def _moment_in_words(event: DatedEvent) -> str:
    return dates.written(event.day) + (f", {event.at:%H.%M}" if event.at else "")


# Time that is left out of a period: a stay of an acquisition.
_STAY_WORDS = re.compile(
    r"(?P<denied>\b(?:no|not|never|without|nor)\b[^.;,]{0,30})?\b(?:stay(?:ed)?|status\squo|injunction|held\sup|restrained|halted)\b"
)
_NEVER_STAYED = re.compile(
    r"\bno\s(?:court\s(?:ever\s)?stayed\b|stay\s(?:(?:order\s)?(?:by|of|from|in)\s(?:any|the)\s?court|(?:was\s)?(?:ever|at\sany\s(?:time|stage))))"
)
_STAY_OF_ANOTHER = re.compile(
    r"(?:[^.;\n]|\.(?=\d)){0,60}\b(?:his|her|their)\sown\b|(?:[^.;\n]|\.(?=\d)){0,80}\b(?:separate\snotification|not\sours|another\s(?:plot|village|notification))\b"
)
STAY_EXCLUDED = frozenset({"laa-6", "laa-11a", "rfctlarr-19"})  # they leave out the time of a stay


def _days_stayed(matter: MatterProfile, rule: PeriodRule, first: DatedEvent, second: DatedEvent) -> int | None:
    """The days of a stay between two events, which the land acquisition Acts exclude; None if they are not stated."""
    if rule.id not in STAY_EXCLUDED:
        return 0
    stays = [event for event in matter.timeline.of("stay") if first.day <= event.day < second.day]
    if not stays:
        is_undated = (
            not matter.timeline.of("stay")
            and _NEVER_STAYED.search(matter.lower) is None
            and any(
                match["denied"] is None
                and not _is_told_of_later(matter, match.start(), second)
                and _STAY_OF_ANOTHER.match(matter.lower, match.end()) is None
                for match in _STAY_WORDS.finditer(matter.lower)
            )
        )
        return None if is_undated else 0
    ends = [event for event in matter.timeline.of("stay vacated") if stays[0].day < event.day <= second.day]
    told = [] if ends else [day for stay in stays if (day := end_of_stay(matter, stay)) and day <= second.day]
    ended = [*(event.day for event in ends), *told]
    return dates.days_between(stays[0].day, ended[0]) if len(stays) == len(ended) == 1 else None


def _is_told_of_later(matter: MatterProfile, at: int, event: DatedEvent) -> bool:
    """Whether the words stand beside dates that are all after an event: "rule nisi 22.04.2015, status quo"."""
    start = max(matter.lower.rfind("\n", 0, at), matter.lower.rfind("; ", 0, at)) + 1
    days = [mention.day for mention in matter.timeline.mentions if start <= mention.span.start < at]
    return bool(days) and min(days) > event.day
