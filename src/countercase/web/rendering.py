"""Turning data into HTML: one Jinja environment, always escaping."""

from datetime import date
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from countercase.counterfactual.result import MEANING
from countercase.outbound import endpoints, is_local, without_secrets
from countercase.settings import Settings
from countercase.version import __version__

STYLES = ("colours", "base", "matter", "pictures", "reading", "narrow", "print")  # in this order: later ones win


@cache
def environment() -> Environment:
    """Templates of this package; a name that a page does not get is an error, not a blank."""
    found = Environment(
        loader=PackageLoader("countercase.web"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["day"] = long_day
    found.filters["places"] = places
    found.globals.update(version=__version__, meaning=MEANING, styles=STYLES)
    return found


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


def long_day(day: date | None) -> str:
    """21 October 2024."""
    return f"{day.day} {day:%B %Y}" if day else ""


def places(value: float) -> str:
    """A number of places: one decimal, and the word."""
    return f"{value:.1f} place{'' if f'{value:.1f}' == '1.0' else 's'}"


def whole_style() -> str:
    """The style as one text, for a page that stands alone."""
    folder = resources.files("countercase.web").joinpath("static")
    return "".join(folder.joinpath(f"{name}.css").read_text(encoding="utf-8") for name in STYLES)


def static_folder() -> str:
    """Where the style and the scripts lie."""
    return str(resources.files("countercase.web").joinpath("static"))
