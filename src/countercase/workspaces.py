"""Where cases are kept: a workspace of the user, the built-in corpus, or a shared store with its local copies."""

import hashlib
import json
import os
from collections.abc import Collection
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from countercase.domain.case import Case
from countercase.postgres import without_password
from countercase.settings import Settings, StoreSettings

if TYPE_CHECKING:
    from countercase.corpus.store import Store


def stored_cases(folder: Path, database: str, settings: StoreSettings, make: bool = False) -> "Store":
    """The cases of a folder or database; `make` makes the store where there is none."""
    from countercase.corpus.postgres_store import PostgresStore, open_postgres
    from countercase.corpus.workspace import Workspace

    store: Store
    if database:
        store = (PostgresStore if make else open_postgres)(database, settings.allow_remote)
    else:
        store = Workspace(folder).create() if make else Workspace(folder).open()
    store.parallels = parallel_citations
    return store


def parallel_citations(name: str, decided: date) -> Collection[str]:
    """The citations that the catalogue has for a decision; it is read when the first is asked for."""
    from countercase.citator.catalogue import catalogue

    return catalogue().parallels(name, decided)


def shown_place(folder: Path, database: str) -> str:
    """A folder or database as it may be printed: without its password."""
    return without_password(database) if database else str(folder)


def copies_folder(url: str) -> Path:
    """Where this machine keeps its copies of what a shared store holds: the index in force, and uploaded files."""
    mark = hashlib.sha256(without_password(url).encode()).hexdigest()[:16]
    folder = _cache() / f"shared-{mark}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "countercase"


def builtin_workspace(settings: Settings) -> Path:
    """The built-in corpus as a workspace in the user's cache folder, made once for each version of it."""
    from countercase.corpus.builtin import builtin_cases
    from countercase.corpus.chunk import chunk_case
    from countercase.corpus.workspace import Workspace

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
    """The fact sheet of a case as JSON; ingest calls it in its child processes."""
    from countercase.facts.extract import build
    from countercase.facts.sheet_json import to_json

    return json.dumps(to_json(build(case.text, case.paragraphs, case.outcome)), ensure_ascii=False)
