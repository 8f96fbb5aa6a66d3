"""Categories of facts: tokens that a judgment and a query share, whatever words they use.

A changed age does not move a ranking of words: 17 and 19 are two numbers among thousands. As `age under 18` and
`age over 18` they are two different categories that judgments contain.

Two rankings use categories, each in its own way. The what-if ranking counts tokens as BM25 counts words, so its
tokens may overlap and every threshold adds a little. The fact searcher scores each fact once, so it has one feature
per fact and one for each wider reading of it.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from countercase.domain.facts import (
    EvidenceFact,
    Fact,
    FactKind,
    FactSheet,
    NumericalFact,
    PartyFact,
    Quantity,
    RoleFact,
    SectionFact,
)
from countercase.domain.provision import Provision
from countercase.facts.compare import Likeness
from countercase.facts.vocabulary import entries
from countercase.law.quantities import units
from countercase.law.tables import thresholds
from countercase.law.tables.codes import equivalents

# Tokens for the what-if ranking.

_YOUNG = frozenset({"minor", "juvenile", "child"})
_MAJORITY = "18"
_DEEDS = frozenset({FactKind.ACT, FactKind.INSTRUMENT, FactKind.RESULT})
Tokens = dict[str, float]  # token -> weight


def deed_tokens(facts: Iterable[Fact]) -> Tokens:
    """Tokens of the acts, instruments and results; a fact counts once for each mention."""
    return _count_tokens(fact for fact in facts if fact.kind in _DEEDS)


def category_tokens(facts: Iterable[Fact]) -> Tokens:
    """Tokens of all other facts except provisions."""
    return _count_tokens(fact for fact in facts if fact.kind not in _DEEDS)


def provision_tokens(facts: Iterable[Fact]) -> Tokens:
    """Sections that the facts name, under both codes: `BNS-103(1)` gives `BNS-103` and `IPC-302`."""
    counts: Tokens = {}
    for fact in facts:
        if isinstance(fact, SectionFact):
            for section in sorted(both_codes(fact.provision)):
                counts[section] = counts.get(section, 0.0) + _mention_count(fact)
    return counts


def _count_tokens(facts: Iterable[Fact]) -> Tokens:
    counts: Tokens = {}
    for fact in facts:
        for token, share in _tokens(fact):
            counts[token] = counts.get(token, 0.0) + share * _mention_count(fact)
    return counts


@cache
def both_codes(provision: Provision) -> frozenset[str]:
    """A provision's section and its equivalent in the other code."""
    return frozenset(equivalent.base for equivalent in equivalents(provision))


def _mention_count(fact: Fact) -> int:
    return max(1, len(fact.spans))  # a fact that a user added has no position in the text yet


def _tokens(fact: Fact) -> Iterator[tuple[str, float]]:
    if isinstance(fact, NumericalFact):
        yield from _number_tokens(fact)
    elif isinstance(fact, EvidenceFact):
        yield f"evidence {fact.item} {fact.status.value}", 1
    elif isinstance(fact, PartyFact):
        yield f"{fact.side.value} {fact.party_type.value}", 1
    elif isinstance(fact, RoleFact):
        yield f"role {fact.role}", 1
        if fact.role in _YOUNG:
            yield f"{Quantity.AGE.value} under {_MAJORITY}", 1
    elif fact.kind is not FactKind.PROVISION:
        yield f"{fact.kind.value} {fact.word}", 1


def _number_tokens(fact: NumericalFact) -> Iterator[tuple[str, float]]:
    """Tokens for a number's position among the legal thresholds, in general and for the person it belongs to.

    The interval between two thresholds counts as one fact. The sides of all thresholds together count as another: a
    claim of two crores resembles one of three, even if a threshold lies between them.
    """
    if fact.quantity is Quantity.DATE:
        return
    role = thresholds.role_in_table(fact.quantity, fact.role)
    ladders = [
        (holder, lines)
        for holder, lines in _ladders(fact.quantity, fact.unit == units.PERCENT)
        if holder in {None, role}
    ]
    all_lines = sum(len(lines) for _, lines in ladders)
    for holder, lines in ladders:
        name = fact.quantity.value if holder is None else f"{fact.quantity.value} of {holder}"
        sides = [thresholds.side(line, fact.value, fact.unit) for line in lines]
        for line, side in zip(lines, sides, strict=True):
            yield f"{name} {side.value} {_cut_off_name(line)}", 1 / all_lines
        yield f"{name} step {sides.count(thresholds.ThresholdSide.OVER)}", 1


