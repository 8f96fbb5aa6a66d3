"""Whether the search depends on a fact: its effect compared with edits that change no fact.

People get one of three answers, with a reason. The specification's evaluation has two verdicts called dispositive. The
specification's own: the search ranking moved by more than 1.5 places on average. The controlled one: the instrument
moved further than under placebos, at a false discovery rate below 5 % over the tree.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from countercase.counterfactual.instrument import Instrument, WeighedTokens
from countercase.domain.facts import Fact, FactSheet, FactType
from countercase.domain.perturbation import Tree
from countercase.facts.categories import Tokens, category_tokens, deed_tokens, provision_tokens
from countercase.significance import CONFIDENCE, mean_interval

# What the cases can say about a change: the search depends on it, does not depend on it, or they cannot tell.
#
# A wrong "does not depend" does harm. The answer is given only if the cases could have shown the opposite: the fact has
# a weight, there are cases on both sides, no line of law lies between them, and the whole interval of the effect lies
# among the effects of neutral edits.

LEAST_CASES = 5  # least number of cases with the removed fact, and with the added one
INGREDIENT = "ingredient "  # prefix of the token for an ingredient of an offence, claim or defence
_SIDES = ((" under ", " over "), (" over ", " under "))
_FAMILIES: tuple[tuple[str, Callable[[Iterable[Fact]], Tokens]], ...] = (
    ("deeds", deed_tokens),
    ("categories", category_tokens),
    ("provisions", provision_tokens),
)


class Answer(StrEnum):
    """Whether the search depends on a fact, as far as the cases show."""

    DEPENDS = "depends"
    DOES_NOT = "does not depend"
    CANNOT_TELL = "cannot be told"


@dataclass(frozen=True, slots=True)
class MeasuredSupport:
    """The evidence behind the measurement of one change.

    `apart`: the instrument reads the facts before and after as different. `weighed`: the difference has a weight, from
    the package or the corpus. `before` and `after`: cases with the removed and with the added fact; None if nothing
    weighted was removed or added. `in_law`: a line is crossed, an ingredient gained or lost, or a provision changed.
    """

    apart: bool
    weighed: bool
    before: int | None
    after: int | None
    in_law: bool

    @property
    def fewest(self) -> int | None:
        """The number of cases on the side with fewer."""
        return min((cases for cases in (self.before, self.after) if cases is not None), default=None)

    @property
    def most(self) -> int | None:
        """The number of cases on the side with more."""
        return max((cases for cases in (self.before, self.after) if cases is not None), default=None)


def support_of(before: FactSheet, after: FactSheet, instrument: Instrument) -> MeasuredSupport:
    """What the instrument's cases show about the facts in which two sheets differ."""
    lost, gained = _differences(before, after), _differences(after, before)
    weighed = [(family, token) for family, token in {*lost, *gained} if _has_weight(instrument.parts[family], token)]
    return MeasuredSupport(
        apart=bool(lost or gained),
        weighed=bool(weighed),
        before=_cases_with(instrument, lost & set(weighed)),
        after=_cases_with(instrument, gained & set(weighed)),
        in_law=_in_law(lost, gained),
    )


def _differences(sheet: FactSheet, other: FactSheet) -> set[tuple[str, str]]:
    """The tokens that one sheet has more of than the other, each with its family."""
    differences: set[tuple[str, str]] = set()
    for family, tokens_of in _FAMILIES:
        here, there = tokens_of(sheet.facts), tokens_of(other.facts)
        differences.update((family, token) for token, count in here.items() if count > there.get(token, 0.0) + 1e-9)
    return differences


def _has_weight(part: WeighedTokens, token: str) -> bool:
    row = part.place.get(token)
    return row is not None and bool(part.weights[row] > 0) and bool(part.matrix[row].nnz)


def _cases_with(instrument: Instrument, tokens: set[tuple[str, str]]) -> int | None:
    """The number of cases with any of the tokens. A section stands for facts, so no cases are counted for it."""
    cases_by_token = [
        instrument.parts[family].matrix[instrument.parts[family].place[token]].indices
        for family, token in sorted(tokens)
        if family != "provisions"
    ]
    return len({int(case) for cases in cases_by_token for case in cases}) if cases_by_token else None


def _in_law(lost: set[tuple[str, str]], gained: set[tuple[str, str]]) -> bool:
    """Whether the tables cover the difference: a number across a line, an ingredient, a provision."""
    crosses_line = any(
        side in token and (family, token.replace(side, other)) in gained
        for family, token in lost
        for side, other in _SIDES
    )
    is_in_tables = any(family == "provisions" or token.startswith(INGREDIENT) for family, token in lost | gained)
    return crosses_line or is_in_tables


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


