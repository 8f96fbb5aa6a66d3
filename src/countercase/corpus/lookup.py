"""Finds cases in the store by the words people remember, or by a filter."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from countercase.domain.case import CaseId, ChunkId
from countercase.domain.ranking import CaseFilter
from countercase.postgres import SqlConnection

# Words that people write and names, citations and provisions do not distinguish by.
_EMPTY = frozenset(
    ("v", "vs", "versus", "the", "of", "and", "ors", "anr", "others", "another", "section", "sections", "s", "u", "sec",
     "under", "us", "art", "in", "no", "nos", "case", "cases", "act")
)  # fmt: skip
_TOKEN = re.compile(r"\w+")


def find_cases(db: SqlConnection, text: str, limit: int) -> Iterator[tuple[CaseId, str]]:
    """Ids and names, best first: a phrase as it stands, then all its words; the last word may be unfinished."""
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
    """The words of a question; initials in a row are one ("s c c")."""
    words: list[str] = []
    for token in _TOKEN.findall(text.lower()):
        initial = len(token) == 1 and token.isalpha()
        if initial and words and all(len(part) == 1 and part.isalpha() for part in words[-1].split()):
            words[-1] += f" {token}"
        else:
            words.append(token)
    return words


def _either(word: str) -> str:
    """A word for FTS5; "S.C.C." is found as "SCC" and "A.K. Gopalan" as it stands."""
    return f'("{word}" OR "{word.replace(" ", "")}")' if " " in word else f'"{word}"'


def allowed_chunks(db: SqlConnection, wanted: CaseFilter) -> frozenset[ChunkId]:
    """The chunks that a filter admits. A case without a date is not in any year."""
    conditions, values = _conditions(wanted)
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    rows = db.execute(f"SELECT k.id FROM chunks k JOIN cases c ON c.id = k.case_id{where}", values)  # noqa: S608
    return frozenset(ChunkId(row[0]) for row in rows)


def allowed_cases(db: SqlConnection, wanted: CaseFilter) -> frozenset[CaseId]:
    """The cases that a filter admits, whatever it says of sections: there are thirty passages to a case."""
    conditions, values = _conditions(replace(wanted, sections=frozenset()))
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    rows = db.execute(f"SELECT c.id FROM cases c{where}", values)  # noqa: S608
    return frozenset(CaseId(row[0]) for row in rows)


def _conditions(wanted: CaseFilter) -> tuple[list[str], list[str | int]]:
    conditions: list[str] = []
    values: list[str | int] = []

    def also(condition: str, *given: str | int) -> None:
        conditions.append(condition)
        values.extend(given)

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
            f"({' OR '.join(['instr(lower(c.court), ?) > 0'] * len(wanted.courts))})",
            *map(str.lower, sorted(wanted.courts)),
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


def _marks(count: int) -> str:
    return ", ".join("?" * count)


# Browsing: what the store holds, counted, and cases that lean on the same decisions.


@dataclass(frozen=True, slots=True)
class CaseCounts:
    """How many cases each court, year, section and Act has; sections and courts with most cases first."""

    courts: tuple[tuple[str, int], ...]
    years: tuple[tuple[int, int], ...]
    provisions: tuple[tuple[str, int], ...]
    acts: Mapping[str, int]


def count_cases(db: SqlConnection, provisions: int = 60) -> CaseCounts:
    """Counts for browsing."""
    courts = db.execute("SELECT court, count(*) FROM cases GROUP BY court ORDER BY 2 DESC, 1").fetchall()
    years = db.execute("SELECT year, count(*) FROM cases WHERE year IS NOT NULL GROUP BY year ORDER BY year").fetchall()
    bases = db.execute(
        "SELECT base, count(DISTINCT case_id) FROM provisions GROUP BY base ORDER BY 2 DESC, 1 LIMIT ?", (provisions,)
    ).fetchall()
    acts = db.execute(
        "SELECT substr(base, 1, instr(base, '-') - 1), count(DISTINCT case_id) FROM provisions GROUP BY 1"
    ).fetchall()
    return CaseCounts(tuple(courts), tuple(years), tuple(bases), dict(acts))


def cases_under(db: SqlConnection, acts: Collection[str], bases: Collection[str]) -> frozenset[CaseId]:
    """The cases that cite any section of some Acts, or one of some sections."""
    found: set[str] = set()
    for act in acts:
        rows = db.execute("SELECT DISTINCT case_id FROM provisions WHERE base LIKE ? || '-%'", (act,))
        found |= {row[0] for row in rows}
    if bases:
        rows = db.execute(f"SELECT DISTINCT case_id FROM provisions WHERE base IN ({_marks(len(bases))})", [*bases])  # noqa: S608
        found |= {row[0] for row in rows}
    return frozenset(map(CaseId, found))


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
    found = []
    for other in ranked[:limit]:
        row = db.execute("SELECT name FROM cases WHERE id = ?", (other,)).fetchone()
        if row:
            found.append(SharedCitations(CaseId(other), row[0], tuple(shared.get(other, ())), together.get(other, 0)))
    return found
