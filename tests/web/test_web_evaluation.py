"""Plans scored over the API: the figures are those of the command, and what cannot be scored is refused at once."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.small_corpus import ENCODER, STABBING
from tests.web.test_web_api import wait
from typer.testing import CliRunner

from countercase.app import App
from countercase.cli import app as command

QUERIES = [
    {"_id": "q1", "text": STABBING},
    {"_id": "q2", "text": "Charas was found in a bag on a bus.", "case_id": "charas-on-bus"},
    {"_id": "q3", "text": "A cheque was returned unpaid."},
    {"_id": "unjudged", "text": "A well ran dry."},
]
QRELS = {
    "q1": {"knife-in-quarrel": 2, "young-accused": 1, "burnt-shop": 0},
    "q2": {"not-stored": 1},
    "q3": {"cheque-returned": 1},
}
BODY: dict[str, Any] = {"queries": QUERIES, "qrels": QRELS, "plans": ["bm25_only"], "metrics": ["NDCG@10", "MAP"]}
PLACE = "/api/v1/evaluations/retrieval"


def without_latency(found: dict[str, Any]) -> dict[str, Any]:
    for system in found["sets"][0]["systems"].values():
        system["latency_seconds"] = sorted(system["latency_seconds"])
    return found


def test_the_result_is_that_of_the_command(
    client: TestClient, app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = client.post(PLACE, json=BODY)
    assert answer.status_code == 202
    job = wait(client, answer.json())
    assert (job["state"], job["error"]) == ("done", None)
    found = without_latency(client.get(job["location"]).json())

    queries, qrels = tmp_path / "request.jsonl", tmp_path / "qrels.tsv"
    queries.write_text("".join(f"{json.dumps(row)}\n" for row in QUERIES))
    rows = [f"{query}\t{case}\t{grade}" for query, grades in QRELS.items() for case, grade in grades.items()]
    qrels.write_text("\n".join(["query-id\tcorpus-id\tscore", *rows]))
    monkeypatch.setenv("COUNTERCASE_MODELS__ENCODER", str(ENCODER))
    options = ["--plan", "bm25_only", "--metric", "NDCG@10,MAP", "--json", "--workspace", str(app.folder)]
    printed = CliRunner().invoke(
        command, ["eval", "retrieval", "--queries", str(queries), "--qrels", str(qrels), *options]
    )
    assert printed.exit_code == 0, printed.output
    expected = without_latency(json.loads(printed.stdout))
    assert found["about"].keys() == expected["about"].keys()
    assert found["about"]["relevant_cases_not_stored"] == expected["about"]["relevant_cases_not_stored"] == 1
    assert found["about"]["workspace"] == app.folder.name
    theirs, ours = expected.pop("provenance"), found.pop("provenance")
    for part in ("version", "commit", "plans", "machine", "libraries"):
        assert ours[part] == theirs[part]
    for name in ("corpus", "index", "encoder"):
        assert ours["inputs"][name] == theirs["inputs"][name]
    assert {**found, "about": {}} == {**expected, "about": {}}


def test_progress_comes_as_events(client: TestClient) -> None:
    job = client.post(PLACE, json=BODY).json()
    with client.stream("GET", f"/api/v1/jobs/{job['id']}/events") as answer:
        said = [json.loads(line.removeprefix("data: ")) for line in answer.iter_lines() if line.startswith("data: ")]
    assert {"text": "Running bm25_only", "done": 3, "total": 3} in said
    assert said[-1]["state"] == "done"


def test_one_query_alone_gives_figures_that_are_json(client: TestClient) -> None:
    body = {"queries": QUERIES[2:3], "qrels": {"q3": QRELS["q3"]}}
    job = wait(client, client.post(PLACE, json=body).json())
    assert job["state"] == "done"
    (only,) = client.get(job["location"]).json()["sets"]
    assert only["systems"]["bm25_only"]["means"]["MRR@10"] == 1.0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"plans": ["none"]}, "There is no plan"),
        ({"metrics": ["NDGC@10"]}, "There is no measure"),
        ({"qrels": {"q9": {"knife-in-quarrel": 1}}}, "'q9'"),
        ({"qrels": {"q1": {"elsewhere": 1}}}, "No relevant case is in the workspace"),
        ({"qrels": {"q1": {"knife-in-quarrel": 0}}}, "grade above 0"),
        ({"queries": [QUERIES[0], QUERIES[0]]}, "same _id"),
        ({"queries": [QUERIES[0]] * 1001}, "queries"),
        ({"queries": []}, "queries"),
        ({"depth": 1001}, "depth"),
        ({"metrics": ["Recall@200"]}, "only 100 are kept"),
        ({"cache": "/tmp"}, "cache"),
    ],
)
def test_what_cannot_be_scored_is_refused_at_once(client: TestClient, change: dict[str, Any], words: str) -> None:
    answer = client.post(PLACE, json={**BODY, **change})
    assert 400 <= answer.status_code < 500
    assert words in answer.json()["error"]


def test_a_baseline_that_is_not_there_fails_the_job_in_words(client: TestClient) -> None:
    job = wait(client, client.post(PLACE, json={**BODY, "baseline": "mine"}).json())
    assert (job["state"], "no system 'mine'" in job["error"]) == ("failed", True)
