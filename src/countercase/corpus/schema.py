"""The tables of `cases.sqlite`: a case as their rows, how an older file is brought up to date, and what is damaged.

The child that reads a case makes its rows, and the process that owns the store writes them: plain values travel between
processes many times faster than the objects they stand for.
"""

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from countercase.corpus.read import PageSpan
from countercase.domain.case import (
    Case,
    CaseId,
    Chunk,
    ChunkId,
    CitedCase,
    Outcome,
    Paragraph,
    Party,
    PartyType,
    PrintedTreatment,
    SectionType,
    TextKind,
)
from countercase.domain.provision import Provision
from countercase.domain.span import OffsetMap, Span
from countercase.errors import LawError, WorkspaceError
from countercase.files import damaged, database_error, database_errors, error_code, packaged_statements
from countercase.law.citations import read_citation
from countercase.law.precedents.names import name_key
from countercase.postgres import SqlConnection

Row = tuple[str | int | None, ...]
# Everything that describes the current version; writing a case replaces all of it at once.
DESCRIPTION_TABLES = (
    "paragraphs", "chunks", "citations", "case_numbers", "provisions", "parties", "judges", "cites", "fact_sheets",
)  # fmt: skip
# The commonest forms that `Citation.normal` gives; a citation already in one of them need not be parsed again.
_NORMAL = re.compile(
    r"(?:\((?:1[89]|20)\d\d\) [1-9]\d? SCC|AIR (?:1[89]|20)\d\d SC|\[(?:1[89]|20)\d\d\] (?:Supp\. )?[1-9]\d? SCR"
    r"|20\d\d INSC) [1-9]\d{0,3}",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class CaseRows:
    """One case. `case` lacks the version; `chunks` lack their texts, which are spans of `text`."""

    id: CaseId
    text: str
    case: Row
    chunks: Sequence[tuple[str, int, int, str, str | None, int | None]]
    tables: Mapping[str, Sequence[Row]]
    words: Row
    pages: str
    offsets: bytes | None


@lru_cache(maxsize=65536)  # the graph asks for the citations of all cases again and again
def normal_citation(text: str) -> str:
    """The form in which a citation is compared; one of an unknown report is compared as written."""
    if _NORMAL.fullmatch(text):
        return text
    citation = read_citation(text)
    return citation.normal if citation else " ".join(text.split())


def rows_of(
    case: Case,
    chunks: Sequence[Chunk],
    pages: Sequence[PageSpan] = (),
    offsets: OffsetMap | None = None,
    sheet: str | None = None,
) -> CaseRows:
    """The rows of a case with its passages, pages, offsets and fact sheet; every span is checked against the text."""
    _check(case, chunks)
    return CaseRows(
        id=case.id,
        text=case.text,
        case=_case_row(case),
        chunks=[(c.id, c.span.start, c.span.end, str(c.section), c.paragraph, c.page) for c in chunks],
        tables={**_lists(case), "fact_sheets": [(case.id, sheet)] if sheet is not None else []},
        words=_words(case),
        pages=json.dumps([(page.number, page.start, page.end, page.readable, page.ocr) for page in pages]),
        offsets=offsets.to_bytes() if offsets is not None else None,
    )


def _check(case: Case, chunks: Sequence[Chunk]) -> None:
    for chunk in chunks:
        if chunk.case_id != case.id or chunk.span.of(case.text) != chunk.text:
            raise ValueError(f"chunk {chunk.id} is not a span of case {case.id}")
    for paragraph in case.paragraphs:
        if paragraph.span.end > len(case.text):
            raise ValueError(f"paragraph {paragraph.number} reaches past case {case.id}")


def _case_row(case: Case) -> Row:
    decided = case.decided
    return (
        case.id,
        case.name,
        name_key(case.name),
        case.court,
        decided.isoformat() if decided else None,
        decided.year if decided else None,
        case.bench_strength,
        str(case.outcome) if case.outcome else None,
        case.source,
        str(case.text_kind),
    )


def _lists(case: Case) -> dict[str, list[Row]]:
    sides = (("petitioner", case.petitioner), ("respondent", case.respondent))
    return {
        "paragraphs": [
            (case.id, n, p.span.start, p.span.end, str(p.section), p.number, p.page)
            for n, p in enumerate(case.paragraphs)
        ],
        "citations": [(case.id, n, text, normal_citation(text)) for n, text in enumerate(case.citations)],
        "case_numbers": [(case.id, n, number) for n, number in enumerate(case.case_numbers)],
        "provisions": [(case.id, n, p.id, p.base, count) for n, (p, count) in enumerate(case.provisions.items())],
        "judges": [(case.id, n, judge) for n, judge in enumerate(case.bench)],
        "parties": [
            (case.id, side, party.name, str(party.type) if party.type else None) for side, party in sides if party
        ],
        "cites": [
            (case.id, n, cited.name, json.dumps(cited.citations), str(cited.treatment), cited.case_id)
            for n, cited in enumerate(case.cites)
        ],
    }


def _words(case: Case) -> Row:
    """What the case is looked up by: name, citations, provisions, numbers."""
    citations = "\n".join(dict.fromkeys((*case.citations, *map(normal_citation, case.citations))))
    provisions = "\n".join(provision.id for provision in case.provisions)
    return case.name, citations, provisions, "\n".join(case.case_numbers)


def write_rows(db: SqlConnection, rows: CaseRows, version: int) -> None:
    """Write the case and its description, replacing what was there."""
    num = _write_case(db, rows, version)
    for table, lines in rows.tables.items():
        if lines:
            marks = ", ".join("?" * len(lines[0]))
            db.executemany(f"INSERT INTO {table} VALUES ({marks})", lines)  # noqa: S608
    db.executemany(
        f"INSERT INTO chunks ({CHUNK_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        [(id, rows.id, start, end, rows.text[start:end], *rest) for id, start, end, *rest in rows.chunks],  # noqa: A001
    )
    db.execute(
        "INSERT INTO case_words (rowid, name, citations, provisions, numbers) VALUES (?, ?, ?, ?, ?)",
        (num, *rows.words),
    )


def _write_case(db: SqlConnection, rows: CaseRows, version: int) -> int:
    """Write the row of the case itself and remove the description of an earlier version."""
    stored = db.execute("SELECT num FROM cases WHERE id = ?", (rows.id,)).fetchone()
    if stored is None:
        added = db.execute(
            "INSERT INTO cases (version, id, name, name_key, court, decided, year, bench_strength, outcome, source,"
            " text_kind) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING num",
            (version, *rows.case),
        )
        return int(added.fetchone()[0])
    db.execute(
        "UPDATE cases SET version = ?, id = ?, name = ?, name_key = ?, court = ?, decided = ?, year = ?,"
        " bench_strength = ?, outcome = ?, source = ?, text_kind = ? WHERE num = ?",
        (version, *rows.case, stored[0]),
    )
    _remove_description(db, rows.id, stored[0])
    return int(stored[0])


def _remove_description(db: SqlConnection, case_id: CaseId, num: int) -> None:
    for table in DESCRIPTION_TABLES:
        db.execute(f"DELETE FROM {table} WHERE case_id = ?", (case_id,))  # noqa: S608
    db.execute("DELETE FROM case_words WHERE rowid = ?", (num,))


def remove_rows(db: SqlConnection, case_id: CaseId, num: int) -> None:
    """Remove everything stored about a case; `num` is its row number."""
    _remove_description(db, case_id, num)
    db.execute("UPDATE cites SET target = NULL WHERE target = ?", (case_id,))
    db.execute("DELETE FROM versions WHERE case_id = ?", (case_id,))
    db.execute("DELETE FROM cases WHERE num = ?", (num,))


# Rows of the store as a case and its passages.

CHUNK_COLUMNS = 'id, case_id, start, "end", text, section, paragraph, page'


def read_case(db: SqlConnection, case_id: CaseId) -> Case | None:
    """The current version of a case."""
    row = db.execute(
        "SELECT c.name, c.court, c.decided, c.outcome, c.source, c.text_kind, v.text FROM cases c"
        " JOIN versions v ON v.case_id = c.id AND v.version = c.version WHERE c.id = ?",
        (case_id,),
    ).fetchone()
    if row is None:
        return None
    name, court, decided, outcome, source, text_kind, text = row
    parties = {side: Party(who, PartyType(kind) if kind else None) for side, who, kind in _of(db, "parties", case_id)}
    return Case(
        id=case_id,
        text=text,
        name=name,
        court=court,
        decided=date.fromisoformat(decided) if decided else None,
        bench=tuple(judge for _, judge in _of(db, "judges", case_id)),
        citations=tuple(citation for _, citation, _ in _of(db, "citations", case_id)),
        case_numbers=tuple(number for _, number in _of(db, "case_numbers", case_id)),
        petitioner=parties.get("petitioner"),
        respondent=parties.get("respondent"),
        provisions={Provision.parse(provision): count for _, provision, _, count in _of(db, "provisions", case_id)},
        outcome=Outcome(outcome) if outcome else None,
        cites=tuple(map(_cited, _of(db, "cites", case_id))),
        paragraphs=tuple(map(_paragraph, _of(db, "paragraphs", case_id))),
        source=source,
        text_kind=TextKind(text_kind),
    )


def read_chunk(row: Sequence[Any]) -> Chunk:
    """A chunk from `CHUNK_COLUMNS`."""
    chunk_id, case_id, start, end, text, section, paragraph, page = row
    return Chunk(ChunkId(chunk_id), CaseId(case_id), Span(start, end), text, SectionType(section), paragraph, page)


def _of(db: SqlConnection, table: str, case_id: CaseId) -> list[tuple[Any, ...]]:
    """The rows of a case without its id, in order."""
    rows = db.execute(f"SELECT * FROM {table} WHERE case_id = ? ORDER BY 2", (case_id,))  # noqa: S608
    return [row[1:] for row in rows]


def _cited(row: Sequence[Any]) -> CitedCase:
    _, name, citations, treatment, target = row
    return CitedCase(
        name, tuple(json.loads(citations)), PrintedTreatment(treatment), CaseId(target) if target else None
    )


def _paragraph(row: Sequence[Any]) -> Paragraph:
    _, start, end, section, number, page = row
    return Paragraph(Span(start, end), SectionType(section), number, page)


# The file, at the newest schema.

APPLICATION_ID = 0x434F5543  # "COUC": distinguishes our files from other SQLite files
BUSY_SECONDS = 60.0  # a writer waits this long for another before it gives up

# We begin transactions ourselves; one connection serves all threads of a store, which take turns.
_OPTIONS: dict[str, Any] = {"timeout": BUSY_SECONDS, "isolation_level": None, "check_same_thread": False}
_WAL_PAGES = 4000  # 16 MB before the log is copied into the file, so a page that many cases change is copied once

_VERSIONS = 2  # schema versions: `data/schema_1.sql` and so on; files are added, never changed


@cache
def migrations() -> tuple[tuple[str, ...], ...]:
    """The statements of each schema version; a file at version n has had the first n applied."""
    names = (f"schema_{version}.sql" for version in range(1, _VERSIONS + 1))
    return tuple(packaged_statements("countercase.corpus", "data", name) for name in names)


def connect(path: Path) -> sqlite3.Connection:
    """An open store at the newest schema; an older file is migrated, a newer or foreign one is refused.

    A store that may not be written is opened for reading.
    """
    try:
        connection: sqlite3.Connection = sqlite3.connect(path, **_OPTIONS)
        return _prepared(connection, path)
    except sqlite3.DatabaseError as error:
        if error_code(error) in ("SQLITE_READONLY", "SQLITE_CANTOPEN") and path.is_file():
            return _connect_to_read(path)
        if isinstance(error, sqlite3.ProgrammingError):
            raise  # a bug of ours
        raise database_error(path, error) or damaged(path, error) from None
    except UnicodeDecodeError:  # SQLite quotes the damage in its message
        raise damaged(path, "its tables cannot be read") from None


def _prepared(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_WAL_PAGES}")
        connection.execute("PRAGMA foreign_keys = ON")
        _migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a store that may not be written. SQLite needs no lock there, since nobody can write."""
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        raise WorkspaceError(
            f"{path} may only be read, and its log holds unfinished changes. Open it once where it may be written."
        )
    with database_errors(path):
        connection: sqlite3.Connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?immutable=1", uri=True, **_OPTIONS
        )
        try:
            if schema_version(connection) != len(migrations()):
                raise WorkspaceError(
                    f"{path} may only be read and is of another version. Open it once where it may be written."
                )
        except BaseException:
            connection.close()
            raise
    return connection


def schema_version(connection: SqlConnection) -> int:
    """The number of migrations that were applied to the file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    version = schema_version(connection)
    if version == len(migrations()):
        return
    if version > len(migrations()):
        raise WorkspaceError(f"{path} was made by a newer countercase (schema {version}). Update countercase.")
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    if owner not in (0, APPLICATION_ID) or (version == 0 and _has_tables(connection)):
        raise WorkspaceError(f"{path} is not a case store of ours. Choose another workspace.")
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have migrated while we waited for the lock.
        for number in range(schema_version(connection), len(migrations())):
            for statement in migrations()[number]:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations())}")
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:  # a full disk has ended it already
            connection.execute("ROLLBACK")
        raise


