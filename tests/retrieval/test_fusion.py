"""Fusion, MMR, copies of one judgment, and the learned ranker."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from countercase.retrieval.fusion import (
    FEATURES,
    Trees,
    built_in_trees,
    combine,
    feature_table,
    fuse,
    marginal_relevance,
    reciprocal_ranks,
    unit_range,
)
from countercase.retrieval.plan import FULL, Kind
from countercase.retrieval.searcher import ABSENT, admitted_cases, best, of_case, only_admitted, over_windows

RANKINGS = st.lists(st.lists(st.sampled_from("abcdef"), unique=True), max_size=4)


def test_rrf_sums_reciprocal_ranks() -> None:
    fused = dict(reciprocal_ranks([["a", "b"], ["b", "c"]], k=20))
    assert fused["a"] == approx(1 / (20 + 1))
    assert fused["b"] == approx(1 / (20 + 2) + 1 / (20 + 1))
    assert fused["c"] == approx(1 / (20 + 2))


def test_rrf_weighs_lists() -> None:
    fused = dict(reciprocal_ranks([["a"], ["b"]], k=20, weights=[3.0, 1.0]))
    assert fused["a"] == approx(3 / 21)
    assert fused["b"] == approx(1 / 21)


def test_rrf_refuses_weights_that_do_not_match_its_lists() -> None:
    with pytest.raises(ValueError, match="zip"):
        reciprocal_ranks([["a"], ["b"]], k=20, weights=[1.0])


def test_first_in_both_lists_has_the_highest_possible_score() -> None:
    assert dict(reciprocal_ranks([["a"], ["a"]], k=20)) == {"a": approx(2 / 21)}


@given(RANKINGS)
def test_rrf_ignores_the_order_of_its_lists(rankings: list[list[str]]) -> None:
    assert dict(reciprocal_ranks(rankings, k=20)) == approx(dict(reciprocal_ranks(rankings[::-1], k=20)))


@given(RANKINGS)
def test_rrf_is_sorted_and_loses_nothing(rankings: list[list[str]]) -> None:
    fused = reciprocal_ranks(rankings, k=20)
    assert {item for item, _ in fused} == {item for one in rankings for item in one}
    assert [score for _, score in fused] == sorted((score for _, score in fused), reverse=True)


def test_the_weighted_sum_is_of_z_scores_with_the_lowest_for_the_absent() -> None:
    left, right = {"a": 3.0, "b": 1.0}, {"b": 10.0, "c": 4.0}
    over_left, over_right = np.array([3.0, 1.0, 1.0]), np.array([4.0, 10.0, 4.0])

    z_left = (over_left - over_left.mean()) / over_left.std()
    z_right = (over_right - over_right.mean()) / over_right.std()
    expected = dict(zip("abc", 0.25 * z_left + 0.75 * z_right, strict=True))
    assert dict(combine([left, right], [0.25, 0.75])) == approx(expected)
    assert [item for item, _ in combine([left, right], [0.25, 0.75])] == ["b", "a", "c"]


def test_a_list_without_spread_or_items_says_nothing() -> None:
    assert combine([{"a": 1.0, "b": 2.0}, {"a": 5.0, "b": 5.0}, {}], [1, 1, 1]) == combine([{"a": 1.0, "b": 2.0}], [1])


def test_the_score_is_lambda_relevance_less_likeness_to_what_was_chosen() -> None:
    relevance = np.array([1.0, 0.9, 0.5])
    similarity = np.array([[1.0, 0.95, 0.1], [0.95, 1.0, 0.2], [0.1, 0.2, 1.0]])
    expected = {0: 0.7 * 1.0, 1: 0.7 * 0.9 - 0.3 * 0.95, 2: 0.7 * 0.5 - 0.3 * 0.2}
    assert dict(marginal_relevance(relevance, similarity, keep=3, lambda_=0.7)) == approx(expected)
    assert [place for place, _ in marginal_relevance(relevance, similarity, keep=3, lambda_=0.5)] == [0, 2, 1]


def test_it_keeps_no_more_than_asked() -> None:
    assert len(marginal_relevance(np.ones(5), np.eye(5), keep=2, lambda_=0.7)) == 2
    assert marginal_relevance(np.ones(0), np.ones((0, 0)), keep=2, lambda_=0.7) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.integers(0, 2**32 - 1))
def test_lambda_one_is_the_identity(scores: list[float], seed: int) -> None:
    relevance = np.array(sorted(scores, reverse=True))
    similarity = np.random.default_rng(seed).uniform(-1, 1, (len(scores), len(scores)))
    assert [place for place, _ in marginal_relevance(relevance, similarity, len(scores), lambda_=1.0)] == list(
        range(len(scores))
    )


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.floats(0, 1), st.integers(0, 2**32 - 1))
def test_every_item_is_chosen_once(scores: list[float], lambda_: float, seed: int) -> None:
    similarity = np.random.default_rng(seed).uniform(-1, 1, (len(scores), len(scores)))
    chosen = marginal_relevance(np.array(scores), similarity, len(scores), lambda_)
    assert sorted(place for place, _ in chosen) == list(range(len(scores)))


def test_scores_are_stretched_to_the_unit_range() -> None:
    assert unit_range(np.array([3.0, 1.0, 2.0])).tolist() == [1.0, 0.0, 0.5]
    assert unit_range(np.array([2.0, 2.0])).tolist() == [1.0, 1.0]
    assert unit_range(np.array([])).tolist() == []


FIRST_ROW = np.array([0, 2, 6], dtype=np.int32)  # cases of two, four and one passages
ROWS = np.array([[9.0, 8.0, 3.0, 1.0, 2.0, ABSENT, 5.0], [0.0, 4.0, 5.0, 5.0, 5.0, 1.0, ABSENT]], dtype=np.float32)
CASES = np.array([[9.0, 3.0, ABSENT, ABSENT], [1.0, 5.0, 3.0, ABSENT]], dtype=np.float32)


def test_a_case_has_its_best_passage() -> None:
    assert of_case(ROWS, FIRST_ROW).tolist() == [[9.0, 3.0, 5.0], [4.0, 5.0, ABSENT]]


def test_or_the_mean_of_its_three_best_that_were_found() -> None:
    assert of_case(ROWS, FIRST_ROW, "top3").tolist() == [[8.5, 2.0, 5.0], [2.0, 5.0, ABSENT]]


def test_windows_are_averaged_with_the_lowest_for_a_window_that_did_not_find_it() -> None:
    assert over_windows(CASES, "windows").tolist() == [5.0, 4.0, (3 + 3) / 2, ABSENT]


def test_or_with_the_floor_of_a_searcher_that_knows_it() -> None:
    assert over_windows(CASES, "windows", floor=0.0).tolist() == [5.0, 4.0, 1.5, ABSENT]


def test_best_takes_the_best_of_any_window() -> None:
    assert over_windows(CASES, "best").tolist() == [9.0, 5.0, 3.0, ABSENT]


def test_a_window_that_found_nothing_does_not_count() -> None:
    with_empty = np.vstack([CASES, np.full((1, 4), ABSENT, dtype=np.float32)])
    assert over_windows(with_empty, "windows").tolist() == over_windows(CASES, "windows").tolist()
    assert over_windows(np.zeros((0, 2), dtype=np.float32), "windows").tolist() == [ABSENT, ABSENT]


def test_a_case_is_admitted_with_any_of_its_rows() -> None:
    mask = np.array([False, True, False, False, False, False, True])
    assert admitted_cases(mask, FIRST_ROW).tolist() == [True, False, True]
    scores = np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]], dtype=np.float32)
    assert only_admitted(scores, [mask, None], FIRST_ROW).tolist() == [[1.0, ABSENT, 3.0], [1.0, 2.0, 3.0]]


def test_best_rows_respect_floor_pool_and_ties() -> None:
    scores = np.array([1.0, 3.0, 3.0, 0.0, 2.0], dtype=np.float32)
    assert best(scores, 3).rows.tolist() == [1, 2, 4]
    assert best(scores, 9, floor=0.0).rows.tolist() == [1, 2, 4, 0]
    assert best(scores, 3).scores.tolist() == approx([3.0, 3.0, 2.0])
    assert best(np.array([2.0, 2.0, 2.0], dtype=np.float32), 2).rows.tolist() == [0, 1]


# One tree: x <= 1 gives -1; else y <= 0 gives 1, and more gives 3. A second: y <= 0 gives 0, more gives .5.
TREES = Trees(
    roots=np.array([0, 5], dtype=np.int32),
    feature=np.array([0, -1, 1, -1, -1, 1, -1, -1], dtype=np.int16),
    threshold=np.array([1.0, 0, 0.0, 0, 0, 0.0, 0, 0]),
    left=np.array([1, -1, 3, -1, -1, 6, -1, -1], dtype=np.int32),
    right=np.array([2, -1, 4, -1, -1, 7, -1, -1], dtype=np.int32),
    value=np.array([0.5, -1.0, 2.0, 1.0, 3.0, 0.25, 0.0, 0.5]),
)


def test_the_score_is_the_sum_of_the_leaves() -> None:
    ranked = TREES.rank(np.array([[1.0, 5.0], [2.0, 0.0], [2.0, 1.0]]))
    assert ranked.scores.tolist() == [-0.5, 1.0, 3.5]


def test_shares_are_how_far_each_step_moves_the_value_and_add_up() -> None:
    ranked = TREES.rank(np.array([[2.0, 1.0], [0.0, 1.0]]))
    assert ranked.shares.tolist() == [[1.5, 1.0 + 0.25], [-1.5, 0.25]]
    expected_value = 0.5 + 0.25  # of the two roots
    np.testing.assert_allclose(ranked.scores, expected_value + ranked.shares.sum(axis=1))


@pytest.mark.parametrize("kind", ["narrative", "judgment"])
def test_nothing_that_speaks_for_a_case_counts_against_it(kind: Kind) -> None:
    trees, width = built_in_trees(kind), len(FEATURES[kind])
    cases = np.random.default_rng(0).normal(1, 2, (200, width))
    before = trees.rank(cases).scores
    assert before.std() > 0
    for column in range(width):
        better = cases.copy()
        better[:, column] += 1.5
        assert (trees.rank(better).scores >= before - 1e-6).all()


def test_ranks_are_read_by_their_logarithm_and_a_list_that_the_plan_lacks_says_nothing() -> None:
    lists = {"dense": np.array([0.2, 0.9, ABSENT]), "citing": np.array([ABSENT, 4.0, 8.0])}
    fused = fuse(lists, {"dense": None, "citing": 0.0}, {"votes": np.array([ABSENT, ABSENT, 0.5])}, FULL, 20)
    table = dict(zip(FEATURES["narrative"], feature_table("narrative", fused, [1, 0, 2]).T.tolist(), strict=True))
    assert table["dense"] == pytest.approx([0, -np.log(2), -np.log(3)])  # the absent one comes last
    assert table["votes"] == [0, 0, 0.5]
    assert table["citing"][2] > table["citing"][0] > table["citing"][1]
    assert table["bm25"] == table["authority"] == [0, 0, 0]
    assert sorted(table["fused"], reverse=True) == pytest.approx(-np.log([1, 2, 3]))
