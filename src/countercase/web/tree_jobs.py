"""What-if work in the background: grow, go on, change by hand, measure, share out, bring in and push out.

A tree is kept after every level, so that a page shows it as it grows and a cancelled one can go on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from countercase.counterfactual.edge_evidence import EdgeEvidence
from countercase.counterfactual.reach import Aim, Reached, reach
from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.shapley import Attribution, attribute, places_kept
from countercase.counterfactual.state import FactKey, fact_key, movable
from countercase.counterfactual.tree import Growth, Progress, TreeTools, add_change, deepen, expand, grow, resume
from countercase.counterfactual.tree_json import TreeFile, from_json, to_json
from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactSheet
from countercase.domain.perturbation import Perturbation
from countercase.facts.sheet_json import from_json as sheet_from_json
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.facts.words import describe
from countercase.settings import CounterfactualSettings
from countercase.web.fact_forms import short_words
from countercase.web.jobs import Cancelled, Job
from countercase.web.matters import Matter, TreeRow
from countercase.web.precedents import read_filter
from countercase.web.workbench import Workbench

AT_ONCE = 8  # sheets searched between two looks at whether to stop
RANKS = 50  # how far down rankings are kept: a case that leaves the first ten is still seen at twelve
REACH_RANKS = 100
SHAPLEY_FACTS = 7  # those whose change moved the list furthest: 128 searches


def read_tree(row: TreeRow) -> TreeFile:
    """A stored tree."""
    return _read(_Stored(row.id, row.written, row))


@dataclass(frozen=True, slots=True)
class _Stored:
    """A row under the key of its state: reading one takes most of a page's time, and a page is often loaded again."""

    id: str
    written: str
    row: TreeRow = field(compare=False, hash=False)


@lru_cache(maxsize=8)
def _read(stored: _Stored) -> TreeFile:
    return from_json(stored.row.content, sheet_from_json)


def whatif_of(bench: Workbench, matter: Matter, row: TreeRow) -> WhatIf:
    """A stored tree with the names of its cases, as reports and pages show it."""
    read = read_tree(row)
    return _shown(bench, matter, read.growth, read.evidence, {"tree": row.id, "version": str(row.version)})


def _shown(
    bench: Workbench,
    matter: Matter,
    growth: Growth,
    evidence: Mapping[int, EdgeEvidence] = MappingProxyType({}),
    about: Mapping[str, str] = MappingProxyType({}),
) -> WhatIf:
    seen = dict.fromkeys(case for node in growth.tree.nodes for case in node.ranking[: growth.tree.k])
    about = {"matter": matter.id, "plan": "whatif", **about}
    return WhatIf(matter.id, matter.title, growth, bench.names(seen), describe, evidence, about=about)


def tools(bench: Workbench, matter: Matter, job: Job, ranks: int = RANKS) -> TreeTools:
    """The product's tools, with searches taking turns and telling how far they are."""
    own = bench.product.whatif_tools(ranks, matter.locks, read_filter({}, matter.about))

    def retrieve(sheets: Sequence[FactSheet]) -> Sequence[Sequence[CaseId]]:
        found: list[Sequence[CaseId]] = []
        for start in range(0, len(sheets), AT_ONCE):
            job.tell(f"Searching for {_count(len(sheets))}", start, len(sheets))
            with bench.searching:
                bench.prepare(job)
                found += own.retrieve(sheets[start : start + AT_ONCE])
        return found

    return replace(own, retrieve=retrieve)


def _count(sheets: int) -> str:
    return "the matter as given" if sheets == 1 else f"{sheets} changed matters"


def start_tree(bench: Workbench, matter: Matter, depth: int, children: int) -> Job:
    """Grow a new tree."""
    options = bench.product.settings.counterfactual.model_copy(update={"max_depth": depth, "max_children": children})

    def work(job: Job) -> str:
        job.tell("Searching for the matter as given")
        own = tools(bench, matter, job)
        return _growing(bench, matter, job, None, lambda notify: grow(*_start(bench, matter, own, options), notify))

    return bench.jobs.start("Growing the tree", f"tree/{matter.id}", f"/matters/{matter.id}/whatif", work)


