"""Background work on facts: Shapley values, the fewest changes that move a case, and fairness tests."""

from dataclasses import asdict, replace
from typing import Any

from countercase.counterfactual.fewest_changes import Aim, FewestChanges, find_fewest_changes
from countercase.counterfactual.shapley import Attribution, attribute, places_kept
from countercase.counterfactual.tree import movable
from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactKey, FactSheet
from countercase.domain.perturbation import LawEffect, Perturbation
from countercase.web.durable_jobs import durable
from countercase.web.fact_forms import short_words
from countercase.web.jobs import Job
from countercase.web.matter_store import StoredMatter
from countercase.web.trees import driver_matter, read_tree, tools
from countercase.web.workbench import Workbench

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
        found = find_fewest_changes(
            bench.sheet(matter), case_id, aim, k, tools(bench, matter, job, FEWEST_CHANGES_RANKS)
        )
        bench.matters.put_finding(matter.id, matter.version, what, fewest_changes_record(found))
        return page

    return bench.jobs.start(
        f"Looking for the fewest changes that {verb}",
        f"{what}/{matter.id}/{matter.version}",
        page,
        work,
        owner=matter.id,
    )


def fewest_changes_record(found: FewestChanges) -> dict[str, Any]:
    """The changes found, as plain data."""
    record = {name: value for name, value in asdict(replace(found, changes=None)).items() if name != "changes"}
    changes = None if found.changes is None else [_change_record(change) for change in found.changes]
    return {**record, "changes": changes}


def _change_record(change: Perturbation) -> dict[str, str]:
    known = change.law is not None and change.law.effect is not LawEffect.NONE_KNOWN
    return {
        "sentence": change.sentence,
        "basis": change.basis,
        "law": change.law.says if change.law and known else "",
    }
