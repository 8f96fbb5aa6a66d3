"""Which provisions are near each other, and which values of a fact are opposites in law.

What is near has two answers, because there are two questions.

*What could be charged instead?* Murder and culpable homicide: the table of neighbours answers, step by step.
*What belongs to the same subject?* Section 149 IPC punishes what section 141 defines. Neither can be charged instead of
the other, so the table does not connect them, and yet the five persons of section 141 matter wherever section 149 is
named. Acts keep a subject together, so the distance between section numbers answers.

A tenant is not a licensee, a juvenile not an adult: opposites are pairs of values that the law treats differently, with
a reason for each direction.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from countercase.domain.provision import Provision
from countercase.law.tables import rows_of
from countercase.law.tables.acts import equivalents

# Which provisions a what-if may substitute for another, and why. The table is `adjacency.csv`.


class EdgeKind(StrEnum):
    """The relation of the neighbour to the provision."""

    LESSER = "lesser"
    GRAVER = "graver"
    ALTERNATIVE = "alternative"
    AGGRAVATED = "aggravated"
    COMPANION = "companion"
    EXCEPTION = "exception"
    PROCEDURAL = "procedural"

    @property
    def inverse(self) -> "EdgeKind":
        """The same edge from the other end; the plain form of an aggravated offence is a lesser one."""
        return _INVERSE.get(self, self)

    @property
    def is_beside(self) -> bool:
        """Whether the neighbour is cited beside the provision (s.34, private defence) and does not replace it."""
        return self in {EdgeKind.COMPANION, EdgeKind.EXCEPTION}


_INVERSE = {
    EdgeKind.LESSER: EdgeKind.GRAVER,
    EdgeKind.GRAVER: EdgeKind.LESSER,
    EdgeKind.AGGRAVATED: EdgeKind.LESSER,
}


@dataclass(frozen=True, slots=True)
class Edge:
    """`neighbour` is the `kind` (lesser, graver ...) of `provision`.

    `reason` is the fact that makes the neighbour apply instead; `back` is the fact that makes the provision apply.
    A companion is invoked with the provision if `reason` holds; an exception answers it. Both fall away on `back`.
    """

    provision: Provision
    neighbour: Provision
    kind: EdgeKind
    reason: str
    back: str
    source: str

    @property
    def inverse(self) -> "Edge":
        """The edge from its other end, with the reason for that direction."""
        return Edge(self.neighbour, self.provision, self.kind.inverse, self.back, self.reason, self.source)


@cache
def edges() -> tuple[Edge, ...]:
    """Every edge once, as in the table."""
    return tuple(
        Edge(
            Provision.parse(row["provision"]),
            Provision.parse(row["neighbour"]),
            EdgeKind(row["kind"]),
            row["reason"],
            row["back"],
            row["source"],
        )
        for row in rows_of("adjacency.csv")
    )


def neighbours(provision: Provision) -> tuple[Edge, ...]:
    """The edges that start at a provision.

    A clause without its own edges takes those of the provision it belongs to, and always its companions: common
    intention goes with every limb of section 304. A section named without its clauses ("Section 103 BNS") takes the
    edges of its clauses.
    """
    result: tuple[Edge, ...] = ()
    for length in range(len(provision.clauses), -1, -1):
        edges_here = _from().get(replace(provision, clauses=provision.clauses[:length]), ())
        if not result:
            result = edges_here
        else:
            near = {edge.neighbour for edge in result}
            result += tuple(edge for edge in edges_here if edge.kind.is_beside and edge.neighbour not in near)
    if result:
        return result
    return _of_clauses().get(provision.base, ()) if not provision.clauses else ()


def distance(start: Provision, goal: Provision, limit: int = 3) -> int | None:
    """The fewest swaps between two provisions, or None beyond `limit`.

    A companion or exception (common intention, private defence ...) goes with nearly every offence: it counts as one
    step, and no path leads through it.
    """
    seen, queue = {start}, deque([(start, 0)])
    while queue:
        provision, steps = queue.popleft()
        if provision == goal:
            return steps
        if steps == limit:
            continue
        for edge in neighbours(provision):
            passable = not edge.kind.is_beside or (provision == start and edge.neighbour == goal)
            if passable and edge.neighbour not in seen:
                seen.add(edge.neighbour)
                queue.append((edge.neighbour, steps + 1))
    return None


@cache
def _from() -> Mapping[Provision, tuple[Edge, ...]]:
    starting: dict[Provision, list[Edge]] = {}
    for edge in edges():
        starting.setdefault(edge.provision, []).append(edge)
        starting.setdefault(edge.neighbour, []).append(edge.inverse)
    return MappingProxyType({provision: tuple(edges_from) for provision, edges_from in starting.items()})


@cache
def _of_clauses() -> Mapping[str, tuple[Edge, ...]]:
    """Edges from clauses, by section, each neighbour once; edges within the section are left out."""
    starting: dict[str, dict[Provision, Edge]] = {}
    for provision, edges_of_clause in _from().items():
        for edge in edges_of_clause:
            if edge.neighbour.base != provision.base:
                starting.setdefault(provision.base, {}).setdefault(edge.neighbour, edge)
    return MappingProxyType({base: tuple(by_neighbour.values()) for base, by_neighbour in starting.items()})


SWAPS = 2  # steps in the table of neighbours beyond which a provision no longer concerns the same events
_CHAPTER = 10  # sections; unlawful assembly is IPC 141 to 149


@cache
def can_replace(provision: Provision, other: Provision) -> bool:
    """Whether one could be charged instead of the other, under either code, within two steps of the table."""
    same = {provision, *equivalents(provision)}
    return other in same or any(distance(other, near, SWAPS) is not None for near in same)


def same_subject(left: Provision, right: Provision) -> bool:
    """Whether two provisions of one Act are close enough to concern one subject."""
    is_one_series = (left.act, left.order, left.article) == (right.act, right.order, right.article)
    return is_one_series and abs(_number(left) - _number(right)) <= _CHAPTER


def replacements(provision: Provision) -> tuple[Edge, ...]:
    """The neighbours that may replace a charge; provisions only cited beside it are left out."""
    return tuple(edge for edge in neighbours(provision) if not edge.kind.is_beside)


def other_names(provision: Provision) -> tuple[Edge, ...]:
    """The neighbours that label the same events differently: a replacement, but not another step of procedure.

    A what-if may ask for bail under another section; a case on that section is not about the same events.
    """
    return tuple(edge for edge in replacements(provision) if edge.kind is not EdgeKind.PROCEDURAL)


def _number(provision: Provision) -> int:
    return int("".join(filter(str.isdigit, provision.number)))


# Opposites. The table is `opposites.csv`.


@dataclass(frozen=True, slots=True)
class Step:
    """From one value to its opposite; the basis is the provision on the new value."""

    kind: str
    before: str
    after: str
    provision: Provision
    why: str

    @property
    def basis(self) -> str:
        """The row of the table, with the provision."""
        return f"axis {self.before} > {self.after} ({self.provision.id})"


def steps(kind: str, value: str) -> Iterator[Step]:
    """The steps from a value to each of its opposites, in the order of the table."""
    return (step for step in all_steps() if step.kind == kind and step.before.casefold() == value.casefold())


def opposed(kind: str, left: str, right: str) -> bool:
    """Whether two values are opposites."""
    return (kind, frozenset((left.casefold(), right.casefold()))) in _pairs()


@cache
def _pairs() -> frozenset[tuple[str, frozenset[str]]]:
    return frozenset((step.kind, frozenset((step.before.casefold(), step.after.casefold()))) for step in all_steps())


@cache
def all_steps() -> tuple[Step, ...]:
    """Every pair in both directions; a pair without a reason for the return is used in one direction only."""
    rows: list[Step] = []
    for row in rows_of("opposites.csv"):
        left, right = Provision.parse(row["left_basis"]), Provision.parse(row["right_basis"])
        rows.append(Step(row["kind"], row["left"], row["right"], right, row["why"]))
        if row["back"]:
            rows.append(Step(row["kind"], row["right"], row["left"], left, row["back"]))
    return tuple(rows)
