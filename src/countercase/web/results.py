"""Results of benchmarks and of the user's evaluation runs, as tables and bars."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

import countercase
from countercase.domain.ranking import Query
from countercase.errors import InputError, NotFound
from countercase.evaluation.experiment import ExperimentOptions, check_depth, run_experiment
from countercase.evaluation.results import as_json, definition, provenance, texts_hash
from countercase.evaluation.system import RankedCases, System
from countercase.evaluation.testset import QuerySet, dated, leak_warning, relevant_not_stored
from countercase.files import json_fault
from countercase.report.charts import EffectBar, effect_bar, scale_of
from countercase.report.evaluation import write_retrieval_report
from countercase.web.contracts import find_sets
from countercase.web.durable_jobs import durable
from countercase.web.jobs import Job
from countercase.web.pages import Bench, Workbench, render
from countercase.web.precedents import PLAN_NAMES

# Nested figures as tables under headings, with bars if a column has shares.

ROWS = 60  # of one table; the file has the rest
WIDE = 8  # columns; a wider table is transposed, after a table of its leading scores
LEADING = 6
LEADING_SCORES = ("map", "ndcg", "precision", "recall", "f1", "accuracy", "auroc")


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A name, its figures, and a bar for the first figure if the column has shares."""

    name: str
    cells: tuple[str, ...]
    bar: Markup | None = None


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A table under a heading; `depth` is its nesting level in the file."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[ResultRow, ...]
    depth: int
    left_out: int = 0
    barred: bool = False


def tables(content: Mapping[str, Any], title: str = "", depth: int = 0) -> Iterator[ResultTable]:
    """The tables of a result: plain values first, similar dictionaries as rows, others under headings."""
    plain = {key: value for key, value in content.items() if _is_cell(value) and "sha256" not in key}
    if plain:
        yield _table(title or "At a glance", {key: {"": value} for key, value in plain.items()}, depth)
    for key, value in content.items():
        name = f"{title} · {_words(key)}" if title else _words(key)
        rows = _rows(value)
        if rows:
            yield from _matrix(rows, name, depth)
        elif isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
            yield from tables(value[0], name, depth + 1)
        elif isinstance(value, dict) and not _is_cell(value):
            yield from tables(value, name, depth + 1)


def _rows(value: object) -> dict[str, Mapping[str, Any]]:
    """The rows of a matrix; empty if the value is not one."""
    if isinstance(value, list):
        value = {str(number): row for number, row in enumerate(value, start=1) if isinstance(row, dict)}
    if not isinstance(value, dict) or _is_cell(value) or len(value) < 2:
        return {}
    alike = all(
        isinstance(row, dict) and not _is_cell(row) and any(map(_is_cell, row.values())) for row in value.values()
    )
    return value if alike else {}


def _matrix(rows: Mapping[str, Mapping[str, Any]], name: str, depth: int) -> Iterator[ResultTable]:
    """The figures of all rows as one table, then the values nested in them, name by name."""
    cells = {key: {column: value for column, value in row.items() if _is_cell(value)} for key, row in rows.items()}
    columns = list(dict.fromkeys(column for row in cells.values() for column in row))
    if len(columns) > WIDE:
        leading = [
            column for column in columns if column.lower().startswith(LEADING_SCORES) and "published" not in column
        ][:LEADING]
        if leading:
            yield _table(
                name, {key: {column: row.get(column) for column in leading} for key, row in cells.items()}, depth
            )
        cells = {column: {key: row.get(column) for key, row in cells.items()} for column in columns}
        yield _table(f"{name} · everything" if leading else name, cells, depth)
    else:
        yield _table(name, cells, depth)
    nested = dict.fromkeys(column for row in rows.values() for column, value in row.items() if not _is_cell(value))
    for column in nested:
        yield from tables({column: {key: row[column] for key, row in rows.items() if column in row}}, name, depth + 1)


def _table(title: str, values: Mapping[str, Mapping[str, Any]], depth: int) -> ResultTable:
    columns = list(dict.fromkeys(key for row in values.values() for key in row))
    named = list(values.items())[:ROWS]
    first = [_number(row.get(columns[0])) for _, row in named] if columns else []
    shares = [share for share in first if share is not None]
    alike = bool(columns) and columns[0].lower().startswith(LEADING_SCORES)  # one score for all rows: bars compare
    barred = (
        len(shares) >= 3 and len(shares) == len(first) and all(0 <= share <= (100 if alike else 1) for share in shares)
    )
    scale = scale_of([EffectBar("", "", share) for share in shares]) if barred else None
    rows = tuple(
        ResultRow(
            _words(name),
            tuple(_figure(row.get(column)) for column in columns),
            effect_bar(EffectBar("", "Section", first[index] or 0.0), scale) if scale else None,
        )
        for index, (name, row) in enumerate(named)
    )
    return ResultTable(title, tuple(map(_words, columns)), rows, depth, max(0, len(values) - ROWS), barred)


