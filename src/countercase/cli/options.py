"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

Workspace = Annotated[
    Path | None,
    typer.Option("--workspace", "-w", help="Folder with your cases and indexes; without it, the built-in corpus."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
PlanName = Annotated[str | None, typer.Option("--plan", help="Retrieval plan, such as full_system or bm25_only.")]
Text = Annotated[str | None, typer.Argument(help="The text to read.", show_default=False)]
File = Annotated[Path | None, typer.Option("--file", help="Read the text from a file; - is standard input.")]
