"""Background work on the open workspace: reading an uploaded case, and rebuilding the index."""

import re
from pathlib import Path, PurePosixPath
from typing import Any

from starlette.exceptions import HTTPException

from countercase.corpus.ingest import Summary
from countercase.corpus.read.collections import KIND_OF_SUFFIX
from countercase.domain.case import CaseId
from countercase.errors import UnreadableFile
from countercase.health import index_state
from countercase.web.durable_jobs import durable
from countercase.web.jobs import Job
from countercase.web.uploads import FOLDER, Upload, base_name, private_folder
from countercase.web.workbench import Workbench

_LONGEST = 80  # characters of a file name


def check_upload_allowed(bench: Workbench, name: str) -> str:
    """The safe name for an uploaded case. Refuses it before its content is read if it cannot be added."""
    if bench.app.built_in:
        raise HTTPException(
            409, "Cases cannot be added to the built-in corpus. Run: countercase serve --workspace FOLDER"
        )
    return safe_name(name)


@durable
def start_ingest(bench: Workbench, upload: Upload, next_page: str = "") -> Job:
    """Read an uploaded case in a child process with limits, and store it; the page then goes to `next_page`."""
    shown = safe_name(upload.name)

    def work(job: Job) -> str:
        job.tell(f"Reading {shown}")
        private_folder(bench.app.folder / FOLDER)
        path = private_folder(bench.app.folder / FOLDER / upload.sha256[:16]).resolve() / shown
        if not path.is_file():  # a process that was killed may have moved it already
            upload.check()
            upload.path.replace(path)
        try:
            summary = bench.app.ingest.run([path], bench.app.store)
        finally:
            _drop_unless_stored(bench, path)
        bench.forget_counts()
        root = bench.app.folder.resolve()
        if summary.quarantined:
            reason = summary.quarantined[0].reason.replace(f"{root}/", "")
            raise UnreadableFile(f"{shown}: {reason}")
        job.result = {**_summary(summary, root), "case_id": path.stem, "index": index_state(bench.app)}
        return next_page or job.result_location

    what, key = f"Reading {shown} into the workspace", f"ingest/{upload.sha256}/{shown}"
    return bench.jobs.start(what, key, next_page, work, owner="ingest", cleanup=upload.drop)


def safe_name(name: str) -> str:
    """A safe file name from the client's. Refuses a kind of file that cannot be read."""
    last = PurePosixPath(base_name(name))
    stem, suffix = last.stem, last.suffix.lower()
    stem = re.sub(r"[^\w .()-]", "_", stem).strip(" .")[: _LONGEST - len(suffix)].strip(" .")
    if not stem or suffix not in KIND_OF_SUFFIX:
        kinds = ", ".join(KIND_OF_SUFFIX)
        raise HTTPException(
            415, f"The file must be one of {kinds}. For tables and archives, run: countercase ingest PATH"
        )
    return stem + suffix


@durable
def start_index(bench: Workbench, next_page: str = "") -> Job:
    """Rebuild every index; searches use the old one meanwhile. The page then goes to `next_page`."""

    def work(job: Job) -> str:
        with bench.searching:
            manifest = bench.app.index.build(lambda part, done, total: job.tell(f"Indexing {part}", done, total))
            bench.forget_searches()
        job.result = {
            "workspace": bench.app.folder.name,
            "passages": manifest.chunks,
            "cases": bench.app.store.counts()["cases"],
            "encoder": manifest.encoder,
            "fingerprint": manifest.fingerprint,
        }
        return next_page or job.result_location

    return bench.jobs.start("Building the index", "index", next_page, work)


def _drop_unless_stored(bench: Workbench, path: Path) -> None:
    """Delete a file that gave no case."""
    stored = bench.app.store.source_of(CaseId(path.stem))
    if stored is None or stored[0] != str(path):
        path.unlink(missing_ok=True)
        if not any(path.parent.iterdir()):
            path.parent.rmdir()


def _summary(summary: Summary, root: Path) -> dict[str, Any]:
    """The summary as `countercase ingest --json` prints it."""
    return {
        "workspace": root.name,
        **{put.value.replace(" ", "_"): count for put, count in summary.counts.items()},
        "quarantined": [],
        "unreadable_pages": {case_id: list(pages) for case_id, pages in summary.unreadable_pages.items()},
        "skipped": summary.skipped,
        "links_resolved": summary.links,
        "complete": summary.complete,
    }
