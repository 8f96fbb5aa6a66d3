"""Matters, their trees and what was reckoned for them, in one SQLite file of the workspace.

A matter is never changed: each change is a new version, and a version can be written only on top of the latest one.
So two tabs cannot overwrite each other, and a link to a version shows what it showed.
"""

import json
import os
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from countercase.errors import CountercaseError, NotFound, WorkspaceError
from countercase.files import damaged, database_error, database_errors

FILE_NAME = "matters.sqlite"
_VERSION = 1
_LARGEST = 2**63 - 1
_SCHEMA = """
CREATE TABLE matters (
  id TEXT, version INTEGER, title TEXT NOT NULL, sheet TEXT NOT NULL, locks TEXT NOT NULL, about TEXT NOT NULL,
  written TEXT NOT NULL, PRIMARY KEY (id, version));
CREATE TABLE trees (
  id TEXT PRIMARY KEY, matter TEXT NOT NULL, version INTEGER NOT NULL, content TEXT NOT NULL, written TEXT NOT NULL);
CREATE INDEX trees_of ON trees (matter, written);
CREATE TABLE findings (
  matter TEXT, version INTEGER, what TEXT, content TEXT NOT NULL, PRIMARY KEY (matter, version, what));
"""
_COLUMNS = "id, version, title, sheet, locks, about, written"


class Conflict(CountercaseError):
    """Another tab wrote first."""


@dataclass(frozen=True, slots=True)
class StoredMatter:
    """One version of a matter; `sheet` is the fact sheet as JSON, `locks` are keys of facts that may not be changed."""

    id: str
    version: int
    title: str
    sheet: dict[str, Any]
    locks: tuple[tuple[str, ...], ...] = ()
    about: str = ""
    written: str = ""


@dataclass(frozen=True, slots=True)
class TreeHead:
    """Which tree, and the version of the matter that it was grown from; trees are large, so lists have heads only."""

    id: str
    matter: str
    version: int
    written: str


@dataclass(frozen=True, slots=True)
class TreeRow(TreeHead):
    """A tree with its content."""

    content: dict[str, Any]


