"""A case in full, at the passage that was found: paragraphs numbered, citations linked, what cites it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from fastapi import APIRouter, Request
from markupsafe import Markup, escape
from starlette.responses import Response

from countercase.domain.case import Case, CaseId, CitedCase, Paragraph
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.law.codes import counterparts
from countercase.web.forms import Bench
from countercase.web.pages import render

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph as the reader shows it."""

    text: Markup
    section: str
    number: str
    page: str
    first_of_section: bool
    found: bool


@router.get("/cases")
def find(request: Request, bench: Bench, q: str = "") -> Response:
    """Cases by words of their name, citation or provision."""
    q = q.strip()[:200]
    rows = bench.product.store.lookup(q, 50) if q else []
    cases = [bench.case(case_id) for case_id, _ in rows]
    return render(request, "cases.html", q=q, cases=cases)


@router.get("/cases/{case_id:path}")
def read(request: Request, bench: Bench, case_id: str) -> Response:
    """The whole case; `from` and `to` are the passage that led here."""
    case = bench.case(case_id)
    passage = _passage(request, case)
    store = bench.product.store
    citing = [(bench.case(link.case_id), link.treatment) for link in store.cited_by(CaseId(case_id))]
    return render(
        request,
        "case.html",
        case=case,
        blocks=list(_blocks(case, passage)),
        citing=citing,
        provisions=[_with_other(provision) for provision in case.provisions],
        provenance=store.provenance(CaseId(case_id)),
    )


def _with_other(provision: Provision) -> tuple[str, str]:
    others = [one.provision.id for one in counterparts(provision) if one.provision]
    return str(provision), ", ".join(others)


def _passage(request: Request, case: Case) -> Span | None:
    start, end = request.query_params.get("from", ""), request.query_params.get("to", "")
    if start.isdecimal() and end.isdecimal() and 0 <= int(start) < int(end) <= len(case.text):
        return Span(int(start), int(end))
    return None


def _blocks(case: Case, passage: Span | None) -> Iterator[Block]:
    paragraphs = case.paragraphs or (Paragraph(Span(0, len(case.text))),)
    links = _links(case)
    last, seen = None, False
    for paragraph in paragraphs:
        found = passage is not None and not seen and paragraph.span.overlaps(passage)
        seen = seen or found
        section = paragraph.section.value
        heading = _heading(paragraph.span.of(case.text), section)
        span = Span(paragraph.span.start + heading, paragraph.span.end)
        yield Block(
            _marked(case.text, span, passage, links),
            section,
            paragraph.number or "",
            str(paragraph.page or ""),
            section not in {last, "Unknown"},
            found,
        )
        last = section


def _heading(text: str, section: str) -> int:
    """Characters of a first line that only names the section: the reader prints that itself."""
    first, line_end, rest = text.partition("\n")
    return len(first) + 1 if line_end and rest.strip() and first.strip() in {section, section.removesuffix("s")} else 0


def _links(case: Case) -> list[tuple[Span, CaseId]]:
    """Where the text names a cited case that is in the corpus."""
    places = []
    for cited in case.cites:
        if cited.case_id is None or cited.case_id == case.id:
            continue
        for words in _names(cited):
            start = case.text.find(words)
            if start >= 0:
                places.append((Span(start, start + len(words)), cited.case_id))
                break
    return sorted(places, key=lambda pair: pair[0])


def _names(cited: CitedCase) -> Iterator[str]:
    yield cited.name
    yield from cited.citations
    first = cited.name.partition(" v. ")[0]
    if len(first) > 6:
        yield first


def _marked(text: str, span: Span, passage: Span | None, links: list[tuple[Span, CaseId]]) -> Markup:
    """The paragraph with the passage marked and cited cases linked; a link inside the mark stays a link."""
    inner = passage.intersection(span) if passage else None
    cuts = sorted({span.start, span.end, *((inner.start, inner.end) if inner else ())})
    parts = []
    for start, end in pairwise(cuts):
        piece = _linked(text, Span(start, end), links)
        marked = inner is not None and inner.start <= start and end <= inner.end
        parts.append(Markup('<mark class="passage">{}</mark>').format(piece) if marked else piece)
    return Markup("").join(parts)


def _linked(text: str, span: Span, links: list[tuple[Span, CaseId]]) -> Markup:
    parts, at = [], span.start
    for place, case_id in links:
        if not span.contains(place) or place.start < at:
            continue
        parts.append(escape(text[at : place.start]))
        parts.append(Markup('<a href="/cases/{}">{}</a>').format(case_id, place.of(text)))
        at = place.end
    parts.append(escape(text[at : span.end]))
    return Markup("").join(parts)
