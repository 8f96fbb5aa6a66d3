"""`countercase law`: provisions, codes, thresholds and citations."""

from pathlib import Path
from typing import Annotated

import typer

from countercase.cli.options import AsJson
from countercase.errors import NotBuilt

app = typer.Typer(help="Provisions, codes, thresholds and citations of Indian law.", no_args_is_help=True)

Text = Annotated[str | None, typer.Argument(help="The text to read.", show_default=False)]
File = Annotated[Path | None, typer.Option("--file", help="Read the text from a file.")]


@app.command()
def provision(text: Text = None, file: File = None, as_json: AsJson = False) -> None:
    """Find and normalise provisions in a text."""
    raise NotBuilt("law provision")


@app.command("map")
def map_(
    provision: Annotated[str, typer.Argument(help="Such as IPC-302 or BNS-103(1).")], as_json: AsJson = False
) -> None:
    """Carry a provision over between the old codes and those of 2023."""
    raise NotBuilt("law map")


@app.command()
def thresholds(
    provision: Annotated[str | None, typer.Argument(help="Only those of this provision.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the legal thresholds."""
    raise NotBuilt("law thresholds")


@app.command()
def citations(text: Text = None, file: File = None, as_json: AsJson = False) -> None:
    """Find and normalise citations and case names in a text."""
    raise NotBuilt("law citations")
