"""What a tree says of fact types and of single facts, and one plain sentence on it."""

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.sensitivity import compute_sensitivity_scores, dispositive_types
from countercase.counterfactual.state import FactKey, fact_key
from countercase.counterfactual.verdict import EdgeEvidence, controlled_types
from countercase.domain.facts import Fact, FactType
from countercase.domain.perturbation import Node
from countercase.web.matter.fact_forms import TYPE_NAMES, short_words
from countercase.web.pages import places

DRAWS = 1000  # of the bootstrap


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the tree says of one fact type."""

    css: str
    name: str
    changes: int
    mean: float
    low: float
    high: float
    seed: bool
    controlled: bool | None


@dataclass(frozen=True, slots=True)
class FactEffect:
    """What the single changes of one fact did."""

    fact: Fact
    added: bool
    node: int
    mean: float
    changes: int
    evidence: EdgeEvidence | None


def verdicts_of(run: WhatIf) -> list[Verdict]:
    """Each tested fact type with the mean over its changes, a bootstrap interval, and both verdicts."""
    scores = compute_sensitivity_scores(run.tree)
    seed = dispositive_types(run.tree, run.growth.options.dispositive_threshold)
    controlled = controlled_types(run.tree, run.evidence)
    moved: dict[FactType, list[float]] = defaultdict(list)
    for node in run.tree.nodes:
        if node.perturbation and node.shift and node.perturbation.fact_type:
            moved[node.perturbation.fact_type].append(node.shift.mean)
    rows = []
    for kind in sorted(scores, key=lambda one: -scores[one]):
        low, high = interval(moved[kind])
        name = TYPE_NAMES[kind.value]
        rows.append(
            Verdict(kind.value, name, len(moved[kind]), scores[kind], low, high, seed[kind], controlled.get(kind))
        )
    return rows


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The middle 95 % of means of samples drawn from the values; the value itself where there is one."""
    chooser = random.Random(20)  # noqa: S311 - a seeded draw, not a secret
    count = len(values)
    means = sorted(sum(chooser.choices(values, k=count)) / count for _ in range(DRAWS))
    return means[int(0.025 * DRAWS)], means[int(0.975 * DRAWS) - 1]


def effects_of(run: WhatIf) -> list[FactEffect]:
    """The changes one step from the matter by the fact they touch, the strongest first."""
    by_fact: dict[tuple[FactKey, bool], list[Node]] = defaultdict(list)
    for node in run.tree.children(0):
        if node.perturbation is not None and node.shift is not None:
            by_fact[fact_key(node.perturbation.fact), node.perturbation.before is None].append(node)
    rows = [_effect(run, nodes, added) for (_, added), nodes in by_fact.items()]
    return sorted(rows, key=lambda one: -one.mean)


def _effect(run: WhatIf, nodes: Sequence[Node], added: bool) -> FactEffect:
    strongest = max(nodes, key=_mean)
    if strongest.perturbation is None:  # the caller has left these out; the type checker does not know
        raise AssertionError
    mean = sum(map(_mean, nodes)) / len(nodes)
    measured = [run.evidence[node.id] for node in nodes if node.id in run.evidence]
    evidence = max(measured, key=lambda one: one.effect) if measured else None
    return FactEffect(strongest.perturbation.fact, added, strongest.id, mean, len(nodes), evidence)


def _mean(node: Node) -> float:
    return node.shift.mean if node.shift is not None else 0.0


def summary(verdicts: Sequence[Verdict], effects: Sequence[FactEffect]) -> str:
    """One plain sentence."""
    own = [one for one in effects if not one.added]
    if not own or not verdicts:
        return ""
    if own[0].mean == 0:
        return "No single change of a fact moved the list of precedents."
    first = (
        f"The search hangs most on “{short_words(own[0].fact)}”: changing it moves the list by {places(own[0].mean)}"
    )
    return f"{first}; {least(own)}."


def confirmed(effects: Sequence[FactEffect]) -> str:
    """What the placebos say of it, in a second sentence; empty where none were measured."""
    own = [one for one in effects if not one.added and one.evidence is not None]
    beats = [short_words(one.fact) for one in own if one.evidence and one.evidence.dispositive]
    if not own:
        return ""
    if not beats:
        return (
            "Measured against neutral edits of the same length no fact stands out: what moved the list may be wording."
        )
    named = beats[0] if len(beats) == 1 else f"{', '.join(beats[:-1])} and {beats[-1]}"
    facts = f"{len(beats)} of {len(own)} facts"
    return f"Measured against neutral edits of the same length, the search depends on {facts}: {named}."


def least(own: Sequence[FactEffect]) -> str:
    """How the rest compares."""
    still = sum(one.mean < 0.5 for one in own)
    if len(own) == 1:
        return "no other fact was tested"
    if not still:
        return f"each of the {len(own)} facts tested moves it by half a place or more"
    return f"{still} of the {len(own)} facts tested move{'s' if still == 1 else ''} it by less than half a place"
