"""`countercase law ingredients` as a user runs it."""

import json

from typer.testing import CliRunner

from countercase.cli.app import app


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["law", "ingredients", *words])
    assert result.exit_code == 0, result.output
    return result.output


def test_both_codes_have_the_same_ingredients() -> None:
    old, new = (json.loads(run(provision, "--json"))["subjects"] for provision in ("IPC-304B", "BNS-80"))
    assert old == new
    dowry = next(subject for subject in old if subject["id"] == "dowry-death")
    names = [row["ingredient"] for row in dowry["ingredients"]]
    assert "death within seven years of marriage" in names
    assert all(row["source"] and row["if_met"] and row["if_not"] for row in dowry["ingredients"])


def test_people_read_what_follows_either_way() -> None:
    out = run("Section 138 NI Act")
    assert "demand notice within thirty days" in out
    assert "if not:" in out
    assert "source:" in out


def test_a_provision_without_a_row_is_said_to_have_none() -> None:
    assert run("IPC-1") == "The tables have no ingredients for Section 1 IPC.\n"


def test_a_day_that_is_none_is_refused() -> None:
    result = CliRunner().invoke(app, ["law", "ingredients", "IPC-302", "--on", "yesterday"])
    assert result.exit_code == 2
    assert "is not a day" in result.output
