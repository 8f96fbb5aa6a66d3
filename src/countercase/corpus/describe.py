"""From cleaned text to a described case and its passages. The steps are elsewhere; this file only orders them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from countercase.corpus.chunk import chunk_case
from countercase.corpus.metadata import describe_case
from countercase.corpus.paragraphs import split_paragraphs
from countercase.corpus.read.document import PageSpan, RawDocument, page_number
from countercase.corpus.sections import label_sections
from countercase.domain.case import Case, Chunk, Paragraph
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
        return case, chunk_case(case, self.chunks, document.pages)


def _with_pages(paragraphs: Sequence[Paragraph], pages: Sequence[PageSpan]) -> tuple[Paragraph, ...]:
    if not pages:
        return tuple(paragraphs)
    return tuple(Paragraph(p.span, p.section, p.number, page_number(pages, p.span.start)) for p in paragraphs)
