"""From files to stored cases: read, clean, describe, store.

Reading, cleaning and describing happen in child processes; this process alone writes, one transaction per case.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from countercase.corpus.clean import Cleaned, clean
from countercase.corpus.metadata import describe_case
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
from countercase.domain.case import Case, CaseId, Chunk, Paragraph
from countercase.errors import UnreadableFile
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


# From cleaned text to a described case and its passages. The steps are in other modules; here they are put in order.


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
