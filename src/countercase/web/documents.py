"""A judgment or brief as a matter: it is divided, its facts become the matter, and the rest is kept aside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.corpus.clean import apply_cuts, hyphen_cuts
from countercase.corpus.paragraphs import split_paragraphs
from countercase.corpus.sections import label_sections
from countercase.domain.case import SectionType
from countercase.domain.span import Span
from countercase.errors import InputError, NotFound
from countercase.facts.extract import extract_facts
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.text.printed_pages import join_lines
from countercase.web.forms import Bench, Form, texts, to
from countercase.web.matter_store import StoredMatter
from countercase.web.rendering import render
from countercase.web.workbench import MAX_NARRATIVE, Workbench, clean_narrative

router = APIRouter()
DIVIDED_FROM = 6000  # characters; a shorter text is taken as the facts themselves
_LEAST, _MOST = 0.03, 0.9  # share of the text that its facts may have; else the division tells nothing
_PARTS = 150  # parts offered to choose from; more are joined
ASIDE = "aside"  # what the division is kept under, for all versions of the matter
SECTION_WORDS: Mapping[SectionType, str] = {
    SectionType.FACTS: "Facts",
    SectionType.ISSUES: "Issues",
    SectionType.SUBMISSIONS: "Arguments",
    SectionType.ANALYSIS: "Reasoning",
    SectionType.RATIO: "Reasoning",
    SectionType.HELD: "Decision",
    SectionType.UNKNOWN: "Not told",
}


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """A stretch of a document that does one thing."""

    span: Span
    section: SectionType


def divide(text: str) -> list[DocumentPart]:
    """The parts of a document in order, neighbours of one section joined."""
    parts: list[DocumentPart] = []
    for paragraph in label_sections(text, split_paragraphs(text)):
        last = parts[-1] if parts else None
        if last is not None and (last.section is paragraph.section or len(parts) >= _PARTS):
            parts[-1] = DocumentPart(Span(last.span.start, paragraph.span.end), last.section)
        else:
            parts.append(DocumentPart(paragraph.span, paragraph.section))
    return parts


def facts_proposed(text: str, parts: Sequence[DocumentPart]) -> list[int]:
    """The numbers of the parts that state the facts; none where the division tells nothing."""
    chosen = [number for number, part in enumerate(parts) if part.section is SectionType.FACTS]
    share = sum(len(parts[number].span) for number in chosen) / max(1, len(text))
    return chosen if _LEAST <= share <= _MOST else []


def begin_from_document(bench: Workbench, text: str, title: str = "", about: str = "", side: str = "") -> StoredMatter:
    """A matter from a text of any length: a long one is divided, and its facts are proposed."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").strip()
    whole = apply_cuts(whole, hyphen_cuts(whole))[0]
    if len(whole) < DIVIDED_FROM:
        return bench.new_matter(join_lines(whole), title, about, side)
    parts = divide(whole)
    chosen = facts_proposed(whole, parts)
    while chosen and len(_joined(whole, parts, chosen)) > MAX_NARRATIVE:
        chosen = chosen[:-1]
    if not chosen and len(whole) <= MAX_NARRATIVE:
        return bench.new_matter(join_lines(whole), title, about, side)
    if not chosen:
        raise InputError(
            f"This document has {len(whole):,} characters, and no part of it could be told to be the facts. "
            f"Paste the facts, up to {MAX_NARRATIVE:,} characters."
        )
    made = bench.new_matter(_joined(whole, parts, chosen), title, about, side)
    record = {
        "text": whole,
        "parts": [[part.span.start, part.span.end, part.section.value] for part in parts],
        "chosen": chosen,
    }
    bench.matters.put_finding(made.id, 0, ASIDE, record)
    return made


def _joined(text: str, parts: Sequence[DocumentPart], chosen: Sequence[int]) -> str:
    return "\n\n".join(join_lines(parts[number].span.of(text)) for number in chosen)


def aside_note(bench: Workbench, matter_id: str) -> str:
    """What was taken from the document and what was not; empty where the matter came from no long document."""
    kept: dict[str, Any] | None = bench.matters.finding(matter_id, 0, ASIDE)
    if kept is None:
        return ""
    taken = sum(kept["parts"][number][1] - kept["parts"][number][0] for number in kept["chosen"])
    return f"The facts were taken from a longer document: {taken / max(1, len(kept['text'])):.0%} of its text."


@router.get("/matters/{matter_id}/document")
def show(request: Request, bench: Bench, matter_id: str) -> Response:
    """The whole document in parts, those chosen that make the facts."""
    matter = bench.matters.get(matter_id)
    text, parts, chosen = _kept(bench, matter_id)
    rows = [
        (number, SECTION_WORDS[part.section], join_lines(part.span.of(text)), number in chosen)
        for number, part in enumerate(parts)
    ]
    return render(request, "document.html", matter=matter, tab="facts", rows=rows)


@router.post("/matters/{matter_id}/document")
def choose(bench: Bench, matter_id: str, form: Form) -> Response:
    """Make other parts of the document the facts of the matter."""
    matter = bench.matters.get(matter_id)
    text, parts, _ = _kept(bench, matter_id)
    chosen = [number for number in range(len(parts)) if f"part-{number}" in texts(form)]
    if not chosen:
        raise InputError("Choose at least one part. It becomes the facts of the matter.")
    sheet = extract_facts(clean_narrative(_joined(text, parts, chosen)))
    bench.matters.write(replace(matter, sheet=sheet_to_json(sheet)))
    kept = bench.matters.finding(matter_id, 0, ASIDE)
    bench.matters.put_finding(matter_id, 0, ASIDE, {**kept, "chosen": chosen})
    return to(f"/matters/{matter_id}")


def _kept(bench: Workbench, matter_id: str) -> tuple[str, list[DocumentPart], list[int]]:
    kept: dict[str, Any] | None = bench.matters.finding(matter_id, 0, ASIDE)
    if kept is None:
        raise NotFound("This matter does not come from a longer document.")
    parts = [DocumentPart(Span(start, end), SectionType(section)) for start, end, section in kept["parts"]]
    return kept["text"], parts, list(kept["chosen"])
