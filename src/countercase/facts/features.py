"""What two sheets are compared by: one short key for each fact, and wider ones for its group."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from countercase.domain import facts as f
from countercase.errors import LawError
from countercase.facts.vocabulary import entries
from countercase.law.quantities import units
from countercase.law.tables import thresholds

_GROUP_SHARE = 0.4  # a sword for an axe
_ROLE_SHARE = 0.7  # the same role, held by somebody else


class Feature(NamedTuple):
    """A key of the index."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


def features_of(sheet: f.FactSheet) -> Iterator[Feature]:
    """Every key of a sheet."""
    for fact in sheet.facts:
        if isinstance(fact, f.NumericalFact):
            yield from threshold_features(fact)
        else:
            yield from (feature for feature, _ in shared_features(fact))


def shared_features(fact: f.Fact) -> Iterator[tuple[Feature, float]]:
    """The keys of a fact that is no number, each with the share of the fact that it stands for."""
    match fact:
        case f.SectionFact():
            yield Feature("provision", fact.provision.id), 1.0
            if fact.provision.clauses:
                yield Feature("provision", fact.provision.base), 1.0
        case f.PartyFact():
            yield Feature("party", f"{fact.side} {fact.party_type}"), 1.0
        case f.RoleFact():
            if fact.holder:
                yield Feature("role", f"{fact.role} of {fact.holder}"), 1.0
            yield Feature("role", fact.role), _ROLE_SHARE if fact.holder else 1.0
        case f.EvidenceFact():
            yield Feature("evidence", f"{fact.item} {fact.status}"), 1.0
        case f.RelationFact():
            yield from _with_group(f.FactKind.RELATION, fact.relation)
        case f.InstrumentFact():
            yield from _with_group(f.FactKind.INSTRUMENT, fact.instrument)
        case f.ResultFact():
            yield Feature("result", fact.result), 1.0
        case f.ActFact():
            yield from _with_group(f.FactKind.ACT, fact.act)


def _with_group(kind: f.FactKind, name: str) -> Iterator[tuple[Feature, float]]:
    yield Feature(kind.value, name), 1.0
    known = entries(kind).get(name)
    if known is not None:
        yield Feature(f"{kind.value} group", known.group), _GROUP_SHARE


def threshold_features(fact: f.NumericalFact) -> tuple[Feature, ...]:
    """On which side of each legal line the number stands; nothing for dates and numbers of nobody in particular."""
    if fact.quantity is f.Quantity.DATE:
        return ()
    role = thresholds.role_in_table(fact.quantity, fact.role)
    return _sides(fact.quantity, fact.value, fact.unit, role, fact.subject) if role is not None else ()


@lru_cache(maxsize=8192)
def _sides(quantity: f.Quantity, value: float, unit: str, role: str, subject: str | None) -> tuple[Feature, ...]:
    found: dict[str, Feature] = {}
    for rule in thresholds.applicable(quantity, role, subject=subject):
        if quantity is f.Quantity.WEIGHT and rule.subject != subject:
            continue
        try:
            side = thresholds.side(rule, value, unit)
        except LawError:  # a share beside an amount: they do not compare
            continue
        line = units.to_base(rule.quantity, rule.value, rule.unit)
        name = f"{quantity} of {role}{f' ({rule.subject})' if quantity is f.Quantity.WEIGHT else ''} {side} {line:g}"
        found[name] = Feature("line", name)
    return tuple(found.values())
