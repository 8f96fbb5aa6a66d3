"""Ranks cases by how well their fact sheets agree with the query's: facts, not wording.

Each fact of the query weighs log(1 + N / n), its rarity among the stored sheets. A case earns the full weight for the
same fact, most of it for the equivalent provision of the other code, and part of it for a neighbouring provision or
another item of the same group. Two numbers agree if they are on the same side of the legal thresholds.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactSheet, NumericalFact, SectionFact
from countercase.domain.provision import Provision
from countercase.facts.categories import Feature, features_of, line_features, listed_features
from countercase.facts.compare import Likeness, related_provisions
from countercase.facts.lines.of_numbers import line_words

# The share of a fact's weight that a case earns, by likeness.
_SHARES = {
    Likeness.SAME: 1.0,
    Likeness.SAME_SIDE: 1.0,
    Likeness.COUNTERPART: 0.9,
    Likeness.SAME_SECTION: 0.8,
    Likeness.OTHER_HOLDER: 0.7,
    Likeness.SAME_GROUP: 0.4,  # a sword for an axe
}
_NEAR_SHARES = {1: 0.5, 2: 0.25}  # a provision one or two steps away
_LENGTH = 0.3  # penalty for a long fact sheet, as in BM25


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact of the query that a case shares, how it matches, and the score it earned."""

    fact: Fact
    likeness: Likeness
    how: str
    feature: str
    score: float


class FactMatch(NamedTuple):
    """A case, its score (0 to about 1), and the facts that earned it, highest first."""

    case_id: CaseId
    score: float
    reasons: tuple[Reason, ...]


class _FeatureAnswer(NamedTuple):
    """A feature that matches a fact of the query, the share it earns, and why."""

    feature: Feature
    share: float
    likeness: Likeness
    how: str


@dataclass(frozen=True, slots=True)
class _Ask:
    """One fact of the query and the features that match it."""

    fact: Fact
    weight: float
    answers: tuple[_FeatureAnswer, ...]


class FactIndex:
    """An inverted index from features of facts to cases."""

    def __init__(self, sheets: Iterable[tuple[CaseId, FactSheet]]) -> None:
        self.case_ids: list[CaseId] = []
        postings: dict[Feature, list[int]] = {}
        sizes: list[int] = []
        for number, (case_id, sheet) in enumerate(sheets):
            self.case_ids.append(case_id)
            features = set(features_of(sheet))
            sizes.append(len(features))
            for feature in features:
                postings.setdefault(feature, []).append(number)
        self._postings = {feature: np.array(cases, dtype=np.int32) for feature, cases in postings.items()}
        self._sizes = np.array(sizes, dtype=np.float32)

    @cached_property
    def _norm(self) -> npt.NDArray[np.float32]:
        mean = float(self._sizes.mean()) if len(self._sizes) else 1.0
        return (1 - _LENGTH + _LENGTH * self._sizes / max(mean, 1.0)).astype(np.float32)

    def scores(self, sheet: FactSheet, limit: int = 100) -> list[FactMatch]:
        """Cases that share a fact with the sheet, best first, ties by id; at most `limit`."""
        asks = self._asks(sheet)
        totals = self._totals(asks)
        best = sorted(np.flatnonzero(totals > 0), key=lambda case: (-totals[case], self.case_ids[case]))[:limit]
        return [FactMatch(self.case_ids[case], float(totals[case]), self._reasons(asks, int(case))) for case in best]

    def matrix(self, sheets: Sequence[FactSheet]) -> npt.NDArray[np.float32]:
        """Scores of all cases (columns, in the order of `case_ids`) for several sheets (rows)."""
        if not sheets:
            return np.zeros((0, len(self.case_ids)), dtype=np.float32)
        return np.stack([self._totals(self._asks(sheet)) for sheet in sheets])

    def _totals(self, asks: Sequence[_Ask]) -> npt.NDArray[np.float32]:
        totals = np.zeros(len(self.case_ids), dtype=np.float32)
        worth = sum(ask.weight for ask in asks)
        for ask in asks:
            if len(ask.answers) == 1:
                answer = ask.answers[0]
                totals[self._postings[answer.feature]] += ask.weight * answer.share
                continue
            earned = np.zeros(len(self.case_ids), dtype=np.float32)
            for answer in ask.answers:
                cases = self._postings[answer.feature]
                earned[cases] = np.maximum(earned[cases], ask.weight * answer.share)
            totals += earned
        return totals / self._norm / worth if worth else totals

    def _asks(self, sheet: FactSheet) -> list[_Ask]:
        return [ask for fact in sheet.facts for ask in self._asks_of(fact)]

    def _asks_of(self, fact: Fact) -> Iterator[_Ask]:
        if isinstance(fact, NumericalFact):
            sides = line_features(fact)
            for feature, line in sides:  # crossing one of several thresholds costs only its share
                how = f"on the same side of {line_words(line)}"
                yield self._ask(fact, [_FeatureAnswer(feature, 1.0, Likeness.SAME_SIDE, how)], 1 / len(sides))
            return
        wanted = _section_answers(fact.provision) if isinstance(fact, SectionFact) else list(_listed_answers(fact))
        yield self._ask(fact, wanted, 1.0)

    def _ask(self, fact: Fact, wanted: Sequence[_FeatureAnswer], share: float) -> _Ask:
        """Weigh a fact by its rarity. A fact that no case matches still counts towards the query's total."""
        known = tuple(answer for answer in wanted if answer.feature in self._postings)
        count = len(self._postings[known[0].feature]) if known else 1
        return _Ask(fact, share * float(np.log(1 + max(1, len(self.case_ids)) / count)), known)

    def _reasons(self, asks: Sequence[_Ask], case: int) -> tuple[Reason, ...]:
        reasons: list[Reason] = []
        for ask in asks:
            held = [answer for answer in ask.answers if _holds(self._postings[answer.feature], case)]
            if held:
                best = max(held, key=lambda answer: answer.share)
                score = round(ask.weight * best.share, 4)
                reasons.append(Reason(ask.fact, best.likeness, best.how, str(best.feature), score))
        return tuple(sorted(reasons, key=lambda reason: (-reason.score, reason.feature)))


def _holds(postings: npt.NDArray[np.int32], case: int) -> bool:
    position = int(np.searchsorted(postings, case))
    return position < len(postings) and int(postings[position]) == case


def _listed_answers(fact: Fact) -> Iterator[_FeatureAnswer]:
    for feature, likeness in listed_features(fact):
        how = "the same fact" if likeness is Likeness.SAME else "of the same group or role"
        yield _FeatureAnswer(feature, _SHARES[likeness], likeness, how)


@lru_cache(maxsize=4096)
def _section_answers(provision: Provision) -> list[_FeatureAnswer]:
    """The provision, its section, its counterparts and its neighbours. The closest relation counts."""
    answers: list[_FeatureAnswer] = []
    for related in related_provisions(provision):
        is_near = related.likeness is Likeness.NEAR_PROVISION
        share = _NEAR_SHARES[related.steps] if is_near else _SHARES[related.likeness]
        how = f"a neighbour ({related.kind})" if is_near else _HOW[related.likeness]
        answers.append(_FeatureAnswer(Feature("provision", related.id), share, related.likeness, how))
    return answers


_HOW = {
    Likeness.SAME: "the same provision",
    Likeness.SAME_SECTION: "the same section",
    Likeness.COUNTERPART: "the same in the other code",
}
