"""JSON says where figures come from; LaTeX and CSV carry the right numbers."""

import json
from collections.abc import Sequence

import countercase
from countercase.domain.ranking import Query
from countercase.evaluation.experiment import ExperimentOptions, SetResult, run_experiment
from countercase.evaluation.results import as_json, latex_table, to_csv, to_latex
from countercase.evaluation.system import RankedCases
from countercase.evaluation.testset import JudgedQuery, QuerySet

OPTIONS = ExperimentOptions(metrics=("MRR@10", "MAP"), samples=999, seed=5)
NAME = "<plan> & co_1"


def results() -> list[SetResult]:
    texts = {f"C{i}": f"topic{i} of the case" for i in range(9)}
    asked = {f"q{i}": JudgedQuery(f"q{i}", f"topic{i}") for i in range(7)}
    query_set = QuerySet("a <set>", asked, {f"q{i}": {f"C{i + 1}": 1} for i in range(7)})

    def system(queries: Sequence[Query]) -> list[RankedCases]:
        return [RankedCases([(f"C{int(q.text[5:]) + 1}", 1.0)], {"search": 0.25}) for q in queries]

    return run_experiment({NAME: system}, [query_set], texts, OPTIONS)


def test_json_carries_provenance_and_every_query() -> None:
    record = json.loads(json.dumps(as_json(results(), OPTIONS, {"corpus": "abc"})))
    assert record["options"]["seed"] == 5
    assert record["provenance"]["version"] == countercase.__version__
    assert record["provenance"]["machine"]["cores"] > 0
    assert "numpy" in record["provenance"]["libraries"]
    assert record["about"] == {"corpus": "abc"}
    (only,) = record["sets"]
    assert len(only["digest"]) == 64
    assert only["systems"][NAME]["per_query"]["MRR@10"] == {f"q{i}": 1.0 for i in range(7)}
    assert only["systems"][NAME]["latency_seconds"]["search"]["p50"] == 0.25
    assert only["comparisons"][0]["system"] == NAME


def test_csv_starts_no_formula_and_keeps_figures() -> None:
    rows = [["=1+1", "+0.25", "-3", "@a", "a=b"]]
    assert to_csv(rows) == "'=1+1,+0.25,-3,'@a,a=b\n"


def test_any_table_is_latex_with_figures_to_the_right() -> None:
    table = latex_table([["name_1", "mean", "low"], ["a & b", "+0.25", ""], ["c", "-1", "2"]], "% where from")
    assert table.splitlines()[:5] == [
        "% where from", r"\begin{tabular}{lrr}", r"\toprule", r"name\_1 & mean & low \\", r"\midrule",
    ]  # fmt: skip
    assert r"a \& b & +0.25 &  \\" in table


def test_latex_is_escaped_marks_the_best_and_the_significant() -> None:
    table = to_latex(results())
    assert r"<plan> \& co\_1 & \textbf{1.0000}$^{*}$" in table
    assert r"floor\_random" in table
    assert table.count(r"\textbf") == 2
    assert r"\toprule" in table
