"""Results from every folder as tables; a file that cannot be read is named, never passed over."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.visitor import visit

import countercase
from countercase.app import App
from countercase.errors import InputError
from countercase.web.app import create_app
from countercase.web.evidence import GROUPS, value_at
from countercase.web.results import tables
from countercase.web.security import ServedFolders, check_folders

FIGURES = {"systems": {"bm25": {"MAP": 0.25, "P@10": 0.5}, "dense": {"MAP": 0.125, "P@10": 0.25}}, "note": "<b>x</b>"}


def test_results_of_the_workspace_and_of_given_folders_are_shown(app: App, tmp_path: Path) -> None:
    own, given = app.folder / "evaluations", tmp_path / "given"
    for folder in (own, given):
        folder.mkdir()
    (own / "mine.json").write_text(json.dumps(FIGURES))
    (given / "mine.json").write_text(json.dumps({"MAP": 0.75}))
    with visit(create_app(app, folders=ServedFolders(results=(given,)))) as client:
        page = client.get("/benchmarks/mine").text
        assert re.search(r"<th scope=\"row\">dense</th>.*0\.125", page)
        assert "&lt;b&gt;x&lt;/b&gt;" in page
        assert "0.750" in client.get("/benchmarks/mine-2").text


def test_a_broken_file_is_named_with_its_reason(app: App, tmp_path: Path) -> None:
    (tmp_path / "half.json").write_text('{"MAP": 0.2,')
    (tmp_path / "list.json").write_text("[1, 2]")
    (tmp_path / "bytes.json").write_bytes(b'{"name": "\xff"}')
    with visit(create_app(app, folders=ServedFolders(results=(tmp_path,)))) as client:
        page = unescape(client.get("/benchmarks").text)
        alone = unescape(client.get("/benchmarks/half").text)
        listed = {one["key"]: one["wrong"] for one in client.get("/api/v1/results").json()}
        assert "half.json is not JSON" in client.get("/api/v1/results/half").json()["error"]
    assert "half.json is not JSON, or only half written" in page
    assert "half.json is not JSON" in listed["half"]
    assert "list.json is not a JSON object" in page
    assert "bytes.json is not UTF-8" in page
    assert "line 1, column 13" in alone


def test_a_file_that_is_written_again_is_read_again(app: App, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text('{"MAP": 0.2,')
    with visit(create_app(app, folders=ServedFolders(results=(tmp_path,)))) as client:
        assert "half written" in client.get("/benchmarks/run").text
        path.write_text('{"MAP": 0.2345}')
        assert "0.234" in client.get("/benchmarks/run").text


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--results"):
        check_folders([tmp_path / "nowhere"], [])
    with pytest.raises(InputError, match="--contracts"):
        check_folders([tmp_path], [tmp_path / "nowhere"])


def test_a_mean_stands_with_its_interval_and_nested_figures_join_over_rows() -> None:
    plans = {
        name: {"precision": {"mean": 0.5, "low": 0.4, "high": 0.6}, "by clause": {"law": {"n": 3}, "term": {"n": 4}}}
        for name in ("one", "two")
    }
    first, *rest = tables({"plans": plans})
    assert (first.title, first.heads, first.rows[0].cells) == ("plans", ("precision",), ("0.500 (0.400 to 0.600)",))
    assert [one.title for one in rest] == ["plans · by clause · one", "plans · by clause · two"]
    assert [row.cells for row in rest[0].rows] == [("3",), ("4",)]


def test_shares_have_bars_and_a_wide_table_is_turned_round() -> None:
    (shares,) = tables({"found": {"a": 0.5, "b": 0.25, "c": 1.0}})
    assert shares.barred
    wide = {name: {"MAP": 0.5} | {f"score {place}": place for place in range(12)} for name in ("one", "two")}
    leading, turned = tables({"wide": wide})
    assert (leading.heads, [row.name for row in leading.rows]) == (("MAP",), ["one", "two"])
    assert (turned.heads, len(turned.rows)) == (("one", "two"), 13)


def test_every_measure_of_the_specification_is_explained(client: TestClient) -> None:
    page = client.get("/evidence").text
    for name in ("RRF", "MMR", "Re-ranker", "Displacement", "Sensitivity", "MRR", "NDCG", "Recall"):
        assert f">{name}</h3>" in page
    for name in (
        "Dispositive accuracy",
        "Rho",
        "Accept rate",
        "Faithfulness",
        "Clarity",
        "Legal accuracy",
        "Usefulness",
    ):
        assert f">{name}</h3>" in page
    assert page.count("Range:") == 15


def test_every_figure_of_the_evidence_stands_in_its_result() -> None:
    root = Path(countercase.__file__).parents[2] / "benchmarks" / "results"
    for measures in GROUPS.values():
        for measure in measures:
            for figure in measure.figures:
                content = json.loads((root / f"{figure.result}.json").read_text())
                assert isinstance(value_at(content, figure.path), int | float), figure
