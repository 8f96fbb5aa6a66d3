"""A case in full, at the passage that was found: paragraphs numbered, citations linked, what cites it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from fastapi import APIRouter, Request
from markupsafe import Markup, escape
from starlette.responses import PlainTextResponse, Response

from countercase.corpus.read.document import page_at
from countercase.corpus.store import Provenance
from countercase.domain.case import Case, CaseId, CitedCase, Paragraph
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.errors import LawError, UnreadableFile
from countercase.facts.words import provision_name
from countercase.law.tables.codes import counterparts
from countercase.web.forms import Bench
from countercase.web.page_images import Original, original_of
from countercase.web.rendering import render

# What a provision is called in the other code, for pages that show any provision.


def in_other_code(provision: Provision) -> tuple[str, ...]:
    """Its ids in the other code; none for an Act that no code of 2023 replaced, and for a section that it lacks."""
    try:
        return tuple(one.provision.id for one in counterparts(provision) if one.provision)
    except LawError:
        return ()


router = APIRouter()
_SOFT_END = re.compile(r"(?<=[^\n]{55})\n(?=[^\s])")  # after a line too long for a heading or an address


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
    rows = bench.app.store.lookup(q, 50) if q else []
    cases = [bench.case(case_id) for case_id, _ in rows]
    return render(request, "cases.html", q=q, cases=cases)


@router.get("/page-images/{number}/{case_id:path}")
def page_image(bench: Bench, number: int, case_id: str) -> Response:
    """A page of the PDF as a picture; the page itself does not wait for it."""
    original = _original(bench.app.store.provenance(CaseId(case_id)))
    if original is None:
        return PlainTextResponse("This case was not read from a PDF.", 404)
    try:
        return Response(bench.pages.get(original, number), media_type="image/png")
    except UnreadableFile as error:
        return PlainTextResponse(str(error), 404)


def _original(provenance: Provenance) -> Original | None:
    return original_of(provenance.source, provenance.sha256, len(provenance.pages))


@router.get("/cases/{case_id:path}")
def read(request: Request, bench: Bench, case_id: str, page: int = 0) -> Response:
    """The whole case; `from` and `to` are the passage that led here, and its page is opened unless another is asked."""
    case = bench.case(case_id)
    passage = _passage(request, case)
    store = bench.app.store
    provenance = store.provenance(CaseId(case_id))
    original = _original(provenance)
    citing = [(bench.case(link.case_id), link.treatment) for link in store.cited_by(CaseId(case_id))]
    return render(
        request,
        "case.html",
        case=case,
        blocks=list(_blocks(case, passage)),
        citing=citing,
        provisions=[_with_other(provision) for provision in case.provisions],
        provenance=provenance,
        original=original,
        page=_page(provenance, passage, page) if original else 0,
        passage=f"from={passage.start}&to={passage.end}&" if passage else "",
    )


def _page(provenance: Provenance, passage: Span | None, asked: int) -> int:
    """The page to open: the one asked for, else that of the passage, else the first."""
    if 1 <= asked <= len(provenance.pages):
        return asked
    found = page_at(provenance.pages, passage.start) if passage else None
    return found.number if found else 1


def _with_other(provision: Provision) -> tuple[str, str]:
    return provision_name(provision), ", ".join(in_other_code(provision))


def _passage(request: Request, case: Case) -> Span | None:
    start, end = request.query_params.get("from", ""), request.query_params.get("to", "")
    if start.isdecimal() and end.isdecimal() and 0 <= int(start) < int(end) <= len(case.text):
        return Span(int(start), int(end))
    return None


def _blocks(case: Case, passage: Span | None) -> Iterator[Block]:
    paragraphs = case.paragraphs or (Paragraph(Span(0, len(case.text))),)
    links, text = _links(case), unwrapped(case.text)
    last, last_page, seen = None, None, False
    for paragraph in paragraphs:
        found = passage is not None and not seen and paragraph.span.overlaps(passage)
        seen = seen or found
        section = paragraph.section.value
        heading = _heading(paragraph.span.of(text), section)
        span = Span(paragraph.span.start + heading, paragraph.span.end)
        number = paragraph.number or ""
        yield Block(
            _marked(text, span, passage, links),
            section,
            "" if span.of(text).lstrip().startswith(number) else number,
            str(paragraph.page or "") if paragraph.page != last_page else "",
            section not in {last, "Unknown"},
            found,
        )
        last, last_page = section, paragraph.page


def unwrapped(text: str) -> str:
    """The text with the line ends that only a page's width made as spaces; offsets stay as they are."""
    return _SOFT_END.sub(" ", text)


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


# Cases in full, with the pages of their PDF.
