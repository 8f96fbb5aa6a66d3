"""`countercase search`: the precedents for a text."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countercase.cli.input import read_facts
from countercase.cli.options import AsJson, PlanName, Workspace
from countercase.cli.output import print_json
from countercase.domain.records import precedent_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from countercase.assemble import App
    from countercase.domain.case import CaseId
    from countercase.domain.explanation import Explanation
    from countercase.domain.ranking import Precedent


def search(
    text: Annotated[str | None, typer.Argument(help="The facts, as text.", show_default=False)] = None,
    workspace: Workspace = None,
    file: Annotated[Path | None, typer.Option("--file", help="Read the facts from a text file or PDF.")] = None,
    top_k: Annotated[int | None, typer.Option("--top-k", help="How many cases to return.", min=1)] = None,
    filters: Annotated[
        list[str] | None,
        typer.Option("--filter", help="Such as year=2010..2015, bench=3, provision=IPC-302; may be repeated."),
    ] = None,
    before: Annotated[str | None, typer.Option("--before", help="Only cases decided before a day.")] = None,
    plan: PlanName = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show where each stage put each case.")] = False,
    why: Annotated[bool, typer.Option("--why/--no-why", help="Say why each case was found, with its place.")] = True,
    as_json: AsJson = False,
) -> None:
    """Find the precedents for a set of facts."""
    from countercase.assemble import open_app
    from countercase.retrieval.filters import parse_day, parse_filters

    query = read_facts(text, file)
    wanted = parse_filters(filters or [], parse_day(before) if before else None)
    app = open_app(workspace)
    plan_name = app.plan(plan).name
    found = app.search(query, plan, top_k, wanted)
    if app.unindexed:
        remedy = f"Run: countercase index --workspace {workspace}"
        typer.echo(f"The index is older than the cases: {app.unindexed} passages are not searched. {remedy}", err=True)
    reasons = _explain(app, query, found) if why else {}
    if as_json:
        records = [precedent_record(app.case(one.case_id), one, reasons.get(one.case_id)) for one in found]
        print_json({"query": query, "plan": plan_name, "precedents": records})
        return
    if not found:
        typer.echo("No case answers this. Widen the filter, or give more of the facts.")
        return
    from countercase.cli.cards import print_cards

    print_cards(app, query, found, trace, reasons)


def _explain(app: "App", query: str, found: "Sequence[Precedent]") -> "dict[CaseId, Explanation]":
    from countercase.facts.extract import extract_facts

    matter = extract_facts(query)
    return {one.case_id: app.explain(matter, one) for one in found}
