"""Reads one document: its text as it is in the source, with its pages. Nothing is repaired here.

PDF files and pictures are read in `pdf.py`, tables and archives in `collections.py`; plain text, HTML and Word here. A
document is read in a child process with limits.
"""

import codecs
import hashlib
import io
import json
import os
import unicodedata
import zipfile
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from countercase.errors import MissingExtra, UnreadableFile
from countercase.files import read_regular
from countercase.settings import IngestSettings

if TYPE_CHECKING:
    from countercase.corpus.read.pdf import Ocr


# What a reader receives and what it returns.

Kind = Literal["pdf", "text", "html", "docx", "picture"]


@dataclass(frozen=True, slots=True)
class PageSpan:
    """A page: `text[start:end]`, possibly empty. `readable` is False if no text could be read from it."""

    number: int
    start: int
    end: int
    readable: bool = True
    ocr: bool = False


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """One document to be read: a file of its own, or a part of a table or archive with its bytes in `content`."""

    id: str
    source: str
    kind: Kind
    sha256: str
    content: bytes | None = None
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RefusedDocument:
    """A file, row or archive member that cannot become a document, and why."""

    source: str
    reason: str
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class RawDocument:
    """The text of one document before cleaning, and what its source says about it (`fields`)."""

    id: str
    text: str
    pages: tuple[PageSpan, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    path: str = ""
    sha256: str = ""

    @property
    def unreadable(self) -> tuple[int, ...]:
        """Numbers of the pages from which no text could be read."""
        return tuple(page.number for page in self.pages if not page.readable)


_LONGEST_ID = 500  # characters; no collection of judgments comes near
_CONTROL = "Cc"
_ESCAPED = (_CONTROL, "Cs", "Zl", "Zp")  # also lone surrogates and the separators of lines and paragraphs


def refusal(item: SourceDocument) -> str | None:
    """Why an item cannot be stored under its id and source; None if it can. An id may hold any printable character."""
    if not is_unicode(item.source):
        return "a name in its path is not UTF-8. Rename the file or folder."
    if not item.id.strip():
        return "its id is empty."
    if len(item.id) > _LONGEST_ID:
        return f"its id has {len(item.id)} characters, more than {_LONGEST_ID}."
    control = next((character for character in item.id if unicodedata.category(character) == _CONTROL), None)
    if control is not None:
        return f"its id {printable(item.id)!r} holds the control character U+{ord(control):04X}. Rename it."
    return None if is_unicode(item.id) else f"its id {printable(item.id)!r} is not Unicode text. Rename it."


def is_unicode(text: str) -> bool:
    """Whether a text can be written as UTF-8: one with a lone surrogate cannot, and no database takes it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def printable(text: str) -> str:
    """A name that can be stored and shown: control characters and bytes that are not UTF-8 are escaped."""
    try:
        encoded = os.fsencode(text)
    except UnicodeEncodeError:
        encoded = text.encode("utf-8", "backslashreplace")
    shown = encoded.decode("utf-8", "backslashreplace")
    return "".join(
        f"\\x{ord(character):02x}" if unicodedata.category(character) in _ESCAPED else character for character in shown
    )


def fingerprint(content: bytes, fields: Mapping[str, str] | None = None) -> str:
    """SHA-256 of the bytes, and of what the source says about them, if anything."""
    digest = hashlib.sha256(content)
    if fields:
        digest.update(json.dumps(dict(fields), sort_keys=True).encode())
    return digest.hexdigest()


def page_at(pages: Sequence[PageSpan], offset: int) -> PageSpan | None:
    """The page that holds a character; None if the source has no pages."""
    index = bisect_right(pages, offset, key=lambda page: page.start) - 1
    return pages[index] if index >= 0 else None


def page_number(pages: Sequence[PageSpan], offset: int) -> int | None:
    """The number of the page that holds a character; None if the source has no pages."""
    page = page_at(pages, offset)
    return page.number if page else None


# Plain text in the encodings that judgment collections come in.

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(content: bytes) -> str:
    """Text in UTF-8 or UTF-16 with a byte-order mark, else in UTF-8, else in Windows-1252; other bytes are refused."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    if encoding is None and b"\0" in content:
        raise UnreadableFile(f"not text: a zero byte at {content.index(0)}. Give PDF, text, HTML or a table.")
    try:
        text = content.decode(encoding or "utf-8")
    except UnicodeDecodeError:
        text = _legacy(content)
    if not text.strip():
        raise UnreadableFile("the file is empty.")
    return text


def _legacy(content: bytes) -> str:
    # Older Indian collections were saved by Windows programs; Windows-1252 leaves five bytes undefined.
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"neither UTF-8 nor Windows text (byte {error.start}). Convert it to UTF-8.") from None


# HTML pages: the judgment of an Indian Kanoon page, or the body of any other.

_BLOCKS = frozenset(
    "address article blockquote center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul".split()
)
_SILENT = frozenset("script style noscript nav form button select svg head iframe template".split())
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
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
        from countercase.corpus.read.pdf import (  # which needs the types of this module
            PdfLimits,
            read_pdf,
            read_picture,
        )

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

    def _ocr(self) -> "Ocr | None":
        from countercase.corpus.read.pdf import Ocr

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