def _is_cell(value: object) -> bool:
    """Whether a value fits one cell: a plain value, a flat list, or a mean with its interval."""
    if isinstance(value, dict):
        return "mean" in value and len(value) <= 4 and all(_is_cell(part) for part in value.values())
    return not isinstance(value, list) or not any(isinstance(part, dict | list) for part in value)


def _number(value: object) -> float | None:
    if isinstance(value, dict):
        value = value.get("mean")
    return float(value) if isinstance(value, float | int) and not isinstance(value, bool) else None


def _words(key: object) -> str:
    return str(key).replace("_", " ")


def _figure(value: object) -> str:  # noqa: PLR0911 - one line per type
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) < 10 else f"{value:,.1f}"
    if isinstance(value, list):
        return ", ".join(map(_figure, value[:12])) + ("…" if len(value) > 12 else "")
    if isinstance(value, dict):
        return _with_interval(value)
    return str(value)[:200]


def _with_interval(value: Mapping[str, Any]) -> str:
    """A mean with its interval: 0.749 (0.733 to 0.765)."""
    rest = {key: part for key, part in value.items() if key != "mean"}
    low_high = (rest.pop("low"), rest.pop("high")) if {"low", "high"} <= rest.keys() else rest.pop("interval", None)
    parts = [f"{_figure(low_high[0])} to {_figure(low_high[1])}"] if low_high and len(low_high) == 2 else []
    parts += [f"{_words(key)} {_figure(part)}" for key, part in rest.items()]
    return _figure(value["mean"]) + (f" ({'; '.join(parts)})" if parts else "")


# Files of figures: in the source tree, in the workspace, and in the folders given to `countercase serve`.

RUNS_FOLDER = "evaluations"  # in the workspace, for the output of `countercase eval ... --json` and `cuad evaluate`
RUNS_SOURCE = "this workspace"
MAX_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Result:
    """One file of figures; `key` names it in addresses, `wrong` says why it has no content."""

    key: str
    source: str
    content: Mapping[str, Any] = field(default_factory=dict)
    wrong: str = ""

    @property
    def name(self) -> str:
        """The key in words."""
        return self.key.replace("_", " ")


def find_results(bench: Workbench) -> list[Result]:
    """Every result, each with a key of its own."""
    return list(
        _distinct(result for folder, source in result_folders(bench) for result in _read_folder(folder, source))
    )


def result_folders(bench: Workbench) -> Iterator[tuple[Path, str]]:
    """The folders that are searched for results, each with its name."""
    root = Path(countercase.__file__).parents[2]
    if (root / "pyproject.toml").is_file():
        yield root / "benchmarks" / "results", "benchmarks/results"
    yield bench.app.folder / RUNS_FOLDER, RUNS_SOURCE
    yield from ((folder, folder.name) for folder in bench.folders.results)


def _read_folder(folder: Path, source: str) -> Iterator[Result]:
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        try:
            state = path.stat()
        except OSError as error:
            yield Result(path.stem, source, wrong=f"{path.name} cannot be opened: {error.strerror}.")
            continue
        yield _read_file(path, source, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=200)
def _read_file(path: Path, source: str, _written: int, size: int) -> Result:
    """Read a result file; cached until its time or size changes."""
    if size > MAX_BYTES:
        return Result(
            path.stem, source, wrong=f"{path.name} has {size:,} bytes, more than the {MAX_BYTES:,} that are shown."
        )
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        return Result(path.stem, source, wrong=f"{path.name} cannot be opened: {error.strerror}.")
    except UnicodeDecodeError:
        return Result(path.stem, source, wrong=f"{path.name} is not UTF-8 text.")
    except ValueError as error:
        where = f" (line {error.lineno}, column {error.colno})" if isinstance(error, json.JSONDecodeError) else ""
        return Result(
            path.stem, source, wrong=f"{path.name} is not JSON, or only half written: {json_fault(error)}{where}."
        )
    if not isinstance(content, dict):
        return Result(path.stem, source, wrong=f"{path.name} is not a JSON object, so there is nothing to show.")
    return Result(path.stem, source, content)


def _distinct(results: Iterable[Result]) -> Iterator[Result]:
    counts: dict[str, int] = {}
    for result in results:
        count = counts[result.key] = counts.get(result.key, 0) + 1
        yield result if count == 1 else replace(result, key=f"{result.key}-{count}")


router = APIRouter()
OPEN = 3  # tables shown open; the others show their headings
_CONDITIONS = frozenset({"options", "about"})  # shown after the figures
_ABOUT = frozenset({"benchmark", "commit", "machine", "provenance", "version"})


@router.get("/benchmarks")
def listed(request: Request, bench: Bench) -> Response:
    """Every result, and every file that could not be read."""
    return _page(request, bench, find_results(bench), None)


@router.get("/benchmarks/{key}")
def show(request: Request, bench: Bench, key: str) -> Response:
    """One result."""
    results = find_results(bench)
    result = next((each for each in results if each.key == key), None)
    if result is None:
        raise NotFound("There is no such result here. Choose one from the list.")
    return _page(request, bench, results, result)


