"""One change of a tree in full: its words, its evidence, why ranks moved, and both lists."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from countercase.counterfactual.result import WhatIf
from countercase.domain.perturbation import Node
from countercase.errors import InputError
from countercase.report.charts import TwoLists, two_lists
from countercase.report.marks import fact_class, word_changes
from countercase.report.tree_picture import Standing, common_scale, standing


@dataclass(frozen=True, slots=True)
class Why:
    """One sentence of an explanation and the link to where it rests."""

    sentence: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change as the page and the report show it; `path` leads from the matter as given to the node before."""

    id: int
    path: tuple[tuple[int, str], ...]
    sentence: str
    rule: str
    basis: str
    css: str
    mean: float
    text: Markup
    lists: TwoLists
    standing: Standing | None
    why: tuple[Why, ...]
    pruned: bool
    leaf: bool


def change_view(run: WhatIf, node: Node, why: Sequence[Why] = ()) -> ChangeView:
    """Everything about one change."""
    change, shift = node.perturbation, node.shift
    if change is None or shift is None or node.parent is None:
        raise InputError("The matter as given has no change to show.")
    parent = run.tree.nodes[node.parent]
    css, seen = fact_class(change.fact), run.evidence.get(node.id)
    return ChangeView(
        node.id,
        tuple(path(run, node)),
        change.sentence,
        change.rule,
        change.basis,
        css,
        shift.mean,
        word_changes(parent.sheet.narrative, node.sheet.narrative),
        two_lists(parent.ranking, node.ranking, run.names, run.tree.k),
        standing(seen, css, common_scale(run.evidence.values())) if seen else None,
        tuple(why),
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
