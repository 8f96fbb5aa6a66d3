"""Passages to cases, windows to the query."""

import numpy as np
from pytest import approx

from countercase.retrieval.searcher import ABSENT, admitted_cases, best, of_case, only_admitted, over_windows

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
