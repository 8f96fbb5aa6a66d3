"""The pages of evaluations stand alone, escape names, and show the figures."""

import csv
import io
import re
from pathlib import Path

from tests.evaluation.test_counterfactual_eval import judged
from tests.evaluation.test_explanation_eval import SENTENCES, STORE
from tests.evaluation.test_tables import NAME, OPTIONS, results

from countercase.domain.facts import FactType
from countercase.domain.ranking import Explanation
from countercase.evaluation.counterfactual_eval import SystemView, evaluate_counterfactuals
from countercase.evaluation.explanation_eval import score_explanations
from countercase.evaluation.results import score_rows
from countercase.report.evaluation import (
    counterfactual_page,
    faithfulness_page,
    retrieval_page,
    write_retrieval_report,
)
from countercase.report.page import figures_table

S, N = FactType.SECTION, FactType.NUMERICAL


def test_the_page_needs_nothing_from_elsewhere_and_escapes_what_it_shows() -> None:
    about = {"queries": "<script>alert(1)</script>", "plans": ["one", "two"], "warnings": []}
    page = retrieval_page(results(), OPTIONS, about)
    assert "one, two" in page
    assert "warnings" not in page
    assert not re.search(r"""(?:src|href)\s*=|@import|url\(|<script|<link""", page)
    assert NAME not in page
    assert "&lt;plan&gt; &amp; co_1" in page
    assert "a &lt;set&gt;" in page
    assert page.count('role="img"') == 2  # recall, differences
    assert "Median time of a query" in page
    assert "250.0" in page  # the stage's milliseconds


def test_the_best_number_of_a_column_is_marked() -> None:
    table = figures_table([["system", "MAP"], ["a", "0.1"], ["b", "0.3"]], mark_best=True)
    assert table.best == {(1, 1)}
    assert table.numbers == {1}


def test_the_page_shows_both_verdicts_and_stands_alone() -> None:
    readings = [SystemView("<a>", {S: 3.0, N: 0.5}, {S: False})]
    scores = evaluate_counterfactuals(readings, {"<a>": judged(S=(True, 1), N=(False, 2))})
    page = counterfactual_page(scores, readings, {"seed": 1})
    assert "1.000 (1 of 1, 0 not tested)" in page
    assert "0.000 (1 of 1" not in page
    assert "0.000 (0 of 1, 0 not tested)" in page
    assert re.search(r'<span class="value">3.00</span><span class="verdict">1 case</span>', page)
    assert "<a>" not in page
    assert not re.search(r"(?:src|href)\s*=|<script", page)


def test_faithfulness_shows_both_scores_and_what_each_rejects() -> None:
    made = [Explanation(sentence.anchor.case_id, (sentence,)) for sentence in SENTENCES]
    scores = score_explanations(made, STORE.__getitem__, lambda case_id: [STORE[case_id]])
    page = faithfulness_page(scores, {"seed": "<20>"})
    assert "3 explanations (0 without a sentence), 3 sentences." in page
    assert "wrong case" in page
    assert "&lt;20&gt;" in page
    assert not re.search(r"(?:src|href)\s*=|<script", page)


def test_a_report_is_a_page_with_its_tables_beside_it(tmp_path: Path) -> None:
    found = results()
    written = write_retrieval_report(tmp_path / "out" / "report.html", found, OPTIONS)
    assert {path.name for path in written} == {
        "report.html", "report.json", "report.tex", "report.csv", "report.comparisons.csv", "report.per_query.csv",
    }  # fmt: skip
    rows = list(csv.reader(io.StringIO((tmp_path / "out" / "report.csv").read_text())))
    assert rows[0] == ["set", "system", "MRR@10", "MAP"]
    assert [row[1:] for row in rows[1:]] == score_rows(found[0])[1:]
    assert rows[1][0] == "a <set>"
