"""`countercase eval retrieval`: plans against relevance judgments."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli.terminal import AsJson, Workspace, print_json
from countercase.errors import InputError

if TYPE_CHECKING:
    from countercase.evaluation.experiment import ExperimentOptions, SetResult
    from countercase.evaluation.testset import QuerySet

DEPTH = 100


def retrieval(
    queries: Annotated[Path, typer.Option("--queries", help="BEIR JSONL, AILA or CSV queries.")],
    qrels: Annotated[Path, typer.Option("--qrels", help="BEIR TSV, TREC or CSV judgments.")],
    workspace: Workspace = None,
    plan: Annotated[list[str] | None, typer.Option("--plan", help="Plans to compare; may be repeated.")] = None,
    metric: Annotated[
        list[str] | None, typer.Option("--metric", help="Such as NDCG@10 or MAP; may be repeated.")
    ] = None,
    depth: Annotated[int, typer.Option("--depth", help="Cases asked for each query.", min=1)] = DEPTH,
    baseline: Annotated[str, typer.Option("--baseline", help="What plans are compared with.")] = "floor_bm25",
    run_out: Annotated[Path | None, typer.Option("--run-out", help="Write the TREC run.")] = None,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write an HTML page, and JSON, LaTeX and CSV beside it.")
    ] = None,
    cache: Annotated[Path | None, typer.Option("--cache", help="Keep runs here and use them again.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of the significance tests.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Score plans against relevance judgments, beside a random order and plain BM25."""
    from countercase.app import open_app
    from countercase.evaluation.experiment import ExperimentOptions, run_experiment
    from countercase.evaluation.metrics import DEFAULT_METRICS, parse_metric
    from countercase.evaluation.testset import from_files

    query_set = from_files(queries, qrels)
    metrics = tuple(str(parse_metric(name)) for name in _names(metric)) or DEFAULT_METRICS
    options = ExperimentOptions(metrics=metrics, depth=depth, baseline=baseline, seed=seed)
    app = open_app(workspace)
    plans = _names(plan) or [app.settings.retrieval.plan]
    systems = {name: app.system(name, depth) for name in plans}
    fingerprints = {name: app.fingerprint(name, depth) for name in plans}
    texts = {str(case_id): app.case(case_id).text for case_id in app.store.case_ids()}
    missing = _missing(query_set, texts)
    (result,) = run_experiment(systems, [query_set], texts, options, cache, fingerprints, _show_progress)
    about = {
        "queries": queries,
        "qrels": qrels,
        "workspace": workspace or "built-in corpus",
        "plans": plans,
        "cases": len(texts),
        "relevant_cases_not_stored": missing,
    }
    _write_files(result, options, about, run_out, report)
    if as_json:
        from countercase.evaluation.tables import as_json as as_record

        print_json(as_record([result], options, about))
        return
    _print_result(result, missing)
    for path in [*_run_files(run_out, plans), *([report] if report else [])]:
        typer.echo(f"Wrote {path}")


def _names(given: list[str] | None) -> list[str]:
    """Repeated options and lists with commas, each name once."""
    return list(dict.fromkeys(name.strip() for each in given or () for name in each.split(",") if name.strip()))


def _missing(query_set: "QuerySet", texts: Mapping[str, str]) -> int:
    """How many relevant cases the workspace does not hold; an error where it holds none."""
    relevant = {case for grades in query_set.qrels.values() for case, grade in grades.items() if grade > 0}
    missing = len(relevant - set(texts))
    if relevant and missing == len(relevant):
        raise InputError(f"No relevant case is in the workspace (such as {min(relevant)!r}). Ingest that corpus first.")
    return missing


def _write_files(
    result: "SetResult", options: "ExperimentOptions", about: Mapping[str, Any], run_out: Path | None, page: Path | None
) -> None:
    from countercase.evaluation.formats import write_run
    from countercase.report.evaluation import write_retrieval_report

    plans = about["plans"]
    for name, path in zip(plans, _run_files(run_out, plans), strict=False):
        write_run(path, result.systems[name].run, name)
    if page:
        write_retrieval_report(page, [result], options, about)


def _run_files(path: Path | None, plans: Sequence[str]) -> list[Path]:
    """The file itself for one plan; one file a plan otherwise: `run.trec` -> `run.full_system.trec`."""
    if path is None or len(plans) == 1:
        return [path] if path else []
    return [path.with_suffix(f".{plan}{path.suffix}") for plan in plans]


def _show_progress(_set: str, system: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        typer.echo(f"\r{system}: {done}/{total}", err=True, nl=done == total)


def _print_result(result: "SetResult", missing: int) -> None:
    from countercase.evaluation.tables import comparison_rows, latency_rows, score_rows

    first = next(iter(result.systems.values())).scores
    typer.echo(f"{len(first.queries)} queries")
    if missing:
        typer.echo(f"{missing} relevant cases are not in the workspace and count as not found")
    if first.without_relevant:
        typer.echo(f"{len(first.without_relevant)} judged queries have no relevant case and are not scored")
    for name, each in result.systems.items():
        if each.run and each.scores.without_results:
            typer.echo(f"{name}: {len(each.scores.without_results)} queries without results count as zero")
    typer.echo("")
    print_table(score_rows(result))
    if result.comparisons:
        typer.echo("\nPaired differences (95 % bootstrap interval; randomisation test, Holm-corrected; t-test)\n")
        print_table(comparison_rows(result))
    header, *latencies = latency_rows(result)
    if latencies:
        typer.echo("\nLatency\n")
        print_table([header, *latencies])


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Columns under each other: names to the left, numbers to the right."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    numeric = [all(_is_number(cell) for cell in column[1:]) for column in columns]
    for row in rows:
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ]
        typer.echo("  ".join(cells).rstrip())


def _is_number(cell: str) -> bool:
    return cell.lstrip("+-").replace(".", "", 1).isdigit()


def citation_set(
    out: Annotated[Path, typer.Option("--out", help="Folder for queries.jsonl, qrels and what was left out.")],
    workspace: Workspace = None,
    as_json: AsJson = False,
) -> None:
    """Build judged queries from a workspace: the facts of each case ask, the earlier stored cases it cites answer."""
    from dataclasses import asdict

    from countercase.app import open_app
    from countercase.evaluation.citation_set import CitationSetOptions, build_citation_set
    from countercase.evaluation.testset import save

    app = open_app(workspace)
    cases = [app.case(case_id) for case_id in app.store.case_ids()]
    options = CitationSetOptions()
    query_set, report = build_citation_set("citations", cases, frozenset(case.id for case in cases), options)
    if not query_set.queries:
        raise InputError("No stored case cites an earlier stored case, so no query can be judged. Ingest more cases.")
    save(query_set, out, {"report": asdict(report), "options": asdict(options), "workspace": str(app.folder.name)})
    if as_json:
        print_json({"out": str(out), "queries": len(query_set.queries), **asdict(report)})
        return
    typer.echo(f"{len(query_set.queries)} queries with {sum(map(len, query_set.qrels.values()))} judgments in {out}")
    typer.echo(f"Next: countercase eval retrieval --queries {out}/queries.jsonl --qrels {out}/qrels.tsv")
