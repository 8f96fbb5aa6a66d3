"""Exports of a matter: a memo to edit and save as Word, HTML or print; the report, JSON and CSV; permanent links."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.citator.history import FLAGS_AGAINST
from countercase.counterfactual.result import WhatIf
from countercase.domain.ranking import Precedent
from countercase.errors import InputError, NotFound
from countercase.evaluation.tables import to_csv
from countercase.report.page import page
from countercase.report.tree import strongest
from countercase.report.whatif import MatterReport, PrecedentShown, matter_page
from countercase.version import __version__
from countercase.web.cards import Card, favour_words, why_ranks_moved
from countercase.web.matter import matter_record
from countercase.web.matter_store import StoredMatter
from countercase.web.memo import CHANGES_SHOWN, MemoLine, as_text, from_text, memo, write_docx
from countercase.web.pages import Bench, Form, attachment, redirect, render, text_fields
from countercase.web.precedents import default_search, found_record, memo_cards
from countercase.web.whatif import stored_shares
from countercase.web.whatif_jobs import latest
from countercase.web.workbench import Searched, Workbench

REASONS = 3  # sentences per precedent
router = APIRouter()


DRAFT = "memo"  # key of an edited memo, for all versions of the matter


@router.get("/matters/{matter_id}/memo")
@router.get("/matters/{matter_id}/export")
def show(request: Request, bench: Bench, matter_id: str) -> Response:
    """The memo to edit, and everything that can be downloaded."""
    matter = bench.matters.get(matter_id)
    searched = _found(bench, matter)
    job = None if searched is not None else bench.search(matter, default_search(bench, matter))
    draft = bench.matters.finding(matter_id, 0, DRAFT)
    text = _memo_text(bench, matter, searched) if searched is not None else ""
    return render(
        request,
        "memo.html",
        matter=matter,
        tab="memo",
        job=job,
        text=text,
        lines=from_text(text),
        edited=draft is not None,
        old=draft is not None and draft["version"] != matter.version,
        trees=bench.matters.trees(matter_id),
    )


@router.post("/matters/{matter_id}/memo")
def save_memo(bench: Bench, matter_id: str, form: Form) -> Response:
    """Save an edited memo, or start again from what was found."""
    fields = text_fields(form)
    matter = bench.matters.get(matter_id)
    if fields.get("action") == "again":
        bench.matters.drop_finding(matter_id, 0, DRAFT)
    else:
        bench.matters.put_finding(matter_id, 0, DRAFT, {"text": fields.get("text", ""), "version": matter.version})
    return redirect(f"/matters/{matter_id}/memo")


@router.get("/matters/{matter_id}/memo/print")
def print_memo(request: Request, bench: Bench, matter_id: str) -> Response:
    """The memo alone, for the browser's print to paper or PDF."""
    matter = bench.matters.get(matter_id)
    return render(request, "memo_print.html", matter=matter, lines=_memo_lines(bench, matter))


def _memo_text(bench: Workbench, matter: StoredMatter, searched: Searched) -> str:
    """The memo as the user edited it, or else as generated."""
    draft = bench.matters.finding(matter.id, 0, DRAFT)
    return str(draft["text"]) if draft else as_text(memo(bench, matter, searched, latest(bench, matter)))


def _memo_lines(bench: Workbench, matter: StoredMatter) -> list[MemoLine]:
    return from_text(_memo_text(bench, matter, _finished_search(bench, matter)))


def _finished_search(bench: Workbench, matter: StoredMatter) -> Searched:
    searched = _found(bench, matter)
    if searched is None:
        raise InputError("The search for precedents has not finished. Open the memo, wait for it, and try again.")
    return searched


def _memo_page(matter: StoredMatter, lines: Sequence[MemoLine]) -> str:
    about = {"matter": f"{matter.id}, version {matter.version}"}
    return page("memo_page.html", matter.title, about, lines=lines)


