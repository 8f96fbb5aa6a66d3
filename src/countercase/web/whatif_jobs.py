"""What-if work in the background: trees, each fact's share of the ranking, the fewest changes, and fairness tests.

A tree is saved after every level, so that a page shows it as it grows and a cancelled one can be resumed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from countercase.counterfactual.fewest_changes import Aim, FewestChanges, find_fewest_changes
from countercase.counterfactual.law_reading import compare, read_law, read_matter
from countercase.counterfactual.result import Matter, WhatIf
from countercase.counterfactual.shapley import Attribution, attribute, places_kept
from countercase.counterfactual.tree import Growth, Progress, TreeTools, changed_sheet, movable
from countercase.counterfactual.tree_json import TreeFile, from_json, to_json
from countercase.counterfactual.verdict import EdgeEvidence
from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactKey, FactSheet
from countercase.domain.perturbation import LawEffect, LawReading, Perturbation
from countercase.facts.sheet_json import from_json as sheet_from_json
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.law.dates import counted
from countercase.settings import CounterfactualSettings
from countercase.web.durable_jobs import durable
from countercase.web.fact_forms import short_words
from countercase.web.jobs import Cancelled, Job
from countercase.web.matter_store import StoredMatter, TreeRow
from countercase.web.pages import Workbench, read_filter

# Stored trees: each state is parsed once, and shown with the names of its cases.

Evidence = Mapping[int, EdgeEvidence]
UNMEASURED: Evidence = MappingProxyType({})


def read_tree(row: TreeRow) -> TreeFile:
    """A stored tree."""
    return _read(_Stored(row.id, row.written, row))


@dataclass(frozen=True, slots=True)
class _Stored:
    """A stored tree with its state as the cache key, since parsing takes most of a page's time."""

    id: str
    written: str
    row: TreeRow = field(compare=False, hash=False)


@lru_cache(maxsize=8)
def _read(stored: _Stored) -> TreeFile:
    return from_json(stored.row.content, sheet_from_json)


def whatif_of(bench: Workbench, matter: StoredMatter, row: TreeRow) -> WhatIf:
    """A stored tree, ready for reports and pages."""
    tree = read_tree(row)
    return as_whatif(bench, matter, tree.growth, tree.evidence, {"tree": row.id, "version": str(row.version)})


def as_whatif(
    bench: Workbench,
    matter: StoredMatter,
    growth: Growth,
    evidence: Evidence = UNMEASURED,
    about: Mapping[str, str] = MappingProxyType({}),
) -> WhatIf:
    """A grown tree with the names and outcomes of its cases, as on the command line."""
    run = bench.app.whatifs.result(driver_matter(bench, matter), growth)
    about = {**run.about, "matter": matter.id, **about}
    return replace(run, evidence=evidence, about=about, locks=matter.locks)


def save_tree(
    bench: Workbench, matter: StoredMatter, growth: Growth, row: TreeRow | None, evidence: Evidence = UNMEASURED
) -> TreeRow:
    """Store a tree, or update it."""
    content = to_json(as_whatif(bench, matter, growth, evidence), sheet_to_json)
    return bench.matters.put_tree(matter, content, row.id if row else None)


def latest(bench: Workbench, matter: StoredMatter) -> WhatIf | None:
    """The latest tree of a matter, if it has one."""
    row = bench.matters.latest_tree(matter.id)
    return whatif_of(bench, matter, row) if row else None


BATCH = 64  # sheets searched between two checks for cancellation
RANKS = 50  # length of stored rankings, so that a case that leaves the first ten can be shown at rank twelve


def driver_matter(bench: Workbench, matter: StoredMatter, so_far: Growth | None = None) -> Matter:
    """A stored matter as input for the what-if driver."""
    filter_ = read_filter({}, matter.about)
    return Matter(matter.id, matter.title, bench.sheet(matter), filter_, so_far)


def tools(bench: Workbench, matter: StoredMatter, job: Job, ranks: int = RANKS) -> TreeTools:
    """The driver's tools, with searches that take turns and report progress."""
    tree_tools = bench.app.whatifs.tools(driver_matter(bench, matter), ranks, matter.locks)

    def retrieve(sheets: Sequence[FactSheet]) -> Sequence[Sequence[CaseId]]:
        rankings: list[Sequence[CaseId]] = []
        for start in range(0, len(sheets), BATCH):
            job.tell(f"Searching for {_count(len(sheets))}", start, len(sheets))
            with bench.searching:
                bench.prepare(job)
                rankings += tree_tools.retrieve(sheets[start : start + BATCH])
        return rankings

    return replace(tree_tools, retrieve=retrieve)


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
def resume_tree(bench: Workbench, matter: StoredMatter, row: TreeRow, depth: int) -> Job:
    """Resume a tree that stopped, or grow it deeper."""

    def work(job: Job) -> str:
        limits = read_tree(row).growth.options
        deeper = limits.model_copy(update={"max_depth": max(depth, limits.max_depth)})
        return _growing(bench, matter, job, row, deeper)

    return bench.jobs.start("Changing one fact at a time", f"tree/{matter.id}", _page(row), work)


