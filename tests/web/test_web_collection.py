"""The corpus from the page: what is loaded, files and folders, years, quarantine."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.test_web_pages import post, settle
from tests.web.test_web_security import form_token

from countercase.app import App
from countercase.web import collection


def test_it_says_what_is_loaded(client: TestClient) -> None:
    page = client.get("/corpus").text
    assert "14 cases, 1999 to 2015" in page
    assert "Up to date" in page
    assert "every file was read" in page


def test_a_file_is_added_and_the_index_is_older_until_it_is_built(client: TestClient) -> None:
    files = {"file": ("new-well.txt", b"The well was dug by the village. The appeal is dismissed.", "text/plain")}
    answer = client.post("/corpus/file", data={"form_token": form_token(client)}, files=files)
    assert settle(client, answer.headers["location"]) == "/corpus"
    assert "15 cases" in client.get("/corpus").text
    assert "older than the cases" in client.get("/corpus").text
    post(client, "/corpus/index")
    assert "Up to date" in client.get("/corpus").text


def test_a_folder_is_read_and_what_cannot_be_read_is_named_without_its_path(client: TestClient, tmp_path: Path) -> None:
    folder = tmp_path / "judgments"
    folder.mkdir()
    (folder / "one.txt").write_text("The wall was built by the landlord. The appeal is allowed.")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    post(client, "/corpus/folder", folder=str(folder))
    page = client.get("/corpus").text
    assert "1 read, 1 could not be read" in page
    assert "broken.pdf" in page
    assert str(folder) not in page
    wrong = client.post("/corpus/folder", data={"folder": "/no/such", "form_token": form_token(client)})
    assert wrong.status_code == 400
    assert 'value="/no/such"' in wrong.text


def test_years_are_fetched_and_read(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "fetched.txt"
    path.write_text("The bridge fell. The appeal is dismissed.")

    class Fetched:
        size = 10

        def __init__(self) -> None:
            self.path = path

    class FakeDownloader:
        def __init__(self, *_: object) -> None:
            pass

        def fetch_year(self, year: int) -> list[Fetched]:
            assert year == 2023
            return [Fetched()]

    monkeypatch.setattr(collection, "Downloader", FakeDownloader)
    assert post(client, "/corpus/download", years="2023") == "/corpus"
    assert "15 cases" in client.get("/corpus").text
    wrong = client.post("/corpus/download", data={"years": "all of them", "form_token": form_token(client)})
    assert "Write years such as" in wrong.text


def test_the_built_in_corpus_takes_no_cases(client: TestClient, app: App) -> None:
    app.built_in = True
    answer = client.post("/corpus/download", data={"years": "2023", "form_token": form_token(client)})
    assert "cannot be added to the built-in corpus" in answer.text
