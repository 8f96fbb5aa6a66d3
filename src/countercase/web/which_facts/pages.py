"""Which facts matter: bars for fact types and for single facts, both verdicts, Shapley values, one sentence on top."""

from collections.abc import Iterator, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.counterfactual.result import CONTROLLED, SEED_RULE, TWO_RANKINGS, WhatIf
from countercase.web.forms import Bench, Form, to
from countercase.web.matter.fact_forms import short_words
from countercase.web.pages import render
from countercase.web.pictures.bars import Chart, Effect, effect_bars
from countercase.web.pictures.marks import fact_class
from countercase.web.pictures.placebo import effect_of
from countercase.web.whatif.tree_store import whatif_of
from countercase.web.which_facts.jobs import start_shares
from countercase.web.which_facts.verdicts import FactEffect, Verdict, confirmed, effects_of, summary, verdicts_of

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
