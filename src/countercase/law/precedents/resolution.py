"""Finds the stored case that a citation or name means: found, unknown or ambiguous, with the reason; never a guess."""

from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Protocol

from countercase.domain.case import CaseId
from countercase.errors import LawError
from countercase.law.citations import Citation, normalise_citation
from countercase.law.precedents import PrecedentMention
from countercase.law.precedents.names import name_key, split_parties

MAX_YEARS_LATE = 5  # a report may print a case years after its decision, but never before it


@dataclass(frozen=True, slots=True)
class DatedCase:
    """A stored case and its decision date, if known."""

    id: CaseId
    decided: date | None = None


class KnownCases(Protocol):
    """The part of the case store that citations need."""

    def by_citation(self, normal: str) -> Set[CaseId]:
        """The cases that carry this citation, given in its normal form."""
        ...

    def by_name(self, key: str) -> Set[DatedCase]:
        """The cases whose name has this `name_key`."""
        ...


class Status(StrEnum):
    """How a resolution ended."""

    FOUND = "found"
    UNKNOWN = "unknown"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class Resolution:
    """The case meant, or why none is named; `candidates` are the cases it could be."""

    status: Status
    reason: str
    case_id: CaseId | None = None
    candidates: tuple[CaseId, ...] = ()


def resolve(mention: PrecedentMention | Citation, catalogue: KnownCases) -> Resolution:
    """The stored case that a mention or a citation means."""
    if isinstance(mention, Citation):
        return _by_citations((mention,), catalogue) or _unknown(f"no stored case carries {mention.normal}")
    cited = _by_citations(mention.citations, catalogue)
    if cited is None:
        return _by_name(mention, catalogue)
    named = {case.id for case in catalogue.by_name(name_key(mention.name))} if mention.name else set()
    if cited.case_id is not None and named and cited.case_id not in named:
        return _ambiguous("the citation and the name mean different cases", {cited.case_id, *named})
    return cited


def _by_citations(citations: Iterable[Citation], catalogue: KnownCases) -> Resolution | None:
    """The case that all known citations share; None if no citation is known."""
    known = {c.normal: cases for c in citations if (cases := catalogue.by_citation(c.normal))}
    if not known:
        return None
    shared = frozenset.intersection(*(frozenset(cases) for cases in known.values()))
    written = ", ".join(known)
    if len(shared) == 1:
        return Resolution(Status.FOUND, f"cited as {written}", next(iter(shared)))
    if shared:
        return _ambiguous(f"{len(shared)} cases carry {written}", shared)
    return _ambiguous(f"{written} mean different cases", frozenset[CaseId]().union(*known.values()))


def _by_name(mention: PrecedentMention, catalogue: KnownCases) -> Resolution:
    if mention.name is None:
        return _unknown(f"no stored case carries {', '.join(c.normal for c in mention.citations)}")
    if split_parties(mention.name) is None:
        return _unknown(f"{mention.name!r} does not name both parties")
    cases = catalogue.by_name(name_key(mention.name))
    if not cases:
        return _unknown(f"no stored case is named {mention.name!r}")
    years = [c.year for c in mention.citations if c.year is not None]
    agreeing = [case for case in cases if _may_be_reported_in(case, years)]
    if not agreeing:
        decided = ", ".join(sorted(str(case.decided.year) for case in cases if case.decided))
        return _unknown(f"the case of that name was decided in {decided}, the citation is of {min(years)}")
    if len(agreeing) > 1:
        return _ambiguous(f"{len(agreeing)} stored cases have that name", {case.id for case in agreeing})
    return Resolution(Status.FOUND, "the only stored case of that name", agreeing[0].id)


def _may_be_reported_in(case: DatedCase, years: list[int]) -> bool:
    return case.decided is None or all(0 <= year - case.decided.year <= MAX_YEARS_LATE for year in years)


def _unknown(reason: str) -> Resolution:
    return Resolution(Status.UNKNOWN, reason)


def _ambiguous(reason: str, candidates: Set[CaseId]) -> Resolution:
    return Resolution(Status.AMBIGUOUS, reason, candidates=tuple(sorted(candidates)))


# An in-memory catalogue of cases, for small stores and for measurements.


@dataclass(slots=True)
class MemoryCatalogue:
    """Cases by normal citation and by name key."""

    _citations: dict[str, set[CaseId]] = field(default_factory=lambda: defaultdict(set))
    _names: dict[str, set[DatedCase]] = field(default_factory=lambda: defaultdict(set))

    def add(self, case_id: CaseId, name: str, citations: Iterable[str] = (), decided: date | None = None) -> None:
        """Add one case; an unreadable citation is skipped."""
        if key := name_key(name):
            self._names[key].add(DatedCase(case_id, decided))
        for written in citations:
            try:
                self._citations[normalise_citation(written).normal].add(case_id)
            except LawError:
                continue

    def by_citation(self, normal: str) -> Set[CaseId]:
        """The cases that carry this citation."""
        return frozenset(self._citations.get(normal, ()))

    def by_name(self, key: str) -> Set[DatedCase]:
        """The cases whose name has this key."""
        return frozenset(self._names.get(key, ()))