def _start(
    bench: Workbench, matter: Matter, own: TreeTools, options: CounterfactualSettings
) -> tuple[FactSheet, TreeTools, CounterfactualSettings, int]:
    return bench.sheet(matter), own, options, bench.product.settings.retrieval.top_k


def go_on(bench: Workbench, matter: Matter, row: TreeRow, depth: int) -> Job:
    """Go on with a tree that stopped, or let it grow deeper."""

    def work(job: Job) -> str:
        growth = read_tree(row).growth
        wider = deepen(growth, growth.options.model_copy(update={"max_depth": max(depth, growth.options.max_depth)}))
        own = tools(bench, matter, job)
        return _growing(bench, matter, job, row, lambda notify: resume(wider, own, notify))

    return bench.jobs.start("Growing the tree", f"tree/{matter.id}", _place(row), work)


def change_node(bench: Workbench, matter: Matter, row: TreeRow, node: int, change: Perturbation) -> Job:
    """A change of the user's own, as a child of a node."""

    def work(job: Job) -> str:
        job.tell("Searching for the changed matter")
        read = read_tree(row)
        grown = add_change(read.growth, node, change, tools(bench, matter, job))
        _keep(bench, matter, grown, row, _evidence(bench, matter, job, grown))
        return f"{_place(row)}?node={len(grown.tree.nodes) - 1}#node"

    return bench.jobs.start("Trying the change", f"tree/{matter.id}", _place(row), work)


def expand_node(bench: Workbench, matter: Matter, row: TreeRow, node: int) -> Job:
    """All changes one step from a node."""

    def work(job: Job) -> str:
        read = read_tree(row)
        grown = expand(read.growth, node, tools(bench, matter, job))
        _keep(bench, matter, grown, row, _evidence(bench, matter, job, grown))
        return f"{_place(row)}?node={node}"

    return bench.jobs.start("Following the node", f"tree/{matter.id}", _place(row), work)


def _growing(
    bench: Workbench,
    matter: Matter,
    job: Job,
    row: TreeRow | None,
    growing: Callable[[Callable[[Progress], None]], Growth],
) -> str:
    """Grow, keep every level, and keep what there is when it is cancelled."""
    latest: list[Growth] = [read_tree(row).growth] if row else []
    kept: list[TreeRow] = [row] if row else []

    def keep(growth: Growth) -> None:
        kept[:] = [_keep(bench, matter, growth, kept[0] if kept else None)]

    def notify(progress: Progress) -> None:
        fresh = not latest or len(progress.growth.tree.nodes) > len(latest[0].tree.nodes)
        latest[:] = [progress.growth]
        if fresh:
            keep(progress.growth)
            count = len(progress.growth.tree.nodes) - 1
            job.tell(f"{count} change{'' if count == 1 else 's'} so far", refresh=True)

    try:
        grown = growing(notify)
    except Cancelled:
        if latest:
            keep(replace(latest[0], stopped="cancelled"))
        raise
    keep(grown)
    return _place(_keep(bench, matter, grown, kept[0], _evidence(bench, matter, job, grown)))


def measure(bench: Workbench, matter: Matter, row: TreeRow) -> Job:
    """Read every change of a tree against its placebos."""

    def work(job: Job) -> str:
        growth = read_tree(row).growth
        _keep(bench, matter, growth, row, _evidence(bench, matter, job, growth))
        return f"/matters/{matter.id}/which-facts"

    return bench.jobs.start("Measuring against placebos", f"tree/{matter.id}", _place(row), work)


