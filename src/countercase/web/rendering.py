"""Renders templates as pages."""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse

from countercase.outbound import endpoints, is_local, without_secrets
from countercase.report.page import long_day, make_environment
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
)  # in this order: later ones override


@cache
def environment() -> Environment:
    """The templates of this package, and those that it shares with reports."""
    environment = make_environment("countercase.web")
    environment.globals["styles"] = STYLES
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
