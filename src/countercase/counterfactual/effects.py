"""How far one change moves the instrument's ranking, in four measures that agree on what is large."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from countercase.counterfactual.instrument import best
from countercase.counterfactual.sensitivity import rank_shift
from countercase.domain.case import CaseId

Array = NDArray[np.float64]
DEPTH = 50
PERSISTENCE = 0.9  # rank-biased overlap: the first ten places carry 86 % of its weight


@dataclass(frozen=True, slots=True)
class Effect:
    """`change` is the mean |change of z| over the union of the two top 50; overlap 1 means nothing moved."""

    change: float
    displacement_10: float
    displacement_50: float
    overlap: float


def effect(before: Array, after: Array, case_ids: Sequence[CaseId]) -> Effect:
    """All measures of one change, from two rows of the instrument's scores."""
    old = [case_ids[place] for place in best(before, DEPTH)]
    new = [case_ids[place] for place in best(after, DEPTH)]
    return Effect(
        change=change_of_z(before, after),
        displacement_10=rank_shift(old, new, 10).mean,
        displacement_50=rank_shift(old, new, DEPTH).mean,
        overlap=rank_biased_overlap(old, new),
    )


def change_of_z(before: Array, after: Array) -> float:
    """Mean |change of z| over the union of the top 50: the measure that verdicts are read from."""
    return float(changes(before, after).mean())


def changes(before: Array, after: Array) -> Array:
    """|change of z| of each case in either top 50."""
    union = np.union1d(_top(before), _top(after))
    return np.asarray(np.abs(before[union] - after[union]))


def rank_biased_overlap(before: Sequence[CaseId], after: Sequence[CaseId], persistence: float = PERSISTENCE) -> float:
    """Webber, Moffat and Zobel's RBO, extrapolated from the depth of the shorter list; 1.0 for two empty lists."""
    depth = min(len(before), len(after))
    if depth == 0:
        return 1.0 if len(before) == len(after) else 0.0
    seen_before: set[CaseId] = set()
    seen_after: set[CaseId] = set()
    total, agreement = 0.0, 0.0
    for place in range(depth):
        seen_before.add(before[place])
        seen_after.add(after[place])
        agreement = len(seen_before & seen_after) / (place + 1)
        total += persistence**place * agreement
    return (1 - persistence) * total + agreement * persistence**depth


def _top(scores: Array) -> NDArray[np.intp]:
    """The places of the top 50 in any order; ties at the edge go to the earlier case, as in `best`."""
    if len(scores) <= DEPTH:
        return np.arange(len(scores))
    edge = -np.partition(-scores, DEPTH - 1)[DEPTH - 1]
    above = np.flatnonzero(scores > edge)
    return np.concatenate([above, np.flatnonzero(scores == edge)[: DEPTH - len(above)]])
