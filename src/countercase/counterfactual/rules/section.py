"""Changes of sections: replace a charge with a neighbour, add or drop a companion, use the code in force."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from countercase.domain.facts import FactSheet, SectionFact
from countercase.domain.perturbation import Perturbation
from countercase.domain.provision import Provision
from countercase.errors import LawError
from countercase.facts.governing_law import matter_date, penal_code
from countercase.facts.words import provision_name
from countercase.law.near_provisions import Edge, EdgeKind, edges, neighbours
from countercase.law.tables.codes import NEW_OF_OLD, counterparts, equivalents

_OTHER_CODE = {**NEW_OF_OLD, **{new: old for old, new in NEW_OF_OLD.items()}}
# A lawyer asks for the lighter charge first, then the heavier, then another label for the same events.
_ORDER = (EdgeKind.LESSER, EdgeKind.AGGRAVATED, EdgeKind.GRAVER, EdgeKind.ALTERNATIVE, EdgeKind.PROCEDURAL)
_WORDS = {
    EdgeKind.LESSER: "a lesser offence",
    EdgeKind.GRAVER: "a graver offence",
    EdgeKind.AGGRAVATED: "the aggravated form",
    EdgeKind.ALTERNATIVE: "an alternative",
    EdgeKind.PROCEDURAL: "another step of procedure",
}


def propose_sections(sheet: FactSheet) -> Iterator[Perturbation]:
    """Every change of a provision that the tables know, in the order in which a lawyer would ask."""
    for fact in sheet.facts:
        if isinstance(fact, SectionFact):
            yield from _of_one(fact, sheet)


def _of_one(fact: SectionFact, sheet: FactSheet) -> Iterator[Perturbation]:
    charged = sheet.provisions
    yield from _right_code(fact, sheet)
    leader = _leader(fact.provision, charged)
    if leader is not None:
        yield _drop(fact, leader)
        return
    if fact.provision in _shared_liability() and any(
        other.act == fact.provision.act for other in charged if other != fact.provision
    ):
        yield _drop(fact, _shared_liability()[fact.provision])
    near = neighbours(fact.provision)
    for kind in _ORDER:
        for edge in near:
            if edge.kind is kind and edge.neighbour not in charged and not _old_and_new(edge):
                yield _swap(fact, edge)
    for edge in near:
        if edge.kind.is_beside and _leads(edge.provision, edge.neighbour) and edge.neighbour not in charged:
            yield _add(edge)


def _swap(fact: SectionFact, edge: Edge) -> Perturbation:
    after = replace(fact, provision=edge.neighbour)
    sentence = f"What if it were {provision_name(edge.neighbour)} instead of {provision_name(fact.provision)}?"
    return Perturbation(fact, after, "section swap", basis(edge), f"{sentence} ({_WORDS[edge.kind]}; {edge.reason})")


def _add(edge: Edge) -> Perturbation:
    after = SectionFact(spans=(), provision=edge.neighbour, found_by="what-if")
    if edge.kind is EdgeKind.EXCEPTION:
        words = f"{provision_name(edge.neighbour)} answered the charge under {provision_name(edge.provision)}"
    else:
        words = f"{provision_name(edge.neighbour)} were invoked with {provision_name(edge.provision)}"
    return Perturbation(None, after, "companion added", basis(edge), f"What if {words}? ({edge.reason})")


def _drop(fact: SectionFact, edge: Edge) -> Perturbation:
    """Drop a companion without replacement."""
    sentence = f"What if {provision_name(fact.provision)} fell away? ({edge.back})"
    return Perturbation(fact, None, "companion dropped", basis(edge), sentence)


def _right_code(fact: SectionFact, sheet: FactSheet) -> Iterator[Perturbation]:
    """The same offence under the code in force on the date, if the sheet names the other code."""
    day, allowed = matter_date(sheet), penal_code(sheet)
    if allowed is None or fact.provision.act not in {"IPC", "BNS"} or fact.provision.act == allowed:
        return
    try:
        others = counterparts(fact.provision)
    except LawError:  # the code has no such section, so there is no equivalent
        return
    for other in others:
        if other.provision is not None:
            sentence = f"What if it were charged as {provision_name(other.provision)}, the code in force on {day}?"
            row = f"crosswalk {fact.provision.id} > {other.provision.id} ({other.change}); BNS s.358"
            yield Perturbation(fact, replace(fact, provision=other.provision), "code by date", row, sentence)


def basis(edge: Edge) -> str:
    """The id of the table row behind an edge."""
    return f"adjacency {edge.provision.id} > {edge.neighbour.id} ({edge.kind})"


def _old_and_new(edge: Edge) -> bool:
    """Whether an edge leads to the other code: the date of the offence decides that, not a what-if."""
    return _OTHER_CODE.get(edge.provision.act) == edge.neighbour.act


def _leader(companion: Provision, charged: tuple[Provision, ...]) -> Edge | None:
    """The edge from a charged provision to its companion; None if the provision is nobody's companion here."""
    same = equivalents(companion) | {companion}
    for provision in charged:
        for edge in neighbours(provision):
            if edge.kind.is_beside and edge.neighbour in same and _leads(edge.provision, edge.neighbour):
                return edge
    return None


def _leads(provision: Provision, companion: Provision) -> bool:
    """Whether the table lists the companion on the right: s.34 goes with s.302, not s.302 with s.34."""
    return (provision, companion) in _companion_rows()


@cache
def _shared_liability() -> Mapping[Provision, Edge]:
    """Sections that go with several offences (common intention, conspiracy ...), each with its first row."""
    by_companion: dict[Provision, list[Edge]] = {}
    for edge in edges():
        if edge.kind.is_beside:
            by_companion.setdefault(edge.neighbour, []).append(edge)
    return {companion: rows[0] for companion, rows in by_companion.items() if len(rows) > 1}


@cache
def _companion_rows() -> frozenset[tuple[Provision, Provision]]:
    return frozenset((edge.provision, edge.neighbour) for edge in edges() if edge.kind.is_beside)
