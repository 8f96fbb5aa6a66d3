"""From files to stored cases: read, clean, describe, store.

Reading, cleaning and describing happen in child processes; this process alone writes, one transaction per case.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from countercase.corpus.clean import Cleaned, clean
from countercase.corpus.metadata import find_case_numbers, find_date, party, plain_name, split_title
from countercase.corpus.metadata.heads import (
    StatedHead,
    read_caption,
    read_judges,
    read_lines,
    read_print,
    read_report,
    read_untitled,
)
from countercase.corpus.metadata.outcome import find_outcome
from countercase.corpus.paragraphs import split_paragraphs
from countercase.corpus.read import (
    ItemReader,
    PageSpan,
    RawDocument,
    RefusedDocument,
    SourceDocument,
    fingerprint,
    page_number,
    printable,
    refusal,
)
from countercase.corpus.read.collections import Container, Skipped, Sources, documents_in, kind_of
from countercase.corpus.read.pdf import is_picture
from countercase.corpus.schema import CaseRows, rows_of
from countercase.corpus.sections import chunk_case, label_sections
from countercase.corpus.store import Put, Quarantined, Store
from countercase.corpus.workers import Failed, Listings, WorkerLimits, Workers
from countercase.domain.case import SUPREME_COURT, Case, CaseId, Chunk, CitedCase, Paragraph, Party, PrintedTreatment
from countercase.domain.provision import Provision
from countercase.errors import UnreadableFile
from countercase.law.citations import find_citations
from countercase.law.precedents import PrecedentMention, find_precedents
from countercase.law.precedents.names import name_key
from countercase.law.provisions import count_provisions
from countercase.settings import ChunkSettings, IngestSettings

_MEGABYTE = 1024 * 1024


class Describer(Protocol):
    """Makes a case from a cleaned document. `document.text` is `text`, and its pages are spans of it."""

    def describe(self, document: RawDocument, text: str) -> tuple[Case, tuple[Chunk, ...]]:
        """The described case with its paragraphs, and its passages."""
        ...


MakeDescriber = Callable[[], Describer]  # called in the child, so it must be importable: class, function or partial
MakeWorkers = Callable[[Callable[[], Callable[[SourceDocument], "ReadCase"]], WorkerLimits], Any]
MakeSheet = Callable[[Case], str]  # the fact sheet of a case as JSON; called in the child too


@dataclass(frozen=True, slots=True)
class ReadCase:
    """What a child process returns for a document."""

    rows: CaseRows
    unreadable: tuple[int, ...]


@dataclass(slots=True)
class Summary:
    """What a run did; `complete` is False after an interruption."""

    counts: dict[Put, int] = field(default_factory=lambda: dict.fromkeys(Put, 0))
    quarantined: list[Quarantined] = field(default_factory=list)
    unreadable_pages: dict[CaseId, tuple[int, ...]] = field(default_factory=dict)
    skipped: int = 0
    links: int = 0
    complete: bool = False

    @property
    def stored(self) -> int:
        """The number of documents that have a case after the run."""
        return sum(self.counts.values())

    def as_record(self) -> dict[str, Any]:
        """The summary as plain data, as `countercase ingest --json` prints it."""
        return {
            **{put.value.replace(" ", "_"): count for put, count in self.counts.items()},
            "quarantined": [
                {"source": file.source, "reason": file.reason, "sha256": file.sha256} for file in self.quarantined
            ],
            "unreadable_pages": {case_id: list(pages) for case_id, pages in self.unreadable_pages.items()},
            "skipped": self.skipped,
            "links_resolved": self.links,
            "complete": self.complete,
        }


@dataclass(frozen=True, slots=True)
class Ingest:
    """How documents become cases: the limits, and who describes them."""

    settings: IngestSettings
    make_describer: MakeDescriber
    make_sheet: MakeSheet | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    again: bool = False
    make_workers: MakeWorkers = Workers  # on this machine, or on a cluster

    def run(
        self,
        paths: Sequence[Path],
        store: Store,
        summary: Summary | None = None,
        on_progress: Callable[[str], None] = lambda _source: None,
    ) -> Summary:
        """Store every document at the paths; `summary` is filled during the run, even if it is interrupted."""
        summary = summary if summary is not None else Summary()
        listings: Listings[Container, SourceDocument | RefusedDocument] = Listings(_lister, self._limits)
        listing = partial(_listed, listings)
        sources = Sources(paths, self.settings.max_file_mb * _MEGABYTE, self.columns, listing)
        try:
            for item, outcome in self._read(sources, store, summary, on_progress):
                self._store(item, outcome, store, summary)
                on_progress(item.source)
        finally:
            listings.close()
        summary.links = store.resolve_links()
        summary.complete = True
        return summary

    @property
    def _limits(self) -> WorkerLimits:
        return WorkerLimits(self.settings.workers, self.settings.seconds_per_file, self.settings.memory_mb)

    def _read(
        self, sources: Sources, store: Store, summary: Summary, on_progress: Callable[[str], None]
    ) -> Iterator[tuple[SourceDocument, ReadCase | Failed]]:
        workers = self.make_workers(partial(_reader, self.settings, self.make_describer, self.make_sheet), self._limits)
        outcomes: Iterator[tuple[SourceDocument, ReadCase | Failed]] = workers.run(
            self._wanted(sources, store, summary, on_progress)
        )
        return outcomes

    def _store(self, item: SourceDocument, outcome: ReadCase | Failed, store: Store, summary: Summary) -> None:
        """Store what a child has read; what cannot be read or stored goes to quarantine."""
        if isinstance(outcome, Failed):
            _quarantine(store, summary, RefusedDocument(item.source, outcome.reason, item.sha256))
            return
        try:
            put = store.put_rows(outcome.rows, item.source, item.sha256, self.again)
        except (ValueError, OverflowError) as error:  # a surrogate, or a number beyond what SQLite holds
            _quarantine(store, summary, RefusedDocument(item.source, f"cannot be stored: {error}.", item.sha256))
            return
        summary.counts[put] += 1
        if outcome.unreadable:
            summary.unreadable_pages[outcome.rows.id] = outcome.unreadable

    def _wanted(
        self, sources: Sources, store: Store, summary: Summary, on_progress: Callable[[str], None]
    ) -> Iterator[SourceDocument]:
        """Yield the items that must be read, and record those refused, skipped or already stored."""
        seen: dict[str, str] = {}
        for item in sources:
            if isinstance(item, Skipped):
                summary.skipped += 1
            elif isinstance(item, RefusedDocument):
                _quarantine(store, summary, item)
            elif reason := refusal(item):
                _quarantine(store, summary, RefusedDocument(item.source, reason, item.sha256))
            elif clash := _clash(item, stored := store.source_of(CaseId(item.id)), seen):
                _quarantine(store, summary, RefusedDocument(item.source, clash, item.sha256))
            elif not self.again and stored is not None and stored[1] == item.sha256:
                summary.counts[Put.UNCHANGED] += 1
                seen[item.id] = item.source
                on_progress(item.source)
            else:
                seen[item.id] = item.source
                yield item


def read_document(
    reader: ItemReader, describer: Describer, make_sheet: MakeSheet | None, item: SourceDocument
) -> ReadCase:
    """Read, clean and describe one item, and make its fact sheet if one is wanted."""
    document, cleaned = _read_clean(reader, item)
    case, chunks = describer.describe(document, cleaned.text)
    sheet = make_sheet(case) if make_sheet else None
    return ReadCase(rows_of(case, chunks, cleaned.pages, cleaned.offsets, sheet), document.unreadable)


def _read_clean(reader: ItemReader, item: SourceDocument) -> tuple[RawDocument, Cleaned]:
    """The document with its cleaned text and pages, and the map from that text back to the text as read."""
    document = reader.read(item)
    cleaned = clean(document.text, document.pages)
    return replace(document, text=cleaned.text, pages=cleaned.pages), cleaned


def _reader(
    settings: IngestSettings, make_describer: MakeDescriber, make_sheet: MakeSheet | None
) -> Callable[[SourceDocument], ReadCase]:
    return partial(read_document, ItemReader(settings), make_describer(), make_sheet)


def _lister() -> Callable[[Container], Iterator[SourceDocument | RefusedDocument]]:
    return documents_in


def _listed(
    listings: "Listings[Container, SourceDocument | RefusedDocument]", container: Container
) -> Iterator[SourceDocument | RefusedDocument]:
    """List the documents of a table or archive in a child. If it breaks the child, the rest of it is refused."""
    for item in listings.results(container):
        yield RefusedDocument(str(container.path), item.reason) if isinstance(item, Failed) else item


def _clash(item: SourceDocument, stored: tuple[str, str] | None, seen: Mapping[str, str]) -> str | None:
    """Why an id is taken: by another document of this run, or by a stored case whose file still exists."""
    if item.id in seen:
        return f"its id {item.id!r} is also that of {seen[item.id]}. Rename one of them."
    if stored and stored[0] != item.source and stored[1] != item.sha256 and Path(stored[0].split("#")[0]).is_file():
        return f"its id {item.id!r} is that of {stored[0]}, which is stored and differs. Rename one of them."
    return None


def _quarantine(store: Store, summary: Summary, refused: RefusedDocument) -> None:
    source, reason = printable(refused.source), printable(refused.reason)
    store.quarantine(source, reason, refused.sha256)
    summary.quarantined.append(Quarantined(source, reason, refused.sha256))


# From cleaned text to a described case and its passages.


@dataclass(frozen=True, slots=True)
class CaseDescriber:
    """Paragraphs, sections, metadata, chunks."""

    chunks: ChunkSettings = field(default_factory=ChunkSettings)

    def describe(self, document: RawDocument, text: str) -> tuple[Case, tuple[Chunk, ...]]:
        """The case and its passages; every span points into `text`."""
        paragraphs = label_sections(text, split_paragraphs(text))
        case = describe_case(document.id, text, document.fields, _with_pages(paragraphs, document.pages))
        case = replace(case, source=document.path)
        return case, chunk_case(case, self.chunks, document.pages)


def _with_pages(paragraphs: Sequence[Paragraph], pages: Sequence[PageSpan]) -> tuple[Paragraph, ...]:
    if not pages:
        return tuple(paragraphs)
    return tuple(Paragraph(p.span, p.section, p.number, page_number(pages, p.span.start)) for p in paragraphs)


# What a judgment says about itself: title, parties, numbers, date, bench, outcome, and the law and cases it cites.

_SUPREME_COURT_REPORT = re.compile(r"\bSCR\b|\bINSC\b|\bSCC\b|\bSC\b|\bSupp\. SCR|^\d{4} AIR ")
_REPORT_ID = re.compile(r"(?P<year>\d{4})_(?P<volume>\d{1,2})_(?P<page>\d{1,4})_\d{1,4}(?:_[A-Z]{2,3})?")


def describe_case(id: str, text: str, fields: Mapping[str, str], paragraphs: Sequence[Paragraph]) -> Case:  # noqa: A002
    """The case as its source (`fields`) and its text describe it; the source takes precedence."""
    head = read_head(text)
    petitioner, respondent = _parties(head, fields)
    name = _title(id, head, fields, petitioner, respondent)
    citations = _own_citations(id, head, fields)
    numbers = find_case_numbers(fields.get("case_number", "")) or head.numbers
    return Case(
        id=CaseId(id),
        text=text,
        name=name,
        court=fields.get("court") or head.court or _court_of(citations),
        decided=find_date(fields.get("decided", "")) or head.decided,
        bench=read_judges(fields.get("bench", "")) or head.judges,
        citations=citations,
        case_numbers=numbers,
        petitioner=petitioner,
        respondent=respondent,
        provisions=cited_provisions(text),
        outcome=find_outcome(text, fields.get("outcome", ""), numbers),
        cites=cited_cases(text, name, citations),
        paragraphs=tuple(paragraphs),
        source=fields.get("source", ""),
    )


def read_head(text: str) -> StatedHead:
    """The head, as the first reader that knows its form reads it."""
    for reader in (read_report, read_print, read_caption, read_untitled, read_lines):
        head = reader(text)
        if head is not None:
            return head
    return StatedHead()


def _court_of(citations: Sequence[str]) -> str:
    """The Court whose reports print the case; empty if they are not the Supreme Court's."""
    return SUPREME_COURT if any(_SUPREME_COURT_REPORT.search(citation) for citation in citations) else ""


