"""`countercase law map`: carry a provision over between the old codes and those of 2023."""

from typing import Annotated

import typer

from countercase.cli.options import AsJson
from countercase.errors import NotBuilt


def map_provision(
    provision: Annotated[str, typer.Argument(help="Such as IPC-302 or BNS-103(1).")], as_json: AsJson = False
) -> None:
    """Carry a provision over between the old codes and those of 2023."""
    raise NotBuilt("law map")
