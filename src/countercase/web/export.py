"""A matter to take away: a self-contained page, a memo for Word, JSON and CSV, and links that reopen what is shown."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.counterfactual.result import WhatIf
from countercase.domain.ranking import Precedent
from countercase.errors import InputError, NotFound
from countercase.facts.words import describe
from countercase.report.marks import fact_class, mark_facts
from countercase.report.tree_picture import picture
from countercase.version import __version__
from countercase.web.fact_forms import TYPE_NAMES
from countercase.web.forms import Bench, read_filter
from countercase.web.matter import as_record
from countercase.web.matter_store import StoredMatter
from countercase.web.memo import CHANGES_SHOWN, memo, write_docx
from countercase.web.precedents import as_record as precedent_record
from countercase.web.precedents import make_cards
from countercase.web.rendering import environment, render, whole_style
from countercase.web.trees import latest
from countercase.web.whatif import strongest, view
from countercase.web.which_facts import (
    confirmed,
    effects_of,
    fact_chart,
    placebo_chart,
    summary,
    type_chart,
    verdicts_of,
)
from countercase.web.workbench import Searched, Workbench

router = APIRouter()


@router.get("/matters/{matter_id}/export")
def show(request: Request, bench: Bench, matter_id: str) -> Response:
    """What can be taken away."""
    matter = bench.matters.get(matter_id)
    found = _found(bench, matter)
    job = None if found is not None else bench.search(matter, *_usual(bench, matter))
    return render(request, "export.html", matter=matter, tab="export", job=job, trees=bench.matters.trees(matter_id))


@router.get("/matters/{matter_id}/export/{name}")
def download(bench: Bench, matter_id: str, name: str) -> Response:
    """One of the files."""
    matter = bench.matters.get(matter_id)
    found = _found(bench, matter)
    if found is None:
        raise InputError("The precedents are not there yet. Open the export page, wait for the search, and repeat.")
    run = latest(bench, matter)
    match name:
        case "report.html":
            return _file(name, "text/html; charset=utf-8", report(bench, matter, found, run))
        case "memo.docx":
            kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
            return _file(name, kind, write_docx(memo(bench, matter, found, run), matter.title))
        case "matter.json":
            return _file(name, "application/json", everything(bench, matter, found.precedents))
        case "precedents.csv":
            return _file(name, "text/csv; charset=utf-8", _csv(_precedent_rows(bench, found.precedents)))
        case "changes.csv" if run is not None:
            return _file(name, "text/csv; charset=utf-8", _csv(_change_rows(run)))
    raise NotFound("There is no such file for this matter.")


def _usual(bench: Workbench, matter: StoredMatter) -> tuple[Any, str]:
    return read_filter({}, matter.about), bench.app.settings.retrieval.plan


def _found(bench: Workbench, matter: StoredMatter) -> Searched | None:
    wanted, plan = _usual(bench, matter)
    return bench.found((matter.id, matter.version, wanted, plan))


def _file(name: str, kind: str, content: bytes | str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)


def report(bench: Workbench, matter: StoredMatter, found: Searched, run: WhatIf | None) -> str:
    """One page with its style inside: no script, no address."""
    sheet = bench.sheet(matter)
    verdicts, effects = (verdicts_of(run), effects_of(run)) if run else ([], [])
    nodes = strongest(run) if run else []
    return (
        environment()
        .get_template("report.html")
        .render(
            style=whole_style(),
            matter=matter,
            narrative=mark_facts(sheet),
            facts=[(fact_class(fact), describe(fact), len(fact.spans)) for fact in sheet.facts],
            type_names=TYPE_NAMES,
            cards=make_cards(bench, sheet.narrative, found),
            sentence=summary(verdicts, effects),
            confirmed=confirmed(effects),
            verdicts=verdicts,
            type_chart=type_chart(verdicts, run) if run and verdicts else None,
            fact_chart=fact_chart(effects) if effects else None,
            views=[view(bench, run, node) for node in nodes[:CHANGES_SHOWN]] if run else [],
            more=max(0, len(nodes) - CHANGES_SHOWN),
            root=picture(run) if run else None,
            placebo_chart=placebo_chart(effects) if any(one.evidence for one in effects) else None,
            corpus=bench.corpus_words,
        )
    )


def everything(bench: Workbench, matter: StoredMatter, found: Sequence[Precedent]) -> str:
    """StoredMatter, precedents and the latest tree as one JSON object."""
    row = bench.matters.latest_tree(matter.id)
    content = {
        "countercase": __version__,
        "matter": as_record(matter),
        "precedents": [precedent_record(bench, one) for one in found],
        "tree": row.content if row else None,
        "shares": bench.matters.finding(matter.id, matter.version, "shares"),
    }
    return json.dumps(content, ensure_ascii=False, indent=2, default=str)


def _precedent_rows(bench: Workbench, found: Sequence[Precedent]) -> Iterator[list[object]]:
    yield ["rank", "case_id", "name", "citations", "court", "decided", "bench", "outcome", "score", "passage"]
    for one in found:
        case = bench.case(one.case_id)
        about = [case.court, case.decided or "", case.bench_strength or "", case.outcome or ""]
        yield [one.rank, case.id, case.name, "; ".join(case.citations), *about, f"{one.score:.6g}", one.passage.text]


def _change_rows(run: WhatIf) -> Iterator[list[object]]:
    heads = ["node", "parent", "depth", "type", "kind", "change", "basis", "mean_displacement", "dropped", "entered"]
    yield [*heads, "pruned", "effect", "placebo_percentile", "q"]
    for node in run.tree.nodes[1:]:
        change, shift, seen = node.perturbation, node.shift, run.evidence.get(node.id)
        if change is None or shift is None:
            continue
        moved = [f"{shift.mean:.4f}", "; ".join(shift.dropped), "; ".join(shift.entered), node.pruned]
        measured = [seen.effect, seen.percentile, seen.q] if seen else ["", "", ""]
        about = [change.fact_type or "", change.fact.kind, change.sentence, change.basis]
        yield [node.id, node.parent, node.depth, *about, *moved, *measured]


def _csv(rows: Iterator[list[object]]) -> str:
    """CSV in which no cell starts a formula when a spreadsheet opens it."""
    held = io.StringIO()
    writer = csv.writer(held)
    for row in rows:
        writer.writerow(
            [f"'{cell}" if str(cell)[:1] in tuple("=+-@") and not _is_number(cell) else cell for cell in row]
        )
    return held.getvalue()


def _is_number(cell: object) -> bool:
    try:
        float(str(cell))
    except ValueError:
        return False
    return True


# A matter to take away.
