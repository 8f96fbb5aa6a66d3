"""The learned ranker: trees as plain arrays, and what each feature adds."""

import numpy as np
import pytest

from countercase.retrieval.plan import Kind
from countercase.retrieval.ranker import FEATURES, Trees, built_in_trees, feature_table

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


def test_a_list_that_the_plan_lacks_says_nothing() -> None:
    table = feature_table("narrative", {"dense": np.array([1.0, 2.0]), "chroma": np.array([9.0, 9.0])}, 2)
    assert table[:, 0].tolist() == [1.0, 2.0]
    assert not table[:, 1:].any()
