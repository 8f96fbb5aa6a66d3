"""A precedent beside the matter, as HYPO argues: what both share, what tells them apart, and which change would help.

A change that closes a difference makes the analogy stronger, one that takes a shared fact away makes it weaker.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from countercase.counterfactual.rules.numerical import relevant
from countercase.domain.facts import (
    EvidenceFact,
    Fact,
    FactSheet,
    NumericalFact,
    PartyFact,
    Quantity,
    RoleFact,
    SectionFact,
)
from countercase.domain.perturbation import Perturbation
from countercase.facts.words import provision_name
from countercase.law.quantities import units
from countercase.law.tables.adjacency import neighbours
from countercase.law.tables.codes import equivalents
from countercase.law.tables.opposites import opposed
from countercase.law.tables.thresholds import Threshold, side

Relation = Callable[[Fact, Fact], str | None]
Describe = Callable[[Fact], str]


@dataclass(frozen=True, slots=True)
class Pair:
    """A fact of the matter beside one of the precedent, and what their relation rests on."""

    matter: Fact
    precedent: Fact
    why: str


@dataclass(frozen=True, slots=True)
class Analogy:
    """The matter against one precedent. A near miss is a pair one step apart: a neighbour, an axis, a line."""

    shared: tuple[Pair, ...]
    near_misses: tuple[Pair, ...]
    only_matter: tuple[Fact, ...]
    only_precedent: tuple[Fact, ...]
    stronger: tuple[Perturbation, ...]
    weaker: tuple[Perturbation, ...]


def compare(matter: FactSheet, precedent: FactSheet, describe: Describe) -> Analogy:
    """All moves between a matter and a precedent; dates, and numbers of nobody, are no analogy and are left out."""
    own, theirs = _facts(matter), _facts(precedent)
    shared = list(_pairs(own, theirs, lambda left, right: _same(left, right, matter)))
    own, theirs = _left_over(own, theirs, shared)
    near = list(_pairs(own, theirs, lambda left, right: _near(left, right, matter)))
    own, theirs = _left_over(own, theirs, near)
    return Analogy(
        tuple(shared),
        tuple(near),
        tuple(own),
        tuple(theirs),
        tuple(_strengthening(near, own, theirs, describe)),
        tuple(_weakening(shared, describe)),
    )


def analogy_words(words: Describe, analogy: Analogy) -> dict[str, list[str]]:
    """The moves as lines of text: what stands under a head has the effect that the head names."""
    return {
        "shared; without one the analogy is weaker": [_both(words, pair) for pair in analogy.shared],
        "near misses; closing one makes it stronger": [_both(words, pair) for pair in analogy.near_misses],
        "only in the precedent; having one makes it stronger": [words(fact) for fact in analogy.only_precedent],
        "only in the matter; they distinguish": [words(fact) for fact in analogy.only_matter],
    }


def _both(words: Describe, pair: Pair) -> str:
    here, there = words(pair.matter), words(pair.precedent)
    return here if here == there else f"{here} / {there} ({pair.why})"


def _facts(sheet: FactSheet) -> list[Fact]:
    found: dict[tuple[str, ...], Fact] = {}
    for fact in sheet.facts:
        if not isinstance(fact, NumericalFact) or (fact.quantity is not Quantity.DATE and (fact.role or fact.subject)):
            found.setdefault(fact.key, fact)
    return list(found.values())


def _pairs(own: Iterable[Fact], theirs: Sequence[Fact], relation: Relation) -> Iterator[Pair]:
    """Each fact of the matter with the first of the precedent that stands in the relation; none is used twice."""
    free = list(theirs)
    for left in own:
        for right in free:
            why = relation(left, right)
            if why is not None:
                free.remove(right)
                yield Pair(left, right, why)
                break


def _left_over(own: list[Fact], theirs: list[Fact], pairs: list[Pair]) -> tuple[list[Fact], list[Fact]]:
    return (
        [fact for fact in own if not any(pair.matter is fact for pair in pairs)],
        [fact for fact in theirs if not any(pair.precedent is fact for pair in pairs)],
    )


def _same(left: Fact, right: Fact, matter: FactSheet) -> str | None:
    if left.key == right.key:
        return "the same"
    if isinstance(left, SectionFact) and isinstance(right, SectionFact):
        shared = equivalents(left.provision) & (equivalents(right.provision) | {right.provision})
        return "the same offence under the codes" if shared else None
    if isinstance(left, NumericalFact) and isinstance(right, NumericalFact) and _comparable(left, right):
        lines = relevant(left, matter)
        if lines and _line_between(left, right, lines) is None:
            return "on the same side of every line that the law draws here"
    return None


def _near(left: Fact, right: Fact, matter: FactSheet) -> str | None:
    if left.kind is not right.kind:
        return None
    if isinstance(left, SectionFact) and isinstance(right, SectionFact):
        edges = [edge for edge in neighbours(left.provision) if not edge.kind.is_beside]
        return next((f"{e.kind}: {e.reason}" for e in edges if e.neighbour.base == right.provision.base), None)
    if isinstance(left, NumericalFact) and isinstance(right, NumericalFact):
        line = _line_between(left, right, relevant(left, matter)) if _comparable(left, right) else None
        return f"{line.condition} ({provision_name(line.provision)}) lies between them" if line else None
    return _near_words(left, right)


def _near_words(left: Fact, right: Fact) -> str | None:
    """The same item with another status, another party on the same side, or the other end of an axis."""
    if isinstance(left, EvidenceFact) and isinstance(right, EvidenceFact):
        return f"{left.status} here, {right.status} there" if left.item == right.item else None
    if isinstance(left, PartyFact) and isinstance(right, PartyFact):
        return "another kind of party" if left.side is right.side else None
    if isinstance(left, RoleFact) and isinstance(right, RoleFact) and left.holder != right.holder:
        return None
    here, there = left.word, right.word
    return "two ends of one axis" if here and there and opposed(left.kind, here, there) else None


def _comparable(left: NumericalFact, right: NumericalFact) -> bool:
    same = (left.quantity, left.role, left.subject) == (right.quantity, right.role, right.subject)
    return same and units.comparable(left.unit, right.unit)


def _line_between(left: NumericalFact, right: NumericalFact, lines: Sequence[Threshold]) -> Threshold | None:
    return next((t for t in lines if side(t, left.value, left.unit) is not side(t, right.value, right.unit)), None)


def _strengthening(
    near: Iterable[Pair], own: Iterable[Fact], theirs: Iterable[Fact], describe: Describe
) -> Iterator[Perturbation]:
    """Close a near miss; have what only the precedent has; lose what only the matter has."""
    for pair in near:
        after = replace(pair.precedent, spans=pair.matter.spans, found_by="what-if")
        words = f"Stronger with {describe(pair.precedent)}, as in the precedent, and not {describe(pair.matter)}"
        yield Perturbation(pair.matter, after, "hypo", pair.why, f"{words} ({pair.why}).")
    for fact in theirs:
        after = replace(fact, spans=(), found_by="what-if")
        words = f"Stronger if the matter had what the precedent had: {describe(fact)}."
        yield Perturbation(None, after, "hypo", "only in the precedent", words)
    for fact in own:
        words = f"Stronger without what the precedent had not: {describe(fact)}."
        yield Perturbation(fact, None, "hypo", "only in the matter", words)


def _weakening(shared: Iterable[Pair], describe: Describe) -> Iterator[Perturbation]:
    for pair in shared:
        words = f"Weaker without what both share: {describe(pair.matter)}."
        yield Perturbation(pair.matter, None, "hypo", pair.why, words)
