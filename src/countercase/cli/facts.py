"""`countercase facts`: the fact sheet of a narrative."""

from pathlib import Path
from typing import Annotated

import typer

from countercase.cli.options import AsJson
from countercase.errors import NotBuilt


def facts(
    file: Annotated[Path, typer.Argument(help="Text, PDF or fact-sheet JSON.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Print the fact sheet: every fact with its place in the text."""
    raise NotBuilt("facts")
