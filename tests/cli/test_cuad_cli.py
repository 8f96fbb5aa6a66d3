"""`countercase cuad` as a user runs it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cuad.tiny_cuad import write_tiny_cuad
from tests.llm.scripted_server import says_json, scripted
from typer.testing import CliRunner

from countercase.cli import app


def run(*arguments: str, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["cuad", *arguments], env=env)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def made(tmp_path: Path) -> Path:
    source = write_tiny_cuad(tmp_path / "cuad_v1")
    code, _, error = run("generate", "--source", str(source), "--out", str(tmp_path / "out"), "--policy", "recover")
    assert code == 0, error
    return tmp_path / "out"


def evaluated(made: Path, *more: str) -> tuple[int, str, str]:
    files = ["--benchmark", str(made / "benchmarks" / "cuad.json"), "--corpus", str(made / "corpus")]
    return run("evaluate", *files, *more)


def test_generate_prints_one_json_object(tmp_path: Path) -> None:
    source = write_tiny_cuad(tmp_path / "cuad_v1")
    code, out, _ = run("generate", "--source", str(source), "--out", str(tmp_path / "out"), "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["policy"], found["tests"], found["contracts"]) == ("published", 2, 1)
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["provenance"] == found["provenance"]
    assert found["provenance"]["command"][:2] == ["cuad", "generate"]


def test_generate_tells_people_what_was_recovered(tmp_path: Path) -> None:
    source = write_tiny_cuad(tmp_path / "cuad_v1")
    _, out, _ = run("generate", "--source", str(source), "--out", str(tmp_path / "o"), "--policy", "recover")
    assert "recovered by file-name" in out
    assert "dropped: contract: one part of a contract" in out


@pytest.mark.parametrize(
    ("more", "env", "why"),
    [
        (["--titles", "llm"], {}, "llm.base_url is not set. Set it, or omit --titles llm."),
        (["--titles", "llm"], {"COUNTERCASE_LLM__BASE_URL": "http://127.0.0.1:1"}, "llm.model is not set"),
        (["--titles", "guess"], {}, "--titles 'guess' is unknown"),
        (["--policy", "guess"], {}, "There is no policy 'guess'. Known: published, recover."),
    ],
)
def test_generate_refuses_what_it_cannot_do(tmp_path: Path, more: list[str], env: dict[str, str], why: str) -> None:
    source = write_tiny_cuad(tmp_path / "cuad_v1")
    code, _, error = run("generate", "--source", str(source), "--out", str(tmp_path / "out"), *more, env=env)
    assert code > 0
    assert why in error
    assert error.count("\n") == 1


def test_titles_of_a_model_are_counted_in_the_manifest(tmp_path: Path) -> None:
    source = write_tiny_cuad(tmp_path / "cuad_v1")
    right = says_json({"document_name": "Supply Agreement", "parties": ["Beta Stores LLC", "Alpha Widgets, Inc."]})
    wrong = says_json({"document_name": "Services Agreement", "parties": ["Mallory Holdings"]})
    with scripted(right, wrong) as script:
        env = {
            "COUNTERCASE_LLM__BASE_URL": script.url,
            "COUNTERCASE_LLM__MODEL": "scripted",
            "COUNTERCASE_LLM__CONCURRENCY": "1",
            "COUNTERCASE_LLM__CACHE": str(tmp_path / "answers.sqlite"),
        }
        made = ["--source", str(source), "--out", str(tmp_path / "out"), "--policy", "recover", "--titles", "llm"]
        code, out, error = run("generate", *made, env=env)
        assert code == 0, error
        replayed = run("generate", *made, "--json", env={**env, "COUNTERCASE_LLM__REPLAY": "true"})
        assert len(script.asked) == 2
    assert "by scripted: 1 accepted, 1 rejected, 2 held; by rules where it failed" in out
    found = json.loads(replayed[1])["language_model"]
    assert found == json.loads((tmp_path / "out" / "manifest.json").read_text())["language_model"]
    assert found["answers"]["title.v1"] == found["answers"]["title.v1"] | {"accepted": 1, "rejected": 1, "failed": 0}
    assert (found["usage"]["calls"], found["usage"]["cached"]) == (0, 2)
    assert list(found["titles_by_rules"]) == ["Gamma _ Sons Agreement.txt"]
    queries = (tmp_path / "out" / "benchmarks" / "cuad.json").read_text()
    assert "Supply Agreement between Beta Stores LLC and Alpha Widgets, Inc." in queries
    assert "Mallory" not in queries


def test_evaluate_prints_one_json_object(made: Path) -> None:
    code, out, error = evaluated(made, "--plan", "learned", "--plan", "picked_clauses_bm25", "--k", "1,8", "--json")
    assert code == 0, error
    found = json.loads(out)
    assert (found["tests"], found["k"]) == (6, [1, 8])
    assert list(found["plans"]) == ["learned", "picked_clauses_bm25"]
    assert found["plans"]["learned"]["overall"]["recall@8"]["mean"] > 0.9
    assert "Governing Law" in found["plans"]["learned"]["clauses"]


def test_evaluate_tells_people(made: Path) -> None:
    code, out, _ = evaluated(made, "--mini")
    assert code == 0
    assert out.startswith("6 tests over 2 contracts")
    assert "precision@1" in out
    assert "wrong_document@1" in out


def test_results_go_out_and_come_in_again(made: Path, tmp_path: Path) -> None:
    evaluated(made, "--plan", "learned", "--results-out", str(tmp_path / "runs"), "--beir-out", str(tmp_path / "beir"))
    assert (tmp_path / "beir" / "qrels" / "test.tsv").is_file()
    code, out, _ = evaluated(made, "--results", str(tmp_path / "runs" / "learned.jsonl"), "--json")
    again = json.loads(evaluated(made, "--plan", "learned", "--json")[1])
    assert code == 0
    assert json.loads(out)["plans"]["learned"]["overall"] == again["plans"]["learned"]["overall"]


def results_file(made: Path, folder: Path, change: Callable[[list[dict[str, Any]]], object]) -> str:
    """The answers of a plan, changed; the path of the file."""
    evaluated(made, "--plan", "picked_naive_bm25", "--results-out", str(folder))
    rows = [json.loads(line) for line in (folder / "picked_naive_bm25.jsonl").read_text().splitlines()]
    change(rows)
    path = folder / "theirs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_a_results_file_that_answers_half_is_refused_or_scored_on_its_half(made: Path, tmp_path: Path) -> None:
    path = results_file(made, tmp_path, lambda rows: rows.__delitem__(slice(3, None)))
    code, _, error = evaluated(made, "--results", path)
    assert code == 2
    assert "theirs answers 3 of 6 tests" in error
    code, out, error = evaluated(made, "--results", path, "--plan", "learned", "--answered-only", "--json")
    assert code == 0, error
    assert "3 of 6 tests are scored" in error
    found = json.loads(out)
    assert found["tests"] == 3
    assert [len(plan["per_test"]["answer_f1"]) for plan in found["plans"].values()] == [3, 3]


def test_a_results_file_of_other_queries_is_refused_and_unknown_queries_are_named(made: Path, tmp_path: Path) -> None:
    path = results_file(made, tmp_path, lambda rows: [row.update(query=f"other {row['query']}") for row in rows])
    code, _, error = evaluated(made, "--results", path)
    assert code == 2
    assert "theirs answers none of the 6 tests" in error
    path = results_file(made, tmp_path, lambda rows: rows.append({"query": "of nobody", "snippets": []}))
    code, out, error = evaluated(made, "--results", path)
    assert code == 0
    assert "1 queries in the file belong to no test and were ignored, such as 'of nobody'" in error
    assert "'of nobody'" in out


def test_white_space_in_the_queries_of_a_results_file_does_not_matter(made: Path, tmp_path: Path) -> None:
    path = results_file(made, tmp_path, lambda rows: [row.update(query=f"  {row['query']}\t") for row in rows])
    code, out, error = evaluated(made, "--results", path, "--plan", "picked_naive_bm25", "--json")
    assert code == 0, error
    found = json.loads(out)
    assert found["plans"]["theirs"]["overall"] == found["plans"]["picked_naive_bm25"]["overall"]
    assert found["notes"] == ["theirs and picked_naive_bm25 returned the same snippets for every test"]


def test_systems_are_compared_test_by_test_and_tables_are_written(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    plans = ["--plan", "naive_bm25", "--plan", "learned"]
    code, out, error = evaluated(made, *plans, "--baseline", "naive_bm25", "--tables", str(folder))
    assert code == 0, error
    assert "p (Holm)" in out
    names = ("scores", "clauses", "comparisons", "per_test")
    assert {path.name for path in folder.iterdir()} == {
        "result.json", *(f"{name}.{kind}" for name in names for kind in ("csv", "tex"))
    }  # fmt: skip
    record = json.loads((folder / "result.json").read_text())
    first = next(each for each in record["comparisons"] if each["metric"] == "precision@1")
    values = {name: plan["per_test"]["precision@1"] for name, plan in record["plans"].items()}
    differences = [a - b for a, b in zip(values["learned"], values["naive_bm25"], strict=True)]
    assert first["difference"] == pytest.approx(sum(differences) / 6)
    assert first["queries"] == 6
    assert set(record["provenance"]["inputs"]) == {"benchmark cuad.json", "clause weights", "corpus"}
    assert record["provenance"]["plans"]["learned"]["weights"] == {"clause_words": 1.0}
    again = CliRunner().invoke(app, ["eval", "again", str(folder / "result.json")])
    assert again.exit_code == 0, again.output


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--plan", "fast"], "There is no plan 'fast' for contracts."),
        (["--k", "one"], "is not a list of numbers"),
        (["--k", "0,5"], "Cut-offs count snippets from 1"),
        (["--half", "third"], "Give one of all, held-out, tuned"),
        (["--plan", "learned", "--baseline", "nobody"], "There is no system 'nobody'"),
    ],
)
def test_evaluate_refuses_what_it_cannot_do(made: Path, more: list[str], why: str) -> None:
    code, _, error = evaluated(made, *more)
    assert code == 2
    assert why in error
