"""Evaluation runs on the page: plans are scored on judged queries, and the result is saved with its report."""

import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from countercase.errors import CountercaseError, InputError, NotFound
from countercase.evaluation.citation_set import build_citation_set
from countercase.evaluation.experiment import ExperimentOptions
from countercase.evaluation.testset import QuerySet, from_files
from countercase.retrieval.plan import PLANS
from countercase.web.durable_jobs import durable
from countercase.web.jobs import Job
from countercase.web.pages import Bench, Form, redirect, render, text_fields, without_paths
from countercase.web.precedents import PLAN_NAMES
from countercase.web.results import RUNS_FOLDER, start_evaluation
from countercase.web.uploads import private_folder, receive_upload, shown_name
from countercase.web.workbench import Workbench

router = APIRouter()
JUDGED_BY_CITATIONS, UPLOADED = "citations", "uploaded"
LISTED = 30  # runs
_KEY = re.compile(r"[a-z0-9-]{1,80}\Z")
# A report is one page with its style inside. It runs no script, so only its style is allowed.
_REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"
_NOT_OFFERED = frozenset({"whatif"})  # used only by the what-if engine


@router.get("/evidence/runs")
def show(request: Request, bench: Bench) -> Response:
    """The form, and the saved runs, newest first."""
    return _page(request, bench)


def _page(request: Request, bench: Workbench, wrong: str = "", given: FormData | None = None) -> Response:
    return render(
        request,
        "evaluation_runs.html",
        400 if wrong else 200,
        plans={name: PLAN_NAMES.get(name, name) for name in PLANS if name not in _NOT_OFFERED},
        chosen=set(given.getlist("plan")) if given else {bench.app.settings.retrieval.plan},
        source=given.get("source", JUDGED_BY_CITATIONS) if given else JUDGED_BY_CITATIONS,
        name=given.get("name", "") if given else "",
        runs=saved_runs(bench),
        wrong=wrong,
    )


def saved_runs(bench: Workbench) -> list[tuple[str, str]]:
    """The key and the day of every run that was started from the page, newest first."""
    reports = sorted(
        (bench.app.folder / RUNS_FOLDER).glob("*.html"), key=lambda path: path.stat().st_mtime, reverse=True
    )
    return [(path.stem, _day(path)) for path in reports[:LISTED] if path.with_suffix(".json").is_file()]


def _day(path: Path) -> str:
    return f"{datetime.fromtimestamp(path.stat().st_mtime, UTC):%d %B %Y}".lstrip("0")


@router.post("/evidence/runs")
async def begin(request: Request, bench: Bench, form: Form) -> Response:
    """Score plans on the citations of the stored cases, or on queries and judgments that the user uploads."""
    given = text_fields(form)
    try:
        plans = [str(name) for name in form.getlist("plan") if name in PLANS and name not in _NOT_OFFERED]
        if not plans:
            raise InputError("Choose at least one way of searching.")
        key = _run_key(given.get("name", ""))
        files = await _save_files(bench, form, key) if given.get("source") == UPLOADED else []
        job = await run_in_threadpool(start_run, bench, key, plans, files)
    except InputError as error:
        return _page(request, bench, without_paths(str(error)), form)
    return redirect(f"/jobs/{job.id}")


@durable
def start_run(bench: Workbench, key: str, plans: list[str], files: list[str]) -> Job:
    """Score plans on the queries and judgments of two files in the workspace, or on the citations of its cases."""
    folder = bench.app.folder / RUNS_FOLDER
    if files:
        queries, qrels = (folder / key / name for name in files)
        query_set = from_files(queries, qrels)
    else:
        query_set = judged_by_citations(bench)
    return start_evaluation(bench, query_set, plans, ExperimentOptions(), folder / f"{key}.html")


def judged_by_citations(bench: Workbench) -> QuerySet:
    """A set in which the facts of each stored case are a query, and the earlier stored cases it cites are relevant."""
    cases = [bench.app.case(case_id) for case_id in bench.app.store.case_ids()]
    query_set, _ = build_citation_set("citations", cases, frozenset(case.id for case in cases))
    if not query_set.queries:
        raise InputError("No stored case cites an earlier one, so nothing can be scored. Upload queries of your own.")
    return query_set


async def _save_files(bench: Workbench, form: FormData, key: str) -> list[str]:
    """Save the uploaded queries and judgments with the run, each in a folder, under their own names.

    The ending of a name gives the format. Files that cannot be read are not saved.
    """
    folder = bench.app.folder / RUNS_FOLDER / key
    names = []
    try:
        for part, words in (("queries", "queries"), ("qrels", "judgments")):
            file = form.get(part)
            if not isinstance(file, UploadFile) or not file.filename:
                raise InputError(f"Choose the file with the {words} first.")
            upload = await receive_upload(file, bench.app.folder, bench.app.settings.ingest.max_file_mb)
            path = private_folder(folder / part) / shown_name(file.filename)
            upload.path.rename(path)
            names.append(f"{part}/{path.name}")
        await run_in_threadpool(from_files, folder / names[0], folder / names[1])
    except CountercaseError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return names


def _run_key(name: str) -> str:
    """A name for the files of a run: the user's name for it, and the time."""
    words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40].strip("-")
    return f"{words or 'run'}-{datetime.now(UTC):%Y%m%d-%H%M%S}"


@router.get("/evidence/runs/{key}/report.html")
def report(bench: Bench, key: str) -> Response:
    """The report of a run, as one page."""
    path = bench.app.folder / RUNS_FOLDER / f"{key}.html"
    if not _KEY.match(key) or not path.is_file():
        raise NotFound("There is no such report here. Choose a run from the list.")
    headers = {"Content-Security-Policy": _REPORT_POLICY}
    return Response(path.read_bytes(), media_type="text/html; charset=utf-8", headers=headers)
