"""Finds cases in the store: by the words people remember, by a filter, or behind a citation."""

import json
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Set
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from itertools import groupby
from operator import itemgetter

from countercase.corpus.schema import normal_citation
from countercase.domain.case import CaseId, ChunkId
from countercase.domain.ranking import CaseFilter
from countercase.domain.span import Span
from countercase.law.citations import read_citation
from countercase.law.precedents import DatedCase, PrecedentMention, resolve
from countercase.law.precedents.names import name_key
from countercase.postgres import SqlConnection
from countercase.text.sentences import split_sentences

# Words that people write but that do not distinguish names, citations or provisions.
_EMPTY = frozenset(
    ("v", "vs", "versus", "the", "of", "and", "ors", "anr", "others", "another", "section", "sections", "s", "u", "sec",
     "under", "us", "art", "in", "no", "nos", "case", "cases", "act")
)  # fmt: skip
_TOKEN = re.compile(r"\w+")


def find_cases(db: SqlConnection, text: str, limit: int) -> Iterator[tuple[CaseId, str]]:
    """Ids and names, best first: the exact phrase before all its words; the last word may be unfinished."""
    words = [word for word in _words(text) if word.replace(" ", "") not in _EMPTY]
    if not words:
        return
    seen: set[str] = set()
    phrase = '"' + " ".join(word.replace(" ", "") for word in words) + '"'
    every = " AND ".join(map(_either, words)) + ("" if " " in words[-1] else "*")
    for query in (phrase, every):
        rows = db.execute(
            "SELECT c.id, c.name FROM case_words w JOIN cases c ON c.num = w.rowid WHERE case_words MATCH ?"
            " ORDER BY bm25(case_words, 4.0, 4.0, 1.0, 2.0), c.id LIMIT ?",
            (query, limit),
        )
        for case_id, name in rows.fetchall():
            if case_id not in seen and len(seen) < limit:
                seen.add(case_id)
                yield CaseId(case_id), name


def _words(text: str) -> list[str]:
    """The words of a query; consecutive initials are one word ("s c c")."""
    words: list[str] = []
    for token in _TOKEN.findall(text.lower()):
        initial = len(token) == 1 and token.isalpha()
        if initial and words and all(len(part) == 1 and part.isalpha() for part in words[-1].split()):
            words[-1] += f" {token}"
        else:
            words.append(token)
    return words


def _either(word: str) -> str:
    """A word for FTS5: "S.C.C." also as "SCC", and "A.K. Gopalan" as written."""
    return f'("{word}" OR "{word.replace(" ", "")}")' if " " in word else f'"{word}"'


def allowed_chunks(db: SqlConnection, wanted: CaseFilter) -> frozenset[ChunkId]:
    """The chunks that a filter admits. A case without a date is not in any year."""
    conditions, values = _conditions(wanted)
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    rows = db.execute(f"SELECT k.id FROM chunks k JOIN cases c ON c.id = k.case_id{where}", values)  # noqa: S608
    return frozenset(ChunkId(row[0]) for row in rows)


def allowed_cases(db: SqlConnection, wanted: CaseFilter) -> frozenset[CaseId]:
    """The cases that a filter admits, whatever it says about sections, since a case has some thirty passages."""
    conditions, values = _conditions(replace(wanted, sections=frozenset()))
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    rows = db.execute(f"SELECT c.id FROM cases c{where}", values)  # noqa: S608
    return frozenset(CaseId(row[0]) for row in rows)


def _conditions(wanted: CaseFilter) -> tuple[list[str], list[str | int]]:
    conditions: list[str] = []
    values: list[str | int] = []

    def also(condition: str, *new_values: str | int) -> None:
        conditions.append(condition)
        values.extend(new_values)

    if wanted.first_year is not None:
        also("c.year >= ?", wanted.first_year)
    if wanted.last_year is not None:
        also("c.year <= ?", wanted.last_year)
    if wanted.decided_before is not None:
        also("c.decided < ?", wanted.decided_before.isoformat())
    if wanted.min_bench is not None:
        also("c.bench_strength >= ?", wanted.min_bench)
    if wanted.courts:  # "Delhi" means the High Court of Delhi too
        also(
            _any_of("lower(c.court) LIKE ?", len(wanted.courts)),
            *(f"%{court.lower()}%" for court in sorted(wanted.courts)),
        )
    for column, chosen in (("c.outcome", wanted.outcomes), ("k.section", wanted.sections)):
        if chosen:
            also(f"{column} IN ({_marks(len(chosen))})", *sorted(_plain(value) for value in chosen))
    if wanted.provisions:
        ids = sorted(provision.id for provision in wanted.provisions)
        # A section without clauses means all of its clauses too.
        matches = f"p.provision IN ({_marks(len(ids))}) OR p.base IN ({_marks(len(ids))})"
        also(f"c.id IN (SELECT p.case_id FROM provisions p WHERE {matches})", *ids, *ids)  # noqa: S608
    return conditions, values


def _plain(value: str) -> str:
    return value.value if isinstance(value, StrEnum) else value


def _any_of(condition: str, count: int) -> str:
    return f"({' OR '.join([condition] * count)})"


def _marks(count: int) -> str:
    return ", ".join("?" * count)


# Browsing: counts of cases, and cases that rely on the same decisions.


@dataclass(frozen=True, slots=True)
class CaseCounts:
    """How many cases each court, year and section has; sections and courts with most cases first."""

    courts: tuple[tuple[str, int], ...]
    years: tuple[tuple[int, int], ...]
    provisions: tuple[tuple[str, int], ...]


