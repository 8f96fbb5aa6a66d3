"""Reads one item into one document, in a child process with limits. Holds the readers of HTML and Word files."""

import io
import zipfile
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from countercase.corpus.read import PageSpan, RawDocument, SourceDocument, decode
from countercase.corpus.read.pdf import Ocr, PdfLimits, read_pdf, read_picture
from countercase.errors import MissingExtra, UnreadableFile
from countercase.files import read_regular
from countercase.settings import IngestSettings

# HTML pages: the judgment of an Indian Kanoon page, or the body of any other.

_BLOCKS = frozenset(
    (
        "address",
        "article",
        "blockquote",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "li",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tr",
        "ul",
    )
)
_SILENT = frozenset(
    ("script", "style", "noscript", "nav", "form", "button", "select", "svg", "head", "iframe", "template")
)
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
# The classes of an Indian Kanoon page that describe the case.
_FIELD_OF_CLASS = {
    "docsource_main": "court",
    "doc_title": "title",
    "doc_author": "author",
    "doc_bench": "bench",
    "doc_citations": "citations",
}
_LABELS = ("Author:", "Bench:", "Equivalent citations:")


def parse_html(content: bytes) -> tuple[str, dict[str, str]]:
    """Text and fields; an empty line separates paragraphs, and `<pre>` keeps its lines."""
    page = _Page()
    page.feed(decode(content))
    page.close()
    text = page.judgment or page.body
    if not text:
        raise UnreadableFile("the page holds no text.")
    return text, page.fields


class _Page(HTMLParser):
    """Collects the text of `<div class="judgments">` separately from that of the whole body."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.fields: dict[str, str] = {}
        self._all: list[str] = []
        self._inside: list[str] = []
        self._open: list[str] = []
        self._silent = 0
        self._preformatted = 0
        self._judgment_depth: int | None = None
        self._field: tuple[str, int] | None = None

    @property
    def judgment(self) -> str:
        """The text of the judgment element, empty if the page has none."""
        return _tidy(self._inside)

    @property
    def body(self) -> str:
        """All text of the page."""
        return _tidy(self._all)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "br":
            self._write("\n")
        if tag in _BLOCKS:
            self._write("\n\n")
        if tag in _VOID:
            return
        self._open.append(tag)
        self._silent += tag in _SILENT
        self._preformatted += tag == "pre"
        classes = (dict(attrs).get("class") or "").split()
        if "judgments" in classes and self._judgment_depth is None:
            self._judgment_depth = len(self._open)
        for name in classes:
            if name in _FIELD_OF_CLASS:
                self._field = (_FIELD_OF_CLASS[name], len(self._open))

    def handle_endtag(self, tag: str) -> None:
        if tag not in self._open:
            return
        while self._open:
            closed = self._open.pop()
            self._silent -= closed in _SILENT
            self._preformatted -= closed == "pre"
            if closed == tag:
                break
        if tag in _BLOCKS:
            self._write("\n\n")
        if self._field and len(self._open) < self._field[1]:
            self._field = None
        if self._judgment_depth and len(self._open) < self._judgment_depth:
            self._judgment_depth = None

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._field:
            self._note(self._field[0], data)
        self._write(data if self._preformatted else _one_spaced(data))

    def _write(self, text: str) -> None:
        self._all.append(text)
        if self._judgment_depth:
            self._inside.append(text)

    def _note(self, field: str, data: str) -> None:
        value = f"{self.fields.get(field, '')} {data}"
        for label in _LABELS:
            value = value.replace(label, "")
        self.fields[field] = " ".join(value.split())


def _one_spaced(data: str) -> str:
    """Collapse runs of white space to one space, also at the ends: neighbouring elements must not run together."""
    before = " " if data[:1].isspace() else ""
    after = " " if data.strip() and data[-1].isspace() else ""
    return before + " ".join(data.split()) + after


def _tidy(pieces: list[str]) -> str:
    lines = (line.strip() for line in "".join(pieces).split("\n"))
    tidied: list[str] = []
    for line in lines:
        if line or (tidied and tidied[-1]):
            tidied.append(line)
    return "\n".join(tidied).strip()


# Word files (.docx) as text: paragraphs and the cells of tables, in order.

_MOST_BYTES = 200 * 1024 * 1024  # of the unpacked document; a brief has less than one megabyte


def read_docx(content: bytes) -> str:
    """The text of a Word file. Raises `UnreadableFile`, with the reason, if there is none."""
    try:
        import docx
        from docx.table import Table
    except ImportError:
        raise MissingExtra("python-docx", "web") from None
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > _MOST_BYTES:
                raise UnreadableFile("the Word file unpacks to more than 200 MB. Save its text in a new file.")
        document = docx.Document(io.BytesIO(content))
        parts = []
        for block in document.iter_inner_content():
            if isinstance(block, Table):
                parts += ["\t".join(cell.text.strip() for cell in row.cells) for row in block.rows]
            else:
                parts.append(block.text)
    except UnreadableFile:
        raise
    except Exception as error:  # noqa: BLE001 - python-docx raises whatever its XML reader does
        raise UnreadableFile(f"it cannot be read as a Word file: {str(error)[:120]}. Save it again.") from None
    return "\n\n".join(part for part in parts if part.strip())


_OCR_SHARE = 0.8  # of the seconds for a file; the rest is for the pages that need no OCR


@dataclass(frozen=True, slots=True)
class ItemReader:
    """Reads any item by its kind, within the limits of the settings."""

    settings: IngestSettings

    def read(self, item: SourceDocument) -> RawDocument:
        """The document. Raises `UnreadableFile`, with the reason, if it cannot be read."""
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
