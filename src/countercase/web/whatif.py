"""What if: every change with its three readings, the tree, a comparison of two nodes, changes by hand, the figures."""

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.counterfactual.result import WhatIf, headline
from countercase.counterfactual.tree import DEEPEST
from countercase.domain.facts import Fact, WordsFact
from countercase.domain.perturbation import Node, Perturbation, TextEdit
from countercase.domain.span import Span
from countercase.errors import InputError, NotFound
from countercase.facts.timeline import Timeline, read_timeline
from countercase.facts.words import describe
from countercase.report.charts import Chart
from countercase.report.page import TYPE_NAMES, fact_class
from countercase.report.tree import change_view, compare_nodes, first_changes, node_name, path, picture
from countercase.report.whatif import (
    fact_chart,
    findings_by_fact,
    findings_by_type,
    placebo_chart,
    share_chart,
    type_chart,
    verdict_notes,
)
from countercase.text.words import shortened
from countercase.web import whatif_jobs
from countercase.web.cards import why_ranks_moved
from countercase.web.durable_jobs import durable
from countercase.web.fact_forms import Field, described, fields_of, new_fact_forms, read_fact, read_kind
from countercase.web.jobs import Job
from countercase.web.matter_store import StoredMatter, TreeRow
from countercase.web.pages import Bench, Form, Workbench, clean_narrative, redirect, render, text_fields, whole_number
from countercase.web.whatif_jobs import FAIRNESS, read_tree, start_fairness, start_shares, whatif_of

# A change that the user makes at a node of a tree, read from a form.


def read_change(node: Node, fields: dict[str, str]) -> Perturbation:
    """Read the form: one fact corrected, removed or added."""
    if fields.get("what") == "add":
        after: Fact | None = read_fact(read_kind(fields), fields)
        before = None
    else:
        index = whole_number(fields, "fact")
        if index >= len(node.sheet.facts):
            raise NotFound("There is no such fact here. Reload the page.")
        before = node.sheet.facts[index]
        after = None if fields.get("what") == "remove" else replace(read_fact(before.kind, fields), spans=before.spans)
    return Perturbation(before, after, "by hand", "your own change", _sentence(before, after))


def read_words(node: Node, text: str) -> Perturbation:
    """The user's rewording of the matter at a node, as one change."""
    narrative = clean_narrative(text)
    edits = tuple(_edits(node.sheet.narrative, narrative))
    if not edits:
        raise InputError("The words are the same. Change some of them first.")
    after = " … ".join(shortened(edit.text) for edit in edits if edit.text.strip()) or "words removed"
    before = " … ".join(shortened(edit.span.of(node.sheet.narrative)) for edit in edits) or "as given"
    return Perturbation(
        WordsFact(spans=tuple(edit.span for edit in edits), text=shortened(before, 160)),
        WordsFact(spans=(), text=shortened(after, 160)),
        "own words",
        "your own words",
        f"Suppose the facts read: “{shortened(after, 160)}”.",
        edits,
    )


_WORDS = re.compile(r"\S+\s*")


def _edits(before: str, after: str) -> Iterator[TextEdit]:
    """The words that differ between two texts, each with its span in the first."""
    old, new = list(_WORDS.finditer(before)), _WORDS.findall(after)
    matcher = difflib.SequenceMatcher(None, [word[0].strip() for word in old], [word.strip() for word in new], False)
    for what, first, last, start, end in matcher.get_opcodes():
        if what == "equal":
            continue
        begin = old[first].start() if first < len(old) else len(before)
        stop = old[last - 1].end() if last > first else begin
        words = new[start:end]
        yield TextEdit(Span(begin, stop), "".join(words)) if stop > begin else _inserted(before, begin, words)


def _inserted(before: str, at: int, words: list[str]) -> TextEdit:
    """An insertion. Spans are never empty, so it replaces a neighbouring character."""
    text = "".join(words)
    if at < len(before):
        return TextEdit(Span(at, at + 1), f"{text.rstrip()} {before[at]}")
    return TextEdit(Span(at - 1, at), f"{before[at - 1]} {text}")


def _sentence(before: Fact | None, after: Fact | None) -> str:
    if before is None and after is not None:
        return f"What if there were also {describe(after)}?"
    if after is None and before is not None:
        return f"What if there were no {describe(before)}?"
    return f"What if it were {describe(after)} and not {describe(before)}?" if before and after else ""


router = APIRouter()
UNFOLDED = 20  # nodes; a larger tree first shows only its single changes


@router.get("/matters/{matter_id}/whatif")
def latest(request: Request, bench: Bench, matter_id: str) -> Response:
    """The latest tree of a matter, or the form to grow one."""
    matter = bench.matters.get(matter_id)
    rows = bench.matters.trees(matter_id)
    job = bench.jobs.last(f"tree/{matter_id}")
    if rows and (job is None or job.ended or rows[0].version == matter.version):
        query = f"?{request.url.query}" if request.url.query else ""
        return redirect(f"/matters/{matter_id}/whatif/{rows[0].id}{query}")
    return render(request, "whatif_new.html", matter=matter, tab="whatif", job=job, options=_options(bench))


