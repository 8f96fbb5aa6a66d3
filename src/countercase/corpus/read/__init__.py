"""Readers: each gives the text as it is in the source, with its pages; nothing is repaired here."""

import codecs
import hashlib
import json
import os
import unicodedata
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from countercase.errors import UnreadableFile

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
