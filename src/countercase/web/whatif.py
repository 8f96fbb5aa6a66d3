"""What if: the tree of changes, a node in full, changes by hand, and what would bring a case in or push it out."""

from dataclasses import dataclass, replace

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from countercase.counterfactual.edge_evidence import EdgeEvidence
from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.tree import DEEPEST
from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactKind
from countercase.domain.perturbation import Node, Perturbation
from countercase.errors import InputError
from countercase.facts.words import describe
from countercase.web import tree_jobs
from countercase.web.fact_forms import KIND_NAMES, TYPE_NAMES, Field, fields_of, read_fact
from countercase.web.forms import Bench, Form, texts, to, whole
from countercase.web.marks import fact_class, word_changes
from countercase.web.matters import Matter
from countercase.web.pages import render
from countercase.web.svg import moved_words, rank_lines, strip
from countercase.web.tree_jobs import whatif_of
from countercase.web.why import Why, why_the_ranks_moved
from countercase.web.workbench import Workbench

router = APIRouter()
UNFOLDED = 20  # nodes; a larger tree is shown with its first changes only until one is opened
WIDTHS = (0.25, 0.75, 1.5, 2.5, 4.0)  # places at which the line to a node grows thicker


@dataclass(frozen=True, slots=True)
class Branch:
    """A node of the picture with what hangs below it."""

    id: int
    label: str
    sentence: str
    css: str
    mean: float
    width: int
    pruned: bool
    controlled: bool | None
    strip: Markup
    below: tuple["Branch", ...]


@dataclass(frozen=True, slots=True)
class Move:
    """One case of the two lists."""

    case_id: CaseId
    name: str
    old: int | None
    new: int | None
    words: str
    css: str


@dataclass(frozen=True, slots=True)
class NodeView:
    """A node in full."""

    id: int
    path: tuple[tuple[int, str], ...]
    sentence: str
    rule: str
    basis: str
    css: str
    mean: float
    text: Markup
    lines: Markup
    moves: tuple[Move, ...]
    evidence: EdgeEvidence | None
    why: tuple[Why, ...]
    pruned: bool
    leaf: bool


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
        raise InputError(f"There is no node {node} in this tree.")
    job = bench.jobs.last(f"tree/{matter_id}")
    chosen = run.tree.nodes[node]
    return render(
        request,
        "whatif.html",
        matter=matter,
        tab="whatif",
        row=row,
        root=branch(run, run.tree.root, _reach(run)),
        chosen=node,
        fold_first=len(run.tree.nodes) > UNFOLDED,
        open_path={place for place, _ in _path(run, chosen)} | {node},
        view=view(bench, run, chosen) if node else None,
        facts=[_fact_choice(number, fact) for number, fact in enumerate(chosen.sheet.facts)],
        new_fields=[(kind, KIND_NAMES[kind], fields_of(kind)) for kind in FactKind],
        changes=len(run.tree.nodes) - 1,
        growth=run.growth,
        can_follow=chosen.depth < DEEPEST,
        job=job if job is not None and not (job.ended and job.state == "done") else None,
        options=_options(bench),
        type_names=TYPE_NAMES,
        others=[one for one in bench.matters.trees(matter_id) if one.id != tree_id][:8],
    )


def _options(bench: Workbench) -> dict[str, int]:
    own = bench.product.settings.counterfactual
    return {"depth": own.max_depth, "children": own.max_children, "deepest": DEEPEST}


def _reach(run: WhatIf) -> float:
    return max([1.0, *(node.shift.mean for node in run.tree.nodes if node.shift)])


def branch(run: WhatIf, node: Node, reach: float) -> Branch:
    """A node and everything below it, for the picture."""
    below = tuple(branch(run, child, reach) for child in run.tree.children(node.id))
    change, shift = node.perturbation, node.shift
    if change is None or shift is None:
        return Branch(
            0, "The matter as given", "", "root", 0.0, 0, pruned=False, controlled=None, strip=Markup(), below=below
        )
    seen = run.evidence.get(node.id)
    css = fact_class(change.fact)
    return Branch(
        node.id,
        run.label(change),
        change.sentence,
        css,
        shift.mean,
        sum(shift.mean > width for width in WIDTHS),
        node.pruned,
        seen.dispositive if seen else None,
        strip(shift.mean, reach, css),
        below,
    )


