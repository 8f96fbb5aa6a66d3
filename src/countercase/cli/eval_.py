"""`countercase eval`: the evaluation harness."""

from pathlib import Path
from typing import Annotated

import typer

from countercase.cli.options import AsJson, Workspace
from countercase.errors import NotBuilt

app = typer.Typer(help="Figures that stand up: retrieval, counterfactuals, explanations.", no_args_is_help=True)


@app.command()
def retrieval(
    queries: Annotated[Path, typer.Option("--queries", help="BEIR JSONL or AILA queries.")],
    qrels: Annotated[Path, typer.Option("--qrels", help="BEIR TSV or TREC judgments.")],
    workspace: Workspace = None,
    plan: Annotated[list[str] | None, typer.Option("--plan", help="Plans to compare.")] = None,
    run_out: Annotated[Path | None, typer.Option("--run-out", help="Write the TREC run.")] = None,
    as_json: AsJson = False,
) -> None:
    """Score plans against relevance judgments."""
    raise NotBuilt("eval retrieval")


@app.command()
def counterfactual(as_json: AsJson = False) -> None:
    """Score which facts were found to matter against experts' annotations."""
    raise NotBuilt("eval counterfactual")


@app.command()
def faithfulness(as_json: AsJson = False) -> None:
    """Score whether explanations stand in their sources."""
    raise NotBuilt("eval faithfulness")


@app.command("human-template")
def human_template() -> None:
    """Write the annotation sheet for human evaluation."""
    raise NotBuilt("eval human-template")


@app.command("human-score")
def human_score(as_json: AsJson = False) -> None:
    """Score filled annotation sheets."""
    raise NotBuilt("eval human-score")
