"""Evaluations as self-contained pages: retrieval, facts against experts' annotations, faithfulness of explanations."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from countercase.domain.facts import FactType
from countercase.evaluation.counterfactual_eval import Accuracy, CounterfactualScores, SystemView, Verdicts
from countercase.evaluation.experiment import ExperimentOptions, SetResult
from countercase.evaluation.explanation_eval import Faithfulness, Suite
from countercase.evaluation.results import (
    ResultSource,
    as_json,
    comparison_rows,
    interval_rows,
    latency_rows,
    provenance,
    retrieval_tables,
    score_rows,
    set_notes,
    to_csv,
    to_latex,
)
from countercase.files import write_whole
from countercase.law.dates import counted
from countercase.report.charts import Chart, EffectBar, difference_chart, effect_bars, line_chart
from countercase.report.page import TYPE_NAMES, ReportTable, figures_table, page

_PLAIN = "series-0"  # the class of a bar without a fact type


@dataclass(frozen=True, slots=True)
class ReportPart:
    """A heading, an introduction, and the content under it."""

    title: str
    words: str = ""
    table: ReportTable | None = None
    chart: Chart | None = None
    picture: Markup = Markup()  # noqa: RUF009 - it cannot change


@dataclass(frozen=True, slots=True)
class ReportSection:
    """Everything about one set of queries, or one kind of score."""

    title: str
    parts: Sequence[ReportPart]


def _page(
    title: str, sections: Sequence[ReportSection], about: Mapping[str, Any], source: ResultSource | None = None
) -> str:
    lines = {name: _line(value) for name, value in about.items() if value not in ([], {}, "", None)}
    return page("evaluation_report.html", title, {**lines, **(source or provenance()).lines()}, sections=sections)


def _line(value: object) -> object:
    """A value as listed at the end of a page."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {part}" for name, part in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


# Retrieval: plans against relevance judgments.


def retrieval_page(
    results: Sequence[SetResult],
    options: ExperimentOptions,
    about: Mapping[str, Any] | None = None,
    source: ResultSource | None = None,
) -> str:
    """Scores, curves, paired differences and latency of every system on every set."""
    facts = {
        "baseline": options.baseline,
        "depth": options.depth,
        "relevant from grade": options.relevant_from,
        "seed": options.seed,
        "samples": options.samples,
    }
    sections = [ReportSection(result.name, list(_set_parts(result, options))) for result in results]
    return _page("Evaluation of retrieval", sections, {**facts, **(about or {})}, source)


def _set_parts(result: SetResult, options: ExperimentOptions) -> Iterator[ReportPart]:
    first = next(iter(result.systems.values())).scores
    words = " ".join(
        [
            f"{len(first.queries)} queries; digest {result.digest[:16]}.",
            "floor_random is the expected score of a random order.",
            *set_notes(result),
        ]
    )
    yield ReportPart("Scores", words, figures_table(score_rows(result), mark_best=True))
    if first.queries and any(system.intervals for system in result.systems.values()):
        words = "Mean over queries with its 95 % bootstrap interval."
        yield ReportPart("Intervals", words, figures_table(interval_rows(result)))
    curves = {name: [(float(k), v) for k, v in system.recall_curve.items()] for name, system in result.systems.items()}
    yield ReportPart("Recall by depth", picture=line_chart("Recall by depth", curves, "cases looked at", "recall"))
    if result.comparisons:
        words = (
            "Paired by query: difference of means with its 95 % bootstrap interval, randomisation test, Holm's "
            "correction over all rows, t-test beside it."
        )
        rows = [[row[0], *row[2:]] for row in comparison_rows(result)]  # the heading names the baseline
        yield ReportPart(f"Against {options.baseline}", words, figures_table(rows))
        yield from _differences(result, options)
    latencies = latency_rows(result)
    if len(latencies) > 1:
        yield ReportPart("Latency", "", figures_table(latencies), _latency_chart(result))


def _differences(result: SetResult, options: ExperimentOptions) -> Iterator[ReportPart]:
    metric = next(iter(result.comparisons)).metric
    baseline = result.systems[options.baseline].scores.of(metric)
    for name in dict.fromkeys(comparison.system for comparison in result.comparisons):
        values = result.systems[name].scores.of(metric)
        title = f"{metric} of {name} less {options.baseline}, query by query"
        yield ReportPart(title, picture=difference_chart(title, [values[query] - baseline[query] for query in values]))


def _latency_chart(result: SetResult) -> Chart:
    timed = {
        name: 1e3 * system.latency["total"].p50 for name, system in result.systems.items() if "total" in system.latency
    }
    rows = [EffectBar(name, _PLAIN, median, figures=f"{median:.1f} ms") for name, median in timed.items()]
    return effect_bars("Median time of a query", rows)


def write_retrieval_report(
    path: Path,
    results: Sequence[SetResult],
    options: ExperimentOptions,
    about: Mapping[str, Any] | None = None,
    source: ResultSource | None = None,
) -> list[Path]:
    """Write the page, and the same figures as JSON, LaTeX and CSV; returns the files written."""
    source = source or provenance()
    record, tables = as_json(results, options, about, source), retrieval_tables(results)
    contents = {
        path: retrieval_page(results, options, about, source),
        path.with_suffix(".json"): json.dumps(record, indent=2, default=str) + "\n",
        path.with_suffix(".tex"): f"{source.comment()}\n{to_latex(results)}",
        path.with_suffix(".csv"): to_csv(tables["scores"]),
        path.with_suffix(".comparisons.csv"): to_csv(tables["comparisons"]),
        path.with_suffix(".per_query.csv"): to_csv(tables["per_query"]),
    }
    for file, text in contents.items():
        write_whole(file, text, private=False)
    return list(contents)


