"""Workspaces of the real data, made once in the cache folder and used by every benchmark that searches."""

import os
from pathlib import Path

from benchmarks.record import DATA
from countercase.app import App, open_app
from countercase.errors import RetrievalError
from countercase.retrieval.index import open_index

CORPORA = {
    "aila": ("aila2019/Object_casedocs",),
    "both": ("aila2019/Object_casedocs", "scr_2023_2024"),
    "statutes": ("aila2019/Object_statutes",),
}


def prepared(name: str, index: bool = True) -> App:
    """The app over a corpus of the real data, ingested and, where asked, indexed."""
    app = open_app(cached_folder(name))
    with app.make_store() as store:
        app.ingest.run([DATA / "caselaw" / part for part in CORPORA[name]], store)
    if index and not _is_current(app):
        app.index.build(lambda part, done, total: print(f"\r{name}: {part} {done}/{total}", end="", flush=True))
        print()
    return app


def cached_folder(name: str) -> Path:
    """Where the workspace of a benchmark is kept between runs."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "countercase" / "benchmarks" / name


def _is_current(app: App) -> bool:
    try:
        manifest = open_index(app.folder / "indexes").manifest
    except RetrievalError:
        return False
    return manifest.encoder == app.models.encoder.name and manifest.fingerprint == app.index.source().fingerprint
