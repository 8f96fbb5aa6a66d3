"""The figures of an experiment as JSON with their provenance, and tables as CSV and LaTeX."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from countercase.evaluation.experiment import ExperimentOptions, SetResult
from countercase.evaluation.formats import safe_cell
from countercase.evaluation.provenance import ResultSource, provenance
from countercase.files import write_whole
from countercase.significance import PairedDifference

ALPHA = 0.05
_LATEX = str.maketrans(
    {character: f"\\{character}" for character in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
)

Rows = list[list[str]]


def as_json(
    results: Sequence[SetResult],
    options: ExperimentOptions,
    about: Mapping[str, Any] | None = None,
    source: ResultSource | None = None,
) -> dict[str, Any]:
    """Everything measured, with its provenance, the options and the digest of each set."""
    return {
        "provenance": (source or provenance()).as_record(),
        "options": asdict(options),
        "about": dict(about or {}),
        "sets": [_set_json(result) for result in results],
    }


def _set_json(result: SetResult) -> dict[str, Any]:
    first = next(iter(result.systems.values())).scores
    return {
        "name": result.name,
        "digest": result.digest,
        "queries": len(first.queries),
        "without_relevant": list(first.without_relevant),
        "same_lists": [asdict(same) for same in result.same],
        "systems": {
            name: {
                "means": dict(system.scores.means),
                "intervals": {metric: list(ends) for metric, ends in system.intervals.items()},
                "recall_curve": {str(k): value for k, value in system.recall_curve.items()},
                "latency_seconds": {stage: asdict(latency) for stage, latency in system.latency.items()},
                "queries_without_results": len(system.scores.without_results),
                "inadmissible_removed": system.inadmissible,
                "notes": list(system.notes),
                "cached": system.cached,
                "per_query": {metric: system.scores.of(metric) for metric in system.scores.means},
            }
            for name, system in result.systems.items()
        },
        "comparisons": [asdict(comparison) for comparison in result.comparisons],
    }


# What a reader must know besides the figures.


def set_notes(result: SetResult) -> Iterator[str]:
    """Sentences on queries that are not scored or count as zero, removed cases, and systems that are the same."""
    first = next(iter(result.systems.values())).scores
    if first.without_relevant:
        yield f"{len(first.without_relevant)} judged queries have no relevant case and are not scored."
    for name, system in result.systems.items():
        if system.run and system.scores.without_results:
            yield f"{name}: {len(system.scores.without_results)} queries without results count as zero."
        if system.inadmissible:
            yield f"{name}: {system.inadmissible} cases removed because the queries' filters exclude them."
        for note in system.notes:
            yield f"{name}: {note}."
    for same in result.same:
        yield f"{same}: compare them with others, not with each other."


# Rows: a header, then the figures.


def score_rows(result: SetResult) -> Rows:
    """One row per system: its name and its mean on each measure, to four decimals."""
    metrics = list(next(iter(result.systems.values())).scores.means)
    rows = [["system", *metrics]]
    rows += [
        [name, *(f"{system.scores.means[metric]:.4f}" for metric in metrics)] for name, system in result.systems.items()
    ]
    return rows


def interval_rows(result: SetResult) -> Rows:
    """One row per system and measure: the mean with its 95 % bootstrap interval over queries."""
    rows = [["system", "measure", "mean", "low", "high"]]
    for name, system in result.systems.items():
        for metric, mean in system.scores.means.items():
            ends = [f"{end:.4f}" for end in system.intervals.get(metric, ())] or ["", ""]
            rows.append([name, metric, f"{mean:.4f}", *ends])
    return rows


COMPARISON_HEADER = ["system", "baseline", "measure", "difference", "low", "high", "p", "p (Holm)", "p (t-test)",
                     "higher", "lower", "same"]  # fmt: skip


def comparison_rows(result: SetResult) -> Rows:
    """One row per comparison."""
    return difference_rows(result.comparisons)


def difference_rows(comparisons: Sequence[PairedDifference]) -> Rows:
    """One row per paired difference; an interval that cannot be computed is empty."""
    return [COMPARISON_HEADER, *(_comparison_row(comparison) for comparison in comparisons)]


def _comparison_row(comparison: PairedDifference) -> list[str]:
    numbers = [
        "" if value is None else f"{value:+.4f}" for value in (comparison.difference, comparison.low, comparison.high)
    ]
    chances = [f"{value:.4f}" for value in (comparison.p_randomisation, comparison.p_holm, comparison.p_t_test)]
    counts = [str(count) for count in (comparison.wins, comparison.losses, comparison.ties)]
    return [comparison.system, comparison.baseline, comparison.metric, *numbers, *chances, *counts]


def latency_rows(result: SetResult) -> Rows:
    """One row per system and stage, in milliseconds."""
    rows = [["system", "stage", "p50 ms", "p95 ms", "queries"]]
    for name, system in result.systems.items():
        for stage, latency in system.latency.items():
            rows.append([name, stage, f"{1e3 * latency.p50:.1f}", f"{1e3 * latency.p95:.1f}", str(latency.queries)])
    return rows


def query_rows(result: SetResult) -> Rows:
    """One row per query and system, at full precision, for your own tests."""
    metrics = list(next(iter(result.systems.values())).scores.means)
    columns = {name: [system.scores.of(metric) for metric in metrics] for name, system in result.systems.items()}
    rows = [["query", "system", *metrics]]
    for query in next(iter(result.systems.values())).scores.queries:
        rows += [[query, name, *(repr(column[query]) for column in values)] for name, values in columns.items()]
    return rows


def for_all_sets(results: Sequence[SetResult], rows_of: Callable[[SetResult], Rows]) -> Rows:
    """The rows of all sets under one header, with the name of the set as the first column."""
    header = ["set", *rows_of(results[0])[0]] if results else []
    return [header, *([result.name, *row] for result in results for row in rows_of(result)[1:])]


# Files.


def to_csv(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV; text that a spreadsheet would run as a formula is quoted, numbers are not."""
    out = io.StringIO()
    safe_rows = ([cell if _is_number(str(cell)) else safe_cell(str(cell)) for cell in row] for row in rows)
    csv.writer(out, lineterminator="\n").writerows(safe_rows)
    return out.getvalue()


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text == text.strip()


