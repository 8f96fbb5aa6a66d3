"""The JSON API: the same answers as the command line, versions, jobs, and errors of one line."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.small_corpus import STABBING
from typer.testing import CliRunner

from countercase.app import App
from countercase.cli import app as command_line
from countercase.web.drafts import EXAMPLE

DISHONOUR = (
    "A cheque for Rs 2,00,000 was returned unpaid on 1 March 2018. The complainant received the memo of the bank on "
    "3 March 2018. A notice of demand was sent on 5 April 2018. A complaint under Section 138 of the NI Act was filed."
)


def wait(client: TestClient, job: dict[str, Any]) -> dict[str, Any]:
    for _ in range(400):
        found: dict[str, Any] = client.get(f"/api/v1/jobs/{job['id']}").json()
        if found["state"] not in {"waiting", "running"}:
            return found
        time.sleep(0.05)
    raise AssertionError(f"still not done: {found}")


def add(client: TestClient, text: str = STABBING) -> dict[str, Any]:
    answer = client.post("/api/v1/matters", json={"text": text, "title": "Stabbing"})
    assert answer.status_code == 201
    made: dict[str, Any] = answer.json()
    return made


def test_search_answers_with_ranked_cases_and_spans(client: TestClient) -> None:
    found = client.post("/api/v1/search", json={"text": STABBING, "top_k": 3}).json()
    assert [one["rank"] for one in found["precedents"]] == [1, 2, 3]
    first = found["precedents"][0]
    case = client.get(f"/api/v1/cases/{first['case_id']}").json()
    start, end = first["passage"]["span"]
    assert case["text"][start:end] == first["passage"]["text"]


def test_a_filter_limits_the_list(client: TestClient) -> None:
    body = {"text": STABBING, "filters": ["year=2005..2030", "outcome=allowed"]}
    found = client.post("/api/v1/search", json=body).json()["precedents"]
    assert found
    assert all(one["decided"] >= "2005" and one["outcome"] == "allowed" for one in found)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"text": STABBING, "filters": ["yaer=2001"]}, "Did you mean year"),
        ({"text": STABBING, "plan": "none"}, "There is no plan"),
        ({"text": STABBING, "colour": "red"}, "colour"),
        ({}, "text"),
    ],
)
def test_a_wrong_search_is_refused_in_one_line(client: TestClient, body: dict[str, Any], words: str) -> None:
    answer = client.post("/api/v1/search", json=body)
    assert 400 <= answer.status_code < 500
    assert words in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_facts_quote_the_text(client: TestClient) -> None:
    sheet = client.post("/api/v1/facts", json={"text": STABBING}).json()
    spans = [
        (span, quote) for fact in sheet["facts"] for span, quote in zip(fact["spans"], fact["quotes"], strict=True)
    ]
    assert spans
    assert all(STABBING[a:b] == quote for (a, b), quote in spans)


@pytest.fixture
def printed(app: App, tmp_path: Path) -> Callable[..., Any]:
    """What a command prints as JSON for the same workspace."""

    def run(command: str, text: str, *options: str) -> Any:
        argument = text
        if command in {"facts", "check"}:
            (tmp_path / "text.txt").write_text(text)
            argument = str(tmp_path / "text.txt")
        words = [command, argument, "--workspace", str(app.folder), *options, "--json"]
        return json.loads(CliRunner().invoke(command_line, words).output)

    return run


def test_facts_have_the_checklist_and_the_lines_as_on_the_command_line(
    client: TestClient, printed: Callable[..., Any]
) -> None:
    answer = client.post("/api/v1/facts", json={"text": DISHONOUR}).json()
    assert answer == printed("facts", DISHONOUR)
    assert {row["provision"] for row in answer["ingredients"]} >= {"NI-138"}
    assert ("NI-138", "33 days", "crossed") in [
        (line["provision"], line["value"], line["stands"]) for line in answer["lines"]
    ]


def test_the_later_history_of_a_case_as_on_the_command_line(client: TestClient, printed: Callable[..., Any]) -> None:
    for words in ("knife-in-quarrel", "Knife In Quarrel v. State"):
        answer = client.get("/api/v1/cited", params={"case": words, "on": "2019-03-14"})
        assert answer.json() == printed("cited", words, "--on", "2019-03-14")
        assert answer.json()["case_id"] == "knife-in-quarrel"


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"case": "no-such-case"}, 404, "There is no case"),
        ({"case": "State"}, 404, "fits several cases"),
        ({"case": "knife-in-quarrel", "on": "yesterday"}, 400, "is not a day"),
        ({}, 422, "case"),
    ],
)
def test_a_history_that_cannot_be_given_says_why(
    client: TestClient, asked: dict[str, str], status: int, words: str
) -> None:
    answer = client.get("/api/v1/cited", params=asked)
    assert (answer.status_code, words in answer.json()["error"]) == (status, True)


def test_a_draft_is_checked_as_on_the_command_line(client: TestClient, printed: Callable[..., Any]) -> None:
    answer = client.post("/api/v1/check", json={"text": EXAMPLE, "on": "2024-01-01"}).json()
    assert answer == printed("check", EXAMPLE, "--on", "2024-01-01")
    assert all(EXAMPLE[slice(*item["span"])] == item["text"] for item in answer["items"])
    assert {item["problem"] for item in answer["items"]} >= {"does not exist", "not good law", "no such provision"}
    assert client.post("/api/v1/check", json={"text": "", "on": "2024-01-01"}).status_code == 422
    assert client.post("/api/v1/check", json={"text": EXAMPLE, "on": "2024-13-01"}).status_code == 400


def test_a_matter_is_written_only_on_top_of_its_latest_version(client: TestClient) -> None:
    made = add(client)
    body = {"version": 1, "title": "Renamed", "sheet": made["sheet"]}
    assert client.put(f"/api/v1/matters/{made['id']}", json=body).json()["version"] == 2
    late = client.put(f"/api/v1/matters/{made['id']}", json=body)
    assert (late.status_code, "another tab" in late.json()["error"]) == (409, True)
    assert client.get(f"/api/v1/matters/{made['id']}?version=1").json()["title"] == "Stabbing"
    assert client.delete(f"/api/v1/matters/{made['id']}").status_code == 204
    assert client.get(f"/api/v1/matters/{made['id']}").status_code == 404


def test_a_sheet_with_a_wrong_field_is_refused_by_path(client: TestClient) -> None:
    made = add(client)
    sheet = {**made["sheet"], "facts": [{"kind": "evidence", "item": "dying declaraton"}]}
    answer = client.put(f"/api/v1/matters/{made['id']}", json={"version": 1, "title": "x", "sheet": sheet})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("facts[0].item")


def test_a_tree_grows_in_the_background_and_is_kept(client: TestClient) -> None:
    made = add(client)
    answer = client.post(f"/api/v1/matters/{made['id']}/trees", json={"depth": 1, "children": 4})
    assert answer.status_code == 202
    assert wait(client, answer.json())["state"] == "done"
    (row,) = client.get(f"/api/v1/matters/{made['id']}/trees").json()
    tree = client.get(f"/api/v1/matters/{made['id']}/trees/{row['id']}").json()
    assert 1 < len(tree["nodes"]) <= 5
    assert all(node["perturbation"]["sentence"] for node in tree["nodes"][1:])


def test_events_of_a_job_end(client: TestClient) -> None:
    job = client.post(f"/api/v1/matters/{add(client)['id']}/trees", json={"depth": 1, "children": 2}).json()
    with client.stream("GET", f"/api/v1/jobs/{job['id']}/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = list(answer.iter_lines())
    last = [line for line in lines if line.startswith("data: ")][-1]
    assert json.loads(last.removeprefix("data: "))["state"] == "done"
    assert "event: progress" in lines


def test_law_over_http(client: TestClient) -> None:
    mapped = client.get("/api/v1/law/map", params={"provision": "IPC-302"}).json()
    assert "BNS-103(1)" in [one["provision"] for one in mapped["counterparts"]]
    found = client.post("/api/v1/law/provisions", json={"text": "Section 302 of the IPC"}).json()
    assert [one["provision"] for one in found] == ["IPC-302"]


def test_every_route_is_described(client: TestClient) -> None:
    described = client.get("/api/v1/openapi.json").json()
    assert all(path.startswith("/api/v1/") for path in described["paths"])
    assert all(about.get("description") for methods in described["paths"].values() for about in methods.values())
    page = client.get("/api").text
    assert all(path.replace("{", "&#123;") in page or path in page for path in described["paths"])


def test_thresholds_over_http(client: TestClient) -> None:
    rules = client.get("/api/v1/law/thresholds", params={"provision": "JJ-15"}).json()
    assert rules
    assert {rule["provision"].partition("(")[0] for rule in rules} == {"JJ-15"}
    assert client.get("/api/v1/law/thresholds?on=yesterday").status_code == 400


def test_shares_and_reach_are_jobs_with_findings(client: TestClient) -> None:
    made = add(client)
    place = f"/api/v1/matters/{made['id']}"
    assert client.get(f"{place}/shares").status_code == 404
    assert wait(client, client.post(f"{place}/shares").json())["state"] == "done"
    assert client.get(f"{place}/shares").json()["shares"]
    body = {"case_id": "charas-on-bus", "aim": "drive_out"}
    assert wait(client, client.post(f"{place}/reach", json=body).json())["state"] == "done"
    found = client.get(f"{place}/reach", params=body).json()
    assert "changes" in found
    assert client.post(f"{place}/reach", json={**body, "aim": "sideways"}).status_code == 422
    assert client.post(f"{place}/reach", json={**body, "case_id": "nowhere"}).status_code == 404


def test_a_matter_beside_a_case(client: TestClient) -> None:
    made = add(client)
    lists = client.get(f"/api/v1/matters/{made['id']}/compare/knife-in-quarrel").json()
    assert "Section 302 IPC" in lists["Both have"]
