"""`countercase law provision` and `countercase law map` as a user runs them."""

import json
from pathlib import Path

from typer.testing import CliRunner

from countercase.cli import app


def run(*arguments: str, given: str | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["law", *arguments], input=given)
    return result.exit_code, result.stdout, result.stderr


def test_json_carries_spans_that_quote_the_text() -> None:
    text = "charged under Sections 302 and 34 of the IPC"
    code, out, _ = run("provision", text, "--json")
    items = json.loads(out)["provisions"]
    assert code == 0
    assert [item["provision"] for item in items] == ["IPC-302", "IPC-34"]
    assert {item["act"] for item in items} == {"IPC"}
    for item in items:
        assert text[slice(*item["span"])] == item["text"] == "Sections 302 and 34"
        assert text[slice(*item["part_span"])] == item["part_text"]
    assert [item["part_text"] for item in items] == ["Sections 302", "34"]


def test_an_unresolved_item_says_why() -> None:
    _, out, _ = run("provision", "s.482", "--json")
    (item,) = json.loads(out)["provisions"]
    assert (item["provision"], item["act"], item["number"]) == (None, None, "482")
    assert "CrPC or BNSS" in item["reason"]


def test_a_file_and_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "facts.txt"
    file.write_text("Article 21", encoding="utf-8")
    assert "Constitution-Article-21" in run("provision", "--file", str(file))[1]
    assert "NI-138" in run("provision", "--file", "-", given="S.138 N.I. Act")[1]


def test_nothing_found_and_nothing_given() -> None:
    code, out, _ = run("provision", "no law here")
    assert code == 0
    assert "No provision found" in out
    assert json.loads(run("provision", "no law here", "--json")[1]) == {"provisions": []}
    code, _, err = run("provision")
    assert code == 2
    assert "Give the text or --file FILE" in err


def test_a_binary_file_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    file.write_bytes(bytes(range(256)))
    code, _, err = run("provision", "--file", str(file))
    assert code == 2
    assert "not UTF-8" in err


def test_a_provision_is_mapped_both_ways() -> None:
    code, out, _ = run("map", "Section 302 IPC", "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["provision"] == "IPC-302"
    assert [(item["provision"], item["change"]) for item in answer["counterparts"]] == [("BNS-103(1)", "same")]
    assert set(answer["equivalents"]) == {"IPC-302", "BNS-103", "BNS-103(1)"}
    assert "IPC-302" in run("map", "BNS-103(1)")[1]


def test_map_says_where_there_is_nothing() -> None:
    _, out, _ = run("map", "IPC-377")
    assert "none" in out
    assert "omitted" in out
    code, _, err = run("map", "NI-138")
    assert code == 2
    assert "none of the codes" in err
