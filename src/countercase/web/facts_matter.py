"""Which facts matter: bars for fact types and for single facts, both verdicts, Shapley values, one sentence on top."""

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from countercase.counterfactual.edge_evidence import EdgeEvidence, controlled_types
from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.sensitivity import compute_sensitivity_scores, dispositive_types
from countercase.counterfactual.state import FactKey, fact_key
from countercase.domain.facts import Fact, FactType
from countercase.domain.perturbation import Node
from countercase.web import tree_jobs
from countercase.web.fact_forms import TYPE_NAMES, short_words
from countercase.web.forms import Bench, Form, to
from countercase.web.marks import fact_class
from countercase.web.pages import places, render
from countercase.web.svg import Effect, effect_bars

router = APIRouter()
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


@router.get("/matters/{matter_id}/which-facts")
def show(request: Request, bench: Bench, matter_id: str) -> Response:
    """The picture of the latest tree, in one sentence and three charts."""
    matter = bench.matters.get(matter_id)
    row = bench.matters.latest_tree(matter_id)
    run = tree_jobs.whatif_of(bench, matter, row) if row else None
    shares = bench.matters.finding(matter_id, matter.version, "shares")
    job = bench.jobs.last(f"shares/{matter_id}")
    verdicts = verdicts_of(run) if run else []
    effects = effects_of(run) if run else []
    return render(
        request,
        "which_facts.html",
        matter=matter,
        tab="which",
        row=row,
        sentence=summary(verdicts, effects),
        verdicts=verdicts,
        effects=effects,
        type_chart=type_chart(verdicts, run) if run and verdicts else None,
        fact_chart=fact_chart(effects) if effects else None,
        placebo_chart=placebo_chart(effects) if any(one.evidence for one in effects) else None,
        threshold=bench.product.settings.counterfactual.dispositive_threshold,
        shares=shares,
        share_chart=share_chart(shares) if shares else None,
        job=job if job is not None and job.state != "done" else None,
        words=short_words,
        measured=bool(run and run.evidence),
    )


@router.post("/matters/{matter_id}/which-facts")
def share_out(bench: Bench, matter_id: str, form: Form) -> Response:  # noqa: ARG001 - the form carries its token
    """Reckon the Shapley values in the background."""
    return to(f"/jobs/{tree_jobs.start_shares(bench, bench.matters.get(matter_id)).id}")


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


def least(own: Sequence[FactEffect]) -> str:
    """How the rest compares."""
    still = sum(one.mean < 0.5 for one in own)
    if len(own) == 1:
        return "no other fact was tested"
    if not still:
        return f"each of the {len(own)} facts tested moves it by half a place or more"
    return f"{still} of the {len(own)} facts tested move{'s' if still == 1 else ''} it by less than half a place"


def type_chart(verdicts: Sequence[Verdict], run: WhatIf) -> Markup:
    """Bars for the fact types with the seed's threshold."""
    rows = [
        Effect(one.name, one.css, one.mean, one.low, one.high, None, f"{one.mean:.2f} over {one.changes}")
        for one in verdicts
    ]
    line = run.growth.options.dispositive_threshold
    return effect_bars("Mean places moved, by type of fact", rows, line)


def fact_chart(effects: Sequence[FactEffect], shown: int = 16) -> Markup:
    """Bars for single facts: places moved."""
    rows = [
        Effect(("+ " if one.added else "") + short_words(one.fact), fact_class(one.fact), one.mean)
        for one in effects[:shown]
    ]
    return effect_bars("Mean places moved, by fact", rows)


def placebo_chart(effects: Sequence[FactEffect], shown: int = 16) -> Markup:
    """Controlled effects with their intervals over the band of their placebos."""
    measured = sorted((one for one in effects if one.evidence), key=lambda one: -_effect_size(one))
    rows = [_placebo_row(one, one.evidence) for one in measured[:shown] if one.evidence]
    return effect_bars("Effect of the strongest change of each fact, over its placebos", rows)


def _effect_size(one: FactEffect) -> float:
    return one.evidence.effect if one.evidence else 0.0


def _placebo_row(one: FactEffect, seen: EdgeEvidence) -> Effect:
    words = f"q {seen.q:.3f} · {'beats' if seen.dispositive else 'within'}"
    band = (seen.band_low, seen.band_high)
    return Effect(short_words(one.fact), fact_class(one.fact), seen.effect, seen.low, seen.high, band, words)


def share_chart(shares: dict[str, Any]) -> Markup:
    """Shapley values as bars, with the sampling error where they were sampled."""
    rows = []
    for one in sorted(shares["shares"], key=lambda row: -row["value"]):
        error = 2 * one["error"]
        low, high = (one["value"] - error, one["value"] + error) if error else (None, None)
        rows.append(Effect(one["fact"], one["type"] or "Other", one["value"], low, high, None, f"{one['value']:+.2f}"))
    return effect_bars("Places of the list that each fact carries", rows)
