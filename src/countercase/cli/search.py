"""`countercase search`: the precedents for a text."""

from pathlib import Path
from typing import Annotated

import typer

from countercase.cli.options import AsJson, PlanName, Workspace
from countercase.errors import NotBuilt


def search(
    text: Annotated[str | None, typer.Argument(help="The facts, as text.", show_default=False)] = None,
    workspace: Workspace = None,
    file: Annotated[Path | None, typer.Option("--file", help="Read the facts from a file.")] = None,
    top_k: Annotated[int | None, typer.Option("--top-k", help="How many cases to return.")] = None,
    filters: Annotated[
        list[str] | None, typer.Option("--filter", help="Such as year=2010..2015, bench=3, provision=IPC-302.")
    ] = None,
    plan: PlanName = None,
    as_json: AsJson = False,
) -> None:
    """Find the precedents for a set of facts."""
    raise NotBuilt("search")
