"""The random floor over queries and corpora (test_oracles.py has its formulas); BM25 against its formula."""

from math import log

import pytest
from pytest import approx

from countercase.domain.ranking import Query
from countercase.errors import InputError
from countercase.evaluation.system import BM25_B, BM25_K1, bm25_floor, random_expectation
from countercase.evaluation.testset import Candidate, JudgedQuery, QuerySet


def make(sizes: dict[str, int]) -> QuerySet:
    queries = {query: JudgedQuery(query, "x") for query in sizes}
    qrels = {query: {f"C{i}": 1 for i in range(number)} for query, number in sizes.items()}
    return QuerySet("s", queries, qrels, {f"C{i}": Candidate(f"C{i}") for i in range(10)})


def test_random_expectation_is_the_mean_over_queries() -> None:
    scores = random_expectation(make({"q": 1, "r": 4}), ["P@5", "R-precision", "MicroF1@5"])
    assert scores.of("P@5") == {"q": approx(0.1), "r": approx(0.4)}
    assert scores.means["P@5"] == approx(0.25)
    assert scores.means["MicroF1@5"] == approx(2 * (0.5 + 2.0) / ((5 + 5) + (1 + 4)))


def test_random_expectation_needs_to_know_which_cases_there_are() -> None:
    open_set = QuerySet("s", {"q": JudgedQuery("q", "x")}, {"q": {"A": 1}})
    with pytest.raises(InputError, match="ids of the corpus"):
        random_expectation(open_set, ["MAP"])
    assert random_expectation(open_set, ["P@1"], "ABCD").means["P@1"] == approx(0.25)
    assert random_expectation(open_set, ["MAP", "bpref", "ERR@5"], "").means == {"MAP": 0.0, "bpref": 0.0, "ERR@5": 0.0}


def test_a_relevant_case_that_is_not_stored_is_missed_and_still_counts() -> None:
    judged = {"A": 1, "B": 0, "gone": 1}
    two = QuerySet("s", {"q": JudgedQuery("q", "x")}, {"q": judged})
    means = random_expectation(two, ["P@1", "Recall@2"], "AB").means
    assert means == {"P@1": approx(0.5), "Recall@2": approx(0.5)}


def test_the_querys_own_case_is_never_drawn() -> None:
    own = QuerySet("s", {"q": JudgedQuery("q", "x", "A")}, {"q": {"B": 1}})
    assert random_expectation(own, ["P@1"], "ABC").means["P@1"] == approx(0.5)


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


def test_bm25_orders_ties_as_trec_eval_does_and_drops_what_shares_no_word() -> None:
    search = bm25_floor({"z": "rent due", "b": "rent due", "k": "murder"}, depth=10)
    assert [case for case, _ in search([Query("rent")])[0]] == ["z", "b"]
    assert search([Query("unheard of"), Query("")]) == [[], []]
    assert [case for case, _ in bm25_floor({"z": "rent", "b": "rent"}, depth=1)([Query("rent")])[0]] == ["z"]
