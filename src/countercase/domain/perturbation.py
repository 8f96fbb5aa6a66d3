"""A change of exactly one fact, and the tree that such changes form."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactSheet, FactType, IngredientFact, LineFact, WordsFact
from countercase.domain.ranking import RankShift
from countercase.domain.span import Span


class LawEffect(StrEnum):
    """The effect of a change in law, as far as the tables know."""

    CROSSES = "crosses a line"
    GAINED = "ingredient gained"
    LOST = "ingredient lost"
    NONE_KNOWN = "none known"


@dataclass(frozen=True, slots=True)
class LawReading:
    """The legal consequence of a change, in a sentence; no provision if nothing is known.

    `also` names further provisions: those of other lines that the same change crosses, which `says` covers too, and
    those that need the same ingredient.
    """

    effect: LawEffect
    provision: str | None
    says: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Words of the narrative and their replacement."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Perturbation:
    """One change. `before` None adds a fact, `after` None removes one; never both.

    A change of an ingredient or of a line carries its text edits, or none if the text could not be changed cleanly. If
    `adds_supposition`, they add a sentence that states the supposition and do not rewrite the text. `law` is the legal
    consequence of the change.
    """

    before: Fact | None
    after: Fact | None
    rule: str
    basis: str
    sentence: str
    edits: tuple[TextEdit, ...] = ()
    law: LawReading | None = None
    adds_supposition: bool = False

    def __post_init__(self) -> None:
        if self.before is None and self.after is None:
            raise ValueError("a perturbation changes, adds or removes a fact")
        if self.before is not None and self.after is not None and self.before.kind is not self.after.kind:
            raise ValueError("a perturbation keeps the kind of the fact it changes")

    @property
    def fact(self) -> Fact:
        """The fact that is changed, added or removed."""
        fact = self.before or self.after
        if fact is None:  # __post_init__ refuses this; the type checker does not know
            raise AssertionError
        return fact

    @property
    def is_supposed(self) -> bool:
        """Whether the change is of an ingredient, a line or the user's own words, which no sheet contains."""
        return isinstance(self.fact, IngredientFact | LineFact | WordsFact)

    @property
    def fact_type(self) -> FactType | None:
        """The specification's type that the change is scored under."""
        return self.fact.type


@dataclass(frozen=True, slots=True)
class Node:
    """A fact sheet, its ranking, and the change that led here; the root has no parent, perturbation or shift."""

    id: int
    parent: int | None
    depth: int
    sheet: FactSheet
    ranking: tuple[CaseId, ...]
    perturbation: Perturbation | None = None
    shift: RankShift | None = None
    pruned: bool = False


@dataclass(frozen=True, slots=True)
class Tree:
    """All nodes, the root first, every parent before its children."""

    nodes: tuple[Node, ...]
    k: int

    def __post_init__(self) -> None:
        for index, node in enumerate(self.nodes):
            if node.id != index:
                raise ValueError(f"node {node.id} is at index {index}")
            if (node.parent is None) != (index == 0) or (node.parent is not None and node.parent >= index):
                raise ValueError(f"node {node.id} needs a parent before it")

    @property
    def root(self) -> Node:
        """The matter as given."""
        return self.nodes[0]

    def children(self, node_id: int) -> Iterator[Node]:
        """The nodes that are one change below a node."""
        return (node for node in self.nodes if node.parent == node_id)
