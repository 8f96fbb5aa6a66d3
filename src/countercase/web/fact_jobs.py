"""Background work on single facts: the list shared out among them, the fewest changes, and what must not matter."""

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
from countercase.web.trees import asked, read_tree, tools
from countercase.web.workbench import Workbench

REACH_RANKS = 100
SHAPLEY_FACTS = 7  # those whose change moved the list furthest: 128 searches


@durable
def start_shares(bench: Workbench, matter: StoredMatter) -> Job:
    """The Shapley values of the facts, kept with the matter."""

    def work(job: Job) -> str:
        sheet, k = bench.sheet(matter), bench.app.settings.retrieval.top_k
        own = tools(bench, matter, job, k)
        facts = _telling(bench, matter, sheet)[:SHAPLEY_FACTS]
        ranking = own.retrieve([sheet])[0]
        shared = attribute(sheet, facts, own.retrieve, own.edit, places_kept(ranking, k))
        bench.matters.put_finding(matter.id, matter.version, "shares", shares_record(shared, len(movable(sheet))))
        return f"/matters/{matter.id}/which-facts#shares"

    return bench.jobs.start(
        "Sharing out the ranking among the facts",
        f"shares/{matter.id}",
        f"/matters/{matter.id}/which-facts",
        work,
        owner=matter.id,
    )


def _telling(bench: Workbench, matter: StoredMatter, sheet: FactSheet) -> list[Fact]:
    """The facts that may be shared among, those first whose single change moved the list furthest."""
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
        {"fact": short_words(one.fact), "type": one.fact.type, "value": one.value, "error": one.error}
        for one in shared.shares
    ]
    more = {"exact": shared.exact, "searches": shared.searches, "whole": shared.whole, "nothing": shared.nothing}
    return {"shares": rows, "facts": of, **more}


FAIRNESS = "fairness"  # what the sentence about traits is kept under


@durable
def start_fairness(bench: Workbench, matter: StoredMatter) -> Job:
    """Whether a name, a gender, a State or a language moves the list, in words kept with the matter."""
    place = f"/matters/{matter.id}/whatif"

    def work(job: Job) -> str:
        job.tell("Searching with names, States and languages that must not matter")
        with bench.searching:
            bench.prepare(job)
            warned = bench.app.whatifs.fairness(asked(bench, matter))
        said = {"warned": bool(warned), "words": " ".join(warning.sentence for warning in warned) or _NOTHING_MOVES}
        bench.matters.put_finding(matter.id, matter.version, FAIRNESS, said)
        return place

    key = f"{FAIRNESS}/{matter.id}/{matter.version}"
    return bench.jobs.start("Testing what must not matter", key, place, work, owner=matter.id)


_NOTHING_MOVES = "No name, gender, State or language that we tried moves this list."


def reach_key(aim: str, case_id: str) -> str:
    """What the changes for a case are kept under."""
    return f"reach/{aim}/{case_id}"


@durable
def start_reach(bench: Workbench, matter: StoredMatter, case_id: CaseId, aim: Aim) -> Job:
    """The fewest changes that bring a case in or push it out, kept with the matter."""
    what = reach_key(aim.name.lower(), case_id)
    place = f"/matters/{matter.id}/reach?case={case_id}&aim={aim.name.lower()}"
    verb = "bring it in" if aim is Aim.BRING_IN else "drive it out"

    def work(job: Job) -> str:
        job.tell(f"Looking for the fewest changes that {verb}")
        k = bench.app.settings.retrieval.top_k
        found = find_fewest_changes(bench.sheet(matter), case_id, aim, k, tools(bench, matter, job, REACH_RANKS))
        bench.matters.put_finding(matter.id, matter.version, what, reach_record(found))
        return place

    return bench.jobs.start(
        f"Looking for the fewest changes that {verb}",
        f"{what}/{matter.id}/{matter.version}",
        place,
        work,
        owner=matter.id,
    )


def reach_record(found: FewestChanges) -> dict[str, Any]:
    """What was found, as plain data."""
    record = {name: value for name, value in asdict(replace(found, changes=None)).items() if name != "changes"}
    changes = None if found.changes is None else [_reached_change(change) for change in found.changes]
    return {**record, "changes": changes}


def _reached_change(change: Perturbation) -> dict[str, str]:
    known = change.law is not None and change.law.effect is not LawEffect.NONE_KNOWN
    return {
        "sentence": change.sentence,
        "basis": change.basis,
        "law": change.law.says if change.law and known else "",
    }
