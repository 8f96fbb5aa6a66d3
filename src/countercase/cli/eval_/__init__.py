"""`countercase eval`: the evaluation harness. `eval counterfactual` and `eval again`, which repeats a run, are here."""

import json
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import asdict
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli.eval_ import explanations, retrieval
from countercase.cli.eval_.retrieval import Tables
from countercase.cli.terminal import AsJson, command_line, print_json, print_pairs, share_text
from countercase.errors import InputError
from countercase.files import read_utf8

if TYPE_CHECKING:
    from countercase.evaluation.counterfactual_eval import (
        Accuracy,
        CounterfactualScores,
        PooledRho,
        Verdicts,
        VerdictScores,
    )
    from countercase.evaluation.provenance import Repeated


def counterfactual(
    ctx: typer.Context,
    trees: Annotated[list[Path], typer.Option("--trees", help="A tree that whatif --out wrote; may be repeated.")],
    annotations: Annotated[
        Path | None, typer.Option("--annotations", help="CSV file with the experts' annotations.")
    ] = None,
    template: Annotated[
        Path | None, typer.Option("--template", help="Write an empty annotation sheet for these trees, and stop.")
    ] = None,
    threshold: Annotated[
        float | None, typer.Option("--threshold", help="Mean displacement above which a fact counts as dispositive.")
    ] = None,
    report: Annotated[Path | None, typer.Option("--report", help="Write a self-contained HTML page.")] = None,
    tables: Tables = None,
    seed: Annotated[int, typer.Option("--seed", help="Random seed of the permutation test and the bootstrap.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Compare the facts that mattered with annotations.

    Experts say which facts decide a case; the trees say which facts move the list.
    """
    from countercase.evaluation.counterfactual_eval import evaluate_counterfactuals, read_annotations, read_tree
    from countercase.evaluation.counterfactual_eval import template as empty_sheet
    from countercase.evaluation.provenance import provenance
    from countercase.files import write_whole
    from countercase.settings import load_settings

    if (annotations is None) == (template is None):
        raise InputError("Give --annotations FILE to score, or --template FILE to write an empty sheet.")
    readings = [read_tree(path) for path in trees]
    if template is not None:
        write_whole(template, empty_sheet(sorted({reading.case_id for reading in readings})))
        typer.echo(f"Wrote {template}: one row for each fact type of {len(readings)} cases.", err=as_json)
        return
    settings = load_settings()
    limit = settings.counterfactual.dispositive_threshold if threshold is None else threshold
    scores = evaluate_counterfactuals(readings, read_annotations(Path(str(annotations))), limit, seed=seed)
    files = {"annotations": Path(str(annotations)), **{f"tree {path.name}": path for path in trees}}
    source = provenance(command_line(ctx), settings, files=files)
    record = {"provenance": source.as_record(), **as_record(scores)}
    if as_json:
        print_json(record)
    else:
        _print_scores(scores)
    if report is not None:
        from countercase.report.evaluation import counterfactual_page

        write_whole(report, counterfactual_page(scores, readings, {"annotations": annotations, "seed": seed}, source))
        typer.echo(f"Wrote {report}", err=as_json)
    if tables is not None:
        from countercase.evaluation.tables import write_tables
        from countercase.report.evaluation import counterfactual_tables

        write_tables(tables, counterfactual_tables(scores), record, source)
        typer.echo(f"Wrote {tables}", err=as_json)


def as_record(scores: "CounterfactualScores") -> dict[str, Any]:
    """All figures as plain data, with the shares that the types compute."""
    record = asdict(scores)
    by_rule = {
        "specification_verdicts": scores.specification_verdicts,
        "controlled_verdicts": scores.controlled_verdicts,
    }
    for name, agreement in by_rule.items():
        record[name]["dispositive"]["accuracy"] = agreement.dispositive.value
        record[name]["non_dispositive"]["accuracy"] = agreement.non_dispositive.value
        record[name]["balanced_accuracy"] = agreement.balanced
    for name, verdicts in (("llm_verdicts", scores.llm_verdicts), ("final_verdicts", scores.final_verdicts)):
        record[name]["accept_rate"] = verdicts.accept_rate
        record[name]["accept_rate_of_decided"] = verdicts.accept_rate_of_decided
    return record


def _print_scores(scores: "CounterfactualScores") -> None:
    print_pairs(
        [
            ("cases", str(scores.cases)),
            ("threshold", f"{scores.threshold:g}"),
            *_verdict_lines("specification's rule", scores.specification_verdicts),
            *_verdict_lines("against placebos", scores.controlled_verdicts),
            ("Spearman's rho, pooled", _rho(scores.pooled)),
            ("LLM accept rate", _verdicts(scores.llm_verdicts)),
            ("accept rate, final", _verdicts(scores.final_verdicts)),
            ("facts experts left open", str(scores.undecided)),
            ("trees without annotation", ", ".join(scores.not_annotated) or "none"),
            ("annotated without a tree", ", ".join(scores.without_tree) or "none"),
        ]
    )


def _verdict_lines(rule: str, scores: "VerdictScores") -> list[tuple[str, str]]:
    return [
        (f"dispositive accuracy, {rule}", _accuracy(scores.dispositive)),
        (f"non-dispositive accuracy, {rule}", _accuracy(scores.non_dispositive)),
    ]


def _verdicts(verdicts: "Verdicts") -> str:
    counts = f"{verdicts.accepted} accepted, {verdicts.rejected} rejected, {verdicts.abstained} abstained"
    return f"{share_text(verdicts.accept_rate)} ({counts})"


def _rho(pooled: "PooledRho | None") -> str:
    if pooled is None:
        return "no case can be ordered"
    if pooled.low is None:
        return f"{pooled.rho:+.3f} (p {pooled.p:.4f}; one case gives no interval)"
    interval = f"95 % {pooled.low:+.3f} to {pooled.high:+.3f}"
    return f"{pooled.rho:+.3f} ({interval}, p {pooled.p:.4f}, {pooled.cases} cases)"


def _accuracy(accuracy: "Accuracy") -> str:
    untested = f", {accuracy.untested} not tested" if accuracy.untested else ""
    return f"{share_text(accuracy.value)} ({accuracy.right} of {accuracy.tested}{untested})"


# `countercase eval again`.

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
    remaining = iter(map(str, command))
    for word in remaining:
        if word in _WRITES:
            next(remaining, None)
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
app.command("counterfactual")(counterfactual)
app.command("faithfulness")(explanations.faithfulness)
app.command("human-template")(explanations.human_template)
app.command("human-score")(explanations.human_score)
app.command("again")(again)
