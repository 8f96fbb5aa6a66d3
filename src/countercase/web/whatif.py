"""What if: the tree of changes, a node of it, and changes by hand."""

from dataclasses import replace

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.counterfactual.tree import DEEPEST
from countercase.domain.facts import Fact, FactKind
from countercase.domain.perturbation import Node, Perturbation
from countercase.errors import InputError, NotFound
from countercase.facts.words import describe
from countercase.report.changes import change_view, path
from countercase.report.marks import TYPE_NAMES, fact_class
from countercase.report.tree_picture import picture
from countercase.web import trees
from countercase.web.fact_forms import KIND_NAMES, Field, fields_of, read_fact
from countercase.web.forms import Bench, Form, texts, to, whole
from countercase.web.precedents import why_the_ranks_moved
from countercase.web.rendering import render
from countercase.web.trees import read_tree, whatif_of
from countercase.web.workbench import Workbench

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
            raise NotFound("There is no such fact at this node. Load the page again.")
        before = node.sheet.facts[place]
        after = None if given.get("what") == "remove" else replace(read_fact(before.kind, given), spans=before.spans)
    return Perturbation(before, after, "by hand", "your own change", _sentence(before, after))


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
def show(request: Request, bench: Bench, matter_id: str, tree_id: str, node: int = 0) -> Response:
    """The picture of a tree, and one node of it."""
    matter = bench.matters.get(matter_id)
    row = bench.matters.tree(matter_id, tree_id)
    run = whatif_of(bench, matter, row)
    if not 0 <= node < len(run.tree.nodes):
        raise NotFound(f"There is no node {node} in this tree.")
    job = bench.jobs.last(f"tree/{matter_id}")
    chosen = run.tree.nodes[node]
    return render(
        request,
        "whatif.html",
        matter=matter,
        tab="whatif",
        row=row,
        root=picture(run),
        measured=bool(run.evidence),
        chosen=node,
        fold_first=len(run.tree.nodes) > UNFOLDED,
        open_path={place for place, _ in path(run, chosen)} | {node},
        view=change_view(run, chosen, why_the_ranks_moved(bench, run, chosen)) if node else None,
        facts=[_fact_choice(number, fact) for number, fact in enumerate(chosen.sheet.facts)],
        new_fields=[(kind, KIND_NAMES[kind], fields_of(kind)) for kind in KIND_NAMES],
        changes=len(run.tree.nodes) - 1,
        growth=run.growth,
        can_follow=chosen.depth < DEEPEST,
        job=job if job is not None and not (job.ended and job.state == "done") else None,
        options=_options(bench),
        type_names=TYPE_NAMES,
        others=[one for one in bench.matters.trees(matter_id) if one.id != tree_id][:8],
    )


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
        raise InputError(f"A tree is 1 to {DEEPEST} changes deep and has 1 to 50 changes a node.")
    job = trees.start_tree(bench, matter, depth, children)
    return to(f"/jobs/{job.id}")


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
    elif action == "change":
        node = whole(given, "node")
        nodes = read_tree(row).growth.tree.nodes
        if node >= len(nodes):
            raise NotFound(f"There is no node {node} in this tree.")
        job = trees.change_node(bench, matter, row, node, read_change(nodes[node], given))
    else:
        raise InputError("There is no such action.")
    return to(f"/jobs/{job.id}")
