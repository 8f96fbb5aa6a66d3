"""Cases ranked by how far their fact sheets agree with a query's: facts, not wording.

Each fact of the query is worth its rarity among the stored sheets (log(1 + N / n)). A case earns the whole of it for
the same fact, most of it for a provision that the code crosswalk calls the same, part of it for a neighbouring
provision or another item of the same group. A number agrees where it stands on the same side of the legal lines.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from countercase.domain import facts as f
from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactSheet, NumericalFact, SectionFact
from countercase.domain.provision import Provision
from countercase.errors import LawError
from countercase.facts.vocabulary import entries
from countercase.law.quantities import units
from countercase.law.tables import adjacency, codes, thresholds

# What two sheets are compared by: one short key for each fact, and wider ones for its group.

_GROUP_SHARE = 0.4  # a sword for an axe
_ROLE_SHARE = 0.7  # the same role, held by somebody else


class Feature(NamedTuple):
    """A key of the index."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


def features_of(sheet: f.FactSheet) -> Iterator[Feature]:
    """Every key of a sheet."""
    for fact in sheet.facts:
        if isinstance(fact, f.NumericalFact):
            yield from threshold_features(fact)
        else:
            yield from (feature for feature, _ in shared_features(fact))


def shared_features(fact: f.Fact) -> Iterator[tuple[Feature, float]]:
    """The keys of a fact that is no number, each with the share of the fact that it stands for."""
    match fact:
        case f.SectionFact():
            yield Feature("provision", fact.provision.id), 1.0
            if fact.provision.clauses:
                yield Feature("provision", fact.provision.base), 1.0
        case f.PartyFact():
            yield Feature("party", f"{fact.side} {fact.party_type}"), 1.0
        case f.RoleFact():
            if fact.holder:
                yield Feature("role", f"{fact.role} of {fact.holder}"), 1.0
            yield Feature("role", fact.role), _ROLE_SHARE if fact.holder else 1.0
        case f.EvidenceFact():
            yield Feature("evidence", f"{fact.item} {fact.status}"), 1.0
        case f.RelationFact():
            yield from _with_group(f.FactKind.RELATION, fact.relation)
        case f.InstrumentFact():
            yield from _with_group(f.FactKind.INSTRUMENT, fact.instrument)
        case f.ResultFact():
            yield Feature("result", fact.result), 1.0
        case f.ActFact():
            yield from _with_group(f.FactKind.ACT, fact.act)


def _with_group(kind: f.FactKind, name: str) -> Iterator[tuple[Feature, float]]:
    yield Feature(kind.value, name), 1.0
    known = entries(kind).get(name)
    if known is not None:
        yield Feature(f"{kind.value} group", known.group), _GROUP_SHARE


def threshold_features(fact: f.NumericalFact) -> tuple[Feature, ...]:
    """On which side of each legal line the number stands; nothing for dates and numbers of nobody in particular."""
    if fact.quantity is f.Quantity.DATE:
        return ()
    role = thresholds.role_in_table(fact.quantity, fact.role)
    return _sides(fact.quantity, fact.value, fact.unit, role, fact.subject) if role is not None else ()


@lru_cache(maxsize=8192)
def _sides(quantity: f.Quantity, value: float, unit: str, role: str, subject: str | None) -> tuple[Feature, ...]:
    found: dict[str, Feature] = {}
    for rule in thresholds.applicable(quantity, role, subject=subject):
        if quantity is f.Quantity.WEIGHT and rule.subject != subject:
            continue
        try:
            side = thresholds.side(rule, value, unit)
        except LawError:  # a share beside an amount: they do not compare
            continue
        line = units.to_base(rule.quantity, rule.value, rule.unit)
        name = f"{quantity} of {role}{f' ({rule.subject})' if quantity is f.Quantity.WEIGHT else ''} {side} {line:g}"
        found[name] = Feature("line", name)
    return tuple(found.values())


