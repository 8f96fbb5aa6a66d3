"""The measures of retrieval, each as the specification and the field define it.

The same rules hold for all of them. A ranking is ordered as in trec_eval: by score in single precision, best first, and
equal scores by case id, last id first. A case returned twice counts once, at its better rank. A query without results
counts as zero. A query without a relevant case cannot be scored and is reported separately.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.errors import InputError, MissingExtra

Qrels = Mapping[str, Mapping[str, int]]  # query -> case -> grade
Ranking = Sequence[tuple[str, float]]  # case and score, in any order
Run = Mapping[str, Ranking]

# name -> its name in ir_measures; None if it is computed here
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
    "ERR": None,
    "RBP": None,
    "MacroF1": None,
    "MicroF1": None,
}
ALIASES = {"rr": "MRR", "ap": "MAP", "r": "Recall", "rprec": "R-precision", "precision": "P"}
GRADED = frozenset({"GradedNDCG", "ERR"})  # these use the grades; the others only whether a case is relevant
WITHOUT_CUT = frozenset({"bpref", "R-precision", "RBP"})
CUT_OR_NOT = frozenset({"MAP", "MRR"})
PERSISTENCE = 0.8  # RBP's default: a patient reader (Moffat and Zobel 2008)
DEFAULT_METRICS = ("MRR@10", "NDCG@10", "Recall@10", "Recall@100", "MAP", "P@10", "R-precision", "Success@10")
_NAME = re.compile(r"(?P<kind>[A-Za-z][A-Za-z0-9-]*)(?:\(p=(?P<p>0?\.\d+)\))?(?:@(?P<k>\d+))?")


@dataclass(frozen=True, slots=True)
class Metric:
    """One measure, with its cut-off rank if it has one, and RBP's persistence."""

    kind: str
    k: int | None = None
    p: float | None = None

    def __str__(self) -> str:
        persistence = "" if self.p is None else f"(p={self.p:g})"
        return f"{self.kind}{persistence}" if self.k is None else f"{self.kind}@{self.k}"


def parse_metric(text: str) -> Metric:
    """Parse `NDCG@10`, `MAP` or `RBP(p=0.8)`, in upper or lower case; `RR` and `AP` are understood too."""
    match = _NAME.fullmatch(text.strip())
    known = {**ALIASES, **{kind.lower(): kind for kind in KINDS}}
    kind = known.get(match["kind"].lower()) if match else None
    if match is None or kind is None:
        raise InputError(f"There is no measure {text!r}. Known: {', '.join(KINDS)}; such as NDCG@10 or MAP.")
    k = int(match["k"]) if match["k"] else None
    bad_cut = k == 0 or ((k is None) != (kind in WITHOUT_CUT) and not (k is None and kind in CUT_OR_NOT))
    if bad_cut or (match["p"] and kind != "RBP"):
        raise InputError(f"{text!r} is not a measure. Write {_how_to_write(kind)}.")
    if kind != "RBP":
        return Metric(kind, k)
    persistence = float(match["p"] or PERSISTENCE)
    if not persistence:
        raise InputError(f"{text!r} is not a measure. Write RBP(p=P) with P above 0 and below 1.")
    return Metric(kind, None, persistence)


def _how_to_write(kind: str) -> str:
    if kind == "RBP":
        return "RBP or RBP(p=0.8), without a cut-off"
    if kind in WITHOUT_CUT:
        return f"{kind} without a cut-off"
    return f"{kind} or {kind}@K" if kind in CUT_OR_NOT else f"{kind}@K with K of 1 or more"


