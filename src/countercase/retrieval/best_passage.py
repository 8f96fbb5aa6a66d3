"""Which passage of a case to show: the one that best answers any window, by all searchers of the plan together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from countercase.retrieval.searcher import SCORE_DECIMALS, Rows, Searcher, Windows


@dataclass(frozen=True, slots=True)
class Answer:
    """A passage, and the window of the query that it answers."""

    row: int
    window: int


def best_passages(
    cases: Sequence[int], windows: Windows, searchers: Sequence[tuple[Searcher, float]], first_row: Rows, rows: int
) -> list[Answer]:
    """For each case its best admitted passage; ties go to the earlier passage, then the earlier window.

    Windows differ in length and searchers in scale: a passage is judged by its share of the best score for its window.
    """
    ends = np.append(first_row[1:], rows)
    owned = [np.arange(first_row[case], ends[case], dtype=np.int32) for case in cases]
    mask = windows.masks[0]  # the windows of one query share their mask
    if mask is not None:
        owned = [own[mask[own]] for own in owned]
    every = np.concatenate(owned)
    total = np.zeros((len(windows.texts), len(every)))
    for searcher, weight in searchers:
        scores = searcher.passages(windows, every).astype(np.float64)
        total += weight * scores / np.maximum(np.abs(scores).max(axis=1, keepdims=True), 1e-9)
    total = np.round(total, SCORE_DECIMALS)
    answers, start = [], 0
    for own in owned:
        mine = total[:, start : start + len(own)]
        place = int(mine.max(axis=0).argmax())
        answers.append(Answer(int(own[place]), int(mine[:, place].argmax())))
        start += len(own)
    return answers
