"""Turning data into the HTML of a page."""

from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse

from countercase.outbound import endpoints, is_local, without_secrets
from countercase.report.page import make_environment
from countercase.settings import Settings

STYLES = (
    "colours",
    "type",
    "base",
    "matter",
    "pictures",
    "reading",
    "narrow",
    "print",
)  # in this order: later ones win


@cache
def environment() -> Environment:
    """Templates of this package and those that it shares with reports."""
    made = make_environment("countercase.web")
    made.globals["styles"] = STYLES
    return made


def render(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page."""
    policy = request.app.state.policy
    workbench = request.app.state.workbench
    context = {
        "matter": None,
        "tab": "",
        "form_token": policy.form_token,
        "path": request.url.path,
        "corpus": workbench.corpus_words,
        "leaves": _leaves(workbench.app.settings),
        **values,
    }
    return HTMLResponse(environment().get_template(template).render(context), status)


def _leaves(settings: Settings) -> str:
    """What this page sends elsewhere, in one sentence."""
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
    """Where the style and the scripts lie."""
    return str(resources.files("countercase.web").joinpath("static"))
