"""Measures against trec_eval's own code, on generated runs with everything that a real file may hold."""

from collections.abc import Mapping
from itertools import permutations

import ir_measures
import numpy as np
import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import approx

from countercase.evaluation.metrics import evaluate, parse_metric, ranked_cases
from countercase.evaluation.system import RandomDraw, expected, random_expectation
from countercase.evaluation.testset import JudgedQuery, QuerySet

Grades = dict[str, dict[str, int]]
Hits = dict[str, dict[str, float]]

ODD_IDS = ["a", "b", "C1", "c1", "case-2", "[2019] 1 S.C.R.", "é", "e\u0301", "%20", "न्याय", "Z", "10", "9", "#x"]
case_ids = st.sampled_from(ODD_IDS)
query_ids = st.sampled_from(["q1", "q2", "q 3", "प्रश्न", '"as is"'])
# Few distinct scores make ties; some differ only beyond single precision; some are very large or very small.
scores = st.sampled_from([0.0, -1.0, 0.5, 1.0, 1.0 + 1e-12, 2.0, 1e30, 1e300, -1e300, 1e-40])
grades = st.integers(-2, 4)
judgments = st.dictionaries(query_ids, st.dictionaries(case_ids, grades, min_size=1), min_size=1)
runs = st.dictionaries(query_ids, st.dictionaries(case_ids, scores), min_size=1)

# our name -> trec_eval's
BINARY = {"MAP": "map", "MAP@5": "map_cut_5", "bpref": "bpref", "R-precision": "Rprec", "MRR": "recip_rank",
          "Recall@5": "recall_5", "P@5": "P_5", "Success@5": "success_5"}  # fmt: skip
GRADED = {"GradedNDCG@5": "ndcg_cut_5", "GradedNDCG@100": "ndcg_cut_100"}
FAMILIES = {"map", "map_cut", "bpref", "Rprec", "recip_rank", "recall", "P", "success", "ndcg_cut"}


def with_relevant(qrels: Grades, relevant_from: int) -> bool:
    return any(grade >= relevant_from for judged in qrels.values() for grade in judged.values())


def trec_eval(qrels: Grades, run: Hits, relevant_from: int) -> dict[str, dict[str, float]]:
    """pytrec_eval, which crashes on an empty ranking and on a query with nothing but negative judgments."""
    judged = {query: grades for query, grades in qrels.items() if max(grades.values()) >= 0}
    returned = {query: hits for query, hits in run.items() if hits}
    told: dict[str, dict[str, float]] = pytrec_eval.RelevanceEvaluator(
        judged, FAMILIES, relevance_level=relevant_from
    ).evaluate(returned)
    return told


@given(judgments, runs, st.integers(1, 3))
@settings(max_examples=200)
def test_every_trec_eval_measure_is_trec_evals(qrels: Grades, run: Hits, relevant_from: int) -> None:
    if not with_relevant(qrels, relevant_from):
        return
    given_run = {query: list(hits.items()) for query, hits in run.items()}
    got = evaluate(given_run, qrels, [*BINARY, *GRADED], relevant_from)
    theirs = trec_eval(qrels, run, relevant_from)
    for name, their_name in {**BINARY, **GRADED}.items():
        for query, value in got.of(name).items():  # a query that the run lacks is no row of theirs, and zero here
            assert value == approx(theirs.get(query, {}).get(their_name, 0.0), abs=1e-9), (name, query)


@given(judgments, runs)
@settings(max_examples=150)
def test_binary_ndcg_is_trec_evals_on_binary_judgments(qrels: Grades, run: Hits) -> None:
    if not with_relevant(qrels, 1):
        return
    binary = {query: {case: int(grade > 0) for case, grade in judged.items()} for query, judged in qrels.items()}
    returned = {query: hits for query, hits in run.items() if hits}
    rows = ir_measures.iter_calc([ir_measures.nDCG @ 5], binary, returned)
    theirs = {row.query_id: row.value for row in rows}
    ours = evaluate({query: list(hits.items()) for query, hits in run.items()}, qrels, ["NDCG@5"]).of("NDCG@5")
    assert ours == approx({query: theirs.get(query, 0.0) for query in ours}, abs=1e-9)


@given(st.dictionaries(case_ids, scores, min_size=1))
@settings(max_examples=200)
def test_the_order_is_trec_evals_for_every_case(hits: dict[str, float]) -> None:
    """One relevant case at a time: trec_eval's reciprocal rank tells where it put that case."""
    order = ranked_cases(list(hits.items()))
    for rank, case in enumerate(order, 1):
        told = pytrec_eval.RelevanceEvaluator({"q": {case: 1}}, {"recip_rank"}).evaluate({"q": hits})
        assert told["q"]["recip_rank"] == approx(1 / rank)


