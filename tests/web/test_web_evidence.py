"""The evidence page: runs started from it, and explanations scored blind by several people."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.small_corpus import STABBING
from tests.web.test_web_pages import post, settle
from tests.web.test_web_security import form_token
from tests.web.visitor import visit
from typer.testing import CliRunner

from countercase.app import App
from countercase.cli import app as command
from countercase.web.app import create_app
from countercase.web.security import ServingPolicy

QUERIES = "\n".join(json.dumps({"_id": f"q{at}", "text": text}) for at, text in enumerate((STABBING, "A cheque."), 1))
QRELS = "query-id\tcorpus-id\tscore\nq1\tknife-in-quarrel\t1\nq2\tcheque-returned\t1\n"
ITEMS = [
    {
        "id": f"{text}-{system}",
        "question": f"{text}?",
        "explanation": f"Because of {text}.",
        "system": f"hidden-{system}",
    }
    for text in ("theft", "arson")
    for system in ("left", "right")
]
SCORES = {"clarity": "5", "legal_accuracy": "4", "usefulness": "3"}


def send_run(client: TestClient, qrels: str = QRELS) -> tuple[int, str]:
    answer = client.post(
        "/evidence/runs",
        data={"form_token": form_token(client), "source": "uploaded", "plan": "bm25_only", "name": "My run"},
        files={"queries": ("mine.jsonl", QUERIES), "qrels": ("mine.tsv", qrels)},
    )
    return answer.status_code, answer.headers.get("location", answer.text)


def test_a_run_on_sent_queries_is_kept_and_shown_with_its_report(client: TestClient) -> None:
    status, job = send_run(client)
    assert status == 303
    place = settle(client, job)
    assert re.fullmatch(r"/benchmarks/my-run-\d{8}-\d{6}", place)
    page = client.get(place).text
    assert "NDCG@10" in page
    report = client.get(place.replace("/benchmarks", "/evidence/runs") + "/report.html")
    assert "bm25_only" in report.text
    assert "script-src" not in report.headers["content-security-policy"]
    assert place in client.get("/evidence/runs").text
    assert place in client.get("/evidence").text


def test_a_run_that_cannot_be_scored_stays_on_the_form(client: TestClient, app: App) -> None:
    status, page = send_run(client, "query-id\tcorpus-id\tscore\nq1\tknife-in-quarrel\tmany\n")
    assert status == 400
    assert "mine.tsv" in page
    assert str(app.folder) not in page
    assert 'value="My run"' in page
    none = client.post("/evidence/runs", data={"form_token": form_token(client), "source": "citations"})
    assert "Choose at least one way of searching." in none.text


@pytest.mark.parametrize("key", ["..%2Fmatters", "nothing", "UPPER"])
def test_no_other_file_is_a_report(client: TestClient, key: str) -> None:
    assert client.get(f"/evidence/runs/{key}/report.html").status_code == 404


def begin_round(client: TestClient) -> str:
    answer = client.post(
        "/evidence/ratings",
        data={"form_token": form_token(client), "source": "uploaded", "title": "First round"},
        files={"file": ("items.json", json.dumps(ITEMS))},
    )
    assert answer.status_code == 303
    return str(answer.headers["location"])


def fill(client: TestClient, sheet: str, rows: int) -> None:
    for at in range(1, rows + 1):
        page = client.get(f"{sheet}?row={at}").text
        code = re.search(r'name="code" value="([^"]+)"', page)
        assert code is not None
        post(client, sheet, code=code[1], at=str(at), **SCORES)


def test_a_round_is_filled_blind_closed_and_read_by_the_command(client: TestClient, tmp_path: Path) -> None:
    place = begin_round(client)
    sheets = [post(client, f"{place}/join", name=name) for name in ("Asha Rao", "B. Nair")]
    assert post(client, f"{place}/join", name="asha rao") == sheets[0]
    for sheet in sheets:
        fill(client, sheet, 4)
    open_pages = [client.get(page).text for page in (place, "/evidence/ratings", "/evidence", f"{sheets[0]}?row=1")]
    assert not any("hidden-" in page for page in open_pages)
    assert "4 of 4 rows" in open_pages[0]
    assert "What the annotators say" not in open_pages[0]
    assert client.get(f"{place}/key.json").status_code == 400

    post(client, f"{place}/close")
    closed = client.get(place).text
    assert "hidden-left" in closed
    assert "<td>5.00</td>" in closed
    assert "4.00 over 4 texts scored here" in client.get("/evidence").text
    late = client.post(sheets[0], data={"form_token": form_token(client), "code": "Asha Rao-001", "at": "1", **SCORES})
    assert (late.status_code, "closed" in late.text) == (400, True)

    key = tmp_path / "key.json"
    key.write_text(client.get(f"{place}/key.json").text)
    files = [tmp_path / f"{number}.csv" for number in (1, 2)]
    for file, sheet in zip(files, sheets, strict=True):
        file.write_text(client.get(f"{sheet}/sheet.csv").text)
    printed = CliRunner().invoke(command, ["eval", "human-score", *map(str, files), "--key", str(key), "--json"])
    record = json.loads(printed.stdout)
    assert (record["rows"], record["annotators"]) == (8, 2)
    assert record["scales"]["usefulness"]["mean"] == 3.0
    assert set(record["systems"]) == {"hidden-left", "hidden-right"}


def test_what_is_no_score_and_no_row_is_refused(client: TestClient) -> None:
    place = begin_round(client)
    assert client.post(f"{place}/join", data={"form_token": form_token(client), "name": "=cmd"}).status_code == 400
    sheet = post(client, f"{place}/join", name="Asha")
    for wrong in ({"code": "Asha-001", "clarity": "6"}, {"code": "Nair-001", "clarity": "5"}):
        answer = client.post(sheet, data={"form_token": form_token(client), "at": "1", **wrong})
        assert answer.status_code == 400
    one = {"form_token": form_token(client), "code": "Asha-001", "clarity": "2", "stay": "yes"}
    assert client.post(sheet, data=one).status_code == 204
    assert 'name="clarity" value="2" checked' in client.get(f"{sheet}?row=1").text


def test_a_file_that_holds_no_explanations_is_refused(client: TestClient, app: App) -> None:
    data = {"form_token": form_token(client), "source": "uploaded", "title": "x"}
    answer = client.post("/evidence/ratings", data=data, files={"file": ("items.json", '{"a": 1}')})
    assert answer.status_code == 400
    assert "items.json is not a JSON list" in answer.text
    assert list((app.folder / "uploads" / "incoming").iterdir()) == []


@pytest.fixture
def two_users(app: App) -> Iterator[tuple[TestClient, TestClient]]:
    tokens = {"asha": "a" * 20, "nair": "n" * 20}
    served = create_app(app, ServingPolicy(users=tokens))
    headers = [{"authorization": f"Bearer {token}"} for token in tokens.values()]
    with (
        visit(served, follow_redirects=False, headers=headers[0]) as asha,
        visit(served, follow_redirects=False, headers=headers[1]) as nair,
    ):
        yield asha, nair


def test_named_users_see_only_their_own_sheet_and_the_owner_closes(two_users: tuple[TestClient, TestClient]) -> None:
    asha, nair = two_users
    place = begin_round(asha)
    sheet = post(asha, f"{place}/join", name="somebody else")
    assert "asha" in asha.get(place).text
    assert "somebody else" not in asha.get(place).text
    assert nair.get(sheet).status_code == 400
    assert nair.get(f"{sheet}/sheet.csv").status_code == 400
    assert nair.post(f"{place}/close", data={"form_token": form_token(nair)}).status_code == 400
    post(asha, f"{place}/close")
    assert nair.get(sheet).status_code == 200
