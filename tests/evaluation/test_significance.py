"""Paired tests against their definitions, and against scipy."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import approx
from scipy import stats

from countercase.errors import InputError
from countercase.significance import aligned, compare, holm, randomisation_p, t_test_p


def test_few_queries_are_tested_exactly() -> None:
    differences = np.array([0.5, 0.25, 0.1, -0.05])
    signs = list(product((1, -1), repeat=4))
    extreme = sum(abs(np.dot(pattern, differences)) >= abs(differences.sum()) - 1e-12 for pattern in signs)
    assert randomisation_p(differences)[0] == extreme / 16


def test_two_sided_a_loss_is_as_striking_as_a_win() -> None:
    differences = np.linspace(0.1, 0.5, 30)
    assert randomisation_p(differences)[0] == randomisation_p(-differences)[0] == approx(1 / 10_001)


def test_sampled_p_is_near_the_exact_one() -> None:
    rng = np.random.default_rng(3)
    differences = rng.normal(0.1, 0.3, size=13)
    exact = randomisation_p(differences, samples=2**13)[0]
    sampled = randomisation_p(differences, samples=2**13 - 1)[0]
    assert 0.01 < exact < 0.9
    assert sampled == approx(exact, abs=0.02)


def test_no_difference_has_p_of_one() -> None:
    assert randomisation_p(np.zeros(50))[0] == 1.0
    assert randomisation_p(np.zeros(5))[0] == 1.0
    assert t_test_p(np.zeros(5))[0] == 1.0


def test_under_the_null_one_in_twenty_is_below_five_percent() -> None:
    rng = np.random.default_rng(0)
    columns = rng.normal(size=(40, 400))
    share = float((randomisation_p(columns, samples=999) <= 0.05).mean())
    assert 0.02 <= share <= 0.08


def test_t_test_is_scipys_paired_test() -> None:
    rng = np.random.default_rng(1)
    left, right = rng.random(25), rng.random(25)
    assert t_test_p(left - right)[0] == approx(stats.ttest_rel(left, right).pvalue)


def test_the_same_seed_gives_the_same_answer() -> None:
    differences = np.random.default_rng(5).normal(size=60)
    assert randomisation_p(differences, seed=7) == randomisation_p(differences, seed=7)


def test_holm_steps_down() -> None:
    # smallest times 3, next times 2, last times 1, and never falling
    assert holm([0.01, 0.04, 0.03]) == approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.6]) == approx([1.0, 1.0])
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_lies_between_the_raw_p_and_bonferroni(p_values: list[float]) -> None:
    for raw, corrected in zip(p_values, holm(p_values), strict=True):
        assert raw - 1e-12 <= corrected <= 1.0


def test_queries_are_aligned_by_id_not_by_order() -> None:
    left, right = aligned({"b": 2.0, "a": 1.0}, {"a": 10.0, "b": 20.0})
    assert left.tolist() == [1.0, 2.0]
    assert right.tolist() == [10.0, 20.0]


def test_different_queries_are_refused() -> None:
    with pytest.raises(InputError, match="different queries"):
        aligned({"a": 1.0}, {"b": 1.0})


def test_comparison_is_system_less_baseline_and_corrected_together() -> None:
    base = {f"q{i}": 0.1 for i in range(12)}
    better = {query: value + 0.1 + int(query[1:]) / 100 for query, value in base.items()}
    worse = {query: value - 0.05 for query, value in base.items()}
    scores = {"bm25": {"MAP": base}, "good": {"MAP": better}, "bad": {"MAP": worse}}
    good, bad = compare("bm25", scores)
    assert (good.system, bad.system) == ("good", "bad")
    assert good.difference == approx(0.1 + sum(range(12)) / 1200)
    assert bad.difference == approx(-0.05)
    assert good.low is not None
    assert good.high is not None
    assert good.low <= good.difference <= good.high
    assert (good.wins, good.losses, good.ties) == (12, 0, 0)
    assert (bad.wins, bad.losses) == (0, 12)
    assert good.p_randomisation == approx(2 / 2**12)
    assert good.p_holm == approx(2 * good.p_randomisation)


def test_an_unknown_baseline_is_named() -> None:
    with pytest.raises(InputError, match="no system 'bm25'"):
        compare("bm25", {"a": {"MAP": {"q": 1.0}}})


def test_measures_may_be_scored_on_different_queries() -> None:
    base = {"MAP": {"q": 0.0, "r": 0.5, "s": 1.0}, "P": {"q": 0.0, "s": 0.25}}
    mine = {"MAP": {"q": 0.5, "r": 0.5, "s": 1.0}, "P": {"q": 1.0, "s": 0.25}}
    first, second = compare("base", {"base": base, "mine": mine})
    assert (first.metric, first.queries) == ("MAP", 3)
    assert first.difference == approx(0.5 / 3)
    assert (second.metric, second.queries) == ("P", 2)
    assert second.difference == approx(0.5)
