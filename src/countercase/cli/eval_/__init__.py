"""`countercase eval`: the evaluation harness, and `eval again`, which repeats a recorded run."""

import json
from collections.abc import Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli.eval_ import counterfactual, explanations, retrieval
from countercase.cli.terminal import AsJson, print_json
from countercase.errors import InputError
from countercase.files import read_utf8

if TYPE_CHECKING:
    from countercase.evaluation.provenance import Repeated

# Options with a value that write files or cache runs. A repetition overwrites nothing and reads no cache.
_WRITES = frozenset(
    {"--run-out", "--report", "--tables", "--per-query", "--cache", "--results-out", "--beir-out", "--items-out"}
)
_SHOWN = 10  # differing figures that are listed


def again(
    result: Annotated[Path, typer.Argument(help="A result that --json printed, or a result.json.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Repeat a recorded run and compare the figures. The exit code is 1 if they differ."""
    from countercase.evaluation.provenance import compare_records

    then = _read(result)
    command = _repeatable(result, then)
    typer.echo(f"Running: countercase {' '.join(command)}", err=True)
    repeated = compare_records(then, _run(command))
    if as_json:
        print_json(
            {
                "command": command,
                "figures": repeated.figures,
                "same": repeated.same,
                "differing": {path: list(pair) for path, pair in repeated.differing.items()},
                "changed": {path: list(pair) for path, pair in repeated.changed.items()},
            }
        )
    else:
        _print(repeated)
    if not repeated.same:
        raise typer.Exit(1)


def _read(path: Path) -> dict[str, Any]:
    text = read_utf8(path)
    try:
        record = json.loads(text)
    except ValueError as error:
        raise InputError(f"{path} is not JSON: {error}.") from None
    if not isinstance(record, dict) or not isinstance(record.get("provenance"), dict):
        raise InputError(f"{path} has no `provenance`, so it cannot be repeated. Give a result that --json printed.")
    return record


def _repeatable(path: Path, record: Mapping[str, Any]) -> list[str]:
    command = record["provenance"].get("command")
    if not command or command[0] not in ("eval", "cuad") or command[1:2] == ["again"]:
        raise InputError(f"{path} cannot be repeated. Give a result of `countercase eval` or `countercase cuad`.")
    words: list[str] = []
    given = iter(map(str, command))
    for word in given:
        if word in _WRITES:
            next(given, None)
        elif word != "--json":
            words.append(word)
    return [*words, "--json"]


def _run(command: list[str]) -> dict[str, Any]:
    from countercase.cli import app as countercase_app

    printed = StringIO()
    with redirect_stdout(printed):
        typer.main.get_command(countercase_app).main(command, prog_name="countercase", standalone_mode=False)
    try:
        record: dict[str, Any] = json.loads(printed.getvalue())
    except ValueError:
        raise InputError("The repeated command printed no result. Run it by hand to see why.") from None
    return record


def _print(repeated: "Repeated") -> None:
    for path, (then, now) in repeated.changed.items():
        typer.echo(f"changed   {path}: {_short(then)} -> {_short(now)}")
    if repeated.same:
        typer.echo(f"The same: all {repeated.figures:,} values are equal.")
        return
    typer.echo(f"Not the same: {len(repeated.differing):,} of {repeated.figures:,} values differ.")
    for path, (then, now) in list(repeated.differing.items())[:_SHOWN]:
        typer.echo(f"  {path}: {_short(then)} -> {_short(now)}")


def _short(value: object) -> str:
    text = "absent" if value is None else str(value)
    return text if len(text) <= 40 else f"{text[:16]}..."


app = typer.Typer(help="Evaluate retrieval, counterfactuals and explanations.", no_args_is_help=True)
app.command("retrieval")(retrieval.retrieval)
app.command("citation-set")(retrieval.citation_set)
app.command("document-set")(retrieval.document_set)
app.command("counterfactual")(counterfactual.counterfactual)
app.command("faithfulness")(explanations.faithfulness)
app.command("human-template")(explanations.human_template)
app.command("human-score")(explanations.human_score)
app.command("again")(again)
