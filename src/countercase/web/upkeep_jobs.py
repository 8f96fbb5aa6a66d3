"""Background work on the opened workspace: a new case from an uploaded file, and the index built again."""

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
from countercase.web.uploads import FOLDER, Upload, private_folder
from countercase.web.workbench import Workbench

_LONGEST = 80  # characters of a file name


def check_upload_allowed(bench: Workbench, name: str) -> str:
    """The harmless name that an uploaded case will have; refused before its content is read."""
    if bench.app.built_in:
        raise HTTPException(409, "The built-in corpus takes no cases. Run: countercase serve --workspace FOLDER")
    return safe_name(name)


@durable
def start_ingest(bench: Workbench, upload: Upload, place: str = "") -> Job:
    """Store the case of an uploaded file, read in a child process with limits; `place` is where the page goes on."""
    shown = safe_name(upload.name)

    def work(job: Job) -> str:
        job.tell(f"Reading {shown}")
        private_folder(bench.app.folder / FOLDER)
        path = private_folder(bench.app.folder / FOLDER / upload.sha256[:16]).resolve() / shown
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
        return place or job.own_result

    what, key = f"Reading {shown} into the workspace", f"ingest/{upload.sha256}/{shown}"
    return bench.jobs.start(what, key, place, work, owner="ingest", cleanup=upload.drop)


def safe_name(name: str) -> str:
    """The last part of a name that a client gave, harmless as a file name; refused where it is of no kind we read."""
    last = name.replace("\\", "/").rpartition("/")[2]
    stem, suffix = PurePosixPath(last).stem, PurePosixPath(last).suffix.lower()
    stem = re.sub(r"[^\w .()-]", "_", stem).strip(" .")[: _LONGEST - len(suffix)].strip(" .")
    if not stem or suffix not in KIND_OF_SUFFIX:
        kinds = ", ".join(KIND_OF_SUFFIX)
        raise HTTPException(415, f"Name the file as one of {kinds}. Tables and archives: countercase ingest PATH.")
    return stem + suffix


@durable
def start_index(bench: Workbench, place: str = "") -> Job:
    """Rebuild every index; searches use the old one until it is there. `place` is where the page goes on."""

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
        return place or job.own_result

    return bench.jobs.start("Building the index", "index", place, work)


def _drop_unless_stored(bench: Workbench, path: Path) -> None:
    """A file that no case was made from does not stay."""
    held = bench.app.store.holds(CaseId(path.stem))
    if held is None or held[0] != str(path):
        path.unlink(missing_ok=True)
        if not any(path.parent.iterdir()):
            path.parent.rmdir()


def _summary(summary: Summary, root: Path) -> dict[str, Any]:
    """As `countercase ingest --json` prints it."""
    return {
        "workspace": root.name,
        **{put.value.replace(" ", "_"): count for put, count in summary.counts.items()},
        "quarantined": [],
        "unreadable_pages": {case_id: list(pages) for case_id, pages in summary.unreadable_pages.items()},
        "skipped": summary.skipped,
        "links_resolved": summary.links,
        "complete": summary.complete,
    }
