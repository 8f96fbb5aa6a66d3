"""What routes share: the workbench, a checked form, its texts and numbers, and the way to the next page."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from countercase.errors import InputError
from countercase.web.security import read_form
from countercase.web.workbench import Workbench, workbench

Bench = Annotated[Workbench, Depends(workbench)]
Form = Annotated[FormData, Depends(read_form)]


def texts(form: FormData) -> dict[str, str]:
    """The fields that are text."""
    return {name: value for name, value in form.items() if isinstance(value, str)}


def whole(given: Mapping[str, str], name: str) -> int:
    """A whole number that a page of ours put into its form."""
    value = given.get(name, "")
    if not value.isdecimal() or len(value) > 9:
        raise InputError(f"{name} is missing. Load the page again and repeat.")
    return int(value)


def to(place: str) -> Response:
    """On to a page, with GET."""
    return RedirectResponse(place, 303)
