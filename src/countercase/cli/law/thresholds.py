"""`countercase law thresholds`: list the legal thresholds."""

from typing import Annotated

import typer

from countercase.cli.options import AsJson
from countercase.errors import NotBuilt


def thresholds(
    provision: Annotated[str | None, typer.Argument(help="Only those of this provision.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the legal thresholds."""
    raise NotBuilt("law thresholds")
