"""`countercase law thresholds` as a user runs it."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from countercase.cli import app


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["law", "thresholds", *arguments])
    return result.exit_code, result.stdout, result.stderr


def rows(*arguments: str) -> list[dict[str, Any]]:
    code, out, _ = run(*arguments, "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["count"] == len(answer["thresholds"])
    found: list[dict[str, Any]] = answer["thresholds"]
    return found


def test_all_rows_as_json_carry_what_a_reader_needs() -> None:
    everything = rows()
    assert len(everything) >= 120
    for row in everything:
        assert row["provision"]
        assert row["operator"] in {"<", "<=", ">", ">="}
        assert row["unit"]
        assert row["role"]
        assert row["in_force_from"]
        assert row["source"]


def test_provision_and_day_narrow_the_list() -> None:
    assert [row["id"] for row in rows("IPC-375", "--role", "victim", "--on", "2012-12-16")] == ["ipc-375-age-1949"]
    assert [row["id"] for row in rows("IPC-375", "--role", "victim", "--on", "2013-02-03")] == ["ipc-375-age-2013"]


def test_a_provision_may_be_named_in_words() -> None:
    assert [row["id"] for row in rows("Section 304B IPC")] == ["ipc-304b-marriage"]
    assert [row["id"] for row in rows("Article 113 of the Limitation Act")] == ["lim-art-113"]


def test_quantity_narrows_the_list() -> None:
    assert {row["quantity"] for row in rows("--quantity", "weight")} == {"weight"}


def test_text_fits_the_screen_and_says_the_rule_in_words() -> None:
    code, out, _ = run()
    assert code == 0
    assert max(len(line) for line in out.splitlines()) <= 100
    _, single, _ = run("JJ-2(12)")
    assert "Section 2(12) JJ Act, 2015\n    age of accused less than 18 years: a child in conflict with law" in single
    assert "since 2016-01-15" in single


def test_an_empty_answer_says_what_to_do() -> None:
    assert "The most common roles are victim, seizure, suit" in run("--role", "nobody")[1]
    assert "No threshold fits IPC-1." in run("IPC-1")[1]


@pytest.mark.parametrize(
    ("arguments", "message"), [(("--on", "yesterday"), "is not a day"), (("murder",), "names no provision")]
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], message: str) -> None:
    code, out, error = run(*arguments)
    assert (code, out) == (2, "")
    assert message in error
    assert len(error.strip().splitlines()) == 1
