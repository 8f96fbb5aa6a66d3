"""`countercase eval`, from files to figures, over a small app of our own."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner

from countercase.cli import app
from countercase.domain.case import Case, CaseId, Chunk, ChunkId
from countercase.domain.ranking import Precedent, Query
from countercase.domain.span import Span
from countercase.evaluation.formats import read_run
from countercase.evaluation.system import Stopwatch, System, ranked_system
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

    def search_inputs(self) -> dict[str, str]:
        return {"index": "0" * 64, "encoder": "toy@1"}


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
    assert "dpr_only: 2 queries without results count as zero." in result.output
    assert "floor_random" in result.output
    assert "p (Holm)" in result.output


def test_runs_and_reports_are_written(files: list[str], tmp_path: Path) -> None:
    out, page = tmp_path / "out" / "run.trec", tmp_path / "out" / "report.html"
    result = CliRunner().invoke(app, [*files, "--plan", "bm25_only", "--run-out", str(out), "--report", str(page)])
    assert result.exit_code == 0, result.output
    assert [case for case, _ in read_run(out)["a"]] == ["C1", "C2", "C3"]
    assert "<svg" in page.read_text()
    assert page.with_suffix(".tex").read_text().startswith("% countercase ")
    assert "toy@1" in page.read_text()


def test_scores_in_a_run_are_the_systems_own(files: list[str], tmp_path: Path) -> None:
    out = tmp_path / "run.trec"
    CliRunner().invoke(app, [*files, "--plan", "bm25_only", "--run-out", str(out)])
    first, second, third = read_run(out)["a"]
    assert first[1] == 5.0
    assert first[1] > second[1] > third[1] > 4.9999


def test_runs_of_other_systems_stand_in_one_table(files: list[str], tmp_path: Path) -> None:
    (tmp_path / "theirs.trec").write_text("a Q0 C1 1 2.5 x\nz Q0 C1 1 2.5 x\n")
    more = ["--plan", "bm25_only", "--run", f"theirs={tmp_path}/theirs.trec", "--baseline", "theirs"]
    result = CliRunner().invoke(app, [*files, *more])
    assert result.exit_code == 0, result.output
    assert "theirs: 1 queries without results count as zero." in result.output
    assert "theirs: 1 query in the file not in the set, ignored." in result.output
    record = json.loads(CliRunner().invoke(app, [*files, *more, "--json"]).stdout)
    assert record["sets"][0]["systems"]["theirs"]["per_query"]["MRR@10"] == {"a": 1.0, "b": 0.0}
    assert {each["system"] for each in record["sets"][0]["comparisons"]} == {"floor_bm25", "bm25_only"}
    assert set(record["provenance"]["inputs"]) == {"queries", "judgments", "run theirs", "corpus", "index", "encoder"}


def test_a_cut_off_beyond_the_depth_raises_it_or_is_refused(files: list[str]) -> None:
    record = json.loads(CliRunner().invoke(app, [*files, "--metric", "Recall@1000", "--json"]).stdout)
    assert record["options"]["depth"] == 1000
    result = CliRunner().invoke(app, [*files, "--metric", "Recall@1000", "--depth", "100"])
    assert result.exit_code == 2
    assert "Recall@1000 looks at 1000 cases, but only 100 are kept" in result.stderr


def test_grades_count_from_where_they_are_told_to(files: list[str], tmp_path: Path) -> None:
    (tmp_path / "qrels.tsv").write_text("a Q0 C1 1\na Q0 C2 2\nb Q0 C2 1\n")
    record = json.loads(CliRunner().invoke(app, [*files, "--relevant-from", "2", "--json"]).stdout)
    (scored,) = record["sets"]
    assert scored["queries"] == 1
    assert scored["without_relevant"] == ["b"]


def test_ids_with_spaces_go_out_and_come_in_again(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TEXTS, "C 4", "a lorry struck him")
    (tmp_path / "qrels.tsv").write_text("a\tC 4\t1\nb\tC2\t1\n")
    out = tmp_path / "run.trec"
    result = CliRunner().invoke(app, [*files, "--plan", "bm25_only", "--run-out", str(out)])
    assert result.exit_code == 0, result.output
    assert "written with %20 ('C%204')" in result.stderr
    assert "a Q0 C%204 1" in out.read_text()
    assert "a Q0 C%204 1" in out.with_suffix(".qrels").read_text()
    record = json.loads(
        CliRunner().invoke(app, [*files, "--plan", "dpr_only", "--run", f"ours={out}", "--json"]).stdout
    )
    assert record["sets"][0]["systems"]["ours"]["means"]["MRR@10"] == 1.0


def test_ids_that_no_run_can_hold_are_refused_before_the_search(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TEXTS, "C 4", "a case with a space")
    monkeypatch.setitem(TEXTS, "C%204", "its twin")
    assert CliRunner().invoke(app, files).exit_code == 0
    asked: list[str] = []
    monkeypatch.setattr(FakeApp, "system", lambda _self, plan, _depth: asked.append(plan))
    result = CliRunner().invoke(app, [*files, "--run-out", str(tmp_path / "run.trec")])
    assert result.exit_code == 2
    assert "are the same in a TREC file" in result.stderr
    assert asked == []


def test_a_file_that_cannot_be_written_loses_no_table(files: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(app, [*files, "--run-out", str(tmp_path / "file" / "run.trec")])
    assert result.exit_code == 2
    assert "floor_random" in result.stdout


def test_every_table_is_written_as_csv_and_latex(files: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    per_query = tmp_path / "q.csv"
    more = ["--plan", "bm25_only,full_system", "--tables", str(folder), "--per-query", str(per_query)]
    result = CliRunner().invoke(app, [*files, *more, "--metric", "MRR@10,MAP"])
    assert result.exit_code == 0, result.output
    names = ("scores", "intervals", "comparisons", "latency", "per_query")
    assert {path.name for path in folder.iterdir()} == {
        "result.json", *(f"{name}.{kind}" for name in names for kind in ("csv", "tex"))
    }  # fmt: skip
    header, first, *_ = per_query.read_text().splitlines()
    assert header == "query,system,MRR@10,MAP"
    assert first.startswith("a,floor_random,0.6111111111111")
    assert "bm25_only and full_system returned the same list for every query" in result.stdout
    assert "% bm25_only and full_system returned the same list" in (folder / "scores.tex").read_text()


def test_a_result_says_what_it_was_made_with_and_can_be_made_again(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = CliRunner().invoke(app, [*files, "--plan", "bm25_only", "--run-out", str(tmp_path / "r.trec"), "--json"])
    saved = tmp_path / "result.json"
    saved.write_text(made.stdout)
    record = json.loads(made.stdout)
    source = record["provenance"]
    assert source["command"][:3] == ["eval", "retrieval", "--queries"]
    assert source["plans"]["bm25_only"]["searchers"] == ["bm25"]
    assert len(source["inputs"]["judgments"]) == 64
    assert source["settings"] == {}
    (tmp_path / "r.trec").unlink()
    result = CliRunner().invoke(app, ["eval", "again", str(saved)])
    assert result.exit_code == 0, result.output
    assert "The same: all" in result.stdout
    assert not (tmp_path / "r.trec").exists(), "a repetition writes nothing"
    monkeypatch.setitem(TEXTS, "C1", "nothing in common")
    result = CliRunner().invoke(app, ["eval", "again", str(saved)])
    assert result.exit_code == 1
    assert "changed   inputs.corpus" in result.stdout
    assert "Not the same" in result.stdout


def test_what_cannot_be_repeated_is_refused(tmp_path: Path) -> None:
    for content, why in (
        ("[]", "no `provenance`"),
        ("{", "not JSON"),
        ('{"provenance": {}}', "cannot be repeated"),
    ):
        (tmp_path / "r.json").write_text(content)
        result = CliRunner().invoke(app, ["eval", "again", str(tmp_path / "r.json")])
        assert result.exit_code == 2
        assert why in result.stderr


def test_undated_queries_over_a_dated_corpus_are_warned_of(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    plain = FakeApp.case
    monkeypatch.setattr(FakeApp, "case", lambda self, case: replace(plain(self, case), decided=date(2001, 2, 3)))
    result = CliRunner().invoke(app, [*files, "--json"])
    assert "of 2 queries 2 lack `decided` and 2 lack `case_id`" in result.stderr
    assert len(json.loads(result.stdout)["about"]["warnings"]) == 1


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
        (["--run", "theirs.trec"], "is not NAME=FILE"),
        (["--run", "theirs=absent.trec"], "absent.trec cannot be read"),
        (["--relevant-from", "3"], "grade 3 or more; the highest grade is 1"),
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


@pytest.mark.parametrize("command", ["citation-set", "document-set"])
def test_a_set_is_built_from_the_workspace_and_can_be_scored(command: str, tmp_path: Path) -> None:
    made = CliRunner().invoke(app, ["eval", command, "--out", str(tmp_path / "set"), "--json"])
    assert made.exit_code == 0, made.output
    record = json.loads(made.stdout)
    assert record["queries"] > 5
    assert record["provenance"]["command"] == ["eval", command, "--out", str(tmp_path / "set"), "--json"]
    manifest = json.loads((tmp_path / "set" / "manifest.json").read_text())
    assert len(manifest["about"]["provenance"]["inputs"]["corpus"]) == 64
    files = ["--queries", str(tmp_path / "set" / "queries.jsonl"), "--qrels", str(tmp_path / "set" / "qrels.tsv")]
    scored = CliRunner().invoke(app, ["eval", "retrieval", *files, "--plan", "bm25_only", "--metric", "MAP", "--json"])
    assert scored.exit_code == 0, scored.output
    systems = json.loads(scored.stdout)["sets"][0]["systems"]
    assert systems["bm25_only"]["means"]["MAP"] > systems["floor_random"]["means"]["MAP"]
    assert systems["bm25_only"]["inadmissible_removed"] == 0, "the plan kept to the dates by itself"
    assert scored.stderr == ""


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
    assert record["specification_verdicts"]["dispositive"]["accuracy"] == 0.5
    assert record["specification_verdicts"]["non_dispositive"] == {
        "right": 1,
        "tested": 1,
        "untested": 1,
        "accuracy": 1.0,
    }
    assert record["final_verdicts"]["accept_rate"] == 0.75
    assert record["llm_verdicts"]["accept_rate"] is None
    assert record["rho"] == {"C1": 1.0, "C2": None}
    assert set(record["provenance"]["inputs"]) == {"annotations", "tree C1.json", "tree C2.json"}
    page, tables = tmp_path / "pages" / "page.html", tmp_path / "tables"
    files = ["--report", str(page), "--tables", str(tables)]
    text = CliRunner().invoke(app, [*command, "--annotations", str(sheet), *files]).output
    assert "<svg" in page.read_text()
    assert "one case gives no interval" in text
    names = ("verdicts", "importance", "changes")
    assert {path.name for path in tables.iterdir()} == {
        "result.json", *(f"{name}.{kind}" for name in names for kind in ("csv", "tex"))
    }  # fmt: skip
    assert "0.500 (1 of 2)" in text
    assert "1 not tested" in text


def test_counterfactual_wants_annotations_or_a_template(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["eval", "counterfactual", "--trees", tree(tmp_path, "C1", Section=1.0)])
    assert result.exit_code == 2
    assert "--template" in result.stderr
