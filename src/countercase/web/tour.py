"""The two-minute tour: a ready matter with a line crossed, a precedent that leaves, a flag, and a false citation."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.corpus.builtin import builtin_matters
from countercase.counterfactual.result import ChangeReading, readings
from countercase.domain.case import CaseId
from countercase.domain.perturbation import LawEffect
from countercase.web.documents import begin_from_document
from countercase.web.forms import Bench, Form, to
from countercase.web.matter_store import StoredMatter
from countercase.web.rendering import render
from countercase.web.trees import latest, start_tree
from countercase.web.workbench import Workbench

router = APIRouter()
READY = "cheque-notice-on-thirty-third-day"
ABOUT = "the tour's matter, names fictitious"
FLAGGED = CaseId("krishna-janardhan-bhat-v-dattatraya-g-hegde-2008")  # disapproved in part by Rangappa v. Sri Mohan
CHANGES = 8


@dataclass(frozen=True, slots=True)
class TourStep:
    """One stop: what to look at and where."""

    title: str
    words: str
    link: str
    label: str


@router.post("/tour")
def begin(bench: Bench, form: Form) -> Response:  # noqa: ARG001 - the form carries its token
    """Open the tour's matter, and change its facts in the background."""
    known = next((one for one in bench.matters.all() if one.about == ABOUT), None)
    if known is not None:
        matter = bench.matters.get(known.id)
    else:
        ready = next(one for one in builtin_matters() if one.id == READY)
        matter = begin_from_document(bench, ready.text, ready.title, ABOUT, "accused")
    if not bench.matters.trees(matter.id):
        start_tree(bench, matter, 1, CHANGES)
    return to(f"/tour/{matter.id}")


@router.get("/tour/{matter_id}")
def show(request: Request, bench: Bench, matter_id: str) -> Response:
    """The stops, each with its way in."""
    matter = bench.matters.get(matter_id)
    job = bench.jobs.last(f"tree/{matter_id}")
    return render(
        request,
        "tour.html",
        tour=matter,
        steps=_steps(bench, matter),
        job=job if job is not None and not job.ended else None,
    )


def _steps(bench: Workbench, matter: StoredMatter) -> list[TourStep]:
    place = f"/matters/{matter.id}"
    run = latest(bench, matter)
    changes = readings(run) if run is not None else []
    crossing = next((one for one in changes if one.law.effect is LawEffect.CROSSES), None)
    leaving = max(changes, key=_gone, default=None)
    steps = [
        TourStep(
            "A line of law, crossed",
            "The notice of dishonour went out on the 33rd day; Section 138 gives 30. The checklist has the sum, and "
            "what else each charge needs.",
            f"{place}/checklist",
            "Open the checklist",
        ),
        TourStep(
            "What if it had gone out in time?",
            crossing.change if crossing else "Each fact is changed, one at a time, and read in law first.",
            f"{place}/whatif?node={crossing.node}#node" if crossing else f"{place}/whatif",
            "See the three readings",
        ),
    ]
    if leaving is not None and _gone(leaving):
        words = (
            f"{leaving.change} {_gone(leaving)} precedent{' leaves' if _gone(leaving) == 1 else 's leave'} the list."
        )
        link = f"{place}/whatif?node={leaving.node}#node"
        steps.append(TourStep("A precedent that leaves", words, link, "Compare both lists"))
    else:
        words = "Change the facts, and see which precedents stay and which leave."
        steps.append(TourStep("A precedent that leaves", words, f"{place}/whatif", "Change the facts"))
    if bench.app.store.holds(FLAGGED):
        case = bench.app.case(FLAGGED)
        words = f"{case.name} is on point, and no longer good law in part: {bench.app.flag(case).why}"
        steps.append(TourStep("A flag", words, f"/cases/{FLAGGED}/history", "See its later history"))
    steps.append(
        TourStep(
            "A false citation, caught",
            "A draft cites a decision that does not exist, one that was overruled, and a section that is not there.",
            "/check#example",
            "Check the example",
        )
    )
    return steps


def _gone(reading: ChangeReading) -> int:
    return len(reading.list.left)
