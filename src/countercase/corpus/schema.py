"""The tables of `cases.sqlite`, and how an older file is brought up to date."""

import sqlite3
from pathlib import Path

from countercase.errors import WorkspaceError
from countercase.postgres import SqlConnection

APPLICATION_ID = 0x434F5543  # "COUC": tells our files from any other SQLite file
BUSY_SECONDS = 60.0  # a writer waits this long for another before it gives up

_WAL_PAGES = 4000  # 16 MB before the log is copied into the file: a page that many cases change is copied once

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

# Whose words the text is. A digest of ours that an older version stored is told by its three headings.
_TEXT_KIND = (
    "ALTER TABLE cases ADD COLUMN text_kind TEXT NOT NULL DEFAULT 'judgment'",
    """UPDATE cases SET text_kind = 'digest' WHERE id IN (
        SELECT case_id FROM versions WHERE text LIKE 'Facts' || char(10) || '%'
        AND text LIKE '%' || char(10) || 'Issue' || char(10) || '%'
        AND text LIKE '%' || char(10) || 'Held' || char(10) || '%')""",
)

# One entry a schema version; a file at version n has had the first n applied. Entries are never changed, only added.
MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST, _TEXT_KIND)


def connect(path: Path) -> sqlite3.Connection:
    """An open store at the newest schema; an older file is migrated, a newer or foreign one is refused."""
    try:
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    except sqlite3.OperationalError as error:
        raise WorkspaceError(f"{path} cannot be opened: {error}. Check the folder and its permissions.") from None
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_WAL_PAGES}")
        connection.execute("PRAGMA foreign_keys = ON")
        _migrate(connection, path)
    except sqlite3.DatabaseError as error:
        connection.close()
        raise WorkspaceError(f"{path} is damaged or no case store: {error}. Move it away and ingest again.") from None
    except WorkspaceError:
        connection.close()
        raise
    return connection


def schema_version(connection: SqlConnection) -> int:
    """How many migrations the file has had."""
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
    except sqlite3.Error:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _has_tables(connection: sqlite3.Connection) -> bool:
    """Whether another program, or another process of ours a moment ago, has made tables here."""
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return bool(names) and "versions" not in names
