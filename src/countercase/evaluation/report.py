"""The whole experiment on one page that needs no network, and as JSON that says where every figure comes from."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

from countercase.evaluation.experiment import ExperimentOptions, SetResult
from countercase.evaluation.svg import bars, difference_bars, line_chart
from countercase.evaluation.tables import comparison_rows, for_all_sets, latency_rows, score_rows, to_csv, to_latex
from countercase.version import __version__

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #ffffff; --rule: #c9c9c9; --soft: #f3f3f3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --paper: #161616; --rule: #4a4a4a; --soft: #222222; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--rule); text-align: right; }
th:first-child, td:first-child { text-align: left; }
td.best { font-weight: 700; }
svg { width: 100%; max-width: 44rem; height: auto; background: var(--soft); margin: .5rem 0; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
svg .grid { stroke: var(--rule); stroke-width: 1; }
dt { font-weight: 600; }
"""


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


def as_html(results: Sequence[SetResult], options: ExperimentOptions, about: Mapping[str, Any] | None = None) -> str:
    """One self-contained page."""
    facts = {"baseline": options.baseline, "depth": options.depth, "seed": options.seed, "samples": options.samples}
    return page("".join(_set_html(result, options) for result in results), {**facts, **(about or {})})


def page(body: str, facts: Mapping[str, Any]) -> str:
    """A page around HTML of our own making, with where its figures come from at the end."""
    known = {"countercase": __version__, "commit": commit() or "not a checkout", **facts}
    listed = "".join(f"<dt>{escape(str(key))}</dt><dd>{escape(str(value))}</dd>" for key, value in known.items())
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>COUNTERCASE evaluation</title><style>{_STYLE}</style></head><body><h1>COUNTERCASE evaluation</h1>"
        f"{body}<h2>Where these figures come from</h2><dl>{listed}</dl></body></html>\n"
    )


def _set_html(result: SetResult, options: ExperimentOptions) -> str:
    first = next(iter(result.systems.values())).scores
    parts = [f"<h2>{escape(result.name)}</h2><p>{len(first.queries)} queries; digest {result.digest[:16]}."]
    if first.without_relevant:
        parts.append(f" {len(first.without_relevant)} judged queries have no relevant case and are not scored.")
    parts.append(" <em>floor_random</em> is the expected score of a random order.</p>")
    parts.append(html_table(score_rows(result), mark_best=True))
    curves = {name: [(float(k), v) for k, v in each.recall_curve.items()] for name, each in result.systems.items()}
    parts.append("<h3>Recall by depth</h3>" + line_chart("Recall by depth", curves, "cases looked at", "recall"))
    if result.comparisons:
        parts.append(
            f"<h3>Against {escape(options.baseline)}</h3><p>Paired by query: difference of means with its 95 %"
            " bootstrap interval, randomisation test, Holm's correction over all rows, t-test beside it.</p>"
        )
        parts.append(
            html_table([[row[0], *row[2:]] for row in comparison_rows(result)])
        )  # the heading names the baseline
        parts.append(_difference_charts(result, options))
    latencies = latency_rows(result)
    if len(latencies) > 1:
        totals = [
            (name, each.latency["total"].p50, f"{1e3 * each.latency['total'].p50:.1f} ms")
            for name, each in result.systems.items()
            if "total" in each.latency
        ]
        parts.append("<h3>Latency</h3>" + bars("Median seconds a query", totals) + html_table(latencies))
    return "".join(parts)


def _difference_charts(result: SetResult, options: ExperimentOptions) -> str:
    metric = next(iter(result.comparisons)).metric
    baseline = result.systems[options.baseline].scores.of(metric)
    charts = []
    for name in dict.fromkeys(comparison.system for comparison in result.comparisons):
        values = result.systems[name].scores.of(metric)
        title = f"{metric} of {name} less {options.baseline}, query by query"
        charts.append(f"<h3>{escape(title)}</h3>" + difference_bars(title, [values[q] - baseline[q] for q in values]))
    return "".join(charts)


def html_table(rows: Sequence[Sequence[str]], mark_best: bool = False) -> str:
    """Rows as a table, the first one its head; the largest number of each column bold where asked."""
    head, *body = rows
    best = [max((float(row[i]) for row in body), default=0.0) for i in range(1, len(head))] if mark_best else []
    lines = []
    for row in body:
        cells = [f"<td>{escape(row[0])}</td>"]
        for place, cell in enumerate(row[1:]):
            top = mark_best and float(cell) == best[place]
            cells.append(f'<td class="best">{escape(cell)}</td>' if top else f"<td>{escape(cell)}</td>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'


def write_report(
    path: Path, results: Sequence[SetResult], options: ExperimentOptions, about: Mapping[str, Any] | None = None
) -> list[Path]:
    """The page, and beside it the same figures as JSON, LaTeX and CSV; the files written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    contents = {
        path: as_html(results, options, about),
        path.with_suffix(".json"): json.dumps(as_json(results, options, about), indent=2, default=str) + "\n",
        path.with_suffix(".tex"): to_latex(results),
        path.with_suffix(".csv"): to_csv(for_all_sets(results, score_rows)),
        path.with_suffix(".comparisons.csv"): to_csv(for_all_sets(results, comparison_rows)),
    }
    for file, text in contents.items():
        file.write_text(text, encoding="utf-8")
    return list(contents)


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
