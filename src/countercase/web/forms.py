"""Tools for routes: the workbench, a checked form, its texts and numbers, and redirects."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from fastapi import Depends
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from countercase.domain.case import CaseId
from countercase.domain.ranking import CaseFilter
from countercase.errors import InputError
from countercase.retrieval.filters import parse_day, parse_filters
from countercase.web.security import read_form
from countercase.web.workbench import Workbench, workbench

Bench = Annotated[Workbench, Depends(workbench)]


async def kept_form(request: Request, form: Annotated[FormData, Depends(read_form)]) -> FormData:
    """The form, kept with the request, so that the error page can show what was typed."""
    request.state.typed = texts(form)
    return form


Form = Annotated[FormData, Depends(kept_form)]


def texts(form: FormData) -> dict[str, str]:
    """The fields that are text."""
    return {name: value for name, value in form.items() if isinstance(value, str)}


def whole(given: Mapping[str, str], name: str) -> int:
    """A whole number from a hidden field of a form."""
    value = given.get(name, "")
    if not (value.isascii() and value.isdecimal()) or len(value) > 9:
        raise InputError(f"{name} is missing. Load the page again and repeat.")
    return int(value)


def to(place: str) -> Response:
    """Redirect to a page, with GET."""
    return RedirectResponse(place, 303)


def read_filter(given: dict[str, str], about: str = "") -> CaseFilter:
    """The filter of the form. A matter made from a case leaves that case out."""
    asked = []
    if given.get("first_year") or given.get("last_year"):
        asked.append(f"year={given.get('first_year', '')}..{given.get('last_year', '')}")
    asked += [f"{name}={given[name]}" for name in ("bench", "court", "provision", "outcome") if given.get(name)]
    day = parse_day(given["before"]) if given.get("before") else None
    found = parse_filters(asked, day)
    if about.startswith("case:"):
        return replace(found, excluded=frozenset({CaseId(about.removeprefix("case:"))}))
    return found
