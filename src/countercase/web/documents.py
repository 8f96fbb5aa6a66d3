"""A judgment or brief as a matter: it is divided into parts, its facts become the matter, the rest is kept aside."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.corpus.clean import hyphen_cuts
from countercase.corpus.paragraphs import split_paragraphs
from countercase.corpus.sections import label_sections
from countercase.domain.case import SectionType
from countercase.domain.span import Span, apply_cuts
from countercase.errors import InputError, NotFound
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.text.printed_pages import join_lines
from countercase.web.matter_store import StoredMatter
from countercase.web.pages import Bench, Form, redirect, render, text_fields
from countercase.web.workbench import MAX_NARRATIVE, Workbench, clean_narrative

router = APIRouter()
DIVIDED_FROM = 6000  # characters; all of a shorter text is taken as the facts
_LEAST, _MOST = 0.03, 0.9  # credible share of facts in the text; outside it the division is not used
_PARTS = 150  # parts offered to choose from; more are joined
_EVEN_PART = 12_000  # characters per part, if the document could not be divided by its sections
_PAGE_LINE = re.compile(r"\n[ \t]*\d{1,4} ?\| ?P ?a ?g ?e[ \t]*\n")
ASIDE = "aside"  # key of the stored division, for all versions of the matter
SECTION_WORDS: Mapping[SectionType, str] = {
    SectionType.FACTS: "Facts",
    SectionType.ISSUES: "Issues",
    SectionType.SUBMISSIONS: "Arguments",
    SectionType.ANALYSIS: "Reasoning",
    SectionType.RATIO: "Reasoning",
    SectionType.HELD: "Decision",
    SectionType.UNKNOWN: "Unclear",
}


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """A part of a document with one function: facts, arguments, reasoning."""

    span: Span
    section: SectionType


def divide(text: str) -> list[DocumentPart]:
    """The parts of a document in order; neighbours of the same section are joined."""
    parts: list[DocumentPart] = []
    for paragraph in label_sections(text, split_paragraphs(text)):
        last = parts[-1] if parts else None
        if last is not None and (last.section is paragraph.section or len(parts) >= _PARTS):
            parts[-1] = DocumentPart(Span(last.span.start, paragraph.span.end), last.section)
        else:
            parts.append(DocumentPart(paragraph.span, paragraph.section))
    return parts


def facts_proposed(text: str, parts: Sequence[DocumentPart]) -> list[int]:
    """Indices of the parts that state the facts; none if the division is not credible."""
    chosen = [number for number, part in enumerate(parts) if part.section is SectionType.FACTS]
    share = sum(len(parts[number].span) for number in chosen) / max(1, len(text))
    return chosen if _LEAST <= share <= _MOST else []


def begin_from_document(bench: Workbench, text: str, title: str = "", about: str = "", side: str = "") -> StoredMatter:
    """Start a matter from a text of any length. A long one is divided, and its facts are proposed."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").strip()
    whole = _PAGE_LINE.sub("\n", apply_cuts(whole, hyphen_cuts(whole))[0])
    if len(whole) < DIVIDED_FROM:
        return bench.new_matter(join_lines(whole), title, about, side)
    parts = divide(whole)
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
    bench.matters.put_finding(matter.id, 0, ASIDE, record)
    return matter


def _even_parts(text: str) -> list[DocumentPart]:
    """Parts of equal length to choose from, for a document whose facts could not be found."""
    size = max(_EVEN_PART, len(text) // _PARTS)
    parts, start = [], 0
    while start < len(text):
        end = text.rfind("\n", start + 1, start + size)
        end = len(text) if start + size >= len(text) else end if end > start else start + size
        parts.append(DocumentPart(Span(start, end), SectionType.UNKNOWN))
        start = end
    return parts


def _joined(text: str, parts: Sequence[DocumentPart], chosen: Sequence[int]) -> str:
    return "\n\n".join(join_lines(parts[number].span.of(text)) for number in chosen)


def aside_note(bench: Workbench, matter_id: str) -> str:
    """How much of the document was taken; empty if the matter is not from a long document."""
    kept: dict[str, Any] | None = bench.matters.finding(matter_id, 0, ASIDE)
    if kept is None:
        return ""
    if not kept.get("found", True):
        return "We could not tell which part of this long document states the facts, so its beginning was taken."
    taken = sum(kept["parts"][number][1] - kept["parts"][number][0] for number in kept["chosen"])
    return f"The facts were taken from a longer document: {taken / max(1, len(kept['text'])):.0%} of its text."


@router.get("/matters/{matter_id}/document")
def show(request: Request, bench: Bench, matter_id: str) -> Response:
    """The whole document in parts; those that make up the facts are chosen."""
    matter = bench.matters.get(matter_id)
    text, parts, chosen = _stored_parts(bench, matter_id)
    rows = [
        (number, SECTION_WORDS[part.section], join_lines(part.span.of(text)), number in chosen)
        for number, part in enumerate(parts)
    ]
    return render(request, "document.html", matter=matter, tab="facts", rows=rows)


@router.post("/matters/{matter_id}/document")
def choose(bench: Bench, matter_id: str, form: Form) -> Response:
    """Choose other parts of the document as the facts of the matter."""
    matter = bench.matters.get(matter_id)
    text, parts, _ = _stored_parts(bench, matter_id)
    chosen = [number for number in range(len(parts)) if f"part-{number}" in text_fields(form)]
    if not chosen:
        raise InputError("Choose at least one part as the facts of the matter.")
    sheet = bench.app.read_facts(clean_narrative(_joined(text, parts, chosen)))
    bench.matters.write(replace(matter, sheet=sheet_to_json(sheet)))
    kept = bench.matters.finding(matter_id, 0, ASIDE)
    bench.matters.put_finding(matter_id, 0, ASIDE, {**kept, "chosen": chosen})
    return redirect(f"/matters/{matter_id}")


def _stored_parts(bench: Workbench, matter_id: str) -> tuple[str, list[DocumentPart], list[int]]:
    kept: dict[str, Any] | None = bench.matters.finding(matter_id, 0, ASIDE)
    if kept is None:
        raise NotFound("This matter is not from a longer document. Edit its words on the Facts page.")
    parts = [DocumentPart(Span(start, end), SectionType(section)) for start, end, section in kept["parts"]]
    return kept["text"], parts, list(kept["chosen"])
