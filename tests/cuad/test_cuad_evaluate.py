"""A benchmark asked of a retriever, and the ways in and out."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from countercase.cuad import Benchmark, QAGroundTruth, RetrievedSnippet, Snippet
from countercase.cuad.benchmark import (
    Document,
    export_beir,
    half_of,
    mini,
    read_results,
    write_results,
)
from countercase.cuad.evaluate import evaluate
from countercase.errors import InputError

TEXT = "The laws of Ohio govern. The tenant shall insure the house."
DOCUMENTS = [Document("cuad/a.txt", TEXT), Document("cuad/b.txt", "Nothing of note.")]
TESTS = Benchmark(
    tests=(
        QAGroundTruth(
            query="Consider the Lease; What is the governing law for this contract?",
            snippets=(Snippet(file_path="cuad/a.txt", span=(0, 24)),),
        ),
        QAGroundTruth(
            query="Consider the Lease; Is there a pet?",
            snippets=(Snippet(file_path="cuad/a.txt", span=(25, 59)),),
        ),
    )
)


@dataclass(frozen=True, slots=True)
class FunctionRetriever:
    """A function as a retriever."""

    name: str
    function: Callable[[str, int], Sequence[RetrievedSnippet]]

    def retrieve(self, query: str, k: int) -> Sequence[RetrievedSnippet]:
        """What the function returns, cut to `k`."""
        return self.function(query, k)[:k]


def first_sentence(query: str, k: int) -> list[RetrievedSnippet]:
    return [RetrievedSnippet(file_path="cuad/a.txt", span=(0, 25), score=1.0)][:k]


def test_scores_are_means_over_tests() -> None:
    report = evaluate(TESTS, FunctionRetriever("first", first_sentence), DOCUMENTS, (1, 2))
    overall = report.overall()
    assert overall["recall@1"]["mean"] == approx(0.5)
    assert overall["precision@1"]["mean"] == approx((24 / 25 + 0) / 2, abs=1e-4)
    assert overall["exact@1"]["mean"] == approx(0.5)
    assert overall["answer_exact"]["mean"] == approx(0.5)
    assert overall["wrong_document@2"]["mean"] == 0.0
    assert (overall["recall@1"]["low"], overall["recall@1"]["high"]) == (0.0, 1.0)
    assert report.per_test("recall@1") == [1.0, 0.0]


def test_clauses_and_halves_are_reported_apart() -> None:
    report = evaluate(TESTS, FunctionRetriever("first", first_sentence), DOCUMENTS, (1,))
    clauses = report.by_clause()
    assert list(clauses) == ["Governing Law", "other"]
    assert clauses["Governing Law"]["recall@1"]["mean"] == 1.0
    assert clauses["other"]["recall@1"]["mean"] == 0.0
    halves = report.halves()
    filled = half_of("cuad/a.txt")
    assert halves[filled] == report.overall()
    assert halves["tuned" if filled == "held_out" else "held_out"] == {}


def test_a_query_without_results_counts_as_zero() -> None:
    report = evaluate(TESTS, FunctionRetriever("none", lambda query, k: []), DOCUMENTS, (1,))
    assert report.overall()["recall@1"]["mean"] == 0.0


def test_a_query_without_results_does_not_lower_the_share_of_wrong_documents() -> None:
    def half(query: str, k: int) -> list[RetrievedSnippet]:
        return [RetrievedSnippet(file_path="cuad/b.txt", span=(0, 5))] if "pet" in query else []

    figure = evaluate(TESTS, FunctionRetriever("half", half), DOCUMENTS, (1,)).overall()["wrong_document@1"]
    assert figure == {"mean": 1.0, "low": None, "high": None}
    nothing = evaluate(TESTS, FunctionRetriever("none", lambda query, k: []), DOCUMENTS, (1,)).overall()
    assert nothing["wrong_document@1"]["mean"] is None


def test_the_short_answer_does_not_depend_on_the_cut_offs() -> None:
    def answers(query: str, k: int) -> list[RetrievedSnippet]:
        return [RetrievedSnippet(file_path="cuad/b.txt", span=(0, 16)), *first_sentence(query, k)][:k]

    one, many = (evaluate(TESTS, FunctionRetriever("it", answers), DOCUMENTS, ks) for ks in ((1,), (1, 8)))
    assert one.per_test("answer_f1") == many.per_test("answer_f1")
    assert [len(test.returned) for test in one.tests] == [1, 1]


def test_a_corpus_without_the_files_is_refused_with_the_remedy() -> None:
    with pytest.raises(InputError, match=r"lacks 1 of 1 files, first 'cuad/a\.txt'. Give --corpus the folder above"):
        evaluate(TESTS, FunctionRetriever("first", first_sentence), [Document("a.txt", TEXT)])


@pytest.mark.parametrize(("path", "span"), [("cuad/a.txt", (0, 999)), ("cuad/c.txt", (0, 1))])
def test_a_retriever_that_points_nowhere_is_refused(path: str, span: tuple[int, int]) -> None:
    hit = RetrievedSnippet(file_path=path, span=span)
    with pytest.raises(InputError, match=r"wild (has span|names)"):
        evaluate(TESTS, FunctionRetriever("wild", lambda query, k: [hit]), DOCUMENTS, (1,))


def test_results_files_are_retrievers(tmp_path: Path) -> None:
    retriever = FunctionRetriever("first", first_sentence)
    write_results(tmp_path / "first.jsonl", TESTS.tests, retriever, 8)
    recorded = read_results(tmp_path / "first.jsonl")
    assert recorded.name == "first"
    assert evaluate(TESTS, recorded, DOCUMENTS, (1,)).tests == evaluate(TESTS, retriever, DOCUMENTS, (1,)).tests
    assert recorded.retrieve("  Consider the Lease; \n Is there a  pet? ", 3) == recorded.answers[TESTS.tests[1].query]
    with pytest.raises(InputError, match="first has no answer to 'never asked'"):
        recorded.retrieve("never asked", 3)


def test_a_query_answered_twice_and_differently_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "twice.jsonl"
    one, other = ('{"query": "q", "snippets": [{"file_path": "a", "span": [0, %d]}]}' % n for n in (1, 2))  # noqa: UP031
    path.write_text(f"{one}\n{one}\n", encoding="utf-8")
    assert list(read_results(path).answers) == ["q"]
    path.write_text(f"{one}\n{other}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"twice\.jsonl:2: 'q' has two different answers"):
        read_results(path)


@pytest.mark.parametrize("line", ["{", '{"query": "q"}', '{"query": "q", "snippets": [{"file_path": "a"}]}', "[]"])
def test_a_bad_line_of_results_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"query": "q", "snippets": []}\n' + line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"bad\.jsonl:2: not a line of a results file"):
        read_results(path)


def test_beir_export(tmp_path: Path) -> None:
    export_beir(TESTS, DOCUMENTS, tmp_path, units="sentences")
    corpus = [json.loads(line) for line in (tmp_path / "corpus.jsonl").read_text(encoding="utf-8").splitlines()]
    assert "".join(row["text"] for row in corpus if row["_id"].startswith("cuad/a.txt#")) == TEXT
    queries = (tmp_path / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(queries[1]) == {"_id": "q1", "text": "Consider the Lease; Is there a pet?"}
    assert (tmp_path / "qrels" / "test.tsv").read_text(encoding="utf-8") == (
        "query-id\tcorpus-id\tscore\nq0\tcuad/a.txt#0-25\t2\nq1\tcuad/a.txt#25-59\t2\n"
    )


def test_beir_export_writes_no_blank_unit(tmp_path: Path) -> None:
    blank = Document("cuad/c.txt", "Words.\n" + " " * 1200 + "\nMore words.")
    export_beir(Benchmark(tests=()), [blank], tmp_path)
    corpus = [json.loads(line) for line in (tmp_path / "corpus.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["text"].strip() for row in corpus] == ["Words.", "More words."]


def test_the_mini_protocol_draws_as_the_published_program_does() -> None:
    tests = tuple(
        QAGroundTruth(query=f"q{n}", snippets=(Snippet(file_path=f"cuad/{n % 7}.txt", span=(0, 1)),)) for n in range(50)
    )
    drawn = mini(Benchmark(tests=tests), 20).tests
    order = {}
    for n in range(7):
        random.seed(f"cuad/{n}.txt")
        order[f"cuad/{n}.txt"] = random.random()
    expected = sorted(tests, key=lambda test: order[test.snippets[0].file_path])[:20]
    assert list(drawn) == expected
    assert mini(Benchmark(tests=tests), 50).tests == tests


@given(st.text(min_size=1).filter(lambda name: "/" not in name))
def test_a_half_depends_on_the_file_name_alone(name: str) -> None:
    assert half_of(name) == half_of(f"cuad/{name}") == half_of(f"other/cuad/{name}")


@given(st.text(alphabet="aB1-_. é", min_size=1).filter(lambda name: name.strip(" .") == name))
def test_the_encoder_was_trained_on_the_tuned_half(stem: str) -> None:
    training = pytest.importorskip("training.contracts")
    assert (half_of(f"cuad/{stem}.txt") == "tuned") == training.cuad_training_half(stem)


def test_the_halves_of_cuad_are_halves(data: Path) -> None:
    names = [path.name for path in (data / "contracts" / "cuad_v1" / "full_contract_txt").iterdir()]
    held_out = sum(half_of(name) == "held_out" for name in names)
    assert 230 <= held_out <= 280
