"""`countercase llm check` as a user runs it."""

import json

import pytest
from tests.llm.scripted_server import Step, says, says_json, scripted
from typer.testing import CliRunner

from countercase.cli import app

READY = says_json({"state": "ready", "sum": 42})


def check(*arguments: str, url: str = "", **more: str) -> tuple[int, str, str]:
    env = {"COUNTERCASE_LLM__BASE_URL": url, "COUNTERCASE_LLM__MODEL": "scripted", **more}
    result = CliRunner().invoke(app, ["llm", "check", *arguments], env=env)
    return result.exit_code, result.stdout, result.stderr


def test_one_json_object() -> None:
    with scripted(READY) as script:
        code, out, _ = check("--json", url=script.url)
    found = json.loads(out)
    assert code == 0
    assert (found["schema"], found["right"], found["local"], found["answer_tokens"]) == ("held", True, True, 5)
    assert found["tokens_per_second"] > 0


def test_people_are_told_where_facts_go() -> None:
    with scripted(says("ready"), READY) as script:
        code, out, _ = check(url=script.url)
    assert code == 0
    assert "facts     stay on this machine" in out
    assert "schema    repaired" in out


def test_a_model_that_does_not_hold_the_schema_is_named_and_the_command_fails() -> None:
    with scripted(says("ready")) as script:
        code, out, error = check("--json", url=script.url)
    assert code == 1
    assert json.loads(out)["schema"] == "not held"
    assert "did not hold the schema of probe, twice" in error


@pytest.mark.parametrize(
    ("url", "more", "why"),
    [
        ("", {}, "none is needed"),
        ("http://127.0.0.1:9/v1", {}, "Is it running?"),
        ("https://models.example/v1", {}, "llm.allow_remote = true"),
        ("http://127.0.0.1:9/v1", {"COUNTERCASE_LLM__REPLAY": "true"}, "nothing is sent"),
    ],
)
def test_what_cannot_be_tried_is_one_line(url: str, more: dict[str, str], why: str) -> None:
    code, _, error = check(url=url, **more)
    assert code == 1
    assert why in error
    told = [line for line in error.splitlines() if " is sent to " not in line]  # the address is named, then the error
    assert len(told) == 1


def test_a_server_of_another_kind() -> None:
    with scripted(Step("<html>")) as script:
        assert "did not answer as an OpenAI-compatible endpoint" in check(url=script.url)[2]