def view(bench: Workbench, run: WhatIf, node: Node) -> NodeView:
    """Everything about one change."""
    change, shift = node.perturbation, node.shift
    if change is None or shift is None or node.parent is None:
        raise InputError("The matter as given has no change to show.")
    parent = run.tree.nodes[node.parent]
    return NodeView(
        node.id,
        tuple(_path(run, node)),
        change.sentence,
        change.rule,
        change.basis,
        fact_class(change.fact),
        shift.mean,
        word_changes(parent.sheet.narrative, node.sheet.narrative),
        rank_lines(parent.ranking, node.ranking, run.names, run.tree.k),
        tuple(moves(run, parent, node)),
        run.evidence.get(node.id),
        why_the_ranks_moved(bench, run, node),
        node.pruned,
        not any(True for _ in run.tree.children(node.id)),
    )


def _path(run: WhatIf, node: Node) -> list[tuple[int, str]]:
    """The changes from the root to the node's parent."""
    steps: list[tuple[int, str]] = []
    while node.parent is not None:
        node = run.tree.nodes[node.parent]
        label = run.label(node.perturbation) if node.perturbation else "The matter as given"
        steps.insert(0, (node.id, label))
    return steps


def moves(run: WhatIf, parent: Node, node: Node) -> list[Move]:
    """Every case of either list: those that entered first, then those that left, then by how far they moved."""
    k = run.tree.k
    old = {case: rank for rank, case in enumerate(parent.ranking[:k], start=1)}
    new = {case: rank for rank, case in enumerate(node.ranking[:k], start=1)}
    rows = []
    for case in dict.fromkeys([*new, *old]):
        before, after = old.get(case), new.get(case)
        css = "entered" if before is None else "dropped" if after is None else "stable"
        rows.append(Move(case, run.name(case), before, after, moved_words(before, after), css))
    order = {"entered": 0, "dropped": 1, "stable": 2}
    return sorted(rows, key=lambda move: (order[move.css], move.new or move.old or 0))


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
    job = tree_jobs.start_tree(bench, matter, depth, children)
    return to(f"/jobs/{job.id}")


@router.post("/matters/{matter_id}/whatif/{tree_id}/{action}")
def act(bench: Bench, matter_id: str, tree_id: str, action: str, form: Form) -> Response:
    """Go on, follow a node, or change a fact by hand at a node."""
    given = texts(form)
    row = bench.matters.tree(matter_id, tree_id)
    matter = bench.matters.get(matter_id, row.version)
    if action == "resume":
        job = tree_jobs.go_on(bench, matter, row, whole(given, "depth"))
    elif action == "measure":
        job = tree_jobs.measure(bench, matter, row)
    elif action == "follow":
        job = tree_jobs.expand_node(bench, matter, row, whole(given, "node"))
    elif action == "change":
        node = whole(given, "node")
        nodes = tree_jobs.read_tree(row).growth.tree.nodes
        if node >= len(nodes):
            raise InputError(f"There is no node {node} in this tree.")
        job = tree_jobs.change_node(bench, matter, row, node, read_change(nodes[node], given))
    else:
        raise InputError("There is no such action.")
    return to(f"/jobs/{job.id}")


def read_change(node: Node, given: dict[str, str]) -> Perturbation:
    """A change of the user's own: one fact corrected, taken away or added."""
    if given.get("what") == "add":
        try:
            kind = FactKind(given.get("kind", ""))
        except ValueError:
            raise InputError("Choose what kind of fact to add.") from None
        after: Fact | None = read_fact(kind, given)
        before = None
    else:
        place = whole(given, "fact")
        if place >= len(node.sheet.facts):
            raise InputError("There is no such fact at this node. Load the page again.")
        before = node.sheet.facts[place]
        after = None if given.get("what") == "remove" else replace(read_fact(before.kind, given), spans=before.spans)
    return Perturbation(before, after, "by hand", "your own change", _sentence(before, after))


def _sentence(before: Fact | None, after: Fact | None) -> str:
    if before is None and after is not None:
        return f"What if there were also {describe(after)}?"
    if after is None and before is not None:
        return f"What if there were no {describe(before)}?"
    return f"What if it were {describe(after)} and not {describe(before)}?" if before and after else ""


def tree_for(bench: Workbench, matter: Matter) -> WhatIf | None:
    """The latest tree of a matter, if it has one."""
    row = bench.matters.latest_tree(matter.id)
    return whatif_of(bench, matter, row) if row else None
