"""A case: its page, opened at the passage that was found, and its later history.

The page shows numbered paragraphs, linked citations and citing cases; the history, what later judgments did with it.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from fastapi import APIRouter, Request
from markupsafe import Markup, escape
from starlette.responses import PlainTextResponse, Response

from countercase.citator.catalogue import catalogue
from countercase.citator.history import Flag, LaterEvent, flag, history, own_citations
from countercase.citator.treatments import Treatment
from countercase.corpus.read import page_at
from countercase.corpus.store import Provenance
from countercase.domain.case import Case, CaseId, CitedCase, Paragraph, Speaker
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.errors import LawError, UnreadableFile
from countercase.explanation.quotations import stored_sentences
from countercase.facts.words import provision_name
from countercase.law.citations import read_citation
from countercase.law.tables.acts import counterparts
from countercase.report.charts import TimelineMark, timeline
from countercase.retrieval.plan import parse_day
from countercase.text.sentences import split_sentences
from countercase.web.cards import holding_lines
from countercase.web.files import Original, base_name, original_of
from countercase.web.jobs import Job
from countercase.web.pages import Bench, Workbench, render

router = APIRouter()

# What later judgments did with a case, by court and treatment over time. This route comes first, since the path of the
# page of a case would match it too.

MANY = 40  # citing cases; with as many, reading them is a job
# Treatments by what they mean for the case; the name is also the CSS class of the mark.
GROUPS: Mapping[str, tuple[Treatment, ...]] = {
    "against": (Treatment.OVERRULED, Treatment.REVERSED, Treatment.DISAPPROVED),
    "doubt": (Treatment.DOUBTED, Treatment.NOT_FOLLOWED, Treatment.DISTINGUISHED),
    "good": (Treatment.FOLLOWED, Treatment.RELIED_ON, Treatment.APPROVED),
    "neutral": (Treatment.REFERRED,),
}
FLAG_WORDS: Mapping[Flag, str] = {
    Flag.STOP: "Stop: overruled, reversed or superseded as a whole.",
    Flag.WARNING: "Warning: no longer good in part, disapproved, or reported to be.",
    Flag.CAUTION: "Caution: doubted, not followed or distinguished.",
    Flag.NEUTRAL: "Neutral: nothing on record is for or against it.",
    Flag.POSITIVE: "Positive: followed, relied on or approved.",
}


@dataclass(frozen=True, slots=True)
class EventShown:
    """One event of the history, with a link to the words it is based on."""

    event: LaterEvent
    group: str
    says: str
    link: str


@router.get("/cases/{case_id:path}/history")
def show_history(request: Request, bench: Bench, case_id: str, on: str = "") -> Response:
    """The flag, the timeline, and every event with its quote."""
    case = bench.case(case_id)
    day = parse_day(on) if on else None
    events_or_job = _events(bench, case.id, day)
    job = events_or_job if isinstance(events_or_job, Job) else None
    events = () if isinstance(events_or_job, Job) else events_or_job
    flagged = flag(case, events, day)
    return render(
        request,
        "history.html",
        case=case,
        on=on,
        job=job,
        flag=str(flagged.flag),
        flag_why=flagged.why,
        flag_words=FLAG_WORDS[flagged.flag],
        events=[_shown(event) for event in events],
        picture=timeline(f"Later history of {case.name}", _marks(events), case.decided),
        groups={name: [str(treatment) for treatment in treatments] for name, treatments in GROUPS.items()},
        official="",
    )


def _events(bench: Workbench, case_id: CaseId, day: date | None) -> tuple[LaterEvent, ...] | Job:
    """The events, or if many judgments must be read first, the job that reads them."""
    key = (case_id, day, bench.app.store.revision)
    known = bench.histories.get(key)
    if known is not None:
        return known

    def work(job: Job) -> None:
        job.tell("Reading the judgments that cite it")
        bench.histories.put(key, history(case_id, bench.app.store, day))

    citing = {link.case_id for link in bench.app.store.cited_by(case_id)}
    if len(citing) < MANY:
        return bench.histories.put(key, history(case_id, bench.app.store, day))
    return bench.jobs.start("Reading the later history", f"history/{key}", "", work)


def _group(treatment: Treatment) -> str:
    return next((name for name, treatments in GROUPS.items() if treatment in treatments), "neutral")


def _shown(event: LaterEvent) -> EventShown:
    link = f"/cases/{event.by}" if event.by else ""
    if link and event.span:
        link = f"{link}?from={event.span.start}&to={event.span.end}#passage"
    says = f"{event.row.words}: {event.row.point}" if event.row else ""
    return EventShown(event, _group(event.treatment), says, link)


def _marks(events: Sequence[LaterEvent]) -> list[TimelineMark]:
    return [
        TimelineMark(
            event.decided, event.court or "Another court", _group(event.treatment), f"{event.treatment}: {event.name}"
        )
        for event in events
        if event.decided is not None
    ]


# The page of a case.

LONG = 150_000  # characters; the speakers of a longer judgment are read in the background
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
    speaker: str


@router.get("/page-images/{number}/{case_id:path}")
def page_image(bench: Bench, number: int, case_id: str) -> Response:
    """A page of the PDF as an image, loaded after the text."""
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
    """The whole case. `from` and `to` give the passage that led here; its page is opened unless `page` is given."""
    case = bench.case(case_id)
    passage = _passage(request, case)
    store = bench.app.store
    provenance = store.provenance(CaseId(case_id))
    original = _original(provenance)
    citing = [(bench.case(link.case_id), link.treatment) for link in store.cited_by(CaseId(case_id))]
    flagged = bench.app.flag(case)
    job = _reading(bench, case)
    return render(
        request,
        "case.html",
        case=case,
        flag=str(flagged.flag),
        flag_why=flagged.why,
        job=job,
        holding=holding_lines(bench.app.holding(case.id)) if job is None else (),
        forms=citation_forms(case),
        similar=store.citing_the_same(case.id),
        official=case.source if case.source.startswith(("https://", "http://")) else "",
        source="" if case.is_digest else _file_name(case.source or provenance.source),
        matters=bench.matters.all(5),
        blocks=list(_blocks(case, passage, speakers_of(case) if job is None else {})),
        citing=citing,
        provisions=[_with_other(provision) for provision in case.provisions],
        provenance=provenance,
        original=original,
        page=_page(provenance, passage, page) if original else 0,
        passage=f"from={passage.start}&to={passage.end}&" if passage else "",
    )


def _reading(bench: Workbench, case: Case) -> Job | None:
    """The job that finds the speakers of a very long judgment; the text is shown meanwhile."""
    read = bench.jobs.last(f"speakers/{case.id}")
    if case.is_digest or len(case.text) < LONG or (read is not None and read.state == "done"):
        return None

    def work(job: Job) -> None:
        job.tell("Reading who speaks and what was held")
        bench.app.holding(case.id)

    return bench.jobs.start("Reading who speaks and what was held", f"speakers/{case.id}", "", work, quick=True)


def citation_forms(case: Case) -> list[str]:
    """The ways to cite the case, one per report that is known to print it."""
    printed = {citation.normal for written in case.citations if (citation := read_citation(written))}
    written = [*case.citations, *sorted(own_citations(case, catalogue()) - printed)]
    return [f"{case.name}, {citation}" for citation in dict.fromkeys(written)]


def _file_name(source: str) -> str:
    """A web address as it is, or the name of a file without its folders."""
    return source if source.startswith(("https://", "http://")) else base_name(source)


def speakers_of(case: Case) -> dict[int, str]:
    """The speaker of a paragraph, by its start, if someone other than this Court speaks most of it."""
    if case.is_digest:
        return {}
    weights: dict[int, Counter[str]] = {}
    starts = [paragraph.span.start for paragraph in case.paragraphs]
    for sentence in stored_sentences(case, split_sentences):
        start = starts[bisect_right(starts, sentence.span.start) - 1] if starts else 0
        voice = sentence.voice
        weights.setdefault(start, Counter())[voice.name or str(voice.speaker)] += len(sentence.span)
    speakers = {}
    for start, counted in weights.items():
        name, most = counted.most_common(1)[0]
        if name not in {Speaker.COURT, Speaker.UNKNOWN, Speaker.FACTS} and most > counted.total() / 2:
            speakers[start] = name
    return speakers


def _page(provenance: Provenance, passage: Span | None, requested: int) -> int:
    """The page to open: the requested one, or that of the passage, or the first."""
    if 1 <= requested <= len(provenance.pages):
        return requested
    page = page_at(provenance.pages, passage.start) if passage else None
    return page.number if page else 1


def _with_other(provision: Provision) -> tuple[str, str]:
    return provision_name(provision), ", ".join(in_other_code(provision))


def _passage(request: Request, case: Case) -> Span | None:
    start, end = request.query_params.get("from", ""), request.query_params.get("to", "")
    if start.isdecimal() and end.isdecimal() and 0 <= int(start) < int(end) <= len(case.text):
        return Span(int(start), int(end))
    return None


def _blocks(case: Case, passage: Span | None, speakers: Mapping[int, str]) -> Iterator[Block]:
    paragraphs = case.paragraphs or (Paragraph(Span(0, len(case.text))),)
    links, text = _links(case), unwrapped(case.text)
    last_section, last_page, last_speaker = None, None, ""
    seen = False
    for paragraph in paragraphs:
        holds_passage = passage is not None and not seen and paragraph.span.overlaps(passage)
        seen = seen or holds_passage
        section = paragraph.section.value
        heading = _heading(paragraph.span.of(text), section)
        span = Span(paragraph.span.start + heading, paragraph.span.end)
        number, speaker = paragraph.number or "", speakers.get(paragraph.span.start, "")
        yield Block(
            text=_marked(text, span, passage, links),
            section=section,
            number="" if span.of(text).lstrip().startswith(number) else number,
            page=str(paragraph.page or "") if paragraph.page != last_page else "",
            first_of_section=section not in {last_section, "Unknown"},
            found=holds_passage,
            speaker=speaker if speaker != last_speaker else "",
        )
        last_section, last_page, last_speaker = section, paragraph.page, speaker


def unwrapped(text: str) -> str:
    """The text with the printed page's line breaks as spaces; offsets do not change."""
    return _SOFT_END.sub(" ", text)


