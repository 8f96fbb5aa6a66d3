"""`countercase law citations` as a user runs it."""

import json
from pathlib import Path

from typer.testing import CliRunner

from countercase.cli import app

run = CliRunner().invoke


def test_json_gives_every_item_with_its_span() -> None:
    text = "see State of U.P. vs. Zahid & Ors. reported in 1991 SCC (4) 139 – relied on."
    result = run(app, ["law", "citations", text, "--json"])
    assert result.exit_code == 0
    printed = json.loads(result.stdout)
    (item,) = printed["items"]
    assert printed["count"] == 1
    assert text[slice(*item["span"])] == item["text"]
    assert item["name"] == "State of U.P. vs. Zahid & Ors"
    assert item["citations"] == ["(1991) 4 SCC 139"]
    assert item["treatment"] == "relied on"


def test_a_file_is_read_and_printed_for_people(tmp_path: Path) -> None:
    file = tmp_path / "facts.txt"
    file.write_text("As held in AIR 1963 SC 946.", encoding="utf-8")
    result = run(app, ["law", "citations", "--file", str(file)])
    assert result.exit_code == 0
    assert result.stdout == "11-26  (no name)  AIR 1963 SC 946\n"


def test_nothing_found_is_said() -> None:
    assert "No case name or citation found." in run(app, ["law", "citations", "nothing"]).stdout
    assert json.loads(run(app, ["law", "citations", "", "--json"]).stdout) == {"count": 0, "items": []}


def test_text_or_file_is_needed() -> None:
    result = run(app, ["law", "citations"])
    assert result.exit_code == 2
    assert "--file" in result.stderr
