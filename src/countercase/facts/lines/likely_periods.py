"""Periods whose two dates only the learned reader recognises, read together.

One date alone may be hard to tell: "on 2 April the Special Court held it barred" is an order, but of what? Beside "the
appeal under section 14A was filed on 24 April" it is the order appealed from. So for each rule that applies to a matter
and has no line yet, every pair of dates is weighed: how likely the later one ends the period, and how likely the
earlier one begins it. The best pair draws a line if it is likely enough.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date

from countercase.domain.checklist import EventReading, LawLine, Stands
from countercase.domain.span import Span
from countercase.facts.date_mentions import DateMention
from countercase.facts.lines.learned_events import NOTHING_YET, UNKNOWN_TO_READER, comes_too_late
from countercase.facts.lines.period_pairs import PeriodDates
from countercase.facts.lines.periods import is_certain_side, line_of_pair
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.timeline import DatedEvent
from countercase.law.tables import periods
from countercase.law.tables.periods import Count, PeriodRule, Shown

_LEAST = 0.25  # least probability of both events together; chosen on matters that the reader was not trained on
_LEAST_UNNAMED = 0.5  # the same, where nothing but these events shows that the rule concerns the matter
_LEAST_BEGINNING = 0.1  # of the earlier event alone
_TOLD_BY_RULE = 0.9  # how far an event that a rule tells is believed
_NO_SHEET = re.compile(r"\bno\s(?:charge[\s-]?sheet|challan|final\sreport|c/s)\b")
_MOST_YEARS = 20  # a longer time is not held against a limit
_MOST_DATES = 40  # of a narrative; one with more is a table


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A date, what the learned reader says about it, and the events that rules tell of it."""

    mention: DateMention
    reading: EventReading
    by_rules: frozenset[str]

    def roles(self) -> Iterator[str]:
        """Every event that the date may be of."""
        yield from self.by_rules
        yield from (role for role, _ in self.reading.later_chances)

    def ends(self, rule: PeriodRule) -> float:
        """How likely the date ends the period."""
        told = _TOLD_BY_RULE if not self.by_rules.isdisjoint(rule.to_roles) else 0.0
        if self.by_rules & NOTHING_YET:
            return told
        return max(told, self._read(rule.to_roles))

    def begins(self, rule: PeriodRule) -> float:
        """How likely the date begins the period."""
        told = _TOLD_BY_RULE if not self.by_rules.isdisjoint(rule.from_roles) else 0.0
        return max(told, self._read(rule.from_roles))

    def comes_before(self, rule: PeriodRule) -> float:
        """How likely the date is of an event after which the period begins: the order, for its service."""
        return self._read(rule.after_roles)

    def _read(self, roles: Collection[str]) -> float:
        """What the learned reader says, unless the rules tell an event that it cannot name."""
        return self.reading.chance_of_later(roles) if self.by_rules.isdisjoint(UNKNOWN_TO_READER) else 0.0

    def as_event(self, roles: Collection[str]) -> DatedEvent:
        """The date as the likeliest of these events."""
        told = [role for role in roles if role in self.by_rules]
        chances = dict(self.reading.later_chances)
        role = told[0] if told else max(roles, key=lambda role: chances.get(role, 0.0))
        mention = self.mention
        return DatedEvent(role, mention.day, mention.span, mention.at, mention.exact, mention.until, is_likely=not told)


def likely_period_lines(matter: MatterProfile, drawn: Collection[LawLine]) -> Iterator[LawLine]:
    """The lines of rules that apply to the matter and have none among those drawn by the rules."""
    candidates = _candidates(matter)
    possible = {role for candidate in candidates for role in candidate.roles()}
    taken = {(line.provision.id, line.quantity) for line in drawn}
    for rule in periods.all():
        if rule.count is Count.FRESH_START:
            continue  # it turns on acknowledgements, of which one may be missed
        if possible.isdisjoint(rule.to_roles) or (rule.provision.id, rule.quantity) in taken:
            continue
        if rule.shown is Shown.LATE and any(
            line.provision == rule.provision and line.stands is Stands.WITHIN for line in drawn
        ):
            continue  # the first period was kept, so that nothing turns on the further one
        line = _best_line(matter, rule, candidates)
        if line is not None and is_certain_side(matter, rule, line.stands):
            taken.add((rule.provision.id, rule.quantity))
            yield line


