"""A document handed in: read in a child, never stored, refused in one line."""

import pytest
from tests.corpus.written_pdf import lines, text_pdf

from countercase.corpus.ingest import read_upload
from countercase.errors import UnreadableFile
from countercase.settings import IngestSettings

SETTINGS = IngestSettings(ocr=False, max_file_mb=1)


def test_a_pdf_comes_back_cleaned_with_its_pages() -> None:
    pdf = text_pdf([lines(["The accused was seven-", "teen years old."]), lines(["He was tried as an adult."])])
    document = read_upload("facts.pdf", pdf, SETTINGS)
    assert document.id == "facts"
    assert document.text == "The accused was seventeen years old.\nHe was tried as an adult."
    assert [document.text[page.start : page.end] for page in document.pages][1] == "He was tried as an adult."


def test_what_cannot_be_read_is_named() -> None:
    with pytest.raises(UnreadableFile, match=r"facts\.pdf: the PDF is damaged"):
        read_upload("facts.pdf", b"%PDF-1.4 broken", SETTINGS)
    with pytest.raises(UnreadableFile, match=r"facts\.bin is not of a known kind"):
        read_upload("facts.bin", b"\x00\x01", SETTINGS)
    with pytest.raises(UnreadableFile, match=r"ingest\.max_file_mb"):
        read_upload("facts.txt", b"x" * (1024 * 1024 + 1), SETTINGS)