@router.get("/matters/{matter_id}/export/{name}")
def download(bench: Bench, matter_id: str, name: str) -> Response:
    """Download one of the files."""
    matter = bench.matters.get(matter_id)
    searched = _finished_search(bench, matter)
    run = latest(bench, matter)
    match name:
        case "report.html":
            return attachment(name, "text/html; charset=utf-8", report(bench, matter, searched, run))
        case "memo.docx":
            kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
            return attachment(name, kind, write_docx(_memo_lines(bench, matter), matter.title))
        case "memo.html":
            return attachment(name, "text/html; charset=utf-8", _memo_page(matter, _memo_lines(bench, matter)))
        case "matter.json":
            return attachment(name, "application/json", everything(bench, matter, searched.precedents))
        case "precedents.csv":
            return attachment(name, "text/csv; charset=utf-8", to_csv(_precedent_rows(bench, searched.precedents)))
        case "changes.csv" if run is not None:
            return attachment(name, "text/csv; charset=utf-8", to_csv(_change_rows(run)))
    raise NotFound("This matter has no such file. Choose one on its Memo page.")


def _found(bench: Workbench, matter: StoredMatter) -> Searched | None:
    return bench.found(default_search(bench, matter))


def report(bench: Workbench, matter: StoredMatter, searched: Searched, run: WhatIf | None) -> str:
    """The what-if report, with the precedents as cards."""
    sheet = bench.sheet(matter)
    row = bench.matters.latest_tree(matter.id)
    shares = bench.matters.finding(matter.id, matter.version, "shares")
    old = row is not None and row.version != matter.version
    return matter_page(
        MatterReport(
            title=matter.title,
            sheet=sheet,
            run=_explained(bench, run) if run else None,
            precedents=[_shown_precedent(card) for card in memo_cards(bench, matter, searched)],
            shares=stored_shares(shares) if shares else None,
            note=f"The tree of changes was grown from version {row.version} of the matter." if row and old else "",
            about={
                "searched": bench.corpus_words,
                "matter": f"{matter.id}, version {matter.version}, {matter.written[:10]}",
                **({"tree": row.id} if row else {}),
            },
        )
    )


def _shown_precedent(card: Card) -> PrecedentShown:
    why = tuple(reason.sentence for reason in card.why[:REASONS])
    favour = favour_words(card)
    holding = tuple(line.sentence for line in card.holding if line.sentence not in favour)
    flagged = f"{card.flag.capitalize()}: {card.flag_why}" if card.flag in FLAGS_AGAINST else ""
    return PrecedentShown(
        rank=card.rank,
        case=card.case,
        passage=card.passage,
        source=card.source,
        why=why,
        shared=card.shared,
        held=holding,
        flagged=flagged,
        favour=favour,
        note=card.marked.note,
    )


def _explained(bench: Workbench, run: WhatIf) -> WhatIf:
    """The run with the reasons for its strongest changes."""
    nodes = strongest(run)[:CHANGES_SHOWN]
    return replace(
        run, explanations={node.id: [why.sentence for why in why_ranks_moved(bench, run, node)] for node in nodes}
    )


def everything(bench: Workbench, matter: StoredMatter, precedents: Sequence[Precedent]) -> str:
    """The matter, its precedents and the latest tree as one JSON object."""
    row = bench.matters.latest_tree(matter.id)
    content = {
        "countercase": __version__,
        "matter": matter_record(matter),
        "precedents": [found_record(bench, precedent) for precedent in precedents],
        "tree": row.content if row else None,
        "shares": bench.matters.finding(matter.id, matter.version, "shares"),
    }
    return json.dumps(content, ensure_ascii=False, indent=2, default=str)


def _precedent_rows(bench: Workbench, precedents: Sequence[Precedent]) -> Iterator[list[object]]:
    yield ["rank", "case_id", "name", "citations", "court", "decided", "bench", "outcome", "score", "passage"]
    for precedent in precedents:
        case = bench.case(precedent.case_id)
        about = [case.court, case.decided or "", case.bench_strength or "", case.outcome or ""]
        score, passage = f"{precedent.score:.6g}", precedent.passage.text
        yield [precedent.rank, case.id, case.name, "; ".join(case.citations), *about, score, passage]


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
