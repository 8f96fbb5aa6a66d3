"""Which passage of a case is shown."""

from collections.abc import Sequence

import numpy as np

from countercase.retrieval.searcher import Mask, Rows, Scores, WindowMatch, Windows, best_passages

FIRST_ROW = np.array([0, 2], dtype=np.int32)  # two cases of two passages


class Fixed:
    """Scores that were written down: windows x rows."""

    name = "fixed"
    needs_vectors = False
    floor = 0.0

    def __init__(self, scores: Sequence[Sequence[float]]) -> None:
        self.scores = np.array(scores, dtype=np.float32)

    def cases(self, windows: Windows) -> Scores:
        raise NotImplementedError

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        return self.scores[: len(windows.texts), rows]


def chosen(*searchers: tuple[Fixed, float], windows: int = 1, mask: Mask | None = None) -> list[WindowMatch]:
    asked = Windows(tuple("ab"[:windows]), masks=(mask,) * windows)
    return best_passages([0, 1], asked, searchers, FIRST_ROW, 4)


def test_the_best_for_any_window_with_the_window_it_answers() -> None:
    found = chosen((Fixed([[3, 1, 2, 2], [5, 10, 2, 8]]), 1.0), windows=2)
    assert found[0] == WindowMatch(0, 0)  # 3 of 3 and 10 of 10 are alike: the earlier passage
    assert found[1] == WindowMatch(3, 1)  # 8 of 10 against 2 of 3


def test_searchers_count_by_their_weight_and_not_by_their_scale() -> None:
    large, small = Fixed([[1000, 0, 500, 1000]]), Fixed([[0.0, 0.2, 0.2, 0.0]])
    assert chosen((large, 1.0), (small, 2.0)) == [WindowMatch(1, 0), WindowMatch(2, 0)]
    assert chosen((large, 2.0), (small, 1.0)) == [WindowMatch(0, 0), WindowMatch(2, 0)]


def test_scores_under_zero_do_not_drown_the_others() -> None:
    cosines, words = Fixed([[-0.02, -0.021, -0.5, -0.5]]), Fixed([[0, 9, 9, 0]])
    assert chosen((cosines, 1.0), (words, 1.0)) == [WindowMatch(1, 0), WindowMatch(2, 0)]


def test_a_passage_that_the_filter_does_not_admit_is_not_shown() -> None:
    assert chosen((Fixed([[9, 1, 9, 1]]), 1.0), mask=np.array([False, True, True, True])) == [
        WindowMatch(1, 0),
        WindowMatch(2, 0),
    ]
