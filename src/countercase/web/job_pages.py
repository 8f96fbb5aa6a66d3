"""The page of a job with its cancel button, and the page that describes the JSON API."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.errors import NotFound
from countercase.web.forms import Bench, Form, redirect, text_fields
from countercase.web.rendering import render

router = APIRouter()


@router.get("/jobs/{job_id}")
def show(request: Request, bench: Bench, job_id: str) -> Response:
    """The progress of a job. A finished job redirects to its result."""
    job = bench.jobs.get(job_id)
    if job is None:
        raise NotFound("This job no longer exists. Go back and start it again.")
    if job.state == "done" and job.location:
        return redirect(job.location)
    return render(request, "job.html", job=job)


@router.post("/jobs/{job_id}/cancel")
def cancel(bench: Bench, job_id: str, form: Form) -> Response:
    """Stop a job, and go back to where it was started."""
    job = bench.jobs.cancel(job_id)
    back = text_fields(form).get("back", "/")
    return redirect(back if job is not None and back.startswith("/") and not back.startswith("//") else "/")


@router.get("/api")
def api_page(request: Request) -> Response:
    """A description of the JSON API."""
    described = request.app.openapi()
    return render(request, "api.html", paths=described["paths"], schemas=described["components"]["schemas"])
