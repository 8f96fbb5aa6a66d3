"""The learned ranker: trees as plain arrays, and what each feature adds."""

import numpy as np
import pytest

from countercase.retrieval.fusion import fuse
from countercase.retrieval.plan import FULL, Kind
from countercase.retrieval.ranker import FEATURES, Trees, built_in_trees, feature_table
from countercase.retrieval.searcher import ABSENT

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