def change_node(bench: Workbench, matter: StoredMatter, row: TreeRow, node: int, change: Perturbation) -> Job:
    """Add a change that the user made, as a child of a node."""

    def work(job: Job) -> str:
        job.tell("Searching for the changed matter")
        growth, tree_tools = read_tree(row).growth, tools(bench, matter, job)
        read_change = with_law(growth.tree.nodes[node].sheet, change, tree_tools)
        grown = bench.app.whatifs.change(growth, node, read_change, tree_tools)
        save_tree(bench, matter, grown, row, _evidence(bench, matter, job, grown))
        return f"{_page(row)}?node={len(grown.tree.nodes) - 1}#node"

    return bench.jobs.start("Trying the change", f"tree/{matter.id}", _page(row), work)


def with_law(sheet: FactSheet, change: Perturbation, tree_tools: TreeTools) -> Perturbation:
    """The user's change with its reading in law, which proposed changes already have."""
    changed = changed_sheet(sheet, change, tree_tools.edit)
    if changed is None:
        return change
    before, after = read_matter(sheet), read_matter(changed)
    law = read_law(change, before, after)
    lost = next((old for old, new in compare(before, after).lines if old is not None and new is None), None)
    if law.effect is LawEffect.NONE_KNOWN and lost is not None:
        # Some lines have nothing in the tables on their other side.
        says = f"As given: {lost.says} With the changed words our tables find no such line."
        law = LawReading(LawEffect.NONE_KNOWN, None, says)
    return replace(change, law=law)


@durable
def expand_node(bench: Workbench, matter: StoredMatter, row: TreeRow, node: int) -> Job:
    """Try all changes one step from a node."""

    def work(job: Job) -> str:
        read = read_tree(row)
        grown = bench.app.whatifs.expand(read.growth, node, tools(bench, matter, job))
        save_tree(bench, matter, grown, row, _evidence(bench, matter, job, grown))
        return f"{_page(row)}?node={node}"

    return bench.jobs.start("Changing one more fact", f"tree/{matter.id}", _page(row), work)


def _growing(
    bench: Workbench, matter: StoredMatter, job: Job, row: TreeRow | None, options: CounterfactualSettings
) -> str:
    """Grow a tree and save every level; a cancelled tree keeps what it has."""
    latest: list[Growth] = [read_tree(row).growth] if row else []
    saved: list[TreeRow] = [row] if row else []

    def save(growth: Growth) -> None:
        saved[:] = [save_tree(bench, matter, growth, saved[0] if saved else None)]

    def notify(progress: Progress) -> None:
        fresh = not latest or len(progress.growth.tree.nodes) > len(latest[0].tree.nodes)
        latest[:] = [progress.growth]
        if fresh:
            save(progress.growth)
            count = len(progress.growth.tree.nodes) - 1
            job.tell(f"{counted(count, 'change')} so far", refresh=True)

    try:
        so_far = latest[0] if latest else None
        tree_tools = tools(bench, matter, job)
        driven = driver_matter(bench, matter, so_far)
        grown = bench.app.whatifs.grow(driven, notify=notify, tools=tree_tools, options=options)
    except Cancelled:
        if latest:
            save(replace(latest[0], stopped="cancelled"))
        raise
    save(grown)
    return _page(save_tree(bench, matter, grown, saved[0], _evidence(bench, matter, job, grown)))


@durable
def measure(bench: Workbench, matter: StoredMatter, row: TreeRow) -> Job:
    """Measure every change of a tree against its placebos."""

    def work(job: Job) -> str:
        growth = read_tree(row).growth
        save_tree(bench, matter, growth, row, _evidence(bench, matter, job, growth))
        return f"/matters/{matter.id}/which-facts"

    return bench.jobs.start("Measuring the changes", f"tree/{matter.id}", _page(row), work)


def _evidence(bench: Workbench, matter: StoredMatter, job: Job, growth: Growth) -> Evidence:
    """Measure every change. All are measured together, since one more change alters the q of the others."""
    if len(growth.tree.nodes) < 2:
        return {}
    job.tell(f"Measuring {len(growth.tree.nodes) - 1} changes against neutral edits of the same length")
    with bench.searching:
        bench.prepare(job)
        return bench.app.whatifs.measured(as_whatif(bench, matter, growth)).evidence


def _page(row: TreeRow) -> str:
    return f"/matters/{row.matter}/whatif/{row.id}"


# What each fact contributes to the ranking, what must not matter, and what moves one case.

FEWEST_CHANGES_RANKS = 100
SHAPLEY_FACTS = 7  # those whose changes moved the list furthest; seven need 128 searches


