"""One change in full: its words, its evidence, why ranks moved, and both lists."""

from dataclasses import dataclass

from markupsafe import Markup

from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.verdict import EdgeEvidence
from countercase.domain.perturbation import Node
from countercase.errors import InputError
from countercase.web.pictures.marks import fact_class, word_changes
from countercase.web.pictures.placebo import Standing, common_scale, standing
from countercase.web.pictures.two_lists import TwoLists, two_lists
from countercase.web.precedents.why import Why, why_the_ranks_moved
from countercase.web.workbench import Workbench


@dataclass(frozen=True, slots=True)
class NodeView:
    """A node as the page shows it."""

    id: int
    path: tuple[tuple[int, str], ...]
    sentence: str
    rule: str
    basis: str
    css: str
    mean: float
    text: Markup
    lists: TwoLists
    evidence: EdgeEvidence | None
    standing: Standing | None
    why: tuple[Why, ...]
    pruned: bool
    leaf: bool


def view(bench: Workbench, run: WhatIf, node: Node) -> NodeView:
    """Everything about one change."""
    change, shift = node.perturbation, node.shift
    if change is None or shift is None or node.parent is None:
        raise InputError("The matter as given has no change to show.")
    parent = run.tree.nodes[node.parent]
    css, seen = fact_class(change.fact), run.evidence.get(node.id)
    return NodeView(
        node.id,
        tuple(path(run, node)),
        change.sentence,
        change.rule,
        change.basis,
        css,
        shift.mean,
        word_changes(parent.sheet.narrative, node.sheet.narrative),
        two_lists(parent.ranking, node.ranking, run.names, run.tree.k),
        seen,
        standing(seen, css, common_scale(run.evidence.values())) if seen else None,
        why_the_ranks_moved(bench, run, node),
        node.pruned,
        not any(True for _ in run.tree.children(node.id)),
    )


def path(run: WhatIf, node: Node) -> list[tuple[int, str]]:
    """The changes from the root to the node's parent."""
    steps: list[tuple[int, str]] = []
    while node.parent is not None:
        node = run.tree.nodes[node.parent]
        label = run.label(node.perturbation) if node.perturbation else "The matter as given"
        steps.insert(0, (node.id, label))
    return steps


def strongest(run: WhatIf) -> list[Node]:
    """Each change once, where it is nearest to the matter; those that move the list furthest first."""
    first: dict[str, Node] = {}
    for node in sorted(run.tree.nodes[1:], key=lambda node: node.depth):
        if node.perturbation is not None:
            first.setdefault(node.perturbation.sentence, node)
    return sorted(first.values(), key=lambda node: -(node.shift.mean if node.shift else 0))
