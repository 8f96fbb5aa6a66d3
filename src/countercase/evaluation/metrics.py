"""The figures of retrieval, each as the specification and the field define it.

Rules that hold for all of them. A ranking is ordered by score, best first, and by case id where scores are equal; a
case returned twice counts once, at its best place; a query without results counts as zero; a query without a
relevant case cannot be scored, and is reported apart. `trec_eval` breaks ties its own way, so it is only ever given
rankings that we have already ordered.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.errors import InputError, MissingExtra

Qrels = Mapping[str, Mapping[str, int]]  # query -> case -> grade; above 0 is relevant
Ranking = Sequence[tuple[str, float]]  # case and score, in any order
Run = Mapping[str, Ranking]

# name -> its name in ir_measures; None where it is made here
KINDS: dict[str, str | None] = {
    "MRR": "RR",
    "NDCG": "nDCG",
    "GradedNDCG": "nDCG",
    "Recall": "R",
    "P": "P",
    "Success": "Success",
    "MAP": "AP",
    "bpref": "Bpref",
    "R-precision": "Rprec",
    "MacroF1": None,
    "MicroF1": None,
}
WITHOUT_CUT = frozenset({"MAP", "bpref", "R-precision"})
DEFAULT_METRICS = ("MRR@10", "NDCG@10", "Recall@10", "Recall@100", "MAP", "P@10", "R-precision", "Success@10")


@dataclass(frozen=True, slots=True)
class Metric:
    """One measure, with the rank it looks down to where it has one."""

    kind: str
    k: int | None = None

    def __str__(self) -> str:
        return self.kind if self.k is None else f"{self.kind}@{self.k}"


def parse_metric(text: str) -> Metric:
    """Read `NDCG@10` or `MAP`; upper and lower case are the same."""
    match = re.fullmatch(r"([A-Za-z][A-Za-z0-9-]*)(?:@(\d+))?", text.strip())
    known = {kind.lower(): kind for kind in KINDS}
    kind = known.get(match[1].lower()) if match else None
    if match is None or kind is None:
        raise InputError(f"There is no measure {text!r}. Known: {', '.join(KINDS)}; such as NDCG@10 or MAP.")
    if (match[2] is None) != (kind in WITHOUT_CUT) or match[2] == "0":
        how = f"{kind} alone" if kind in WITHOUT_CUT else f"{kind}@K with K of 1 or more"
        raise InputError(f"{text!r} is not a measure. Write {how}.")
    return Metric(kind, int(match[2]) if match[2] else None)


def ranked_cases(ranking: Ranking) -> list[str]:
    """The distinct cases, best first; equal scores by case id; a case returned twice stands at its better place."""
    for case, score in ranking:
        if score != score:  # noqa: PLR0124 - only NaN differs from itself, and this is the quickest way to ask
            raise InputError(f"Case {case!r} has no number for a score (NaN). Mend the run.")
    # Two sorts with keys in C, the second stable, take half the time of one with a key in Python.
    ordered = sorted(sorted(ranking, key=itemgetter(0)), key=itemgetter(1), reverse=True)
    return list(dict.fromkeys([case for case, _ in ordered]))


@dataclass(frozen=True, slots=True)
class Scores:
    """What a run scored: one row a query, one column a measure."""

    metrics: tuple[Metric, ...]
    queries: tuple[str, ...]
    values: NDArray[np.float64]
    means: Mapping[str, float]
    without_relevant: tuple[str, ...] = ()  # judged, but nothing relevant: not scored
    without_results: tuple[str, ...] = ()  # scored as zero
    not_judged: tuple[str, ...] = ()  # in the run, not in the judgments: not scored

    def of(self, metric: str) -> dict[str, float]:
        """One measure, query by query."""
        column = [str(each) for each in self.metrics].index(metric)
        return dict(zip(self.queries, self.values[:, column].tolist(), strict=True))


def evaluate(run: Run, qrels: Qrels, metrics: Iterable[str | Metric] = DEFAULT_METRICS) -> Scores:
    """Score a run against judgments. Every query with a relevant case counts, whether or not the run has it."""
    wanted = tuple(each if isinstance(each, Metric) else parse_metric(each) for each in metrics)
    queries = tuple(sorted(query for query, grades in qrels.items() if any(grade > 0 for grade in grades.values())))
    if not queries:
        raise InputError("No query has a relevant case, so nothing can be scored. Check the judgments file.")
    ranked = {query: ranked_cases(run.get(query, ())) for query in queries}
    judged = {query: dict(qrels[query]) for query in queries}
    found = _by_library(wanted, ranked, judged)
    values = np.column_stack([_column(metric, ranked, judged, found) for metric in wanted])
    means = {str(metric): float(values[:, i].mean()) for i, metric in enumerate(wanted)}
    for metric in wanted:
        if metric.kind == "MicroF1":
            means[str(metric)] = _micro_f1(metric, ranked, judged)
    return Scores(
        wanted,
        queries,
        values,
        means,
        without_relevant=tuple(sorted(set(qrels) - set(queries))),
        without_results=tuple(query for query in queries if not ranked[query]),
        not_judged=tuple(sorted(set(run) - set(qrels))),
    )


def _column(
    metric: Metric, ranked: Mapping[str, list[str]], judged: Qrels, found: Mapping[Metric, Mapping[str, float]]
) -> NDArray[np.float64]:
    if KINDS[metric.kind] is None:
        return np.array([_f1(cases, judged[query], metric.k or 0) for query, cases in ranked.items()])
    return np.array([found[metric].get(query, 0.0) for query in ranked])


def _by_library(
    metrics: Sequence[Metric], ranked: Mapping[str, list[str]], judged: Qrels
) -> dict[Metric, dict[str, float]]:
    binary = {query: {case: int(grade > 0) for case, grade in grades.items()} for query, grades in judged.items()}
    # Falling whole numbers in our order leave trec_eval no tie to break.
    scored = {query: dict(zip(cases, range(len(cases), 0, -1), strict=True)) for query, cases in ranked.items()}
    theirs = [metric for metric in metrics if KINDS[metric.kind] is not None]
    graded = [metric for metric in theirs if metric.kind == "GradedNDCG"]
    found = _calculate([metric for metric in theirs if metric not in graded], binary, scored)
    return found | _calculate(graded, judged, scored)


def _calculate(
    metrics: Sequence[Metric], judged: Qrels, scored: Mapping[str, Mapping[str, int]]
) -> dict[Metric, dict[str, float]]:
    if not metrics:
        return {}
    try:
        import ir_measures
    except ImportError:
        raise MissingExtra("ir-measures", "evaluation") from None
    measures = {metric: _measure(metric, ir_measures) for metric in metrics}
    by_measure: dict[Any, dict[str, float]] = {measure: {} for measure in measures.values()}
    for row in ir_measures.iter_calc(list(by_measure), judged, scored):
        by_measure[row.measure][row.query_id] = row.value
    return {metric: _cut(metric, by_measure[measure]) for metric, measure in measures.items()}


def _measure(metric: Metric, library: Any) -> Any:
    measure = getattr(library, str(KINDS[metric.kind]))
    return measure if metric.k is None or metric.kind == "MRR" else measure @ metric.k


def _cut(metric: Metric, values: dict[str, float]) -> dict[str, float]:
    """The library's reciprocal rank looks all the way down; the specification's stops at rank k."""
    if metric.kind != "MRR" or metric.k is None:
        return values
    return {query: value if value * metric.k > 1 - 1e-9 else 0.0 for query, value in values.items()}


def _hits(cases: Sequence[str], grades: Mapping[str, int], k: int) -> int:
    return sum(grades.get(case, 0) > 0 for case in cases[:k])


def _relevant(grades: Mapping[str, int]) -> int:
    return sum(grade > 0 for grade in grades.values())


def _f1(cases: Sequence[str], grades: Mapping[str, int], k: int) -> float:
    """Harmonic mean of precision among the cases returned (at most k) and recall."""
    return 2 * _hits(cases, grades, k) / (min(k, len(cases)) + _relevant(grades))


def _micro_f1(metric: Metric, ranked: Mapping[str, list[str]], judged: Mapping[str, Mapping[str, int]]) -> float:
    k = metric.k or 0
    hits = sum(_hits(cases, judged[query], k) for query, cases in ranked.items())
    returned = sum(min(k, len(cases)) for cases in ranked.values())
    return 2 * hits / (returned + sum(_relevant(grades) for grades in judged.values()))
