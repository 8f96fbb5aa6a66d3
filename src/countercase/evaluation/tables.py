"""The figures of an experiment as JSON that says where each comes from, and as rows for CSV and LaTeX."""

import csv
import io
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from countercase.evaluation.experiment import ExperimentOptions, SetResult
from countercase.evaluation.significance import PairedDifference
from countercase.version import __version__

ALPHA = 0.05
_LATEX = str.maketrans(
    {character: f"\\{character}" for character in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
)

Rows = list[list[str]]

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def as_json(
    results: Sequence[SetResult], options: ExperimentOptions, about: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Everything measured, with version, commit, options, seeds and the digest of each set."""
    return {
        "version": __version__,
        "commit": commit(),
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
        "systems": {
            name: {
                "means": dict(each.scores.means),
                "recall_curve": {str(k): value for k, value in each.recall_curve.items()},
                "latency_seconds": {stage: asdict(latency) for stage, latency in each.latency.items()},
                "queries_without_results": len(each.scores.without_results),
                "inadmissible_taken_out": each.inadmissible,
                "cached": each.cached,
                "per_query": {metric: each.scores.of(metric) for metric in each.scores.means},
            }
            for name, each in result.systems.items()
        },
        "comparisons": [asdict(comparison) for comparison in result.comparisons],
    }


def commit() -> str | None:
    """The commit of the checkout that this package runs from; None where it is installed."""
    here = Path(__file__).parent
    try:
        run = subprocess.run(
            ["git", "-C", str(here), "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return None
    return run.stdout.strip() or None


def score_rows(result: SetResult) -> Rows:
    """A header, then one row a system: its name and its mean on each measure, to four places."""
    metrics = list(next(iter(result.systems.values())).scores.means)
    rows = [["system", *metrics]]
    rows += [
        [name, *(f"{each.scores.means[metric]:.4f}" for metric in metrics)] for name, each in result.systems.items()
    ]
    return rows


def comparison_rows(result: SetResult) -> Rows:
    """A header, then one row a comparison."""
    header = ["system", "baseline", "measure", "difference", "low", "high", "p", "p (Holm)", "p (t-test)"]
    return [[*header, "better", "worse", "same"], *(_comparison_row(each) for each in result.comparisons)]


def _comparison_row(each: PairedDifference) -> list[str]:
    numbers = [f"{value:+.4f}" for value in (each.difference, each.low, each.high)]
    chances = [f"{value:.4f}" for value in (each.p_randomisation, each.p_holm, each.p_t_test)]
    counts = [str(count) for count in (each.wins, each.losses, each.ties)]
    return [each.system, each.baseline, each.metric, *numbers, *chances, *counts]


def latency_rows(result: SetResult) -> Rows:
    """A header, then one row for each system and stage, in milliseconds."""
    rows = [["system", "stage", "p50 ms", "p95 ms", "queries"]]
    for name, each in result.systems.items():
        for stage, latency in each.latency.items():
            rows.append([name, stage, f"{1e3 * latency.p50:.1f}", f"{1e3 * latency.p95:.1f}", str(latency.queries)])
    return rows


def for_all_sets(results: Sequence[SetResult], rows_of: Callable[[SetResult], Rows]) -> Rows:
    """The rows of every set under one header, the name of the set first."""
    header = ["set", *rows_of(results[0])[0]] if results else []
    return [header, *([result.name, *row] for result in results for row in rows_of(result)[1:])]


def to_csv(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV in which no cell starts a formula when a spreadsheet opens it."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([_plain_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def _plain_cell(cell: object) -> object:
    """The cell, quoted where its first character would make a spreadsheet compute it or cut it off."""
    text = str(cell)
    return f"'{text}" if text.startswith(_STARTS_A_FORMULA) and not _is_number(text) else cell


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text == text.strip()


def to_latex(results: Sequence[SetResult]) -> str:
    """One booktabs table a set: the best value of each column bold, a star where it beats the baseline."""
    return "\n".join(_latex_table(result) for result in results)


def _latex_table(result: SetResult) -> str:
    header, *rows = score_rows(result)
    stars = {(each.system, each.metric) for each in result.comparisons if each.p_holm < ALPHA and each.difference > 0}
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
    return "\n".join([note, *lines, r"\bottomrule", r"\end{tabular}", ""])


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(cell.translate(_LATEX) for cell in cells) + r" \\"