def _parties(head: StatedHead, fields: Mapping[str, str]) -> tuple[Party | None, Party | None]:
    stated = split_title(fields.get("title", "")) or ("", "")
    petitioner = fields.get("petitioner") or stated[0] or head.petitioner
    respondent = fields.get("respondent") or stated[1] or head.respondent
    return (party(petitioner) if petitioner else None, party(respondent) if respondent else None)


def _title(
    case_id: str, head: StatedHead, fields: Mapping[str, str], petitioner: Party | None, respondent: Party | None
) -> str:
    if petitioner and respondent:
        return f"{petitioner.name} v. {respondent.name}"
    return _WITHOUT_OPPONENT.sub("", plain_name(fields.get("title") or head.title)) or case_id


_WITHOUT_OPPONENT = re.compile(r"\s+v\.?\s*\*?\s*$")  # "A v.*": the report names nobody against whom


def _own_citations(id: str, head: StatedHead, fields: Mapping[str, str]) -> tuple[str, ...]:  # noqa: A002
    stated = " ; ".join((head.citations, fields.get("citations", ""), fields.get("neutral_citation", "")))
    citations = [mention.citation.normal for mention in find_citations(stated)]
    report = _REPORT_ID.fullmatch(id)
    if report and not any("SCR" in citation for citation in citations):
        citations.insert(0, f"[{report['year']}] {report['volume']} SCR {report['page']}")
    return tuple(dict.fromkeys(citations))


