"""PDF files and scanned pages: the text layer page by page, and OCR for pages and photographs without one."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any, Protocol, Self

from countercase.corpus.read import PageSpan
from countercase.errors import UnreadableFile

# Scanned pages and photographs read by an installed tesseract, as a subprocess; nothing is fetched.

_DPI = 300
_MAX_PIXELS = 60_000_000  # an A0 scan at 300 dpi would not fit into the child's memory; it is read at a lower scale
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*")  # PNG, JPEG, TIFF in both byte orders
_TURN = "1"  # tesseract's mode that first finds out which way up the page is: phones may store photographs sideways
_BROKEN_WORD = re.compile(r"(?<=[a-z]-)\n+(?=[a-z])")  # tesseract often puts a new paragraph here
_FEW_WORDS = 12  # characters; fewer are specks, not a document


def is_picture(content: bytes) -> bool:
    """Whether a file is a PNG, JPEG or TIFF, by its first bytes."""
    return content.startswith(_PICTURES)


@dataclass(frozen=True, slots=True)
class Ocr:
    """A tesseract program, and the time by which it must finish."""

    program: str
    deadline: float

    @classmethod
    def found(cls, seconds: float) -> Self | None:
        """The installed tesseract, with `seconds` to spend from now; None if there is none."""
        program = shutil.which("tesseract")
        return cls(program, time.monotonic() + seconds) if program else None

    def read_page(self, page: Any) -> str | None:
        """The words on a page of a PDF; None if the time is up, or the program fails or finds none."""
        return self._read(_picture_of(page), "--dpi", str(_DPI))

    def read_picture(self, content: bytes) -> str | None:
        """The words in a photograph or scan, whichever way up it is; None as for a page."""
        return self._read(content, "--psm", _TURN) or self._read(content)

    def _read(self, picture: bytes, *options: str) -> str | None:
        left = self.deadline - time.monotonic()
        if left <= 0:
            return None
        try:
            run = subprocess.run(
                [self.program, "stdin", "stdout", *options, "-l", "eng"],
                input=picture,
                capture_output=True,
                timeout=left,
                check=False,
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},  # more threads are slower, measured
            )
        except subprocess.TimeoutExpired:
            return None
        text = run.stdout.decode("utf-8", errors="replace").replace("\f", "").strip()
        text = _BROKEN_WORD.sub("\n", text)
        return text if run.returncode == 0 and text else None


def read_picture(content: bytes, ocr: Ocr | None) -> str:
    """The text of a photographed or scanned page. Raises `UnreadableFile`, with the reason, if there is none."""
    if ocr is None:
        raise UnreadableFile("a picture is read by OCR, which is off or not installed. Install tesseract, or type it.")
    text = ocr.read_picture(content)
    if text is None or sum(map(str.isalnum, text)) < _FEW_WORDS:
        raise UnreadableFile("no words could be read in this picture. Photograph the page flat, sharp and close.")
    return text


def _picture_of(page: Any) -> bytes:
    """A page of a PDF as a grey PGM picture."""
    width, height = page.get_size()
    scale = min(_DPI / 72, (_MAX_PIXELS / max(1.0, width * height)) ** 0.5)
    pixels = page.render(scale=scale, grayscale=True).to_numpy()
    rows, columns = pixels.shape[:2]
    grey: bytes = pixels.reshape(rows, columns, -1)[:, :, 0].tobytes()
    return b"P5 %d %d 255\n" % (columns, rows) + grey


# From the lines of a page to its text: one column after the other, and an empty line where the page has a gap.

_HYPHEN = "\ufffe"  # pdfium's mark for a hyphen at the end of a line; it swallows the line break after it
_PARAGRAPH_GAP = 1.6  # line distances; Indian Kanoon prints leave 2, double-spaced judgments 1 throughout
_GUTTER = 14.0  # points of white space that make a gutter, far more than a justified space
_SAMPLED = 12  # lines that are checked for two columns printed row by row
_SHARE = 0.6  # of the sampled lines that must break at the same position


class Glyphs(Protocol):
    """The positions of the characters of a page."""

    def box(self, index: int) -> tuple[float, float, float]:
        """Left, right and bottom of a character, in points; bottom counts from the foot of the page."""
        ...


@dataclass(frozen=True, slots=True)
class PdfLine:
    """Characters `start` up to `end` of the page's text."""

    start: int
    end: int