@router.get("/matters/{matter_id}/whatif/{tree_id}")
def show(
    request: Request, bench: Bench, matter_id: str, tree_id: str, node: int = 0, beside: int | None = None
) -> Response:
    """Every change with its readings, the tree, one chosen node, and that node compared with another."""
    matter = bench.matters.get(matter_id)
    row = bench.matters.tree(matter_id, tree_id)
    run = whatif_of(bench, matter, row)
    for node_id in (node, beside or 0):
        if not 0 <= node_id < len(run.tree.nodes):
            raise NotFound("This tree has no such change. Open the tree and choose another.")
    job = bench.jobs.last(f"tree/{matter_id}")
    chosen = run.tree.nodes[node]
    timeline = read_timeline(chosen.sheet.narrative)
    return render(
        request,
        "whatif.html",
        matter=matter,
        tab="whatif",
        row=row,
        headline=headline(run),
        readings=first_changes(run),
        root=picture(run),
        deep=any(each.depth > 1 for each in run.tree.nodes),
        beside=compare_nodes(run, run.tree.nodes[beside], chosen) if beside is not None and beside != node else None,
        beside_id=beside,
        choices=_choices(run, chosen),
        plain=chosen.sheet.narrative,
        chosen=node,
        fold_first=len(run.tree.nodes) > UNFOLDED,
        open_path={node_id for node_id, _ in path(run, chosen)} | {node},
        view=change_view(run, chosen, why_ranks_moved(bench, run, chosen)) if node else None,
        facts=[_fact_choice(number, fact, timeline) for number, fact in enumerate(chosen.sheet.facts)],
        new_fields=new_fact_forms(),
        changes=len(run.tree.nodes) - 1,
        growth=run.growth,
        can_follow=chosen.depth < DEEPEST,
        job=job if job is not None and not (job.ended and job.state == "done") else None,
        options=_options(bench),
        type_names=TYPE_NAMES,
        fairness=bench.matters.finding(matter.id, matter.version, FAIRNESS),
        others=[tree for tree in bench.matters.trees(matter_id) if tree.id != tree_id][:8],
    )


def _choices(run: WhatIf, chosen: Node) -> list[tuple[int, str]]:
    """The nodes that can be compared with this one."""
    return [
        (node.id, " › ".join([*(words for _, words in path(run, node)[1:]), node_name(run, node)]))
        for node in run.tree.nodes
        if node.id != chosen.id
    ]


def _options(bench: Workbench) -> dict[str, int]:
    settings = bench.app.settings.counterfactual
    return {"depth": settings.max_depth, "children": settings.max_children, "deepest": DEEPEST}


def _fact_choice(number: int, fact: Fact, timeline: Timeline) -> tuple[int, str, str, tuple[Field, ...]]:
    return number, described(fact, timeline), fact_class(fact), fields_of(fact.kind, fact)


@router.post("/matters/{matter_id}/whatif")
def grow(bench: Bench, matter_id: str, form: Form) -> Response:
    """Grow a new tree in the background."""
    fields = text_fields(form)
    matter = bench.matters.get(matter_id)
    depth, children = whole_number(fields, "depth"), whole_number(fields, "children")
    if not 1 <= depth <= DEEPEST or not 1 <= children <= 50:
        raise InputError(f"Choose 1 to {DEEPEST} changes in a row, and 1 to 50 changes at each step.")
    job = whatif_jobs.start_tree(bench, matter, depth, children)
    return redirect(f"/jobs/{job.id}")


@router.post("/matters/{matter_id}/fairness")
def fairness(bench: Bench, matter_id: str, form: Form) -> Response:  # noqa: ARG001 - the form carries its token
    """Try names, genders, States and languages that must not matter, in the background."""
    return redirect(f"/jobs/{start_fairness(bench, bench.matters.get(matter_id)).id}")


@router.post("/matters/{matter_id}/whatif/{tree_id}/{action}")
def act(bench: Bench, matter_id: str, tree_id: str, action: str, form: Form) -> Response:
    """Resume, expand a node, or change a fact by hand."""
    fields = text_fields(form)
    row = bench.matters.tree(matter_id, tree_id)
    matter = bench.matters.get(matter_id, row.version)
    if action == "resume":
        job = whatif_jobs.resume_tree(bench, matter, row, whole_number(fields, "depth"))
    elif action == "measure":
        job = whatif_jobs.measure(bench, matter, row)
    elif action == "follow":
        job = whatif_jobs.expand_node(bench, matter, row, whole_number(fields, "node"))
    elif action in {"change", "words"}:
        change_fields = {name: value for name, value in fields.items() if name != "form_token"}
        job = try_change(bench, matter, row, action, change_fields)
    else:
        raise InputError("There is no such action. Reload the page.")
    return redirect(f"/jobs/{job.id}")


@durable
def try_change(bench: Workbench, matter: StoredMatter, row: TreeRow, action: str, fields: dict[str, str]) -> Job:
    """Try a change that the user made at a node, with a form or by rewording the narrative."""
    node, nodes = whole_number(fields, "node"), read_tree(row).growth.tree.nodes
    if node >= len(nodes):
        raise NotFound("This tree has no such change. Open the tree and choose another.")
    change = read_words(nodes[node], fields.get("text", "")) if action == "words" else read_change(nodes[node], fields)
    return whatif_jobs.change_node(bench, matter, row, node, change)


# The figures behind a what-if: bars for fact types and single facts, what was measured, and Shapley values.


@router.get("/matters/{matter_id}/which-facts")
def show_figures(request: Request, bench: Bench, matter_id: str) -> Response:
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
        "whatif_figures.html",
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
def compute_shares(bench: Bench, matter_id: str, form: Form) -> Response:  # noqa: ARG001 - the form carries its token
    """Compute the Shapley values in the background."""
    return redirect(f"/jobs/{start_shares(bench, bench.matters.get(matter_id)).id}")


def stored_shares(shares: Mapping[str, Any]) -> Chart:
    """The chart of stored Shapley values."""
    return share_chart([(row["fact"], row["type"] or "Other", row["value"], row["error"]) for row in shares["shares"]])
