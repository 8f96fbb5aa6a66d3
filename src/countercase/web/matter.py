"""The first page, and the pages of a matter: its narrative, its fact sheet, its checklist, and the document it is from.

A matter may start from a whole judgment or brief. It is divided into parts; its facts become the matter, and the rest
is kept aside.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import Response

from countercase.corpus.builtin import builtin_matters
from countercase.corpus.clean import hyphen_cuts
from countercase.corpus.paragraphs import split_paragraphs
from countercase.corpus.sections import label_sections
from countercase.domain.case import SectionType, facts_of
from countercase.domain.facts import Fact, FactKind, FactSheet
from countercase.domain.span import Span, apply_cuts
from countercase.errors import FactSheetError, InputError, NotFound
from countercase.explanation.sides import UserSide
from countercase.facts.checklist import MARKS
from countercase.facts.extract import reading_notes
from countercase.facts.sheet_json import is_added
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.facts.timeline import Timeline, read_timeline
from countercase.facts.words import line_sentence
from countercase.report.page import TYPE_NAMES, fact_class, mark_facts
from countercase.text.printed_pages import join_lines
from countercase.web.durable_jobs import durable
from countercase.web.fact_forms import Field, described, fields_of, new_fact_forms, read_fact, read_kind
from countercase.web.files import Upload, read_file, receive_upload
from countercase.web.jobs import Job
from countercase.web.matter_store import StoredMatter
from countercase.web.pages import (
    MAX_NARRATIVE,
    Bench,
    Form,
    Workbench,
    clean_narrative,
    redirect,
    render,
    text_fields,
    whole_number,
)

router = APIRouter()
LISTED = 50  # matters on the first page; a link shows the rest
SURE = 0.8  # below this confidence, the sheet says that there is doubt
# What each status of an ingredient means, in words.
STATUS_WORDS = {"met": "stated", "contrary": "against", "disputed": "in dispute", "missing": "not stated"}
SCAN_NOTE = "scan"  # key of the note on a scan, for all versions of the matter


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
    dispute: str  # why a language model disputes it


@router.get("/")
def first_page(request: Request, bench: Bench, matters: str = "") -> Response:
    """The latest matters, or all of them, and all ways to start one."""
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
    """Start a matter from pasted text, a file, a case of the corpus, or a ready matter."""
    file = form.get("file")
    if isinstance(file, UploadFile) and file.filename:
        if text_fields(form).get("text", "").strip():
            raise InputError("You gave both a text and a file. Give only one of them.")
        upload = await receive_upload(file, bench.app.folder, bench.app.settings.ingest.max_file_mb)
        return redirect(f"/jobs/{start_matter(bench, upload, text_fields(form)).id}")
    return await run_in_threadpool(_begin_from_fields, bench, text_fields(form))


def _begin_from_fields(bench: Workbench, fields: Mapping[str, str]) -> Response:
    if fields.get("ready"):
        ready = next((matter for matter in builtin_matters() if matter.id == fields["ready"]), None)
        if ready is None:
            raise NotFound("There is no such ready matter. Choose one on the first page.")
        matter = bench.new_matter(ready.text, ready.title, "ready matter, names fictitious")
    elif fields.get("case"):
        case = bench.case(fields["case"])
        matter = bench.new_matter(facts_of(case), case.name, f"case:{case.id}")
    else:
        matter = begin_from_document(
            bench, fields.get("text", ""), fields.get("title", ""), side=fields.get("side", "")
        )
    return redirect(f"/matters/{matter.id}")


def _titled(name: str) -> str:
    """A title from the name of a file: "State_v_Mohan.pdf" is State v Mohan."""
    return " ".join(re.sub(r"[_]+", " ", name.rpartition(".")[0] or name).split())


@durable
def start_matter(bench: Workbench, upload: Upload, fields: dict[str, str]) -> Job:
    """Read an uploaded file in the background, and start a matter with it."""
    shown = upload.name
    title = fields.get("title", "").strip() or _titled(shown)

    def work(job: Job) -> str:
        document = read_file(upload, bench.app.settings.ingest, job)
        job.tell("Finding the facts")
        matter = begin_from_document(bench, document.text, title, f"from {shown}", fields.get("side", ""))
        if document.note:
            bench.matters.put_finding(matter.id, 0, SCAN_NOTE, {"note": document.note})
        return f"/matters/{matter.id}"

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
        aside=_aside_note(bench, matter_id),
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
        number=number,
        kind=fact.kind,
        words=described(fact, timeline),
        css=fact_class(fact),
        yours=fact.found_by == "user",
        found_by=_finder(fact),
        mentions=len(fact.spans),
        locked=fact.key in matter.locks,
        fields=fields_of(fact.kind, fact),
        dispute=str(fact.dispute or ""),
    )


def _finder(fact: Fact) -> str:
    """Who found the fact, and with what confidence."""
    if fact.found_by == "user":
        return "given by you"
    if is_added(fact):
        return "suggested by a language model, so read the words yourself"
    return "read from the words" if fact.confidence >= SURE else "read from the words, with some doubt"


@router.post("/matters/{matter_id}/facts")
def change_fact(bench: Bench, matter_id: str, form: Form) -> Response:
    """Correct, lock, unlock, delete or add one fact; the narrative does not change."""
    fields = text_fields(form)
    matter = bench.matters.get(matter_id, whole_number(fields, "version"))
    sheet = bench.sheet(matter)
    facts, locks = list(sheet.facts), set(matter.locks)
    action = fields.get("action", "")
    if action == "add":
        facts.append(read_fact(read_kind(fields), fields, _selected(fields, sheet)))
    else:
        index = whole_number(fields, "fact")
        if not 0 <= index < len(facts):
            raise NotFound("There is no such fact on this sheet. Reload the page.")
        old = facts[index]
        if action in {"lock", "unlock"}:
            (locks.add if action == "lock" else locks.discard)(old.key)
        elif action == "delete":
            del facts[index]
        elif action == "correct":
            facts[index] = read_fact(old.kind, fields, old.spans)
        else:
            raise InputError("There is no such action. Correct, lock, unlock, delete or add a fact.")
        if action in {"delete", "correct"}:
            locks.discard(old.key)
    changed = FactSheet(sheet.narrative, tuple(_ordered(facts)), sheet.outcome)
    bench.matters.write(replace(matter, sheet=sheet_to_json(changed), locks=tuple(sorted(locks))))
    return redirect(f"/matters/{matter_id}#sheet")


@router.post("/matters/{matter_id}/narrative")
def change_narrative(bench: Bench, matter_id: str, form: Form) -> Response:
    """Read the facts of an edited narrative; facts that the user added without words in the text are kept."""
    fields = text_fields(form)
    matter = bench.matters.get(matter_id, whole_number(fields, "version"))
    added = [fact for fact in bench.sheet(matter).facts if fact.found_by == "user" and not fact.spans]
    fresh = bench.app.read_facts(clean_narrative(fields.get("text", "")))
    known = {fact.key for fact in fresh.facts}
    facts = (*fresh.facts, *(fact for fact in added if fact.key not in known))
    title = fields.get("title", "").strip() or matter.title
    changed = replace(matter, title=title, sheet=sheet_to_json(replace(fresh, facts=facts)))
    bench.matters.write(changed)
    return redirect(f"/matters/{matter_id}")


@router.post("/matters/{matter_id}/delete")
def delete(bench: Bench, matter_id: str, form: Form) -> Response:  # noqa: ARG001 - the form carries its token
    """Remove a matter with its trees."""
    bench.matters.get(matter_id)
    bench.matters.delete(matter_id)
    return redirect("/")


def _ordered(facts: list[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda fact: fact.spans[0].start if fact.spans else 10**9)


def _selected(fields: Mapping[str, str], sheet: FactSheet) -> tuple[Span, ...]:
    """The words in the narrative that the user selected, if any."""
    if not fields.get("start"):
        return ()
    start, end = whole_number(fields, "start"), whole_number(fields, "end")
    if not 0 <= start < end <= len(sheet.narrative):
        raise FactSheetError("The selected words are not in the narrative. Select them again.")
    return (Span(start, end),)


@router.get("/matters/{matter_id}/checklist")
def show_checklist(request: Request, bench: Bench, matter_id: str, v: int | None = None) -> Response:
    """The ingredients of each charge with their quotes, and the lines of law with their calculations."""
    matter = bench.matters.get(matter_id, v)
    checklist = bench.checklist(matter)
    return render(
        request,
        "checklist.html",
        matter=matter,
        tab="checklist",
        sections=list(checklist.sections()),
        lines=checklist.lines,
        warnings=[*checklist.notes, *(warning.says for warning in checklist.not_in_force)],
        marks={str(status): mark for status, mark in MARKS.items()},
        status_words=STATUS_WORDS,
        line_sentence=line_sentence,
    )


def matter_record(matter: StoredMatter) -> dict[str, Any]:
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


# A document as a matter.

_DIVIDED_FROM = 6000  # characters; all of a shorter text is taken as the facts
_LEAST, _MOST = 0.03, 0.9  # credible share of facts in the text; outside it the division is not used
_PARTS = 150  # parts offered to choose from; more are joined
_EVEN_PART = 12_000  # characters per part, if the document could not be divided by its sections
_PAGE_LINE = re.compile(r"\n[ \t]*\d{1,4} ?\| ?P ?a ?g ?e[ \t]*\n")
_ASIDE = "aside"  # key of the stored division, for all versions of the matter
_SECTION_WORDS: Mapping[SectionType, str] = {
    SectionType.FACTS: "Facts",
    SectionType.ISSUES: "Issues",
    SectionType.SUBMISSIONS: "Arguments",
    SectionType.ANALYSIS: "Reasoning",
    SectionType.RATIO: "Reasoning",
    SectionType.HELD: "Decision",
    SectionType.UNKNOWN: "Unclear",
}


@dataclass(frozen=True, slots=True)
class _DocumentPart:
    """A part of a document with one function: facts, arguments, reasoning."""

    span: Span
    section: SectionType


def _divide(text: str) -> list[_DocumentPart]:
    """The parts of a document in order; neighbours of the same section are joined."""
    parts: list[_DocumentPart] = []
    for paragraph in label_sections(text, split_paragraphs(text)):
        last = parts[-1] if parts else None
        if last is not None and (last.section is paragraph.section or len(parts) >= _PARTS):
            parts[-1] = _DocumentPart(Span(last.span.start, paragraph.span.end), last.section)
        else:
            parts.append(_DocumentPart(paragraph.span, paragraph.section))
    return parts


def facts_proposed(text: str, parts: Sequence[_DocumentPart]) -> list[int]:
    """Indices of the parts that state the facts; none if the division is not credible."""
    chosen = [number for number, part in enumerate(parts) if part.section is SectionType.FACTS]
    share = sum(len(parts[number].span) for number in chosen) / max(1, len(text))
    return chosen if _LEAST <= share <= _MOST else []


def begin_from_document(bench: Workbench, text: str, title: str = "", about: str = "", side: str = "") -> StoredMatter:
    """Start a matter from a text of any length. A long one is divided, and its facts are proposed."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").strip()
    whole = _PAGE_LINE.sub("\n", apply_cuts(whole, hyphen_cuts(whole))[0])
    if len(whole) < _DIVIDED_FROM:
        return bench.new_matter(join_lines(whole), title, about, side)
    parts = _divide(whole)
    chosen = facts_proposed(whole, parts)
    while chosen and len(_joined(whole, parts, chosen)) > MAX_NARRATIVE:
        chosen = chosen[:-1]
    if not chosen and len(whole) <= MAX_NARRATIVE:
        return bench.new_matter(join_lines(whole), title, about, side)
    found = bool(chosen)
    if not found:
        parts, chosen = _even_parts(whole), [0]
    matter = bench.new_matter(_joined(whole, parts, chosen), title, about, side)
    record = {
        "text": whole,
        "parts": [[part.span.start, part.span.end, part.section.value] for part in parts],
        "chosen": chosen,
        "found": found,
    }
    bench.matters.put_finding(matter.id, 0, _ASIDE, record)
    return matter


