"""`countercase eval`, from files to figures, over a small app of our own."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from countercase.cli import app
from countercase.domain.case import Case, CaseId, Chunk, ChunkId
from countercase.domain.ranking import Precedent, Query
from countercase.domain.span import Span
from countercase.evaluation.experiment import Stopwatch, System, ranked_system
from countercase.evaluation.formats import read_run
from countercase.retrieval.plan import RetrievalPlan, find_plan
from countercase.settings import Settings

TEXTS = {"C1": "lorry struck the cart", "C2": "tenant paid no rent", "C3": "cheque was dishonoured"}


@dataclass(frozen=True)
class FakeStore:
    revision: int = 1

    def case_ids(self) -> list[CaseId]:
        return [CaseId(case) for case in TEXTS]


class FakeRetriever:
    """Every plan ranks by shared words; `dpr_only` finds nothing."""

    def __init__(self, observe: Callable[[str, float], None]) -> None:
        self.observe = observe
        self.missing: dict[str, str] = {}

    def retrieve_many(self, queries: Sequence[Query], plan: RetrievalPlan, top_k: int) -> list[tuple[Precedent, ...]]:
        self.observe("search", 0.002)
        return [() if plan.name == "dpr_only" else self.ranked(query, top_k) for query in queries]

    def ranked(self, query: Query, top_k: int) -> tuple[Precedent, ...]:
        words = set(query.text.split())
        order = sorted(TEXTS, key=lambda case: (-len(words & set(TEXTS[case].split())), case))
        allowed = [case for case in order if case not in query.filter.excluded][:top_k]
        return tuple(
            Precedent(rank, CaseId(case), 5.0, Chunk(ChunkId(case), CaseId(case), Span(0, 1), "x"))
            for rank, case in enumerate(allowed, 1)
        )


class FakeApp:
    settings = Settings()
    store = FakeStore()

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def case(self, case_id: CaseId) -> Case:
        return Case(case_id, TEXTS[case_id], "A v. B")

    def system(self, plan: str, depth: int) -> System:
        watch, chosen = Stopwatch(), find_plan(plan, self.settings.retrieval)
        retriever = FakeRetriever(watch)
        return ranked_system(lambda queries: retriever.retrieve_many(queries, chosen, depth), watch)

    def fingerprint(self, plan: str, depth: int) -> str:
        return f"{plan} {depth}"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The arguments for a small set, over the fake app."""
    monkeypatch.setattr("countercase.app.open_app", lambda _workspace: FakeApp(tmp_path))
    queries, qrels = tmp_path / "q.jsonl", tmp_path / "qrels.tsv"
    rows = [{"_id": "a", "text": "a lorry struck him"}, {"_id": "b", "text": "his tenant owes rent"}]
    queries.write_text("".join(json.dumps(row) + "\n" for row in rows))
    qrels.write_text("query-id\tcorpus-id\tscore\na\tC1\t1\nb\tC2\t1\nb\tC9\t1\n")
    return ["eval", "retrieval", "--queries", str(queries), "--qrels", str(qrels)]


def test_json_is_one_object_with_floors_and_plans(files: list[str]) -> None:
    result = CliRunner().invoke(app, [*files, "--plan", "bm25_only,dpr_only", "--metric", "MRR@10", "--json"])
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    systems = record["sets"][0]["systems"]
    assert list(systems) == ["floor_random", "floor_bm25", "bm25_only", "dpr_only"]
    assert systems["bm25_only"]["means"]["MRR@10"] == 1.0
    assert systems["dpr_only"]["means"]["MRR@10"] == 0.0
    assert systems["dpr_only"]["queries_without_results"] == 2
    assert systems["bm25_only"]["latency_seconds"]["search"]["p50"] == 0.002
    assert record["about"]["relevant_cases_not_stored"] == 1


def test_people_get_tables_and_are_told_what_counts_as_zero(files: list[str]) -> None:
    result = CliRunner().invoke(app, [*files, "--plan", "dpr_only", "--plan", "bm25_only"])
    assert result.exit_code == 0, result.output
    assert "2 queries" in result.output
    assert "1 relevant cases are not in the workspace" in result.output
    assert "floor_random" in result.output
    assert "p (Holm)" in result.output


