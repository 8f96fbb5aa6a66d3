"""From passages to cases: a long narrative is several windows, a judgment many passages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from countercase.retrieval.searcher import Candidates

Fold = Literal["best", "top3", "windows"]


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that was found, and the window of the query that it answers best."""

    row: int
    window: int


@dataclass(frozen=True, slots=True)
class FoldedCase:
    """A case, its score, and its passages that were found, best first."""

    case: int
    score: float
    passages: tuple[Passage, ...]


def fold(windows: Sequence[Candidates], case_of: NDArray[np.int32], how: Fold = "windows") -> list[FoldedCase]:
    """Cases, best first; ties in case order.

    `best`: the best passage for any window. `top3`: the mean of the three best. `windows`: the mean over the
    windows of the best passage for each; a case that a window did not find has that window's lowest score.
    """
    found = [(place, candidates) for place, candidates in enumerate(windows) if len(candidates.rows)]
    if not found:
        return []
    cases = np.unique(case_of[np.concatenate([candidates.rows for _, candidates in found])])
    passages, shares = _passages(found)
    owner = np.searchsorted(cases, case_of[[passage.row for passage in passages]])
    if how == "top3":
        scores = _top_three(owner, shares, len(cases))
    else:
        best = _best_by_window(found, cases, case_of)
        scores = best.mean(axis=0) if how == "windows" else best.max(axis=0)
    held: list[list[Passage]] = [[] for _ in cases]
    for passage, case in zip(passages, owner.tolist(), strict=True):
        held[case].append(passage)
    order = np.argsort(-np.round(scores, 6), kind="stable")
    return [FoldedCase(int(cases[place]), float(scores[place]), tuple(held[place])) for place in order]


def _best_by_window(
    found: Sequence[tuple[int, Candidates]], cases: NDArray[np.int32], case_of: NDArray[np.int32]
) -> NDArray[np.float64]:
    best = np.empty((len(found), len(cases)))
    for line, (_, candidates) in enumerate(found):
        best[line] = candidates.scores.min()
        np.maximum.at(best[line], np.searchsorted(cases, case_of[candidates.rows]), candidates.scores)
    return best


def _passages(found: Sequence[tuple[int, Candidates]]) -> tuple[list[Passage], NDArray[np.float64]]:
    """Distinct passages by their best standing in any window, best first.

    Windows differ in length and so in scale: a passage is judged by its share of its window's best score.
    """
    rows = np.concatenate([candidates.rows for _, candidates in found])
    origin = np.concatenate([np.full(len(candidates.rows), place) for place, candidates in found])
    shares = np.concatenate([candidates.scores / max(float(candidates.scores.max()), 1e-9) for _, candidates in found])
    order = np.lexsort((origin, rows, -np.round(shares, 6)))
    _, first = np.unique(rows[order], return_index=True)
    kept = order[np.sort(first)]
    passages = [Passage(int(row), int(window)) for row, window in zip(rows[kept], origin[kept], strict=True)]
    return passages, shares[kept].astype(np.float64)


def _top_three(owner: NDArray[np.intp], shares: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    totals, seen = np.zeros(count), np.zeros(count, dtype=int)
    for case, share in zip(owner.tolist(), shares.tolist(), strict=True):
        if seen[case] < 3:
            totals[case] += share
            seen[case] += 1
    return totals / 3
