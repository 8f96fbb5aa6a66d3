"""Whether the search depends on a fact: its effect compared with edits that change no fact.

People get three answers (answer.py) with a reason. The specification's evaluation asks for two verdicts, and only there
are they called dispositive. The seed's verdict: the search ranking moved by more than 1.5 places on average. The
controlled verdict: the instrument moved further than under placebos, at a false discovery rate below 5 % over the tree.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from countercase.counterfactual.answer import LEAST_CASES, Answer, MeasuredSupport
from countercase.domain.facts import FactType
from countercase.domain.perturbation import Tree
from countercase.domain.ranking import RankShift
from countercase.intervals import CONFIDENCE, mean_interval
from countercase.settings import DISPOSITIVE_THRESHOLD

# The effect of one change among edits that change wording but no fact.

LEVEL = 0.05
LEAST_PLACEBOS = 19  # with fewer no fact can beat them all at a level of 5 %


@dataclass(frozen=True, slots=True)
class EdgeEvidence:
    """The controlled reading of one edge. Effects are mean absolute changes of z over the union of the two top lists.

    `percentile` is the share of placebos that moved the ranking less; `p` is from the permutation test, `q` after
    Benjamini and Hochberg over the tree; `low` and `high` bound the effect; the band is that of the placebos. A tree
    of an earlier version has no `support`.
    """

    effect: float
    percentile: float
    p: float
    q: float
    low: float
    high: float
    placebos: int
    band_low: float
    band_high: float
    support: MeasuredSupport | None = None

    @property
    def tested(self) -> bool:
        """Whether there were enough placebos; a text of a few words may be too short to test."""
        return self.placebos >= LEAST_PLACEBOS

    @property
    def dispositive(self) -> bool:
        """The controlled verdict, for the evaluation: the search depends on this fact more than on its placebos."""
        return self.tested and self.q < LEVEL

    @property
    def answer(self) -> Answer:
        """The answer shown to people."""
        return _answer(self)[0]

    @property
    def reason(self) -> str:
        """Why, in a clause that can follow a colon."""
        return _answer(self)[1]


def _answer(seen: EdgeEvidence) -> tuple[Answer, str]:
    neutral = f"{seen.placebos} neutral edits of the same length"
    if not seen.tested:
        return Answer.CANNOT_TELL, f"only {seen.placebos} neutral edits can be made, {LEAST_PLACEBOS} are needed"
    behind = seen.support
    if behind is not None and behind.most is not None and behind.most < LEAST_CASES:
        return Answer.CANNOT_TELL, f"{_cases(behind.most)} of this corpus hold such a fact, {LEAST_CASES} are needed"
    if seen.dispositive:
        return Answer.DEPENDS, f"the change moved the ranking further than {neutral} (q = {seen.q:.3f})"
    unknown = _why_unknown(seen, neutral)
    if unknown:
        return Answer.CANNOT_TELL, unknown
    return Answer.DOES_NOT, f"the change moved the ranking no further than {neutral} (q = {seen.q:.2f})"


def _why_unknown(seen: EdgeEvidence, neutral: str) -> str:
    """Why a small effect does not prove that the fact has none; empty if it does."""
    behind = seen.support
    if behind is None:
        return "the change was measured by an earlier version"
    less = round(seen.percentile * seen.placebos)
    doubts = (
        (not behind.apart, "the measuring ranking reads both alike; no line of law that the tables know lies between"),
        (not behind.weighed, "neither the package's judgments nor these cases link the fact to the law they cite"),
        (
            behind.fewest is not None and behind.fewest < LEAST_CASES,
            f"{_cases(behind.fewest or 0)} of this corpus stand on one side, {LEAST_CASES} are needed",
        ),
        (behind.in_law, "the law distinguishes the two, but these cases do not show it"),
        (
            seen.high > seen.band_high,
            f"the change moved the ranking further than {less} of {neutral}, not enough to tell it from wording",
        ),
    )
    return next((reason for holds, reason in doubts if holds), "")


def _cases(number: int) -> str:
    return {0: "no cases", 1: "only 1 case"}.get(number, f"only {number} cases")


def controlled_types(tree: Tree, evidence: Mapping[int, EdgeEvidence]) -> dict[FactType, bool]:
    """For each fact type, whether any of its edges beat its placebos; a type without a tested edge is absent."""
    return {
        fact_type: any(seen.dispositive for seen in edges)
        for fact_type, edges in _by_type(tree, evidence).items()
        if any(seen.tested for seen in edges)
    }


def controlled_words(tree: Tree, evidence: Mapping[int, EdgeEvidence]) -> dict[FactType, str]:
    """The answer for each fact type: it depends if any of its facts does, and does not if none does."""
    measured = _by_type(tree, evidence)
    return {kind: _together(measured[kind]) if kind in measured else "not measured" for kind in FactType}


def _together(measured: Sequence[EdgeEvidence]) -> str:
    answers = {seen.answer for seen in measured}
    if Answer.DEPENDS in answers:
        return Answer.DEPENDS.value
    return Answer.DOES_NOT.value if answers == {Answer.DOES_NOT} else Answer.CANNOT_TELL.value


def _by_type(tree: Tree, evidence: Mapping[int, EdgeEvidence]) -> dict[FactType, list[EdgeEvidence]]:
    edges: dict[FactType, list[EdgeEvidence]] = defaultdict(list)
    for node in tree.nodes:
        if node.perturbation is not None and node.perturbation.fact_type is not None and node.id in evidence:
            edges[node.perturbation.fact_type].append(evidence[node.id])
    return edges


Array = NDArray[np.float64]
SAMPLES = 1000
LEAST = 0.01  # of a standard deviation of z: a smaller movement counts as none
_FLOOR = 0.1  # of the median placebo: keeps the ratio finite if a fact's own placebos moved nothing


def seed_dispositive(shift: RankShift, threshold: float = DISPOSITIVE_THRESHOLD) -> bool:
    """The seed's verdict, on the search ranking."""
    return shift.mean > threshold


