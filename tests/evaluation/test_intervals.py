"""Bootstrap intervals against what theory says of them."""

import numpy as np
from pytest import approx

from countercase.significance import mean_interval


def test_the_interval_of_a_mean_is_near_the_normal_one_for_many_values() -> None:
    values = np.random.default_rng(2).normal(0.2, 1.0, size=2_000)
    low, high = mean_interval(values, samples=4_000)
    error = values.std(ddof=1) / np.sqrt(len(values))
    assert low == approx(values.mean() - 1.96 * error, abs=0.1 * error)
    assert high == approx(values.mean() + 1.96 * error, abs=0.1 * error)


def test_a_wider_confidence_gives_a_wider_interval() -> None:
    values = np.random.default_rng(4).normal(size=50)
    low90, high90 = mean_interval(values, confidence=0.90)
    low99, high99 = mean_interval(values, confidence=0.99)
    assert low99 < low90 < high90 < high99


def test_the_same_seed_gives_the_same_interval() -> None:
    values = np.random.default_rng(5).normal(size=60)
    assert mean_interval(values, seed=7) == mean_interval(values, seed=7)
    assert mean_interval(values, seed=7) != mean_interval(values, seed=8)


def test_each_column_has_its_own_interval() -> None:
    columns = np.random.default_rng(6).normal(size=(40, 3))
    low, high = mean_interval(columns, samples=500)
    for place in range(3):
        assert mean_interval(columns[:, place], samples=500) == approx((low[place], high[place]))


def test_one_value_is_its_own_interval() -> None:
    low, high = mean_interval(np.array([2.5]))
    assert low == high == 2.5
