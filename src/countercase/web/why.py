"""Why a case was found and why ranks moved, in sentences that each point at their place in a case."""

from dataclasses import dataclass

from countercase.domain.perturbation import Node
from countercase.domain.ranking import Precedent
from countercase.web.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Why:
    """One sentence and where in the case it rests."""

    sentence: str
    anchor: str


def why_found(bench: Workbench, narrative: str, precedent: Precedent) -> tuple[Why, ...]:
    """The sentences for a card."""
    del bench, narrative, precedent
    return ()


def why_the_ranks_moved(bench: Workbench, parent: Node, node: Node) -> tuple[Why, ...]:
    """The sentences for a node."""
    del bench, parent, node
    return ()