def count_cases(db: SqlConnection, provisions: int = 60) -> CaseCounts:
    """Counts for browsing."""
    courts = db.execute("SELECT court, count(*) FROM cases GROUP BY court ORDER BY 2 DESC, 1").fetchall()
    years = db.execute("SELECT year, count(*) FROM cases WHERE year IS NOT NULL GROUP BY year ORDER BY year").fetchall()
    bases = db.execute(
        "SELECT base, count(DISTINCT case_id) FROM provisions GROUP BY base ORDER BY 2 DESC, 1 LIMIT ?", (provisions,)
    ).fetchall()
    return CaseCounts(tuple(courts), tuple(years), tuple(bases))


def cases_under(db: SqlConnection, acts: Collection[str], bases: Collection[str]) -> frozenset[CaseId]:
    """The cases that cite any section of some Acts, or one of some sections."""
    case_ids: set[str] = set()
    for act in acts:
        rows = db.execute("SELECT DISTINCT case_id FROM provisions WHERE base LIKE ?", (f"{act}-%",))
        case_ids |= {row[0] for row in rows}
    if bases:
        rows = db.execute(f"SELECT DISTINCT case_id FROM provisions WHERE base IN ({_marks(len(bases))})", [*bases])  # noqa: S608
        case_ids |= {row[0] for row in rows}
    return frozenset(map(CaseId, case_ids))


@dataclass(frozen=True, slots=True)
class SharedCitations:
    """Another case, and the decisions that both cite; `together` counts the later cases that cite both."""

    case_id: CaseId
    name: str
    shared: tuple[str, ...]
    together: int = 0


def citing_the_same(db: SqlConnection, case_id: CaseId, limit: int) -> list[SharedCitations]:
    """The cases that cite the same decisions, or are cited together with this one; most in common first."""
    shared: dict[str, list[str]] = {}
    rows = db.execute(
        "SELECT other.case_id, min(mine.name) FROM cites mine JOIN cites other"
        " ON coalesce(other.target, lower(other.name)) = coalesce(mine.target, lower(mine.name))"
        " WHERE mine.case_id = ? AND other.case_id != mine.case_id AND mine.name != ''"
        " GROUP BY other.case_id, coalesce(mine.target, lower(mine.name))",
        (case_id,),
    )
    for other, name in rows:
        shared.setdefault(other, []).append(name)
    rows = db.execute(
        "SELECT b.target, count(DISTINCT a.case_id) FROM cites a JOIN cites b ON a.case_id = b.case_id"
        " WHERE a.target = ? AND b.target IS NOT NULL AND b.target != a.target GROUP BY 1",
        (case_id,),
    )
    together = dict(rows.fetchall())
    ranked = sorted(
        {*shared, *together}, key=lambda other: (-len(shared.get(other, ())) - together.get(other, 0), other)
    )
    nearest = []
    for other in ranked[:limit]:
        row = db.execute("SELECT name FROM cases WHERE id = ?", (other,)).fetchone()
        if row:
            nearest.append(SharedCitations(CaseId(other), row[0], tuple(shared.get(other, ())), together.get(other, 0)))
    return nearest


# The citation graph: finds the stored case behind each cited judgment.

_NOWHERE = Span(0, 1)  # a stored link no longer has a position in a text

ParallelCitations = Callable[[str, date], Collection[str]]  # of the decision with this name and day, in normal form


def no_parallels(_name: str, _decided: date) -> Collection[str]:
    """Used when no parallel citations are known: a case has only its own citations."""
    return ()


class StoredCases:
    """Names and citations of all stored cases, in memory because each is looked up many times."""

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
            return None  # most cited cases are not in the store
        known = tuple(citation for text in citations if (citation := read_citation(text)) is not None)
        cited = resolve(PrecedentMention(_NOWHERE, name or None, citations=known), self).case_id
        if cited is None and len(citations) > len(known):
            exact = {case for text in citations for case in self.by_citation(normal_citation(text))}
            cited = exact.pop() if len(exact) == 1 else None
        return None if cited is None or cited == case_id or self._is_later(cited, case_id) else cited

    def _is_later(self, cited: CaseId, citing: CaseId) -> bool:
        return cited in self.decided and citing in self.decided and self.decided[cited] > self.decided[citing]


def resolved_links(
    db: SqlConnection, parallels: ParallelCitations = no_parallels
) -> tuple[int, list[tuple[CaseId | None, str, int]]]:
    """The number of links that have a stored case, and the changed ones as (target, citing case, place)."""
    stored = StoredCases(db, parallels)
    changes, resolved = [], 0
    for case_id, place, name, citations, target in db.execute(
        "SELECT case_id, place, name, citations, target FROM cites"
    ):
        cited = stored.target(CaseId(case_id), name, json.loads(citations))
        resolved += cited is not None
        if cited != target:
            changes.append((cited, case_id, place))
    return resolved, changes


_MENTIONS = 3  # of one case in one judgment; the first few say what there is to say about it
_BEFORE = _AFTER = 1  # sentences; a proposition comes before "See A v. B", and what was held there comes after


def citing_sentences(db: SqlConnection) -> Iterator[tuple[CaseId, CaseId, str]]:
    """Citing case, cited case, and how the one describes the other: the citing sentences and their neighbours."""
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
            sentence_numbers = sorted(
                {bisect_right(starts, at) - 1 for form in written for at in _occurrences(text, form)}
            )
            describing = dict.fromkeys(
                n
                for number in sentence_numbers[:_MENTIONS]
                for n in range(max(number - _BEFORE, 0), number + 1 + _AFTER)
            )
            description = " ".join(sentences[n].of(text) for n in describing if n < len(sentences))
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
