"""What if: every change with its three readings, the tree, two nodes side by side, and changes by hand."""

import difflib
import re
from collections.abc import Iterator
from dataclasses import replace

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.counterfactual.result import WhatIf, headline
from countercase.counterfactual.tree import DEEPEST
from countercase.domain.facts import Fact, FactKind, WordsFact
from countercase.domain.perturbation import Node, Perturbation, TextEdit
from countercase.domain.span import Span
from countercase.errors import InputError, NotFound
from countercase.facts.words import describe
from countercase.report.marks import TYPE_NAMES, fact_class
from countercase.report.tree import change_view, first_changes, node_name, nodes_beside, path, picture
from countercase.web import trees
from countercase.web.cards import why_the_ranks_moved
from countercase.web.fact_forms import KIND_NAMES, Field, fields_of, new_fact_forms, read_fact
from countercase.web.fact_jobs import FAIRNESS, start_fairness
from countercase.web.forms import Bench, Form, texts, to, whole
from countercase.web.rendering import render
from countercase.web.trees import read_tree, whatif_of
from countercase.web.workbench import Workbench, clean_narrative

# A change of the user's own at a node of a tree, read from a form.


def read_change(node: Node, given: dict[str, str]) -> Perturbation:
    """One fact corrected, taken away or added."""
    if given.get("what") == "add":
        try:
            kind = FactKind(given.get("kind", ""))
        except ValueError:
            raise InputError("Choose what kind of fact to add.") from None
        if kind not in KIND_NAMES:
            raise InputError("Choose what kind of fact to add.")
        after: Fact | None = read_fact(kind, given)
        before = None
    else:
        place = whole(given, "fact")
        if place >= len(node.sheet.facts):
            raise NotFound("There is no such fact here. Load the page again.")
        before = node.sheet.facts[place]
        after = None if given.get("what") == "remove" else replace(read_fact(before.kind, given), spans=before.spans)
    return Perturbation(before, after, "by hand", "your own change", _sentence(before, after))


def read_words(node: Node, text: str) -> Perturbation:
    """The user's own wording of the matter at a node, as one change."""
    narrative = clean_narrative(text)
    edits = tuple(_edits(node.sheet.narrative, narrative))
    if not edits:
        raise InputError("The words are the same. Change some of them first.")
    shown = " … ".join(_short(edit.text) for edit in edits if edit.text.strip()) or "words taken out"
    before = " … ".join(_short(edit.span.of(node.sheet.narrative)) for edit in edits) or "as told"
    return Perturbation(
        WordsFact(spans=tuple(edit.span for edit in edits), text=_short(before, 160)),
        WordsFact(spans=(), text=_short(shown, 160)),
        "own words",
        "your own words",
        f"Suppose the facts read: “{_short(shown, 160)}”.",
        edits,
    )


_WORDS = re.compile(r"\S+\s*")


def _edits(before: str, after: str) -> Iterator[TextEdit]:
    """The words that differ between two texts, each with its place in the first."""
    old, new = list(_WORDS.finditer(before)), _WORDS.findall(after)
    matcher = difflib.SequenceMatcher(None, [word[0].strip() for word in old], [word.strip() for word in new], False)
    for what, first, last, start, end in matcher.get_opcodes():
        if what == "equal":
            continue
        at = old[first].start() if first < len(old) else len(before)
        stop = old[last - 1].end() if last > first else at
        yield TextEdit(Span(at, stop), "".join(new[start:end])) if stop > at else _inserted(before, at, new[start:end])


def _inserted(before: str, at: int, words: list[str]) -> TextEdit:
    """Words put in: a span is never empty, so the character beside them is written again."""
    text = "".join(words)
    if at < len(before):
        return TextEdit(Span(at, at + 1), f"{text.rstrip()} {before[at]}")
    return TextEdit(Span(at - 1, at), f"{before[at - 1]} {text}")