def cited_provisions(text: str) -> Mapping[Provision, int]:
    """Provisions of known Acts and how often each is cited, most cited first; ties by id."""
    return dict(sorted(count_provisions(text).items(), key=lambda item: (-item[1], item[0].id)))


def cited_cases(text: str, own_name: str, own_citations: Iterable[str]) -> tuple[CitedCase, ...]:
    """Each cited judgment once, in order of first mention, with its citations and the treatment printed after it."""
    own = {name_key(own_name), *own_citations}
    merged: dict[str, CitedCase] = {}
    key_of: dict[str, str] = {}  # name key or citation -> key in merged
    for mention in find_precedents(text):
        names = [f"name:{name_key(_name(mention))}"] if mention.name else []
        citations = [citation.normal for citation in mention.citations]
        if own & {*citations, *(name.removeprefix("name:") for name in names)}:
            continue
        key = next((key_of[sign] for sign in (*citations, *names) if sign in key_of), None)
        if key is None:
            if not citations:  # a bare name refers to a case already cited, or is not enough to identify one
                continue
            key = citations[0]
            merged[key] = CitedCase(_name(mention) or citations[0], tuple(citations), _treatment(mention))
        else:
            merged[key] = _joined(merged[key], mention, citations)
        key_of.update(dict.fromkeys([*citations, *names], key))
    return tuple(merged.values())


