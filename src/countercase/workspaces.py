"""Where cases are kept: in the user's workspace, in the built-in corpus, or in a shared store with local copies."""

import hashlib
import json
import os
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from countercase.domain.case import Case
from countercase.errors import WorkspaceError
from countercase.postgres import without_password
from countercase.settings import Settings, StoreSettings

if TYPE_CHECKING:
    from countercase.corpus.store import Store


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

    def create(self) -> "Store":
        """The store, created if there is none."""
        from countercase.corpus.store import Store

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WorkspaceError(f"{self.folder} cannot be created: {error.strerror}. Choose another folder.") from None
        return Store(self.cases)

    def open(self) -> "Store":
        """The existing store. Raises WorkspaceError if there is none."""
        from countercase.corpus.store import Store

        if not self.cases.is_file():
            raise WorkspaceError(f"No cases in {self.folder}. Run: countercase ingest PATH --workspace {self.folder}")
        return Store(self.cases)


def stored_cases(folder: Path, database: str, settings: StoreSettings, create: bool = False) -> "Store":
    """The store of a folder or database; `create` makes one if there is none."""
    from countercase.corpus.postgres_store import PostgresStore, open_postgres

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
