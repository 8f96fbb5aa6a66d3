"""Which facts matter: bars for fact types and for single facts, both verdicts, Shapley values, one sentence on top."""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.counterfactual.result import CONTROLLED, SEED_RULE, TWO_RANKINGS, WhatIf
from countercase.counterfactual.sensitivity import compute_sensitivity_scores, dispositive_types
from countercase.counterfactual.verdict import EdgeEvidence, controlled_types
from countercase.domain.facts import Fact, FactKey, FactType
from countercase.domain.perturbation import Node
from countercase.report.charts import Chart, Effect, effect_bars
from countercase.report.marks import fact_class
from countercase.report.tree_picture import effect_of
from countercase.web.fact_forms import TYPE_NAMES, short_words
from countercase.web.fact_jobs import start_shares
from countercase.web.forms import Bench, Form, to
from countercase.web.rendering import places, render
from countercase.web.trees import whatif_of

# What a tree says of fact types and of single facts, and one plain sentence on it.

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
            by_fact[node.perturbation.fact.key, node.perturbation.before is None].append(node)
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


router = APIRouter()
SHOWN = 16  # bars


@router.get("/matters/{matter_id}/which-facts")
def show(request: Request, bench: Bench, matter_id: str) -> Response:
    """The picture of the latest tree, in one sentence and three charts."""
    matter = bench.matters.get(matter_id)
    row = bench.matters.latest_tree(matter_id)
    run = whatif_of(bench, matter, row) if row else None
    shares = bench.matters.finding(matter_id, matter.version, "shares")
    job = bench.jobs.last(f"shares/{matter_id}")
    tree = f"/matters/{matter_id}/whatif/{row.id}" if row else ""
    verdicts = verdicts_of(run) if run else []
    effects = effects_of(run) if run else []
    return render(
        request,
        "which_facts.html",
        matter=matter,
        tab="which",
        row=row,
        sentence=summary(verdicts, effects),
        confirmed=confirmed(effects),
        verdicts=verdicts,
        type_chart=type_chart(verdicts, run) if run and verdicts else None,
        fact_chart=fact_chart(effects, tree) if effects else None,
        placebo_chart=placebo_chart(effects, tree) if any(one.evidence for one in effects) else None,
        notes=list(_notes(run)) if run else [],
        shares=shares,
        share_chart=share_chart(shares) if shares else None,
        job=job if job is not None and job.state != "done" else None,
    )


@router.post("/matters/{matter_id}/which-facts")
def share_out(bench: Bench, matter_id: str, form: Form) -> Response:  # noqa: ARG001 - the form carries its token
    """Reckon the Shapley values in the background."""
    return to(f"/jobs/{start_shares(bench, bench.matters.get(matter_id)).id}")


def _notes(run: WhatIf) -> Iterator[str]:
    """What the two verdicts mean."""
    yield _sentence(SEED_RULE.format(threshold=run.growth.options.dispositive_threshold))
    placebos = [seen.placebos for seen in run.evidence.values()]
    if placebos:
        few, many = min(placebos), max(placebos)
        yield _sentence(CONTROLLED.format(placebos=many if few == many else f"{few} to {many}"))
        yield f"Here {TWO_RANKINGS}"


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def type_chart(verdicts: Sequence[Verdict], run: WhatIf) -> Chart:
    """Bars for the fact types with the seed's threshold."""
    threshold = run.growth.options.dispositive_threshold
    rows = [
        Effect(one.name, one.css, one.mean, one.low, one.high, None, f"{one.mean:.2f}", _both(one, threshold))
        for one in verdicts
    ]
    return effect_bars("Mean places moved, by type of fact", rows, threshold)


def fact_chart(effects: Sequence[FactEffect], tree: str = "") -> Chart:
    """Bars for single facts: places moved; `tree` is the page that its nodes are on."""
    rows = [
        Effect(_label(one), fact_class(one.fact), one.mean, verdict=_over(one.changes), link=_link(one, tree))
        for one in effects[:SHOWN]
    ]
    return effect_bars("Mean places moved, by fact", rows)


def placebo_chart(effects: Sequence[FactEffect], tree: str = "") -> Chart:
    """Controlled effects with their intervals over the band of their placebos."""
    measured = sorted(((one, one.evidence) for one in effects if one.evidence), key=lambda pair: -pair[1].effect)
    rows = [effect_of(seen, fact_class(one.fact), _label(one), _link(one, tree)) for one, seen in measured[:SHOWN]]
    return effect_bars("Effect of the strongest change of each fact, over its placebos", rows)


def share_chart(shares: dict[str, Any]) -> Chart:
    """Shapley values as bars, with the sampling error where they were sampled."""
    rows = []
    for one in sorted(shares["shares"], key=lambda row: -row["value"]):
        error = 2 * one["error"]
        low, high = (one["value"] - error, one["value"] + error) if error else (None, None)
        rows.append(Effect(one["fact"], one["type"] or "Other", one["value"], low, high, None, f"{one['value']:+.2f}"))
    return effect_bars("Places of the list that each fact carries", rows)


def _label(one: FactEffect) -> str:
    return ("+ " if one.added else "") + short_words(one.fact)


def _link(one: FactEffect, tree: str) -> str:
    return f"{tree}?node={one.node}#node" if tree else ""


def _both(one: Verdict, threshold: float) -> str:
    """Both verdicts on a type of fact, in words."""
    controlled = "not measured" if one.controlled is None else "dispositive" if one.controlled else "no"
    seed = "dispositive" if one.seed else "no"
    return f"{_over(one.changes)} · above {threshold:g}: {seed} · controlled: {controlled}"


def _over(changes: int) -> str:
    return f"{changes} change{'' if changes == 1 else 's'}"


# Which facts matter.
