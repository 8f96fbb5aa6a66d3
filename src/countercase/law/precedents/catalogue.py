"""A catalogue of cases in memory, for stores that fit there, and for measurements."""

from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from datetime import date

from countercase.domain.case import CaseId
from countercase.errors import LawError
from countercase.law.citations.find import normalise_citation
from countercase.law.precedents.names import name_key
from countercase.law.precedents.resolution import DatedCase


@dataclass(slots=True)
class MemoryCatalogue:
    """Cases by normal citation and by name key."""

    _citations: dict[str, set[CaseId]] = field(default_factory=lambda: defaultdict(set))
    _names: dict[str, set[DatedCase]] = field(default_factory=lambda: defaultdict(set))

    def add(self, case_id: CaseId, name: str, citations: Iterable[str] = (), decided: date | None = None) -> None:
        """Take in one case; a citation that we cannot read is kept out."""
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
