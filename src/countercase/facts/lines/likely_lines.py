"""Lines that rest on the learned reader: periods whose dates, and numbers whose meaning, only it recognises.

One date alone may be hard to tell: "on 2 April the Special Court held it barred" is an order, but of what? Beside "the
appeal under section 14A was filed on 24 April" it is the order appealed from. So for each rule that applies to a matter
and has no line yet, every pair of dates is weighed: how likely the later one ends the period, and how likely the
earlier one begins it. The best pair draws a line if it is likely enough. A number (how many came, what sentence, how
long in hospital) draws one only for a provision that has no line of the kind yet.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date

from countercase.domain.checklist import EventReading, LawLine, NumberRole, Stands
from countercase.domain.span import Span
from countercase.facts.date_mentions import DateMention
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.groups import line_of_group, line_of_other_side
from countercase.facts.lines.learned_events import NOTHING_YET, UNKNOWN_TO_READER, comes_too_late
from countercase.facts.lines.maximum_sentences import lines_of_maximum
from countercase.facts.lines.period_pairs import PeriodDates
from countercase.facts.lines.periods import is_certain_side, line_of_pair
from countercase.facts.lines.police_custody import MOST_POLICE_CUSTODY, total_police_custody
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.lines.quantities import DAYS_IN, lines_of_suffering
from countercase.facts.lines.sentences import lines_of_term
from countercase.facts.lines.stated_lengths import StatedLength
from countercase.law import dates
from countercase.law.tables import periods
from countercase.law.tables.periods import Count, PeriodRule, Shown

# Periods.

_LEAST = 0.25  # least probability of both events together; chosen on matters that the reader was not trained on
_LEAST_UNNAMED = 0.5  # the same, where nothing but these events shows that the rule concerns the matter
_LEAST_BEGINNING = 0.1  # of the earlier event alone
_TOLD_BY_RULE = 0.9  # how far an event that a rule tells is believed
_NO_SHEET = re.compile(r"\bno\s(?:charge[\s-]?sheet|challan|final\sreport|c/s)\b")
_MOST_YEARS = 20  # a longer time is not held against a limit
_MOST_YEARS_FROM_DECISION = 3  # after more, the appeal is more likely from another decision
_DETENTION_ORDER, _ORDER_SERVED, _ARREST = "detention order", "order served", "arrest"
_LIKELY_ORDER = 0.5  # of the detention order
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

    def chance_of(self, role: str) -> float:
        """How likely the date is of an event."""
        return _TOLD_BY_RULE if role in self.by_rules else self._read({role})

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
    candidates = [
        _Candidate(mention, reading, frozenset(by_rules.get(mention.span, ())))
        for mention in matter.timeline.mentions[:_MOST_DATES]
        if (reading := matter.learned.at(mention.span)) is not None
    ]
    return _with_taking_into_detention(candidates)


def _with_taking_into_detention(candidates: list[_Candidate]) -> list[_Candidate]:
    """The dates with the service of a detention order: "they took him on 14 August", after it, is no arrest."""
    ordered = [date.mention.day for date in candidates if date.chance_of(_DETENTION_ORDER) >= _LIKELY_ORDER]
    return [
        replace(candidate, reading=_with_service(candidate.reading))
        if ordered and candidate.mention.day >= min(ordered)
        else candidate
        for candidate in candidates
    ]


def _with_service(reading: EventReading) -> EventReading:
    """The reading in which what is an arrest may be the service of the order."""
    service = reading.chance_of_later({_ARREST, _ORDER_SERVED})
    others = tuple(pair for pair in reading.later_chances if pair[0] != _ORDER_SERVED)
    return replace(reading, later_chances=(*others, (_ORDER_SERVED, service)))


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
        if earlier.mention.span != later.mention.span
        and earlier.mention.day <= later.mention.day
        and (earlier.mention.day < later.mention.day or rule.count is Count.HOURS)  # one day told twice is no period
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
    years = _MOST_YEARS_FROM_DECISION if rule.count is Count.LATEST else _MOST_YEARS
    return rule.is_longest and (second.day - first.day).days > years * 365


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


# Numbers.

_LIKELY = 0.7  # least probability of what a number counts; chosen on matters that the reader was not trained on
_LIKELY_SIDE = 0.5  # the same, for those who came against the accused
_REMAIN = re.compile(r"\b(?:remain|left|surviv)\w*")  # those who are left after the others were acquitted
# One of several who were sentenced: "Sujit: ten years. Kalawati: five years".
_NAMED_BEFORE = re.compile(
    r"\b(?:A-?\d|[A-Z][a-z]{2,}(?:\s[A-Z][a-z]{2,})?)\s?(?::|-|–|got|gets|to)\s(?:R\.?I\.?\s)?\Z"
)
# A term that another section asks for, not that of an offence charged: "that needs an offence of ten years".
_IS_NEEDED = re.compile(r"\b(?:needs?|requires?|calls?\sfor|must\s(?:be|carry))\s[^.;\n]{0,30}\Z")
# The days of police custody in the whole, said behind its spells: "PC 7 days, then 6 more, 13 days in all".
_IN_ALL = re.compile(
    r"[^;\n]{0,60}?\b(?P<term>(?P<count>\d{1,2})\sdays)\s(?:in\s(?:all|total|the\swhole)|altogether|total)\b"
)
_MORE_CUSTODY = re.compile(
    r"\b(?:more|further|additional)\sdays\b|\b\d{1,2}\smore\b"
    r"|\b(?:second|2nd|third|3rd|another|further|fresh|again|extended|extension\sof)\s(?:spell\sof\s|on\s|into\s)?"
    r"(?:p\.?c\.?r?\b|police\s(?:custody|remand))"
)
_OTHERS = re.compile(r"\s(?:others?|more|companions|other\smen)\b")


def likely_number_lines(matter: MatterProfile, drawn: Collection[LawLine]) -> Iterator[LawLine]:
    """The lines of these numbers, if the rules have drawn none of the kind."""
    rules = {line.rule for line in drawn}
    terms = [line for line in drawn if line.rule.startswith(("least", "most", "power", "summary"))]
    sections = {line.provision.base for line in terms}
    yield from _persons(matter, rules)
    known = {(line.provision, line.value) for line in terms}
    for span, length in _lengths(matter, NumberRole.SENTENCE):
        term = _months(length)
        for line in lines_of_term(matter, *term, span) if term else ():
            is_of_another = line.stands is Stands.CROSSED and _NAMED_BEFORE.search(
                matter.text[max(0, span.start - 60) : span.start]
            )
            if line.provision.base not in sections or (is_of_another and (line.provision, line.value) not in known):
                sections.add(line.provision.base)
                known.add((line.provision, line.value))
                yield line
    if rules.isdisjoint({"gravity", "arrest without notice"}):
        in_law = [
            (length.in_months / 12, span)
            for span, length in _lengths(matter, NumberRole.SENTENCE_IN_LAW)
            if not _IS_NEEDED.search(matter.lower[max(0, span.start - 50) : span.start])
        ]
        if in_law:
            yield from lines_of_maximum(matter, *max(in_law, key=lambda pair: pair[0]))
    if "police custody" not in rules:
        yield from _police_custody(matter)
    yield from _incapacity(matter, rules)


def _police_custody(matter: MatterProfile) -> Iterator[LawLine]:
    """The days of police custody in the whole: as the text gives them, or the sum of its spells.

    A sum beyond the limit may count one spell twice, and one spell is not the whole where the text speaks of another.
    """
    spells = [
        (span, length.parts[0][1])
        for span, length in _lengths(matter, NumberRole.POLICE_CUSTODY)
        if length.unit == "days" and length.parts[0][1] > 0
    ]
    whole = next((match for span, _ in spells if (match := _IN_ALL.match(matter.lower, span.start))), None)
    if whole is not None:
        yield total_police_custody(matter, float(whole["count"]), (Span(*whole.span("term")),))
        return
    total = sum(days for _, days in spells)
    is_one_of_more = len(spells) == 1 and _MORE_CUSTODY.search(matter.lower) is not None
    if spells and not is_one_of_more and (len(spells) == 1 or total <= MOST_POLICE_CUSTODY):
        line = total_police_custody(matter, total, tuple(span for span, _ in reversed(spells)))
        sums = " + ".join(f"{days:g}" for _, days in spells)
        yield replace(line, says=f"{line.says} ({sums}.)") if len(spells) > 1 else line


def _persons(matter: MatterProfile, rules: set[str]) -> Iterator[LawLine]:
    """The lines of those who came together; if there are none, of those who came against the accused."""
    for span in matter.learned.numbers_of(NumberRole.OFFENDERS, _LIKELY):
        count = read_count(matter.lower[span.start : span.end])
        for line in line_of_group(matter, count, span) if count else ():
            is_of_rest = line.stands is Stands.CROSSED and _REMAIN.search(
                matter.lower, max(0, span.start - 24), span.end + 24
            )
            if line.rule not in rules or is_of_rest:
                rules.add(line.rule)
                yield line
    if not any("persons" in rule for rule in rules):
        yield from _largest_other_side(matter)


def _largest_other_side(matter: MatterProfile) -> Iterator[LawLine]:
    """The line of the largest number of those who came against the accused; "he and five others" are six."""
    counted = []
    for span in matter.learned.numbers_of(NumberRole.OTHER_SIDE, _LIKELY_SIDE):
        count = read_count(matter.lower[span.start : span.end])
        if count:
            counted.append((count + (_OTHERS.match(matter.lower, span.end) is not None), span))
    if counted:
        yield from line_of_other_side(matter, *max(counted))


def _lengths(matter: MatterProfile, role: NumberRole) -> Iterator[tuple[Span, StatedLength]]:
    """The lengths of time that are likely to count this."""
    likely = matter.learned.numbers_of(role, _LIKELY)
    for length in matter.stated_lengths:
        if any(span.overlaps(length.span) for span in likely):
            yield length.span, length


def _months(length: StatedLength) -> tuple[int, str] | None:
    """A term of whole years or months: in months, and in words."""
    parts = dict(length.parts)
    months = parts.get("years", 0) * 12 + parts.get("months", 0)
    if months <= 0 or months % 1 or set(parts) - {"years", "months"}:
        return None
    return int(months), " ".join(dates.counted(number, unit) for unit, number in length.parts)


def _incapacity(matter: MatterProfile, drawn: Collection[str]) -> Iterator[LawLine]:
    """The longest time for which somebody was in pain or unable to work."""
    if not (matter.acts & {"IPC", "BNS"} or matter.likely_charges):
        return
    lengths = [(span, length) for span, length in _lengths(matter, NumberRole.INCAPACITY) if length.unit in DAYS_IN]
    if not lengths:
        return
    span, length = max(lengths, key=lambda pair: pair[1].parts[0][1] * DAYS_IN[pair[1].unit])
    for line in lines_of_suffering(matter, length.parts[0][1], length.unit, span):
        if line.rule not in drawn:
            yield line
