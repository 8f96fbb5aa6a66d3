"""The JSON API: the same answers as the command line, versions, jobs, and errors of one line."""

import json
import time
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.small_corpus import STABBING


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
