"""`countercase eval human-template`: the sheets that experts fill."""

from pathlib import Path
from typing import Annotated

import typer

from countercase.cli.options import AsJson
from countercase.cli.output import print_json


def human_template(
    explanations: Annotated[
        Path, typer.Option("--explanations", help="JSON list of objects with id, question, explanation, system.")
    ],
    out: Annotated[Path, typer.Option("--out", help="Folder for the sheets and the key.")],
    annotator: Annotated[
        list[str] | None, typer.Option("--annotator", help="A name for each annotator; may be repeated.")
    ] = None,
    repeats: Annotated[float, typer.Option("--repeats", help="Share of rows shown twice.", min=0, max=1)] = 0.1,
    seed: Annotated[int, typer.Option("--seed", help="Of the order.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Write the annotation sheets for human evaluation: blind, in a different order each, some rows twice."""
    from countercase.evaluation.human_eval import make_sheets, read_items, write_sheets

    sheets = make_sheets(read_items(explanations), annotator or ["a1", "a2", "a3"], repeats, seed)
    written = write_sheets(sheets, out)
    if as_json:
        print_json({"rows": len(sheets[0].rows), "files": [str(path) for path in written]})
        return
    typer.echo(f"{len(sheets)} sheets of {len(sheets[0].rows)} rows in {out}. Give each annotator one, keep key.json.")
