"""RRF and the weighted sum, by their formulas."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from countercase.retrieval.fusion import combine, reciprocal_ranks

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
