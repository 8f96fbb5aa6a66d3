"""The command line: `demo`, `doctor` and `llm check` are here, the other commands in their own modules.

Commands import what they need when they run, so that `--help` is fast.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from countercase.cli import corpus, cuad, eval_, facts, law, search, serve, whatif
from countercase.cli.terminal import AsJson, PlainStream, Workspace, print_json, print_pairs
from countercase.errors import CountercaseError, EndpointError, InputError, SchemaNotHeld

if TYPE_CHECKING:
    from countercase.app import App
    from countercase.corpus.builtin import ReadyMatter

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


# The commands with which a user begins: see the product at work, and see what it has to work with.

_SHOWN = 3  # precedents printed in full; the report has them all
_REPORT = Path("countercase-demo.html")


def demo(
    matter: Annotated[
        str, typer.Option("--matter", help="The ready matter to run; an unknown name lists all of them.")
    ] = "kitchen-quarrel-stabbing",
    report: Annotated[Path, typer.Option("--report", help="Where to write the HTML report.")] = _REPORT,
    as_json: AsJson = False,
) -> None:
    """Run a ready matter on the built-in corpus.

    Searches, changes one fact at a time and writes an HTML report.
    """
    from countercase.app import open_app

    _show(open_app(), _ready(matter), report, as_json)


def _ready(name: str) -> "ReadyMatter":
    from countercase.corpus.builtin import builtin_matters

    matters = {matter.id: matter for matter in builtin_matters()}
    if name not in matters:
        raise InputError(f"There is no ready matter {name!r}. Known: {', '.join(matters)}.")
    return matters[name]


def _show(app: "App", chosen: "ReadyMatter", report: Path, as_json: bool) -> None:
    from countercase.cli.search import print_cards
    from countercase.cli.whatif import print_run
    from countercase.counterfactual.result import Matter
    from countercase.counterfactual.tree_json import to_json
    from countercase.facts import sheet_json
    from countercase.files import write_whole
    from countercase.report.precedent_list import precedent_record
    from countercase.report.whatif import whatif_page

    precedents = app.search(chosen.text)
    sheet = app.read_facts(chosen.text)
    matter = Matter(chosen.id, chosen.title, sheet)
    run = app.whatifs.measured(app.whatifs.result(matter, app.whatifs.grow(matter)))
    write_whole(report, whatif_page(run))
    if as_json:
        print_json(
            {
                "matter": chosen.id,
                "precedents": [
                    precedent_record(app.case(precedent.case_id), precedent, holding=app.holding(precedent.case_id))
                    for precedent in precedents
                ],
                "whatif": to_json(run, sheet_json.to_json),
                "report": str(report),
            }
        )
        return
    cases = app.store.counts()["cases"]
    typer.echo(f"{chosen.title}, against {cases} digests of Supreme Court judgments\n")
    typer.echo(chosen.text + "\n")
    typer.echo("PRECEDENTS\n")
    why = {precedent.case_id: app.explain(sheet, precedent) for precedent in precedents[:_SHOWN]}
    print_cards(chosen.text, app.listed(precedents[:_SHOWN]), trace=False, why=why)
    typer.echo("WHAT IF ONE FACT WERE DIFFERENT?\n")
    print_run(run)
    typer.echo(f"\nThe whole report: {report}")
    typer.echo("Your own facts:   countercase search --file FACTS.txt, countercase whatif FACTS.txt")
    typer.echo("The workbench:    countercase serve")


def doctor(workspace: Workspace = None, as_json: AsJson = False) -> None:
    """Report what is installed and configured.

    Says what would leave this machine. With --workspace, checks that workspace too.
    """
    from countercase.app import open_app
    from countercase.health import LIBRARIES, examine, examine_workspace
    from countercase.settings import load_settings

    health = examine(load_settings())
    if workspace is not None:
        health["workspace"] = examine_workspace(open_app(workspace))
    if as_json:
        print_json(health)
        return
    rows = (
        (name, version or f"not installed (extra: {LIBRARIES[name]})") for name, version in health["libraries"].items()
    )
    print_pairs(rows)
    typer.echo("")
    print_pairs(
        [
            ("countercase", health["version"]),
            ("Python", health["python"]),
            *((f"{kind} model", value) for kind, value in health["models"].items()),
            ("search", health["search"]),
            ("OCR", health["ocr"] or "tesseract is not installed: scanned pages will be marked unreadable"),
            ("endpoints", ", ".join(health["endpoints"]) or "none configured"),
            ("leaves the machine", "; ".join(health["leaves_the_machine"]) or "nothing"),
        ]
    )
    if "workspace" in health:
        state = health["workspace"]
        counts = ", ".join(f"{count} {what}" for what, count in state["counts"].items() if count)
        typer.echo("")
        print_pairs(
            [
                ("workspace", state["folder"]),
                ("holds", counts or "nothing"),
                ("damage", "; ".join(state["damage"]) or "none"),
                ("index", state["index"]),
            ]
        )


# `countercase llm check`: try the configured endpoint with one structured call.


def check_llm(as_json: AsJson = False) -> None:
    """Test the configured language model.

    Reports latency, tokens per second, and whether the answer keeps to the schema.
    """
    from dataclasses import asdict

    from countercase.llm.model import probe
    from countercase.settings import load_settings

    settings = load_settings().llm
    if not settings.base_url:
        raise EndpointError(
            "No language model is configured; none is needed. To use one, set llm.base_url and llm.model."
        )
    probed = probe(settings)
    if as_json:
        print_json(asdict(probed))
    else:
        print_pairs(
            [
                ("endpoint", probed.base_url),
                ("model", probed.model),
                ("facts", "stay on this machine" if probed.local else "LEAVE this machine with every question"),
                ("schema", probed.schema),
                ("latency", f"{probed.latency_seconds:.2f} s"),
                ("tokens", f"{probed.question_tokens} asked, {probed.answer_tokens} answered"),
                ("speed", f"{probed.tokens_per_second:.1f} answered tokens per second, waiting included"),
            ]
        )
    if probed.why:
        raise SchemaNotHeld(probed.why)


llm_app = typer.Typer(help="The language model, if one is configured.", no_args_is_help=True)
llm_app.command("check")(check_llm)


@llm_app.callback()
def llm() -> None:
    """The language model, if one is configured."""  # a group of one command needs this to stay a group


app.command("demo")(demo)
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
app.command("doctor")(doctor)
app.add_typer(corpus.app, name="corpus")
app.add_typer(law.app, name="law")
app.add_typer(llm_app, name="llm")
app.add_typer(eval_.app, name="eval")
app.add_typer(cuad.app, name="cuad")


def main() -> None:
    """Entry point."""
    os.umask(0o077)  # matters, trees and reports hold client facts: only their owner may read them
    # Threads of the matrix library keep spinning after each product, which costs the encoder a third of its time.
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")
    sys.stdout, sys.stderr = PlainStream(sys.stdout), PlainStream(sys.stderr)
    app()