def _evidence(bench: Workbench, matter: Matter, job: Job, growth: Growth) -> Mapping[int, EdgeEvidence]:
    """The controlled reading of every change. It is of the whole tree: one more change alters the others' q."""
    if len(growth.tree.nodes) < 2:
        return {}
    job.tell(f"Measuring {len(growth.tree.nodes) - 1} changes against neutral edits of the same length")
    with bench.searching:
        bench.prepare(job)
        return bench.product.measured(_shown(bench, matter, growth)).evidence


def _keep(
    bench: Workbench,
    matter: Matter,
    growth: Growth,
    row: TreeRow | None,
    evidence: Mapping[int, EdgeEvidence] = MappingProxyType({}),
) -> TreeRow:
    content = to_json(_shown(bench, matter, growth, evidence), sheet_to_json)
    return bench.matters.put_tree(matter, content, row.id if row else None)


def _place(row: TreeRow) -> str:
    return f"/matters/{row.matter}/whatif/{row.id}"


def start_shares(bench: Workbench, matter: Matter) -> Job:
    """The Shapley values of the facts, kept with the matter."""

    def work(job: Job) -> str:
        sheet, k = bench.sheet(matter), bench.product.settings.retrieval.top_k
        own = tools(bench, matter, job, k)
        facts = _telling(bench, matter, sheet)[:SHAPLEY_FACTS]
        ranking = own.retrieve([sheet])[0]
        shared = attribute(sheet, facts, own.retrieve, own.edit, places_kept(ranking, k))
        bench.matters.put_finding(matter.id, matter.version, "shares", shares_record(shared, len(movable(sheet))))
        return f"/matters/{matter.id}/which-facts#shares"

    return bench.jobs.start(
        "Sharing out the ranking among the facts", f"shares/{matter.id}", f"/matters/{matter.id}/which-facts", work
    )


def _telling(bench: Workbench, matter: Matter, sheet: FactSheet) -> list[Fact]:
    """The facts that may be shared among, those first whose single change moved the list furthest."""
    row = bench.matters.latest_tree(matter.id)
    moved: dict[FactKey, float] = {}
    for node in read_tree(row).growth.tree.children(0) if row else ():
        if node.perturbation is not None and node.shift is not None:
            key = fact_key(node.perturbation.fact)
            moved[key] = max(moved.get(key, 0.0), node.shift.mean)
    return sorted(movable(sheet), key=lambda fact: -moved.get(fact_key(fact), 0.0))


def shares_record(shared: Attribution, of: int) -> dict[str, Any]:
    """Shapley values as plain data."""
    rows = [
        {"fact": short_words(one.fact), "type": one.fact.type, "value": one.value, "error": one.error}
        for one in shared.shares
    ]
    more = {"exact": shared.exact, "searches": shared.searches, "whole": shared.whole, "nothing": shared.nothing}
    return {"shares": rows, "facts": of, **more}


def start_reach(bench: Workbench, matter: Matter, case_id: CaseId, aim: Aim) -> Job:
    """The fewest changes that bring a case in or push it out, kept with the matter."""
    what = f"reach/{aim.name.lower()}/{case_id}"
    place = f"/matters/{matter.id}/reach?case={case_id}&aim={aim.name.lower()}"
    verb = "bring it in" if aim is Aim.BRING_IN else "push it out"

    def work(job: Job) -> str:
        job.tell(f"Looking for the fewest changes that {verb}")
        k = bench.product.settings.retrieval.top_k
        found = reach(bench.sheet(matter), case_id, aim, k, tools(bench, matter, job, REACH_RANKS))
        bench.matters.put_finding(matter.id, matter.version, what, reach_record(found))
        return place

    return bench.jobs.start(
        f"Looking for the fewest changes that {verb}", f"{what}/{matter.id}/{matter.version}", place, work
    )


def reach_record(found: Reached) -> dict[str, Any]:
    """What was found, as plain data."""
    record = {name: value for name, value in asdict(replace(found, changes=None)).items() if name != "changes"}
    changes = (
        None if found.changes is None else [{"sentence": one.sentence, "basis": one.basis} for one in found.changes]
    )
    return {**record, "changes": changes}