def test_reciprocal_rank_has_its_other_name_and_a_cut() -> None:
    run = {"q": [("a", 3.0), ("b", 2.0), ("c", 1.0)]}
    assert str(parse_metric("RR@10")) == "MRR@10"
    assert evaluate(run, {"q": {"c": 1}}, ["RR@2", "RR"]).means == {"MRR@2": 0.0, "MRR": approx(1 / 3)}


GDEVAL = 0.51050  # what gdeval.pl, whose scale also ends at 4, prints for the three grades below


def test_err_is_the_papers_formula_and_gdevals_figure() -> None:
    run = {"q": [("a", 3.0), ("b", 2.0), ("c", 1.0)]}
    qrels = {"q": {"a": 1, "b": 4, "c": 3}}
    first, second, third = 1 / 16, 15 / 16, 7 / 16
    formula = first + (1 - first) * second / 2 + (1 - first) * (1 - second) * third / 3
    assert evaluate(run, qrels, ["ERR@10"]).means["ERR@10"] == approx(formula)
    assert round(formula, 5) == GDEVAL


def test_rbp_is_the_papers_formula() -> None:
    run = {"q": [("a", 3.0), ("n", 2.0), ("b", 1.0)]}
    qrels = {"q": {"a": 1, "b": 2, "n": 0}}
    assert evaluate(run, qrels, ["RBP(p=0.5)"]).means == {"RBP(p=0.5)": approx(0.5 * (1 + 0.25))}
    assert evaluate(run, qrels, ["RBP"]).means == {"RBP(p=0.8)": approx(0.2 * (1 + 0.64))}
    assert evaluate(run, qrels, ["RBP"], relevant_from=2).means == {"RBP(p=0.8)": approx(0.2 * 0.64)}


METRICS = (
    "MRR@3", "MRR", "NDCG@3", "NDCG@99", "GradedNDCG@3", "Recall@3", "P@3", "P@99", "Success@2", "MAP", "MAP@2",
    "bpref", "R-precision", "ERR@3", "ERR@99", "RBP(p=0.6)", "MacroF1@3", "MicroF1@3",
)  # fmt: skip
STORED = "abcde"


@pytest.mark.parametrize("depth", [2, 4, 99])
@pytest.mark.parametrize(
    "judged",
    [
        {"a": 1},
        {"a": 3, "b": 1},
        {"a": 2, "b": 1, "c": 0},
        {"a": 1, "c": 0, "d": 0, "e": 0},
        {"a": 2, "gone": 3, "lost": 0, "b": 1, "c": -1},  # two judged cases are not stored, one grade is negative
    ],
)
@pytest.mark.parametrize("relevant_from", [1, 2])
def test_the_random_floor_is_the_mean_over_every_order_of_what_is_stored(
    judged: Mapping[str, int], depth: int, relevant_from: int
) -> None:
    if max(judged.values()) < relevant_from:
        return
    orders = list(permutations(STORED))
    run = {f"q{i}": [(case, -float(rank)) for rank, case in enumerate(order[:depth])] for i, order in enumerate(orders)}
    every = evaluate(run, dict.fromkeys(run, judged), METRICS, relevant_from).means
    alone = QuerySet("s", {"q": JudgedQuery("q", "x")}, {"q": judged})
    floor = random_expectation(alone, METRICS, STORED, depth, relevant_from).means
    assert floor == approx(every)


@given(st.integers(1, 40), st.lists(st.integers(0, 4), max_size=6), st.integers(1, 50))
@settings(max_examples=60)
def test_the_random_floor_agrees_with_simulation(others: int, stored: list[int], depth: int) -> None:
    """Unstored relevant cases and a depth: where the floor was half as high again as a simulation."""
    judged = [*stored, 3, 0]
    draw = RandomDraw(others + len(stored), depth, tuple(sorted(stored, reverse=True)), tuple(judged))
    rng = np.random.default_rng(1)
    pool = np.tile([*stored, *[0] * others], (2_000, 1))
    top = rng.permuted(pool, axis=1)[:, : min(depth, 10)]
    simulated = (top > 0).sum(axis=1).mean() / sum(grade > 0 for grade in judged)
    assert expected(parse_metric("Recall@10"), draw) == approx(simulated, abs=0.05)
