"""`countercase eval`: score rankings, build sets to score them on, and repeat a recorded run."""

import json
import operator
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from datetime import date
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli import eval_explanations
from countercase.cli.terminal import AsJson, Tables, Workspace, command_line, print_json, print_table, search_source
from countercase.errors import InputError
from countercase.files import read_utf8

if TYPE_CHECKING:
    from countercase.app import App
    from countercase.evaluation.citation_set import QueryText
    from countercase.evaluation.experiment import ExperimentOptions, SetResult
    from countercase.evaluation.metrics import Run
    from countercase.evaluation.testset import QuerySet

DEPTH = 100


def retrieval(
    ctx: typer.Context,
    queries: Annotated[Path, typer.Option("--queries", help="Queries: BEIR JSONL, AILA or CSV.")],
    qrels: Annotated[Path, typer.Option("--qrels", help="Relevance judgments: BEIR TSV, TREC or CSV.")],
    workspace: Workspace = None,
    plan: Annotated[list[str] | None, typer.Option("--plan", help="A plan to compare; may be repeated.")] = None,
    run: Annotated[
        list[str] | None,
        typer.Option("--run", help="A TREC run of another system, as NAME=FILE; may be repeated."),
    ] = None,
    metric: Annotated[
        list[str] | None, typer.Option("--metric", help="A measure: NDCG@10, MAP, ERR@20, RBP(p=0.8); may be repeated.")
    ] = None,
    relevant_from: Annotated[
        int, typer.Option("--relevant-from", help="Lowest grade that counts as relevant.", min=1)
    ] = 1,
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth", help="Cases to retrieve per query. Default: 100, or more if a measure needs it.", min=1
        ),
    ] = None,
    baseline: Annotated[str, typer.Option("--baseline", help="What plans and runs are compared with.")] = "floor_bm25",
    run_out: Annotated[Path | None, typer.Option("--run-out", help="Write the plans' rankings as TREC runs.")] = None,
    per_query: Annotated[
        Path | None, typer.Option("--per-query", help="Write the scores of each query as CSV.")
    ] = None,
    tables: Tables = None,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write an HTML page, with JSON, LaTeX and CSV beside it.")
    ] = None,
    cache: Annotated[Path | None, typer.Option("--cache", help="Folder that keeps rankings for reuse.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Random seed of the significance tests.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Score rankings against relevance judgments.

    Compares plans and runs of other systems with a random order and plain BM25.
    """
    from countercase.app import open_app
    from countercase.evaluation import results
    from countercase.evaluation.experiment import run_experiment
    from countercase.evaluation.testset import dated, from_files, leak_warning, relevant_not_stored
    from countercase.report.evaluation import write_retrieval_report

    query_set = from_files(queries, qrels)
    options = _options(_names(metric), depth, baseline, seed, relevant_from)
    run_files = _run_arguments(run or [])
    read = _read_runs(run_files)
    app = open_app(workspace)
    plans = _names(plan) or [app.settings.retrieval.plan]
    texts, decided = _corpus(app)
    if run_out:
        _check_ids(query_set, texts)
    runs = _with_known_ids(read, query_set, texts)
    missing = relevant_not_stored(query_set, texts.keys(), relevant_from)
    warning = leak_warning(query_set, decided)
    if warning:
        typer.echo(f"Warning: {warning}", err=True)
    files = {"queries": queries, "judgments": qrels, **{f"run {name}": path for name, path in run_files.items()}}
    source = search_source(app, command_line(ctx), plans, texts, files)
    returned = {case for run in runs.values() for ranking in run.values() for case, _ in ranking}
    (result,) = run_experiment(
        {name: app.system(name, options.depth) for name in plans},
        [dated(query_set, decided, returned)],
        texts,
        options,
        cache,
        {name: app.fingerprint(name, options.depth) for name in plans},
        _show_progress,
        runs,
    )
    about = {
        "queries": queries,
        "qrels": qrels,
        "workspace": workspace or "built-in corpus",
        "plans": plans,
        "runs": {name: str(path) for name, path in run_files.items()},
        "cases": len(texts),
        "relevant_cases_not_stored": missing,
        "warnings": [warning] if warning else [],
    }
    if as_json:
        print_json(results.as_json([result], options, about, source))
    else:
        _print_result(result, missing)
    # The figures are printed first, so that nothing is lost if a file cannot be written.
    for path in _write_files(result, query_set, plans, run_out, per_query):
        typer.echo(f"Wrote {path}", err=as_json)
    if report:
        write_retrieval_report(report, [result], options, about, source)
        typer.echo(f"Wrote {report}", err=as_json)
    if tables:
        record = results.as_json([result], options, about, source)
        results.write_tables(
            tables, results.retrieval_tables([result]), record, source, {"scores": results.to_latex([result])}
        )
        typer.echo(f"Wrote {tables}", err=as_json)


def _options(
    metrics: Sequence[str], depth: int | None, baseline: str, seed: int, relevant_from: int
) -> "ExperimentOptions":
    """What to measure, and how deep: as deep as the deepest measure unless the user says."""
    from countercase.evaluation.experiment import ExperimentOptions
    from countercase.evaluation.metrics import DEFAULT_METRICS, parse_metric

    parsed = tuple(parse_metric(name) for name in metrics or DEFAULT_METRICS)
    deep = depth or max([DEPTH, *(metric.k or 0 for metric in parsed)])
    return ExperimentOptions(tuple(map(str, parsed)), deep, baseline, seed=seed, relevant_from=relevant_from)


def _names(option_values: list[str] | None) -> list[str]:
    """Names from repeated options and comma-separated lists, each once."""
    return list(
        dict.fromkeys(name.strip() for value in option_values or () for name in value.split(",") if name.strip())
    )


def _run_arguments(arguments: Sequence[str]) -> dict[str, Path]:
    """Parse NAME=FILE arguments; each name may be used once."""
    files: dict[str, Path] = {}
    for argument in arguments:
        name, separator, file = argument.partition("=")
        if not separator or not name.strip() or not file:
            raise InputError(f"--run {argument!r} is not NAME=FILE. Write it like colbert=colbert.trec.")
        if name in files:
            raise InputError(f"Two runs are called {name!r}. Rename one.")
        files[name] = Path(file)
    return files


def _read_runs(files: Mapping[str, Path]) -> "dict[str, Run]":
    from countercase.evaluation.formats import read_run

    return {name: read_run(path) for name, path in files.items()}


def _with_known_ids(runs: "Mapping[str, Run]", query_set: "QuerySet", texts: Mapping[str, str]) -> "dict[str, Run]":
    """The runs with the ids of the set and the corpus, where a TREC file had to write them another way."""
    from countercase.evaluation.formats import with_known_ids

    cases = {case for grades in query_set.qrels.values() for case in grades} | texts.keys()
    return {name: with_known_ids(run, query_set.queries.keys(), cases) for name, run in runs.items()}


def _corpus(app: "App") -> tuple[dict[str, str], dict[str, date | None]]:
    """The text and the date of every stored case."""
    texts: dict[str, str] = {}
    decided: dict[str, date | None] = {}
    for case_id in app.store.case_ids():
        case = app.case(case_id)
        texts[str(case_id)], decided[str(case_id)] = case.text, case.decided
    return texts, decided


def _check_ids(query_set: "QuerySet", texts: Mapping[str, str]) -> None:
    """Refuse an id that a TREC file cannot hold, before the search rather than after it; say how spaces are written."""
    from countercase.evaluation.formats import trec_ids

    written = {**trec_ids(query_set.queries), **trec_ids(texts)}
    spaced = next((known_id for known_id, trec_id in written.items() if known_id != trec_id), None)
    if spaced is not None:
        typer.echo(
            f"Ids with spaces are written with %20 ({written[spaced]!r}), "
            "both in the run and in the .qrels file with the judgments beside it.",
            err=True,
        )


def _write_files(
    result: "SetResult", query_set: "QuerySet", plans: Sequence[str], run_out: Path | None, per_query: Path | None
) -> list[Path]:
    from countercase.evaluation.formats import trec_ids, write_run, write_trec_qrels
    from countercase.evaluation.results import query_rows, to_csv
    from countercase.files import write_whole

    written = _run_files(run_out, plans)
    for name, path in zip(plans, written, strict=False):
        write_run(path, result.systems[name].run, name)
    ids = [*query_set.queries, *(case for grades in query_set.qrels.values() for case in grades)]
    if run_out and any(known_id != trec_id for known_id, trec_id in trec_ids(dict.fromkeys(ids)).items()):
        write_trec_qrels(run_out.with_suffix(".qrels"), query_set.qrels)
        written.append(run_out.with_suffix(".qrels"))
    if per_query:
        write_whole(per_query, to_csv(query_rows(result)), private=False)
        written.append(per_query)
    return written


def _run_files(path: Path | None, plans: Sequence[str]) -> list[Path]:
    """The file itself for one plan, or one file per plan: `run.trec` -> `run.full_system.trec`."""
    if path is None or len(plans) == 1:
        return [path] if path else []
    return [path.with_suffix(f".{plan}{path.suffix}") for plan in plans]


def _show_progress(_set: str, system: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        typer.echo(f"\r{system}: {done}/{total}", err=True, nl=done == total)


def _print_result(result: "SetResult", missing: int) -> None:
    from countercase.evaluation.results import comparison_rows, latency_rows, score_rows, set_notes

    typer.echo(f"{len(next(iter(result.systems.values())).scores.queries)} queries")
    if missing:
        typer.echo(f"{missing} relevant cases are not in the workspace and count as not found.")
    for note in set_notes(result):
        typer.echo(note)
    typer.echo("")
    print_table(score_rows(result))
    if result.comparisons:
        typer.echo("\nPaired differences (95 % bootstrap interval; randomisation test, Holm-corrected; t-test)\n")
        print_table(comparison_rows(result))
    header, *latencies = latency_rows(result)
    if latencies:
        typer.echo("\nLatency\n")
        print_table([header, *latencies])


# `countercase eval citation-set` and `document-set`: build judged queries from the citations in stored cases.

SetFolder = Annotated[Path, typer.Option("--out", help="Folder for the queries, the judgments and the manifest.")]


def citation_set(ctx: typer.Context, out: SetFolder, workspace: Workspace = None, as_json: AsJson = False) -> None:
    """Build queries and judgments from citations.

    The facts of each stored case are a query; the earlier stored cases that it cites are relevant.
    """
    _build_set(ctx, "citations", "facts", out, workspace, as_json)


def document_set(ctx: typer.Context, out: SetFolder, workspace: Workspace = None, as_json: AsJson = False) -> None:
    """Build queries from whole judgments.

    Each stored judgment is a query, with parties, case names and citations masked; the earlier stored cases that it
    cites are relevant.
    """
    _build_set(ctx, "documents", "document", out, workspace, as_json)


def _build_set(
    ctx: typer.Context, name: str, query: "QueryText", out: Path, workspace: Path | None, as_json: bool
) -> None:
    from dataclasses import asdict

    from countercase.app import open_app
    from countercase.evaluation.citation_set import CitationSetOptions, about_citation_set, build_citation_set
    from countercase.evaluation.results import provenance, texts_hash
    from countercase.evaluation.testset import save

    app = open_app(workspace)
    cases = [app.case(case_id) for case_id in app.store.case_ids()]
    options = CitationSetOptions(query=query)
    query_set, report = build_citation_set(name, cases, frozenset(case.id for case in cases), options)
    if not query_set.queries:
        raise InputError("No stored case cites an earlier stored case, so no query can be judged. Ingest more cases.")
    corpus = {"corpus": texts_hash({str(case.id): case.text for case in cases})}
    source = provenance(command_line(ctx), app.settings, inputs=corpus).as_record()
    save(
        query_set, out, {**about_citation_set(report, options), "workspace": str(app.folder.name), "provenance": source}
    )
    if as_json:
        print_json({"out": str(out), "queries": len(query_set.queries), **asdict(report), "provenance": source})
        return
    typer.echo(f"{len(query_set.queries)} queries with {sum(map(len, query_set.qrels.values()))} judgments in {out}")
    typer.echo(f"Next: countercase eval retrieval --queries {out}/queries.jsonl --qrels {out}/qrels.tsv")


# `countercase eval again`.

# Options with a value that write files or cache runs. A repetition overwrites nothing and reads no cache.
_WRITES = frozenset(
    {"--run-out", "--report", "--tables", "--per-query", "--cache", "--results-out", "--beir-out", "--items-out"}
)
_SHOWN = 10  # differing figures that are listed
_VOLATILE = frozenset({"provenance", "latency_seconds", "seconds", "cached"})  # times, and values that are not figures
_TOLERANCE = 1e-9


def again(
    result: Annotated[Path, typer.Argument(help="A result that --json printed, or a result.json.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Repeat a recorded run and compare the figures. The exit code is 1 if they differ."""
    then = _read_result(result)
    command = _repeatable(result, then)
    typer.echo(f"Running: countercase {' '.join(command)}", err=True)
    repeated = compare_records(then, _run_command(command))
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
        _print_repeated(repeated)
    if not repeated.same:
        raise typer.Exit(1)


def _read_result(path: Path) -> dict[str, Any]:
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


def _run_command(command: list[str]) -> dict[str, Any]:
    from countercase.cli import app as countercase_app

    printed = StringIO()
    with redirect_stdout(printed):
        typer.main.get_command(countercase_app).main(command, prog_name="countercase", standalone_mode=False)
    try:
        record: dict[str, Any] = json.loads(printed.getvalue())
    except ValueError:
        raise InputError("The repeated command printed no result. Run it by hand to see why.") from None
    return record


@dataclass(frozen=True, slots=True)
class Repeated:
    """A recorded result compared with a new one."""

    figures: int
    differing: Mapping[str, tuple[Any, Any]]  # path in the file -> recorded value, new value
    changed: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)  # differences in provenance

    @property
    def same(self) -> bool:
        """Whether every figure is the same."""
        return not self.differing


def compare_records(then: Mapping[str, Any], now: Mapping[str, Any]) -> Repeated:
    """Compare all values of two results except times, and their provenance."""
    before, after = dict(_leaves(then)), dict(_leaves(now))
    changed: dict[str, tuple[Any, Any]] = {}
    for part in ("version", "commit", "settings", "plans", "inputs", "machine", "libraries"):
        old, new = (dict(_leaves({part: record.get("provenance", {}).get(part)})) for record in (then, now))
        changed |= _differing(old, new, operator.eq)
    return Repeated(len(before.keys() | after.keys()), _differing(before, after, _equal), changed)


def _differing(
    before: Mapping[str, Any], after: Mapping[str, Any], same: Callable[[Any, Any], bool]
) -> dict[str, tuple[Any, Any]]:
    pairs = {path: (before.get(path), after.get(path)) for path in (*before, *after)}
    return {path: pair for path, pair in pairs.items() if not same(*pair)}


def _leaves(value: object, path: str = "") -> Iterator[tuple[str, Any]]:
    items: Iterable[tuple[str, Any]]
    if isinstance(value, Mapping):
        items = ((str(name), child) for name, child in value.items() if name not in _VOLATILE)
    elif isinstance(value, list | tuple):
        items = ((str(number), child) for number, child in enumerate(value))
    else:
        yield path, value
        return
    for name, child in items:
        yield from _leaves(child, f"{path}.{name}" if path else name)


def _equal(left: object, right: object) -> bool:
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left == right or abs(left - right) <= _TOLERANCE
    return left == right


def _print_repeated(repeated: Repeated) -> None:
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
app.command("retrieval")(retrieval)
app.command("citation-set")(citation_set)
app.command("document-set")(document_set)
app.command("counterfactual")(eval_explanations.counterfactual)
app.command("faithfulness")(eval_explanations.faithfulness)
app.command("human-template")(eval_explanations.human_template)
app.command("human-score")(eval_explanations.human_score)
app.command("again")(again)
