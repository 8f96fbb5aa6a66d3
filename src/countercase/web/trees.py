"""What-if work in the background: grow, go on, change by hand, measure.

A tree is kept after every level, so that a page shows it as it grows and a cancelled one can go on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType

from countercase.counterfactual.law_reading import compare, read_law, read_matter
from countercase.counterfactual.result import Matter, WhatIf
from countercase.counterfactual.tree import Growth, Progress, TreeTools, changed_sheet
from countercase.counterfactual.tree_json import TreeFile, from_json, to_json
from countercase.counterfactual.verdict import EdgeEvidence
from countercase.domain.case import CaseId
from countercase.domain.facts import FactSheet
from countercase.domain.perturbation import LawEffect, LawReading, Perturbation
from countercase.facts.sheet_json import from_json as sheet_from_json
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.settings import CounterfactualSettings
from countercase.web.durable_jobs import durable
from countercase.web.forms import read_filter
from countercase.web.jobs import Cancelled, Job
from countercase.web.matter_store import StoredMatter, TreeRow
from countercase.web.workbench import Workbench

# Stored trees: read once for each state, shown with the names of their cases, kept after every level.

Evidence = Mapping[int, EdgeEvidence]
UNMEASURED: Evidence = MappingProxyType({})


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


def whatif_of(bench: Workbench, matter: StoredMatter, row: TreeRow) -> WhatIf:
    """A stored tree as reports and pages show it."""
    read = read_tree(row)
    return shown(bench, matter, read.growth, read.evidence, {"tree": row.id, "version": str(row.version)})


def shown(
    bench: Workbench,
    matter: StoredMatter,
    growth: Growth,
    evidence: Evidence = UNMEASURED,
    about: Mapping[str, str] = MappingProxyType({}),
) -> WhatIf:
    """A growth with the names and outcomes of its cases, as the command line shows it."""
    run = bench.app.whatifs.result(asked(bench, matter), growth)
    about = {**run.about, "matter": matter.id, **about}
    return replace(run, evidence=evidence, about=about, locks=matter.locks)


def keep(
    bench: Workbench, matter: StoredMatter, growth: Growth, row: TreeRow | None, evidence: Evidence = UNMEASURED
) -> TreeRow:
    """Store a tree, or a later state of one."""
    content = to_json(shown(bench, matter, growth, evidence), sheet_to_json)
    return bench.matters.put_tree(matter, content, row.id if row else None)


def latest(bench: Workbench, matter: StoredMatter) -> WhatIf | None:
    """The latest tree of a matter, if it has one."""
    row = bench.matters.latest_tree(matter.id)
    return whatif_of(bench, matter, row) if row else None


AT_ONCE = 64  # sheets searched between two looks at whether to stop
RANKS = 50  # how far down rankings are kept: a case that leaves the first ten is still seen at twelve


def asked(bench: Workbench, matter: StoredMatter, so_far: Growth | None = None) -> Matter:
    """A stored matter as the what-if driver takes it."""
    filter_ = read_filter({}, matter.about)
    return Matter(matter.id, matter.title, bench.sheet(matter), filter_, so_far)


def tools(bench: Workbench, matter: StoredMatter, job: Job, ranks: int = RANKS) -> TreeTools:
    """The product's tools, with searches taking turns and telling how far they are."""
    own = bench.app.whatifs.tools(asked(bench, matter), ranks, matter.locks)

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


@durable
def start_tree(bench: Workbench, matter: StoredMatter, depth: int, children: int) -> Job:
    """Grow a new tree."""
    options = bench.app.settings.counterfactual.model_copy(update={"max_depth": depth, "max_children": children})

    def work(job: Job) -> str:
        job.tell("Searching for the matter as given")
        return _growing(bench, matter, job, None, options)

    return bench.jobs.start("Changing one fact at a time", f"tree/{matter.id}", f"/matters/{matter.id}/whatif", work)


@durable
def go_on(bench: Workbench, matter: StoredMatter, row: TreeRow, depth: int) -> Job:
    """Go on with a tree that stopped, or let it grow deeper."""

    def work(job: Job) -> str:
        limits = read_tree(row).growth.options
        wider = limits.model_copy(update={"max_depth": max(depth, limits.max_depth)})
        return _growing(bench, matter, job, row, wider)

    return bench.jobs.start("Changing one fact at a time", f"tree/{matter.id}", _place(row), work)


