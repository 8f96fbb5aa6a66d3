"""Categories of facts: tokens that a judgment and a query share, whatever words they use; and a search by them.

A changed age does not move a ranking of words: 17 and 19 are two numbers among thousands. As `age under 18` and
`age over 18` they are two different categories that judgments contain.

Two rankings use categories, each in its own way. The what-if ranking counts tokens as BM25 counts words, so its
tokens may overlap and every threshold adds a little. The fact searcher scores each fact once, so it has one feature
per fact and one for each wider reading of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from countercase.domain.case import CaseId
from countercase.domain.facts import (
    EvidenceFact,
    Fact,
    FactKind,
    FactSheet,
    NumericalFact,
    PartyFact,
    Quantity,
    RoleFact,
    SectionFact,
)
from countercase.domain.provision import Provision
from countercase.facts.compare import Likeness, related_provisions
from countercase.facts.lines.number_lines import line_words
from countercase.facts.words import entries
from countercase.law.quantities.readings import PERCENT, comparable, to_base
from countercase.law.tables import thresholds
from countercase.law.tables.acts import equivalents

# Tokens for the what-if ranking.

_YOUNG = frozenset({"minor", "juvenile", "child"})
_MAJORITY = "18"
_DEEDS = frozenset({FactKind.ACT, FactKind.INSTRUMENT, FactKind.RESULT})
Tokens = dict[str, float]  # token -> weight


def deed_tokens(facts: Iterable[Fact]) -> Tokens:
    """Tokens of the acts, instruments and results; a fact counts once for each mention."""
    return _count_tokens(fact for fact in facts if fact.kind in _DEEDS)


def category_tokens(facts: Iterable[Fact]) -> Tokens:
    """Tokens of all other facts except provisions."""
    return _count_tokens(fact for fact in facts if fact.kind not in _DEEDS)


def provision_tokens(facts: Iterable[Fact]) -> Tokens:
    """Sections that the facts name, under both codes: `BNS-103(1)` gives `BNS-103` and `IPC-302`."""
    counts: Tokens = {}
    for fact in facts:
        if isinstance(fact, SectionFact):
            for section in sorted(both_codes(fact.provision)):
                counts[section] = counts.get(section, 0.0) + _mention_count(fact)
    return counts


def _count_tokens(facts: Iterable[Fact]) -> Tokens:
    counts: Tokens = {}
    for fact in facts:
        for token, share in _tokens(fact):
            counts[token] = counts.get(token, 0.0) + share * _mention_count(fact)
    return counts


@cache
def both_codes(provision: Provision) -> frozenset[str]:
    """A provision's section and its equivalent in the other code."""
    return frozenset(equivalent.base for equivalent in equivalents(provision))


def _mention_count(fact: Fact) -> int:
    return max(1, len(fact.spans))  # a fact that a user added has no position in the text yet


def _tokens(fact: Fact) -> Iterator[tuple[str, float]]:
    if isinstance(fact, NumericalFact):
        yield from _number_tokens(fact)
    elif isinstance(fact, EvidenceFact):
        yield f"evidence {fact.item} {fact.status.value}", 1
    elif isinstance(fact, PartyFact):
        yield f"{fact.side.value} {fact.party_type.value}", 1
    elif isinstance(fact, RoleFact):
        yield f"role {fact.role}", 1
        if fact.role in _YOUNG:
            yield f"{Quantity.AGE.value} under {_MAJORITY}", 1
    elif fact.kind is not FactKind.PROVISION:
        yield f"{fact.kind.value} {fact.word}", 1


def _number_tokens(fact: NumericalFact) -> Iterator[tuple[str, float]]:
    """Tokens for a number's position among the legal thresholds, in general and for the person it belongs to.

    The interval between two thresholds counts as one fact. The sides of all thresholds together count as another: a
    claim of two crores resembles one of three, even if a threshold lies between them.
    """
    if fact.quantity is Quantity.DATE:
        return
    role = thresholds.role_in_table(fact.quantity, fact.role)
    ladders = [
        (holder, lines) for holder, lines in _ladders(fact.quantity, fact.unit == PERCENT) if holder in {None, role}
    ]
    all_lines = sum(len(lines) for _, lines in ladders)
    for holder, lines in ladders:
        name = fact.quantity.value if holder is None else f"{fact.quantity.value} of {holder}"
        sides = [thresholds.side(line, fact.value, fact.unit) for line in lines]
        for line, side in zip(lines, sides, strict=True):
            yield f"{name} {side.value} {_cut_off_name(line)}", 1 / all_lines
        yield f"{name} step {sides.count(thresholds.ThresholdSide.OVER)}", 1