@durable
def start_shares(bench: Workbench, matter: StoredMatter) -> Job:
    """Compute the Shapley values of the facts, and save them with the matter."""

    def work(job: Job) -> str:
        sheet, k = bench.sheet(matter), bench.app.settings.retrieval.top_k
        tree_tools = tools(bench, matter, job, k)
        facts = _most_moving(bench, matter, sheet)[:SHAPLEY_FACTS]
        ranking = tree_tools.retrieve([sheet])[0]
        shared = attribute(sheet, facts, tree_tools.retrieve, tree_tools.edit, places_kept(ranking, k))
        bench.matters.put_finding(matter.id, matter.version, "shares", shares_record(shared, len(movable(sheet))))
        return f"/matters/{matter.id}/which-facts#shares"

    return bench.jobs.start(
        "Computing how much each fact contributes",
        f"shares/{matter.id}",
        f"/matters/{matter.id}/which-facts",
        work,
        owner=matter.id,
    )


def _most_moving(bench: Workbench, matter: StoredMatter, sheet: FactSheet) -> list[Fact]:
    """The facts that may change, those whose changes moved the list furthest first."""
    row = bench.matters.latest_tree(matter.id)
    moved: dict[FactKey, float] = {}
    for node in read_tree(row).growth.tree.children(0) if row else ():
        if node.perturbation is not None and node.shift is not None:
            key = node.perturbation.fact.key
            moved[key] = max(moved.get(key, 0.0), node.shift.mean)
    return sorted(movable(sheet), key=lambda fact: -moved.get(fact.key, 0.0))


def shares_record(shared: Attribution, of: int) -> dict[str, Any]:
    """Shapley values as plain data."""
    rows = [
        {"fact": short_words(share.fact), "type": share.fact.type, "value": share.value, "error": share.error}
        for share in shared.shares
    ]
    more = {"exact": shared.exact, "searches": shared.searches, "whole": shared.whole, "nothing": shared.nothing}
    return {"shares": rows, "facts": of, **more}


FAIRNESS = "fairness"  # key of the stored answer


@durable
def start_fairness(bench: Workbench, matter: StoredMatter) -> Job:
    """Test whether a name, a gender, a State or a language moves the list, and save the answer with the matter."""
    page = f"/matters/{matter.id}/whatif"

    def work(job: Job) -> str:
        job.tell("Searching with names, States and languages that must not matter")
        with bench.searching:
            bench.prepare(job)
            warnings = bench.app.whatifs.fairness(driver_matter(bench, matter))
        words = " ".join(warning.sentence for warning in warnings) or _NOTHING_MOVES
        bench.matters.put_finding(matter.id, matter.version, FAIRNESS, {"warned": bool(warnings), "words": words})
        return page

    key = f"{FAIRNESS}/{matter.id}/{matter.version}"
    return bench.jobs.start("Testing what must not matter", key, page, work, owner=matter.id)


_NOTHING_MOVES = "No name, gender, State or language that we tried moves this list."


def fewest_changes_key(aim: str, case_id: str) -> str:
    """The key under which the changes for a case are stored."""
    return f"reach/{aim}/{case_id}"


@durable
def start_fewest_changes(bench: Workbench, matter: StoredMatter, case_id: CaseId, aim: Aim) -> Job:
    """Find the fewest changes that bring a case in or drive it out, and save them with the matter."""
    what = fewest_changes_key(aim.name.lower(), case_id)
    page = f"/matters/{matter.id}/reach?case={case_id}&aim={aim.name.lower()}"
    verb = "bring it in" if aim is Aim.BRING_IN else "drive it out"

    def work(job: Job) -> str:
        job.tell(f"Looking for the fewest changes that {verb}")
        k = bench.app.settings.retrieval.top_k
        fewest = find_fewest_changes(
            bench.sheet(matter), case_id, aim, k, tools(bench, matter, job, FEWEST_CHANGES_RANKS)
        )
        bench.matters.put_finding(matter.id, matter.version, what, fewest_changes_record(fewest))
        return page

    return bench.jobs.start(
        f"Looking for the fewest changes that {verb}",
        f"{what}/{matter.id}/{matter.version}",
        page,
        work,
        owner=matter.id,
    )


def fewest_changes_record(fewest: FewestChanges) -> dict[str, Any]:
    """The changes found, as plain data."""
    record = {name: value for name, value in asdict(replace(fewest, changes=None)).items() if name != "changes"}
    changes = None if fewest.changes is None else [_change_record(change) for change in fewest.changes]
    return {**record, "changes": changes}


def _change_record(change: Perturbation) -> dict[str, str]:
    known = change.law is not None and change.law.effect is not LawEffect.NONE_KNOWN
    return {
        "sentence": change.sentence,
        "basis": change.basis,
        "law": change.law.says if change.law and known else "",
    }
