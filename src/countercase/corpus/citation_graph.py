"""The citation graph: finds the stored case behind each cited judgment."""

import json
from collections import defaultdict
from collections.abc import Set
from datetime import date

from countercase.corpus.rows import normal_citation
from countercase.domain.case import CaseId
from countercase.domain.span import Span
from countercase.errors import LawError
from countercase.law.citations import Citation, normalise_citation
from countercase.law.precedents import PrecedentMention
from countercase.law.precedents.names import name_key
from countercase.law.precedents.resolution import DatedCase, resolve
from countercase.postgres import SqlConnection

_NOWHERE = Span(0, 1)  # a stored link has no place in a text any more


class StoredCases:
    """Names and citations of all stored cases, held in memory since each is looked up many times."""

    def __init__(self, db: SqlConnection) -> None:
        self._cited: dict[str, set[CaseId]] = defaultdict(set)
        self._named: dict[str, set[DatedCase]] = defaultdict(set)
        self.decided: dict[CaseId, date] = {}
        for normal, case_id in db.execute("SELECT normal, case_id FROM citations"):
            self._cited[normal].add(CaseId(case_id))
        for key, case_id, decided in db.execute("SELECT name_key, id, decided FROM cases"):
            day = date.fromisoformat(decided) if decided else None
            self._named[key].add(DatedCase(CaseId(case_id), day))
            if day is not None:
                self.decided[CaseId(case_id)] = day

    def by_citation(self, normal: str) -> Set[CaseId]:
        """The cases that carry a citation."""
        return self._cited.get(normal, frozenset())

    def by_name(self, key: str) -> Set[DatedCase]:
        """The cases of a name."""
        return self._named.get(key, frozenset())

    def target(self, case_id: CaseId, name: str, citations: list[str]) -> CaseId | None:
        """The stored case that is meant; None if there is none, if several fit, or if it was decided later."""
        if not any(map(self.by_citation, map(normal_citation, citations))) and not self.by_name(name_key(name)):
            return None  # as most are: cases that the store does not hold
        known = tuple(citation for text in citations if (citation := _citation(text)) is not None)
        found = resolve(PrecedentMention(_NOWHERE, name or None, citations=known), self).case_id
        if found is None and len(citations) > len(known):
            exact = {case for text in citations for case in self.by_citation(normal_citation(text))}
            found = exact.pop() if len(exact) == 1 else None
        return None if found is None or found == case_id or self._is_later(found, case_id) else found

    def _is_later(self, found: CaseId, citing: CaseId) -> bool:
        return found in self.decided and citing in self.decided and self.decided[found] > self.decided[citing]


def resolved_links(db: SqlConnection) -> tuple[int, list[tuple[CaseId | None, str, int]]]:
    """Counts the links that have a stored case; lists changed ones as (target, citing case, place)."""
    stored = StoredCases(db)
    changes, resolved = [], 0
    for case_id, place, name, citations, target in db.execute(
        "SELECT case_id, place, name, citations, target FROM cites"
    ):
        found = stored.target(CaseId(case_id), name, json.loads(citations))
        resolved += found is not None
        if found != target:
            changes.append((found, case_id, place))
    return resolved, changes


def _citation(text: str) -> Citation | None:
    try:
        return normalise_citation(text)
    except LawError:
        return None
