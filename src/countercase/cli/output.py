"""What commands print: one JSON object, or text for people; progress on stderr, and only on a terminal."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import typer

T = TypeVar("T")


def print_json(value: object) -> None:
    """One JSON object on standard output."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def print_pairs(rows: Iterable[tuple[str, str]]) -> None:
    """Names and values in two columns."""
    rows = list(rows)
    width = max((len(name) for name, _ in rows), default=0)
    for name, value in rows:
        typer.echo(f"{name:<{width}}  {value}")


@contextmanager
def progress(items: Sequence[T], label: str) -> Iterator[Iterable[T]]:
    """The items, with a bar on stderr while they are taken; silent where stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield items
        return
    from rich.console import Console
    from rich.progress import track

    yield track(items, description=label, console=Console(stderr=True), transient=True)
