"""`countercase llm`: the language model, where one is configured; one file a command."""

import typer

from countercase.cli.llm import check

app = typer.Typer(help="The language model, where one is configured.", no_args_is_help=True)
app.command("check")(check.check)


@app.callback()
def root() -> None:
    """The language model, where one is configured."""  # a group of one command needs this to stay a group
