"""The figures behind a what-if: bars for fact types and single facts, what was measured, Shapley values."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.counterfactual.result import headline
from countercase.report.charts import Chart
from countercase.report.whatif import (
    fact_chart,
    findings_by_fact,
    findings_by_type,
    placebo_chart,
    share_chart,
    type_chart,
    verdict_notes,
)
from countercase.web.fact_jobs import start_shares
from countercase.web.forms import Bench, Form, to
from countercase.web.rendering import render
from countercase.web.trees import whatif_of

router = APIRouter()


@router.get("/matters/{matter_id}/which-facts")
def show(request: Request, bench: Bench, matter_id: str) -> Response:
    """The figures of the latest tree, under its headline."""
    matter = bench.matters.get(matter_id)
    row = bench.matters.latest_tree(matter_id)
    run = whatif_of(bench, matter, row) if row else None
    shares = bench.matters.finding(matter_id, matter.version, "shares")
    job = bench.jobs.last(f"shares/{matter_id}")
    node_link = f"/matters/{matter_id}/whatif/{row.id}?node={{node}}#node" if row else ""
    by_type, by_fact = (findings_by_type(run), findings_by_fact(run)) if run else ([], [])
    return render(
        request,
        "which_facts.html",
        matter=matter,
        tab="whatif",
        row=row,
        headline=headline(run) if run else "",
        type_chart=type_chart(by_type, run.growth.options.dispositive_threshold) if run and by_type else None,
        fact_chart=fact_chart(by_fact, node_link) if by_fact else None,
        placebo_chart=placebo_chart(by_fact, node_link),
        notes=list(verdict_notes(run)) if run else [],
        shares=shares,
        share_chart=stored_shares(shares) if shares else None,
        job=job if job is not None and job.state != "done" else None,
    )


@router.post("/matters/{matter_id}/which-facts")
def share_out(bench: Bench, matter_id: str, form: Form) -> Response:  # noqa: ARG001 - the form carries its token
    """Compute the Shapley values in the background."""
    return to(f"/jobs/{start_shares(bench, bench.matters.get(matter_id)).id}")


def stored_shares(shares: Mapping[str, Any]) -> Chart:
    """The chart of Shapley values as they were stored."""
    return share_chart([(row["fact"], row["type"] or "Other", row["value"], row["error"]) for row in shares["shares"]])
