"""The least that makes a case of a document: its first line as name, and passages of even length."""

import re
from dataclasses import dataclass

from countercase.corpus.read import RawDocument, page_at
from countercase.domain.case import Case, CaseId, Chunk, ChunkId, Paragraph
from countercase.domain.span import Span


@dataclass(frozen=True, slots=True)
class PlainDescriber:
    """Stands in for the real one where only reading and storing are tested."""

    words: int = 180

    def describe(self, document: RawDocument, text: str) -> tuple[Case, tuple[Chunk, ...]]:
        """One paragraph and its passages, which cover the text."""
        name = document.fields.get("title") or text.strip().split("\n", 1)[0][:200] or document.id
        case_id = CaseId(document.id)
        passages = re.compile(rf"\s*(?:\S+\s*){{1,{self.words}}}").finditer(text)
        spans = [Span(*passage.span()) for passage in passages]
        chunks = tuple(
            Chunk(ChunkId(f"{case_id}:{place:04d}"), case_id, span, span.of(text), page=_page(document, span))
            for place, span in enumerate(spans)
        )
        return Case(case_id, text, name, paragraphs=(Paragraph(Span(0, len(text))),), source=document.path), chunks


def _page(document: RawDocument, span: Span) -> int | None:
    page = page_at(document.pages, span.start)
    return page.number if page else None
