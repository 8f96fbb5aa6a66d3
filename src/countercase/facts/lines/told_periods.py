"""Periods stated without dates: "produced 30 hours after his arrest", "on the 95th day of remand"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from countercase.domain.lines import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.lines.raised import Raised, read_count
from countercase.law import dates
from countercase.law.tables import periods
from countercase.law.tables.periods import Count, PeriodRule
from countercase.law.tables.thresholds import Operator

_NUMBER = r"(?P<count>\d{1,3}|[a-z]+(?:-[a-z]+)?)"
_TOLD = re.compile(
    rf"(?:\b(?P<bound>more\sthan|over|beyond|within|less\sthan|under)\s)?(?:a\s)?\b(?P<term>{_NUMBER}\s?(?P<unit>hours?|hrs?|days?|weeks?|months?|years?|yrs?))\.?"
    r"\s(?:after|from|of|since)\s(?:the\s|his\s|her\s|their\s|its\s|my\s|first\s|being\s|date\sof\s(?:the\s)?){0,3}(?=[a-z])"
    r"|\bon\s(?:the\s)?(?P<nth>(?P<day>\d{1,3})(?:st|nd|rd|th)\sday)\s(?:after|from|of)\s(?:the\s|his\s|her\s|first\s|date\sof\s){0,3}(?=[a-z])"
)
_CLAUSE_END = re.compile(r"(?<=[a-z\d)]{2})[.](?=\s)|;|\n\s*\n")
_OF_THE_LAW = re.compile(
    r"\b(?:must|shall|should|ought|required|requires|prescribed|statutory|mandatory|allow(?:s|ed)|limitation\s(?:is|of)|has\sto|have\sto|to\sbe|can\sbe|may\sbe|law|if|unless|whether|would)\b"
)
_NOT = re.compile(r"\b(?:not|never|without|failed|neither|nor|no)\b")
_REACH = 90  # characters before the period in which the later event is named
_FROM_REACH = 24  # characters after it in which the earlier event is named
_LEAST_DAYS = {"days": 1, "weeks": 7, "months": 28, "years": 365}
_MOST_DAYS = {"days": 1, "weeks": 7, "months": 31, "years": 366}
_UNITS = {"h": "hours", "d": "days", "w": "weeks", "m": "months", "y": "years"}


@dataclass(frozen=True, slots=True)
class _Told:
    """A period in words: its length, its bounds, and the two events."""

    number: float
    unit: str
    bound: str
    span: Span
    earlier: frozenset[str]
    later: frozenset[str]


def told_periods(raised: Raised, answered: frozenset[Provision]) -> Iterator[LawLine]:
    """Lines of the periods stated in words, except for provisions that already have a line."""
    told = list(_read(raised.lower))
    if not told:
        return
    for rule in periods.all():
        if rule.provision in answered or rule.offset is not None or rule.count is Count.FRESH_START:
            continue
        if not rule.in_force(raised.code_day) or not raised.applies(rule.applies_when):
            continue
        for period in told:
            if period.earlier.isdisjoint(rule.from_roles) or period.later.isdisjoint(rule.to_roles):
                continue
            kept = _kept(rule, period)
            if kept is not None:
                yield _line(rule, period, kept)
                break


def _read(lower: str) -> Iterator[_Told]:
    for match in _TOLD.finditer(lower):
        number = read_count(match["day"] or match["count"])
        before = _CLAUSE_END.split(lower[max(0, match.start() - _REACH) : match.start()])[-1]
        earlier = event_words.TRIGGER.match(lower, match.end(), match.end() + _FROM_REACH)
        if number is None or earlier is None or _OF_THE_LAW.search(before):
            continue
        after = _CLAUSE_END.split(lower[earlier.end() : earlier.end() + _REACH])[0]
        later = _roles(before) or _roles(after)
        group = "nth" if match["nth"] else "term"
        bound = match["bound"] or ""
        if bound in {"within", "less than", "under"} and _NOT.search(before):
            bound = "more than"
        elif _NOT.search(before):
            continue
        unit = _UNITS[(match["unit"] or "d")[0]]
        yield _Told(number, unit, bound, Span(*match.span(group)), frozenset({event_words.role_of(earlier)}), later)


def _roles(words: str) -> frozenset[str]:
    """The events named nearest to the period; only the last event before it."""
    triggers = list(event_words.TRIGGER.finditer(words))
    return frozenset({event_words.role_of(triggers[-1])}) if triggers else frozenset()


def _kept(rule: PeriodRule, told: _Told) -> bool | None:
    """Whether the period is within the line; None if its words leave that open."""
    if (rule.unit == "hours") != (told.unit == "hours"):
        return None
    if rule.unit == told.unit:
        least = most = told.number
        limit_low = limit_high = float(rule.value)
    else:
        least, most = told.number * _LEAST_DAYS[told.unit], told.number * _MOST_DAYS[told.unit]
        limit_low, limit_high = rule.value * _LEAST_DAYS[rule.unit], rule.value * _MOST_DAYS[rule.unit]
    if told.bound in {"more than", "over", "beyond"}:
        return _beyond(rule) if least >= limit_high else None
    if told.bound:
        return not _beyond(rule) if most <= limit_low and rule.operator is Operator.AT_MOST else None
    if most <= limit_low and (most < limit_low or rule.operator is not Operator.AT_LEAST):
        return rule.operator is Operator.AT_MOST
    if least > limit_high or (least >= limit_high and rule.operator is Operator.AT_LEAST):
        return _beyond(rule)
    return None


def _beyond(rule: PeriodRule) -> bool:
    """Whether the rule allows a period longer than the line."""
    return rule.operator is not Operator.AT_MOST


def _line(rule: PeriodRule, told: _Told, kept: bool) -> LawLine:
    value = f"{told.bound} {dates.counted(told.number, told.unit)}".strip()
    effect = rule.within if kept else rule.crossed
    return LawLine(
        rule.provision,
        rule.quantity,
        value,
        rule.line,
        Stands.of(kept),
        (told.span,),
        f"{value[:1].upper()}{value[1:]} as stated, against {rule.line}. {effect}",
        rule.id,
        rule.also,
    )
