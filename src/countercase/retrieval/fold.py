"""From passages to cases, and from windows to the query: a judgment is many passages, a long narrative several windows.

`best`: the best passage for any window. `top3`: the mean of a case's three best passages, averaged over the windows.
`windows`: the mean over the windows of the best passage for each.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from countercase.retrieval.searcher import ABSENT, Fold, Mask, Rows, Scores


def of_case(scores: Scores, first_row: Rows, fold: Fold = "windows") -> Scores:
    """Windows x rows to windows x cases. `first_row` is where each case begins."""
    if fold == "top3":
        return _top_three(scores, first_row)
    folded: Scores = np.maximum.reduceat(scores, first_row, axis=1)
    return folded


def case_blocks(first_row: Rows, rows: int, size: int) -> Iterator[tuple[slice, slice]]:
    """Cases and their rows, as many cases at a time as hold about `size` rows, and at least one."""
    starts = np.append(first_row, rows)
    first = 0
    while first < len(first_row):
        last = max(int(np.searchsorted(first_row, first_row[first] + size)), first + 1)
        yield slice(first, last), slice(int(starts[first]), int(starts[last]))
        first = last


def admitted_cases(mask: Mask, first_row: Rows) -> Mask:
    """The cases of which at least one row is admitted."""
    found: Mask = np.logical_or.reduceat(mask, first_row)
    return found


def only_admitted(scores: Scores, masks: Sequence[Mask | None], first_row: Rows) -> Scores:
    """Windows x cases, with those absent that have no admitted row."""
    for line, mask in zip(scores, masks, strict=True):
        if mask is not None:
            line[~admitted_cases(mask, first_row)] = ABSENT
    return scores


def _top_three(scores: Scores, first_row: Rows) -> Scores:
    """The mean of the three best passages; a case with fewer has their mean."""
    ends = np.append(first_row[1:], scores.shape[1])
    folded = np.empty((len(scores), len(first_row)), dtype=np.float32)
    for case, (start, end) in enumerate(zip(first_row.tolist(), ends.tolist(), strict=True)):
        own = np.sort(scores[:, start:end], axis=1)[:, ::-1][:, :3]
        found = np.isfinite(own)
        total = np.where(found, own, 0).sum(axis=1)
        folded[:, case] = np.where(found.any(axis=1), total / np.maximum(found.sum(axis=1), 1), ABSENT)
    return folded


def over_windows(scores: Scores, fold: Fold, floor: float | None = None) -> NDArray[np.float64]:
    """Windows x cases to one score a case; a case that no window found stays absent.

    A case that one window found and another did not has `floor` there, or that window's lowest score.
    """
    found = np.isfinite(scores)
    if fold == "best":
        return np.asarray(scores.max(axis=0, initial=ABSENT), dtype=np.float64)
    lowest = np.where(found, scores, np.inf).min(axis=1, initial=np.inf, keepdims=True)
    filled = np.where(found, scores, lowest if floor is None else floor)
    counted = filled[found.any(axis=1)].astype(np.float64)
    return np.where(found.any(axis=0), counted.sum(axis=0) / max(len(counted), 1), ABSENT)
