"""Contracts picked by their titles, and units ranked inside them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from benchmarks.clause_model_fit import Example, fit_clause_model
from numpy.typing import NDArray
from tests.cuad.tiny_cuad import ALPHA, GAMMA, OMEGA

from countercase.cuad.benchmark import Document, read_corpus
from countercase.cuad.clauses import CLAUSES, ClauseModel, sentences, shipped_model
from countercase.cuad.generate import extract_quote_span
from countercase.cuad.retrieve import PLANS, ContractRetriever, DocumentPicker, find_contract_plan
from countercase.domain.span import Span
from countercase.errors import InputError, ModelError

DOCUMENTS = [Document("cuad/alpha.txt", ALPHA), Document("cuad/gamma.txt", GAMMA), Document("cuad/omega.txt", OMEGA)]
LAW = "What is the governing law for this contract?"


class WordEncoder:
    """A vector of a few words' presence; enough to tell passages apart."""

    name = "words"
    dimension = 4

    def __init__(self) -> None:
        self.encoded = 0

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = [[float(word in text.lower()) for word in ("law", "liability", "insur", "expire")] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(-1, 4) + 0.01

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.encoded += len(texts)
        return self.encode_queries(texts)


class LengthReranker:
    """Prefers the longest passage."""

    name = "length"

    def score(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        return np.array([float(len(passage)) for _, passage in pairs], dtype=np.float32)


@pytest.mark.parametrize(
    ("title", "place"),
    [
        ("Supply Agreement between Alpha Widgets, Inc. and Beta Stores LLC", 0),
        ("contract of gamma repairs with delta", 1),
        ("Omega lease to Sigma", 2),
    ],
)
def test_the_title_picks_the_contract(title: str, place: int) -> None:
    assert DocumentPicker(DOCUMENTS).pick(title)[0] == place


def test_an_amendment_is_picked_for_a_title_that_says_so() -> None:
    first = "AMENDMENT NO. 2\n\nto the Supply Agreement between Alpha Inc. and Beta LLC. Prices rise."
    documents = [Document("a.txt", ALPHA.replace("Widgets, ", "")), Document("b.txt", first)]
    picker = DocumentPicker(documents)
    assert picker.pick("Amendment to the Supply Agreement between Alpha Inc. and Beta LLC")[0] == 1
    assert picker.pick("Supply Agreement between Alpha Inc. and Beta Stores LLC")[0] == 0


@pytest.mark.parametrize("name", sorted(PLANS))
def test_every_plan_returns_distinct_spans_of_the_texts(name: str) -> None:
    retriever = ContractRetriever(DOCUMENTS, PLANS[name], WordEncoder(), LengthReranker())
    texts = {document.file_path: document.text for document in DOCUMENTS}
    found = retriever.retrieve(f"Consider the Services Agreement between Gamma Repairs Ltd. and Delta; {LAW}", 5)
    assert 0 < len(found) <= 5
    assert len({(snippet.file_path, snippet.span) for snippet in found}) == len(found)
    assert all(snippet.as_span.of(texts[snippet.file_path]) for snippet in found)
    if PLANS[name].pick:
        assert found[0].file_path == "cuad/gamma.txt"


def test_the_learned_plan_finds_the_sentence() -> None:
    retriever = ContractRetriever(DOCUMENTS, PLANS["learned"])
    [first] = retriever.retrieve(f"Consider the Supply Agreement of Alpha Widgets; {LAW}", 1)
    assert first.as_span.of(ALPHA).strip() == "This Agreement shall be governed by the laws of the State of Ohio."


def test_a_question_that_the_model_does_not_know_goes_to_the_fallback() -> None:
    retriever = ContractRetriever(DOCUMENTS, PLANS["learned"])
    [first] = retriever.retrieve("Consider the Supply Agreement of Alpha Widgets; How are notices posted?", 1)
    assert "Notices are sent by post" in first.as_span.of(ALPHA)


def test_the_next_contract_is_taken_when_the_first_has_too_few_units() -> None:
    found = ContractRetriever(DOCUMENTS, PLANS["picked_naive_bm25"]).retrieve("Omega lease; insurance", 3)
    assert found[0].file_path == "cuad/omega.txt"
    assert len(found) == 3
    assert [snippet.score for snippet in found] == sorted((snippet.score for snippet in found), reverse=True)


def test_vectors_are_kept_in_a_folder(tmp_path: Path) -> None:
    query = f"Consider the Supply Agreement of Alpha Widgets; {LAW}"
    plan = PLANS["picked_recursive_dense"]
    first, again = WordEncoder(), WordEncoder()
    one = ContractRetriever(DOCUMENTS, plan, first, vectors_in=tmp_path).retrieve(query, 2)
    two = ContractRetriever(DOCUMENTS, plan, again, vectors_in=tmp_path).retrieve(query, 2)
    assert one == two
    assert (first.encoded > 0, again.encoded) == (True, 0)


def test_plans_that_lack_a_model_or_a_name_say_so() -> None:
    with pytest.raises(ModelError, match="needs an encoder"):
        ContractRetriever(DOCUMENTS, PLANS["picked_recursive_dense"])
    with pytest.raises(ModelError, match="needs a re-ranker"):
        ContractRetriever(DOCUMENTS, PLANS["picked_clauses_rerank"], WordEncoder())
    with pytest.raises(InputError, match="no plan 'fast' for contracts"):
        find_contract_plan("fast")


def test_a_fitted_model_finds_the_answer_in_a_contract_it_has_not_seen() -> None:
    def example(state: str) -> Example:
        text = f"1. Notices. Notices go by post. 2. Law. The law of {state} governs this paper. 3. End. It ends then."
        span = extract_quote_span(text, f"The law of {state} governs this paper.")
        assert span is not None
        return Example(text, sentences(text), {"Governing Law": [span]})

    examples = [example(state) for state in ("Ohio", "Texas", "Utah", "Iowa", "Maine", "Goa")]
    model = fit_clause_model(examples, ["Governing Law", "Insurance"])
    assert list(model.weights) == ["Governing Law"]
    unseen = example("Kerala")
    scores = model.column(model.scores(unseen.text, unseen.units), "Governing Law")
    assert unseen.units[int(scores.argmax())].of(unseen.text).startswith("The law of Kerala")


def test_the_model_is_read_back_as_written(tmp_path: Path) -> None:
    import json

    model = ClauseModel({"Insurance": {"insur": 1.5, "c:fire": -0.25}})
    model.to_json(tmp_path / "m.json", {"made_by": "test"})
    read = json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))
    assert ClauseModel(read["weights"]) == model
    text = "The house is insured."
    assert model.scores(text, [Span(0, len(text))]).shape == (1, 1)


def test_the_shipped_model_knows_every_clause_and_holds_no_passage() -> None:
    weights = shipped_model().weights
    assert set(weights) == {clause.column for clause in CLAUSES}
    assert max(len(name.split("_")) for words in weights.values() for name in words) <= 2
    assert not any(" " in name for words in weights.values() for name in words)


def test_a_corpus_is_read_in_order(tmp_path: Path) -> None:
    (tmp_path / "cuad").mkdir()
    (tmp_path / "cuad" / "b.txt").write_text("B", encoding="utf-8")
    (tmp_path / "cuad" / "a.txt").write_text("A", encoding="utf-8")
    assert read_corpus(tmp_path) == [Document("cuad/a.txt", "A"), Document("cuad/b.txt", "B")]
    with pytest.raises(InputError, match="not a folder"):
        read_corpus(tmp_path / "none")
    (tmp_path / "cuad" / "c.txt").write_bytes(b"\xff")
    with pytest.raises(InputError, match="not UTF-8"):
        read_corpus(tmp_path)