_EQUIVALENT = 0.9  # the same provision in the other code
_BASE = 0.8  # the same section, another clause
_NEIGHBOUR = (0.5, 0.25)  # one and two swaps away
# Charged beside an offence, or the step before or after it; no other name for the same events.
_BESIDE = frozenset({adjacency.EdgeKind.COMPANION, adjacency.EdgeKind.EXCEPTION, adjacency.EdgeKind.PROCEDURAL})
_LENGTH = 0.3  # how far a long sheet is held against a case, as in BM25


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact of the query that a case shares, how, and what it earned the case."""

    fact: Fact
    how: str
    feature: str
    score: float


class Match(NamedTuple):
    """A case, its score between 0 and about 1, and the facts that earned it, the weightiest first."""

    case_id: CaseId
    score: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class _Ask:
    """One fact of the query: the features that answer it, each with the share it earns."""

    fact: Fact
    weight: float
    answers: tuple[tuple[Feature, float, str], ...]


class FactIndex:
    """An inverted index from features of facts to cases."""

    def __init__(self, sheets: Iterable[tuple[CaseId, FactSheet]]) -> None:
        self.case_ids: list[CaseId] = []
        postings: dict[Feature, list[int]] = {}
        sizes: list[int] = []
        for number, (case_id, sheet) in enumerate(sheets):
            self.case_ids.append(case_id)
            found = set(features_of(sheet))
            sizes.append(len(found))
            for feature in found:
                postings.setdefault(feature, []).append(number)
        self._postings = {feature: np.array(cases, dtype=np.int32) for feature, cases in postings.items()}
        self._sizes = np.array(sizes, dtype=np.float32)

    @cached_property
    def _norm(self) -> npt.NDArray[np.float32]:
        mean = float(self._sizes.mean()) if len(self._sizes) else 1.0
        return (1 - _LENGTH + _LENGTH * self._sizes / max(mean, 1.0)).astype(np.float32)

    def scores(self, sheet: FactSheet, limit: int = 100) -> list[Match]:
        """The cases that share a fact with the sheet, the best first, ties by id; at most `limit`."""
        asks = self._asks(sheet)
        totals = self._totals(asks)
        best = sorted(np.flatnonzero(totals > 0), key=lambda case: (-totals[case], self.case_ids[case]))[:limit]
        return [Match(self.case_ids[case], float(totals[case]), self._reasons(asks, int(case))) for case in best]

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
                feature, share, _ = ask.answers[0]
                totals[self._postings[feature]] += ask.weight * share
                continue
            earned = np.zeros(len(self.case_ids), dtype=np.float32)
            for feature, share, _ in ask.answers:
                cases = self._postings[feature]
                earned[cases] = np.maximum(earned[cases], ask.weight * share)
            totals += earned
        return totals / self._norm / worth if worth else totals

    def _asks(self, sheet: FactSheet) -> list[_Ask]:
        return [ask for fact in sheet.facts for ask in self._asks_of(fact)]

    def _asks_of(self, fact: Fact) -> Iterator[_Ask]:
        if isinstance(fact, NumericalFact):
            lines = threshold_features(fact)
            for feature in lines:  # crossing one of several lines costs its share
                yield self._ask(fact, [(feature, 1.0, "the same side of a legal line")], 1 / len(lines))
            return
        wanted = _section_answers(fact.provision) if isinstance(fact, SectionFact) else list(_listed_answers(fact))
        yield self._ask(fact, wanted, 1.0)

    def _ask(self, fact: Fact, wanted: Sequence[tuple[Feature, float, str]], share: float) -> _Ask:
        """Weighed by the rarity of the fact itself; what no case answers still counts in the worth of the query."""
        known = tuple(answer for answer in wanted if answer[0] in self._postings)
        count = len(self._postings[known[0][0]]) if known else 1
        return _Ask(fact, share * float(np.log(1 + max(1, len(self.case_ids)) / count)), known)

    def _reasons(self, asks: Sequence[_Ask], case: int) -> tuple[Reason, ...]:
        found: list[Reason] = []
        for ask in asks:
            held = [answer for answer in ask.answers if _holds(self._postings[answer[0]], case)]
            if held:
                feature, share, how = max(held, key=lambda answer: answer[1])
                found.append(Reason(ask.fact, how, str(feature), round(ask.weight * share, 4)))
        return tuple(sorted(found, key=lambda reason: (-reason.score, reason.feature)))


def _holds(postings: npt.NDArray[np.int32], case: int) -> bool:
    place = int(np.searchsorted(postings, case))
    return place < len(postings) and int(postings[place]) == case


def _listed_answers(fact: Fact) -> Iterator[tuple[Feature, float, str]]:
    for feature, share in shared_features(fact):
        yield feature, share, "the same fact" if share == 1.0 else "of the same group or role"


@lru_cache(maxsize=4096)
def _section_answers(provision: Provision) -> list[tuple[Feature, float, str]]:
    """The provision, its section, its counterparts, its neighbours; the nearest reading of each wins."""
    shares: dict[str, tuple[float, str]] = {provision.id: (1.0, "the same provision")}
    for same in sorted(codes.equivalents(provision)):
        is_own = same.base == provision.base
        how = (_BASE, "the same section") if is_own else (_EQUIVALENT, "the same in the other code")
        shares.setdefault(same.id, how)
    reached = list(shares)
    for share in _NEIGHBOUR:
        edges = [edge for known in reached for edge in adjacency.neighbours(Provision.parse(known))]
        near = [edge for edge in edges if edge.kind not in _BESIDE and edge.neighbour.id not in shares]
        for edge in near:
            shares.setdefault(edge.neighbour.id, (share, f"a neighbour ({edge.kind.value})"))
        reached = [edge.neighbour.id for edge in near]
    return [(Feature("provision", name), share, how) for name, (share, how) in shares.items()]
