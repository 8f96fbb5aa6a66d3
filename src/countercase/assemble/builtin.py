"""The built-in corpus as a workspace."""

import hashlib
import os
from pathlib import Path

from countercase.assemble.opened import sheet_of
from countercase.settings import Settings


def builtin_workspace(settings: Settings) -> Path:
    """The built-in corpus as a workspace in the user's cache folder, made once for each version of it."""
    from countercase.corpus.builtin import builtin_cases
    from countercase.corpus.chunk import chunk_case
    from countercase.corpus.workspace import Workspace

    cases = builtin_cases()
    mark = hashlib.sha256(repr([cases, settings.chunks]).encode()).hexdigest()[:16]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "countercase" / f"built-in-{mark}"
    if (folder / "complete").is_file():
        return folder
    with Workspace(folder).create() as store:
        for case in cases:
            sha = hashlib.sha256(case.text.encode()).hexdigest()
            store.put(case, chunk_case(case, settings.chunks), f"built-in/{case.id}", sha)
            store.put_facts(case.id, sheet_of(case))
        store.resolve_links()
    (folder / "complete").touch()
    return folder