def latex_table(rows: Sequence[Sequence[str]], note: str = "") -> str:
    """Rows as a booktabs table: the first row is the header, columns of figures are right-aligned."""
    header, *body = rows
    columns = "".join(
        "r" if body and all(_is_figure(row[column]) for row in body) else "l" for column in range(len(header))
    )
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", _latex_row(header), r"\midrule"]
    lines += [*map(_latex_row, body), r"\bottomrule", r"\end{tabular}", ""]
    return "\n".join([*([note] if note else []), *lines])


def to_latex(results: Sequence[SetResult]) -> str:
    """One booktabs table per set: the best value of each column in bold, a star if a value beats the baseline."""
    return "\n".join(_latex_scores(result) for result in results)


def _latex_scores(result: SetResult) -> str:
    header, *rows = score_rows(result)
    stars = {
        (comparison.system, comparison.metric)
        for comparison in result.comparisons
        if comparison.p_holm < ALPHA and comparison.difference > 0
    }
    best = [max(float(row[column]) for row in rows) for column in range(1, len(header))]
    lines = [r"\begin{tabular}{l" + "r" * (len(header) - 1) + "}", r"\toprule", _latex_row(header), r"\midrule"]
    for row in rows:
        cells = [row[0].translate(_LATEX)]
        for metric, value, top in zip(header[1:], row[1:], best, strict=True):
            shown = rf"\textbf{{{value}}}" if float(value) == top else value
            cells.append(shown + (r"$^{*}$" if (row[0], metric) in stars else ""))
        lines.append(" & ".join(cells) + r" \\")
    queries = len(next(iter(result.systems.values())).scores.queries)
    note = f"% {result.name}: {queries} queries; * p < {ALPHA} (paired randomisation test, Holm) against the baseline"
    same = [f"% {same}" for same in result.same]
    return "\n".join([note, *same, *lines, r"\bottomrule", r"\end{tabular}", ""])


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(cell.translate(_LATEX) for cell in cells) + r" \\"


def _is_figure(cell: str) -> bool:
    return not cell or _is_number(cell)


def write_tables(
    folder: Path,
    tables: Mapping[str, Sequence[Sequence[str]]],
    record: Mapping[str, Any],
    source: ResultSource,
    latex: Mapping[str, str] | None = None,
) -> list[Path]:
    """Write every table as NAME.csv and NAME.tex, and the whole result as result.json; return the files.

    `latex` holds tables with a LaTeX form of their own.
    """
    contents = {"result.json": json.dumps(record, indent=2, ensure_ascii=False, default=str) + "\n"}
    for name, rows in tables.items():
        contents[f"{name}.csv"] = to_csv(rows)
        table = (latex or {}).get(name) or latex_table(rows)
        contents[f"{name}.tex"] = f"{source.comment()}\n{table}"
    for file, text in contents.items():
        write_whole(folder / file, text, private=False)
    return [folder / file for file in contents]


def retrieval_tables(results: Sequence[SetResult]) -> dict[str, Rows]:
    """The tables of `countercase eval retrieval`, by file name."""
    return {
        "scores": for_all_sets(results, score_rows),
        "intervals": for_all_sets(results, interval_rows),
        "comparisons": for_all_sets(results, comparison_rows),
        "latency": for_all_sets(results, latency_rows),
        "per_query": for_all_sets(results, query_rows),
    }
