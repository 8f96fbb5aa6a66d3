"""MMR, by its formula."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from countercase.retrieval.fusion import marginal_relevance, unit_range


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
