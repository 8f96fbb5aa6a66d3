"""The corpus page, and the jobs behind it: adding files and folders, downloading years, and rebuilding the index."""

import re
from pathlib import Path, PurePosixPath

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.responses import Response

from countercase.corpus.ingest import Summary
from countercase.corpus.read.collections import KIND_OF_SUFFIX
from countercase.domain.case import CaseId
from countercase.download import Downloader, parse_years
from countercase.errors import InputError, UnreadableFile
from countercase.health import OLDER, UP_TO_DATE, index_state
from countercase.web.durable_jobs import durable
from countercase.web.files import UPLOADS, Upload, base_name, private_folder, receive_upload
from countercase.web.jobs import Job
from countercase.web.pages import Bench, Form, Workbench, redirect, render, text_fields, without_paths
from countercase.web.security import ServingPolicy
from countercase.workspaces import Workspace

router = APIRouter()
JOB = "corpus"  # the key under which reading and downloading take turns
QUARANTINE_SHOWN = 100
_YEARS_AT_ONCE = 10
_BUILT_IN_IS_CLOSED = "Cases cannot be added to the built-in corpus. Run: countercase serve --workspace FOLDER"


@router.get("/corpus")
def show(request: Request, bench: Bench) -> Response:
    """What is loaded, and all ways to add to it."""
    return _page(request, bench)


def _page(request: Request, bench: Workbench, wrong: str = "", fields: dict[str, str] | None = None) -> Response:
    policy: ServingPolicy = request.app.state.policy
    job = bench.jobs.last(JOB) or bench.jobs.last("index")
    quarantined = bench.app.store.quarantined()
    state = bench.index_state
    return render(
        request,
        "corpus.html",
        400 if wrong else 200,
        counts=bench.app.store.counts(),
        about=bench.app.store.count_cases(),
        built_in=bench.app.built_in,
        local=policy.local,
        fresh=state.startswith(UP_TO_DATE),
        index_words=_index_words(state),
        quarantine=[(base_name(item.source), without_paths(item.reason)) for item in quarantined[:QUARANTINE_SHOWN]],
        more_held=max(0, len(quarantined) - QUARANTINE_SHOWN),
        job=job if job is not None and not job.ended else None,
        last=job if job is not None and job.ended else None,
        wrong=wrong,
        given=fields or {},
    )


def _index_words(state: str) -> str:
    """What is wrong with the index, in a sentence."""
    if state == OLDER:
        return "The index is older than the cases."
    return "There is no index yet." if state.startswith("No index") else "The index no longer fits the settings."


@router.post("/corpus/file")
async def add_file(request: Request, bench: Bench, form: Form) -> Response:
    """Read one uploaded judgment into the workspace."""
    file = form.get("file")
    try:
        if not isinstance(file, UploadFile) or not file.filename:
            raise InputError("Choose a file first.")
        _check_open(bench)
        check_upload_allowed(bench, file.filename)
        upload = await receive_upload(file, bench.app.folder, bench.app.settings.ingest.max_file_mb)
    except InputError as error:
        return _page(request, bench, str(error))
    return redirect(f"/jobs/{start_ingest(bench, upload, '/corpus').id}")


@router.post("/corpus/folder")
def add_folder(request: Request, bench: Bench, form: Form) -> Response:
    """Read every judgment of a folder on this machine."""
    fields = text_fields(form)
    policy: ServingPolicy = request.app.state.policy
    try:
        _check_open(bench)
        if not policy.local:
            raise InputError(
                "Folders can be read only if the page serves this machine alone. Upload the files instead."
            )
        path = Path(fields.get("folder", "").strip()).expanduser()
        if not fields.get("folder", "").strip() or not path.exists():
            raise InputError("There is no such file or folder on this machine. Check the name.")
    except InputError as error:
        return _page(request, bench, str(error), fields)
    return redirect(f"/jobs/{start_reading(bench, path.resolve()).id}")


@router.post("/corpus/download")
def download(request: Request, bench: Bench, form: Form) -> Response:
    """Download years of the public collection of Supreme Court judgments, and read them."""
    fields = text_fields(form)
    try:
        _check_open(bench)
        years = parse_years(fields.get("years", ""))
        if len(years) > _YEARS_AT_ONCE:
            raise InputError(f"That is {len(years)} years. Download up to {_YEARS_AT_ONCE} at a time.")
    except InputError as error:
        return _page(request, bench, str(error), fields)
    return redirect(f"/jobs/{start_download(bench, years).id}")


@router.post("/corpus/index")
def build(bench: Bench, form: Form) -> Response:  # noqa: ARG001 - the form carries its token
    """Build the index again, so that new cases are searched."""
    return redirect(f"/jobs/{start_index(bench, '/corpus').id}")


def _check_open(bench: Workbench) -> None:
    if bench.app.built_in:
        raise InputError(_BUILT_IN_IS_CLOSED)


@durable
def start_reading(bench: Workbench, path: Path) -> Job:
    """Read a file or folder into the workspace; what cannot be read goes to quarantine with the reason."""

    def work(job: Job) -> str:
        _read(bench, job, [path])
        return "/corpus"

    return bench.jobs.start(f"Reading {path.name}", JOB, "/corpus", work, owner=JOB)


@durable
def start_download(bench: Workbench, years: list[int]) -> Job:
    """Download years one by one, then read them. Can be cancelled and started again: nothing is downloaded twice."""
    folder = Workspace(bench.app.folder).downloads
    downloader = Downloader(bench.app.settings.download, folder)

    def work(job: Job) -> str:
        fetched: list[Path] = []
        for number, year in enumerate(years):
            job.tell(f"Downloading {year}", number, len(years))
            for file in downloader.fetch_year(year):
                fetched.append(file.path)
                job.tell(f"Downloading {year}: {file.path.name}, {file.size / 1024**2:,.0f} MB", number, len(years))
        _read(bench, job, fetched)
        return "/corpus"

    shown = f"{years[0]}" if len(years) == 1 else f"{years[0]} to {years[-1]}"
    return bench.jobs.start(f"Downloading the judgments of {shown}", JOB, "/corpus", work, owner=JOB)


def _read(bench: Workbench, job: Job, paths: list[Path]) -> None:
    summary, done = Summary(), 0

    def tell(source: str) -> None:
        nonlocal done
        done += 1
        job.tell(f"{done:,} documents read: {base_name(source)}")

    job.tell("Reading the documents")
    try:
        bench.app.ingest.run(paths, bench.app.store, summary, tell)
    finally:
        bench.forget_counts()
    added = sum(summary.counts.values())
    job.result = {"read": added, "quarantined": len(summary.quarantined), "skipped": summary.skipped}


# One uploaded case, and the index; the JSON API starts these too.

_LONGEST = 80  # characters of a file name


def check_upload_allowed(bench: Workbench, name: str) -> str:
    """The safe name for an uploaded case. Refuses it before its content is read if it cannot be added."""
    if bench.app.built_in:
        raise HTTPException(409, _BUILT_IN_IS_CLOSED)
    return safe_name(name)


@durable
def start_ingest(bench: Workbench, upload: Upload, next_page: str = "") -> Job:
    """Read an uploaded case in a child process with limits, and store it; the page then goes to `next_page`."""
    shown = safe_name(upload.name)

    def work(job: Job) -> str:
        job.tell(f"Reading {shown}")
        private_folder(bench.app.folder / UPLOADS)
        path = private_folder(bench.app.folder / UPLOADS / upload.sha256[:16]).resolve() / shown
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
        job.result = {
            "workspace": root.name,
            **summary.as_record(),
            "case_id": path.stem,
            "index": index_state(bench.app),
        }
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