class Matters:
    """All matters of a workspace. One object may be shared by threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._db = _connect(path)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock, database_errors(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # a full disk may have ended it already
                    self._db.execute("ROLLBACK")
                raise

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        if any(isinstance(value, int) and not 0 <= value <= _LARGEST for value in values):
            return []  # SQLite counts in 64 bits, so nothing is stored under such a number
        with self._lock, database_errors(self.path):
            return self._db.execute(query, values).fetchall()

    def all(self) -> list[StoredMatter]:
        """The latest version of each, the last written first."""
        rows = self._rows(
            f"SELECT {_COLUMNS} FROM matters m WHERE version = (SELECT max(version) FROM matters WHERE id = m.id)"  # noqa: S608
            " ORDER BY written DESC, id"
        )
        return [_matter(row) for row in rows]

    def add(self, title: str, sheet: dict[str, Any], about: str = "") -> StoredMatter:
        """A new matter, at version 1."""
        matter = StoredMatter(secrets.token_urlsafe(6), 1, title, sheet, (), about, _now())
        with self._writing() as db:
            db.execute("INSERT INTO matters VALUES (?, ?, ?, ?, ?, ?, ?)", _row(matter))
        return matter

    def get(self, matter_id: str, version: int | None = None) -> StoredMatter:
        """A version of a matter, or its latest."""
        rows = self._rows(
            f"SELECT {_COLUMNS} FROM matters WHERE id = ? AND version = coalesce(?, version)"  # noqa: S608
            " ORDER BY version DESC LIMIT 1",
            (matter_id, version),
        )
        if not rows:
            raise NotFound("There is no such matter, or not in this version. Choose one on the first page.")
        return _matter(rows[0])

    def latest_version(self, matter_id: str) -> int:
        """The number of the latest version."""
        return self.get(matter_id).version

    def write(self, matter: StoredMatter) -> StoredMatter:
        """The next version; refused where `matter.version` is no longer the latest."""
        with self._writing() as db:
            latest = db.execute("SELECT max(version) FROM matters WHERE id = ?", (matter.id,)).fetchone()[0]
            if latest != matter.version:
                raise Conflict(
                    "This matter was changed in another tab since you opened it. Load the page again, then repeat."
                )
            values = (matter.version + 1, matter.title, json.dumps(matter.sheet), json.dumps(matter.locks))
            db.execute("INSERT INTO matters VALUES (?, ?, ?, ?, ?, ?, ?)", (matter.id, *values, matter.about, _now()))
        return self.get(matter.id, matter.version + 1)

    def delete(self, matter_id: str) -> None:
        """Remove a matter with all versions, trees and findings."""
        with self._writing() as db:
            db.execute("DELETE FROM matters WHERE id = ?", (matter_id,))
            db.execute("DELETE FROM trees WHERE matter = ?", (matter_id,))
            db.execute("DELETE FROM findings WHERE matter = ?", (matter_id,))

    def put_tree(self, matter: StoredMatter, content: dict[str, Any], tree_id: str | None = None) -> TreeRow:
        """Keep a tree, or a later state of one."""
        row = TreeRow(tree_id or secrets.token_urlsafe(6), matter.id, matter.version, _now(), content)
        with self._writing() as db:
            db.execute(
                "INSERT INTO trees VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET content = excluded.content, written = excluded.written",
                (row.id, row.matter, row.version, json.dumps(content), row.written),
            )
        return row

    def tree(self, matter_id: str, tree_id: str) -> TreeRow:
        """One tree of a matter."""
        rows = self._rows(
            "SELECT id, matter, version, written, content FROM trees WHERE matter = ? AND id = ?", (matter_id, tree_id)
        )
        if not rows:
            raise NotFound("There is no such tree. Open the matter and grow one.")
        return _tree(rows[0])

    def trees(self, matter_id: str) -> list[TreeHead]:
        """The trees of a matter, the last written first."""
        rows = self._rows(
            "SELECT id, matter, version, written FROM trees WHERE matter = ? ORDER BY written DESC, rowid DESC",
            (matter_id,),
        )
        return [TreeHead(*row) for row in rows]

    def latest_tree(self, matter_id: str) -> TreeRow | None:
        """The tree that was written last, if there is one."""
        heads = self.trees(matter_id)
        return self.tree(matter_id, heads[0].id) if heads else None

    def put_finding(self, matter_id: str, version: int, what: str, content: object) -> None:
        """Keep something reckoned for a version of a matter."""
        with self._writing() as db:
            db.execute(
                "INSERT OR REPLACE INTO findings VALUES (?, ?, ?, ?)", (matter_id, version, what, json.dumps(content))
            )

    def finding(self, matter_id: str, version: int, what: str) -> Any:
        """What was reckoned, or None."""
        rows = self._rows(
            "SELECT content FROM findings WHERE matter = ? AND version = ? AND what = ?", (matter_id, version, what)
        )
        return json.loads(rows[0][0]) if rows else None


def _connect(path: Path) -> sqlite3.Connection:
    db: sqlite3.Connection | None = None
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # client facts: nobody else on this machine reads them
        path.chmod(0o600)
        db = sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("BEGIN IMMEDIATE")
        found = db.execute("PRAGMA user_version").fetchone()[0]
        if found == 0:
            for statement in filter(str.strip, _SCHEMA.split(";")):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {_VERSION}")
        db.execute("COMMIT")
    except sqlite3.DatabaseError as error:
        if db is not None:
            db.close()
        raise database_error(path, error) or damaged(path, error) from None
    if found not in {0, _VERSION}:
        raise WorkspaceError(f"{path} is from another version of countercase ({found}). Move it away.")
    return db


def _row(matter: StoredMatter) -> tuple[object, ...]:
    content = (matter.title, json.dumps(matter.sheet), json.dumps(matter.locks), matter.about, matter.written)
    return (matter.id, matter.version, *content)


def _matter(row: tuple[Any, ...]) -> StoredMatter:
    locks = tuple(tuple(lock) for lock in json.loads(row[4]))
    return StoredMatter(row[0], row[1], row[2], json.loads(row[3]), locks, row[5], row[6])


def _tree(row: tuple[Any, ...]) -> TreeRow:
    return TreeRow(row[0], row[1], row[2], row[3], json.loads(row[4]))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
