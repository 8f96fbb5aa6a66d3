"""A result says what it hangs on, and two results are compared value by value."""

from pathlib import Path

import pytest

from countercase.cli.eval_ import compare_records
from countercase.errors import InputError
from countercase.evaluation.results import changed_settings, file_hash, provenance, texts_hash
from countercase.settings import Settings


def test_only_settings_that_differ_are_told_and_secrets_never() -> None:
    assert changed_settings(Settings()) == {}
    changed = Settings.model_validate(
        {"retrieval": {"rrf_k": 60, "plans": {"mine": {"pool": 7}}}, "llm": {"api_key": "secret-word"}}
    )
    told = changed_settings(changed)
    assert told["retrieval.rrf_k"] == 60
    assert told["retrieval.plans"]["mine"]["pool"] == 7
    assert told["llm.api_key"] == "(set)"
    assert "secret-word" not in repr(provenance(settings=changed))


def test_files_and_folders_are_hashed_by_content_and_name(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    first = file_hash(tmp_path)
    assert len(first) == 64
    (tmp_path / "a").rename(tmp_path / "b")
    assert file_hash(tmp_path) != first
    with pytest.raises(InputError, match="cannot be read"):
        file_hash(tmp_path / "absent")


def test_a_corpus_hash_cannot_be_shifted_from_id_to_text() -> None:
    assert texts_hash({"a": "bc"}) != texts_hash({"ab": "c"})
    assert texts_hash({"a": "1", "b": "2"}) == texts_hash({"b": "2", "a": "1"})


def test_records_are_the_same_but_for_times() -> None:
    then = {"figures": {"MAP": 0.25, "list": [1, 2]}, "latency_seconds": 3.0, "provenance": {"commit": "a"}}
    now = {"figures": {"MAP": 0.25 + 1e-12, "list": [1, 2]}, "latency_seconds": 9.0, "provenance": {"commit": "b"}}
    repeated = compare_records(then, now)
    assert repeated.same
    assert repeated.figures == 3
    assert repeated.changed == {"commit": ("a", "b")}


def test_a_difference_is_named_by_its_place() -> None:
    repeated = compare_records({"a": {"b": [1.0, 2.0]}, "gone": 1}, {"a": {"b": [1.0, 2.5]}})
    assert repeated.differing == {"a.b.1": (2.0, 2.5), "gone": (1, None)}
    assert not repeated.same
