"""`countercase eval faithfulness` and the reasons that `countercase search` gives, over a small app of our own."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.explanation.small_case import FACTS, HELD, TEXT, case, passage, rarity, split
from typer.testing import CliRunner

from countercase.citator.history import Flagged, quick_flag
from countercase.cli import app
from countercase.domain.case import Case, CaseId, Chunk, Speaker
from countercase.domain.facts import FactSheet
from countercase.domain.ranking import CaseFilter, Explanation, Holding, Precedent
from countercase.explanation.holding import find_holding
from countercase.explanation.sides import UserSide
from countercase.explanation.why_case import PrecedentInMatter, explain_case
from countercase.facts.extract import extract_facts
from countercase.report.precedent_list import ListedPrecedent
from countercase.retrieval.plan import RetrievalPlan, find_plan
from countercase.settings import Settings

QUERY = "He was convicted under Section 302 of the Indian Penal Code for stabbing a man with a knife."
FOUND = passage(FACTS)


class FakeStore:
    def case_ids(self) -> list[CaseId]:
        return [CaseId("ramesh")]

    def chunks(self, case_ids: list[CaseId]) -> list[Chunk]:
        return [FOUND, passage(HELD)]


class FakeApp:
    settings = Settings()
    store = FakeStore()

    @property
    def index(self) -> "FakeApp":
        return self

    unindexed = 0
    missing = ()

    def plan(self, name: str | None = None) -> RetrievalPlan:
        return find_plan(name or "full_system", self.settings.retrieval)

    def left_out(self, plan: str | None = None) -> str:
        return ""

    def case(self, case_id: CaseId) -> Case:
        return case()

    def read_facts(self, text: str) -> FactSheet:
        return extract_facts(text)

    def search_inputs(self) -> dict[str, str]:
        return {"index": "0" * 64, "encoder": "toy@1"}

    def search(
        self, text: str, plan: str | None = None, top_k: int | None = None, filter_: CaseFilter | None = None
    ) -> tuple[Precedent, ...]:
        return (Precedent(1, CaseId("ramesh"), 1.0, FOUND),)

    def flag(self, case: Case) -> Flagged:
        return quick_flag(case)

    def explain(self, matter: FactSheet, precedent: Precedent) -> Explanation:
        return explain_case(PrecedentInMatter(matter, case(), extract_facts(TEXT), precedent.passage), split, rarity)

    def holding(self, case_id: CaseId) -> Holding:
        return find_holding(case(), split)

    def listed(self, found: Sequence[Precedent], side: UserSide | None = None) -> list[ListedPrecedent]:
        return [ListedPrecedent(one, case(), self.holding(one.case_id), self.flag(case())) for one in found]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("countercase.app.open_app", lambda *_: FakeApp())


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return result.stdout


def as_json(*words: str) -> Any:
    return json.loads(run(*words, "--json"))


def test_scores_of_the_products_own_explanations(tmp_path: Path) -> None:
    queries = tmp_path / "queries.jsonl"
    queries.write_text(json.dumps({"_id": "q1", "text": QUERY}) + "\n")
    items = tmp_path / "items.json"
    record = as_json("eval", "faithfulness", "--queries", str(queries), "--items-out", str(items))
    assert record["explanations"] == 1
    assert record["strict"]["faithfulness"] == 1.0
    assert record["specification"]["faithfulness"] == 1.0
    assert record["shown"]["swapped section"]["rejected_by_strict"] == 1.0
    (item,) = json.loads(items.read_text())
    assert set(item) == {"id", "question", "explanation", "system"}
    assert set(record["provenance"]["inputs"]) == {"queries", "corpus", "index", "encoder"}
    assert list(record["provenance"]["plans"]) == ["full_system"]
    page, tables = tmp_path / "pages" / "faithfulness.html", tmp_path / "tables"
    written = ["--report", str(page), "--tables", str(tables)]
    assert "strict faithfulness" in run("eval", "faithfulness", "--queries", str(queries), *written)
    assert {path.stem for path in tables.iterdir()} == {"result", "scores", "shown", "restated"}
    assert "1 explanations (0 without a sentence)" in page.read_text(encoding="utf-8")


def test_scores_of_another_systems_explanations(tmp_path: Path) -> None:
    start = TEXT.index("The widow")
    sentences = [
        {"text": "The widow was the only eyewitness.", "span": [start, start + 34]},
        {"text": "The son was the only eyewitness.", "span": [start, start + 34]},
    ]
    file = tmp_path / "other.json"
    file.write_text(json.dumps([{"case_id": "ramesh", "sentences": sentences}]))
    record = as_json("eval", "faithfulness", "--explanations", str(file), "--no-corruptions")
    assert record["strict"]["faithfulness"] == 0.5
    assert record["specification"]["faithfulness"] == 1.0
    assert "shown" not in record


def test_search_says_why_and_where() -> None:
    (precedent,) = as_json("search", QUERY)["precedents"]
    assert precedent["why"]
    assert precedent["text_kind"] == "judgment"
    assert precedent["winner"] == "the appellant"
    assert precedent["holding"]["winner"] == "The appellant won: the case was allowed."
    for sentence in precedent["why"]:
        assert sentence["speaker"] in {speaker.value for speaker in Speaker}
        first, last = sentence["span"]
        assert TEXT[first:last] == sentence["quote"]
    shown = run("search", QUERY)
    assert "As in your matter" in shown
    assert "(para 3)" in shown


def test_search_without_why_shows_the_passage() -> None:
    assert "why" not in as_json("search", QUERY, "--no-why")["precedents"][0]
    assert "As in your matter" not in run("search", QUERY, "--no-why")
