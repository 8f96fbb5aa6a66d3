"""The workspace over the API: its health, new cases by upload, and its index."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.corpus.written_pdf import lines, text_pdf
from tests.web.test_web_api import wait
from tests.web.visitor import visit

from countercase.app import App
from countercase.health import examine, examine_workspace
from countercase.web.app import create_app
from countercase.web.collection import safe_name
from countercase.web.security import ServingPolicy

OURS = {"x-countercase": "test"}
JUDGMENT = "The appellant kept a tame otter. The otter bit a postman on the bridge. The appeal is dismissed."


def upload(client: TestClient, name: str, content: bytes, headers: dict[str, str] | None = None) -> "tuple[int, dict]":  # type: ignore[type-arg]
    answer = client.post(
        "/api/v1/ingest", files={"file": (name, content)}, headers=OURS if headers is None else headers
    )
    return answer.status_code, answer.json()


def test_doctor_says_what_the_command_says_without_the_folder_s_path(client: TestClient, app: App) -> None:
    found = client.get("/api/v1/doctor").json()
    held = examine_workspace(app)
    assert found == {**examine(app.settings), "workspace": {**held, "folder": app.folder.name}}
    assert str(app.folder) not in str(found)
    assert held["index"] == "up to date"


def test_doctor_names_what_would_leave_the_machine(app: App) -> None:
    llm = app.settings.llm.model_copy(update={"base_url": "https://llm.example/v1"})
    settings = app.settings.model_copy(update={"llm": llm})
    assert examine(settings)["leaves_the_machine"] == ["text sent to https://llm.example/v1"]


def test_doctor_is_not_told_to_other_machines(app: App) -> None:
    secret = "a-token-of-some-length"
    served = create_app(app, ServingPolicy(host="0.0.0.0", token=secret))
    with TestClient(served, base_url="http://10.0.0.1", headers={"authorization": f"Bearer {secret}"}) as client:
        answer = client.get("/api/v1/doctor")
    assert answer.status_code == 403
    assert "countercase doctor" in answer.json()["error"]


def test_an_uploaded_judgment_is_stored_then_indexed_then_found(client: TestClient, app: App) -> None:
    pdf = text_pdf([lines(JUDGMENT.split(". "))])
    status, job = upload(client, "../../etc/Otter.PDF", pdf)
    assert status == 202
    job = wait(client, job)
    assert (job["state"], job["error"]) == ("done", None)
    result = client.get(job["location"]).json()
    assert (result["added"], result["case_id"], result["index"]) == (1, "Otter", "older than the cases")
    assert [path.name for path in (app.folder / "uploads").rglob("*.*")] == ["Otter.pdf"]
    assert "tame otter" in client.get("/api/v1/cases/Otter").json()["text"]
    assert client.get("/api/v1/index").json() == {"index": "older than the cases"}

    built = wait(client, client.post("/api/v1/index").json())
    assert client.get(built["location"]).json()["cases"] == app.store.counts()["cases"]
    assert client.get("/api/v1/index").json() == {"index": "up to date"}
    found = client.post("/api/v1/search", json={"text": "a tame otter bit a postman", "top_k": 1}).json()
    assert [one["case_id"] for one in found["precedents"]] == ["Otter"]


def test_the_same_file_twice_changes_nothing_and_another_of_its_name_is_refused(client: TestClient, app: App) -> None:
    wait(client, upload(client, "otter.txt", JUDGMENT.encode())[1])
    again = wait(client, upload(client, "otter.txt", JUDGMENT.encode())[1])
    assert client.get(again["location"]).json()["unchanged"] == 1
    other = wait(client, upload(client, "otter.txt", JUDGMENT.replace("otter", "badger").encode())[1])
    assert (other["state"], "Rename one" in other["error"]) == ("failed", True)
    assert str(app.folder) not in other["error"]
    assert "otter" in app.case(next(one for one in app.store.case_ids() if one == "otter")).text
    assert len(list((app.folder / "uploads").rglob("*.txt"))) == 1


def test_a_broken_file_is_refused_with_the_reason_and_does_not_stay(client: TestClient, app: App) -> None:
    job = wait(client, upload(client, "broken.pdf", b"%PDF-1.4 broken")[1])
    assert job["state"] == "failed"
    assert job["error"].startswith("broken.pdf: ")
    assert list((app.folder / "uploads").rglob("*.pdf")) == []
    assert client.get(f"/api/v1/jobs/{job['id']}/result").status_code == 404


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [("cases.csv", b"id,text", 415), ("cases.tar.gz", b"x", 415), (".pdf", b"x", 415), ("empty.txt", b"", 422)],
)
def test_what_is_no_judgment_is_refused_at_once(client: TestClient, name: str, content: bytes, status: int) -> None:
    found, answer = upload(client, name, content)
    assert found == status
    assert "\n" not in answer["error"]


def test_a_form_of_another_site_cannot_upload(client: TestClient) -> None:
    assert upload(client, "otter.txt", JUDGMENT.encode(), {})[0] == 403
    foreign = client.post("/api/v1/ingest", files={"file": ("a.txt", b"x")}, headers={**OURS, "origin": "http://evil"})
    assert foreign.status_code == 403
    assert client.post("/api/v1/ingest", json={"file": "x"}, headers=OURS).status_code == 422
    assert client.get("/api/v1/cases/otter").status_code == 404


def test_more_than_the_settings_allow_is_refused(client: TestClient, app: App) -> None:
    app.settings = app.settings.model_copy(update={"ingest": app.settings.ingest.model_copy(update={"max_file_mb": 1})})
    assert upload(client, "long.txt", b"x" * (1024 * 1024 + 1))[0] == 413


def test_the_built_in_corpus_takes_no_cases(app: App) -> None:
    built_in = App(app.folder, app.settings, built_in=True)
    with visit(create_app(built_in)) as client:
        status, answer = upload(client, "otter.txt", JUDGMENT.encode())
    assert status == 409
    assert "--workspace" in answer["error"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("a/b\\c.pdf", "c.pdf"),
        ("..hidden.txt", "hidden.txt"),
        ("A v. B (2001).PDF", "A v. B (2001).pdf"),
        ("a\x00\n'b.txt", "a___b.txt"),
        ("x" * 300 + ".html", "x" * 75 + ".html"),
    ],
)
def test_a_name_becomes_harmless(given: str, kept: str) -> None:
    assert safe_name(given) == kept
    assert Path(kept).name == kept
