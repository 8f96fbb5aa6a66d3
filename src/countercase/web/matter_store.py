"""Matters, their trees and other results: in a SQLite file in the workspace, or in the shared store.

A matter is never changed in place: each change is a new version, which must be based on the latest one. So two tabs
cannot overwrite each other, and a link to a version always shows the same.
A matter belongs to the user who started it. Nobody else sees it or learns that it exists.
"""

import copy
import json
import os
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from countercase.domain.case import CaseId
from countercase.errors import CountercaseError, NotFound, WorkspaceError
from countercase.files import damaged, database_error, database_errors
from countercase.postgres import PostgresConnection, SqlConnection

if TYPE_CHECKING:
    from countercase.app import App

FILE_NAME = "matters.sqlite"
_LARGEST = 2**63 - 1
# One entry per schema version. Entries are never changed, only added.
_MIGRATIONS = (
    """
CREATE TABLE matters (
  id TEXT, version INTEGER, title TEXT NOT NULL, sheet TEXT NOT NULL, locks TEXT NOT NULL, about TEXT NOT NULL,
  written TEXT NOT NULL, PRIMARY KEY (id, version));
CREATE TABLE trees (
  id TEXT PRIMARY KEY, matter TEXT NOT NULL, version INTEGER NOT NULL, content TEXT NOT NULL, written TEXT NOT NULL);
CREATE INDEX trees_of ON trees (matter, written);
CREATE TABLE findings (
  matter TEXT, version INTEGER, what TEXT, content TEXT NOT NULL, PRIMARY KEY (matter, version, what));
""",
    "ALTER TABLE matters ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
    # The side that the user is on, and what the user thinks of single cases.
    """
ALTER TABLE matters ADD COLUMN side TEXT NOT NULL DEFAULT '';
CREATE TABLE marks (
  matter TEXT, case_id TEXT, mark TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (matter, case_id));
""",
)
_OWNED = "SELECT id FROM matters WHERE owner = ?"
_COLUMNS = "id, version, title, sheet, locks, about, written, side"
_INSERT = f"INSERT INTO matters ({_COLUMNS}, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
_NO_MATTER = "There is no such matter, or not in this version. Choose one on the first page."


class Conflict(CountercaseError):
    """Another tab saved first."""


