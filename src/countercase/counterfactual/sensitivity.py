"""How far a ranking moves, exactly as the specification defines it, per fact type and per case."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from countercase.domain.case import CaseId
from countercase.domain.facts import FactKind, FactType
from countercase.domain.perturbation import Tree
from countercase.domain.ranking import RankShift


def rank_shift(before: Sequence[CaseId], after: Sequence[CaseId], k: int) -> RankShift:
    """Compare two rankings of distinct cases; a case outside the top k stands at rank k + 1."""
    old = {case: rank for rank, case in enumerate(before[:k], start=1)}
    new = {case: rank for rank, case in enumerate(after[:k], start=1)}
    outside = k + 1
    return RankShift(
        k=k,
        displacement={case: abs(old.get(case, outside) - new.get(case, outside)) for case in {**old, **new}},
        dropped=tuple(case for case in old if case not in new),
        entered=tuple(case for case in new if case not in old),
        stable=tuple(case for case in old if case in new),
    )


def compute_sensitivity_scores(tree: Tree) -> dict[FactType, float]:
    """Mean rank displacement over all edges of a fact type; an untested type is absent, not 0.0."""
    displacements: dict[FactType, list[float]] = defaultdict(list)
    for node in tree.nodes:
        if node.perturbation is not None and node.shift is not None and node.perturbation.fact_type is not None:
            displacements[node.perturbation.fact_type].append(node.shift.mean)
    return {fact_type: sum(values) / len(values) for fact_type, values in displacements.items()}


def sensitivity_by_kind(tree: Tree) -> dict[FactKind, float]:
    """Mean rank displacement for each finer kind of fact, for the extended report."""
    displacements: dict[FactKind, list[float]] = defaultdict(list)
    for node in tree.nodes:
        if node.perturbation is not None and node.shift is not None:
            displacements[node.perturbation.fact.kind].append(node.shift.mean)
    return {kind: sum(values) / len(values) for kind, values in displacements.items()}


def dispositive_types(tree: Tree, threshold: float) -> dict[FactType, bool]:
    """The specification's verdict: a type is dispositive if its sensitivity is above the threshold."""
    return {fact_type: score > threshold for fact_type, score in compute_sensitivity_scores(tree).items()}


@dataclass(frozen=True, slots=True)
class CaseSensitivity:
    """How robust one precedent is: the share of the tree's changes that keep it in the list, and those that drop it."""

    case_id: CaseId
    rank: int
    robustness: float
    dropped_by: tuple[int, ...]  # first-level nodes whose change drops the case


def case_sensitivity(tree: Tree) -> list[CaseSensitivity]:
    """For each precedent of the root, in rank order: the share of nodes that keep it, and what drops it."""
    changed_nodes = tree.nodes[1:]
    return [
        CaseSensitivity(
            case_id,
            rank,
            _share([case_id in node.ranking[: tree.k] for node in changed_nodes]),
            tuple(node.id for node in tree.children(0) if case_id not in node.ranking[: tree.k]),
        )
        for rank, case_id in enumerate(tree.root.ranking[: tree.k], start=1)
    ]


def _share(truths: Sequence[bool]) -> float:
    return sum(truths) / len(truths) if truths else 1.0
