"""Facts as tokens that a judgment and a query share: which side of a legal line a number is on, what evidence there is.

A changed age does nothing to a ranking of words: 17 and 19 are two numbers among thousands. As `age under 18` and
`age over 18` they are two different things that judgments hold.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from countercase.domain.facts import (
    EvidenceFact,
    Fact,
    FactKind,
    NumericalFact,
    PartyFact,
    Quantity,
    RoleFact,
    SectionFact,
)
from countercase.domain.provision import Provision
from countercase.law.quantities import units
from countercase.law.tables import thresholds
from countercase.law.tables.codes import equivalents

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
    found: Tokens = {}
    for fact in facts:
        if isinstance(fact, SectionFact):
            for section in sorted(both_codes(fact.provision)):
                found[section] = found.get(section, 0.0) + _mentions(fact)
    return found


def _counted(facts: Iterable[Fact]) -> Tokens:
    found: Tokens = {}
    for fact in facts:
        for token, share in _tokens(fact):
            found[token] = found.get(token, 0.0) + share * _mentions(fact)
    return found


@cache
def both_codes(provision: Provision) -> frozenset[str]:
    """A provision's section and what stands for it in the other code."""
    return frozenset(one.base for one in equivalents(provision))


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
    found: dict[str | None, dict[tuple[float, bool], thresholds.Threshold]] = {}
    for rule in thresholds.applicable(quantity):
        if (rule.unit == units.PERCENT) == percent:
            for role in (None, rule.role):
                found.setdefault(role, {}).setdefault(_line(rule), rule)
    return tuple((role, tuple(lines[line] for line in sorted(lines))) for role, lines in found.items())


def _line(rule: thresholds.Threshold) -> tuple[float, bool]:
    """Where the result changes, in base units, and whether the number itself still lies under the line."""
    value = rule.value if rule.unit == units.PERCENT else units.to_base(rule.quantity, rule.value, rule.unit)
    return value, rule.operator in {thresholds.Operator.AT_MOST, thresholds.Operator.ABOVE}


def _name(rule: thresholds.Threshold) -> str:
    value, included = _line(rule)
    return f"{value:.10g}{'+' if included else ''}"
