"""The page stands alone and escapes names; JSON says where figures come from; tables carry the right numbers."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

from countercase.domain.ranking import Query
from countercase.evaluation.experiment import Answer, ExperimentOptions, SetResult, run_experiment
from countercase.evaluation.report import as_html, as_json, html_table, write_report
from countercase.evaluation.svg import bars, difference_bars, line_chart
from countercase.evaluation.tables import score_rows, to_latex
from countercase.evaluation.testset import JudgedQuery, QuerySet

OPTIONS = ExperimentOptions(metrics=("MRR@10", "MAP"), samples=999, seed=5)
NAME = "<plan> & co_1"


def results() -> list[SetResult]:
    texts = {f"C{i}": f"topic{i} of the case" for i in range(9)}
    asked = {f"q{i}": JudgedQuery(f"q{i}", f"topic{i}") for i in range(7)}
    query_set = QuerySet("a <set>", asked, {f"q{i}": {f"C{i + 1}": 1} for i in range(7)})

    def system(queries: Sequence[Query]) -> list[Answer]:
        return [Answer([(f"C{int(q.text[5:]) + 1}", 1.0)], {"search": 0.25}) for q in queries]

    return run_experiment({NAME: system}, [query_set], texts, OPTIONS)


def test_the_page_needs_nothing_from_elsewhere_and_escapes_what_it_shows() -> None:
    page = as_html(results(), OPTIONS, {"queries": "<script>alert(1)</script>"})
    assert not re.search(r"""(?:src|href)\s*=|@import|url\(|<script|<link""", page)
    assert NAME not in page
    assert "&lt;plan&gt; &amp; co_1" in page
    assert "a &lt;set&gt;" in page
    assert page.count("<svg") == 3  # recall, differences, latency
    assert "250.0" in page  # the stage's milliseconds


def test_every_chart_is_well_formed_and_titled() -> None:
    charts = [
        line_chart("a & b", {"<x>": [(1, 0.0), (10, 0.5)], "y": [(1, 1.0), (10, 1.0)]}, "rank", "recall"),
        difference_bars("d", [0.5, -0.25, 0.0]),
        bars("b", [("total", 0.2, "200 ms"), ("none", 0.0, "0 ms")]),
    ]
    for chart in charts:
        root = ET.fromstring(chart)
        assert root.attrib["role"] == "img"
        assert root.find("title") is not None
    assert line_chart("t", {}, "", "") == difference_bars("t", []) == bars("t", []) == ""


def test_lines_rise_with_their_values() -> None:
    root = ET.fromstring(line_chart("t", {"a": [(1, 0.0), (100, 1.0)]}, "x", "y"))
    line = root.find("polyline")
    assert line is not None
    (x1, y1), (x2, y2) = (tuple(map(float, point.split(","))) for point in line.attrib["points"].split())
    assert x1 < x2
    assert y1 > y2  # SVG counts downwards


def test_wins_stand_above_the_line_and_losses_below() -> None:
    root = ET.fromstring(difference_bars("t", [-0.5, 1.0]))
    won, lost = root.findall("rect")
    assert float(won.attrib["y"]) + float(won.attrib["height"]) == float(lost.attrib["y"])
    assert float(won.attrib["height"]) == 2 * float(lost.attrib["height"])
    assert "1 better, 1 worse, 0 the same" in "".join(root.itertext())


def test_json_carries_provenance_and_every_query() -> None:
    record = json.loads(json.dumps(as_json(results(), OPTIONS, {"corpus": "abc"})))
    assert record["options"]["seed"] == 5
    assert record["about"] == {"corpus": "abc"}
    (only,) = record["sets"]
    assert len(only["digest"]) == 64
    assert only["systems"][NAME]["per_query"]["MRR@10"] == {f"q{i}": 1.0 for i in range(7)}
    assert only["systems"][NAME]["latency_seconds"]["search"]["p50"] == 0.25
    assert only["comparisons"][0]["system"] == NAME


def test_latex_is_escaped_marks_the_best_and_the_significant() -> None:
    table = to_latex(results())
    assert r"<plan> \& co\_1 & \textbf{1.0000}$^{*}$" in table
    assert r"floor\_random" in table
    assert table.count(r"\textbf") == 2
    assert r"\toprule" in table


def test_the_best_number_of_a_column_is_marked() -> None:
    table = html_table([["system", "MAP"], ["a", "0.1"], ["b", "0.3"]], mark_best=True)
    assert '<td class="best">0.3</td>' in table
    assert '<td class="best">0.1</td>' not in table


def test_a_report_is_a_page_with_its_tables_beside_it(tmp_path: Path) -> None:
    found = results()
    written = write_report(tmp_path / "out" / "report.html", found, OPTIONS)
    assert {path.name for path in written} == {
        "report.html", "report.json", "report.tex", "report.csv", "report.comparisons.csv",
    }  # fmt: skip
    rows = list(csv.reader(io.StringIO((tmp_path / "out" / "report.csv").read_text())))
    assert rows[0] == ["set", "system", "MRR@10", "MAP"]
    assert [row[1:] for row in rows[1:]] == score_rows(found[0])[1:]
    assert rows[1][0] == "a <set>"
