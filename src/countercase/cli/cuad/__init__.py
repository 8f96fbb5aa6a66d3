"""`countercase cuad`: the span-level contract benchmark; one file a command."""

import typer

from countercase.cli.cuad import evaluate, generate

app = typer.Typer(help="The span-level contract benchmark.", no_args_is_help=True)
app.command("generate")(generate.generate)
app.command("evaluate")(evaluate.evaluate)
