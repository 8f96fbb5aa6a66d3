"""The citation graph: finds the stored case behind each cited judgment."""

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Set
from datetime import date
from itertools import groupby
from operator import itemgetter

from countercase.corpus.rows import normal_citation
from countercase.domain.case import CaseId
from countercase.domain.span import Span
from countercase.errors import LawError
from countercase.law.citations import Citation, normalise_citation
from countercase.law.precedents import DatedCase, PrecedentMention, resolve
from countercase.law.precedents.names import name_key
from countercase.postgres import SqlConnection
from countercase.text.sentences import split_sentences

_NOWHERE = Span(0, 1)  # a stored link has no place in a text any more

ParallelCitations = Callable[[str, date], Collection[str]]  # of the decision with this name and day, in normal form


def no_parallels(_name: str, _decided: date) -> Collection[str]:
    """Where nobody knows the parallel citations of a case: its own citations stand alone."""
    return ()


class StoredCases:
    """Names and citations of all stored cases, held in memory since each is looked up many times."""

    def __init__(self, db: SqlConnection, parallels: ParallelCitations = no_parallels) -> None:
        self._cited: dict[str, set[CaseId]] = defaultdict(set)
        self._named: dict[str, set[DatedCase]] = defaultdict(set)
        self.decided: dict[CaseId, date] = {}
        for normal, case_id in db.execute("SELECT normal, case_id FROM citations"):
            self._cited[normal].add(CaseId(case_id))
        for key, case_id, name, decided in db.execute("SELECT name_key, id, name, decided FROM cases"):
            day = date.fromisoformat(decided) if decided else None
            self._named[key].add(DatedCase(CaseId(case_id), day))
            if day is not None:
                self.decided[CaseId(case_id)] = day
                for normal in parallels(name, day):
                    self._cited[normal].add(CaseId(case_id))

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


def resolved_links(
    db: SqlConnection, parallels: ParallelCitations = no_parallels
) -> tuple[int, list[tuple[CaseId | None, str, int]]]:
    """Counts the links that have a stored case; lists changed ones as (target, citing case, place)."""
    stored = StoredCases(db, parallels)
    changes, resolved = [], 0
    for case_id, place, name, citations, target in db.execute(
        "SELECT case_id, place, name, citations, target FROM cites"
    ):
        found = stored.target(CaseId(case_id), name, json.loads(citations))
        resolved += found is not None
        if found != target:
            changes.append((found, case_id, place))
    return resolved, changes


_MENTIONS = 3  # of one case in one judgment: what it says of a case it says at the first few
_BEFORE = _AFTER = 1  # sentences: a proposition stands before "See A v. B", what was held there stands after


def citing_sentences(db: SqlConnection) -> Iterator[tuple[CaseId, CaseId, str]]:
    """Citing case, cited case, and how the one describes the other: the sentences that cite it, and the next."""
    rows = db.execute(
        "SELECT case_id, target, name, citations FROM cites WHERE target IS NOT NULL AND target != case_id"
        " ORDER BY case_id, target"
    ).fetchall()
    for case_id, links in groupby(rows, key=itemgetter(0)):
        text = _text(db, case_id)
        sentences = split_sentences(text)
        starts = [span.start for span in sentences]
        for target, mentions in groupby(links, key=itemgetter(1)):
            written = [form for _, _, name, citations in mentions for form in (*json.loads(citations), name) if form]
            places = sorted({bisect_right(starts, at) - 1 for form in written for at in _occurrences(text, form)})
            told = dict.fromkeys(
                n for place in places[:_MENTIONS] for n in range(max(place - _BEFORE, 0), place + 1 + _AFTER)
            )
            description = " ".join(sentences[n].of(text) for n in told if n < len(sentences))
            if description:
                yield CaseId(case_id), CaseId(target), description


def _text(db: SqlConnection, case_id: str) -> str:
    row = db.execute("SELECT text FROM versions WHERE case_id = ? ORDER BY version DESC LIMIT 1", (case_id,)).fetchone()
    return str(row[0]) if row else ""


def _occurrences(text: str, form: str) -> Iterator[int]:
    at = text.find(form)
    while at >= 0:
        yield at
        at = text.find(form, at + len(form))


def _citation(text: str) -> Citation | None:
    try:
        return normalise_citation(text)
    except LawError:
        return None
