"""`countercase cuad` as a user runs it."""

import json
from pathlib import Path

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


def test_generate_tells_people_what_was_recovered(tmp_path: Path) -> None:
    source = write_tiny_cuad(tmp_path / "cuad_v1")
    _, out, _ = run("generate", "--source", str(source), "--out", str(tmp_path / "o"), "--policy", "recover")
    assert "recovered by file-name" in out
    assert "dropped: contract: one part of a contract" in out


@pytest.mark.parametrize(
    ("more", "env", "why"),
    [
        (["--titles", "llm"], {}, "llm.base_url is not set. Use --titles rules."),
        (["--titles", "llm"], {"COUNTERCASE_LLM__BASE_URL": "http://127.0.0.1:1"}, "llm.model is not set"),
        (["--titles", "guess"], {}, "--titles is rules or llm"),
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


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--plan", "fast"], "There is no plan 'fast' for contracts."),
        (["--k", "one"], "--k is numbers separated by commas"),
        (["--k", "0,5"], "--k counts snippets from 1"),
        (["--half", "third"], "--half is one of all, held-out, tuned"),
    ],
)
def test_evaluate_refuses_what_it_cannot_do(made: Path, more: list[str], why: str) -> None:
    code, _, error = evaluated(made, *more)
    assert code == 2
    assert why in error
