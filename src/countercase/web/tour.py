"""The two-minute tour: a line of law crossed, a precedent that leaves the list, a flag, and a false citation."""

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.corpus.builtin import builtin_matters
from countercase.counterfactual.result import ChangeReading, readings
from countercase.domain.case import CaseId
from countercase.domain.perturbation import LawEffect
from countercase.web.matter import begin_from_document
from countercase.web.matter_store import StoredMatter
from countercase.web.pages import Bench, Form, Workbench, redirect, render
from countercase.web.whatif_jobs import latest, start_tree

router = APIRouter()
CHEQUE = "cheque-notice-on-thirty-third-day"
STABBING = "kitchen-quarrel-stabbing"  # a matter in which a change of one fact drops a precedent
ABOUT = {CHEQUE: "the tour's matter, names fictitious", STABBING: "the tour's second matter, names fictitious"}
FLAGGED = CaseId("krishna-janardhan-bhat-v-dattatraya-g-hegde-2008")  # disapproved in part by Rangappa v. Sri Mohan
CHANGES = 8


@dataclass(frozen=True, slots=True)
class TourStep:
    """One stop of the tour: what to look at, and where."""

    title: str
    words: str
    link: str
    label: str


@router.post("/tour")
def begin(bench: Bench, form: Form) -> Response:  # noqa: ARG001 - the form carries its token
    """Open the tour's two matters, and change their facts in the background."""
    cheque, stabbing = _matter(bench, CHEQUE), _matter(bench, STABBING)
    for matter in (cheque, stabbing):
        if not bench.matters.trees(matter.id):
            start_tree(bench, matter, 1, CHANGES)
    return redirect(f"/tour/{cheque.id}")


def _existing(bench: Workbench, name: str) -> StoredMatter | None:
    head = next((matter for matter in bench.matters.all() if matter.about == ABOUT[name]), None)
    return bench.matters.get(head.id) if head else None


def _matter(bench: Workbench, name: str) -> StoredMatter:
    """A matter of the tour, created if necessary."""
    if (matter := _existing(bench, name)) is not None:
        return matter
    ready = next(matter for matter in builtin_matters() if matter.id == name)
    return begin_from_document(bench, ready.text, ready.title, ABOUT[name], "accused")


@router.get("/tour/{matter_id}")
def show(request: Request, bench: Bench, matter_id: str) -> Response:
    """The stops of the tour, each with a link."""
    cheque, stabbing = bench.matters.get(matter_id), _existing(bench, STABBING)
    jobs = [bench.jobs.last(f"tree/{matter.id}") for matter in (cheque, stabbing) if matter is not None]
    return render(
        request,
        "tour.html",
        tour=cheque,
        steps=_steps(bench, cheque, stabbing),
        job=next((job for job in jobs if job is not None and not job.ended), None),
    )


def _steps(bench: Workbench, cheque: StoredMatter, stabbing: StoredMatter | None) -> list[TourStep]:
    page = f"/matters/{cheque.id}"
    crossing = next((change for change in _changes(bench, cheque) if change.law.effect is LawEffect.CROSSES), None)
    steps = [
        TourStep(
            "A line of law, crossed",
            "The demand notice went out on the 33rd day; Section 138 of the NI Act gives 30. The checklist shows "
            "the calculation, and what else each charge needs.",
            f"{page}/checklist",
            "Open the checklist",
        ),
        TourStep(
            "What if it had gone out in time?",
            crossing.change if crossing else "Each fact is changed, one at a time, and read in law first.",
            f"{page}/whatif?node={crossing.node}#node" if crossing else f"{page}/whatif",
            "See the three readings",
        ),
        _leaving(bench, stabbing),
    ]
    if bench.app.store.source_of(FLAGGED):
        case = bench.app.case(FLAGGED)
        words = f"{case.name} is on point for the cheque. {bench.app.flag(case).why}"
        steps.append(TourStep("A flag", words, f"/cases/{FLAGGED}/history", "See its later history"))
    steps.append(
        TourStep(
            "A false citation, caught",
            "A draft cites a decision that does not exist, one that was overruled, and a section that does not exist.",
            "/check#example",
            "Check the example",
        )
    )
    return steps


def _leaving(bench: Workbench, stabbing: StoredMatter | None) -> TourStep:
    """The stop with a change that drops a precedent, preferably by crossing a line of law."""
    dropping = [change for change in _changes(bench, stabbing) if change.list.left] if stabbing else []
    if stabbing is None or not dropping:
        words = "Change the facts of a matter, and see which precedents stay and which leave."
        page = f"/matters/{stabbing.id}/whatif" if stabbing else "/"
        return TourStep("A precedent that leaves", words, page, "Change the facts")
    change = next((change for change in dropping if change.law.effect is LawEffect.CROSSES), dropping[0])
    names = " and ".join(bench.app.names(change.list.left).values())
    leave = "leaves" if len(change.list.left) == 1 else "leave"
    words = f"A second matter: {stabbing.title}. {change.change} Then {names} {leave} the list."
    link = f"/matters/{stabbing.id}/whatif?node={change.node}#node"
    return TourStep("A precedent that leaves", words, link, "Compare both lists")


def _changes(bench: Workbench, matter: StoredMatter) -> Sequence[ChangeReading]:
    run = latest(bench, matter)
    return readings(run) if run is not None else []
