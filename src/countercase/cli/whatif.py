"""`countercase whatif`: change one fact at a time and search again."""

from pathlib import Path
from typing import Annotated

import typer

from countercase.cli.options import AsJson, Workspace
from countercase.errors import NotBuilt


def whatif(
    file: Annotated[Path, typer.Argument(help="Text, PDF or fact-sheet JSON.", show_default=False)],
    workspace: Workspace = None,
    depth: Annotated[int | None, typer.Option("--depth", help="How many changes deep.")] = None,
    children: Annotated[int | None, typer.Option("--children", help="How many changes a node.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write the tree as JSON.")] = None,
    report: Annotated[Path | None, typer.Option("--report", help="Write a self-contained HTML report.")] = None,
    as_json: AsJson = False,
) -> None:
    """Grow the perturbation tree and measure how far each change moves the ranking."""
    raise NotBuilt("whatif")
