"""Results of benchmarks and own evaluation runs as tables and bars. Files are found here, never named by a client."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

import countercase
from countercase.errors import InputError
from countercase.web.forms import Bench
from countercase.web.pages import render
from countercase.web.svg import Effect, effect_bars
from countercase.web.workbench import Workbench

router = APIRouter()
OWN_RUNS = "evaluations"  # folder of the workspace for JSON that `countercase eval ... ` wrote
ROWS = 40  # of one table; the file has the rest
BARS = 24
_ABOUT = frozenset({"benchmark", "commit", "machine", "version"})


@dataclass(frozen=True, slots=True)
class Result:
    """One file of figures."""

    name: str
    source: str
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """A table under a heading, with bars where its figures are shares."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left_out: int = 0
    chart: Markup | None = None


@router.get("/benchmarks")
def listed(request: Request, bench: Bench) -> Response:
    """Every result that is there."""
    return render(request, "benchmarks.html", results=list(results(bench)), result=None, tables=[])


@router.get("/benchmarks/{name}")
def show(request: Request, bench: Bench, name: str) -> Response:
    """One result."""
    found = list(results(bench))
    result = next((one for one in found if one.name == name), None)
    if result is None:
        raise InputError("There is no such result here.")
    figures = {key: value for key, value in result.content.items() if key not in _ABOUT}
    return render(request, "benchmarks.html", results=found, result=result, tables=list(tables(figures)))


def results(bench: Workbench) -> Iterator[Result]:
    """Results of the source tree, where the product runs from one, then those of the workspace."""
    root = Path(countercase.__file__).parents[2]
    shipped = root / "benchmarks" / "results"
    if (root / "pyproject.toml").is_file() and shipped.is_dir():
        yield from _read(shipped, "benchmarks/results")
    yield from _read(bench.product.folder / OWN_RUNS, "this workspace")


def _read(folder: Path, source: str) -> Iterator[Result]:
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue  # half written by a benchmark that runs now
        if isinstance(content, dict):
            yield Result(path.stem, source, content)


def tables(content: Mapping[str, Any], title: str = "") -> Iterator[Table]:
    """Nested figures as tables: plain values together, dictionaries of alike dictionaries as rows and columns."""
    plain = {key: value for key, value in content.items() if not isinstance(value, dict | list) and "sha256" not in key}
    plain |= {key: value for key, value in content.items() if isinstance(value, list) and _is_flat(value)}
    if plain:
        yield _pairs(title or "Figures", plain)
    for key, value in content.items():
        name = f"{title} · {_words(key)}" if title else _words(key)
        if isinstance(value, dict) and _is_matrix(value):
            yield _matrix(name, value)
        elif isinstance(value, dict):
            yield from tables(value, name)
        elif isinstance(value, list) and not _is_flat(value) and all(isinstance(one, dict) for one in value):
            flat = [one for one in value if _all_plain(one)]
            if flat:
                yield _matrix(name, {str(place + 1): one for place, one in enumerate(flat)})


def _pairs(title: str, values: Mapping[str, Any]) -> Table:
    rows = tuple((_words(key), _figure(value)) for key, value in values.items())
    shares = {key: value for key, value in values.items() if isinstance(value, float) and 0 <= value <= 1}
    chart = _chart(title, shares) if len(shares) >= 3 else None
    return Table(title, ("", "Figure"), rows[:ROWS], max(0, len(rows) - ROWS), chart)


def _matrix(title: str, values: Mapping[str, Mapping[str, Any]]) -> Table:
    columns = list(dict.fromkeys(key for row in values.values() for key in row))
    rows = tuple((_words(key), *(_figure(row.get(column)) for column in columns)) for key, row in values.items())
    heads = ("", *(_words(column) for column in columns))
    return Table(title, heads, rows[:ROWS], max(0, len(rows) - ROWS))


def _chart(title: str, shares: Mapping[str, float]) -> Markup:
    rows = [Effect(_words(key), "Section", value, figures=_figure(value)) for key, value in list(shares.items())[:BARS]]
    return effect_bars(title, rows, unit="")


def _is_matrix(value: Mapping[str, Any]) -> bool:
    return bool(value) and all(isinstance(one, dict) and _all_plain(one) for one in value.values())


def _all_plain(value: Mapping[str, Any]) -> bool:
    return bool(value) and not any(isinstance(one, dict | list) for one in value.values())


def _is_flat(value: list[Any]) -> bool:
    return not any(isinstance(one, dict | list) for one in value)


def _words(key: str) -> str:
    return str(key).replace("_", " ")


def _figure(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) < 10 else f"{value:,.1f}"
    if isinstance(value, list):
        return ", ".join(map(str, value[:12])) + ("…" if len(value) > 12 else "")
    return str(value)[:200]