@dataclass(frozen=True, slots=True)
class StoredMatter:
    """One version of a matter; `sheet` is the fact sheet as JSON, `locks` are keys of facts that must not change."""

    id: str
    version: int
    title: str
    sheet: dict[str, Any]
    locks: tuple[tuple[str, ...], ...] = ()
    about: str = ""
    written: str = ""
    side: str = ""  # for whom the user acts; empty if not said

    @property
    def fingerprint(self) -> str:
        """A hash that is the same for two matters with the same facts in the same words."""
        return sha256(json.dumps(self.sheet, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class MatterHead:
    """A matter without its sheet, which is large: for lists."""

    id: str
    version: int
    title: str
    about: str
    written: str


class Mark(StrEnum):
    """The user's mark on a precedent."""

    PINNED = "pinned"
    REJECTED = "rejected"
    NONE = ""


@dataclass(frozen=True, slots=True)
class MarkedCase:
    """A precedent that the user pinned, rejected or wrote a note on."""

    case_id: CaseId
    mark: Mark = Mark.NONE
    note: str = ""


@dataclass(frozen=True, slots=True)
class TreeHead:
    """A tree without its content, which is large; `version` is the version of the matter it was grown from."""

    id: str
    matter: str
    version: int
    written: str


@dataclass(frozen=True, slots=True)
class TreeRow(TreeHead):
    """A tree with its content."""

    content: dict[str, Any]


class Matters:
    """The matters of one user of a workspace; of everybody, if there are no named users. Threads may share it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.owner = ""
        self._lock = threading.RLock()
        self._db: SqlConnection = connect_matters(path)

    def of(self, owner: str) -> Self:
        """The matters of another user, over the same connection."""
        view = copy.copy(self)
        view.owner = owner
        return view

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    @contextmanager
    def _writing(self) -> Iterator[SqlConnection]:
        with self._lock, self._readable_errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # a full disk may have ended it already
                    self._db.execute("ROLLBACK")
                raise

    def _readable_errors(self) -> AbstractContextManager[None]:
        """Turn database errors into one line for the user."""
        return database_errors(self.path)

    def _check_owned(self, db: SqlConnection, matter_id: str) -> None:
        if db.execute("SELECT 1 FROM matters WHERE id = ? AND owner = ?", (matter_id, self.owner)).fetchone() is None:
            raise NotFound(_NO_MATTER)

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        if any(isinstance(value, int) and not 0 <= value <= _LARGEST for value in values):
            return []  # databases have 64-bit numbers, so nothing is stored under this one
        with self._lock, self._readable_errors():
            rows: list[tuple[Any, ...]] = self._db.execute(query, values).fetchall()
            return rows

    def all(self, most: int = _LARGEST) -> list[MatterHead]:
        """The latest version of each matter, the last written first; `most` of them."""
        rows = self._rows(
            "SELECT id, version, title, about, written FROM matters m WHERE owner = ? AND version ="
            " (SELECT max(version) FROM matters WHERE id = m.id) ORDER BY written DESC, id LIMIT ?",
            (self.owner, most),
        )
        return [MatterHead(*row) for row in rows]

    def add(self, title: str, sheet: dict[str, Any], about: str = "", side: str = "") -> StoredMatter:
        """A new matter, at version 1."""
        matter = StoredMatter(secrets.token_urlsafe(6), 1, title, sheet, (), about, _now(), side)
        with self._writing() as db:
            db.execute(_INSERT, (*_row(matter), self.owner))
        return matter

    def get(self, matter_id: str, version: int | None = None) -> StoredMatter:
        """A version of a matter, or its latest."""
        rows = self._rows(
            f"SELECT {_COLUMNS} FROM matters WHERE id = ? AND owner = ? AND version = coalesce(?, version)"  # noqa: S608
            " ORDER BY version DESC LIMIT 1",
            (matter_id, self.owner, version),
        )
        if not rows:
            raise NotFound(_NO_MATTER)
        return _matter(rows[0])

    def latest_version(self, matter_id: str) -> int:
        """The number of the latest version."""
        query = "SELECT max(version) FROM matters WHERE id = ? AND owner = ?"
        latest: int | None = self._rows(query, (matter_id, self.owner))[0][0]
        if latest is None:
            raise NotFound(_NO_MATTER)
        return latest

    def write(self, matter: StoredMatter) -> StoredMatter:
        """Save the next version. Raises Conflict if `matter.version` is no longer the latest."""
        with self._writing() as db:
            self._check_owned(db, matter.id)
            latest = db.execute("SELECT max(version) FROM matters WHERE id = ?", (matter.id,)).fetchone()[0]
            if latest != matter.version:
                raise Conflict(
                    "This matter was changed in another tab since you opened it. Reload the page and try again."
                )
            following = replace(matter, version=matter.version + 1, written=_now())
            db.execute(_INSERT, (*_row(following), self.owner))
        return self.get(matter.id, matter.version + 1)

    def delete(self, matter_id: str) -> None:
        """Remove a matter with all versions, trees and findings."""
        with self._writing() as db:
            self._check_owned(db, matter_id)
            db.execute("DELETE FROM matters WHERE id = ?", (matter_id,))
            db.execute("DELETE FROM trees WHERE matter = ?", (matter_id,))
            db.execute("DELETE FROM findings WHERE matter = ?", (matter_id,))
            db.execute("DELETE FROM marks WHERE matter = ?", (matter_id,))

    def set_side(self, matter_id: str, side: str) -> None:
        """Set for whom the user acts. No fact changes, so there is no new version."""
        with self._writing() as db:
            self._check_owned(db, matter_id)
            db.execute("UPDATE matters SET side = ? WHERE id = ?", (side, matter_id))

    def put_mark(self, matter_id: str, marked: MarkedCase) -> None:
        """Pin or reject a case, or write a note on it; a case without mark and note is removed."""
        with self._writing() as db:
            self._check_owned(db, matter_id)
            if marked.mark or marked.note:
                db.execute(
                    "INSERT INTO marks (matter, case_id, mark, note) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT (matter, case_id) DO UPDATE SET mark = excluded.mark, note = excluded.note",
                    (matter_id, str(marked.case_id), str(marked.mark), marked.note),
                )
            else:
                db.execute("DELETE FROM marks WHERE matter = ? AND case_id = ?", (matter_id, marked.case_id))

    def marks(self, matter_id: str) -> dict[CaseId, MarkedCase]:
        """The user's marks on the precedents of a matter, by case."""
        rows = self._rows(
            f"SELECT case_id, mark, note FROM marks WHERE matter = ? AND matter IN ({_OWNED}) ORDER BY case_id",  # noqa: S608
            (matter_id, self.owner),
        )
        return {CaseId(row[0]): MarkedCase(CaseId(row[0]), Mark(row[1]), row[2]) for row in rows}

    def put_tree(self, matter: StoredMatter, content: dict[str, Any], tree_id: str | None = None) -> TreeRow:
        """Save a tree, or a later state of one."""
        row = TreeRow(tree_id or secrets.token_urlsafe(6), matter.id, matter.version, _now(), content)
        with self._writing() as db:
            self._check_owned(db, matter.id)
            db.execute(
                "INSERT INTO trees (id, matter, version, content, written) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET content = excluded.content, written = excluded.written",
                (row.id, row.matter, row.version, json.dumps(content), row.written),
            )
        return row

    def tree(self, matter_id: str, tree_id: str) -> TreeRow:
        """One tree of a matter."""
        rows = self._rows(
            "SELECT id, matter, version, written, content FROM trees WHERE matter = ? AND id = ?"  # noqa: S608
            f" AND matter IN ({_OWNED})",
            (matter_id, tree_id, self.owner),
        )
        if not rows:
            raise NotFound("There is no such tree. Open the matter and grow one.")
        return _tree(rows[0])

    def trees(self, matter_id: str) -> list[TreeHead]:
        """The trees of a matter, the last written first."""
        rows = self._rows(
            f"SELECT id, matter, version, written FROM trees WHERE matter = ? AND matter IN ({_OWNED})"  # noqa: S608
            " ORDER BY written DESC, rowid DESC",
            (matter_id, self.owner),
        )
        return [TreeHead(*row) for row in rows]

    def latest_tree(self, matter_id: str) -> TreeRow | None:
        """The tree that was written last, if there is one."""
        heads = self.trees(matter_id)
        return self.tree(matter_id, heads[0].id) if heads else None

    def put_finding(self, matter_id: str, version: int, what: str, content: object) -> None:
        """Save something computed or written for a version of a matter; version 0 means all versions."""
        with self._writing() as db:
            self._check_owned(db, matter_id)
            db.execute(
                "INSERT INTO findings VALUES (?, ?, ?, ?)"
                " ON CONFLICT (matter, version, what) DO UPDATE SET content = excluded.content",
                (matter_id, version, what, json.dumps(content)),
            )

    def drop_finding(self, matter_id: str, version: int, what: str) -> None:
        """Delete something saved for a version of a matter."""
        with self._writing() as db:
            self._check_owned(db, matter_id)
            db.execute("DELETE FROM findings WHERE matter = ? AND version = ? AND what = ?", (matter_id, version, what))

    def finding(self, matter_id: str, version: int, what: str) -> Any:
        """Something saved for a version of a matter, or None."""
        rows = self._rows(
            "SELECT content FROM findings WHERE matter = ? AND version = ? AND what = ?"
            " AND matter IN (SELECT id FROM matters WHERE owner = ?)",
            (matter_id, version, what, self.owner),
        )
        return json.loads(rows[0][0]) if rows else None


class PostgresMatters(Matters):
    """The matters in a shared store, for several servers."""

    def __init__(self, url: str, allow_remote: bool = False) -> None:
        self.owner = ""
        self._lock = threading.RLock()
        self._db = PostgresConnection(url, allow_remote)

    def _readable_errors(self) -> AbstractContextManager[None]:
        """Nothing to do: the connection already raises readable errors."""
        return nullcontext()


def open_matters(app: "App") -> Matters:
    """The matters that belong to the cases of an app."""
    if app.database:
        return PostgresMatters(app.database, app.settings.store.allow_remote)
    return Matters(app.folder / FILE_NAME)


def connect_matters(path: Path) -> sqlite3.Connection:
    """Open the file of a workspace's matters, migrated to the newest schema."""
    db: sqlite3.Connection | None = None
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # client facts: only the owner may read them
        path.chmod(0o600)
        db = sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("BEGIN IMMEDIATE")
        found = db.execute("PRAGMA user_version").fetchone()[0]
        for migration in _MIGRATIONS[found:]:
            for statement in filter(str.strip, migration.split(";")):
                db.execute(statement)
        if found < len(_MIGRATIONS):
            db.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")
        db.execute("COMMIT")
    except sqlite3.DatabaseError as error:
        if db is not None:
            db.close()
        raise database_error(path, error) or damaged(path, error) from None
    if found > len(_MIGRATIONS):
        raise WorkspaceError(f"{path} is from a newer version of countercase ({found}). Update countercase.")
    return db


def _row(matter: StoredMatter) -> tuple[object, ...]:
    content = (matter.title, json.dumps(matter.sheet), json.dumps(matter.locks), matter.about, matter.written)
    return (matter.id, matter.version, *content, matter.side)


def _matter(row: tuple[Any, ...]) -> StoredMatter:
    locks = tuple(tuple(lock) for lock in json.loads(row[4]))
    return StoredMatter(row[0], row[1], row[2], json.loads(row[3]), locks, row[5], row[6], row[7])


def _tree(row: tuple[Any, ...]) -> TreeRow:
    return TreeRow(row[0], row[1], row[2], row[3], json.loads(row[4]))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