def change_node(bench: Workbench, matter: StoredMatter, row: TreeRow, node: int, change: Perturbation) -> Job:
    """A change of the user's own, as a child of a node."""

    def work(job: Job) -> str:
        job.tell("Searching for the changed matter")
        growth, own = read_tree(row).growth, tools(bench, matter, job)
        grown = bench.app.whatifs.change(growth, node, with_law(growth.tree.nodes[node].sheet, change, own), own)
        keep(bench, matter, grown, row, _evidence(bench, matter, job, grown))
        return f"{_place(row)}?node={len(grown.tree.nodes) - 1}#node"

    return bench.jobs.start("Trying the change", f"tree/{matter.id}", _place(row), work)


def with_law(sheet: FactSheet, change: Perturbation, own: TreeTools) -> Perturbation:
    """A change of the user's own with what it does in law; the engine's own changes bring that with them."""
    changed = changed_sheet(sheet, change, own.edit)
    if changed is None:
        return change
    before, after = read_matter(sheet), read_matter(changed)
    law = read_law(change, before, after)
    gone = next((old for old, new in compare(before, after).lines if old is not None and new is None), None)
    if law.effect is LawEffect.NONE_KNOWN and gone is not None:  # the tables are silent on the other side of some lines
        says = f"As told: {gone.says} With the changed words our tables read no such line."
        law = LawReading(LawEffect.NONE_KNOWN, None, says)
    return replace(change, law=law)


@durable
def expand_node(bench: Workbench, matter: StoredMatter, row: TreeRow, node: int) -> Job:
    """All changes one step from a node."""

    def work(job: Job) -> str:
        read = read_tree(row)
        grown = bench.app.whatifs.expand(read.growth, node, tools(bench, matter, job))
        keep(bench, matter, grown, row, _evidence(bench, matter, job, grown))
        return f"{_place(row)}?node={node}"

    return bench.jobs.start("Changing one more fact", f"tree/{matter.id}", _place(row), work)


def _growing(
    bench: Workbench, matter: StoredMatter, job: Job, row: TreeRow | None, options: CounterfactualSettings
) -> str:
    """Grow, keep every level, and keep what there is when it is cancelled."""
    latest: list[Growth] = [read_tree(row).growth] if row else []
    kept: list[TreeRow] = [row] if row else []

    def note(growth: Growth) -> None:
        kept[:] = [keep(bench, matter, growth, kept[0] if kept else None)]

    def notify(progress: Progress) -> None:
        fresh = not latest or len(progress.growth.tree.nodes) > len(latest[0].tree.nodes)
        latest[:] = [progress.growth]
        if fresh:
            note(progress.growth)
            count = len(progress.growth.tree.nodes) - 1
            job.tell(f"{count} change{'' if count == 1 else 's'} so far", refresh=True)

    try:
        so_far = latest[0] if latest else None
        own = tools(bench, matter, job)
        grown = bench.app.whatifs.grow(asked(bench, matter, so_far), notify=notify, tools=own, options=options)
    except Cancelled:
        if latest:
            note(replace(latest[0], stopped="cancelled"))
        raise
    note(grown)
    return _place(keep(bench, matter, grown, kept[0], _evidence(bench, matter, job, grown)))


@durable
def measure(bench: Workbench, matter: StoredMatter, row: TreeRow) -> Job:
    """Read every change of a tree against its placebos."""

    def work(job: Job) -> str:
        growth = read_tree(row).growth
        keep(bench, matter, growth, row, _evidence(bench, matter, job, growth))
        return f"/matters/{matter.id}/which-facts"

    return bench.jobs.start("Measuring the changes", f"tree/{matter.id}", _place(row), work)


def _evidence(bench: Workbench, matter: StoredMatter, job: Job, growth: Growth) -> Evidence:
    """The controlled reading of every change. It is of the whole tree: one more change alters the others' q."""
    if len(growth.tree.nodes) < 2:
        return {}
    job.tell(f"Measuring {len(growth.tree.nodes) - 1} changes against neutral edits of the same length")
    with bench.searching:
        bench.prepare(job)
        return bench.app.whatifs.measured(shown(bench, matter, growth)).evidence


def _place(row: TreeRow) -> str:
    return f"/matters/{row.matter}/whatif/{row.id}"
