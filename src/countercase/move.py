"""Carries a workspace to a shared store and back: cases, matters and the index.

The source is only read. What has arrived is skipped when a move that was stopped is run again, and at the end every
table is counted and checksummed on both sides.
"""

import hashlib
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countercase.corpus.rows import DESCRIPTION_TABLES
from countercase.corpus.schema import connect
from countercase.errors import CorpusError, InputError, RetrievalError, WorkspaceError
from countercase.postgres import MOVING, PostgresConnection, SqlConnection, is_database, without_password
from countercase.retrieval.index import generation_in_force, open_index
from countercase.retrieval.pgvector import current_generation, fetch, publish
from countercase.web.matter_store import FILE_NAME, connect_matters
from countercase.workspaces import Workspace

AT_ONCE = 100  # cases in one transaction
_OF_CASE = ("versions", *DESCRIPTION_TABLES)
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
Told = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class MovedTable:
    """How many rows of a table stand on both sides, and their common checksum."""

    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What stands on both sides after a move. `skipped` cases had arrived before; `index` says what became of it."""

    tables: dict[str, MovedTable]
    moved: int
    skipped: int
    index: str


@dataclass(frozen=True, slots=True)
class _Side:
    """One end of a move: its cases, its matters, and where its index is."""

    place: str
    cases: SqlConnection
    matters: SqlConnection
    indexes: Path | None
    database: PostgresConnection | None = None

    def tables_of(self, table: str) -> SqlConnection:
        """The connection that holds a table."""
        return self.matters if table in _MATTERS else self.cases


def move(
    source: str, target: str, allow_remote: bool = False, told: Told = lambda _what, _done, _all: None
) -> MoveReport:
    """Carry everything from a folder or database to another; CorpusError where the two sides differ at the end."""
    if source == target:
        raise InputError("The workspace is there already. Give another place with --to.")
    if is_database(source) == is_database(target):
        raise InputError("A move goes from a folder to a database or back. Copy a folder or dump a database instead.")
    with _opened(source, allow_remote, make=False) as here, _opened(target, allow_remote, make=True) as there:
        _refuse_waiting_jobs(here)
        _claim(here, there)
        moved, skipped = _move_cases(here, there, told)
        for table in ("quarantine", *_MATTERS):
            _move_table(here, there, table)
        tables = _compared(here, there, told)
        index = _move_index(here, there, told)
        _finish(here, there)
    return MoveReport(tables, moved, skipped, index)


@contextmanager
def _opened(place: str, allow_remote: bool, make: bool) -> Iterator[_Side]:
    if is_database(place):
        database = PostgresConnection(place, allow_remote)
        try:
            yield _Side(database.place, database, database, None, database)
        finally:
            database.close()
        return
    workspace = Workspace(Path(place))
    if make:
        workspace.create().close()
    elif not workspace.cases.is_file():
        raise WorkspaceError(f"No cases in {place}. Give the folder with --workspace.")
    cases, matters = connect(workspace.cases), connect_matters(workspace.folder / FILE_NAME)
    try:
        yield _Side(str(place), cases, matters, workspace.indexes)
    finally:
        cases.close()
        matters.close()


def _refuse_waiting_jobs(here: _Side) -> None:
    if here.database is None:
        return
    waiting = here.cases.execute("SELECT count(*) FROM jobs WHERE state IN ('waiting', 'running')").fetchone()[0]
    if waiting:
        raise WorkspaceError(f"{waiting} jobs are waiting in {here.place}. Let them end or cancel them, then move.")


def _claim(here: _Side, there: _Side) -> None:
    """Mark the target as half-way, or go on with a move from the same source; other cases there are never touched."""
    if there.database is not None:
        free = there.cases.execute("SELECT pg_try_advisory_lock(?)", (MOVING,)).fetchone()[0]
        if not free:
            raise WorkspaceError(f"Another process is moving cases to {there.place}. Wait until it is done.")
    mark = zlib.crc32(here.place.encode())
    row = there.cases.execute("SELECT value FROM meta WHERE key = 'moving'").fetchone()
    if row is not None and row[0] != mark:
        raise WorkspaceError(f"{there.place} is half-way through another move. Finish that one first.")
    if row is None:
        held = [
            there.tables_of(table).execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
            for table in ("cases", "matters")
        ]
        if any(held) and _checksums(here) != _checksums(there):
            raise WorkspaceError(f"{there.place} holds other cases or matters. Give an empty place with --to.")
        there.cases.execute("INSERT INTO meta VALUES ('moving', ?)", (mark,))


def _finish(here: _Side, there: _Side) -> None:
    revision = here.cases.execute("SELECT value FROM meta WHERE key = 'revision'").fetchone()[0]
    there.cases.execute("UPDATE meta SET value = ? WHERE key = 'revision'", (revision,))
    if there.database is not None:  # rows came with their numbers; new ones must not meet them
        for table, column in (("cases", "num"), ("chunks", "num")):
            there.cases.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'),"  # noqa: S608
                f" greatest(1, (SELECT coalesce(max({column}), 1) FROM {table})))"
            )
    there.cases.execute("DELETE FROM meta WHERE key = 'moving'")


# Cases, a few at a time: each group arrives whole or not at all.


def _move_cases(here: _Side, there: _Side, told: Told) -> tuple[int, int]:
    ids = [row[0] for row in here.cases.execute("SELECT id FROM cases ORDER BY id").fetchall()]
    gone = {row[0] for row in there.cases.execute("SELECT id FROM cases").fetchall()}.difference(ids)
    moved = skipped = 0
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        rows = _rows_of_cases(here.cases, some)
        if rows == _rows_of_cases(there.cases, some):
            skipped += len(some)
        else:
            _replace_cases(there.cases, some, rows)
            moved += len(some)
        told("cases", start + len(some), len(ids))
    if gone:
        _replace_cases(there.cases, sorted(gone), {})
    return moved, skipped


def _rows_of_cases(db: SqlConnection, ids: Sequence[str]) -> dict[str, list[tuple[Any, ...]]]:
    marks = ", ".join("?" * len(ids))
    rows = {"cases": db.execute(f"SELECT {_COLUMNS['cases']} FROM cases WHERE id IN ({marks})", ids).fetchall()}  # noqa: S608
    for table in _OF_CASE:
        rows[table] = db.execute(f"SELECT {_COLUMNS[table]} FROM {table} WHERE case_id IN ({marks})", ids).fetchall()  # noqa: S608
    numbers = [row[0] for row in rows["cases"]]
    marks = ", ".join("?" * len(numbers))
    rows["case_words"] = (
        db.execute(f"SELECT {_COLUMNS['case_words']} FROM case_words WHERE rowid IN ({marks})", numbers).fetchall()  # noqa: S608
        if numbers
        else []
    )
    return {table: sorted(found, key=repr) for table, found in rows.items()}


def _replace_cases(db: SqlConnection, ids: Sequence[str], rows: dict[str, list[tuple[Any, ...]]]) -> None:
    marks = ", ".join("?" * len(ids))
    with _transaction(db):
        db.execute(f"DELETE FROM case_words WHERE rowid IN (SELECT num FROM cases WHERE id IN ({marks}))", ids)  # noqa: S608
        for table in _OF_CASE:
            db.execute(f"DELETE FROM {table} WHERE case_id IN ({marks})", ids)  # noqa: S608
        db.execute(f"DELETE FROM cases WHERE id IN ({marks})", ids)  # noqa: S608
        for table in ("cases", *_OF_CASE, "case_words"):
            _insert(db, table, rows.get(table, []))


def _insert(db: SqlConnection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        db.executemany(f"INSERT INTO {table} ({_COLUMNS[table]}) VALUES ({marks})", rows)  # noqa: S608


def _move_table(here: _Side, there: _Side, table: str) -> None:
    order = " ORDER BY rowid" if table == "trees" else ""
    rows = here.tables_of(table).execute(f"SELECT {_COLUMNS[table]} FROM {table}{order}").fetchall()  # noqa: S608
    db = there.tables_of(table)
    keys = {row[0] for row in rows}
    new = [key for (key,) in db.execute(f"SELECT {_COLUMNS[table].split(',')[0]} FROM {table}") if key not in keys]  # noqa: S608
    if new:
        raise WorkspaceError(
            f"{there.place} has got {table} of its own since the move began ({new[0]}). Nothing of it is replaced: "
            "stop the server there, take them out, and run the same move again."
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


# Both sides compared.


def _compared(here: _Side, there: _Side, told: Told) -> dict[str, MovedTable]:
    told("checksums", 0, 2)
    wanted = _checksums(here)
    told("checksums", 1, 2)
    arrived = _checksums(there)
    told("checksums", 2, 2)
    for table, found in wanted.items():
        if arrived[table] != found:
            raise CorpusError(
                f"{table}: {found.rows} rows in {here.place}, {arrived[table].rows} in {there.place}, or their content "
                f"differs. {here.place} is as it was; was it changed meanwhile? Run the same move again."
            )
    return wanted


def _checksums(side: _Side) -> dict[str, MovedTable]:
    """Rows and checksum of every table. The rows of a table are added up, so that their order does not matter."""
    found = {}
    for table, columns in _COLUMNS.items():
        count = total = 0
        for row in _in_blocks(side.tables_of(table).execute(f"SELECT {columns} FROM {table}")):  # noqa: S608
            digest = hashlib.sha256(repr(tuple(row)).encode("utf-8", "surrogatepass")).digest()
            total = (total + int.from_bytes(digest, "big")) % 2**256
            count += 1
        found[table] = MovedTable(count, f"{total:064x}")
    return found


def _in_blocks(cursor: Any) -> Iterator[tuple[Any, ...]]:
    while rows := cursor.fetchmany(1000):
        yield from rows


# The index goes along, so that nothing has to be encoded again.


def _move_index(here: _Side, there: _Side, told: Told) -> str:
    told("index", 0, 1)
    try:
        if there.database is not None:
            generation = generation_in_force(here.indexes) if here.indexes else None
            if generation is None or here.indexes is None:
                return "none: run countercase index"
            open_index(here.indexes)  # a damaged one is not carried on
            publish(there.database, generation)
        elif here.database is not None and there.indexes is not None:
            if not current_generation(here.database) or fetch(here.database, there.indexes) is None:
                return "none: run countercase index"
            open_index(there.indexes)
    except RetrievalError as error:
        return f"not moved ({error})"
    told("index", 1, 1)
    return "moved with its vectors"


def shown(place: str) -> str:
    """A place as it may be printed."""
    return without_password(place) if is_database(place) else place
