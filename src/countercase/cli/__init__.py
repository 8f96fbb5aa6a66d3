"""The command line. Commands import what they need when they run, so that `--help` is fast."""

import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from countercase.cli import corpus, cuad, eval_, facts, first_steps, law, search, serve, whatif
from countercase.cli.terminal import PlainStream
from countercase.errors import CountercaseError, InputError

__all__ = ["app", "main"]


class OneLineErrors(TyperGroup):
    """Prints our own errors, and errors about a given file, as one line; anything else keeps its traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except CountercaseError as error:
            for_user = error
        except RecursionError:
            for_user = InputError("A file is nested too deeply to be read. Check that it is the right one.")
        except OSError as error:
            if not error.filename or not error.strerror:
                raise
            for_user = InputError(f"{error.filename}: {error.strerror}. Check the name.")
        typer.echo(f"countercase: {for_user}", err=True)
        raise typer.Exit(for_user.exit_code)


app = typer.Typer(
    name="countercase",
    cls=OneLineErrors,
    help="Find the precedents for a set of facts, and see which of those facts the precedents hang on.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: importing rich would take longer than the help itself
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from countercase.version import __version__

        typer.echo(f"countercase {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Find the precedents for a set of facts, and see which of those facts the precedents hang on."""


app.command("demo")(first_steps.demo)
app.command("ingest")(corpus.ingest)
app.command("index")(corpus.index)
app.command("move")(corpus.move)
app.command("remove")(corpus.remove)
app.command("search")(search.search)
app.command("facts")(facts.facts)
app.command("whatif")(whatif.whatif)
app.command("cited")(law.cited)
app.command("check")(law.check)
app.command("mcp")(serve.mcp)
app.command("serve")(serve.serve)
app.command("doctor")(first_steps.doctor)
app.add_typer(corpus.app, name="corpus")
app.add_typer(law.app, name="law")
app.add_typer(first_steps.llm_app, name="llm")
app.add_typer(eval_.app, name="eval")
app.add_typer(cuad.app, name="cuad")


def main() -> None:
    """Entry point."""
    os.umask(0o077)  # matters, trees and reports hold client facts: only their owner may read them
    # Threads of the matrix library keep spinning after each product, which costs the encoder a third of its time.
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")
    sys.stdout, sys.stderr = PlainStream(sys.stdout), PlainStream(sys.stderr)
    app()
