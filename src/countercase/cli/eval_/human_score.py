"""`countercase eval human-score`: what the filled sheets say."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from countercase.cli.options import AsJson
from countercase.cli.output import print_json


def human_score(
    files: Annotated[list[Path], typer.Argument(help="Filled sheets, CSV or XLSX.", show_default=False)],
    key: Annotated[Path, typer.Option("--key", help="The key.json that was written beside the sheets.")],
    as_json: AsJson = False,
) -> None:
    """Means with intervals, spread, Krippendorff's alpha and self-consistency of filled annotation sheets."""
    from countercase.evaluation.human_eval import read_judgments, summarise

    judgments = read_judgments(files, key)
    summary = summarise(judgments)
    if as_json:
        print_json(
            {
                "rows": len(judgments),
                "annotators": len({judgment.annotator for judgment in judgments}),
                "scales": {scale: asdict(one) for scale, one in summary.items()},
            }
        )
        return
    typer.echo(f"{len(judgments)} rows by {len({judgment.annotator for judgment in judgments})} annotators")
    for scale, one in summary.items():
        alpha = "-" if one.alpha is None else f"{one.alpha:.3f}"
        same = "-" if one.self_agreement is None else f"{one.self_agreement:.0%}"
        typer.echo(
            f"{scale.replace('_', ' '):<15} {one.mean:.2f} ({one.low:.2f} to {one.high:.2f})"
            f"  alpha {alpha} ({one.band})  same score twice {same}"
        )
