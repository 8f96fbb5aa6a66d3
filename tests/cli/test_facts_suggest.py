"""`countercase facts --suggest` as a user runs it."""

import json
from pathlib import Path

import pytest
from tests.llm.scripted_server import Step, says_json, scripted
from typer.testing import CliRunner

from countercase.cli import app

TEXT = "The accused, aged 17, stabbed his uncle with a knife."
FOUND = says_json({"facts": [{"kind": "act", "quote": "stabbed"}, {"kind": "result", "quote": "died at once"}]})


@pytest.fixture
def matter(tmp_path: Path) -> Path:
    path = tmp_path / "matter.txt"
    path.write_text(TEXT)
    return path


def suggested(matter: Path, url: str, *more: str) -> tuple[int, str, str]:
    env = {"COUNTERCASE_LLM__BASE_URL": url, "COUNTERCASE_LLM__MODEL": "scripted", "COUNTERCASE_LLM__CACHE": "off"}
    env["COUNTERCASE_LLM__RETRIES"] = "0"
    result = CliRunner().invoke(app, ["facts", str(matter), "--suggest", *more], env=env)
    return result.exit_code, result.stdout, result.stderr


def test_suggestions_are_apart_from_the_sheet(matter: Path) -> None:
    with scripted(FOUND) as script:
        found = json.loads(suggested(matter, script.url, "--json")[1])
    assert found["suggestions"]["kept"] == [{"kind": "act", "quote": "stabbed", "spans": [[22, 29]]}]
    assert (found["suggestions"]["path"], found["suggestions"]["dropped"]) == ("model", 1)
    assert found["suggestions"]["answers"]["facts.v1"]["accepted"] == 1
    assert all(fact["found_by"] != "scripted" for fact in found["facts"])


def test_people_see_what_was_dropped_and_what_failed(matter: Path) -> None:
    with scripted(FOUND, Step(status=500)) as script:
        told = suggested(matter, script.url)[1]
        failed = suggested(matter, script.url)
    assert "Suggested by scripted, not on the sheet:\n  act: stabbed\n  (1 dropped" in told
    assert failed[0] == 0
    assert "nothing: " in failed[1]
    assert "status 500" in failed[1]


def test_without_a_model_it_is_refused(matter: Path) -> None:
    code, _, error = suggested(matter, "")
    assert code == 1
    assert "llm.base_url is not set" in error