def _has_tables(connection: sqlite3.Connection) -> bool:
    """Whether another program has made tables here; those of another process of ours do not count."""
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return bool(names) and "versions" not in names


def schema_damage(connection: SqlConnection) -> Iterator[str]:
    """The tables and indexes that differ from what the migrations create."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for migration in migrations():
            for statement in migration:
                fresh.execute(statement)
        expected, actual = (dict(db.execute("SELECT name, sql FROM sqlite_master")) for db in (fresh, connection))
    for name in expected.keys() | actual.keys():
        if not name.startswith("sqlite_stat") and expected.get(name) != actual.get(name):
            yield f"{name}: its definition is damaged"


# Whether a store is intact: the file, the links between its tables, and every span against its text.

_CHUNKS = f"SELECT {CHUNK_COLUMNS} FROM chunks"  # noqa: S608


def find_damage(db: SqlConnection) -> Iterator[str]:
    """One line for each thing that is wrong."""
    try:
        yield from (f"file: {row[0]}" for row in db.execute("PRAGMA integrity_check") if row[0] != "ok")
        yield from (
            f"{row[0]}: row {row[1]} points at a missing {row[2]}" for row in db.execute("PRAGMA foreign_key_check")
        )
        yield from schema_damage(db)
        _check_words(db)
        yield from _unlisted(db)
        yield from _wrong_spans(db)
        yield from unreadable_cases(db)
    except (sqlite3.DatabaseError, UnicodeDecodeError, TypeError) as error:
        yield f"file: {error}"


def _check_words(db: SqlConnection) -> None:
    """Let SQLite check the word index. The check counts as a write, so a read-only store skips it."""
    try:
        db.execute("INSERT INTO case_words (case_words) VALUES ('integrity-check')")
    except sqlite3.OperationalError as error:
        if error_code(error) not in ("SQLITE_READONLY", "SQLITE_BUSY", "SQLITE_FULL"):
            raise


def _unlisted(db: SqlConnection) -> Iterator[str]:
    """Cases that have no text or cannot be looked up."""
    for (case_id,) in db.execute(
        "SELECT c.id FROM cases c LEFT JOIN versions v ON v.case_id = c.id AND v.version = c.version"
        " WHERE v.case_id IS NULL"
    ):
        yield f"case {case_id}: its text is missing"
    for (case_id,) in db.execute("SELECT id FROM cases WHERE num NOT IN (SELECT rowid FROM case_words)"):
        yield f"case {case_id}: cannot be looked up"


def unreadable_cases(db: SqlConnection) -> Iterator[str]:
    """Cases whose values make no sense, such as a section of no known kind."""
    for (case_id,) in db.execute("SELECT id FROM cases").fetchall():
        try:
            read_case(db, case_id)
            for row in db.execute(f"{_CHUNKS} WHERE case_id = ?", (case_id,)):
                read_chunk(row)
        except (ValueError, TypeError, KeyError, LawError) as error:
            yield f"case {case_id}: cannot be read ({error})"


def _wrong_spans(db: SqlConnection) -> Iterator[str]:
    cases = db.execute("SELECT c.id, v.text FROM cases c JOIN versions v ON v.case_id = c.id AND v.version = c.version")
    for case_id, text in cases:
        for chunk_id, start, end, passage in db.execute(
            'SELECT id, start, "end", text FROM chunks WHERE case_id = ?', (case_id,)
        ):
            if text[start:end] != passage:
                yield f"chunk {chunk_id}: differs from its span in the text"
        for place, start, end in db.execute('SELECT place, start, "end" FROM paragraphs WHERE case_id = ?', (case_id,)):
            if not 0 <= start < end <= len(text):
                yield f"case {case_id}: paragraph {place} reaches past the text"