def test_runs_and_reports_are_written(files: list[str], tmp_path: Path) -> None:
    out, page = tmp_path / "out" / "run.trec", tmp_path / "out" / "report.html"
    result = CliRunner().invoke(app, [*files, "--plan", "bm25_only", "--run-out", str(out), "--report", str(page)])
    assert result.exit_code == 0, result.output
    assert [case for case, _ in read_run(out)["a"]] == ["C1", "C2", "C3"]
    assert "<svg" in page.read_text()
    assert page.with_suffix(".tex").is_file()


def test_two_plans_write_two_runs(files: list[str], tmp_path: Path) -> None:
    out = tmp_path / "run.trec"
    CliRunner().invoke(app, [*files, "--plan", "bm25_only", "--plan", "full_system", "--run-out", str(out)])
    assert sorted(path.name for path in tmp_path.glob("run*")) == ["run.bm25_only.trec", "run.full_system.trec"]


def test_the_cache_is_used_and_named(files: list[str], tmp_path: Path) -> None:
    command = [*files, "--plan", "bm25_only", "--cache", str(tmp_path / "cache"), "--json"]
    first, second = (json.loads(CliRunner().invoke(app, command).stdout) for _ in range(2))
    assert first["sets"][0]["systems"]["bm25_only"]["cached"] is False
    assert second["sets"][0]["systems"]["bm25_only"]["cached"] is True


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--plan", "fancy"], "no plan 'fancy'"),
        (["--metric", "NDGC@10"], "no measure"),
        (["--baseline", "nobody"], "no system 'nobody'"),
    ],
)
def test_wrong_options_are_one_line_with_the_remedy(files: list[str], more: list[str], why: str) -> None:
    result = CliRunner().invoke(app, [*files, *more])
    assert result.exit_code == 2
    assert why in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_bad_row_is_named_before_anything_is_searched(files: list[str], tmp_path: Path) -> None:
    (tmp_path / "qrels.tsv").write_text("a Q0 C1 yes\n")
    result = CliRunner().invoke(app, files)
    assert result.exit_code == 2
    assert "qrels.tsv:1" in result.stderr


def test_judgments_of_another_corpus_are_refused(files: list[str], tmp_path: Path) -> None:
    (tmp_path / "qrels.tsv").write_text("a Q0 X1 1\n")
    result = CliRunner().invoke(app, files)
    assert result.exit_code == 2
    assert "'X1'" in result.stderr


def tree(folder: Path, case: str, **sensitivity: float) -> str:
    path = folder / f"{case}.json"
    path.write_text(
        json.dumps({"case_id": case, "sensitivity": sensitivity, "validation": {"accepted": 3, "rejected": 1}})
    )
    return str(path)


def test_counterfactual_template_is_filled_and_scored(tmp_path: Path) -> None:
    trees = [tree(tmp_path, "C1", Section=3.0, Numerical=0.1), tree(tmp_path, "C2", Section=0.5)]
    command = ["eval", "counterfactual", *(word for path in trees for word in ("--trees", path))]
    sheet = tmp_path / "sheet.csv"
    assert CliRunner().invoke(app, [*command, "--template", str(sheet)]).exit_code == 0
    filled = sheet.read_text().replace("Section,,,", "Section,yes,1,").replace("Numerical,,,", "Numerical,no,2,")
    sheet.write_text(filled)
    result = CliRunner().invoke(app, [*command, "--annotations", str(sheet), "--json"])
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    assert record["seed_verdicts"]["dispositive"]["accuracy"] == 0.5
    assert record["seed_verdicts"]["non_dispositive"] == {"right": 1, "tested": 1, "untested": 1, "accuracy": 1.0}
    assert record["final_verdicts"]["accept_rate"] == 0.75
    assert record["llm_verdicts"]["accept_rate"] is None
    assert record["rho"] == {"C1": 1.0, "C2": None}
    page = tmp_path / "pages" / "page.html"
    text = CliRunner().invoke(app, [*command, "--annotations", str(sheet), "--report", str(page)]).output
    assert "<svg" in page.read_text()
    assert "0.500 (1 of 2)" in text
    assert "1 not tested" in text


def test_counterfactual_wants_annotations_or_a_template(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["eval", "counterfactual", "--trees", tree(tmp_path, "C1", Section=1.0)])
    assert result.exit_code == 2
    assert "--template" in result.stderr
