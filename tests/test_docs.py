"""The documentation holds: its code runs, its commands exist, and its figures are those of the results."""

import re
from pathlib import Path

import pytest
from benchmarks import figures
from typer.testing import CliRunner

from countercase.cli.app import app

DOCS = Path(__file__).parents[1] / "docs"


def test_the_engineers_script_runs(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "tutorial-engineer.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) > 4
    exec(compile("\n".join(blocks), "tutorial-engineer.md", "exec"), {})
    assert "Murder" in capsys.readouterr().out


def test_the_lawyers_commands_run(tmp_path: Path) -> None:
    page = (DOCS / "tutorial-lawyer.md").read_text(encoding="utf-8")
    commands = [
        line.removeprefix("$ countercase ").split() for line in re.findall(r"^\$ countercase .*$", page, re.MULTILINE)
    ]
    assert [command[0] for command in commands] == ["facts", "search", "whatif", "serve"]
    facts = tmp_path / "facts.txt"
    facts.write_text("A cheque was returned unpaid; the notice went out on the thirty-third day.")
    for command in commands[:-1]:  # serve does not end by itself
        run = CliRunner().invoke(app, [str(facts) if word == "FACTS.txt" else word for word in command])
        assert run.exit_code == 0, run.output


def test_the_figures_page_is_what_the_results_say() -> None:
    assert figures.PAGE.read_text(encoding="utf-8") == figures.written_page()
