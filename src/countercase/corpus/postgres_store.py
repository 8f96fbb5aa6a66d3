"""The case store on PostgreSQL: the tables and queries of `Store`, for many processes and machines at once."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from countercase.corpus.lookup import find_cases
from countercase.corpus.schema import CaseRows, unreadable_cases
from countercase.corpus.store import Put, Store
from countercase.domain.case import CaseId
from countercase.errors import CorpusError, NotFound
from countercase.postgres import PostgresConnection, SqlConnection

_SPANS = (
    "SELECT k.id FROM chunks k JOIN cases c ON c.id = k.case_id"
    " JOIN versions v ON v.case_id = c.id AND v.version = c.version"
    ' WHERE substr(v.text, k.start + 1, k."end" - k.start) <> k.text ORDER BY k.id'
)
_PARAGRAPHS = (
    "SELECT p.case_id, p.place FROM paragraphs p JOIN cases c ON c.id = p.case_id"
    " JOIN versions v ON v.case_id = c.id AND v.version = c.version"
    ' WHERE NOT (0 <= p.start AND p.start < p."end" AND p."end" <= length(v.text)) ORDER BY 1, 2'
)


class PostgresStore(Store):
    """All cases of a shared store. Processes write one after another; readers never wait."""

    def __init__(self, url: str, allow_remote: bool = False) -> None:
        self._lock = threading.RLock()
        self.database = PostgresConnection(url, allow_remote)
        self.path = Path(self.database.location)  # for messages only
        self._db: SqlConnection = self.database
        self._words: tuple[int, sqlite3.Connection] | None = None

    def close(self) -> None:
        """End the connection; the store cannot be used afterwards."""
        super().close()
        if self._words is not None:
            self._words[1].close()

    @contextmanager
    def _damage_is_reported(self) -> Iterator[None]:
        """The connection reports its own errors; `integrity_check` finds values that make no sense."""
        yield

    def put_rows(self, rows: CaseRows, source: str, sha: str, again: bool = False) -> Put:
        """Store a case; PostgreSQL keeps no NUL characters, so a text with one is refused."""
        if "\0" in rows.text or any("\0" in str(value) for value in (*rows.case, *rows.words)):
            raise CorpusError(f"Case {rows.id}: its text holds a NUL character, which PostgreSQL cannot keep.")
        return super().put_rows(rows, source, sha, again)

    def lookup(self, text: str, limit: int = 20) -> list[tuple[CaseId, str]]:
        """Cases by words, ranked as `Store.lookup` does: SQLite's word index over the names, held in memory."""
        with self._lock:
            return list(find_cases(self._names(), text, limit))

    def _names(self) -> sqlite3.Connection:
        revision = self.revision
        if self._words is None or self._words[0] != revision:
            names = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            names.execute("CREATE TABLE cases (num INTEGER PRIMARY KEY, id TEXT, name TEXT)")
            names.execute("CREATE VIRTUAL TABLE case_words USING fts5 (name, citations, provisions, numbers)")
            with self._reading() as db:
                cases = db.execute("SELECT num, id, name FROM cases ORDER BY num").fetchall()
                words = db.execute(
                    "SELECT rowid, name, citations, provisions, numbers FROM case_words ORDER BY rowid"
                ).fetchall()
            names.execute("BEGIN")
            names.executemany("INSERT INTO cases VALUES (?, ?, ?)", cases)
            names.executemany(
                "INSERT INTO case_words (rowid, name, citations, provisions, numbers) VALUES (?, ?, ?, ?, ?)", words
            )
            names.execute("COMMIT")
            if self._words is not None:
                self._words[1].close()
            self._words = (revision, names)
        return self._words[1]

    def _damage(self) -> Iterator[str]:
        """The server checks its own pages and links; we check texts, lookup and spans."""
        with self._reading() as db:
            for (case_id,) in db.execute(
                "SELECT c.id FROM cases c LEFT JOIN versions v ON v.case_id = c.id AND v.version = c.version"
                " WHERE v.case_id IS NULL ORDER BY c.id"
            ):
                yield f"case {case_id}: its text is missing"
            for (case_id,) in db.execute("SELECT id FROM cases WHERE num NOT IN (SELECT rowid FROM case_words)"):
                yield f"case {case_id}: cannot be looked up"
            for (chunk_id,) in db.execute(_SPANS):
                yield f"chunk {chunk_id}: differs from its span in the text"
            for case_id, place in db.execute(_PARAGRAPHS):
                yield f"case {case_id}: paragraph {place} reaches past the text"
            yield from unreadable_cases(db)


def open_postgres(url: str, allow_remote: bool = False) -> PostgresStore:
    """The existing shared store. Raises NotFound if it holds no case yet."""
    store = PostgresStore(url, allow_remote)
    if not store.case_ids():
        store.close()
        raise NotFound(f"No cases in the database {store.path}. Run: countercase move --to URL, or countercase ingest.")
    return store
