"""`countercase ingest`: read and store cases."""

from pathlib import Path
from typing import Annotated

import typer

from countercase.cli.options import AsJson, Workspace
from countercase.errors import NotBuilt


def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files or folders with judgments.", show_default=False)],
    workspace: Workspace = None,
    as_json: AsJson = False,
) -> None:
    """Read and store cases; may be stopped and run again; bad files go to quarantine with the reason."""
    raise NotBuilt("ingest")
