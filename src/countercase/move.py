"""Copies a workspace to a shared store or back: cases, matters and the index.

The source is only read. An interrupted move can be run again and skips what has arrived. At the end the rows and
checksums of every table are compared on both sides.
"""

import hashlib
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countercase.corpus.schema import DESCRIPTION_TABLES, connect
from countercase.errors import CorpusError, InputError, RetrievalError, WorkspaceError
from countercase.postgres import MOVING, PostgresConnection, SqlConnection, is_database, without_password
from countercase.retrieval.index import generation_in_force, open_index
from countercase.retrieval.pgvector import current_generation, fetch, publish
from countercase.web.matter_store import FILE_NAME, connect_matters
from countercase.workspaces import Workspace

BATCH = 100  # cases per transaction
_CASE_TABLES = ("versions", *DESCRIPTION_TABLES)
_COLUMNS = {
    "cases": "num, id, version, name, name_key, court, decided, year, bench_strength, outcome, source, text_kind",
    "case_words": "rowid, name, citations, provisions, numbers",
    "versions": "case_id, version, sha256, source, added_at, text, offsets, pages",
    "paragraphs": 'case_id, place, start, "end", section, number, page',
    "chunks": 'num, id, case_id, start, "end", text, section, paragraph, page',
    "citations": "case_id, place, citation, normal",
    "case_numbers": "case_id, place, number",
    "provisions": "case_id, place, provision, base, count",
    "parties": "case_id, side, name, type",
    "judges": "case_id, place, name",
    "cites": "case_id, place, name, citations, treatment, target",
    "fact_sheets": "case_id, sheet",
    "quarantine": "source, sha256, reason, at",
    "matters": "id, version, title, sheet, locks, about, written, side, owner",
    "trees": "id, matter, version, content, written",
    "findings": "matter, version, what, content",
    "marks": "matter, case_id, mark, note",
}
_MATTERS = ("matters", "trees", "findings", "marks")
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class MovedTable:
    """How many rows a table has on both sides, and their common checksum."""

    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What both sides hold after a move. `skipped` counts cases that had arrived earlier; `index` says if it moved."""

    tables: dict[str, MovedTable]
    moved: int
    skipped: int
    index: str


@dataclass(frozen=True, slots=True)
class _Side:
    """One end of a move: its cases, its matters, and where its index is."""

    location: str
    cases: SqlConnection
    matters: SqlConnection
    indexes: Path | None
    database: PostgresConnection | None = None

    def connection_for(self, table: str) -> SqlConnection:
        """The connection that holds a table."""
        return self.matters if table in _MATTERS else self.cases


def move(
    source: str, target: str, allow_remote: bool = False, progress: Progress = lambda _what, _done, _all: None
) -> MoveReport:
    """Copy everything from a folder to a database or back. Raises CorpusError if the two sides differ at the end."""
    if source == target:
        raise InputError("Source and target are the same. Give another folder or database with --to.")
    if is_database(source) == is_database(target):
        raise InputError("A move goes from a folder to a database or back. Copy a folder or dump a database instead.")
    with (
        _opened(source, allow_remote, create=False) as origin,
        _opened(target, allow_remote, create=True) as destination,
    ):
        _refuse_waiting_jobs(origin)
        _claim(origin, destination)
        moved, skipped = _move_cases(origin, destination, progress)
        for table in ("quarantine", *_MATTERS):
            _move_table(origin, destination, table)
        tables = _compare(origin, destination, progress)
        index = _move_index(origin, destination, progress)
        _finish(origin, destination)
    return MoveReport(tables, moved, skipped, index)


@contextmanager
def _opened(location: str, allow_remote: bool, create: bool) -> Iterator[_Side]:
    if is_database(location):
        database = PostgresConnection(location, allow_remote)
        try:
            yield _Side(database.location, database, database, None, database)
        finally:
            database.close()
        return
    workspace = Workspace(Path(location))
    if create:
        workspace.create().close()
    elif not workspace.cases.is_file():
        raise WorkspaceError(f"No cases in {location}. Give the folder with --workspace.")
    cases, matters = connect(workspace.cases), connect_matters(workspace.folder / FILE_NAME)
    try:
        yield _Side(location, cases, matters, workspace.indexes)
    finally:
        cases.close()
        matters.close()


def _refuse_waiting_jobs(origin: _Side) -> None:
    if origin.database is None:
        return
    waiting = origin.cases.execute("SELECT count(*) FROM jobs WHERE state IN ('waiting', 'running')").fetchone()[0]
    if waiting:
        raise WorkspaceError(
            f"{waiting} jobs are waiting in {origin.location}. Let them finish or cancel them, then move."
        )


def _claim(origin: _Side, destination: _Side) -> None:
    """Mark the target as half-way, or resume a move from the same source. Never touches other cases there."""
    if destination.database is not None:
        free = destination.cases.execute("SELECT pg_try_advisory_lock(?)", (MOVING,)).fetchone()[0]
        if not free:
            raise WorkspaceError(f"Another process is moving cases to {destination.location}. Wait until it is done.")
    mark = zlib.crc32(origin.location.encode())
    row = destination.cases.execute("SELECT value FROM meta WHERE key = 'moving'").fetchone()
    if row is not None and row[0] != mark:
        raise WorkspaceError(f"{destination.location} is half-way through another move. Finish that one first.")
    if row is None:
        counts = [
            destination.connection_for(table).execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
            for table in ("cases", "matters")
        ]
        if any(counts) and _checksums(origin) != _checksums(destination):
            raise WorkspaceError(
                f"{destination.location} holds other cases or matters. Give an empty folder or database with --to."
            )
        destination.cases.execute("INSERT INTO meta VALUES ('moving', ?)", (mark,))


def _finish(origin: _Side, destination: _Side) -> None:
    revision = origin.cases.execute("SELECT value FROM meta WHERE key = 'revision'").fetchone()[0]
    destination.cases.execute("UPDATE meta SET value = ? WHERE key = 'revision'", (revision,))
    if destination.database is not None:  # rows keep their numbers, so new rows must start after them
        for table, column in (("cases", "num"), ("chunks", "num")):
            destination.cases.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'),"  # noqa: S608
                f" greatest(1, (SELECT coalesce(max({column}), 1) FROM {table})))"
            )
    destination.cases.execute("DELETE FROM meta WHERE key = 'moving'")


# Cases move in batches; each batch arrives completely or not at all.


def _move_cases(origin: _Side, destination: _Side, progress: Progress) -> tuple[int, int]:
    ids = [row[0] for row in origin.cases.execute("SELECT id FROM cases ORDER BY id").fetchall()]
    removed = {row[0] for row in destination.cases.execute("SELECT id FROM cases").fetchall()}.difference(ids)
    moved = skipped = 0
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        rows = _rows_of_cases(origin.cases, batch)
        if rows == _rows_of_cases(destination.cases, batch):
            skipped += len(batch)
        else:
            _replace_cases(destination.cases, batch, rows)
            moved += len(batch)
        progress("cases", start + len(batch), len(ids))
    if removed:
        _replace_cases(destination.cases, sorted(removed), {})
    return moved, skipped


def _rows_of_cases(db: SqlConnection, ids: Sequence[str]) -> dict[str, list[tuple[Any, ...]]]:
    marks = ", ".join("?" * len(ids))
    rows = {"cases": db.execute(f"SELECT {_COLUMNS['cases']} FROM cases WHERE id IN ({marks})", ids).fetchall()}  # noqa: S608
    for table in _CASE_TABLES:
        rows[table] = db.execute(f"SELECT {_COLUMNS[table]} FROM {table} WHERE case_id IN ({marks})", ids).fetchall()  # noqa: S608
    numbers = [row[0] for row in rows["cases"]]
    marks = ", ".join("?" * len(numbers))
    rows["case_words"] = (
        db.execute(f"SELECT {_COLUMNS['case_words']} FROM case_words WHERE rowid IN ({marks})", numbers).fetchall()  # noqa: S608
        if numbers
        else []
    )
    return {table: sorted(lines, key=repr) for table, lines in rows.items()}


def _replace_cases(db: SqlConnection, ids: Sequence[str], rows: dict[str, list[tuple[Any, ...]]]) -> None:
    marks = ", ".join("?" * len(ids))
    with _transaction(db):
        db.execute(f"DELETE FROM case_words WHERE rowid IN (SELECT num FROM cases WHERE id IN ({marks}))", ids)  # noqa: S608
        for table in _CASE_TABLES:
            db.execute(f"DELETE FROM {table} WHERE case_id IN ({marks})", ids)  # noqa: S608
        db.execute(f"DELETE FROM cases WHERE id IN ({marks})", ids)  # noqa: S608
        for table in ("cases", *_CASE_TABLES, "case_words"):
            _insert(db, table, rows.get(table, []))


def _insert(db: SqlConnection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        db.executemany(f"INSERT INTO {table} ({_COLUMNS[table]}) VALUES ({marks})", rows)  # noqa: S608


def _move_table(origin: _Side, destination: _Side, table: str) -> None:
    order = " ORDER BY rowid" if table == "trees" else ""
    rows = origin.connection_for(table).execute(f"SELECT {_COLUMNS[table]} FROM {table}{order}").fetchall()  # noqa: S608
    db = destination.connection_for(table)
    keys = {row[0] for row in rows}
    new = [key for (key,) in db.execute(f"SELECT {_COLUMNS[table].split(',')[0]} FROM {table}") if key not in keys]  # noqa: S608
    if new:
        raise WorkspaceError(
            f"{destination.location} has gained {table} of its own since the move began ({new[0]}); nothing was "
            "replaced. Stop the server there, remove them, and run the same move again."
        )
    with _transaction(db):
        db.execute(f"DELETE FROM {table}")  # noqa: S608
        _insert(db, table, rows)


@contextmanager
def _transaction(db: SqlConnection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


# Comparing both sides.


def _compare(origin: _Side, destination: _Side, progress: Progress) -> dict[str, MovedTable]:
    progress("checksums", 0, 2)
    expected = _checksums(origin)
    progress("checksums", 1, 2)
    arrived = _checksums(destination)
    progress("checksums", 2, 2)
    for table, wanted in expected.items():
        if arrived[table] != wanted:
            raise CorpusError(
                f"{table}: {wanted.rows} rows in {origin.location}, {arrived[table].rows} in {destination.location}, "
                f"or their content differs. Was {origin.location} changed meanwhile? The move did not change it. "
                "Run the same move again."
            )
    return expected


def _checksums(side: _Side) -> dict[str, MovedTable]:
    """Row count and checksum of every table. The hashes of the rows are added, so that order does not matter."""
    tables = {}
    for table, columns in _COLUMNS.items():
        count = total = 0
        for row in _in_blocks(side.connection_for(table).execute(f"SELECT {columns} FROM {table}")):  # noqa: S608
            digest = hashlib.sha256(repr(tuple(row)).encode("utf-8", "surrogatepass")).digest()
            total = (total + int.from_bytes(digest, "big")) % 2**256
            count += 1
        tables[table] = MovedTable(count, f"{total:064x}")
    return tables


def _in_blocks(cursor: Any) -> Iterator[tuple[Any, ...]]:
    while rows := cursor.fetchmany(1000):
        yield from rows


# The index is moved too, so that nothing has to be encoded again.


def _move_index(origin: _Side, destination: _Side, progress: Progress) -> str:
    progress("index", 0, 1)
    try:
        if destination.database is not None:
            generation = generation_in_force(origin.indexes) if origin.indexes else None
            if generation is None or origin.indexes is None:
                return "none: run countercase index"
            open_index(origin.indexes)  # raises if the index is damaged
            publish(destination.database, generation)
        elif origin.database is not None and destination.indexes is not None:
            if not current_generation(origin.database) or fetch(origin.database, destination.indexes) is None:
                return "none: run countercase index"
            open_index(destination.indexes)
    except RetrievalError as error:
        return f"not moved ({error})"
    progress("index", 1, 1)
    return "moved with its vectors"


def printable_location(location: str) -> str:
    """A folder or database as it may be printed: without its password."""
    return without_password(location) if is_database(location) else location
