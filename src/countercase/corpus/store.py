"""The case store: SQLite in WAL mode, one file per workspace. Every change is one transaction, so a kill loses nothing.

A reader sees the state before a change or after it, never between. One `Store` may be shared by threads.
"""

import json
import sqlite3
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Self

from countercase.corpus.lookup import (
    CaseCounts,
    ParallelCitations,
    SharedCitations,
    allowed_cases,
    allowed_chunks,
    cases_under,
    citing_sentences,
    citing_the_same,
    count_cases,
    find_cases,
    no_parallels,
    resolved_links,
)
from countercase.corpus.read import PageSpan, page_at, printable
from countercase.corpus.schema import (
    CHUNK_COLUMNS,
    CaseRows,
    connect,
    find_damage,
    read_case,
    read_chunk,
    remove_rows,
    rows_of,
    write_rows,
)
from countercase.domain.case import Case, CaseId, Chunk, ChunkId, PrintedTreatment
from countercase.domain.ranking import CaseFilter
from countercase.domain.span import OffsetMap
from countercase.errors import CorpusError, LawError, NotFound
from countercase.files import damaged, database_errors
from countercase.law.precedents import DatedCase
from countercase.postgres import SqlConnection

COUNTED = ("cases", "versions", "paragraphs", "chunks", "citations", "provisions", "cites", "fact_sheets", "quarantine")
_AT_ONCE = 500  # ids in one query to SQLite
_CURRENT = "FROM cases c JOIN versions v ON v.case_id = c.id AND v.version = c.version WHERE c.id = ?"
_CHUNKS = f"SELECT {CHUNK_COLUMNS} FROM chunks"  # noqa: S608


# Quarantine: the files that could not be read, with the reason and the hash of their bytes. No file is ever changed.


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A file, row or archive member that could not become a case, and why."""

    source: str
    reason: str
    sha256: str = ""
    at: str = ""


def _quarantine(db: SqlConnection, item: Quarantined) -> None:
    """Record a file; a later reason for the same file replaces the earlier one."""
    db.execute(
        "INSERT INTO quarantine VALUES (?, ?, ?, ?) ON CONFLICT (source) DO UPDATE SET"
        " sha256 = excluded.sha256, reason = excluded.reason, at = excluded.at",
        (item.source, item.sha256, item.reason, item.at),
    )


def _release(db: SqlConnection, source: str) -> None:
    """Remove a file from quarantine, because it has been read after all."""
    db.execute("DELETE FROM quarantine WHERE source = ?", (source,))


def _quarantined(db: SqlConnection) -> Iterator[Quarantined]:
    """All files in quarantine, by source."""
    for source, sha256, reason, at in db.execute("SELECT * FROM quarantine ORDER BY source"):
        yield Quarantined(source, reason, sha256, at)


class Put(StrEnum):
    """What `put` did."""

    ADDED = "added"
    UNCHANGED = "unchanged"
    NEW_VERSION = "new version"
    READ_AGAIN = "read again"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a stored text comes from: the source, its bytes, its pages, and the map back to the text as read."""

    source: str
    sha256: str
    version: int = 1
    pages: tuple[PageSpan, ...] = ()
    offsets: OffsetMap | None = None

    def original_position(self, offset: int) -> tuple[int | None, int]:
        """Page and offset, in the text as read, of a character of the stored text."""
        page = page_at(self.pages, offset)
        original = self.offsets.original(offset) if self.offsets else offset
        return (page.number if page else None), original


@dataclass(frozen=True, slots=True)
class CitedBy:
    """A stored case that cites another, and how it treats it."""

    case_id: CaseId
    treatment: PrintedTreatment


