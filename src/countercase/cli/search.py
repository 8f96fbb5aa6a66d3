"""`countercase search`: the precedents for a text."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli.input import read_text
from countercase.cli.options import AsJson, PlanName, Workspace
from countercase.cli.output import print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from countercase.assemble import App
    from countercase.domain.case import CaseId
    from countercase.domain.explanation import Explanation, Sentence
    from countercase.domain.ranking import Precedent


def search(
    text: Annotated[str | None, typer.Argument(help="The facts, as text.", show_default=False)] = None,
    workspace: Workspace = None,
    file: Annotated[Path | None, typer.Option("--file", help="Read the facts from a file.")] = None,
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

    query = read_text(text, file)
    wanted = parse_filters(filters or [], parse_day(before) if before else None)
    app = open_app(workspace)
    plan_name = app.plan(plan).name
    found = app.search(query, plan, top_k, wanted)
    reasons = _explain(app, query, found) if why else {}
    if as_json:
        records = [as_record(app, one, reasons.get(one.case_id)) for one in found]
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


def as_record(app: "App", precedent: "Precedent", why: "Explanation | None" = None) -> dict[str, Any]:
    """A precedent as plain data; `why` is left out where it was not asked for."""
    case = app.case(precedent.case_id)
    passage = precedent.passage
    return {
        "rank": precedent.rank,
        "case_id": case.id,
        "name": case.name,
        "citations": list(case.citations),
        "court": case.court,
        "decided": case.decided,
        "bench_strength": case.bench_strength,
        "outcome": case.outcome,
        "score": precedent.score,
        "passage": {
            "chunk_id": passage.id,
            "text": passage.text,
            "span": [passage.span.start, passage.span.end],
            "section": passage.section,
            "paragraph": passage.paragraph,
            "page": passage.page,
        },
        "stages": [{"stage": one.stage, "rank": one.rank, "score": one.score} for one in precedent.stages],
        **({"why": [sentence_record(one) for one in why.sentences]} if why is not None else {}),
        "source": case.source,
    }


def sentence_record(sentence: "Sentence") -> dict[str, Any]:
    """A sentence and its place: `span` is in the stored text, and `quote` is what stands there."""
    anchor = sentence.anchor
    return {
        "point": sentence.point,
        "text": sentence.text,
        "case_id": anchor.case_id,
        "paragraph": anchor.paragraph,
        "span": [anchor.span.start, anchor.span.end],
        "quote": sentence.quote,
    }
