"""What routes share: the workbench, a checked form with its texts and numbers, redirects and downloads."""

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


async def remembered_form(request: Request, form: Annotated[FormData, Depends(read_form)]) -> FormData:
    """The form, remembered with the request so that the error page can show what was typed."""
    request.state.typed = text_fields(form)
    return form


Form = Annotated[FormData, Depends(remembered_form)]


def text_fields(form: FormData) -> dict[str, str]:
    """The text fields of a form, without files."""
    return {name: value for name, value in form.items() if isinstance(value, str)}


def whole_number(given: Mapping[str, str], name: str) -> int:
    """A whole number from a hidden field of a form."""
    value = given.get(name, "")
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


def read_filter(given: dict[str, str], about: str = "") -> CaseFilter:
    """The filter in a form. A matter made from a case excludes that case."""
    conditions = []
    if given.get("first_year") or given.get("last_year"):
        conditions.append(f"year={given.get('first_year', '')}..{given.get('last_year', '')}")
    conditions += [f"{name}={given[name]}" for name in ("bench", "court", "provision", "outcome") if given.get(name)]
    day = parse_day(given["before"]) if given.get("before") else None
    chosen = parse_filters(conditions, day)
    if about.startswith("case:"):
        return replace(chosen, excluded=frozenset({CaseId(about.removeprefix("case:"))}))
    return chosen
