"""Displacement and sensitivity, by the specification's formulas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.counterfactual.sensitivity import (
    case_sensitivity,
    compute_sensitivity_scores,
    dispositive_types,
    rank_shift,
    sensitivity_by_kind,
)
from countercase.domain.case import CaseId
from countercase.domain.facts import ActFact, EvidenceFact, Fact, FactKind, FactSheet, FactType, NumericalFact, Quantity
from countercase.domain.perturbation import Node, Perturbation, Tree

RANKINGS = st.lists(st.sampled_from([CaseId(letter) for letter in "abcdefgh"]), unique=True)
SHEET = FactSheet("facts")
FIR = EvidenceFact(spans=(), item="FIR")
AGE = NumericalFact(spans=(), quantity=Quantity.AGE, value=17, unit="years")
ACT = ActFact(spans=(), act="stabbing")


def ids(letters: str) -> list[CaseId]:
    return [CaseId(letter) for letter in letters]


def test_displacement_is_the_difference_of_ranks_with_k_plus_one_for_the_absent() -> None:
    shift = rank_shift(ids("abc"), ids("bad"), k=3)
    assert shift.displacement == {"a": 1, "b": 1, "c": abs(3 - 4), "d": abs(4 - 3)}
    assert shift.mean == (1 + 1 + 1 + 1) / 4
    assert (shift.dropped, shift.entered, shift.stable) == (("c",), ("d",), ("a", "b"))


def test_a_case_below_the_top_k_counts_as_absent() -> None:
    assert rank_shift(ids("abcd"), ids("dabc"), k=3).displacement == {"a": 1, "b": 1, "c": 1, "d": 3}


def test_wholly_new_results_reach_the_highest_mean() -> None:
    shift = rank_shift(ids("ab"), ids("cd"), k=2)
    assert shift.mean == (2 + 1 + 2 + 1) / 4


def test_an_empty_ranking_drops_everything() -> None:
    shift = rank_shift(ids("ab"), [], k=10)
    assert shift.displacement == {"a": 10, "b": 9}
    assert rank_shift([], [], k=10).mean == 0.0


@given(RANKINGS, st.integers(1, 10))
def test_nothing_moves_against_itself(ranking: list[CaseId], k: int) -> None:
    shift = rank_shift(ranking, ranking, k)
    assert shift.mean == 0.0
    assert not shift.dropped
    assert not shift.entered


@given(RANKINGS, RANKINGS, st.integers(1, 10))
def test_displacement_is_symmetric_and_bounded(before: list[CaseId], after: list[CaseId], k: int) -> None:
    there, back = rank_shift(before, after, k), rank_shift(after, before, k)
    assert there.displacement == back.displacement
    assert there.dropped == back.entered
    assert all(0 <= moved <= k for moved in there.displacement.values())
    assert set(there.stable) | set(there.dropped) == set(before[:k])


def node(place: int, parent: int | None, ranking: str, fact: Fact | None = None, before: str = "abc") -> Node:
    if fact is None:
        return Node(place, parent, 0, SHEET, tuple(ids(ranking)))
    perturbation = Perturbation(fact, None, "rule", "basis", "A sentence.")
    return Node(place, parent, 1, SHEET, tuple(ids(ranking)), perturbation, rank_shift(ids(before), ids(ranking), 3))


@pytest.fixture
def tree() -> Tree:
    return Tree(
        (
            node(0, None, "abc"),
            node(1, 0, "abc", FIR),  # 0
            node(2, 0, "acb", FIR),  # 2/3
            node(3, 0, "def", AGE),  # 2
            node(4, 1, "bac", ACT),  # 2/3, no type
        ),
        k=3,
    )


def test_sensitivity_is_the_mean_over_edges_and_an_untested_type_is_absent(tree: Tree) -> None:
    scores = compute_sensitivity_scores(tree)
    assert scores == {FactType.EVIDENCE: pytest.approx((0 + 2 / 3) / 2), FactType.NUMERICAL: pytest.approx(2.0)}
    assert FactType.SECTION not in scores
    assert sensitivity_by_kind(tree)[FactKind.ACT] == pytest.approx(2 / 3)


def test_dispositive_is_strictly_above_the_threshold(tree: Tree) -> None:
    assert dispositive_types(tree, 1.5) == {FactType.EVIDENCE: False, FactType.NUMERICAL: True}
    assert dispositive_types(tree, 2.0)[FactType.NUMERICAL] is False


def test_a_precedent_s_robustness_is_the_share_of_nodes_that_keep_it(tree: Tree) -> None:
    first = case_sensitivity(tree)[0]
    assert (first.case_id, first.rank, first.robustness, first.dropped_by) == ("a", 1, 0.75, (3,))
