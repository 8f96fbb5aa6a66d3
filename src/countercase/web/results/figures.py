"""Nested figures as tables under headings, with bars where a column holds shares."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from countercase.web.pictures.bars import Effect, bar, scale_of

ROWS = 60  # of one table; the file has the rest
WIDE = 8  # columns; a wider table is turned round, and its leading scores come first as a table of their own
LEADING = 6
TELLING = ("map", "ndcg", "precision", "recall", "f1", "accuracy", "auroc")


@dataclass(frozen=True, slots=True)
class Row:
    """A name, its figures, and a bar for the first of them where the column is one of shares."""

    name: str
    cells: tuple[str, ...]
    bar: Markup | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table under a heading; `depth` says how far down in the file it stands."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    depth: int
    left_out: int = 0
    barred: bool = False


def tables(content: Mapping[str, Any], title: str = "", depth: int = 0) -> Iterator[Table]:
    """Plain values together; dictionaries of alike dictionaries as rows and columns; others under headings."""
    plain = {key: value for key, value in content.items() if _is_cell(value) and "sha256" not in key}
    if plain:
        yield _table(title or "At a glance", {key: {"": value} for key, value in plain.items()}, depth)
    for key, value in content.items():
        name = f"{title} · {_words(key)}" if title else _words(key)
        rows = _rows(value)
        if rows:
            yield from _matrix(rows, name, depth)
        elif isinstance(value, dict) and not _is_cell(value):
            yield from tables(value, name, depth + 1)


def _rows(value: object) -> dict[str, Mapping[str, Any]]:
    """The rows of a matrix, each with figures of its own; empty where the value is none."""
    if isinstance(value, list):
        value = {str(place): one for place, one in enumerate(value, start=1) if isinstance(one, dict)}
    if not isinstance(value, dict) or _is_cell(value) or len(value) < 2:
        return {}
    alike = all(
        isinstance(one, dict) and not _is_cell(one) and any(map(_is_cell, one.values())) for one in value.values()
    )
    return value if alike else {}


def _matrix(rows: Mapping[str, Mapping[str, Any]], name: str, depth: int) -> Iterator[Table]:
    """The figures of all rows as one table, then what is nested in them, again by its name over all rows."""
    cells = {key: {one: value for one, value in row.items() if _is_cell(value)} for key, row in rows.items()}
    columns = list(dict.fromkeys(one for row in cells.values() for one in row))
    if len(columns) > WIDE:
        leading = [one for one in columns if one.lower().startswith(TELLING) and "published" not in one][:LEADING]
        if leading:
            yield _table(name, {key: {one: row.get(one) for one in leading} for key, row in cells.items()}, depth)
        cells = {one: {key: row.get(one) for key, row in cells.items()} for one in columns}
        yield _table(f"{name} · everything" if leading else name, cells, depth)
    else:
        yield _table(name, cells, depth)
    nested = dict.fromkeys(one for row in rows.values() for one, value in row.items() if not _is_cell(value))
    for one in nested:
        yield from tables({one: {key: row[one] for key, row in rows.items() if one in row}}, name, depth + 1)


def _table(title: str, values: Mapping[str, Mapping[str, Any]], depth: int) -> Table:
    columns = list(dict.fromkeys(key for row in values.values() for key in row))
    named = list(values.items())[:ROWS]
    first = [_number(row.get(columns[0])) for _, row in named] if columns else []
    shares = [one for one in first if one is not None]
    alike = bool(columns) and columns[0].lower().startswith(TELLING)  # one score for all rows: bars compare
    barred = len(shares) >= 3 and len(shares) == len(first) and all(0 <= one <= (100 if alike else 1) for one in shares)
    scale = scale_of([Effect("", "", one) for one in shares]) if barred else None
    rows = tuple(
        Row(
            _words(name),
            tuple(_figure(row.get(column)) for column in columns),
            bar(Effect("", "Section", first[place] or 0.0), scale) if scale else None,
        )
        for place, (name, row) in enumerate(named)
    )
    return Table(title, tuple(map(_words, columns)), rows, depth, max(0, len(values) - ROWS), barred)


def _is_cell(value: object) -> bool:
    """Whether a value stands in one cell: plain, a flat list, or a mean with what belongs to it."""
    if isinstance(value, dict):
        return "mean" in value and len(value) <= 4 and all(_is_cell(one) for one in value.values())
    return not isinstance(value, list) or not any(isinstance(one, dict | list) for one in value)


def _number(value: object) -> float | None:
    if isinstance(value, dict):
        value = value.get("mean")
    return float(value) if isinstance(value, float | int) and not isinstance(value, bool) else None


def _words(key: object) -> str:
    return str(key).replace("_", " ")


def _figure(value: object) -> str:  # noqa: PLR0911 - one line a kind
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) < 10 else f"{value:,.1f}"
    if isinstance(value, list):
        return ", ".join(map(_figure, value[:12])) + ("…" if len(value) > 12 else "")
    if isinstance(value, dict):
        return _with_interval(value)
    return str(value)[:200]


def _with_interval(value: Mapping[str, Any]) -> str:
    """A mean and what belongs to it: 0.749 (0.733 to 0.765)."""
    rest = {key: one for key, one in value.items() if key != "mean"}
    low_high = (rest.pop("low"), rest.pop("high")) if {"low", "high"} <= rest.keys() else rest.pop("interval", None)
    parts = [f"{_figure(low_high[0])} to {_figure(low_high[1])}"] if low_high and len(low_high) == 2 else []
    parts += [f"{_words(key)} {_figure(one)}" for key, one in rest.items()]
    return _figure(value["mean"]) + (f" ({'; '.join(parts)})" if parts else "")
