"""`countercase facts --suggest` and `--dispute` as a user runs them."""

import json
from pathlib import Path

import pytest
from tests.llm.scripted_server import Step, prompt_of, says_json, scripted
from typer.testing import CliRunner

from countercase.cli import app

TEXT = (
    "The accused, aged 17, stabbed his uncle with a knife. "
    "Two men of the village office stood in the doorway and looked on."
)
FOUND = says_json(
    {
        "facts": [
            {"kind": "act", "value": "kidnapping", "quote": "stood in the doorway"},
            {"kind": "role", "value": "public servant", "of": "accused", "quote": "of the village office"},
            {"kind": "act", "value": "glaring", "quote": "looked on"},
            {"kind": "act", "value": "stabbing", "quote": "stabbed"},
            {"kind": "result", "value": "death", "quote": "died at once"},
        ]
    }
)


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


def test_a_quoted_addition_of_our_lists_is_on_the_sheet_and_the_rest_is_not(matter: Path) -> None:
    plain = json.loads(CliRunner().invoke(app, ["facts", str(matter), "--json"]).stdout)
    with scripted(FOUND) as script:
        found = json.loads(suggested(matter, script.url, "--json")[1])
    told = found["suggestions"]
    assert found["facts"][: len(plain["facts"])] == plain["facts"]
    new = found["facts"][len(plain["facts"]) :]
    assert [(fact["kind"], fact["quotes"], fact["found_by"]) for fact in new] == [
        ("act", ["stood in the doorway"], "model:scripted"),
        ("role", ["of the village office"], "model:scripted"),
    ]
    assert [(fact["kind"], fact["value"], fact["quote"]) for fact in told["kept"]] == [("act", "glaring", "looked on")]
    assert (told["path"], told["added"], told["dropped"], told["decided_by_rules"]) == ("model", 2, 1, 1)
    assert told["answers"]["facts.v2"]["accepted"] == 1


def test_the_model_is_shown_the_names_and_must_fill_every_field(matter: Path) -> None:
    with scripted(FOUND) as script:
        suggested(matter, script.url, "--json")
    assert "dying declaration" in prompt_of(script.asked[0])
    schema = script.asked[0]["response_format"]["json_schema"]["schema"]["$defs"]["ValuedFact"]
    assert set(schema["required"]) == set(schema["properties"]) >= {"kind", "quote", "value", "of", "unit"}


def test_a_sheet_with_additions_reads_back(matter: Path, tmp_path: Path) -> None:
    with scripted(FOUND) as script:
        told = suggested(matter, script.url, "--json")[1]
    kept = tmp_path / "sheet.json"
    kept.write_text(told)
    again = CliRunner().invoke(app, ["facts", str(kept), "--json"])
    assert json.loads(again.stdout)["facts"] == json.loads(told)["facts"]


def test_people_see_what_was_added_what_was_dropped_and_what_failed(matter: Path) -> None:
    with scripted(FOUND, Step(status=500)) as script:
        told = suggested(matter, script.url)[1]
        failed = suggested(matter, script.url)
    assert told.count("added by the model") == 2
    assert "Added by scripted: 2 facts, marked in the table" in told
    assert "Suggested by scripted, not on the sheet:\n  act: looked on\n  (1 dropped: their words" in told
    assert "(1 dropped: the rules" in told
    assert failed[0] == 0
    assert "nothing: " in failed[1]
    assert "status 500" in failed[1]
    assert "added by the model" not in failed[1]


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
