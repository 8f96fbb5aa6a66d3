"""Lines of the periods that a matter states instead of dating them: "on the 82nd day", "5 years 11 months".

A period belongs to a rule of `periods.csv` if its two events do. Where two passages disagree, no line is drawn.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import date

from countercase.domain.checklist import LATE, LawLine, Stands
from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.lines.copy_time import states_days_for_copy
from countercase.facts.lines.learned_events import LIKELY
from countercase.facts.lines.periods import STAY_EXCLUDED
from countercase.facts.lines.profile import MatterProfile, maximum_class, read_count
from countercase.facts.lines.stated_events import (
    NEGATION,
    NEW_CLAUSE,
    START_FIXED_BY_LAW,
    STATES_THE_LAW,
    StatedPeriod,
    last_event,
)
from countercase.facts.lines.stated_lengths import LESS, MORE, SLIGHTLY, StatedLength, in_days
from countercase.law import dates
from countercase.law.tables import periods, sentences
from countercase.law.tables.periods import Count, Pandemic, PeriodRule, Shown
from countercase.law.tables.thresholds import Operator
from countercase.text.words import capitalised

_DECISIONS = frozenset(
    "order|judgment|acquittal|sentence|decree|interim order|appeal decided|bail order|consumer order|discharge order"
    "|charge framed|section 34 decided|cognizance".split("|")
)
_ACCRUAL = "right to sue"  # the day from which time runs, once the offset of a rule is over
_ANY_DECISION = frozenset({"order", "judgment"})  # "from the order": whichever decision the rule counts from
_STAYED = re.compile(r"\b(?:stay(?:ed)?|status\squo|injunction|restrained|w\.?p\b)")
_TIME_EXTENDED = re.compile(
    r"(?<!no\s)(?<!without\s)(?<!any\s)(?<!never\s)(?<!not\s)\bexten(?:d|sion|ded)\w*(?!\s(?:had\s|has\s|was\s|is\s)?(?:not|never|neither|been\srefused|refused|rejected))"
    r"|(?<!no\s)\bextn\b|\b(?:ninety\smore|90\smore)\b"
)
_NO_NTH_DAY = frozenset({"lim-117"})  # "the appeal on the 46th day" may be any appeal of the matter
_NEAR = 120  # characters
_SECTION_REACH = 150  # characters before a length in which the section of a complaint is named
_ALONE = re.compile(r"\b(?:alone|only)\b")
_OTHER_EVENTS = event_words.FILED_DOCUMENTS | START_FIXED_BY_LAW | {"charge-sheet"}
_ABOUT = 0.1  # "about forty days" may be four days more or less
_SLIGHTLY = 0.2  # "a little over three weeks" is less than twenty-six days
_ARREST_TO_REMAND = 3  # days; the first remand follows the arrest within a day, and the journey
_PANDEMIC = (date(2020, 3, 15), date(2022, 5, 30))


def stated_period_lines(
    matter: MatterProfile, stated: list[StatedPeriod], drawn: Collection[LawLine]
) -> Iterator[LawLine]:
    """Lines of the periods stated in words, except where dates already show the same period."""
    rules = [rule for rule in periods.all() if not _is_drawn(rule, drawn)]
    yield from _said_to_be_late(matter, rules, [period for period in stated if LATE in period.earlier])
    named = frozenset[str]().union(*(period.later for period in stated))
    for rule in rules if named else ():
        if named.isdisjoint(rule.to_roles):
            continue
        concerning = [period for period in stated if concerns(rule, period) and _is_countable(matter, rule, period)]
        if not matter.applies(rule.applies_when):
            concerning = [period for period in concerning if _is_of_one_section(matter, rule, period)]
        if not concerning:
            continue
        decided = [
            (period, kept)
            for period in concerning
            if rule.in_force(_day_of_law(matter, rule, period)) and (kept := _is_kept(rule, period)) is not None
        ]
        # a length that is the limit itself may only state the law: "to be reviewed in 90 days, was after 105"
        decided = [pair for pair in decided if not _is_the_limit(rule, pair[0].length)] or decided
        if len({kept for _, kept in decided}) > 1:
            decided = [pair for pair in decided if not _is_told_otherwise(pair[0], stated)] or decided
        if decided and len({kept for _, kept in decided}) == 1:  # two passages that disagree show nothing
            period, is_kept = decided[0]
            is_open = _is_doubtful(matter, rule, period, is_kept) or _is_disputed(matter, rule, period, is_kept, stated)
            if not is_open:
                yield _line(rule, period, is_kept)


def _is_of_one_section(matter: MatterProfile, rule: PeriodRule, period: StatedPeriod) -> bool:
    """ "A complaint for the push under s.115(2) alone, 14 months after": that section decides, not graver ones."""
    kind, _, most = rule.applies_when[0].partition(":")
    if kind != "maximum":
        return False
    start = max(0, period.length.begins - _SECTION_REACH)
    near = [charge for charge in matter.charges if start <= charge.span.start < period.length.begins]
    last = max(near, key=lambda charge: charge.span, default=None)
    if last is None or not _ALONE.search(matter.lower, last.span.end, last.span.end + 30):
        return False
    sentence = sentences.sentence_for(last.provision, matter.code_day)
    return sentence is not None and sentence.most_months is not None and maximum_class(sentence.most_months) == most


def _is_told_otherwise(period: StatedPeriod, stated: list[StatedPeriod]) -> bool:
    """Whether the learned reader sees one event at the end of a length, and the rules another."""
    return period.is_likely and any(
        other.length.span == period.length.span and other.earlier and other.later.isdisjoint(period.later)
        for other in stated
        if not other.is_likely
    )


def _is_the_limit(rule: PeriodRule, length: StatedLength) -> bool:
    return length.parts == ((rule.unit, float(rule.value)),)


def _is_drawn(rule: PeriodRule, drawn: Collection[LawLine]) -> bool:
    """Whether the dates, or a count of another reader, already show the period of the rule."""
    for line in drawn:
        if line.provision == rule.provision:
            other = periods.by_id().get(line.rule)
            is_period = line.quantity.startswith(("days", "period", "hours", "longest period", "working days"))
            if other is None and is_period:
                return True
            if other is not None and not set(other.to_roles).isdisjoint(rule.to_roles):
                return True
    return False


def concerns(rule: PeriodRule, period: StatedPeriod) -> bool:
    """Whether a rule limits the period between these events."""
    length = period.length
    if period.later.isdisjoint(rule.to_roles) or length.is_working_days != (rule.count is Count.WORKING_DAYS):
        return False
    starts = {*rule.from_roles, *rule.after_roles}
    if rule.applies_when[0].startswith("maximum:"):
        starts.discard("refusal")
    if rule.offset is not None and _ACCRUAL in period.earlier:
        return rule.shown not in {Shown.LATE, Shown.FURTHER}  # "18 days after the fifteen days ran out"
    if period.earlier:
        return not period.earlier.isdisjoint(starts) or bool(period.earlier & _ANY_DECISION and starts & _DECISIONS)
    if not period.later.isdisjoint(START_FIXED_BY_LAW):
        # "died on the 5th day" counts from the burns, not from the marriage
        return not (rule.unit == "years" and length.is_nth_day)
    if rule.unit == "hours" or rule.id in _NO_NTH_DAY:
        return False
    return length.is_nth_day and rule.unit != "years" and not period.nearby.isdisjoint(starts)


def _is_countable(matter: MatterProfile, rule: PeriodRule, period: StatedPeriod) -> bool:
    """Whether a rule about further time, or one that a payment restarts, can be held against a stated length."""
    if rule.count is Count.FRESH_START:
        *renewals, origin = rule.from_roles
        return origin in period.earlier and not matter.timeline.of(*renewals)
    if rule.shown in {Shown.LATE, Shown.FURTHER}:
        return rule.offset is not None and period.length.least_days > in_days(*rule.offset)[1]
    return True


def _day_of_law(matter: MatterProfile, rule: PeriodRule, period: StatedPeriod) -> date:
    """The day whose law governs: that of the event by which the rule is dated, else that of the matter."""
    if rule.dated_by != "from":
        is_later = period.day is not None and (matter.day is None or period.day >= matter.day)
        return period.day if period.day is not None and is_later else matter.code_day
    first = matter.timeline.first(*rule.from_roles, *rule.after_roles)
    return first.day if first else matter.code_day


def _is_doubtful(matter: MatterProfile, rule: PeriodRule, period: StatedPeriod, is_kept: bool) -> bool:
    """Whether the side may turn on something else, or the line is not worth a word."""
    condition = rule.applies_when[0]
    if is_kept:
        # nobody asks whether a complaint after three weeks is within three years
        is_idle = condition.startswith("maximum:") and 2 * period.length.most_days < rule.value * 365
        return rule.shown is Shown.CROSSED or is_idle or (condition == "gravity:90" and matter.gravity is None)
    if rule.shown is Shown.FURTHER:
        return True  # the line of the ordinary time says enough
    in_pandemic = period.day is not None and _PANDEMIC[0] <= period.day <= _PANDEMIC[1]
    return bool(
        (rule.id in STAY_EXCLUDED and _STAYED.search(matter.lower))
        or ("charge-sheet" in rule.to_roles and rule.id != "uapa-43d-extended" and _TIME_EXTENDED.search(matter.lower))
        or (rule.pandemic is not Pandemic.COUNTED and in_pandemic)
        or (condition == "gravity:60" and matter.gravity is None)
        or states_days_for_copy(matter, rule)
    )


def _is_disputed(
    matter: MatterProfile, rule: PeriodRule, period: StatedPeriod, is_kept: bool, stated: list[StatedPeriod]
) -> bool:
    """Whether another count follows close by on the other side: "22.2 (day 11); his copy bears 24.2 (day 13)"."""
    length = period.length
    return length.is_nth_day and any(
        other.is_nth_day
        and other is not length
        and not other.relation
        and abs(other.span.start - length.span.start) <= _NEAR
        and not _is_of_another_event(rule, other, stated)
        and _is_kept(rule, replace(period, length=other)) is (not is_kept)
        for other in matter.stated_lengths
    )


def _is_of_another_event(rule: PeriodRule, length: StatedLength, stated: list[StatedPeriod]) -> bool:
    """Whether a length is read as that of another document or duty than the rule limits."""
    later = frozenset[str]().union(*(period.later for period in stated if period.length.span == length.span))
    return later.isdisjoint(rule.to_roles) and not later.isdisjoint(_OTHER_EVENTS)


_LATE = re.compile(
    r"\b(?P<term>(?P<count>\d{1,2},\d{3}|\d{1,4}|[a-z]+(?:-[a-z]+)?)\s(?P<unit>days?|weeks?|months?|years?))\s(?:late|out\sof\stime|(?:beyond|over|past|outside)\s(?:time|limitation|the\s(?:month|period|limit(?:ation)?|time)))\b"
)
_CLAUSE_END = re.compile(r"(?<=[a-z\d)]{2})[.](?=\s)|;|\n\s*\n")
_CHEQUE_COMPLAINT = frozenset({"ni-142-2003"})
_UNITS = {"d": "days", "w": "weeks", "m": "months", "y": "years"}


def _said_to_be_late(matter: MatterProfile, rules: list[PeriodRule], likely: list[StatedPeriod]) -> Iterator[LawLine]:
    """ "She filed eleven weeks late": a document said to be late is beyond its line. One such line is enough."""
    lengths = [(*late, "") for late in _lengths_late(matter)]
    lengths += [(period.length.words, period.length.span, period.later, LIKELY) for period in likely]
    for words, span, documents, doubt in lengths:
        for rule in rules:
            is_cheque_complaint = not documents and rule.id in _CHEQUE_COMPLAINT
            if not is_cheque_complaint and (documents & event_words.FILED_DOCUMENTS).isdisjoint(rule.to_roles):
                continue
            if (
                rule.is_longest
                and rule.shown is not Shown.CROSSED
                and rule.in_force(matter.code_day)
                and matter.applies(rule.applies_when)
            ):
                value = f"{words} late"
                says = f"{capitalised(value)} as stated, against {rule.line}. {rule.crossed}{doubt}"
                yield LawLine(
                    rule.provision, rule.quantity, value, rule.line, Stands.CROSSED, (span,), says, rule.id, rule.also
                )
                return


def _lengths_late(matter: MatterProfile) -> Iterator[tuple[str, Span, frozenset[str]]]:
    """Each length by which something was late, and the document; none is named for "filed eleven days late"."""
    for match in _LATE.finditer(matter.lower):
        before = _CLAUSE_END.split(matter.lower[max(0, match.start() - 90) : match.start()])[-1]
        number = read_count(match["count"].replace(",", ""))
        if number is None or STATES_THE_LAW.search(before) or NEGATION.search(NEW_CLAUSE.split(before)[-1]):
            continue
        documents = last_event(before)
        if documents or event_words.FILING_WORDS.search(before):
            yield dates.counted(number, _UNITS[match["unit"][0]]), Span(*match.span("term")), documents


def _is_kept(rule: PeriodRule, period: StatedPeriod) -> bool | None:
    """Whether the rule is kept; None if the words leave it open."""
    length = period.length
    counted = replace(rule, offset=None) if _ACCRUAL in period.earlier else rule
    compared = _in_one_unit(counted, length)
    # without an offset, time runs at once
    has_begun = counted.offset is None or length.most_days >= in_days(*counted.offset)[0]
    if compared is None or not has_begun:
        return None
    least, most, limit_low, limit_high = compared
    if length.bound in MORE | LESS:
        return _is_kept_by_bound(rule, length.bound, compared)
    if length.bound:
        least, most = least * (1 - _ABOUT), most * (1 + _ABOUT)
    if period.earlier == {"arrest"} and "arrest" in rule.after_roles:
        least -= _ARREST_TO_REMAND  # time runs from the remand, which came a day or so later
    turns_at_the_limit = rule.operator in {Operator.AT_LEAST, Operator.BELOW}
    if most <= limit_low and (most < limit_low or not turns_at_the_limit):
        return rule.is_longest
    is_more = least >= limit_high and (turns_at_the_limit or _is_days_for_hours(rule, length))
    if least > limit_high or is_more:
        return _allows_longer(rule)
    return None


def _is_kept_by_bound(rule: PeriodRule, bound: str, compared: tuple[float, float, float, float]) -> bool | None:
    """ "More than", "within" and the like; None if they leave the side open."""
    least, most, limit_low, limit_high = compared
    if bound in SLIGHTLY:
        least, most = (least, most * (1 + _SLIGHTLY)) if bound in MORE else (least * (1 - _SLIGHTLY), most)
        is_shorter, is_longer = most <= limit_low, least >= limit_high
    else:
        is_shorter = bound in LESS and most <= limit_low and rule.is_longest
        is_longer = bound in MORE and least >= limit_high
    return None if is_shorter == is_longer else rule.is_longest == is_shorter


def _is_days_for_hours(rule: PeriodRule, length: StatedLength) -> bool:
    """Whether days are held against hours: three days later is more than 48 hours at any hour of the first day."""
    return rule.unit == "hours" and length.unit != "hours"


def _in_one_unit(rule: PeriodRule, length: StatedLength) -> tuple[float, float, float, float] | None:
    """The least and the most of the length and of the limit, in one unit; None if they cannot be compared."""
    if (rule.unit == "hours") != (length.unit == "hours"):
        # five days are more than 72 hours at any hour of the day; hours are never more than a limit in days
        return (*length.hours, rule.value, rule.value) if rule.unit == "hours" else None
    if length.is_nth_day and length.unit != "days":
        return length.least_days, length.most_days, *in_days(rule.value, rule.unit)
    if rule.unit == "hours" or (rule.unit == "days" and length.unit == "days" and len(length.parts) == 1):
        offset = rule.offset[0] if rule.offset else 0
        number = length.parts[0][1]
        return (number, number, rule.value + offset, rule.value + offset) if len(length.parts) == 1 else None
    if rule.unit in {"months", "years"} and rule.offset is None and length.parts[0][0] in {"months", "years"}:
        limit = rule.value * (12 if rule.unit == "years" else 1)
        return length.in_months, length.in_months, limit, limit
    low, high = in_days(rule.value, rule.unit)
    sooner, later = in_days(*rule.offset) if rule.offset else (0.0, 0.0)
    return length.least_days, length.most_days, low + sooner, high + later


def _allows_longer(rule: PeriodRule) -> bool:
    """Whether a longer period keeps the rule."""
    return not rule.is_longest


def _line(rule: PeriodRule, period: StatedPeriod, is_kept: bool) -> LawLine:
    value = period.length.words
    effect = rule.within if is_kept else rule.crossed
    is_after_offset = rule.offset is not None and _ACCRUAL not in period.earlier
    line = f"{rule.line} after {dates.counted(*rule.offset)}" if rule.offset and is_after_offset else rule.line
    return LawLine(
        rule.provision,
        rule.quantity,
        value,
        line,
        Stands.of(is_kept),
        (period.length.span,),
        f"{capitalised(value)} as stated, against {line}. {effect}{LIKELY if period.is_likely else ''}",
        rule.id,
        rule.also,
    )