class Store:
    """All cases of a workspace. `parallels` gives further citations under which a stored case may be cited."""

    parallels: ParallelCitations = staticmethod(no_parallels)

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._db: SqlConnection = connect(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; the store cannot be used afterwards."""
        with self._lock:
            self._db.close()

    @contextmanager
    def _reading(self) -> Iterator[SqlConnection]:
        """Several reads that all see the same state of the store."""
        with self._lock, self._damage_is_reported():
            if self._db.in_transaction:
                yield self._db
                return
            self._db.execute("BEGIN")
            try:
                yield self._db
            finally:
                self._end("COMMIT")

    @contextmanager
    def _writing(self) -> Iterator[SqlConnection]:
        """One change, whole or not at all."""
        with self._lock, self._damage_is_reported():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("UPDATE meta SET value = value + 1 WHERE key = 'revision'")
                self._db.execute("COMMIT")
            except BaseException:
                self._end("ROLLBACK")
                raise

    @contextmanager
    def _damage_is_reported(self) -> Iterator[None]:
        """Report damage as such. An error from an undamaged file is a bug and keeps its traceback."""
        try:
            with database_errors(self.path):
                yield
        except (sqlite3.Error, ValueError, TypeError, KeyError, LawError) as error:
            damage = next(find_damage(self._db), None)
            if damage is None:
                raise
            raise damaged(self.path, f"{damage}; {error}") from None

    def _end(self, how: str) -> None:
        if self._db.in_transaction:  # a full disk or a damaged page may have ended it already
            self._db.execute(how)

    @property
    def revision(self) -> int:
        """A number that grows with every change, so that a cache knows whether it is stale."""
        with self._reading() as db:
            return int(db.execute("SELECT value FROM meta WHERE key = 'revision'").fetchone()[0])

    def put(
        self,
        case: Case,
        chunks: Sequence[Chunk],
        source: str,
        sha: str,
        pages: Sequence[PageSpan] = (),
        offsets: OffsetMap | None = None,
        again: bool = False,
    ) -> Put:
        """Store a case. The same bytes change nothing unless `again`; other bytes make a new version."""
        return self.put_rows(rows_of(case, chunks, pages, offsets), source, sha, again)

    def put_rows(self, rows: CaseRows, source: str, sha: str, again: bool = False) -> Put:
        """Store a case that a child process has prepared."""
        with self._lock:
            if not again and (self.source_of(rows.id) or ("", ""))[1] == sha:
                return Put.UNCHANGED
            with self._writing() as db:
                before = self.source_of(rows.id)
                newest = 0 if before is None else _newest_version(db, rows.id)
                same = before is not None and before[1] == sha
                version = newest if same else newest + 1
                write_rows(db, rows, version)
                db.execute("DELETE FROM versions WHERE case_id = ? AND version = ?", (rows.id, version))
                db.execute(
                    "INSERT INTO versions VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (rows.id, version, sha, source, _now(), rows.text, rows.offsets, rows.pages),
                )
                _release(db, printable(source))
        if before is None:
            return Put.ADDED
        return Put.READ_AGAIN if same else Put.NEW_VERSION

    def remove(self, case_id: CaseId) -> str:
        """Remove a case with all its versions, and return its name. Cases that cite it stay, without the link."""
        with self._writing() as db:
            row = db.execute("SELECT num, name FROM cases WHERE id = ?", (case_id,)).fetchone()
            if row is None:
                raise NotFound(f"There is no case {case_id!r} here. Look it up by name or citation.")
            remove_rows(db, case_id, row[0])
        return str(row[1])

    def source_of(self, case_id: CaseId) -> tuple[str, str] | None:
        """Source and fingerprint of the current version of a case; None if the case is not stored."""
        with self._lock, self._damage_is_reported():
            row = self._db.execute(f"SELECT v.source, v.sha256 {_CURRENT}", (case_id,)).fetchone()
        return (row[0], row[1]) if row else None

    def get(self, case_id: CaseId) -> Case:
        """A case with everything that is known about it."""
        with self._reading() as db:
            case = read_case(db, case_id)
        if case is None:
            raise NotFound(f"There is no case {case_id!r} here. Look it up by name or citation.")
        return case

    def provenance(self, case_id: CaseId) -> Provenance:
        """Where the current text of a case comes from."""
        with self._reading() as db:
            row = db.execute(
                f"SELECT v.source, v.sha256, v.version, v.pages, v.offsets {_CURRENT}", (case_id,)
            ).fetchone()
        if row is None:
            raise NotFound(f"There is no case {case_id!r} here. Look it up by name or citation.")
        pages = tuple(PageSpan(*values) for values in json.loads(row[3]))
        return Provenance(row[0], row[1], row[2], pages, OffsetMap.from_bytes(row[4]) if row[4] else None)

    def versions(self, case_id: CaseId) -> list[str]:
        """The texts of a case, the oldest first."""
        with self._reading() as db:
            rows = db.execute("SELECT text FROM versions WHERE case_id = ? ORDER BY version", (case_id,))
            return [row[0] for row in rows]

    def case_ids(self) -> list[CaseId]:
        """All cases, by id."""
        with self._reading() as db:
            return [CaseId(row[0]) for row in db.execute("SELECT id FROM cases ORDER BY id")]

    def chunks(self, case_ids: Iterable[CaseId] | None = None) -> Iterator[Chunk]:
        """The passages of some cases, or of all, by chunk id within each case and by case id."""
        for case_id in sorted(set(case_ids)) if case_ids is not None else self.case_ids():
            with self._reading() as db:
                rows = db.execute(f"{_CHUNKS} WHERE case_id = ? ORDER BY id", (case_id,)).fetchall()
            yield from map(read_chunk, rows)

    def chunk(self, chunk_id: ChunkId) -> Chunk:
        """One passage."""
        chunks = self.chunks_by_id([chunk_id])
        if not chunks:
            raise CorpusError(
                f"No passage {chunk_id!r} in {self.path}. The index is older than the cases: index again."
            )
        return chunks[chunk_id]

    def chunks_by_id(self, chunk_ids: Sequence[ChunkId]) -> dict[ChunkId, Chunk]:
        """Many passages at once; unknown ids are left out."""
        chunks: dict[ChunkId, Chunk] = {}
        with self._reading() as db:
            for start in range(0, len(chunk_ids), _AT_ONCE):
                batch = chunk_ids[start : start + _AT_ONCE]
                marks = ", ".join("?" * len(batch))
                rows = db.execute(f"{_CHUNKS} WHERE id IN ({marks})", batch)
                chunks |= {chunk.id: chunk for chunk in map(read_chunk, rows)}
        return chunks

    def allowed(self, wanted: CaseFilter) -> frozenset[ChunkId]:
        """The passages that a filter admits."""
        with self._reading() as db:
            return allowed_chunks(db, wanted)

    def allowed_cases(self, wanted: CaseFilter) -> frozenset[CaseId]:
        """The cases that a filter admits, whatever it says about sections."""
        with self._reading() as db:
            return allowed_cases(db, wanted)

    def lookup(self, text: str, limit: int = 20) -> list[tuple[CaseId, str]]:
        """Cases by words of their name, citation, provision or number: ids and names, best first."""
        with self._reading() as db:
            return list(find_cases(db, text, limit))

    def find_one(self, words: str) -> CaseId:
        """The case with this id, or the only one with this name or citation. Raises NotFound, with some that fit."""
        if self.source_of(CaseId(words)):
            return CaseId(words)
        cases = self.lookup(words, 6)
        if len(cases) == 1:
            return cases[0][0]
        if not cases:
            raise NotFound(f"There is no case {words!r} here. Give its id, its name or its citation.")
        fitting = "; ".join(f"{case_id} ({name})" for case_id, name in cases[:5])
        raise NotFound(f"{words!r} fits several cases. Give one of these ids: {fitting}.")

    def count_cases(self) -> CaseCounts:
        """How many cases each court, year and section has."""
        with self._reading() as db:
            return count_cases(db)

    def newest_cases(self) -> list[CaseId]:
        """All cases, the latest first; those without a date come last."""
        with self._reading() as db:
            return [
                CaseId(row[0]) for row in db.execute("SELECT id FROM cases ORDER BY decided IS NULL, decided DESC, id")
            ]

    def cases_under(self, acts: Collection[str], bases: Collection[str] = ()) -> frozenset[CaseId]:
        """The cases that cite any section of some Acts, or one of some sections."""
        with self._reading() as db:
            return cases_under(db, acts, bases)

    def citing_the_same(self, case_id: CaseId, limit: int = 8) -> list[SharedCitations]:
        """The cases that rely on the same decisions, most in common first."""
        with self._reading() as db:
            return citing_the_same(db, case_id, limit)

    def by_citation(self, normal: str) -> Set[CaseId]:
        """The cases that carry a citation in its normal form."""
        with self._reading() as db:
            rows = db.execute("SELECT case_id FROM citations WHERE normal = ?", (normal,))
            return {CaseId(row[0]) for row in rows}

    def by_name(self, key: str) -> Set[DatedCase]:
        """The cases whose name has this `law.precedents.names.name_key`."""
        with self._reading() as db:
            rows = db.execute("SELECT id, decided FROM cases WHERE name_key = ?", (key,)).fetchall()
        return {DatedCase(CaseId(row[0]), date.fromisoformat(row[1]) if row[1] else None) for row in rows}

    def cited_by(self, case_id: CaseId) -> list[CitedBy]:
        """The stored cases that cite this one, by id; what it cites itself is in `get(...).cites`."""
        with self._reading() as db:
            rows = db.execute("SELECT case_id, treatment FROM cites WHERE target = ? ORDER BY 1, 2", (case_id,))
            return [CitedBy(CaseId(row[0]), PrintedTreatment(row[1])) for row in rows]

    def links(self) -> list[tuple[CaseId, CaseId]]:
        """Which stored case cites which, as far as the citations were resolved."""
        with self._reading() as db:
            rows = db.execute("SELECT DISTINCT case_id, target FROM cites WHERE target IS NOT NULL ORDER BY 1, 2")
            return [(CaseId(citing), CaseId(cited)) for citing, cited in rows if citing != cited]

    def citing_sentences(self) -> list[tuple[CaseId, CaseId, str]]:
        """Citing case, cited case, and how the one describes the other, as far as the citations were resolved."""
        with self._reading() as db:
            return list(citing_sentences(db))

    def resolve_links(self) -> int:
        """Find the stored case behind every citation, and return how many have one. Run after ingesting."""
        with self._lock:
            with self._reading() as db:
                resolved, changes = resolved_links(db, self.parallels)
            if changes:
                with self._writing() as db:
                    db.executemany("UPDATE cites SET target = ? WHERE case_id = ? AND place = ?", changes)
        return resolved

    def put_facts(self, case_id: CaseId, sheet: str) -> None:
        """Store the fact sheet of a case, as JSON."""
        with self._writing() as db:
            db.execute(
                "INSERT INTO fact_sheets VALUES (?, ?) ON CONFLICT (case_id) DO UPDATE SET sheet = excluded.sheet",
                (case_id, sheet),
            )

    def facts(self, case_id: CaseId) -> str | None:
        """The fact sheet of a case, as JSON."""
        with self._reading() as db:
            row = db.execute("SELECT sheet FROM fact_sheets WHERE case_id = ?", (case_id,)).fetchone()
        return row[0] if row else None

    def quarantine(self, source: str, reason: str, sha256: str = "") -> None:
        """Put a file into quarantine."""
        with self._writing() as db:
            _quarantine(db, Quarantined(source, reason, sha256, _now()))

    def quarantined(self) -> list[Quarantined]:
        """All files in quarantine."""
        with self._reading() as db:
            return list(_quarantined(db))

    def integrity_check(self) -> tuple[str, ...]:
        """What is wrong with the store, one per line; empty if nothing is."""
        with self._lock:
            return tuple(self._damage())

    def _damage(self) -> Iterator[str]:
        return find_damage(self._db)

    def counts(self) -> dict[str, int]:
        """How many rows each table has."""
        with self._reading() as db:
            return {
                table: int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608
                for table in COUNTED
            }


def _newest_version(db: SqlConnection, case_id: CaseId) -> int:
    return int(db.execute("SELECT max(version) FROM versions WHERE case_id = ?", (case_id,)).fetchone()[0])


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
