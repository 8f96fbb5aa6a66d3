"""PDF: pages, columns, paragraphs, scans, and files that are broken on purpose."""

import shutil
from pathlib import Path

import pytest
from tests.corpus.written_pdf import lines, scanned_pdf, text_pdf

from countercase.corpus.clean import clean
from countercase.corpus.read.pdf import Ocr, PdfLimits, read_pdf
from countercase.errors import UnreadableFile

LIMITS = PdfLimits(max_pages=50)
SENTENCE = "The appellant was the tenant of the shop and paid no rent for nine months."


def test_pages_are_spans_of_the_text() -> None:
    text, pages = read_pdf(text_pdf([lines([f"Page {n} begins.", SENTENCE]) for n in (1, 2, 3)]), LIMITS, None)
    assert [page.number for page in pages] == [1, 2, 3]
    assert [text[page.start : page.end] for page in pages] == [f"Page {n} begins.\n{SENTENCE}" for n in (1, 2, 3)]


def test_a_wider_gap_is_a_paragraph() -> None:
    body = ["First paragraph, first line,", "and its second line.", "", "Second paragraph."]
    text, _ = read_pdf(text_pdf([lines([*body, "and its end."])]), LIMITS, None)
    assert text == "First paragraph, first line,\nand its second line.\n\nSecond paragraph.\nand its end."


def two_columns(by_row: bool) -> bytes:
    left = [f"left column line number {n:02}" for n in range(12)]
    right = [f"right column line number {n:02}" for n in range(12)]
    first, second = lines(left, x=60), lines(right, x=320)
    body = [word for pair in zip(first, second, strict=True) for word in pair] if by_row else [*first, *second]
    return text_pdf([[*lines(["A HEADING THAT RUNS ACROSS BOTH OF THE COLUMNS OF THIS PAGE"], x=100, top=790), *body]])


@pytest.mark.parametrize("by_row", [True, False])
def test_two_columns_are_read_one_after_the_other(by_row: bool) -> None:
    text, _ = read_pdf(two_columns(by_row), LIMITS, None)
    found = [line for line in text.split("\n") if line]
    assert found[0].startswith("A HEADING")
    assert found[1:] == [f"left column line number {n:02}" for n in range(12)] + [
        f"right column line number {n:02}" for n in range(12)
    ]


def test_one_wide_column_is_not_divided() -> None:
    body = [f"{n:02} {SENTENCE} It is said again." for n in range(14)]
    text, _ = read_pdf(text_pdf([lines(body, x=60)], size=9), LIMITS, None)
    assert text.split("\n") == body


def test_a_word_broken_at_a_line_end_is_joined_by_cleaning() -> None:
    pdf = text_pdf([lines(["The learned Judge held that the funda-", "mental right was not", "infringed by it."])])
    text, pages = read_pdf(pdf, LIMITS, None)
    assert "funda-\nmental" in text
    assert "fundamental right" in clean(text, pages).text


def test_a_scan_without_ocr_is_unreadable_and_named() -> None:
    scan = scanned_pdf(text_pdf([lines([SENTENCE])]))
    with pytest.raises(UnreadableFile, match="no text on any of its 1 pages"):
        read_pdf(scan, LIMITS, None)


def test_a_blank_page_is_readable_and_empty() -> None:
    text, pages = read_pdf(text_pdf([lines([SENTENCE]), []]), LIMITS, None)
    assert text == SENTENCE + "\n"
    assert [(page.readable, page.end - page.start) for page in pages] == [(True, len(SENTENCE)), (True, 0)]


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
def test_a_scan_is_read_by_ocr() -> None:
    scan = scanned_pdf(text_pdf([lines([SENTENCE, "He was evicted."])], size=14))
    text, pages = read_pdf(scan, LIMITS, Ocr.found(seconds=60))
    assert "tenant of the shop" in text
    assert pages[0].ocr


def test_ocr_that_has_no_time_left_marks_the_page(tmp_path: Path) -> None:
    scan = scanned_pdf(text_pdf([lines([SENTENCE])]))
    with pytest.raises(UnreadableFile, match="not even by OCR"):
        read_pdf(scan, LIMITS, Ocr(str(tmp_path / "never-run"), deadline=0.0))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"%PDF-1.7\n",
        b"not a pdf at all",
        text_pdf([lines([SENTENCE])])[:200],
        b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 1 0 R >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF",
    ],
)
def test_what_is_no_whole_pdf_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableFile):
        read_pdf(content, LIMITS, None)


def test_too_many_pages_are_refused_with_the_setting() -> None:
    with pytest.raises(UnreadableFile, match=r"3 pages, more than ingest\.max_pages = 2"):
        read_pdf(text_pdf([lines([SENTENCE])] * 3), PdfLimits(max_pages=2), None)


def test_running_head_and_page_number_are_cut_and_the_title_stays() -> None:
    head = "Asha Devi vs Ram Lal on 3 March, 2011"
    words = ("rent", "notice", "decree", "appeal", "costs")
    pages = [
        lines([head, f"{n}. {SENTENCE}", *(f"The {word} of the {other} was shown." for other in words)])
        for n, word in enumerate(words, 1)
    ]
    for number, page in enumerate(pages, 1):
        page += [(72, 40, f"Indian Kanoon - http://indiankanoon.org/doc/1/ {number}"), (72, 60, head)]
    text, spans = read_pdf(text_pdf(pages), LIMITS, None)
    cleaned = clean(text, spans)
    assert cleaned.text.count(head) == 1
    assert "indiankanoon" not in cleaned.text.lower()
    assert all(f"The {word} of the costs was shown." in cleaned.text for word in words)
    assert [page.number for page in cleaned.pages] == [1, 2, 3, 4, 5]
    third = cleaned.pages[2]
    assert "The decree of the rent was shown." in cleaned.text[third.start : third.end]


@pytest.mark.data
def test_a_real_print_keeps_its_title_and_paragraphs(data: Path) -> None:
    file = next((data / "caselaw" / "pdfs").glob("Romesh*"))
    text, pages = read_pdf(file.read_bytes(), LIMITS, None)
    cleaned = clean(text, pages)
    assert len(pages) == 9
    assert cleaned.text.count("Romesh Thappar vs The State Of Madras on 26 May, 1950") == 1
    assert "Indian Kanoon" not in cleaned.text
    assert "\n\nJUDGMENT:\n\n" in cleaned.text