@cache
def _ladders(quantity: Quantity, percent: bool) -> tuple[tuple[str | None, tuple[thresholds.Threshold, ...]], ...]:
    """Distinct thresholds for a quantity: all of them (None), and those for each role."""
    by_role: dict[str | None, dict[tuple[float, bool], thresholds.Threshold]] = {}
    for rule in thresholds.applicable(quantity):
        if (rule.unit == units.PERCENT) == percent:
            for role in (None, rule.role):
                by_role.setdefault(role, {}).setdefault(_cut_off(rule), rule)
    return tuple((role, tuple(lines[line] for line in sorted(lines))) for role, lines in by_role.items())


def _cut_off(rule: thresholds.Threshold) -> tuple[float, bool]:
    """The threshold in base units, and whether the number itself still falls below it."""
    value = rule.value if rule.unit == units.PERCENT else units.to_base(rule.quantity, rule.value, rule.unit)
    return value, rule.operator in {thresholds.Operator.AT_MOST, thresholds.Operator.ABOVE}


def _cut_off_name(rule: thresholds.Threshold) -> str:
    value, included = _cut_off(rule)
    return f"{value:.10g}{'+' if included else ''}"


# Features for the fact searcher.

_UNGROUPED = frozenset({FactKind.RESULT})  # death and grievous hurt share a group, but cases turn on the difference


class Feature(NamedTuple):
    """A key of the fact index."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class LineFeature(NamedTuple):
    """The side of a threshold on which a number falls. If several provisions set it, one in force is named."""

    feature: Feature
    line: thresholds.Threshold


def features_of(sheet: FactSheet) -> Iterator[Feature]:
    """All features of a fact sheet."""
    for fact in sheet.facts:
        if isinstance(fact, NumericalFact):
            yield from (side.feature for side in line_features(fact))
        else:
            yield from (feature for feature, _ in listed_features(fact))


def listed_features(fact: Fact) -> Iterator[tuple[Feature, Likeness]]:
    """Features of a fact that is not a number, each with the likeness of a case that has only that feature."""
    match fact:
        case NumericalFact():
            return
        case SectionFact():
            yield Feature("provision", fact.provision.id), Likeness.SAME
            if fact.provision.clauses:
                yield Feature("provision", fact.provision.base), Likeness.SAME
        case PartyFact():
            yield Feature("party", f"{fact.side} {fact.party_type}"), Likeness.SAME
        case RoleFact():
            if fact.holder:
                yield Feature("role", f"{fact.role} of {fact.holder}"), Likeness.SAME
            yield Feature("role", fact.role), Likeness.OTHER_HOLDER if fact.holder else Likeness.SAME
        case EvidenceFact():
            yield Feature("evidence", f"{fact.item} {fact.status}"), Likeness.SAME
        case _:
            yield from _with_group(fact.kind, fact.word or "")


def _with_group(kind: FactKind, name: str) -> Iterator[tuple[Feature, Likeness]]:
    yield Feature(kind.value, name), Likeness.SAME
    entry = entries(kind).get(name)
    if entry is not None and kind not in _UNGROUPED:
        yield Feature(f"{kind.value} group", entry.group), Likeness.SAME_GROUP


def line_features(fact: NumericalFact) -> tuple[LineFeature, ...]:
    """The number's side of each threshold; nothing for dates or for numbers that belong to nobody in particular."""
    if fact.quantity is Quantity.DATE:
        return ()
    role = thresholds.role_in_table(fact.quantity, fact.role)
    return _sides(fact.quantity, fact.value, fact.unit, role, fact.subject) if role is not None else ()


@lru_cache(maxsize=8192)
def _sides(quantity: Quantity, value: float, unit: str, role: str, subject: str | None) -> tuple[LineFeature, ...]:
    by_name: dict[str, LineFeature] = {}
    for rule in thresholds.applicable(quantity, role, subject=subject):
        is_other_drug = quantity is Quantity.WEIGHT and rule.subject != subject
        if is_other_drug or not units.comparable(rule.unit, unit):
            continue
        side = thresholds.side(rule, value, unit)
        line = units.to_base(rule.quantity, rule.value, rule.unit)
        name = f"{quantity} of {role}{f' ({rule.subject})' if quantity is Quantity.WEIGHT else ''} {side} {line:g}"
        earlier = by_name.get(name)
        if earlier is None or earlier.line.in_force_to is not None:
            by_name[name] = LineFeature(Feature("line", name), rule)
    return tuple(by_name.values())
