"""Files that begin a matter: printed pages, scans and photographs, with the reader's words where one cannot be read."""

import html

import pytest
from starlette.testclient import TestClient
from tests.corpus.test_ocr import needs_tesseract, photograph
from tests.corpus.written_pdf import lines, scanned_pdf, text_pdf
from tests.web.test_web_pages import settle, wait_for
from tests.web.test_web_security import form_token

from countercase.web import matter

BRIEF = [
    "The accused, aged 17 years, was arrested on 12 March 2019 for having",
    "stabbed his cousin with a knife in a sudden quarrel over water. A dying",
    "declaration was recorded. He is charged under Section",
    "302 of the Indian Penal Code.",
    "1. The FIR was lodged on 13 March 2019.",
    "2. The knife was recovered.",
]


def send(client: TestClient, name: str, content: bytes, **fields: str) -> str:
    """The place that a file leads to."""
    data = {"form_token": form_token(client), **fields}
    answer = client.post("/matters", data=data, files={"file": (name, content, "application/octet-stream")})
    return str(answer.headers["location"])


def narrative(client: TestClient, place: str) -> str:
    return str(client.get(f"/api/v1{place}").json()["sheet"]["narrative"])


def test_the_lines_of_a_printed_page_are_joined(client: TestClient) -> None:
    place = settle(client, send(client, "brief.pdf", text_pdf([lines(BRIEF)]), side="accused"))
    told = narrative(client, place).split("\n")
    assert told[0].endswith("He is charged under Section 302 of the Indian Penal Code.")
    assert told[1:] == BRIEF[4:]
    assert client.get(f"/api/v1{place}").json()["side"] == "accused"
    assert "read from a scan" not in client.get(place).text


@needs_tesseract
@pytest.mark.parametrize("name", ["brief.pdf", "page.png"])
def test_a_scan_is_read_and_says_so(client: TestClient, name: str) -> None:
    page = text_pdf([lines(BRIEF)], size=12)
    scan = scanned_pdf(page) if name.endswith("pdf") else photograph(page)
    place = settle(client, send(client, name, scan))
    assert "stabbed his cousin with a knife in a sudden quarrel over water" in narrative(client, place)
    assert "The text was read from a scan. Compare names, dates and figures" in client.get(place).text


def test_a_picture_that_cannot_be_read_says_what_to_do(client: TestClient) -> None:
    place = send(client, "facts.txt", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
    said = html.unescape(wait_for(client, place, 'role="alert"'))
    assert "Photograph the page flat" in said or "Install tesseract" in said


def test_words_and_a_file_together_are_refused(client: TestClient) -> None:
    data = {"form_token": form_token(client), "text": "He came late."}
    answer = client.post("/matters", data=data, files={"file": ("brief.txt", b"He left.", "text/plain")})
    assert answer.status_code == 400
    assert "both a text and a file" in answer.text
    assert "He came late." in answer.text


def test_a_date_on_the_sheet_says_what_happened_then(client: TestClient) -> None:
    place = settle(client, send(client, "brief.pdf", text_pdf([lines(BRIEF)])))
    page = client.get(place).text
    assert "arrest: 12 March 2019" in page
    assert "FIR: 13 March 2019" in page


def test_a_long_document_without_facts_is_cut_into_parts_to_choose_from(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matter, "facts_proposed", lambda *_: [])
    words = "\n".join(f"Clause {number}. The supplier shall deliver the goods in time." for number in range(5000))
    place = settle(client, send(client, "contract.txt", words.encode()))
    page = client.get(place).text
    assert "its beginning was taken" in page
    assert narrative(client, place).startswith("Clause 0. The supplier")
    assert client.get(f"{place}/document").text.count('type="checkbox"') > 10
