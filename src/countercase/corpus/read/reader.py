"""One item in, one document out: the step that runs in a child process with limits."""

from dataclasses import dataclass
from pathlib import Path

from countercase.corpus.read.document import PageSpan, RawDocument, SourceDocument, decode
from countercase.corpus.read.html import parse_html
from countercase.corpus.read.ocr import Ocr, read_picture
from countercase.corpus.read.pdf import PdfLimits, read_pdf
from countercase.corpus.read.word import read_docx
from countercase.files import read_regular
from countercase.settings import IngestSettings

_OCR_SHARE = 0.8  # of a file's seconds; the rest is for the pages that need none


@dataclass(frozen=True, slots=True)
class ItemReader:
    """Reads any item by its kind, within the limits of the settings."""

    settings: IngestSettings

    def read(self, item: SourceDocument) -> RawDocument:
        """The document; `UnreadableFile` says why there is none."""
        content = self._content(item)
        if item.kind == "pdf":
            text, pages = read_pdf(content, PdfLimits(self.settings.max_pages), self._ocr())
            return RawDocument(item.id, text, pages, item.fields, item.source, item.sha256)
        if item.kind == "html":
            text, fields = parse_html(content)
            return RawDocument(item.id, text, (), {**fields, **item.fields}, item.source, item.sha256)
        if item.kind == "picture":
            text = read_picture(content, self._ocr())
            page = PageSpan(1, 0, len(text), ocr=True)
            return RawDocument(item.id, text, (page,), item.fields, item.source, item.sha256)
        if item.kind == "docx":
            return RawDocument(item.id, read_docx(content), (), item.fields, item.source, item.sha256)
        text = decode(content)
        return RawDocument(item.id, text, _form_feed_pages(text), item.fields, item.source, item.sha256)

    def _content(self, item: SourceDocument) -> bytes:
        if item.content is not None:
            return item.content
        return read_regular(Path(item.source), self.settings.max_file_mb * 1024 * 1024)

    def _ocr(self) -> Ocr | None:
        return Ocr.found(self.settings.seconds_per_file * _OCR_SHARE) if self.settings.ocr else None


def _form_feed_pages(text: str) -> tuple[PageSpan, ...]:
    """Pages of a text that marks them with form feeds, as PDF converters do."""
    if "\f" not in text:
        return ()
    pages, start = [], 0
    for number, piece in enumerate(text.split("\f"), 1):
        pages.append(PageSpan(number, start, start + len(piece)))
        start += len(piece) + 1
    return tuple(pages)