def ranked_cases(ranking: Ranking) -> list[str]:
    """The distinct cases in trec_eval's order; a case returned twice has its better rank."""
    by_id = sorted(ranking, key=itemgetter(0), reverse=True)
    with np.errstate(over="ignore"):  # beyond single precision all scores are equally large, as in trec_eval
        scores = np.array([score for _, score in by_id], dtype=np.float64).astype(np.float32)
    nan = np.flatnonzero(np.isnan(scores))
    if len(nan):
        raise InputError(f"The score of case {by_id[nan[0]][0]!r} is not a number (NaN). Correct the run.")
    return list(dict.fromkeys(by_id[index][0] for index in np.argsort(-scores, kind="stable").tolist()))


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of a run: one row per query, one column per measure."""

    metrics: tuple[Metric, ...]
    queries: tuple[str, ...]
    values: NDArray[np.float64]
    means: Mapping[str, float]
    without_relevant: tuple[str, ...] = ()  # judged, but with no relevant case: not scored
    without_results: tuple[str, ...] = ()  # scored as zero
    not_judged: tuple[str, ...] = ()  # in the run but not in the judgments: not scored

    def of(self, metric: str) -> dict[str, float]:
        """The value of one measure for each query."""
        column = [str(each) for each in self.metrics].index(metric)
        return dict(zip(self.queries, self.values[:, column].tolist(), strict=True))


def evaluate(
    run: Run, qrels: Qrels, metrics: Iterable[str | Metric] = DEFAULT_METRICS, relevant_from: int = 1
) -> Scores:
    """Score a run against judgments. Every query with a relevant case counts, whether or not the run answers it.

    A case is relevant from the grade `relevant_from` upwards. `GradedNDCG` and `ERR` use all grades above zero.
    """
    wanted = tuple(each if isinstance(each, Metric) else parse_metric(each) for each in metrics)
    queries = scored_queries(qrels, relevant_from)
    ranked = {query: ranked_cases(run.get(query, ())) for query in queries}
    judged = {query: dict(qrels[query]) for query in queries}
    binary = {query: binary_grades(grades, relevant_from) for query, grades in judged.items()}
    by_library = _by_library(wanted, ranked, judged, binary)
    top_grade = highest_grade(qrels)
    columns = []
    for metric in wanted:
        if metric in by_library:
            columns.append(np.array([by_library[metric].get(query, 0.0) for query in queries]))
        else:
            grades = judged if metric.kind in GRADED else binary
            columns.append(np.array([_computed(metric, ranked[query], grades[query], top_grade) for query in queries]))
    values = np.column_stack(columns)
    means = {str(metric): float(values[:, i].mean()) for i, metric in enumerate(wanted)}
    for metric in wanted:
        if metric.kind == "MicroF1":
            means[str(metric)] = _micro_f1(metric, ranked, binary)
    return Scores(
        wanted,
        queries,
        values,
        means,
        without_relevant=tuple(sorted(set(qrels) - set(queries))),
        without_results=tuple(query for query in queries if not ranked[query]),
        not_judged=tuple(sorted(set(run) - set(qrels))),
    )


def scored_queries(qrels: Qrels, relevant_from: int = 1) -> tuple[str, ...]:
    """The queries with a relevant case, sorted. Raises InputError if there is none."""
    if relevant_from < 1:
        raise InputError(f"The lowest relevant grade is {relevant_from}. Give 1 or more.")
    scored = sorted(query for query, grades in qrels.items() if any(g >= relevant_from for g in grades.values()))
    if not scored:
        highest = max((grade for grades in qrels.values() for grade in grades.values()), default=0)
        raise InputError(
            f"No query has a relevant case (grade {relevant_from} or more; the highest grade is {highest}), "
            "so nothing can be scored. Check the judgments."
        )
    return tuple(scored)


def binary_grades(grades: Mapping[str, int], relevant_from: int) -> dict[str, int]:
    """1 for relevant, 0 for judged not relevant. A negative grade stays: trec_eval treats it as not judged."""
    return {case: 1 if grade >= relevant_from else min(grade, 0) for case, grade in grades.items()}


def highest_grade(qrels: Qrels) -> int:
    """The top of the scale for ERR: the highest grade anywhere in the judgments."""
    return max((grade for grades in qrels.values() for grade in grades.values()), default=0)


# Measures that trec_eval has, through ir_measures.


def _by_library(
    metrics: Sequence[Metric], ranked: Mapping[str, list[str]], judged: Qrels, binary: Qrels
) -> dict[Metric, dict[str, float]]:
    # Scores that fall by one in the order above leave the library no ties to break.
    # Queries without results are left out: pytrec_eval crashes on an empty ranking.
    scored = {
        query: dict(zip(cases, range(len(cases), 0, -1), strict=True)) for query, cases in ranked.items() if cases
    }
    in_library = [metric for metric in metrics if KINDS[metric.kind] is not None]
    graded = [metric for metric in in_library if metric.kind in GRADED]
    values = _calculate([metric for metric in in_library if metric not in graded], binary, scored)
    return values | _calculate(graded, judged, scored)


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
    """The library's reciprocal rank has no cut-off; ours stops at rank k."""
    if metric.kind != "MRR" or metric.k is None:
        return values
    return {query: value if value * metric.k > 1 - 1e-9 else 0.0 for query, value in values.items()}


# Measures that trec_eval does not have.


def _computed(metric: Metric, cases: Sequence[str], grades: Mapping[str, int], top_grade: int) -> float:
    return _COMPUTED[metric.kind](metric, [max(0, grades.get(case, 0)) for case in cases], grades, top_grade)


def stop_chance(grade: int, top_grade: int) -> float:
    """The chance that a case of this grade satisfies the reader, as ERR defines it."""
    return float((2**grade - 1) / 2**top_grade)


def _err(metric: Metric, gains: Sequence[int], _grades: Mapping[str, int], top_grade: int) -> float:
    """Expected reciprocal rank of the case at which the reader stops (Chapelle and others 2009)."""
    total, still_reading = 0.0, 1.0
    for rank, grade in enumerate(gains[: metric.k], 1):
        stops = stop_chance(grade, top_grade)
        total += still_reading * stops / rank
        still_reading *= 1 - stops
    return total


def _rbp(metric: Metric, gains: Sequence[int], _grades: Mapping[str, int], _top_grade: int) -> float:
    """Rank-biased precision: the reader goes on to the next case with probability p."""
    p = metric.p or PERSISTENCE
    return (1 - p) * sum(p**index for index, gain in enumerate(gains) if gain)


def _f1(metric: Metric, gains: Sequence[int], grades: Mapping[str, int], _top_grade: int) -> float:
    """Harmonic mean of precision among the cases returned (at most k) and recall."""
    returned = len(gains[: metric.k])
    return 2 * sum(gains[: metric.k]) / (returned + _relevant(grades))


_COMPUTED: dict[str, Callable[[Metric, Sequence[int], Mapping[str, int], int], float]] = {
    "ERR": _err,
    "RBP": _rbp,
    "MacroF1": _f1,
    "MicroF1": _f1,
}


def _relevant(grades: Mapping[str, int]) -> int:
    return sum(grade > 0 for grade in grades.values())


def _micro_f1(metric: Metric, ranked: Mapping[str, list[str]], binary: Qrels) -> float:
    hits = sum(binary[query].get(case, 0) > 0 for query, cases in ranked.items() for case in cases[: metric.k])
    returned = sum(len(cases[: metric.k]) for cases in ranked.values())
    return 2 * hits / (returned + sum(_relevant(grades) for grades in binary.values()))