# The first name of a list may include the heading above it.
_HEADING = re.compile(r"(?:Case Law (?:Cited|Reference)|LIST OF CITATIONS AND OTHER REFERENCES)\s+", re.IGNORECASE)


def _name(mention: PrecedentMention) -> str:
    return _HEADING.sub("", mention.name or "")


def _treatment(mention: PrecedentMention) -> PrintedTreatment:
    return mention.treatment or PrintedTreatment.CITED


def _joined(case: CitedCase, mention: PrecedentMention, citations: list[str]) -> CitedCase:
    name = _name(mention) if mention.name and case.name == case.citations[0] else case.name
    treatment = case.treatment if case.treatment is not PrintedTreatment.CITED else _treatment(mention)
    return CitedCase(name, tuple(dict.fromkeys((*case.citations, *citations))), treatment)


# One document that a user uploads: read and cleaned in a child process with limits, and not stored.

_OLD_WORD = b"\xd0\xcf\x11\xe0"  # the first bytes of a .doc file


def read_upload(
    name: str, content: bytes, settings: IngestSettings, check: Callable[[], None] | None = None
) -> RawDocument:
    """The cleaned text with its pages. Raises `UnreadableFile`, with the reason in one line, if there is none.

    `check` is called several times a second and may raise to stop the reading.
    """
    kind = "picture" if is_picture(content) else kind_of(name, content)
    if kind is None:
        old = " It is an old Word file: save it as .docx or PDF." if content.startswith(_OLD_WORD) else ""
        raise UnreadableFile(f"{name} is not of a known kind. Give PDF, Word (.docx), text, HTML or a picture.{old}")
    if len(content) > settings.max_file_mb * 1024 * 1024:
        raise UnreadableFile(f"{name} has {len(content)} bytes, more than ingest.max_file_mb. Raise it.")
    item = SourceDocument(Path(name).stem, name, kind, fingerprint(content), content)
    limits = WorkerLimits(1, settings.seconds_per_file, settings.memory_mb)
    workers: Workers[SourceDocument, RawDocument] = Workers(partial(_upload_reader, settings), limits, check)
    ((_, outcome),) = workers.run([item])
    if isinstance(outcome, Failed):
        raise UnreadableFile(f"{name}: {outcome.reason}")
    return outcome


def _upload_reader(settings: IngestSettings) -> "partial[RawDocument]":
    return partial(_read_uploaded, ItemReader(settings))


def _read_uploaded(reader: ItemReader, item: SourceDocument) -> RawDocument:
    return _read_clean(reader, item)[0]
