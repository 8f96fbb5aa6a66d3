"""From cleaned text to a described case and its passages. The steps are elsewhere; this file only orders them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from countercase.corpus.chunk import chunk_case
from countercase.corpus.metadata import describe_case
from countercase.corpus.paragraphs import split_paragraphs
from countercase.corpus.read.document import PageSpan, RawDocument, page_at
from countercase.corpus.sections import label_sections
from countercase.domain.case import Case, Chunk, Paragraph
from countercase.domain.span import Span
from countercase.settings import ChunkSettings


@dataclass(frozen=True, slots=True)
class CaseDescriber:
    """Paragraphs, sections, metadata, chunks."""

    chunks: ChunkSettings = field(default_factory=ChunkSettings)

    def describe(self, document: RawDocument, text: str) -> tuple[Case, tuple[Chunk, ...]]:
        """The case and its passages; every span points into `text`."""
        paragraphs = label_sections(text, split_paragraphs(text))
        case = describe_case(document.id, text, document.fields, _with_pages(paragraphs, document.pages))
        case = replace(case, source=document.path)
        chunks = chunk_case(case, self.chunks)
        if document.pages:  # a paragraph may run over a page: a chunk stands on the page where it starts
            chunks = tuple(replace(chunk, page=_page(document.pages, chunk.span)) for chunk in chunks)
        return case, chunks


def _with_pages(paragraphs: Sequence[Paragraph], pages: Sequence[PageSpan]) -> tuple[Paragraph, ...]:
    if not pages:
        return tuple(paragraphs)
    return tuple(replace(paragraph, page=_page(pages, paragraph.span)) for paragraph in paragraphs)


def _page(pages: Sequence[PageSpan], span: Span) -> int | None:
    page = page_at(pages, span.start)
    return page.number if page else None
