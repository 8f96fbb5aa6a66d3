"""The categories of a fact: tokens that a judgment and a query share, whatever words they use.

A changed age does nothing to a ranking of words: 17 and 19 are two numbers among thousands. As `age under 18` and
`age over 18` they are two different things that judgments hold.

Two rankings use categories, and each has its own. The what-if instrument counts tokens as BM25 counts words, so its
tokens may overlap, and every line counts a little. The fact searcher gives a share for each fact, so its features are
one for each fact and one for each wider reading of it.
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

# Tokens for the what-if instrument.

_YOUNG = frozenset({"minor", "juvenile", "child"})
_MAJORITY = "18"
_DEEDS = frozenset({FactKind.ACT, FactKind.INSTRUMENT, FactKind.RESULT})
Tokens = dict[str, float]  # token -> how much it counts


def deed_tokens(facts: Iterable[Fact]) -> Tokens:
    """What was done, with what, and what came of it; a fact counts once for every place that states it."""
    return _counted(fact for fact in facts if fact.kind in _DEEDS)


def category_tokens(facts: Iterable[Fact]) -> Tokens:
    """The tokens of all other facts but provisions."""
    return _counted(fact for fact in facts if fact.kind not in _DEEDS)


def provision_tokens(facts: Iterable[Fact]) -> Tokens:
    """The sections that the facts name, under both codes: `BNS-103(1)` gives `BNS-103` and `IPC-302`."""
    counts: Tokens = {}
    for fact in facts:
        if isinstance(fact, SectionFact):
            for section in sorted(both_codes(fact.provision)):
                counts[section] = counts.get(section, 0.0) + _mentions(fact)
    return counts


def _counted(facts: Iterable[Fact]) -> Tokens:
    counts: Tokens = {}
    for fact in facts:
        for token, share in _tokens(fact):
            counts[token] = counts.get(token, 0.0) + share * _mentions(fact)
    return counts


@cache
def both_codes(provision: Provision) -> frozenset[str]:
    """A provision's section and what stands for it in the other code."""
    return frozenset(same.base for same in equivalents(provision))


def _mentions(fact: Fact) -> int:
    return max(1, len(fact.spans))  # a fact that a user added stands nowhere yet


def _tokens(fact: Fact) -> Iterator[tuple[str, float]]:
    if isinstance(fact, NumericalFact):
        yield from _number(fact)
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


def _number(fact: NumericalFact) -> Iterator[tuple[str, float]]:
    """Where the number stands among the law's lines, for anybody and for the one whose number it is.

    The step between two lines counts as one fact. The sides of all lines together count as another: a claim of two
    crores is like one of three, though a line lies between them.
    """
    if fact.quantity is Quantity.DATE:
        return
    role = thresholds.role_in_table(fact.quantity, fact.role)
    ladders = [
        (whose, lines) for whose, lines in _ladders(fact.quantity, fact.unit == units.PERCENT) if whose in {None, role}
    ]
    all_lines = sum(len(lines) for _, lines in ladders)
    for whose, lines in ladders:
        name = fact.quantity.value if whose is None else f"{fact.quantity.value} of {whose}"
        sides = [thresholds.side(line, fact.value, fact.unit) for line in lines]
        for line, side in zip(lines, sides, strict=True):
            yield f"{name} {side.value} {_name(line)}", 1 / all_lines
        yield f"{name} step {sides.count(thresholds.ThresholdSide.OVER)}", 1


@cache
def _ladders(quantity: Quantity, percent: bool) -> tuple[tuple[str | None, tuple[thresholds.Threshold, ...]], ...]:
    """The distinct lines that the law draws for a quantity: all of them (None), and those for each role."""
    by_role: dict[str | None, dict[tuple[float, bool], thresholds.Threshold]] = {}
    for rule in thresholds.applicable(quantity):
        if (rule.unit == units.PERCENT) == percent:
            for role in (None, rule.role):
                by_role.setdefault(role, {}).setdefault(_line(rule), rule)
    return tuple((role, tuple(lines[line] for line in sorted(lines))) for role, lines in by_role.items())


def _line(rule: thresholds.Threshold) -> tuple[float, bool]:
    """Where the result changes, in base units, and whether the number itself still lies under the line."""
    value = rule.value if rule.unit == units.PERCENT else units.to_base(rule.quantity, rule.value, rule.unit)
    return value, rule.operator in {thresholds.Operator.AT_MOST, thresholds.Operator.ABOVE}


def _name(rule: thresholds.Threshold) -> str:
    value, included = _line(rule)
    return f"{value:.10g}{'+' if included else ''}"


# Features for the fact searcher.

_UNGROUPED = frozenset({FactKind.RESULT})  # death and grievous hurt share a group, and are what a case turns on


class Feature(NamedTuple):
    """A key of the fact index."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class LineFeature(NamedTuple):
    """On which side of a line a number stands, and the line; of several provisions that draw it, one in force."""

    feature: Feature
    line: thresholds.Threshold


def features_of(sheet: FactSheet) -> Iterator[Feature]:
    """Every feature of a sheet."""
    for fact in sheet.facts:
        if isinstance(fact, NumericalFact):
            yield from (side.feature for side in line_features(fact))
        else:
            yield from (feature for feature, _ in listed_features(fact))


def listed_features(fact: Fact) -> Iterator[tuple[Feature, Likeness]]:
    """The features of a fact that is no number, each with how a case that has no more than this stands to the fact."""
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
    known = entries(kind).get(name)
    if known is not None and kind not in _UNGROUPED:
        yield Feature(f"{kind.value} group", known.group), Likeness.SAME_GROUP


def line_features(fact: NumericalFact) -> tuple[LineFeature, ...]:
    """On which side of each line the number stands; nothing for dates and numbers of nobody in particular."""
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
        known = by_name.get(name)
        if known is None or known.line.in_force_to is not None:
            by_name[name] = LineFeature(Feature("line", name), rule)
    return tuple(by_name.values())
