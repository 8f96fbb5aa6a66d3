"""Where cases are kept: in the user's workspace, in the built-in corpus, or in a shared store with local copies."""

import hashlib
import json
import os
import sqlite3
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from countercase.corpus.lookup import find_cases
from countercase.corpus.schema import CaseRows, unreadable_cases
from countercase.corpus.store import Put, Store
from countercase.domain.case import Case, CaseId
from countercase.errors import CorpusError, NotFound, WorkspaceError
from countercase.postgres import PostgresConnection, SqlConnection, without_password
from countercase.settings import Settings, StoreSettings


@dataclass(frozen=True, slots=True)
class Workspace:
    """One folder with the cases and everything made from them."""

    folder: Path

    @property
    def cases(self) -> Path:
        """The case store."""
        return self.folder / "cases.sqlite"

    @property
    def indexes(self) -> Path:
        """What retrieval builds from the store; it can be deleted and built again."""
        return self.folder / "indexes"

    @property
    def downloads(self) -> Path:
        """What `countercase corpus download` fetched, in the folders that the server has."""
        return self.folder / "downloads"

    def create(self) -> Store:
        """The store, created if there is none."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WorkspaceError(f"{self.folder} cannot be created: {error.strerror}. Choose another folder.") from None
        return Store(self.cases)

    def open(self) -> Store:
        """The existing store. Raises WorkspaceError if there is none."""
        if not self.cases.is_file():
            raise WorkspaceError(f"No cases in {self.folder}. Run: countercase ingest PATH --workspace {self.folder}")
        return Store(self.cases)


def stored_cases(folder: Path, database: str, settings: StoreSettings, create: bool = False) -> Store:
    """The store of a folder or database; `create` makes one if there is none."""
    store: Store
    if database:
        store = (PostgresStore if create else open_postgres)(database, settings.allow_remote)
    else:
        store = Workspace(folder).create() if create else Workspace(folder).open()
    store.parallels = parallel_citations
    return store


def parallel_citations(name: str, decided: date) -> Collection[str]:
    """The other citations of a decision in the catalogue, which is loaded when it is first needed."""
    from countercase.citator.catalogue import catalogue

    return catalogue().parallels(name, decided)


def shown_location(folder: Path, database: str) -> str:
    """A folder or database as it may be printed: without its password."""
    return without_password(database) if database else str(folder)


def copies_folder(url: str) -> Path:
    """Where this machine keeps its copies from a shared store: the current index and uploaded files."""
    mark = hashlib.sha256(without_password(url).encode()).hexdigest()[:16]
    folder = _cache() / f"shared-{mark}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "countercase"


def builtin_workspace(settings: Settings) -> Path:
    """The built-in corpus as a workspace in the user's cache folder, made once per version of the corpus."""
    from countercase.corpus.builtin import builtin_cases
    from countercase.corpus.sections import chunk_case

    cases = builtin_cases()
    mark = hashlib.sha256(repr([cases, settings.chunks]).encode()).hexdigest()[:16]
    folder = _cache() / f"built-in-{mark}"
    if (folder / "complete").is_file():
        return folder
    with Workspace(folder).create() as store:
        for case in cases:
            sha = hashlib.sha256(case.text.encode()).hexdigest()
            store.put(case, chunk_case(case, settings.chunks), f"built-in/{case.id}", sha)
            store.put_facts(case.id, sheet_of(case))
        store.parallels = parallel_citations
        store.resolve_links()
    (folder / "complete").touch()
    return folder


def sheet_of(case: Case) -> str:
    """The fact sheet of a case as JSON. Ingest calls this in its child processes."""
    from countercase.facts.extract import extract_case_facts
    from countercase.facts.sheet_json import to_json

    return json.dumps(to_json(extract_case_facts(case.text, case.paragraphs, case.outcome)), ensure_ascii=False)


# The shared store: the tables and queries of `Store` on PostgreSQL, for many processes and machines at once.

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
