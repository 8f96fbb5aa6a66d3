"""`countercase facts` through its runner."""

import json
from pathlib import Path

from typer.testing import CliRunner

from countercase.cli import app
from countercase.facts.extract import extract_facts
from countercase.facts.sheet_json import to_json

TEXT = "The appellant, aged 32 years, stabbed his wife with a knife. No dying declaration was recorded."


def run(*arguments: str, stdin: str | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["facts", *arguments], input=stdin)
    return result.exit_code, result.stdout, result.stderr


def test_json_is_one_object_that_quotes_its_spans(tmp_path: Path) -> None:
    path = tmp_path / "matter.txt"
    path.write_text(TEXT, encoding="utf-8")
    code, out, _ = run(str(path), "--json")
    sheet = json.loads(out)
    assert code == 0
    assert all(
        fact["quotes"] == [sheet["narrative"][start:end] for start, end in fact["spans"]] for fact in sheet["facts"]
    )
    assert {"kind": "evidence", "item": "dying declaration", "status": "absent"}.items() <= next(
        fact for fact in sheet["facts"] if fact["kind"] == "evidence"
    ).items()


def test_the_table_and_the_marked_narrative_read_without_colour() -> None:
    code, out, _ = run("-", stdin=TEXT)
    assert code == 0
    assert "dying declaration: absent" in " ".join(out.split())
    assert "[No dying declaration]E was recorded." in " ".join(out.split())


def test_a_sheet_file_is_read_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    path.write_text(json.dumps(to_json(extract_facts(TEXT))), encoding="utf-8")
    code, out, _ = run(str(path), "--json")
    assert code == 0
    assert json.loads(out).items() >= to_json(extract_facts(TEXT)).items()

    path.write_text('{"narrative": "x", "facts": [{"kind": "evidence", "item": "rumour"}]}', encoding="utf-8")
    code, out, err = run(str(path))
    assert (code, out) == (2, "")
    assert err.startswith("countercase: facts[0].item: 'rumour' is not allowed.")
    assert len(err.splitlines()) == 1


def test_what_cannot_be_used_is_refused_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"narrative": ', encoding="utf-8")
    empty = tmp_path / "empty.txt"
    empty.write_text(" \n", encoding="utf-8")
    for source, words in ((broken, "is not JSON"), (empty, "is empty"), (tmp_path / "none.txt", "neither a file nor")):
        code, _, err = run(str(source))
        assert code == 2
        assert words in err
        assert len(err.splitlines()) == 1


def test_a_case_of_the_built_in_corpus_by_its_id() -> None:
    code, out, _ = run("naeem-v-state-of-uttar-pradesh-2024", "--json")
    assert code == 0
    sheet = json.loads(out)
    assert "dying declaration" in {fact.get("item") for fact in sheet["facts"]}
    assert sheet["outcome"] == "partly allowed"


def test_a_ready_matter_by_name_and_as_a_file_without_its_heading(tmp_path: Path) -> None:
    name = "kitchen-quarrel-stabbing"
    by_name = json.loads(CliRunner().invoke(app, ["facts", name, "--json"]).stdout)
    assert by_name["narrative"].startswith("Our client")
    path = tmp_path / "matter.md"
    path.write_text(f'+++\nid = "a-knife"\n+++\n{by_name["narrative"]}')
    assert json.loads(CliRunner().invoke(app, ["facts", str(path), "--json"]).stdout)["facts"] == by_name["facts"]


def test_json_that_is_no_object_is_no_narrative(tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    path.write_text("[]")
    code, out, err = run(str(path))
    assert (code, out) == (2, "")
    assert "is not a fact sheet" in err


def test_mentions_are_counted_only_where_words_are_repeated() -> None:
    _, out, _ = run("-", stdin="He stabbed him with a knife. She saw him with a knife. He then slapped him.")
    assert "a knife (2 mentions)" in " ".join(out.split())
    assert out.count("mentions") == 1
