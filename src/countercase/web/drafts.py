"""Checks every citation, quotation and provision of a draft, as of a day. The draft is kept only in memory."""

from dataclasses import dataclass
from datetime import date

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile
from starlette.responses import Response

from countercase.citator.draft import CheckedItem, DraftReport
from countercase.errors import InputError, NotFound
from countercase.report.page import draft_page, marked_draft
from countercase.retrieval.plan import parse_day
from countercase.text.printed_pages import join_lines
from countercase.web.files import ReadFile, Upload, read_file, receive_upload
from countercase.web.jobs import Job
from countercase.web.pages import Bench, Form, Workbench, attachment, redirect, render, text_fields

router = APIRouter()
LONGEST = 1_000_000  # characters
# Contains a false citation, an overruled decision, and a section that does not exist.
EXAMPLE = (
    "The detention cannot be questioned: ADM Jabalpur v. Shivkant Shukla, (1976) 2 SCC 521. The husband alone can "
    "complain of adultery under Section 497 of the Indian Penal Code. The same view was taken in Ram Prasad v. State "
    "of Bihar, 2019 INSC 99999. The accused is charged under Section 912 of the Indian Penal Code."
)


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """A draft and its findings."""

    name: str
    text: str
    day: date
    report: DraftReport
    note: str = ""  # how a scan was read


@router.get("/check")
def form(request: Request, bench: Bench) -> Response:
    """The form for a draft."""
    return _form(request, bench, {}, "")


def _form(request: Request, bench: Workbench, fields: dict[str, str], wrong: str) -> Response:
    """The form with what was typed."""
    today = fields.get("on") or date.today().isoformat()  # noqa: DTZ011 - the reader's own day
    status = 400 if wrong else 200
    return render(
        request,
        "check.html",
        status,
        draft=None,
        today=today,
        given=fields,
        wrong=wrong,
        example=EXAMPLE,
        reads_scans=bench.reads_scans,
    )


@router.post("/check")
async def check(request: Request, bench: Bench, form: Form) -> Response:
    """Check a pasted text or a file, as a job."""
    fields = text_fields(form)
    file = form.get("file")
    try:
        day = parse_day(fields["on"]) if fields.get("on") else date.today()  # noqa: DTZ011
        if isinstance(file, UploadFile) and file.filename:
            upload = await receive_upload(file, bench.app.folder, bench.app.settings.ingest.max_file_mb)
            return redirect(f"/jobs/{start_check(bench, upload.name, day, upload=upload).id}")
        text = fields.get("text", "").replace("\r\n", "\n").strip()
        if not text:
            raise InputError("There is no draft yet. Paste one, or choose a file.")
        if len(text) > LONGEST:
            raise InputError(f"{len(text):,} characters are too many. Check the draft in parts of up to {LONGEST:,}.")
        return redirect(f"/jobs/{start_check(bench, fields.get('name') or 'your draft', day, text).id}")
    except InputError as error:
        return _form(request, bench, fields, str(error))


def start_check(bench: Workbench, name: str, day: date, text: str = "", upload: Upload | None = None) -> Job:
    """Read the draft if it is a file, and check it."""

    def work(job: Job) -> str:
        draft = read_file(upload, bench.app.settings.ingest, job) if upload is not None else ReadFile(text, "")
        whole = join_lines(draft.text)
        job.tell("Checking citations, quotations and provisions")
        bench.drafts.put(job.id, CheckedDraft(name, whole, day, bench.app.check_draft(whole, day), draft.note))
        return f"/check/{job.id}"

    key = f"check/{day}/{upload.sha256 if upload is not None else hash(text)}"
    cleanup = upload.drop if upload is not None else None
    return bench.jobs.start(f"Checking {name}", key, "/check", work, owner="check", quick=True, cleanup=cleanup)


@router.get("/check/{draft_id}")
def show(request: Request, bench: Bench, draft_id: str) -> Response:
    """The findings: what is wrong first, then what cannot be told, then the draft with every finding marked."""
    draft = _draft(bench, draft_id)
    items = draft.report.items
    return render(
        request,
        "check.html",
        draft=draft,
        draft_id=draft_id,
        wrong_items=[item for item in items if item.verdict == "wrong"],
        unknown_items=[item for item in items if item.verdict == "unknown"],
        correct=sum(item.verdict == "ok" for item in items),
        marked=marked_draft(draft.text, draft.report, numbered(items)),
        numbers=numbered(items),
        today=draft.day.isoformat(),
        given={},
        wrong="",
        example="",
    )


@router.get("/check/{draft_id}/report.html")
def report(bench: Bench, draft_id: str) -> Response:
    """The findings as one self-contained page."""
    draft = _draft(bench, draft_id)
    content = draft_page(draft.text, draft.report, draft.name)
    return attachment("check.html", "text/html; charset=utf-8", content)


def numbered(items: tuple[CheckedItem, ...]) -> dict[tuple[int, int], int]:
    """The number of each finding that is wrong or unknown, by its span."""
    findings = [item for item in items if item.verdict != "ok"]
    findings.sort(key=lambda item: (item.verdict != "wrong", item.span.start))
    return {(item.span.start, item.span.end): number for number, item in enumerate(findings, start=1)}


def _draft(bench: Workbench, draft_id: str) -> CheckedDraft:
    draft: CheckedDraft | None = bench.drafts.get(draft_id)
    if draft is None:
        raise NotFound("This draft is no longer here, since drafts are kept only in memory. Check it again.")
    return draft
