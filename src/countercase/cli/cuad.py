"""`countercase cuad`: the span-level contract benchmark."""

from pathlib import Path
from typing import Annotated

import typer

from countercase.cli.options import AsJson
from countercase.errors import NotBuilt

app = typer.Typer(help="The span-level contract benchmark.", no_args_is_help=True)


@app.command()
def generate(
    source: Annotated[Path, typer.Option("--source", help="Folder with CUAD v1.")],
    out: Annotated[Path, typer.Option("--out", help="Where the benchmark is written.")],
    titles: Annotated[str, typer.Option("--titles", help="rules or llm.")] = "rules",
    as_json: AsJson = False,
) -> None:
    """Generate the benchmark from CUAD."""
    raise NotBuilt("cuad generate")


@app.command()
def evaluate(
    benchmark: Annotated[list[Path], typer.Option("--benchmark", help="LegalBench-RAG style JSON.")],
    corpus: Annotated[Path, typer.Option("--corpus", help="Folder with the contract texts.")],
    plan: Annotated[list[str] | None, typer.Option("--plan", help="Plans to compare.")] = None,
    k: Annotated[str, typer.Option("--k", help="Cut-offs, separated by commas.")] = "1,2,4,8,16,32,64",
    as_json: AsJson = False,
) -> None:
    """Score retrieval over contracts, character by character."""
    raise NotBuilt("cuad evaluate")