def _short(words: str, most: int = 90) -> str:
    line = " ".join(words.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def _sentence(before: Fact | None, after: Fact | None) -> str:
    if before is None and after is not None:
        return f"What if there were also {describe(after)}?"
    if after is None and before is not None:
        return f"What if there were no {describe(before)}?"
    return f"What if it were {describe(after)} and not {describe(before)}?" if before and after else ""


router = APIRouter()
UNFOLDED = 20  # nodes; a larger tree is shown with its first changes only until one is opened


@router.get("/matters/{matter_id}/whatif")
def latest(request: Request, bench: Bench, matter_id: str) -> Response:
    """The latest tree of a matter, or the way to grow one."""
    matter = bench.matters.get(matter_id)
    rows = bench.matters.trees(matter_id)
    job = bench.jobs.last(f"tree/{matter_id}")
    if rows and (job is None or job.ended or rows[0].version == matter.version):
        query = f"?{request.url.query}" if request.url.query else ""
        return to(f"/matters/{matter_id}/whatif/{rows[0].id}{query}")
    return render(request, "whatif_new.html", matter=matter, tab="whatif", job=job, options=_options(bench))


@router.get("/matters/{matter_id}/whatif/{tree_id}")
def show(
    request: Request, bench: Bench, matter_id: str, tree_id: str, node: int = 0, beside: int | None = None
) -> Response:
    """Every change with its readings, the picture of the tree, one node of it, and that node beside another."""
    matter = bench.matters.get(matter_id)
    row = bench.matters.tree(matter_id, tree_id)
    run = whatif_of(bench, matter, row)
    for place in (node, beside or 0):
        if not 0 <= place < len(run.tree.nodes):
            raise NotFound("This tree has no such change. Open the tree and choose another.")
    job = bench.jobs.last(f"tree/{matter_id}")
    chosen = run.tree.nodes[node]
    return render(
        request,
        "whatif.html",
        matter=matter,
        tab="whatif",
        row=row,
        headline=headline(run),
        readings=first_changes(run),
        root=picture(run),
        deep=any(one.depth > 1 for one in run.tree.nodes),
        beside=nodes_beside(run, run.tree.nodes[beside], chosen) if beside is not None and beside != node else None,
        beside_id=beside,
        choices=_choices(run, chosen),
        plain=chosen.sheet.narrative,
        chosen=node,
        fold_first=len(run.tree.nodes) > UNFOLDED,
        open_path={place for place, _ in path(run, chosen)} | {node},
        view=change_view(run, chosen, why_the_ranks_moved(bench, run, chosen)) if node else None,
        facts=[_fact_choice(number, fact) for number, fact in enumerate(chosen.sheet.facts)],
        new_fields=new_fact_forms(),
        changes=len(run.tree.nodes) - 1,
        growth=run.growth,
        can_follow=chosen.depth < DEEPEST,
        job=job if job is not None and not (job.ended and job.state == "done") else None,
        options=_options(bench),
        type_names=TYPE_NAMES,
        fairness=bench.matters.finding(matter.id, matter.version, FAIRNESS),
        others=[one for one in bench.matters.trees(matter_id) if one.id != tree_id][:8],
    )


def _choices(run: WhatIf, chosen: Node) -> list[tuple[int, str]]:
    """The nodes that one can be held against."""
    return [
        (node.id, " › ".join([*(words for _, words in path(run, node)[1:]), node_name(run, node)]))
        for node in run.tree.nodes
        if node.id != chosen.id
    ]


def _options(bench: Workbench) -> dict[str, int]:
    own = bench.app.settings.counterfactual
    return {"depth": own.max_depth, "children": own.max_children, "deepest": DEEPEST}


def _fact_choice(number: int, fact: Fact) -> tuple[int, str, str, tuple[Field, ...]]:
    return number, describe(fact), fact_class(fact), fields_of(fact.kind, fact)


@router.post("/matters/{matter_id}/whatif")
def grow(bench: Bench, matter_id: str, form: Form) -> Response:
    """Grow a new tree in the background."""
    given = texts(form)
    matter = bench.matters.get(matter_id)
    depth, children = whole(given, "depth"), whole(given, "children")
    if not 1 <= depth <= DEEPEST or not 1 <= children <= 50:
        raise InputError(f"Choose 1 to {DEEPEST} changes in a row, and 1 to 50 changes at each step.")
    job = trees.start_tree(bench, matter, depth, children)
    return to(f"/jobs/{job.id}")


@router.post("/matters/{matter_id}/fairness")
def fairness(bench: Bench, matter_id: str, form: Form) -> Response:  # noqa: ARG001 - the form carries its token
    """Try names, genders, States and languages that must not matter, in the background."""
    return to(f"/jobs/{start_fairness(bench, bench.matters.get(matter_id)).id}")


@router.post("/matters/{matter_id}/whatif/{tree_id}/{action}")
def act(bench: Bench, matter_id: str, tree_id: str, action: str, form: Form) -> Response:
    """Go on, follow a node, or change a fact by hand at a node."""
    given = texts(form)
    row = bench.matters.tree(matter_id, tree_id)
    matter = bench.matters.get(matter_id, row.version)
    if action == "resume":
        job = trees.go_on(bench, matter, row, whole(given, "depth"))
    elif action == "measure":
        job = trees.measure(bench, matter, row)
    elif action == "follow":
        job = trees.expand_node(bench, matter, row, whole(given, "node"))
    elif action in {"change", "words"}:
        node = whole(given, "node")
        nodes = read_tree(row).growth.tree.nodes
        if node >= len(nodes):
            raise NotFound("This tree has no such change. Open the tree and choose another.")
        own = read_words(nodes[node], given.get("text", "")) if action == "words" else read_change(nodes[node], given)
        job = trees.change_node(bench, matter, row, node, own)
    else:
        raise InputError("There is no such action.")
    return to(f"/jobs/{job.id}")