def _answer(evidence: EdgeEvidence) -> tuple[Answer, str]:
    neutral = f"{evidence.placebos} neutral edits of the same length"
    if not evidence.tested:
        return Answer.CANNOT_TELL, f"only {evidence.placebos} neutral edits can be made; {LEAST_PLACEBOS} are needed"
    support = evidence.support
    if support is not None and support.most is not None and support.most < LEAST_CASES:
        return Answer.CANNOT_TELL, f"{_cases(support.most)} of this corpus have such a fact; {LEAST_CASES} are needed"
    if evidence.dispositive:
        return Answer.DEPENDS, f"the change moved the ranking further than {neutral} (q = {evidence.q:.3f})"
    unknown = _why_unknown(evidence, neutral)
    if unknown:
        return Answer.CANNOT_TELL, unknown
    return Answer.DOES_NOT, f"the change moved the ranking no further than {neutral} (q = {evidence.q:.2f})"


def _why_unknown(evidence: EdgeEvidence, neutral: str) -> str:
    """Why a small effect does not prove that the fact has none; empty if it does."""
    support = evidence.support
    if support is None:
        return "the change was measured by an earlier version"
    beaten = round(evidence.percentile * evidence.placebos)
    doubts = (
        (not support.apart, "the measurement reads both alike, and the tables know no line of law between them"),
        (not support.weighed, "neither the package's judgments nor these cases link the fact to the law they cite"),
        (
            support.fewest is not None and support.fewest < LEAST_CASES,
            f"{_cases(support.fewest or 0)} of this corpus are on one side; {LEAST_CASES} are needed",
        ),
        (support.in_law, "the law distinguishes the two, but these cases do not show it"),
        (
            evidence.high > evidence.band_high,
            f"the change moved the ranking further than {beaten} of {neutral}, not enough to tell it from wording",
        ),
    )
    return next((reason for holds, reason in doubts if holds), "")


def _cases(number: int) -> str:
    return {0: "no cases", 1: "only 1 case"}.get(number, f"only {number} cases")


def controlled_types(tree: Tree, evidence: Mapping[int, EdgeEvidence]) -> dict[FactType, bool]:
    """For each fact type, whether any of its edges beat its placebos; a type without a tested edge is absent."""
    return {
        fact_type: any(edge.dispositive for edge in edges)
        for fact_type, edges in _by_type(tree, evidence).items()
        if any(edge.tested for edge in edges)
    }


def controlled_words(tree: Tree, evidence: Mapping[int, EdgeEvidence]) -> dict[FactType, str]:
    """The answer for each fact type: it depends if any of its facts does, and does not if none does."""
    measured = _by_type(tree, evidence)
    return {kind: _combined_answer(measured[kind]) if kind in measured else "not measured" for kind in FactType}


def _combined_answer(measured: Sequence[EdgeEvidence]) -> str:
    answers = {edge.answer for edge in measured}
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
_FLOOR_SHARE = 0.1  # of the median placebo; keeps the ratio finite if the placebos of a fact moved nothing


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

    pooled = [np.concatenate([np.zeros(0), *by_kind.values()]) for by_kind in placebos]
    tested = np.array([len(controls) >= LEAST_PLACEBOS for controls in pooled], dtype=bool)
    effects = np.array([changes.mean() for changes in moved])
    p, q = np.ones(len(pooled)), np.ones(len(pooled))
    p[tested] = controlled_p(
        effects[tested], [by_kind for by_kind, enough in zip(placebos, tested, strict=True) if enough]
    )
    q[tested] = stats.false_discovery_control(p[tested])  # Benjamini and Hochberg
    rng = np.random.default_rng(seed)
    supports_or_none = supports or [None] * len(pooled)
    return [
        _evidence(moved[i], pooled[i], float(p[i]), float(q[i]), rng, samples, supports_or_none[i])
        for i in range(len(pooled))
    ]


def controlled_p(effects: Array, placebos: Sequence[Mapping[str, Array]]) -> Array:
    """The permutation p over all placebos, raised if placebos of one kind reach the effect more often.

    The kinds differ in strength: without this, a swap of circumstances among many weak insertions would pass.
    """
    p = permutation_p(effects, [np.concatenate(list(by_kind.values())) for by_kind in placebos])
    for kind in sorted({kind for by_kind in placebos for kind in by_kind}):
        with_kind = [index for index, by_kind in enumerate(placebos) if kind in by_kind]
        share = share_as_far(effects[with_kind], [placebos[index][kind] for index in with_kind])[0]
        p[with_kind] = np.maximum(p[with_kind], share)
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
    effects, placebos = _above_noise(effects), [_above_noise(controls) for controls in placebos]
    floor = max(LEAST, _FLOOR_SHARE * float(np.median(np.concatenate(list(placebos)))))
    null = np.sort(
        np.concatenate([_ratios(effect, controls, floor) for effect, controls in zip(effects, placebos, strict=True)])
    )
    own_ratio = np.array([e / (np.median(controls) + floor) for e, controls in zip(effects, placebos, strict=True)])
    as_far = len(null) - np.searchsorted(null, own_ratio - 1e-12, side="left")
    return np.asarray(as_far / len(null)), len(null)


def _above_noise(effects: Array) -> Array:
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
