"""Each figure against its formula, and against a second implementation over random runs."""

from collections.abc import Mapping
from math import log2

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import approx

from countercase.errors import InputError
from countercase.evaluation.metrics import Metric, Qrels, Ranking, Run, evaluate, parse_metric, ranked_cases


def score(metric: str, cases: str, grades: dict[str, int]) -> float:
    """One query whose ranking is the letters of `cases`, best first."""
    run = {"q": [(case, float(-place)) for place, case in enumerate(cases)]}
    return evaluate(run, {"q": grades}, [metric]).means[metric]


def test_mrr_is_one_over_the_rank_of_the_first_relevant() -> None:
    assert score("MRR@10", "nmabo", {"a": 1, "b": 1}) == approx(1 / 3)
    assert score("MRR@10", "an", {"a": 1}) == approx(1.0)


def test_mrr_stops_at_rank_k() -> None:
    assert score("MRR@3", "wxa", {"a": 1}) == approx(1 / 3)
    assert score("MRR@2", "wxa", {"a": 1}) == 0.0


def test_mrr_of_every_rank_up_to_a_hundred_is_kept_at_its_own_cut() -> None:
    cases = [f"n{i:03d}" for i in range(100)]
    for rank in range(1, 101):
        run = {"q": [(case, -float(i)) for i, case in enumerate([*cases[: rank - 1], "a"])]}
        got = evaluate(run, {"q": {"a": 1}}, [f"MRR@{rank}"]).means[f"MRR@{rank}"]
        assert got == approx(1 / rank)


def test_ndcg_discounts_by_log_base_two_of_rank_plus_one() -> None:
    got = score("NDCG@10", "nabm", {"a": 1, "b": 1})
    assert got == approx((1 / log2(3) + 1 / log2(4)) / (1 / log2(2) + 1 / log2(3)))


def test_ndcg_ideal_is_cut_at_k_too() -> None:
    assert score("NDCG@2", "ab", {"a": 1, "b": 1, "c": 1}) == approx(1.0)
    assert score("NDCG@2", "nab", {"a": 1, "b": 1}) == approx((1 / log2(3)) / (1 + 1 / log2(3)))


def test_ndcg_is_binary_and_the_graded_one_is_not() -> None:
    grades = {"a": 1, "b": 3}
    assert score("NDCG@10", "ab", grades) == approx(1.0)
    expected = (1 / log2(2) + 3 / log2(3)) / (3 / log2(2) + 1 / log2(3))
    assert score("GradedNDCG@10", "ab", grades) == approx(expected)


def test_recall_divides_by_all_relevant() -> None:
    assert score("Recall@2", "anb", {"a": 1, "b": 1, "c": 1}) == approx(1 / 3)
    assert score("Recall@3", "anb", {"a": 1, "b": 1, "c": 1}) == approx(2 / 3)


def test_precision_divides_by_k_even_where_fewer_came_back() -> None:
    assert score("P@5", "an", {"a": 1}) == approx(1 / 5)


def test_map_averages_precision_over_all_relevant() -> None:
    assert score("MAP", "namb", {"a": 1, "b": 1, "c": 1}) == approx((1 / 2 + 2 / 4) / 3)


def test_r_precision_looks_down_to_the_number_of_relevant() -> None:
    assert score("R-precision", "anb", {"a": 1, "b": 1}) == approx(1 / 2)


def test_success_needs_one_relevant_case() -> None:
    assert score("Success@2", "nma", {"a": 1}) == 0.0
    assert score("Success@3", "nma", {"a": 1}) == 1.0


def test_bpref_counts_judged_non_relevant_above() -> None:
    # a below one of the two judged non-relevant, b below both; u is not judged and does not count
    grades = {"a": 1, "b": 1, "n": 0, "m": 0}
    assert score("bpref", "nuamb", grades) == approx(((1 - 1 / 2) + (1 - 2 / 2)) / 2)


def test_f1_is_harmonic_mean_of_the_returned_set() -> None:
    # 3 returned, 1 of 2 relevant: P = 1/3, R = 1/2
    assert score("MacroF1@10", "anm", {"a": 1, "b": 1}) == approx(2 * (1 / 3) * (1 / 2) / (1 / 3 + 1 / 2))
    # cut at 1: P = 1, R = 1/2
    assert score("MacroF1@1", "anm", {"a": 1, "b": 1}) == approx(2 / 3)


def test_micro_f1_pools_the_counts() -> None:
    run = {"q": [("a", 1.0)], "r": [("x", 3.0), ("y", 2.0), ("b", 1.0)]}
    qrels = {"q": {"a": 1}, "r": {"b": 1, "c": 1, "d": 1}}
    got = evaluate(run, qrels, ["MicroF1@2", "MacroF1@2"]).means
    assert got["MicroF1@2"] == approx(2 * 1 / ((1 + 2) + (1 + 3)))
    assert got["MacroF1@2"] == approx((1.0 + 0.0) / 2)


def test_equal_scores_are_ordered_by_case_id_descending_as_in_trec_eval() -> None:
    assert ranked_cases([("b", 1.0), ("a", 1.0), ("c", 2.0)]) == ["c", "b", "a"]
    run = {"q": [("b", 1.0), ("a", 1.0)]}
    assert evaluate(run, {"q": {"a": 1}}, ["MRR@10"]).means["MRR@10"] == 0.5
    assert evaluate(run, {"q": {"b": 1}}, ["MRR@10"]).means["MRR@10"] == 1.0


def test_a_case_returned_twice_counts_once_at_its_better_place() -> None:
    run = {"q": [("n", 3.0), ("a", 2.0), ("a", 5.0)]}
    means = evaluate(run, {"q": {"a": 1, "b": 1}}, ["Recall@10", "MRR@10", "NDCG@10"]).means
    assert means["Recall@10"] == 0.5
    assert means["MRR@10"] == 1.0
    assert means["NDCG@10"] == approx(1 / (1 + 1 / log2(3)))