def _even_parts(text: str) -> list[_DocumentPart]:
    """Parts of equal length to choose from, for a document whose facts could not be found."""
    size = max(_EVEN_PART, len(text) // _PARTS)
    parts, start = [], 0
    while start < len(text):
        end = text.rfind("\n", start + 1, start + size)
        end = len(text) if start + size >= len(text) else end if end > start else start + size
        parts.append(_DocumentPart(Span(start, end), SectionType.UNKNOWN))
        start = end
    return parts


def _joined(text: str, parts: Sequence[_DocumentPart], chosen: Sequence[int]) -> str:
    return "\n\n".join(join_lines(parts[number].span.of(text)) for number in chosen)


def _aside_note(bench: Workbench, matter_id: str) -> str:
    """How much of the document was taken; empty if the matter is not from a long document."""
    kept: dict[str, Any] | None = bench.matters.finding(matter_id, 0, _ASIDE)
    if kept is None:
        return ""
    if not kept.get("found", True):
        return "We could not tell which part of this long document states the facts, so its beginning was taken."
    taken = sum(kept["parts"][number][1] - kept["parts"][number][0] for number in kept["chosen"])
    return f"The facts were taken from a longer document: {taken / max(1, len(kept['text'])):.0%} of its text."


@router.get("/matters/{matter_id}/document")
def show_document(request: Request, bench: Bench, matter_id: str) -> Response:
    """The whole document in parts; those that make up the facts are chosen."""
    matter = bench.matters.get(matter_id)
    text, parts, chosen = _stored_parts(bench, matter_id)
    rows = [
        (number, _SECTION_WORDS[part.section], join_lines(part.span.of(text)), number in chosen)
        for number, part in enumerate(parts)
    ]
    return render(request, "document.html", matter=matter, tab="facts", rows=rows)


@router.post("/matters/{matter_id}/document")
def choose_parts(bench: Bench, matter_id: str, form: Form) -> Response:
    """Choose other parts of the document as the facts of the matter."""
    matter = bench.matters.get(matter_id)
    text, parts, _ = _stored_parts(bench, matter_id)
    chosen = [number for number in range(len(parts)) if f"part-{number}" in text_fields(form)]
    if not chosen:
        raise InputError("Choose at least one part as the facts of the matter.")
    sheet = bench.app.read_facts(clean_narrative(_joined(text, parts, chosen)))
    bench.matters.write(replace(matter, sheet=sheet_to_json(sheet)))
    kept = bench.matters.finding(matter_id, 0, _ASIDE)
    bench.matters.put_finding(matter_id, 0, _ASIDE, {**kept, "chosen": chosen})
    return redirect(f"/matters/{matter_id}")


def _stored_parts(bench: Workbench, matter_id: str) -> tuple[str, list[_DocumentPart], list[int]]:
    kept: dict[str, Any] | None = bench.matters.finding(matter_id, 0, _ASIDE)
    if kept is None:
        raise NotFound("This matter is not from a longer document. Edit its words on the Facts page.")
    parts = [_DocumentPart(Span(start, end), SectionType(section)) for start, end, section in kept["parts"]]
    return kept["text"], parts, list(kept["chosen"])
