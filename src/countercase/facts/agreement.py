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
from countercase.facts.lines.number_lines import line_words

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
_LENGTH_PENALTY = 0.3  # for a long fact sheet, as b in BM25


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


class _FeatureMatch(NamedTuple):
    """A feature that matches a fact of the query, the share it earns, and why."""

    feature: Feature
    share: float
    likeness: Likeness
    how: str


@dataclass(frozen=True, slots=True)
class _QueryFact:
    """A fact of the query, its weight, and the features that match it."""

    fact: Fact
    weight: float
    matches: tuple[_FeatureMatch, ...]


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
        return (1 - _LENGTH_PENALTY + _LENGTH_PENALTY * self._sizes / max(mean, 1.0)).astype(np.float32)

    def scores(self, sheet: FactSheet, limit: int = 100) -> list[FactMatch]:
        """Cases that share a fact with the sheet, best first, ties by id; at most `limit`."""
        query_facts = self._query_facts(sheet)
        totals = self._totals(query_facts)
        best = sorted(np.flatnonzero(totals > 0), key=lambda case: (-totals[case], self.case_ids[case]))[:limit]
        return [
            FactMatch(self.case_ids[case], float(totals[case]), self._reasons(query_facts, int(case))) for case in best
        ]

    def matrix(self, sheets: Sequence[FactSheet]) -> npt.NDArray[np.float32]:
        """Scores of all cases (columns, in the order of `case_ids`) for several sheets (rows)."""
        if not sheets:
            return np.zeros((0, len(self.case_ids)), dtype=np.float32)
        return np.stack([self._totals(self._query_facts(sheet)) for sheet in sheets])

    def _totals(self, query_facts: Sequence[_QueryFact]) -> npt.NDArray[np.float32]:
        totals = np.zeros(len(self.case_ids), dtype=np.float32)
        total_weight = sum(query_fact.weight for query_fact in query_facts)
        for query_fact in query_facts:
            if len(query_fact.matches) == 1:
                match = query_fact.matches[0]
                totals[self._postings[match.feature]] += query_fact.weight * match.share
                continue
            earned = np.zeros(len(self.case_ids), dtype=np.float32)
            for match in query_fact.matches:
                cases = self._postings[match.feature]
                earned[cases] = np.maximum(earned[cases], query_fact.weight * match.share)
            totals += earned
        return totals / self._norm / total_weight if total_weight else totals

    def _query_facts(self, sheet: FactSheet) -> list[_QueryFact]:
        return [query_fact for fact in sheet.facts for query_fact in self._split(fact)]

    def _split(self, fact: Fact) -> Iterator[_QueryFact]:
        if isinstance(fact, NumericalFact):
            sides = line_features(fact)
            for feature, line in sides:  # a case on the other side of one threshold loses only that share
                how = f"on the same side of {line_words(line)}"
                yield self._weigh(fact, [_FeatureMatch(feature, 1.0, Likeness.SAME_SIDE, how)], 1 / len(sides))
            return
        matches = _provision_matches(fact.provision) if isinstance(fact, SectionFact) else list(_listed_matches(fact))
        yield self._weigh(fact, matches, 1.0)

    def _weigh(self, fact: Fact, matches: Sequence[_FeatureMatch], share: float) -> _QueryFact:
        """Weigh a fact by its rarity. A fact that no case matches still counts towards the query's total."""
        indexed = tuple(match for match in matches if match.feature in self._postings)
        count = len(self._postings[indexed[0].feature]) if indexed else 1
        return _QueryFact(fact, share * float(np.log(1 + max(1, len(self.case_ids)) / count)), indexed)

    def _reasons(self, query_facts: Sequence[_QueryFact], case: int) -> tuple[Reason, ...]:
        reasons: list[Reason] = []
        for query_fact in query_facts:
            shared = [match for match in query_fact.matches if _contains(self._postings[match.feature], case)]
            if shared:
                best = max(shared, key=lambda match: match.share)
                score = round(query_fact.weight * best.share, 4)
                reasons.append(Reason(query_fact.fact, best.likeness, best.how, str(best.feature), score))
        return tuple(sorted(reasons, key=lambda reason: (-reason.score, reason.feature)))


def _contains(postings: npt.NDArray[np.int32], case: int) -> bool:
    position = int(np.searchsorted(postings, case))
    return position < len(postings) and int(postings[position]) == case


def _listed_matches(fact: Fact) -> Iterator[_FeatureMatch]:
    for feature, likeness in listed_features(fact):
        how = "the same fact" if likeness is Likeness.SAME else "of the same group or role"
        yield _FeatureMatch(feature, _SHARES[likeness], likeness, how)


@lru_cache(maxsize=4096)
def _provision_matches(provision: Provision) -> list[_FeatureMatch]:
    """The provision, its section, its counterparts and its neighbours. The closest relation counts."""
    matches: list[_FeatureMatch] = []
    for related in related_provisions(provision):
        is_near = related.likeness is Likeness.NEAR_PROVISION
        share = _NEAR_SHARES[related.steps] if is_near else _SHARES[related.likeness]
        how = f"a neighbour ({related.kind})" if is_near else _PROVISION_WORDS[related.likeness]
        matches.append(_FeatureMatch(Feature("provision", related.id), share, related.likeness, how))
    return matches


_PROVISION_WORDS = {
    Likeness.SAME: "the same provision",
    Likeness.SAME_SECTION: "the same section",
    Likeness.COUNTERPART: "the same in the other code",
}
