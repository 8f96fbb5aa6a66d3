"""The benchmark's file: LegalBench-RAG's JSON, unchanged both ways."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from countercase.cuad import Benchmark, QAGroundTruth, Snippet
from countercase.errors import InputError


def snippet(start: int, end: int, file: str = "cuad/a.txt") -> Snippet:
    return Snippet(file_path=file, span=(start, end))


@pytest.mark.parametrize(
    "test",
    [
        {"query": "q", "snippets": [{"file_path": "cuad/a.txt", "span": [0, 5]}]},
        {"query": "q", "snippets": [{"file_path": "cuad/a.txt", "span": [0, 5], "answer": "hello"}], "tags": []},
        {"query": "q", "snippets": [], "tags": ["x"], "dataset_source": "elsewhere"},
    ],
)
def test_a_file_of_any_generator_survives_a_round_trip(tmp_path: Path, test: dict[str, object]) -> None:
    path = tmp_path / "in.json"
    path.write_text(json.dumps({"tests": [test]}), encoding="utf-8")
    Benchmark.from_json(path).to_json(tmp_path / "out.json")
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8")) == {"tests": [test]}


def test_spans_of_a_file_must_be_apart() -> None:
    QAGroundTruth(query="q", snippets=(snippet(0, 5), snippet(6, 9), snippet(0, 5, "cuad/b.txt")))
    with pytest.raises(ValidationError, match="not apart"):
        QAGroundTruth(query="q", snippets=(snippet(5, 9), snippet(0, 5)))


@given(st.integers(-5, 5), st.integers(-5, 5))
def test_a_span_is_never_empty_or_negative(start: int, end: int) -> None:
    if 0 <= start < end:
        assert len(snippet(start, end).as_span) == end - start
    else:
        with pytest.raises(ValidationError):
            snippet(start, end)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{", "file: Invalid JSON"),
        ('{"tests": [{"query": "q"}]}', "tests.0.snippets: Field required"),
        ('{"tests": [{"query": "q", "snippets": [{"file_path": "a", "span": [5, 5]}]}]}', "tests.0.snippets.0.span"),
    ],
)
def test_a_wrong_file_is_one_line(tmp_path: Path, content: str, why: str) -> None:
    path = tmp_path / "cuad.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as raised:
        Benchmark.from_json(path)
    assert why in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.json cannot be read: No such file"):
        Benchmark.from_json(tmp_path / "none.json")