def judge(
    moved: Sequence[Array],
    placebos: Sequence[Mapping[str, Array]],
    seed: int = 0,
    samples: int = SAMPLES,
    supports: Sequence[MeasuredSupport | None] | None = None,
) -> list[EdgeEvidence]:
    """The controlled reading of every change of a tree.

    `moved` holds, for each change, |change of z| of every case in either top list; its mean is the effect.
    `placebos` holds, for each change, the effects of its own placebos by kind. A change with too few of them is not
    tested: its p and q are 1, and it does not affect the others.
    """
    from scipy import stats

    pooled = [np.concatenate([np.zeros(0), *each.values()]) for each in placebos]
    tested = np.array([len(each) >= LEAST_PLACEBOS for each in pooled], dtype=bool)
    effects = np.array([each.mean() for each in moved])
    p, q = np.ones(len(pooled)), np.ones(len(pooled))
    p[tested] = controlled_p(effects[tested], [each for each, enough in zip(placebos, tested, strict=True) if enough])
    q[tested] = stats.false_discovery_control(p[tested])  # Benjamini and Hochberg
    rng = np.random.default_rng(seed)
    behind = supports or [None] * len(pooled)
    return [
        _evidence(moved[i], pooled[i], float(p[i]), float(q[i]), rng, samples, behind[i]) for i in range(len(pooled))
    ]


def controlled_p(effects: Array, placebos: Sequence[Mapping[str, Array]]) -> Array:
    """The permutation p over all placebos, raised if one kind of placebo alone reaches the effect more often.

    The kinds are not equally strong: without this, a swap of circumstances among many weak insertions would pass.
    """
    p = permutation_p(effects, [np.concatenate(list(by_kind.values())) for by_kind in placebos])
    for kind in sorted({kind for by_kind in placebos for kind in by_kind}):
        having = [index for index, by_kind in enumerate(placebos) if kind in by_kind]
        reached = share_as_far(effects[having], [placebos[index][kind] for index in having])[0]
        p[having] = np.maximum(p[having], reached)
    return p


def permutation_p(effects: Array, placebos: Sequence[Array]) -> Array:
    """The chance that a wording edit moves the ranking as far; the effect itself counts as one of the edits."""
    share, size = share_as_far(effects, placebos)
    return np.asarray((1 + share * size) / (1 + size))


def share_as_far(effects: Array, placebos: Sequence[Array]) -> tuple[Array, int]:
    """The share of placebos that move the ranking as far, relative to others of their length, and their number.

    Each effect is divided by the median of its placebos, each placebo by the median of the others and the effect: if
    the fact were one more wording edit, it would be any of them. The ratios of all changes of the tree form one
    distribution, so that about twenty placebos per change are enough to correct for many.
    """
    if not len(effects):
        return np.zeros(0), 0
    effects, placebos = _moving(effects), [_moving(controls) for controls in placebos]
    floor = max(LEAST, _FLOOR * float(np.median(np.concatenate(list(placebos)))))
    null = np.sort(
        np.concatenate([_ratios(effect, controls, floor) for effect, controls in zip(effects, placebos, strict=True)])
    )
    own_ratio = np.array([e / (np.median(controls) + floor) for e, controls in zip(effects, placebos, strict=True)])
    as_far = len(null) - np.searchsorted(null, own_ratio - 1e-12, side="left")
    return np.asarray(as_far / len(null)), len(null)


def in_words(evidence: EdgeEvidence) -> str:
    """One sentence for people. It is about the search; what a court would hold is another question."""
    if not evidence.tested:
        return f"The text is too short to test this change: {evidence.reason}."
    said = {
        Answer.DEPENDS: "The search depends on this fact",
        Answer.DOES_NOT: "The search does not depend on this fact",
        Answer.CANNOT_TELL: "Whether the search depends on this fact cannot be told from these cases",
    }
    return f"{said[evidence.answer]}: {evidence.reason}."


def _moving(effects: Array) -> Array:
    return np.where(effects < LEAST, 0.0, effects)


def _ratios(effect: float, placebos: Array, floor: float) -> Array:
    """Each placebo divided by the median of the rest, with the effect among the rest."""
    rest = np.tile(np.append(placebos, effect), (len(placebos), 1))
    others = rest[np.eye(*rest.shape) == 0].reshape(len(placebos), -1)
    return np.asarray(placebos / (np.median(others, axis=1) + floor))


def _evidence(
    moved: Array,
    placebos: Array,
    p: float,
    q: float,
    rng: np.random.Generator,
    samples: int,
    support: MeasuredSupport | None,
) -> EdgeEvidence:
    tails = [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]
    low, high = mean_interval(moved, samples, rng)
    band_low, band_high = np.quantile(placebos, tails) if len(placebos) else (0.0, 0.0)
    effect = float(moved.mean())
    return EdgeEvidence(
        effect=effect,
        percentile=float((placebos < effect).mean()) if len(placebos) else 0.0,
        p=p,
        q=q,
        low=float(low),
        high=float(high),
        placebos=len(placebos),
        band_low=float(band_low),
        band_high=float(band_high),
        support=support,
    )
