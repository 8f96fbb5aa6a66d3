"""PDF: the text layer page by page; pages without one are handed to OCR, or named as unreadable."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from countercase.corpus.read.columns import Glyphs, Line, page_text
from countercase.corpus.read.document import PageSpan
from countercase.corpus.read.ocr import Ocr
from countercase.errors import UnreadableFile

_HYPHEN = "\ufffe"  # pdfium's mark for a hyphen at the end of a line; it swallows the line break after it
_FEW = 12  # characters; a page with fewer and with a picture is a scan
_GARBLED_SHARE = 0.3  # of characters without a meaning in Unicode: the text layer is of no use


@dataclass(frozen=True, slots=True)
class PdfLimits:
    """What one file may cost."""

    max_pages: int = 2000


def read_pdf(content: bytes, limits: PdfLimits, ocr: Ocr | None) -> tuple[str, tuple[PageSpan, ...]]:
    """Text and pages. Pages are parted by a line break that belongs to none of them."""
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
    return f"no text on any of its {count} pages, also not by OCR."


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
            seen = ocr.read(page) if ocr is not None else None
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


def _lines(text: str) -> Iterator[Line]:
    """The lines of a page as half-open character ranges; a swallowed hyphen ends a line too."""
    start = 0
    for place, character in enumerate(text):
        if character in "\n" + _HYPHEN:
            end = place + 1 if character == _HYPHEN else place
            yield Line(start, end)
            start = place + 1
    yield Line(start, len(text))


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