@cache
def _ladders(quantity: Quantity, percent: bool) -> tuple[tuple[str | None, tuple[thresholds.Threshold, ...]], ...]:
    """Distinct thresholds for a quantity: all of them (None), and those for each role."""
    by_role: dict[str | None, dict[tuple[float, bool], thresholds.Threshold]] = {}
    for rule in thresholds.applicable(quantity):
        if (rule.unit == PERCENT) == percent:
            for role in (None, rule.role):
                by_role.setdefault(role, {}).setdefault(_cut_off(rule), rule)
    return tuple((role, tuple(lines[line] for line in sorted(lines))) for role, lines in by_role.items())


def _cut_off(rule: thresholds.Threshold) -> tuple[float, bool]:
    """The threshold in base units, and whether the number itself still falls below it."""
    value = rule.value if rule.unit == PERCENT else to_base(rule.quantity, rule.value, rule.unit)
    return value, rule.operator in {thresholds.Operator.AT_MOST, thresholds.Operator.ABOVE}


def _cut_off_name(rule: thresholds.Threshold) -> str:
    value, included = _cut_off(rule)
    return f"{value:.10g}{'+' if included else ''}"


# Features for the fact searcher.

_UNGROUPED = frozenset({FactKind.RESULT})  # death and grievous hurt share a group, but cases turn on the difference


class Feature(NamedTuple):
    """A key of the fact index."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class LineFeature(NamedTuple):
    """The side of a threshold on which a number falls. If several provisions set it, one in force is named."""

    feature: Feature
    line: thresholds.Threshold


def features_of(sheet: FactSheet) -> Iterator[Feature]:
    """All features of a fact sheet."""
    for fact in sheet.facts:
        if isinstance(fact, NumericalFact):
            yield from (side.feature for side in line_features(fact))
        else:
            yield from (feature for feature, _ in listed_features(fact))


def listed_features(fact: Fact) -> Iterator[tuple[Feature, Likeness]]:
    """Features of a fact that is not a number, each with the likeness of a case that has only that feature."""
    match fact:
        case NumericalFact():
            return
        case SectionFact():
            yield Feature("provision", fact.provision.id), Likeness.SAME
            if fact.provision.clauses:
                yield Feature("provision", fact.provision.base), Likeness.SAME
        case PartyFact():
            yield Feature("party", f"{fact.side} {fact.party_type}"), Likeness.SAME
        case RoleFact():
            if fact.holder:
                yield Feature("role", f"{fact.role} of {fact.holder}"), Likeness.SAME
            yield Feature("role", fact.role), Likeness.OTHER_HOLDER if fact.holder else Likeness.SAME
        case EvidenceFact():
            yield Feature("evidence", f"{fact.item} {fact.status}"), Likeness.SAME
        case _:
            yield from _with_group(fact.kind, fact.word or "")


def _with_group(kind: FactKind, name: str) -> Iterator[tuple[Feature, Likeness]]:
    yield Feature(kind.value, name), Likeness.SAME
    entry = entries(kind).get(name)
    if entry is not None and kind not in _UNGROUPED:
        yield Feature(f"{kind.value} group", entry.group), Likeness.SAME_GROUP


def line_features(fact: NumericalFact) -> tuple[LineFeature, ...]:
    """The number's side of each threshold; nothing for dates or for numbers that belong to nobody in particular."""
    if fact.quantity is Quantity.DATE:
        return ()
    role = thresholds.role_in_table(fact.quantity, fact.role)
    return _sides(fact.quantity, fact.value, fact.unit, role, fact.subject) if role is not None else ()


@lru_cache(maxsize=8192)
def _sides(quantity: Quantity, value: float, unit: str, role: str, subject: str | None) -> tuple[LineFeature, ...]:
    by_name: dict[str, LineFeature] = {}
    for rule in thresholds.applicable(quantity, role, subject=subject):
        is_other_drug = quantity is Quantity.WEIGHT and rule.subject != subject
        if is_other_drug or not comparable(rule.unit, unit):
            continue
        side = thresholds.side(rule, value, unit)
        line = to_base(rule.quantity, rule.value, rule.unit)
        name = f"{quantity} of {role}{f' ({rule.subject})' if quantity is Quantity.WEIGHT else ''} {side} {line:g}"
        earlier = by_name.get(name)
        if earlier is None or earlier.line.in_force_to is not None:
            by_name[name] = LineFeature(Feature("line", name), rule)
    return tuple(by_name.values())


# The fact searcher: ranks cases by how well their fact sheets agree with the query's, in facts and not in wording.
#
# Each fact of the query weighs log(1 + N / n), its rarity among the stored sheets. A case earns the full weight for the
# same fact, most of it for the equivalent provision of the other code, and part of it for a neighbouring provision or
# another item of the same group. Two numbers agree if they are on the same side of the legal thresholds.

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
