"""Renders pages from templates: one Jinja environment, always escaping, and the style of a self-contained page.

The check of a draft is the page of a report that needs nothing else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from countercase.counterfactual.result import MEANING
from countercase.law.dates import written
from countercase.report.marks import marked_draft
from countercase.version import __version__

if TYPE_CHECKING:
    from countercase.citator.draft import DraftReport

_FIGURES = frozenset("+-−0123456789")  # the first character of a figure
STYLES = ("colours", "type", "pictures", "report")  # in this order: later ones override


def make_environment(*packages: str) -> Environment:
    """An environment with the templates of these packages, then of this one. A missing variable is an error."""
    loaders = [PackageLoader(package) for package in (*packages, "countercase.report")]
    environment = Environment(
        loader=ChoiceLoader(loaders),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["day"] = long_day
    environment.filters["places"] = places
    environment.filters["moves"] = moves
    environment.globals.update(version=__version__, meaning=MEANING)
    return environment


def page(template: str, title: str, about: Mapping[str, Any], **values: Any) -> str:
    """A self-contained page: no script, font, image or address from elsewhere.

    `about` is listed at its end and says where the figures come from.
    """
    content = {"title": title, "about": {"countercase": __version__, **about}, "style": stylesheet(), **values}
    return _environment().get_template(template).render(content)


def draft_page(text: str, report: "DraftReport", name: str) -> str:
    """The check of a draft as one page: what is wrong first, then what cannot be told, then the draft."""
    return page(
        "draft_report.html",
        f"Check of {name}",
        {"checked against": "our list of decisions, our table of overrulings and the stored cases"},
        findings=[
            (heading, [item for item in report.items if item.verdict == verdict])
            for verdict, heading in (("wrong", "Wrong"), ("unknown", "Cannot be told"))
        ],
        correct=sum(item.verdict == "ok" for item in report.items),
        marked=marked_draft(text, report),
    )


@cache
def _environment() -> Environment:
    return make_environment()


@cache
def stylesheet() -> Markup:
    """The whole style sheet. It is our own file, so it is not escaped."""
    folder = resources.files("countercase.report").joinpath("static")
    styles = (folder.joinpath(f"{name}.css").read_text(encoding="utf-8") for name in STYLES)
    return Markup("").join(map(Markup, styles))


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows under headings. `numbers` are right-aligned columns; `best` are the cells (row, column) in bold."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: frozenset[int] = frozenset()
    best: frozenset[tuple[int, int]] = frozenset()


def figures_table(rows: Sequence[Sequence[str]], mark_best: bool = False) -> ReportTable:
    """A table with the first row as headings; figures are right-aligned, and the largest marked if wanted."""
    heads, *body = rows
    best = set()
    for column in range(1, len(heads)) if mark_best and body else ():
        top = max(float(row[column]) for row in body)
        best |= {(index, column) for index, row in enumerate(body) if float(row[column]) == top}
    numbers = {column for column in range(len(heads)) if any(row[column][:1] in _FIGURES for row in body)}
    return ReportTable(heads, body, frozenset(numbers), frozenset(best))


def long_day(day: date | None) -> str:
    """The date as a brief writes it, `21 October 2024`; empty if there is none."""
    return written(day) if day else ""


def moves(value: float) -> str:
    """How far a change moves the list, as a sentence."""
    if value == 0:
        return "This change leaves the list as it is."
    return "The list hardly moves." if value < 0.05 else f"The list moves by {places(value)}."


def places(value: float) -> str:
    """A number of places: one decimal, and the word."""
    return f"{value:.1f} place{'' if f'{value:.1f}' == '1.0' else 's'}"