def page_text(lines: Sequence[PdfLine], glyphs: Glyphs, text: str) -> str:
    """The text of a page in reading order, with `\\n` between lines and `\\n\\n` between paragraphs."""
    lines = [trimmed for line in lines if (trimmed := _trim(line, text))]
    gutter = _gutter(lines, glyphs, text)
    if gutter is not None:
        lines = _by_column(lines, glyphs, text, gutter)
    return _join(lines, [glyphs.box(line.start)[2] for line in lines], text)


def _trim(line: PdfLine, text: str) -> PdfLine | None:
    start, end = line.start, line.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return PdfLine(start, end) if start < end else None


def _join(lines: Sequence[PdfLine], bottoms: Sequence[float], text: str) -> str:
    gaps = [above - below for above, below in pairwise(bottoms)]
    downward = [gap for gap in gaps if gap > 1]
    usual = median(downward) if downward else 0.0
    pieces = []
    for number, line in enumerate(lines):
        if number:
            apart = usual and gaps[number - 1] > _PARAGRAPH_GAP * usual
            pieces.append("\n\n" if apart and text[lines[number - 1].end - 1] != _HYPHEN else "\n")
        pieces.append(text[line.start : line.end])
    return "".join(pieces).replace(_HYPHEN, "-")


def _gutter(lines: Sequence[PdfLine], glyphs: Glyphs, text: str) -> float | None:
    """The x position of the gap between two columns printed row by row; None on any other page."""
    long = [line for line in lines if line.end - line.start > 30]
    if len(long) < 6:
        return None
    step = max(1, len(long) // _SAMPLED)
    sampled = long[::step]
    breaks = [widest for line in sampled if (widest := _widest_break(line, glyphs, text)) is not None]
    if len(breaks) < _SHARE * len(sampled):
        return None
    left, right = median(start for start, _ in breaks), median(end for _, end in breaks)
    middle = (left + right) / 2
    agreeing = sum(1 for start, end in breaks if start < middle < end)
    return middle if agreeing >= _SHARE * len(sampled) else None


def _widest_break(line: PdfLine, glyphs: Glyphs, text: str) -> tuple[float, float] | None:
    """The widest white strip inside a line, if it is wide enough for a gutter."""
    best: tuple[float, float] | None = None
    for start, end, _ in _breaks(line, glyphs, text):
        if end - start >= _GUTTER and (best is None or end - start > best[1] - best[0]):
            best = (start, end)
    return best


def _breaks(line: PdfLine, glyphs: Glyphs, text: str) -> list[tuple[float, float, int]]:
    """White strips between words: left edge, right edge, and the index of the next character."""
    strips = []
    right_before: float | None = None
    for index in range(line.start, line.end):
        if text[index].isspace():
            continue
        starts_word = index > line.start and text[index - 1].isspace()
        ends_word = index + 1 == line.end or text[index + 1].isspace()
        if not (starts_word or ends_word):
            continue
        left, right, _ = glyphs.box(index)
        if starts_word and right_before is not None:
            strips.append((right_before, left, index))
        if ends_word:
            right_before = right
    return strips


def _by_column(lines: Sequence[PdfLine], glyphs: Glyphs, text: str, gutter: float) -> list[PdfLine]:
    """Left column, then right, within each stretch between lines that run across both."""
    ordered: list[PdfLine] = []
    left: list[PdfLine] = []
    right: list[PdfLine] = []
    for line in lines:
        parts = _split(line, glyphs, text, gutter)
        if parts is not None:
            left += parts[:1]
            right += parts[1:]
        elif glyphs.box(line.start)[0] >= gutter:
            right.append(line)
        elif glyphs.box(line.end - 1)[1] <= gutter:
            left.append(line)
        else:
            ordered += [*left, *right, line]
            left, right = [], []
    return [*ordered, *left, *right]


def _split(line: PdfLine, glyphs: Glyphs, text: str, gutter: float) -> list[PdfLine] | None:
    for start, end, index in _breaks(line, glyphs, text):
        if start < gutter < end and end - start >= _GUTTER / 2:
            parts = (_trim(PdfLine(line.start, index), text), _trim(PdfLine(index, line.end), text))
            return [part for part in parts if part is not None]
    return None


# The file: each page is read from its text layer or by OCR.

_FEW = 12  # characters; a page with fewer and with a picture is a scan
_GARBLED_SHARE = 0.3  # share of characters without a meaning in Unicode at which a text layer is useless


@dataclass(frozen=True, slots=True)
class PdfLimits:
    """What one file may cost."""

    max_pages: int = 2000


def read_pdf(content: bytes, limits: PdfLimits, ocr: Ocr | None) -> tuple[str, tuple[PageSpan, ...]]:
    """Text and pages. A line break that belongs to no page separates them."""
    document = _open(content, limits)
    pieces: list[str] = []
    pages: list[PageSpan] = []
    length = 0
    try:
        for number, (text, readable, scanned) in enumerate(_pages(document, ocr), 1):
            pages.append(PageSpan(number, length, length + len(text), readable, scanned))
            pieces.append(text)
            length += len(text) + 1
    finally:
        document.close()
    if not any(page.end > page.start for page in pages):
        raise UnreadableFile(_nothing_read(len(pages), ocr))
    return "\n".join(pieces), tuple(pages)


def _open(content: bytes, limits: PdfLimits) -> Any:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise UnreadableFile("the PDF is protected by a password. Save it without one.") from None
        raise UnreadableFile("the PDF is damaged or not a PDF.") from None
    count = len(document)
    if count > limits.max_pages:
        document.close()
        raise UnreadableFile(f"{count} pages, more than ingest.max_pages = {limits.max_pages}. Raise it or divide it.")
    return document


def _nothing_read(count: int, ocr: Ocr | None) -> str:
    if ocr is None:
        return f"no text on any of its {count} pages and OCR is off or tesseract is not installed. Install tesseract."
    return f"no text on any of its {count} pages, not even by OCR."


def _pages(document: Any, ocr: Ocr | None) -> Iterator[tuple[str, bool, bool]]:
    """For each page: text, whether it could be read, whether OCR read it."""
    import pypdfium2

    for index in range(len(document)):
        try:
            page = document[index]
            text = _page_text(page)
        except pypdfium2.PdfiumError:
            yield "", False, False
            continue
        if _is_useful(text) or not _has_picture(page):
            yield text, True, False
        else:
            seen = ocr.read_page(page) if ocr is not None else None
            yield (seen, True, True) if seen else ("", False, False)
        page.close()


def _is_useful(text: str) -> bool:
    shown = [character for character in text if not character.isspace()]
    if len(shown) < _FEW:
        return False
    garbled = sum(1 for character in shown if character == "\ufffd" or "\ue000" <= character <= "\uf8ff")
    return garbled < _GARBLED_SHARE * len(shown)


def _has_picture(page: Any) -> bool:
    from pypdfium2 import raw

    return any(item.type == raw.FPDF_PAGEOBJ_IMAGE for item in page.get_objects(max_depth=3))


def _page_text(page: Any) -> str:
    textpage = page.get_textpage()
    try:
        text = textpage.get_text_range()
        if not text.strip():
            return ""
        return page_text(list(_lines(text)), _PageGlyphs(textpage), text)
    finally:
        textpage.close()


def _lines(text: str) -> Iterator[PdfLine]:
    """The lines of a page as half-open character ranges; a swallowed hyphen ends a line too."""
    start = 0
    for offset, character in enumerate(text):
        if character in "\n" + _HYPHEN:
            end = offset + 1 if character == _HYPHEN else offset
            yield PdfLine(start, end)
            start = offset + 1
    yield PdfLine(start, len(text))


class _PageGlyphs(Glyphs):
    """Boxes of characters, asked of pdfium one at a time."""

    def __init__(self, textpage: Any) -> None:
        import ctypes

        self._textpage = textpage
        self._left, self._right, self._bottom, self._top = (ctypes.c_double() for _ in range(4))

    def box(self, index: int) -> tuple[float, float, float]:
        from pypdfium2 import raw

        raw.FPDFText_GetCharBox(self._textpage, index, self._left, self._right, self._bottom, self._top)
        return self._left.value, self._right.value, self._bottom.value
