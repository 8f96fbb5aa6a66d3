"""Scans and photographs: read where tesseract is installed, refused with the remedy where it is not."""

import shutil
import struct
import zlib

import pypdfium2
import pytest
from tests.corpus.written_pdf import lines, scanned_pdf, text_pdf

from countercase.corpus.ingest import read_upload
from countercase.errors import UnreadableFile
from countercase.settings import IngestSettings

BRIEF = text_pdf(
    [lines(["The accused, aged 17 years, stabbed his cousin at the place of the occur-", "rence."])], size=12
)
needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="needs tesseract (apt-get install tesseract-ocr)"
)


def photograph(pdf: bytes, turned: bool = False) -> bytes:
    """The first page as a grey PNG; `turned` lays it on its side."""
    pixels = pypdfium2.PdfDocument(pdf)[0].render(scale=200 / 72, grayscale=True).to_numpy()
    grey = pixels.reshape(pixels.shape[0], pixels.shape[1], -1)[:, :, 0]
    grey = grey.T[::-1] if turned else grey
    rows, columns = grey.shape
    packed = zlib.compress(b"".join(b"\0" + row.tobytes() for row in grey))
    header = struct.pack(">IIBBBBB", columns, rows, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )


@needs_tesseract
def test_a_scanned_pdf_is_read_with_its_broken_word_mended() -> None:
    document = read_upload("brief.pdf", scanned_pdf(BRIEF), IngestSettings())
    assert "aged 17 years, stabbed his cousin" in document.text
    assert "occurrence." in document.text
    assert document.pages[0].ocr


@needs_tesseract
@pytest.mark.parametrize("turned", [False, True])
def test_a_photograph_is_read_whichever_way_up(turned: bool) -> None:
    page = text_pdf([lines(["The accused stabbed his cousin with a knife in a sudden quarrel."] * 12)], size=12)
    document = read_upload("IMG_0001.png", photograph(page, turned), IngestSettings())
    assert document.text.count("stabbed his cousin with a knife") >= 10


@needs_tesseract
def test_a_picture_without_words_is_refused() -> None:
    with pytest.raises(UnreadableFile, match="no words could be read"):
        read_upload("wall.png", photograph(text_pdf([[]])), IngestSettings())


def test_without_ocr_a_picture_is_refused_with_the_remedy() -> None:
    with pytest.raises(UnreadableFile, match="Install tesseract"):
        read_upload("IMG_0001.png", photograph(BRIEF), IngestSettings(ocr=False))


def test_reading_stops_when_asked() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_upload("brief.pdf", BRIEF, IngestSettings(ocr=False), stop)
