"""The command line as a whole: every command there, documented, quick, and plain about what is wrong."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from countercase.cli import app
from countercase.errors import InputError
from countercase.health import LIBRARIES

ROOT = Path(__file__).parents[2]

# The words that other tools call; from the design, not from the code.
COMMANDS = {
    "demo", "ingest", "index", "search", "facts", "whatif", "serve", "doctor",
    "eval retrieval", "eval counterfactual", "eval faithfulness", "eval human-template", "eval human-score",
    "cuad generate", "cuad evaluate", "corpus download",
    "law provision", "law map", "law thresholds", "law citations", "law ingredients", "check", "cited", "mcp",
}  # fmt: skip
HEAVY = {"numpy", "scipy", "onnxruntime", "chromadb", "pypdfium2", "bm25s", "pydantic", "rich", "torch", "fastapi"}


def leaves(command: object, prefix: str = "") -> set[str]:
    children = getattr(command, "commands", None)
    if children is None:
        return {prefix.strip()}
    return {leaf for name, child in children.items() for leaf in leaves(child, f"{prefix} {name}")}


def test_every_command_of_the_design_is_there() -> None:
    assert leaves(get_command(app)) >= COMMANDS


def test_every_command_is_documented_and_every_documented_one_exists() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    documented = {found.strip() for found in re.findall(r"^### `countercase ((?:[a-z][a-z-]* ?)+)", page, re.MULTILINE)}
    assert documented == leaves(get_command(app))


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_explains_itself(command: str) -> None:
    result = CliRunner().invoke(app, [*command.split(), "--help"])
    assert result.exit_code == 0
    assert "Usage:" in result.output


def test_help_imports_nothing_heavy() -> None:
    code = f"import sys, countercase.cli; print(sorted({HEAVY!r} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_an_error_of_ours_is_one_line_and_a_bug_keeps_its_traceback() -> None:
    @app.command("fails-in-test", hidden=True)
    def fails(bug: bool = False) -> None:
        if bug:
            raise ZeroDivisionError("a bug")
        raise InputError("That is wrong. Do this.")

    try:
        ours = CliRunner().invoke(app, ["fails-in-test"])
        bug = CliRunner().invoke(app, ["fails-in-test", "--bug"])
    finally:
        app.registered_commands.pop()
    assert (ours.exit_code, ours.stderr) == (2, "countercase: That is wrong. Do this.\n")
    assert isinstance(bug.exception, ZeroDivisionError)


def test_doctor_says_that_nothing_leaves_the_machine() -> None:
    result = CliRunner().invoke(app, ["doctor", "--json"], env={"COUNTERCASE_LLM__BASE_URL": "http://127.0.0.1:1/v1"})
    found = json.loads(result.stdout)
    assert found["leaves_the_machine"] == []
    assert found["endpoints"] == ["http://127.0.0.1:1/v1"]
    assert set(found["libraries"]) == set(LIBRARIES)
    assert found["models"] == {"encoder": "built-in", "reranker": "none is built in"}
    assert found["libraries"]["numpy"]


def test_doctor_names_what_would_leave() -> None:
    result = CliRunner().invoke(app, ["doctor"], env={"COUNTERCASE_LLM__BASE_URL": "https://models.example/v1"})
    assert "leaves the machine  text sent to https://models.example/v1" in result.stdout


def test_a_wrong_setting_stops_a_command_with_one_line() -> None:
    result = CliRunner().invoke(app, ["doctor"], env={"COUNTERCASE_RETRIEVAL__RFF_K": "3"})
    assert result.exit_code == 2
    assert result.stderr.startswith(
        "countercase: settings: there is no 'retrieval.rff_k'. Did you mean 'retrieval.rrf_k'?"
    )


def test_version() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert re.fullmatch(r"countercase \d+\.\d+\.\d+\n", result.output)