def _heading(text: str, section: str) -> int:
    """Length of a first line that is only the section's name, which the page shows separately."""
    first, line_end, rest = text.partition("\n")
    return len(first) + 1 if line_end and rest.strip() and first.strip() in {section, section.removesuffix("s")} else 0


def _links(case: Case) -> list[tuple[Span, CaseId]]:
    """The spans where the text names a cited case that is in the corpus."""
    links = []
    for cited in case.cites:
        if cited.case_id is None or cited.case_id == case.id:
            continue
        for words in _names(cited):
            start = case.text.find(words)
            if start >= 0:
                links.append((Span(start, start + len(words)), cited.case_id))
                break
    return sorted(links, key=lambda pair: pair[0])


def _names(cited: CitedCase) -> Iterator[str]:
    yield cited.name
    yield from cited.citations
    first = cited.name.partition(" v. ")[0]
    if len(first) > 6:
        yield first


def _marked(text: str, span: Span, passage: Span | None, links: list[tuple[Span, CaseId]]) -> Markup:
    """The paragraph with the passage marked and cited cases linked, also inside the mark."""
    inner = passage.intersection(span) if passage else None
    cuts = sorted({span.start, span.end, *((inner.start, inner.end) if inner else ())})
    parts = []
    for start, end in pairwise(cuts):
        piece = _linked(text, Span(start, end), links)
        marked = inner is not None and inner.start <= start and end <= inner.end
        parts.append(Markup('<mark class="passage">{}</mark>').format(piece) if marked else piece)
    return Markup("").join(parts)


def _linked(text: str, span: Span, links: list[tuple[Span, CaseId]]) -> Markup:
    parts, end = [], span.start
    for name, case_id in links:
        if not span.contains(name) or name.start < end:
            continue
        parts.append(escape(text[end : name.start]))
        parts.append(Markup('<a href="/cases/{}">{}</a>').format(case_id, name.of(text)))
        end = name.end
    parts.append(escape(text[end : span.end]))
    return Markup("").join(parts)


# The name of a provision in the other code, for pages that show provisions.


def in_other_code(provision: Provision) -> tuple[str, ...]:
    """The names of a provision in the other code; empty if the Act was not replaced or there is no counterpart."""
    try:
        return tuple(provision_name(other.provision) for other in counterparts(provision) if other.provision)
    except LawError:
        return ()