def _page(request: Request, bench: Workbench, results: list[Result], result: Result | None) -> Response:
    content = result.content if result else {}
    figures = sorted(content.items(), key=lambda entry: entry[0] in _CONDITIONS)
    scores = _scores(content)
    shown = list(tables({**scores, **{name: value for name, value in figures if name not in _ABOUT}}))
    telling = sorted(shown, key=lambda table: (not table.barred, len(table.rows) < 3))
    return render(
        request,
        "benchmarks.html",
        results=results,
        result=result,
        sets=find_sets(bench.app.folder, bench.folders),
        places=[f"{RUNS_FOLDER} (in the workspace)", *(folder.name for folder in bench.folders.results)],
        tables=shown,
        report=f"/evidence/runs/{result.key}/report.html" if result and _has_report(bench, result) else "",
        unfolded=set(scores) or {table.title for table in telling[:OPEN]},
    )


# The page's names for the systems of a run; others keep their own.
_SYSTEMS: Mapping[str, str] = {**PLAN_NAMES, "floor_random": "Random order", "floor_bm25": "Plain BM25"}


def _scores(content: Mapping[str, Any]) -> dict[str, Any]:
    """The mean scores of every system on each set of an evaluation run, which readers look for first."""
    sets = content.get("sets")
    entries = [entry for entry in sets if isinstance(entry, dict)] if isinstance(sets, list) else []
    named = {entry.get("name"): entry.get("systems") for entry in entries}
    return {
        f"Scores on {name}": {_SYSTEMS.get(system, system): figures.get("means") for system, figures in systems.items()}
        for name, systems in named.items()
        if isinstance(systems, dict) and all(isinstance(figures, dict) for figures in systems.values())
    }


def _has_report(bench: Workbench, result: Result) -> bool:
    return result.source == RUNS_SOURCE and (bench.app.folder / RUNS_FOLDER / f"{result.key}.html").is_file()


# Scores plans against relevance judgments in the background, as `countercase eval retrieval --json` does.


@durable
def start_evaluation(
    bench: Workbench, query_set: QuerySet, plans: Sequence[str], options: ExperimentOptions, report: Path | None = None
) -> Job:
    """Score the plans, a random order and plain BM25. Refuses what cannot be scored before the job starts.

    With a `report`, the result is saved as that page with its figures, and shown among the results.
    """
    app = bench.app
    for name in plans:
        app.index.plan(name)
    _check_judged(query_set)
    missing = relevant_not_stored(query_set, frozenset(app.store.case_ids()))
    check_depth(options.metrics, options.depth)

    def work(job: Job) -> str:
        job.tell("Opening the index")
        systems = {name: _system(bench, job, name, options.depth) for name in plans}
        cases = {str(case_id): app.case(case_id) for case_id in app.store.case_ids()}
        texts = {name: case.text for name, case in cases.items()}
        decided = {name: case.decided for name, case in cases.items()}

        def progress(_set: str, system: str, done: int, total: int) -> None:
            job.tell(f"Running {system}", done, total)

        (result,) = run_experiment(systems, [dated(query_set, decided)], texts, options, progress=progress)
        warning = leak_warning(query_set, decided)
        about = {
            "queries": "request" if report is None else query_set.name,
            "qrels": "request" if report is None else query_set.name,
            "workspace": "built-in corpus" if app.built_in else app.folder.name,
            "plans": list(plans),
            "runs": {},
            "cases": len(texts),
            "relevant_cases_not_stored": missing,
            "warnings": [warning] if warning else [],
        }
        inputs = {"corpus": texts_hash(texts), "queries and judgments": query_set.digest, **app.search_inputs()}
        definitions = {name: definition(app.index.plan(name)) for name in plans}
        source = provenance(settings=app.settings, plans=definitions, inputs=inputs)
        job.result = as_json([result], options, about, source)
        if report is None:
            return job.result_location
        report.parent.mkdir(parents=True, exist_ok=True)
        write_retrieval_report(report, [result], options, about, source)
        return f"/benchmarks/{report.stem}"

    key = hashlib.sha256(repr((query_set.digest, plans, options)).encode()).hexdigest()
    kind, page = ("evaluation", "") if report is None else ("evaluation-kept", "/evidence/runs")
    return bench.jobs.start("Scoring plans against judgments", f"{kind}/{key}", page, work, owner="evaluation")


def _system(bench: Workbench, job: Job, name: str, depth: int) -> System:
    """A plan as a system; its searches take turns with those of the pages."""
    with bench.searching:  # the built-in corpus may be indexed here
        system = bench.app.system(name, depth)

    def ask(queries: Sequence[Query]) -> Sequence[RankedCases]:
        job.check()
        with bench.searching:
            return system(queries)

    return ask


def _check_judged(query_set: QuerySet) -> None:
    if not any(grade > 0 for grades in query_set.qrels.values() for grade in grades.values()):
        raise InputError("qrels: no case has a grade above 0, so nothing can be scored. Check the judgments.")