# Counterfactuals: the facts found to matter, against experts.


def counterfactual_page(
    scores: CounterfactualScores,
    readings: Sequence[SystemView],
    about: Mapping[str, Any],
    source: ResultSource | None = None,
) -> str:
    """Both verdicts against the experts', the order of importance, and the effect of each fact type."""
    tables = counterfactual_tables(scores)
    words = f"{scores.cases} cases; threshold {scores.threshold:g}."
    parts = [
        ReportPart("Verdicts", words, figures_table(tables["verdicts"])),
        ReportPart("Sensitivity by fact type", chart=sensitivity_chart(readings)),
        ReportPart("Order of importance", table=figures_table(tables["importance"])),
        ReportPart("Proposed changes", table=figures_table(tables["changes"])),
    ]
    section = ReportSection("Facts that matter, against experts", parts)
    return _page("Evaluation of counterfactuals", [section], about, source)


def counterfactual_tables(scores: CounterfactualScores) -> dict[str, list[list[str]]]:
    """The tables of the page, by file name."""
    changes = [
        ["verdicts", "accept rate", "accepted", "rejected", "abstained"],
        _verdicts_row("language model", scores.llm_verdicts),
        _verdicts_row("final", scores.final_verdicts),
    ]
    return {"verdicts": _verdict_rows(scores), "importance": _rho_rows(scores), "changes": changes}


def sensitivity_chart(readings: Sequence[SystemView]) -> Chart:
    """Mean displacement of each fact type over the cases that tested it."""
    rows = []
    for kind in FactType:
        values = [reading.sensitivity[kind] for reading in readings if kind in reading.sensitivity]
        if values:
            words = counted(len(values), "case")
            rows.append(EffectBar(TYPE_NAMES[kind.value], kind.value, sum(values) / len(values), verdict=words))
    return effect_bars("Mean places moved", rows)


def _verdict_rows(scores: CounterfactualScores) -> list[list[str]]:
    rows = [["verdict", "dispositive accuracy", "non-dispositive accuracy", "balanced"]]
    for name, each in (
        ("specification's rule", scores.specification_verdicts),
        ("against placebos", scores.controlled_verdicts),
    ):
        rows.append([name, _accuracy(each.dispositive), _accuracy(each.non_dispositive), _number(each.balanced)])
    return rows


def _rho_rows(scores: CounterfactualScores) -> list[list[str]]:
    rows = [["case", "Spearman's rho", "95 % interval", "p"]]
    if scores.pooled is not None:
        low, high = scores.pooled.low, scores.pooled.high
        interval = "none for one case" if low is None or high is None else f"{low:+.3f} to {high:+.3f}"
        rows.append(["all, pooled", f"{scores.pooled.rho:+.3f}", interval, f"{scores.pooled.p:.4f}"])
    rows += [[case, _number(rho), "", ""] for case, rho in scores.rho.items()]
    return rows


def _verdicts_row(name: str, verdicts: Verdicts) -> list[str]:
    return [
        name,
        _number(verdicts.accept_rate),
        *(str(n) for n in (verdicts.accepted, verdicts.rejected, verdicts.abstained)),
    ]


def _accuracy(accuracy: Accuracy) -> str:
    return f"{_number(accuracy.value)} ({accuracy.right} of {accuracy.tested}, {accuracy.untested} not tested)"


def _number(value: float | None) -> str:
    return "not measured" if value is None else f"{value:.3f}"


# Faithfulness: do the sources support the explanations?


def faithfulness_page(scores: Faithfulness, about: Mapping[str, Any], source: ResultSource | None = None) -> str:
    """Both scores, the errors that the strict check found, and how many false sentences each score rejects."""
    strict = scores.strict
    words = f"{scores.explanations} explanations ({scores.empty} without a sentence), {strict.sentences} sentences."
    figures = [
        ["score", "faithfulness", "supported", "unsupported", "not verifiable", "lowest explanation"],
        [
            "strict check", _number(strict.value), str(strict.supported), str(strict.unsupported),
            str(strict.unverifiable), _number(scores.lowest),
        ],
        ["word test", _number(scores.specification.value), str(scores.specification.grounded), "", "", ""],
    ]  # fmt: skip
    parts = [ReportPart("Scores", words, figures_table(figures))]
    if strict.problems:
        rows = [["problem", "sentences"], *([name, str(count)] for name, count in strict.problems.items())]
        parts.append(ReportPart("What the strict check found", table=figures_table(rows)))
    for title, suite in (("Sentences as shown", scores.shown), ("The same without quotation marks", scores.restated)):
        if suite is not None:
            parts.append(_suite_part(title, suite))
    section = ReportSection("Explanations against their sources", parts)
    return _page("Evaluation of faithfulness", [section], about, source)


def _suite_part(title: str, suite: Suite) -> ReportPart:
    rows = [["corruption", "sentences", "rejected by the strict check", "rejected by the word test"]]
    suites = {"none: untouched": suite.untouched, **{str(kind): row for kind, row in suite.corrupted.items()}}
    rows += [
        [name.replace("_", " "), str(row.made), _number(row.strict_share), _number(row.specification_share)]
        for name, row in suites.items()
    ]
    effects = [
        EffectBar(name.replace("_", " "), _PLAIN, row.strict_share, figures=f"{row.strict_share:.0%}")
        for name, row in suites.items()
        if row.strict_share is not None
    ]
    words = "A good check rejects no untouched sentence and every corrupted one."
    return ReportPart(title, words, figures_table(rows), effect_bars("Share that the strict check rejects", effects))
