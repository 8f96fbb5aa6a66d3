"""The later history of a case: what later judgments did with it, by court and treatment over time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.citator.flags import Flag, flag
from countercase.citator.history import LaterEvent, history
from countercase.citator.treatments import Treatment
from countercase.domain.case import CaseId
from countercase.report.charts import TimelineMark, timeline
from countercase.retrieval.filters import parse_day
from countercase.web.forms import Bench
from countercase.web.jobs import Job
from countercase.web.rendering import render
from countercase.web.workbench import Workbench

router = APIRouter()
MANY = 40  # citing cases; with as many, reading them is a job
# Treatments by what they mean for the case; the name is also the CSS class of the mark.
GROUPS: Mapping[str, tuple[Treatment, ...]] = {
    "against": (Treatment.OVERRULED, Treatment.REVERSED, Treatment.DISAPPROVED),
    "doubt": (Treatment.DOUBTED, Treatment.NOT_FOLLOWED, Treatment.DISTINGUISHED),
    "good": (Treatment.FOLLOWED, Treatment.RELIED_ON, Treatment.APPROVED),
    "neutral": (Treatment.REFERRED,),
}
FLAG_WORDS: Mapping[Flag, str] = {
    Flag.STOP: "Stop: overruled, reversed or superseded as a whole.",
    Flag.WARNING: "Warning: no longer good in part, disapproved, or reported to be.",
    Flag.CAUTION: "Caution: doubted, not followed or distinguished.",
    Flag.NEUTRAL: "Neutral: nothing on record is for or against it.",
    Flag.POSITIVE: "Positive: followed, relied on or approved.",
}


@dataclass(frozen=True, slots=True)
class EventShown:
    """One event of the history, with a link to the words it is based on."""

    event: LaterEvent
    group: str
    says: str
    link: str


@router.get("/cases/{case_id:path}/history")
def show(request: Request, bench: Bench, case_id: str, on: str = "") -> Response:
    """The flag, the timeline, and every event with its quote."""
    case = bench.case(case_id)
    day = parse_day(on) if on else None
    found = _events(bench, case.id, day)
    job = found if isinstance(found, Job) else None
    events = () if isinstance(found, Job) else found
    flagged = flag(case, events, day)
    return render(
        request,
        "history.html",
        case=case,
        on=on,
        job=job,
        flag=str(flagged.flag),
        flag_why=flagged.why,
        flag_words=FLAG_WORDS[flagged.flag],
        events=[_shown(event) for event in events],
        picture=timeline(f"Later history of {case.name}", _marks(events), case.decided),
        groups={name: [str(treatment) for treatment in treatments] for name, treatments in GROUPS.items()},
        official="",
    )


def _events(bench: Workbench, case_id: CaseId, day: date | None) -> tuple[LaterEvent, ...] | Job:
    """The events, or if many judgments must be read first, the job that reads them."""
    key = (case_id, day, bench.app.store.revision)
    known = bench.histories.get(key)
    if known is not None:
        return known

    def work(job: Job) -> None:
        job.tell("Reading the judgments that cite it")
        bench.histories.put(key, history(case_id, bench.app.store, day))

    citing = {link.case_id for link in bench.app.store.cited_by(case_id)}
    if len(citing) < MANY:
        return bench.histories.put(key, history(case_id, bench.app.store, day))
    return bench.jobs.start("Reading the later history", f"history/{key}", "", work)


def _group(treatment: Treatment) -> str:
    return next((name for name, treatments in GROUPS.items() if treatment in treatments), "neutral")


def _shown(event: LaterEvent) -> EventShown:
    link = f"/cases/{event.by}" if event.by else ""
    if link and event.span:
        link = f"{link}?from={event.span.start}&to={event.span.end}#passage"
    says = f"{event.row.words}: {event.row.point}" if event.row else ""
    return EventShown(event, _group(event.treatment), says, link)


def _marks(events: Sequence[LaterEvent]) -> list[TimelineMark]:
    return [
        TimelineMark(
            event.decided, event.court or "Another court", _group(event.treatment), f"{event.treatment}: {event.name}"
        )
        for event in events
        if event.decided is not None
    ]
