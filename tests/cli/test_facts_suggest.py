"""`countercase facts --suggest` and `--dispute` as a user runs them."""

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


def suggested(matter: Path, url: str, *more: str, option: str = "--suggest") -> tuple[int, str, str]:
    env = {"COUNTERCASE_LLM__BASE_URL": url, "COUNTERCASE_LLM__MODEL": "scripted", "COUNTERCASE_LLM__CACHE": "off"}
    env["COUNTERCASE_LLM__RETRIES"] = "0"
    result = CliRunner().invoke(app, ["facts", str(matter), option, *more], env=env)
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


DISPUTED = says_json(
    {
        "disputes": [
            {"fact": 1, "reason": "He was older.", "quote": "aged 17"},
            {"fact": 2, "reason": "No word says so.", "quote": "was never there"},
        ]
    }
)


def test_a_dispute_stands_on_its_fact_and_reads_back(matter: Path, tmp_path: Path) -> None:
    with scripted(DISPUTED) as script:
        told = suggested(matter, script.url, "--json", option="--dispute")[1]
    found = json.loads(told)
    assert (found["disputes"]["kept"], found["disputes"]["dropped"]) == (1, 1)
    assert [fact.get("dispute") for fact in found["facts"]].count(None) == len(found["facts"]) - 1
    assert found["facts"][0]["dispute"] == {"by": "scripted", "reason": "He was older.", "quote": "aged 17"}
    kept = tmp_path / "sheet.json"
    kept.write_text(told)
    again = CliRunner().invoke(app, ["facts", str(kept), "--json"])
    assert json.loads(again.stdout)["facts"] == found["facts"]


def test_the_table_shows_the_dispute_beside_the_fact(matter: Path) -> None:
    with scripted(DISPUTED, Step(status=500)) as script:
        told = " ".join(suggested(matter, script.url, option="--dispute")[1].split())
        failed = suggested(matter, script.url, option="--dispute")
    assert "disputed by the model:" in told
    assert "and still on the sheet: 1 fact, marked in the table (1 dropped" in told
    assert failed[0] == 0
    assert "nothing: " in failed[1]
    assert suggested(matter, "", option="--dispute")[0] == 1
