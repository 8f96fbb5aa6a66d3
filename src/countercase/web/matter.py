"""The first page, and a matter: the narrative with its facts marked, and the fact sheet beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import Response

from countercase.corpus.builtin import builtin_matters
from countercase.domain.case import facts_of
from countercase.domain.facts import Fact, FactKind, FactSheet
from countercase.domain.span import Span
from countercase.errors import FactSheetError, InputError, NotFound
from countercase.explanation.sides import UserSide
from countercase.facts.doubt import reading_notes
from countercase.facts.extract import extract_facts
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.facts.suggestions import is_added
from countercase.facts.timeline import Timeline, read_timeline
from countercase.report.marks import TYPE_NAMES, fact_class, mark_facts
from countercase.web.documents import aside_note, begin_from_document
from countercase.web.durable_jobs import durable
from countercase.web.fact_forms import KIND_NAMES, Field, described, fields_of, new_fact_forms, read_fact
from countercase.web.forms import Bench, Form, texts, to, whole
from countercase.web.jobs import Job
from countercase.web.matter_store import StoredMatter
from countercase.web.rendering import render
from countercase.web.uploads import Upload, read_file, receive_upload
from countercase.web.workbench import Workbench, clean_narrative

router = APIRouter()
LISTED = 50  # matters on the first page; a link shows the rest
SURE = 0.8  # confidence below which the sheet says that there is doubt
SCAN_NOTE = "scan"  # what the note on a scan is kept under, for all versions of the matter


@dataclass(frozen=True, slots=True)
class FactRow:
    """A fact as the sheet shows it."""

    number: int
    kind: FactKind
    words: str
    css: str
    yours: bool
    found_by: str  # in words
    mentions: int
    locked: bool
    fields: tuple[Field, ...]
    dispute: str  # what a language model holds against it, in words


@router.get("/")
def first_page(request: Request, bench: Bench, matters: str = "") -> Response:
    """Matters, the last ones or `all`, and every way to begin one."""
    known = bench.matters.all() if matters == "all" else bench.matters.all(LISTED + 1)
    shown = known if matters == "all" else known[:LISTED]
    return render(
        request,
        "home.html",
        matters=shown,
        more=len(known) > len(shown),
        ready=builtin_matters(),
        sides=tuple(UserSide),
        reads_scans=bench.reads_scans,
    )


@router.post("/matters")
async def begin(bench: Bench, form: Form) -> Response:
    """A matter from pasted text, from a file, from a case of the corpus, or from a ready one."""
    file = form.get("file")
    if isinstance(file, UploadFile) and file.filename:
        if texts(form).get("text", "").strip():
            raise InputError("You gave both words and a file. Keep one of the two.")
        upload = await receive_upload(file, bench.app.folder, bench.app.settings.ingest.max_file_mb)
        return to(f"/jobs/{start_matter(bench, upload, texts(form)).id}")
    return await run_in_threadpool(_begin_from_fields, bench, texts(form))


def _begin_from_fields(bench: Workbench, given: Mapping[str, str]) -> Response:
    if given.get("ready"):
        ready = next((one for one in builtin_matters() if one.id == given["ready"]), None)
        if ready is None:
            raise NotFound("There is no such ready matter. Choose one on the first page.")
        made = bench.new_matter(ready.text, ready.title, "ready matter, names fictitious")
    elif given.get("case"):
        case = bench.case(given["case"])
        made = bench.new_matter(facts_of(case), case.name, f"case:{case.id}")
    else:
        made = begin_from_document(bench, given.get("text", ""), given.get("title", ""), side=given.get("side", ""))
    return to(f"/matters/{made.id}")


@durable
def start_matter(bench: Workbench, upload: Upload, given: dict[str, str]) -> Job:
    """Read an uploaded file as a job, and begin a matter with it."""
    shown = upload.name
    title = given.get("title", "").strip() or shown.rpartition(".")[0] or shown

    def work(job: Job) -> str:
        document = read_file(upload, bench.app.settings.ingest, job)
        job.tell("Finding the facts")
        made = begin_from_document(bench, document.text, title, f"from {shown}", given.get("side", ""))
        if document.note:
            bench.matters.put_finding(made.id, 0, SCAN_NOTE, {"note": document.note})
        return f"/matters/{made.id}"

    what, key = f"Reading {shown}", f"upload/{upload.path.name}"
    return bench.jobs.start(what, key, "/", work, owner="upload", cleanup=upload.drop)


@router.get("/matters/{matter_id}")
def show(request: Request, bench: Bench, matter_id: str, v: int | None = None) -> Response:
    """The narrative with its facts marked, beside the fact sheet."""
    matter = bench.matters.get(matter_id, v)
    sheet = bench.sheet(matter)
    return render(
        request,
        "matter.html",
        matter=matter,
        tab="facts",
        latest=bench.matters.latest_version(matter_id),
        groups=_groups(sheet, matter),
        narrative=mark_facts(sheet),
        plain=sheet.narrative,
        notes=[*_scan_note(bench, matter_id), *reading_notes(sheet.narrative, sheet)],
        aside=aside_note(bench, matter_id),
        sides=tuple(UserSide),
        type_names=TYPE_NAMES,
        new_fields=new_fact_forms(),
    )


def _scan_note(bench: Workbench, matter_id: str) -> list[str]:
    kept: dict[str, Any] | None = bench.matters.finding(matter_id, 0, SCAN_NOTE)
    return [kept["note"]] if kept is not None else []


def _groups(sheet: FactSheet, matter: StoredMatter) -> list[tuple[str, list[FactRow]]]:
    """The facts by type, in the order of the types."""
    timeline = read_timeline(sheet.narrative)
    rows = [_fact_row(number, fact, matter, timeline) for number, fact in enumerate(sheet.facts)]
    return [(css, [row for row in rows if row.css == css]) for css in TYPE_NAMES]


def _fact_row(number: int, fact: Fact, matter: StoredMatter, timeline: Timeline) -> FactRow:
    return FactRow(
        number,
        fact.kind,
        described(fact, timeline),
        fact_class(fact),
        fact.found_by == "user",
        _finder(fact),
        len(fact.spans),
        fact.key in matter.locks,
        fields_of(fact.kind, fact),
        str(fact.dispute or ""),
    )


def _finder(fact: Fact) -> str:
    """Who found the fact, and how surely."""
    if fact.found_by == "user":
        return "given by you"
    if is_added(fact):
        return "suggested by a language model, so read the words yourself"
    return "read from the words" if fact.confidence >= SURE else "read from the words, with some doubt"


@router.post("/matters/{matter_id}/facts")
def change_fact(bench: Bench, matter_id: str, form: Form) -> Response:
    """Correct, lock, unlock, delete or add one fact; the narrative stays as it is."""
    given = texts(form)
    matter = bench.matters.get(matter_id, whole(given, "version"))
    sheet = bench.sheet(matter)
    facts, locks = list(sheet.facts), set(matter.locks)
    action = given.get("action", "")
    if action == "add":
        facts.append(read_fact(_kind(given), given, _selected(given, sheet)))
    else:
        place = whole(given, "fact")
        if not 0 <= place < len(facts):
            raise NotFound("There is no such fact on this sheet. Load the page again.")
        old = facts[place]
        if action in {"lock", "unlock"}:
            (locks.add if action == "lock" else locks.discard)(old.key)
        elif action == "delete":
            del facts[place]
        elif action == "correct":
            facts[place] = read_fact(old.kind, given, old.spans)
        else:
            raise InputError("A fact is corrected, locked, unlocked, deleted or added.")
        if action in {"delete", "correct"}:
            locks.discard(old.key)
    changed = FactSheet(sheet.narrative, tuple(_ordered(facts)), sheet.outcome)
    bench.matters.write(replace(matter, sheet=sheet_to_json(changed), locks=tuple(sorted(locks))))
    return to(f"/matters/{matter_id}#sheet")


@router.post("/matters/{matter_id}/narrative")
def change_narrative(bench: Bench, matter_id: str, form: Form) -> Response:
    """Other words: the facts are read anew; facts that the user added without a place in the text are kept."""
    given = texts(form)
    matter = bench.matters.get(matter_id, whole(given, "version"))
    own = [fact for fact in bench.sheet(matter).facts if fact.found_by == "user" and not fact.spans]
    fresh = extract_facts(clean_narrative(given.get("text", "")))
    known = {fact.key for fact in fresh.facts}
    facts = (*fresh.facts, *(fact for fact in own if fact.key not in known))
    title = given.get("title", "").strip() or matter.title
    changed = replace(matter, title=title, sheet=sheet_to_json(replace(fresh, facts=facts)))
    bench.matters.write(changed)
    return to(f"/matters/{matter_id}")


@router.post("/matters/{matter_id}/delete")
def delete(bench: Bench, matter_id: str, form: Form) -> Response:  # noqa: ARG001 - the form carries its token
    """Remove a matter with its trees."""
    bench.matters.get(matter_id)
    bench.matters.delete(matter_id)
    return to("/")


def _ordered(facts: list[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda fact: fact.spans[0].start if fact.spans else 10**9)


def _selected(given: Mapping[str, str], sheet: FactSheet) -> tuple[Span, ...]:
    """The words in the narrative that the user selected, if any."""
    if not given.get("start"):
        return ()
    start, end = whole(given, "start"), whole(given, "end")
    if not 0 <= start < end <= len(sheet.narrative):
        raise FactSheetError("The selected words are not in the narrative. Select them again.")
    return (Span(start, end),)


def _kind(given: Mapping[str, str]) -> FactKind:
    try:
        kind = FactKind(given.get("kind", ""))
    except ValueError:
        raise FactSheetError("Choose what kind of fact to add.") from None
    if kind not in KIND_NAMES:
        raise FactSheetError("Choose what kind of fact to add.")
    return kind


def as_record(matter: StoredMatter) -> dict[str, Any]:
    """A matter as plain data."""
    return {
        "id": matter.id,
        "version": matter.version,
        "title": matter.title,
        "about": matter.about,
        "written": matter.written,
        "side": matter.side,
        "locks": [list(lock) for lock in matter.locks],
        "sheet": matter.sheet,
    }


# The first page, and the facts of a matter.
