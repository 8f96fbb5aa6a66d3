"""The random floor against every order there is; BM25 against its formula."""

from itertools import permutations
from math import log

import pytest
from pytest import approx

from countercase.domain.ranking import Query
from countercase.errors import InputError
from countercase.evaluation.floors import BM25_B, BM25_K1, bm25_floor, expected, random_expectation
from countercase.evaluation.metrics import evaluate, parse_metric
from countercase.evaluation.testset import Candidate, JudgedQuery, QuerySet

METRICS = (
    "MRR@3", "MRR@99", "NDCG@3", "NDCG@99", "GradedNDCG@3", "Recall@3", "P@3", "P@99", "Success@2", "MAP", "bpref",
    "R-precision", "MacroF1@3", "MicroF1@3",
)  # fmt: skip


@pytest.mark.parametrize(
    "grades", [{"a": 1}, {"a": 3, "b": 1}, {"a": 2, "b": 1, "c": 0}, {"a": 1, "c": 0, "d": 0, "e": 0}]
)
def test_expectation_is_the_mean_over_every_order(grades: dict[str, int]) -> None:
    orders = list(permutations("abcdef"))
    queries = {f"q{i}": [(case, -float(rank)) for rank, case in enumerate(order)] for i, order in enumerate(orders)}
    means = evaluate(queries, dict.fromkeys(queries, grades), METRICS).means
    for metric in METRICS:
        assert expected(parse_metric(metric), 6, tuple(grades.values())) == approx(means[metric]), metric


def make(sizes: dict[str, int]) -> QuerySet:
    queries = {query: JudgedQuery(query, "x") for query in sizes}
    qrels = {query: {f"C{i}": 1 for i in range(number)} for query, number in sizes.items()}
    return QuerySet("s", queries, qrels, {f"C{i}": Candidate(f"C{i}") for i in range(10)})


def test_random_expectation_is_the_mean_over_queries() -> None:
    scores = random_expectation(make({"q": 1, "r": 4}), ["P@5", "R-precision", "MicroF1@5"])
    assert scores.of("P@5") == {"q": approx(0.1), "r": approx(0.4)}
    assert scores.means["P@5"] == approx(0.25)
    assert scores.means["MicroF1@5"] == approx(2 * (0.5 + 2.0) / ((5 + 5) + (1 + 4)))


def test_random_expectation_needs_to_know_how_many_cases_there_are() -> None:
    open_set = QuerySet("s", {"q": JudgedQuery("q", "x")}, {"q": {"A": 1}})
    with pytest.raises(InputError, match="size of the corpus"):
        random_expectation(open_set, ["MAP"])
    assert random_expectation(open_set, ["P@1"], universe=4).means["P@1"] == approx(0.25)
    with pytest.raises(InputError, match="among 0"):
        random_expectation(open_set, ["MAP"], universe=0)


def test_a_judged_case_that_is_not_there_does_not_matter_where_it_is_not_relevant() -> None:
    judged = {"A": 1, "B": 0, "gone": 0}
    two = QuerySet("s", {"q": JudgedQuery("q", "x")}, {"q": judged})
    assert random_expectation(two, ["P@1"], universe=2).means["P@1"] == approx(0.5)


def test_bm25_is_the_textbook_formula() -> None:
    texts = {"a": "theft of a car", "b": "theft theft of jewels at night", "c": "a tenant left"}
    (ranking,) = bm25_floor(texts)([Query("Theft!")])
    average = (4 + 6 + 3) / 3
    idf = log(1 + (3 - 2 + 0.5) / (2 + 0.5))  # Lucene's form, which is never negative

    def score(count: int, length: int) -> float:
        # bm25s leaves the constant (k1 + 1) out; it moves no rank
        return idf * count / (count + BM25_K1 * (1 - BM25_B + BM25_B * length / average))

    assert [case for case, _ in ranking] == ["b", "a"]
    assert dict(ranking) == {"a": approx(score(1, 4), rel=1e-5), "b": approx(score(2, 6), rel=1e-5)}


def test_bm25_orders_ties_by_id_and_drops_what_shares_no_word() -> None:
    search = bm25_floor({"z": "rent due", "b": "rent due", "k": "murder"}, depth=10)
    assert [case for case, _ in search([Query("rent")])[0]] == ["b", "z"]
    assert search([Query("unheard of"), Query("")]) == [[], []]
    assert [case for case, _ in bm25_floor({"z": "rent", "b": "rent"}, depth=1)([Query("rent")])[0]] == ["b"]
