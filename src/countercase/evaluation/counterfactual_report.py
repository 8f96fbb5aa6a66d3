"""Counterfactual evaluation on one page: the figures, the two verdicts side by side, and what each fact type moved."""

from collections.abc import Mapping, Sequence
from typing import Any

from countercase.domain.facts import FactType
from countercase.evaluation.annotations import Reading, Verdicts
from countercase.evaluation.counterfactual_eval import Accuracy, CounterfactualScores
from countercase.evaluation.report import html_table, page
from countercase.evaluation.svg import bars


def as_html(scores: CounterfactualScores, readings: Sequence[Reading], about: Mapping[str, Any]) -> str:
    """One self-contained page."""
    parts = [
        f"<h2>Facts that matter, against experts</h2><p>{scores.cases} cases; threshold {scores.threshold:g}.</p>",
        html_table(_verdict_rows(scores)),
        f"<h3>Sensitivity by fact type</h3>{sensitivity_chart(readings)}",
        "<h3>Order of importance</h3>",
        html_table(_rho_rows(scores)),
        "<h3>Proposed changes</h3>",
        html_table(
            [
                ["verdicts", "accept rate", "accepted", "rejected", "abstained"],
                _verdicts_row("language model", scores.llm_verdicts),
                _verdicts_row("in the end", scores.final_verdicts),
            ]
        ),
    ]
    return page("".join(parts), about)


def sensitivity_chart(readings: Sequence[Reading]) -> str:
    """Mean displacement of each fact type over the cases that tested it."""
    rows = []
    for fact_type in FactType:
        values = [reading.sensitivity[fact_type] for reading in readings if fact_type in reading.sensitivity]
        if values:
            mean = sum(values) / len(values)
            rows.append((fact_type.value, mean, f"{mean:.2f} places ({len(values)} cases)"))
    return bars("Mean displacement by fact type", rows)


def _verdict_rows(scores: CounterfactualScores) -> list[list[str]]:
    rows = [["verdict", "dispositive accuracy", "non-dispositive accuracy", "balanced"]]
    for name, each in (("seed rule", scores.seed_verdicts), ("against placebos", scores.controlled_verdicts)):
        rows.append([name, _accuracy(each.dispositive), _accuracy(each.non_dispositive), _number(each.balanced)])
    return rows


def _rho_rows(scores: CounterfactualScores) -> list[list[str]]:
    rows = [["case", "Spearman's rho", "95 % interval", "p"]]
    if scores.pooled is not None:
        interval = f"{scores.pooled.low:+.3f} to {scores.pooled.high:+.3f}"
        rows.append(["all, pooled", f"{scores.pooled.rho:+.3f}", interval, f"{scores.pooled.p:.4f}"])
    rows += [[case, _number(rho), "", ""] for case, rho in scores.rho.items()]
    return rows


def _verdicts_row(name: str, given: Verdicts) -> list[str]:
    return [name, _number(given.accept_rate), *(str(n) for n in (given.accepted, given.rejected, given.abstained))]


def _accuracy(accuracy: Accuracy) -> str:
    return f"{_number(accuracy.value)} ({accuracy.right} of {accuracy.tested}, {accuracy.untested} not tested)"


def _number(value: float | None) -> str:
    return "not measured" if value is None else f"{value:.3f}"
