"""What all pages share: templates, forms, redirects and downloads; and the pages of a job and of the JSON API."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from importlib import resources
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from jinja2 import Environment
from starlette.datastructures import FormData
from starlette.responses import HTMLResponse, RedirectResponse, Response

from countercase.citator.history import FLAGS_AGAINST
from countercase.domain.case import CaseId
from countercase.domain.ranking import CaseFilter
from countercase.errors import InputError, NotFound
from countercase.outbound import endpoints, is_local, without_secrets
from countercase.report.page import long_day, make_environment
from countercase.retrieval.plan import parse_day, parse_filters
from countercase.settings import Settings
from countercase.web.security import read_form
from countercase.web.workbench import Workbench, workbench

router = APIRouter()
# In this order: later ones override.
STYLES = ("colours", "type", "base", "matter", "pictures", "reading", "narrow", "print")


@cache
def environment() -> Environment:
    """The templates of this package, and those that it shares with reports."""
    environment = make_environment("countercase.web")
    environment.globals["styles"] = STYLES
    environment.globals["flags_against"] = FLAGS_AGAINST
    environment.filters["iso_day"] = lambda text: long_day(date.fromisoformat(text))
    return environment


def render(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Render a template as a page."""
    policy = request.app.state.policy
    workbench = request.app.state.workbench
    context = {
        "matter": None,
        "tab": "",
        "form_token": policy.form_token,
        "path": request.url.path,
        "corpus": workbench.corpus_words,
        "leaves": _leaves(workbench.app.settings),
        "missing": missing_lists(workbench.app.index.missing),
        **values,
    }
    return HTMLResponse(environment().get_template(template).render(context), status)


def missing_lists(reasons: Sequence[str]) -> str:
    """Which lists behind an answer could not be read, in a sentence; empty if all could."""
    if not reasons:
        return ""
    count = "One of the lists" if len(reasons) == 1 else f"{len(reasons)} of the lists"
    why = " ".join(without_paths(reason) for reason in reasons)
    return f"{count} behind this answer could not be read, so cases may be missing or ranked differently. {why}"


def without_paths(reason: str) -> str:
    """The sentence with every path shortened to its last part."""
    return re.sub(r"(?:/[^\s/:]+){2,}/?", lambda match: match[0].rstrip("/").rpartition("/")[2], reason)


def _leaves(settings: Settings) -> str:
    """What leaves this machine, in one sentence."""
    addresses = list(endpoints(settings).values())
    outside = [without_secrets(url) for url in addresses if not is_local(url)]
    if outside:
        return f"Your facts leave this machine: they are sent to {' and '.join(outside)}."
    if addresses:
        return (
            f"Models on this machine ({', '.join(map(without_secrets, addresses))}) read your facts; nothing leaves it."
        )
    return "Nothing on this page leaves this machine."


def static_folder() -> str:
    """The folder of the style sheets and scripts."""
    return str(resources.files("countercase.web").joinpath("static"))


# Reading requests, and answers other than pages.

Bench = Annotated[Workbench, Depends(workbench)]


async def remembered_form(request: Request, form: Annotated[FormData, Depends(read_form)]) -> FormData:
    """The form, remembered with the request so that the error page can show what was typed."""
    request.state.typed = text_fields(form)
    return form


Form = Annotated[FormData, Depends(remembered_form)]


def text_fields(form: FormData) -> dict[str, str]:
    """The text fields of a form, without files."""
    return {name: value for name, value in form.items() if isinstance(value, str)}


def whole_number(fields: Mapping[str, str], name: str) -> int:
    """A whole number from a hidden field of a form."""
    value = fields.get(name, "")
    if not (value.isascii() and value.isdecimal()) or len(value) > 9:
        raise InputError(f"{name} is missing. Reload the page and try again.")
    return int(value)


def redirect(path: str) -> Response:
    """Redirect to a page, which the browser then loads with GET."""
    return RedirectResponse(path, 303)


def attachment(name: str, media_type: str, content: bytes | str) -> Response:
    """A file for the browser to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)


def read_filter(fields: dict[str, str], about: str = "") -> CaseFilter:
    """The filter in a form. A matter made from a case excludes that case."""
    conditions = []
    if fields.get("first_year") or fields.get("last_year"):
        conditions.append(f"year={fields.get('first_year', '')}..{fields.get('last_year', '')}")
    conditions += [f"{name}={fields[name]}" for name in ("bench", "court", "provision", "outcome") if fields.get(name)]
    day = parse_day(fields["before"]) if fields.get("before") else None
    chosen = parse_filters(conditions, day)
    if about.startswith("case:"):
        return replace(chosen, excluded=frozenset({CaseId(about.removeprefix("case:"))}))
    return chosen


# The page of a job with its cancel button, and the description of the JSON API.


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
