"""Human evaluation: published alphas, blind sheets, bad cells."""

import csv
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from typer.testing import CliRunner

from countercase.cli import app
from countercase.errors import InputError
from countercase.evaluation.formats import safe_cell
from countercase.evaluation.human_eval import (
    KEY_FILE,
    SCALES,
    AnnotatorScore,
    RatedExplanation,
    SheetKey,
    by_system,
    krippendorff_alpha,
    make_sheets,
    read_judgments,
    read_key,
    summarise,
    write_sheets,
)

# Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011): four observers, twelve units, gaps.
PUBLISHED = {
    "A": [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    "B": [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    "C": [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    "D": [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
}
ITEMS = [
    RatedExplanation(f"item{place}", f"Question {place}?", f"Because {place}.", "full_system") for place in range(10)
]


def units(table: dict[str, list[int | None]]) -> list[dict[str, int]]:
    count = len(next(iter(table.values())))
    return [{who: score for who, row in table.items() if (score := row[place]) is not None} for place in range(count)]


def test_alpha_is_the_published_one() -> None:
    assert krippendorff_alpha(units(PUBLISHED)) == pytest.approx(0.815, abs=5e-4)


def test_alpha_for_full_agreement_and_for_none() -> None:
    assert krippendorff_alpha([{"a": 3, "b": 3}, {"a": 3, "b": 3}]) is None  # no variation, nothing known
    assert krippendorff_alpha([{"a": 1, "b": 1}, {"a": 5, "b": 5}]) == pytest.approx(1.0)
    opposed = krippendorff_alpha([{"a": 1, "b": 5}, {"a": 5, "b": 1}])
    assert opposed is not None
    assert opposed < 0
    assert krippendorff_alpha([{"a": 1}, {"b": 2}]) is None


def test_sheets_are_blind_ordered_apart_and_repeat_a_share() -> None:
    first, second = make_sheets(ITEMS, ["x", "y"], repeats=0.2, seed=1)
    assert len(first.rows) == len(second.rows) == 12
    assert sorted(Counter(first.key.values()).values()) == [1] * 8 + [2] * 2
    assert [first.key[row.code] for row in first.rows] != [second.key[row.code] for row in second.rows]
    assert not any("full_system" in str(row) or "item" in row.code for row in first.rows)
    assert make_sheets(ITEMS, ["x", "y"], 0.2, seed=1) == [first, second]


def judgment(annotator: str, item: str, score: int) -> AnnotatorScore:
    return AnnotatorScore(annotator, f"{annotator}-{item}", item, dict.fromkeys(SCALES, score))


def test_the_mean_is_over_items_and_repeats_count_once() -> None:
    given = [judgment("a", "i", 5), judgment("a", "i", 3), judgment("b", "i", 4), judgment("a", "j", 2)]
    summary = summarise(given)["clarity"]
    assert summary.mean == pytest.approx(((4 + 4) / 2 + 2) / 2)
    assert (summary.low, summary.high) == (2.0, 4.0)
    assert summary.self_agreement == 0.0
    assert summary.spread == {"i": 0.0}
    alone = summarise(given[-1:])["clarity"]
    assert (alone.mean, alone.low, alone.high) == (2.0, None, None)


def test_a_blank_cell_is_missing_data() -> None:
    partly = AnnotatorScore("a", "a-001", "i", {"clarity": 4})
    summary = summarise([partly, judgment("b", "i", 2)])
    assert summary["clarity"].mean == 3.0
    assert summary["usefulness"].mean == 2.0
    assert set(summarise([partly])) == {"clarity"}


def test_systems_are_compared_on_the_questions_they_share() -> None:
    items = {f"{system}{n}": (system, f"Question {n}?") for system in "xy" for n in range(4)}
    key = SheetKey({}, {item: s for item, (s, _) in items.items()}, {item: q for item, (_, q) in items.items()})
    given = [judgment(who, f"x{n}", 2) for who in "ab" for n in range(4)]
    given += [judgment(who, f"y{n}", score) for who in "ab" for n, score in enumerate((3, 4, 5))]
    summaries, comparisons = by_system(given, key)
    assert summaries["x"]["clarity"].mean == 2.0
    assert summaries["y"]["clarity"].mean == 4.0
    first = comparisons[0]
    assert (first.system, first.baseline, first.metric, first.queries) == ("y", "x", "clarity", 3)
    assert first.difference == pytest.approx(2.0)
    assert first.p_randomisation == pytest.approx(2 / 2**3)  # exact: all signs alike, or all turned
    assert first.p_holm == pytest.approx(3 * 2 / 2**3)
    assert by_system(given, SheetKey({}, {}, {})) == ({}, [])
    blank = [replace(each, scores={"clarity": each.scores["clarity"]}) if each.item == "x0" else each for each in given]
    assert [each.queries for each in by_system(blank, key)[1]] == [3, 2, 2]


def test_bands_follow_the_alpha() -> None:
    agreeing = [judgment(who, f"i{score}", score) for who in "ab" for score in (1, 2, 3, 4, 5)]
    assert summarise(agreeing)["usefulness"].band == "reliable"
    opposed = [judgment(who, f"i{n}", 5 if (who == "a") == bool(n % 2) else 1) for who in "ab" for n in range(6)]
    assert summarise(opposed)["usefulness"].band == "not reliable"
    assert summarise([judgment("a", "i", 4)])["clarity"].band == "not measurable"


def fill(path: Path, scores: list[str]) -> None:
    with path.open(newline="") as stream:
        rows = list(csv.reader(stream))
    for row, score in zip(rows[1:], scores, strict=False):
        row[3:6] = [score] * 3
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows(rows)


def test_the_whole_path_through_the_command_line(tmp_path: Path) -> None:
    source = tmp_path / "explanations.json"
    source.write_text(json.dumps([{"id": item.id, "question": item.question, "explanation": "=1+1"} for item in ITEMS]))
    runner = CliRunner()
    made = runner.invoke(app, ["eval", "human-template", "--explanations", str(source), "--out", str(tmp_path / "out")])
    assert made.exit_code == 0, made.output
    for name in ("a1", "a2"):
        fill(tmp_path / "out" / f"{name}.csv", ["4", "5", "3"] * 4)
    command = ["eval", "human-score", *(str(tmp_path / "out" / f"{n}.csv") for n in ("a1", "a2")), "--json"]
    scored = runner.invoke(app, [*command, "--key", str(tmp_path / "out" / KEY_FILE)])
    assert scored.exit_code == 0, scored.output
    found = json.loads(scored.stdout)
    assert (found["rows"], found["annotators"]) == (22, 2)
    assert 3 <= found["scales"]["clarity"]["mean"] <= 5
    assert set(found["provenance"]["inputs"]) == {"key", "sheet a1.csv", "sheet a2.csv"}
    folder = tmp_path / "tables"
    shown = runner.invoke(app, [*command[:-1], "--key", str(tmp_path / "out" / KEY_FILE), "--tables", str(folder)])
    assert shown.exit_code == 0, shown.output
    assert "legal accuracy" in shown.output
    assert (folder / "scales.tex").is_file()
    assert len((folder / "rows.csv").read_text().splitlines()) == 23


def test_a_sheet_given_twice_is_an_error_under_any_name(tmp_path: Path) -> None:
    write_sheets(make_sheets(ITEMS, ["a"], 0, seed=1), tmp_path, ITEMS)
    fill(tmp_path / "a.csv", ["3"] * 10)
    copy = tmp_path / "a (1).csv"
    copy.write_bytes((tmp_path / "a.csv").read_bytes())
    key = read_key(tmp_path / KEY_FILE)
    assert {each.annotator for each in read_judgments([copy], key)} == {"a"}
    with pytest.raises(InputError, match=r"row a-001 was already read from .*a\.csv"):
        read_judgments([tmp_path / "a.csv", copy], key)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252"])
def test_semicolons_and_blank_cells_are_read(tmp_path: Path, encoding: str) -> None:
    write_sheets(make_sheets(ITEMS, ["a"], 0, seed=1), tmp_path, ITEMS)
    text = "code;question;explanation;clarity;legal_accuracy;usefulness;remarks\n"
    (tmp_path / "a.csv").write_bytes((text + 'a-001;"Why, then?";x;4;;2;très clair\n').encode(encoding))
    (only,) = read_judgments([tmp_path / "a.csv"], read_key(tmp_path / KEY_FILE))
    assert only.scores == {"clarity": 4, "usefulness": 2}


def test_a_key_of_an_earlier_version_knows_no_systems(tmp_path: Path) -> None:
    path = tmp_path / KEY_FILE
    path.write_text('{"a-001": "item1"}')
    assert read_key(path) == SheetKey({"a-001": "item1"}, {}, {})
    path.write_text("[]")
    with pytest.raises(InputError, match="written with the sheets"):
        read_key(path)


def test_xlsx_reads_back_and_holds_no_formula(tmp_path: Path) -> None:
    items = [RatedExplanation("i", "=HYPERLINK(1)", "-2+3", "mine")]
    write_sheets(make_sheets(items, ["a"], 0, seed=1), tmp_path, items)
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    assert book.worksheets[0].freeze_panes == "B2"
    assert book.worksheets[0]["C2"].alignment.wrap_text
    (allowed,) = book.worksheets[0].data_validations.dataValidation
    assert (str(allowed.sqref), allowed.type, allowed.formula1, allowed.formula2) == ("D2:F2", "whole", "1", "5")
    assert [cell.value for cell in book.worksheets[0][2]][1:3] == ["'=HYPERLINK(1)", "'-2+3"]
    assert book.worksheets[1]["C1"].value == "Perfectly clear, easy to understand"
    for column in "DEF":
        book.worksheets[0][f"{column}2"] = 4.0
    book.save(tmp_path / "a.xlsx")
    (found,) = read_judgments([tmp_path / "a.xlsx"], read_key(tmp_path / KEY_FILE))
    assert found.scores == dict.fromkeys(SCALES, 4)


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\tx"])
def test_formula_starts_are_disarmed(text: str) -> None:
    assert safe_cell(text) == f"'{text}"
    assert safe_cell(f"a{text}") == f"a{text}"


@pytest.mark.parametrize("bad", ["6", "0", "4.5", "good", "3 or 4"])
def test_a_bad_value_is_named_by_row_and_column(tmp_path: Path, bad: str) -> None:
    write_sheets(make_sheets(ITEMS, ["a"], 0, seed=1), tmp_path)
    fill(tmp_path / "a.csv", ["3", "3", bad])
    with pytest.raises(InputError, match=r"a\.csv, row 4, column clarity: .* is not a whole number from 1 to 5"):
        read_judgments([tmp_path / "a.csv"], read_key(tmp_path / KEY_FILE))


def test_unknown_codes_missing_columns_and_empty_sheets_are_refused(tmp_path: Path) -> None:
    write_sheets(make_sheets(ITEMS, ["a"], 0, seed=1), tmp_path)
    assert read_judgments([tmp_path / "a.csv"], read_key(tmp_path / KEY_FILE)) == []
    with pytest.raises(InputError, match="No filled row"):
        summarise([])
    (tmp_path / "b.csv").write_text("code,clarity\na-001,3\n")
    with pytest.raises(InputError, match="no column 'legal_accuracy'"):
        read_judgments([tmp_path / "b.csv"], read_key(tmp_path / KEY_FILE))
    text = (tmp_path / "a.csv").read_text().replace("a-001", "zzz")
    (tmp_path / "a.csv").write_text(text)
    fill(tmp_path / "a.csv", ["3"] * 10)
    with pytest.raises(InputError, match="'zzz' is not in the key"):
        read_judgments([tmp_path / "a.csv"], read_key(tmp_path / KEY_FILE))
