"""From passages to cases."""

import numpy as np
from pytest import approx

from countercase.retrieval.fold import Passage, fold
from countercase.retrieval.searcher import Candidates, best

CASE_OF = np.array([0, 0, 1, 1, 2], dtype=np.int32)


def found(*pairs: tuple[int, float]) -> Candidates:
    rows, scores = zip(*pairs, strict=True) if pairs else ((), ())
    return Candidates(np.array(rows, dtype=np.int32), np.array(scores, dtype=np.float32))


def test_windows_take_the_best_passage_of_each_and_the_lowest_where_there_is_none() -> None:
    windows = [found((0, 9.0), (1, 8.0), (2, 3.0)), found((2, 5.0), (4, 1.0))]
    scores = {item.case: item.score for item in fold(windows, CASE_OF, "windows")}
    assert scores == {0: approx((9 + 1) / 2), 1: approx((3 + 5) / 2), 2: approx((3 + 1) / 2)}


def test_best_takes_the_best_of_any_window() -> None:
    windows = [found((0, 9.0), (2, 3.0)), found((2, 5.0), (4, 1.0))]
    assert [(item.case, item.score) for item in fold(windows, CASE_OF, "best")] == [(0, 9.0), (1, 5.0), (2, 3.0)]


def test_top_three_averages_shares_of_the_best_score() -> None:
    cases = fold([found((0, 4.0), (1, 2.0), (2, 1.0))], CASE_OF, "top3")
    assert {item.case: item.score for item in cases} == {0: approx((1 + 0.5) / 3), 1: approx(0.25 / 3)}


def test_a_case_holds_its_passages_best_first_with_the_window_they_answer() -> None:
    windows = [found((1, 2.0), (0, 1.0)), found((0, 8.0), (1, 2.0))]
    assert fold(windows, CASE_OF)[0].passages == (Passage(0, 1), Passage(1, 0))


def test_ties_go_by_case() -> None:
    assert [item.case for item in fold([found((4, 1.0), (2, 1.0), (0, 1.0))], CASE_OF)] == [0, 1, 2]


def test_nothing_found_is_nothing() -> None:
    assert fold([found(), found()], CASE_OF) == []
    assert fold([], CASE_OF) == []


def test_best_rows_respect_mask_floor_pool_and_ties() -> None:
    scores = np.array([1.0, 3.0, 3.0, 0.0, 2.0], dtype=np.float32)
    assert best(scores, 3, None).rows.tolist() == [1, 2, 4]
    assert best(scores, 9, None, floor=0.0).rows.tolist() == [1, 2, 4, 0]
    assert best(scores, 2, np.array([True, False, True, True, True])).rows.tolist() == [2, 4]
    assert best(scores, 2, np.zeros(5, dtype=bool)).rows.tolist() == []
    assert best(np.array([2.0, 2.0, 2.0], dtype=np.float32), 2, None).rows.tolist() == [0, 1]