def _candidates(matter: MatterProfile) -> list[_Candidate]:
    """The dates of the matter that the learned reader has read."""
    by_rules: dict[Span, set[str]] = {}
    for event in matter.timeline.events:
        if not event.is_likely:
            by_rules.setdefault(event.span, set()).add(event.role)
    return [
        _Candidate(mention, reading, frozenset(by_rules.get(mention.span, ())))
        for mention in matter.timeline.mentions[:_MOST_DATES]
        if (reading := matter.learned.at(mention.span)) is not None
    ]


def _with_own_beginning(later: _Candidate, rule: PeriodRule, chance: float) -> float:
    """How likely a date begins the period, once the later date itself speaks of such a beginning."""
    return chance + (1 - chance) * 0.5 * later.reading.chance_of_earlier(rule.from_roles)


def _best_line(matter: MatterProfile, rule: PeriodRule, candidates: list[_Candidate]) -> LawLine | None:
    """The line of the likeliest pair of dates; None if none is likely enough, or it draws no line."""
    ends = [
        (chance, later)
        for later in candidates
        if (chance := later.ends(rule)) >= _LEAST and not _is_of_none(matter, rule, later.mention)
    ]
    if not ends or not matter.applies(rule.applies_when):  # the second costs far more
        return None
    begins = [(chance, earlier) for earlier in candidates if (chance := earlier.begins(rule)) >= _LEAST_BEGINNING]
    pairs = [
        (to * _with_own_beginning(later, rule, since), later, earlier)
        for to, later in ends
        for since, earlier in begins
        if earlier.mention.span != later.mention.span and earlier.mention.day <= later.mention.day
    ]
    if rule.count is Count.HOURS:  # an event that a rule dates is not looked for on another day
        pairs = [pair for pair in pairs if not pair[2].by_rules.isdisjoint(rule.from_roles)] or pairs
    chance, later, earlier = max(pairs, key=lambda pair: pair[0], default=(0.0, None, None))
    if later is None or earlier is None or chance < _LEAST:
        return _line_from_earlier_event(matter, rule, ends, candidates)
    if _is_absurd(rule, earlier.mention, later.mention):
        return None
    if chance < _LEAST_UNNAMED and not matter.without_likely_events.applies(rule.applies_when):
        return None
    return line_of_pair(matter, rule, PeriodDates(earlier.as_event(rule.from_roles), later.as_event(rule.to_roles)))


def _is_of_none(matter: MatterProfile, rule: PeriodRule, mention: DateMention) -> bool:
    """Whether the words about a date say that no charge-sheet had come by then, or it was too late for the event."""
    if any(comes_too_late(matter.timeline, role, mention.day) for role in rule.to_roles):
        return True
    clause = matter.clause_at(mention.span.start)
    return "charge-sheet" in rule.to_roles and _NO_SHEET.search(matter.lower, clause.start, clause.end) is not None


def _is_absurd(rule: PeriodRule, first: DateMention, second: DateMention) -> bool:
    """Whether nobody would measure so long a time by the rule: a wrong date was taken."""
    return rule.is_longest and (second.day - first.day).days > _MOST_YEARS * 365


def _line_from_earlier_event(
    matter: MatterProfile, rule: PeriodRule, ends: list[tuple[float, _Candidate]], candidates: list[_Candidate]
) -> LawLine | None:
    """The line counted from an event before the period began, if its side is then certain."""
    if not rule.after_roles:
        return None
    pairs = [
        (to * since, later, earlier)
        for to, later in ends
        for earlier in candidates
        if (since := earlier.comes_before(rule)) >= _LEAST
        and earlier.mention.span != later.mention.span
        and earlier.mention.day <= later.mention.day
    ]
    chance, later, earlier = max(pairs, key=lambda pair: pair[0], default=(0.0, None, None))
    if later is None or earlier is None or chance < _LEAST_UNNAMED:
        return None
    first, second = earlier.as_event(rule.after_roles), later.as_event(rule.to_roles)
    return line_of_pair(matter, rule, PeriodDates(first, second, latest=date.max))
