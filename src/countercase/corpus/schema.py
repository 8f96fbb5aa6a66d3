"""The tables of `cases.sqlite`, and how an older file is brought up to date."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from countercase.corpus.rows import CHUNK_COLUMNS, read_case, read_chunk
from countercase.errors import LawError, WorkspaceError
from countercase.files import damaged, database_error, database_errors, error_code
from countercase.postgres import SqlConnection

APPLICATION_ID = 0x434F5543  # "COUC": distinguishes our files from other SQLite files
BUSY_SECONDS = 60.0  # a writer waits this long for another before it gives up

# We begin transactions ourselves; one connection serves all threads of a store, which take turns.
_OPTIONS: dict[str, Any] = {"timeout": BUSY_SECONDS, "isolation_level": None, "check_same_thread": False}
_WAL_PAGES = 4000  # 16 MB before the log is copied into the file, so a page that many cases change is copied once

_FIRST = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    "INSERT INTO meta VALUES ('revision', 0)",
    """CREATE TABLE cases (
        num INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, name TEXT NOT NULL,
        name_key TEXT NOT NULL, court TEXT NOT NULL, decided TEXT, year INTEGER, bench_strength INTEGER, outcome TEXT,
        source TEXT NOT NULL)""",
    "CREATE INDEX cases_by_name ON cases (name_key)",
    "CREATE INDEX cases_by_year ON cases (year)",
    """CREATE TABLE versions (
        case_id TEXT NOT NULL REFERENCES cases (id), version INTEGER NOT NULL, sha256 TEXT NOT NULL,
        source TEXT NOT NULL, added_at TEXT NOT NULL, text TEXT NOT NULL, offsets BLOB, pages TEXT NOT NULL,
        PRIMARY KEY (case_id, version))""",
    """CREATE TABLE paragraphs (
        case_id TEXT NOT NULL REFERENCES cases (id), place INTEGER NOT NULL, start INTEGER NOT NULL,
        end INTEGER NOT NULL, section TEXT NOT NULL, number TEXT, page INTEGER,
        PRIMARY KEY (case_id, place)) WITHOUT ROWID""",
    """CREATE TABLE chunks (
        num INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, case_id TEXT NOT NULL REFERENCES cases (id),
        start INTEGER NOT NULL, end INTEGER NOT NULL, text TEXT NOT NULL, section TEXT NOT NULL, paragraph TEXT,
        page INTEGER)""",
    "CREATE INDEX chunks_by_case ON chunks (case_id)",
    """CREATE TABLE citations (
        case_id TEXT NOT NULL REFERENCES cases (id), place INTEGER NOT NULL, citation TEXT NOT NULL,
        normal TEXT NOT NULL, PRIMARY KEY (case_id, place)) WITHOUT ROWID""",
    "CREATE INDEX citations_by_normal ON citations (normal)",
    """CREATE TABLE case_numbers (
        case_id TEXT NOT NULL REFERENCES cases (id), place INTEGER NOT NULL, number TEXT NOT NULL,
        PRIMARY KEY (case_id, place)) WITHOUT ROWID""",
    """CREATE TABLE provisions (
        case_id TEXT NOT NULL REFERENCES cases (id), place INTEGER NOT NULL, provision TEXT NOT NULL,
        base TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (case_id, place)) WITHOUT ROWID""",
    "CREATE INDEX provisions_by_id ON provisions (provision)",
    "CREATE INDEX provisions_by_base ON provisions (base)",
    """CREATE TABLE parties (
        case_id TEXT NOT NULL REFERENCES cases (id), side TEXT NOT NULL, name TEXT NOT NULL, type TEXT,
        PRIMARY KEY (case_id, side)) WITHOUT ROWID""",
    """CREATE TABLE judges (
        case_id TEXT NOT NULL REFERENCES cases (id), place INTEGER NOT NULL, name TEXT NOT NULL,
        PRIMARY KEY (case_id, place)) WITHOUT ROWID""",
    """CREATE TABLE cites (
        case_id TEXT NOT NULL REFERENCES cases (id), place INTEGER NOT NULL, name TEXT NOT NULL,
        citations TEXT NOT NULL, treatment TEXT NOT NULL, target TEXT, PRIMARY KEY (case_id, place)) WITHOUT ROWID""",
    "CREATE INDEX cites_by_target ON cites (target)",
    "CREATE TABLE fact_sheets (case_id TEXT PRIMARY KEY REFERENCES cases (id), sheet TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE quarantine (
        source TEXT PRIMARY KEY, sha256 TEXT NOT NULL, reason TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID""",
    "CREATE VIRTUAL TABLE case_words USING fts5 (name, citations, provisions, numbers)",
)

# Whose words the text is. A digest of ours that an older version stored is recognised by its three headings.
_TEXT_KIND = (
    "ALTER TABLE cases ADD COLUMN text_kind TEXT NOT NULL DEFAULT 'judgment'",
    """UPDATE cases SET text_kind = 'digest' WHERE id IN (
        SELECT case_id FROM versions WHERE text LIKE 'Facts' || char(10) || '%'
        AND text LIKE '%' || char(10) || 'Issue' || char(10) || '%'
        AND text LIKE '%' || char(10) || 'Held' || char(10) || '%')""",
)

# One entry per schema version; a file at version n has had the first n applied. Entries are added, never changed.
MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST, _TEXT_KIND)


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
            if schema_version(connection) != len(MIGRATIONS):
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
    if version == len(MIGRATIONS):
        return
    if version > len(MIGRATIONS):
        raise WorkspaceError(f"{path} was made by a newer countercase (schema {version}). Update countercase.")
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    if owner not in (0, APPLICATION_ID) or (version == 0 and _has_tables(connection)):
        raise WorkspaceError(f"{path} is not a case store of ours. Choose another workspace.")
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have migrated while we waited for the lock.
        for number in range(schema_version(connection), len(MIGRATIONS)):
            for statement in MIGRATIONS[number]:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
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
        for migration in MIGRATIONS:
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
