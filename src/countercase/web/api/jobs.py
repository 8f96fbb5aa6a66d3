"""Long work: how far it is, its events, and its end."""

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from countercase.errors import InputError
from countercase.web.forms import Bench
from countercase.web.jobs import stream

router = APIRouter(tags=["version 1"])


@router.get("/jobs/{job_id}")
def job(bench: Bench, job_id: str) -> dict[str, Any]:
    """How far a job is."""
    found = bench.jobs.get(job_id)
    if found is None:
        raise InputError("There is no such job any more.")
    return found.as_record()


@router.delete("/jobs/{job_id}", status_code=202)
def cancel(bench: Bench, job_id: str) -> dict[str, Any]:
    """Ask a job to stop."""
    found = bench.jobs.cancel(job_id)
    if found is None:
        raise InputError("There is no such job any more.")
    return found.as_record()


@router.get("/jobs/{job_id}/result")
def result(bench: Bench, job_id: str) -> dict[str, Any]:
    """What came of a job of upkeep or evaluation that is done."""
    found = bench.jobs.get(job_id)
    if found is None or found.state != "done" or found.result is None:
        raise InputError("There is no result of such a job. Ask for the job itself: GET /api/v1/jobs/ID.")
    return found.result


@router.get("/jobs/{job_id}/events", response_class=StreamingResponse)
def events(request: Request, bench: Bench, job_id: str) -> Response:
    """The job as server-sent events: `progress`, then one `end`."""
    found = bench.jobs.get(job_id)
    if found is None:
        raise InputError("There is no such job any more.")
    last = request.headers.get("last-event-id", "0")
    after = int(last) if last.isdecimal() else 0
    return StreamingResponse(stream(found, after), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