def test_scores_that_differ_beyond_single_precision_are_equal_as_in_trec_eval() -> None:
    assert ranked_cases([("b", 1.0), ("a", 1.0 + 1e-12)]) == ["b", "a"]
    assert ranked_cases([("b", 1.0), ("a", 1.0 + 1e-6)]) == ["a", "b"]


def test_a_query_without_results_counts_as_zero() -> None:
    scores = evaluate({"q": [("a", 1.0)], "s": []}, {"q": {"a": 1}, "r": {"b": 1}, "s": {"c": 1}}, ["MRR@10", "MAP"])
    assert scores.means == {"MRR@10": approx(1 / 3), "MAP": approx(1 / 3)}
    assert scores.without_results == ("r", "s")
    assert scores.of("MRR@10") == {"q": 1.0, "r": 0.0, "s": 0.0}


def test_a_query_without_relevant_cases_is_reported_and_not_scored() -> None:
    scores = evaluate({"q": [("a", 1.0)], "r": [], "z": []}, {"q": {"a": 1}, "r": {"b": 0}}, ["MRR@10"])
    assert scores.means["MRR@10"] == 1.0
    assert scores.without_relevant == ("r",)
    assert scores.not_judged == ("z",)


def test_nothing_relevant_anywhere_is_an_error() -> None:
    with pytest.raises(InputError, match="No query has a relevant case"):
        evaluate({}, {"q": {"a": 0}})


def test_a_score_that_is_no_number_is_refused() -> None:
    with pytest.raises(InputError, match="NaN"):
        ranked_cases([("a", float("nan"))])


@pytest.mark.parametrize(
    "text",
    ["NDCG", "NDCG@0", "MAP@0", "bpref@3", "ndgc@10", "MRR@", "", "P@-1", "P", "RBP@5", "RBP(p=0.0)", "MAP(p=0.5)"],
)
def test_what_is_not_a_measure_is_refused_with_the_remedy(text: str) -> None:
    with pytest.raises(InputError, match=r"Known|Write"):
        parse_metric(text)


def test_measures_are_read_in_any_case_and_printed_in_ours() -> None:
    assert parse_metric("ndcg@10") == Metric("NDCG", 10)
    assert str(parse_metric("r-precision")) == "R-precision"


grade = st.integers(0, 3)
case_ids = st.sampled_from("abcdefghijkl")
judgments = st.dictionaries(case_ids, grade, min_size=1).filter(lambda grades: any(grades.values()))
rankings = st.lists(st.tuples(case_ids, st.integers(0, 4).map(float)), max_size=15)


@given(st.lists(st.tuples(rankings, judgments), min_size=1, max_size=3), st.integers(1, 12))
@settings(max_examples=150)
def test_agrees_with_a_second_implementation(
    queries: list[tuple[list[tuple[str, float]], dict[str, int]]], k: int
) -> None:
    run: Run = {f"q{i}": ranking for i, (ranking, _) in enumerate(queries)}
    qrels: Qrels = {f"q{i}": grades for i, (_, grades) in enumerate(queries)}
    names = [f"{kind}@{k}" for kind in ("MRR", "NDCG", "GradedNDCG", "Recall", "P", "Success", "MacroF1")]
    scores = evaluate(run, qrels, [*names, "MAP", "R-precision", "bpref"])
    for row, query in enumerate(scores.queries):
        expected = second_opinion(run[query], qrels[query], k)
        assert scores.values[row] == approx(np.array(expected)), query
    assert (scores.values <= 1 + 1e-12).all()
    assert (scores.values >= 0).all()


def second_opinion(ranking: Ranking, grades: Mapping[str, int], k: int) -> list[float]:
    """The specification's formulas, written out again, with no library."""
    best: dict[str, float] = {}
    for case, value in ranking:
        best[case] = max(value, best.get(case, value))
    cases = sorted(sorted(best, reverse=True), key=lambda case: -best[case])
    gains = [grades.get(case, 0) for case in cases]
    ideal = sorted(grades.values(), reverse=True)
    relevant = sum(grade > 0 for grade in ideal)
    ranks = [rank for rank, gain in enumerate(gains, 1) if gain > 0]

    def dcg(values: list[int]) -> float:
        return sum(value / log2(rank + 1) for rank, value in enumerate(values[:k], 1))

    top = [rank for rank in ranks if rank <= k]
    returned = min(k, len(cases))
    precision = len(top) / returned if returned else 0.0
    recall = len(top) / relevant
    return [
        1 / ranks[0] if ranks and ranks[0] <= k else 0.0,
        dcg([int(gain > 0) for gain in gains]) / dcg([int(gain > 0) for gain in ideal]),
        dcg(gains) / dcg(ideal),
        recall,
        len(top) / k,
        float(bool(top)),
        2 * precision * recall / (precision + recall) if top else 0.0,
        sum((i + 1) / rank for i, rank in enumerate(ranks)) / relevant,
        sum(rank <= relevant for rank in ranks) / relevant,
        bpref(cases, grades),
    ]


def bpref(cases: list[str], grades: Mapping[str, int]) -> float:
    """Buckley and Voorhees, as trec_eval bounds it."""
    relevant = sum(grade > 0 for grade in grades.values())
    bound = min(relevant, len(grades) - relevant)
    total, above = 0.0, 0
    for case in cases:
        if grades.get(case, -1) == 0:
            above += 1
        elif grades.get(case, 0) > 0:
            total += 1 - min(above, relevant) / bound if above else 1.0
    return total / relevant
