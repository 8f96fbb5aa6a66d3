"""What a set admits, how it is cut and joined, and that a damaged file is found out."""

from datetime import date
from pathlib import Path

import pytest

from countercase.errors import InputError
from countercase.evaluation.testset import (
    Candidate,
    JudgedQuery,
    QuerySet,
    from_files,
    keep,
    load,
    save,
)


def small(count: int = 4, name: str = "small") -> QuerySet:
    """Queries from cases of 2001, 2002, ...; candidates of 1990, one of them twice."""
    queries = {
        f"{name}{i}": JudgedQuery(f"{name}{i}", f"facts {i}", f"Q{i}", date(2000 + i, 6, 1))
        for i in range(1, count + 1)
    }
    candidates = {case.id: case for case in (Candidate("A", date(1990, 1, 1)), Candidate("B", date(1990, 1, 1), "A"))}
    candidates |= {f"Q{i}": Candidate(f"Q{i}", date(2000 + i, 6, 1)) for i in range(1, count + 1)}
    return QuerySet(name, queries, {query: {"A": 2} for query in queries}, candidates)


def test_admits_only_earlier_cases_that_are_not_its_own() -> None:
    query_set = small()
    assert query_set.admissible("small2") == {"A", "Q1"}  # not Q2 (itself), not Q3, Q4 (later), not B (duplicate)
    assert query_set.restrict("small2", [("Q3", 9.0), ("A", 8.0), ("Z", 7.0), ("Q1", 6.0)]) == [("A", 8.0), ("Q1", 6.0)]


def test_a_case_of_the_same_day_is_not_earlier() -> None:
    query_set = QuerySet(
        "day", {"q": JudgedQuery("q", "x", None, date(2001, 5, 5))}, {"q": {"A": 1}},
        {"A": Candidate("A", date(2001, 5, 4)), "B": Candidate("B", date(2001, 5, 5)), "C": Candidate("C")},
    )  # fmt: skip
    assert query_set.admissible("q") == {"A", "C"}


def test_the_case_that_the_querys_own_case_repeats_is_not_returned() -> None:
    candidates = {"A": Candidate("A", date(1990, 1, 1)), "own": Candidate("own", date(2000, 1, 1), "A")}
    query_set = QuerySet("dup", {"q": JudgedQuery("q", "x", "own", date(2000, 1, 1))}, {"q": {"A": 1}}, candidates)
    assert query_set.admissible("q") == frozenset()


def test_without_candidates_only_the_own_case_is_kept_out() -> None:
    query_set = QuerySet("open", {"q": JudgedQuery("q", "x", "own")}, {"q": {"A": 1}})
    assert query_set.restrict("q", [("own", 2.0), ("any", 1.0)]) == [("any", 1.0)]


def test_judgments_of_a_query_that_is_not_there_are_refused() -> None:
    with pytest.raises(InputError, match="not a query"):
        QuerySet("bad", {}, {"q": {"A": 1}})


def test_saved_sets_read_back_the_same(tmp_path: Path) -> None:
    manifest = save(small(), tmp_path / "set", {"why": "test"})
    back = load(tmp_path / "set")
    assert back == small()
    assert manifest["digest"] == back.digest
    assert (manifest["queries"], manifest["judgments"], manifest["candidates"]) == (4, 4, 6)


@pytest.mark.parametrize("file", ["queries.jsonl", "qrels.tsv", "corpus.tsv"])
def test_a_changed_file_is_found_out(tmp_path: Path, file: str) -> None:
    save(small(), tmp_path)
    path = tmp_path / file
    path.write_text(path.read_text().replace("A", "Z").replace("facts", "fakes"))
    with pytest.raises(InputError, match=file):
        load(tmp_path)


def test_a_folder_without_manifest_is_no_set(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"manifest\.json"):
        load(tmp_path)


def test_the_digest_does_not_depend_on_order_and_does_on_content() -> None:
    query_set = small()
    turned = QuerySet(
        "small",
        dict(reversed(list(query_set.queries.items()))),
        dict(reversed(list(query_set.qrels.items()))),
        dict(reversed(list(query_set.candidates.items()))),
    )
    assert turned.digest == query_set.digest
    assert keep(query_set, ["small1"]).digest != query_set.digest


def test_from_files_takes_judged_queries_and_refuses_unknown_ones(tmp_path: Path) -> None:
    (tmp_path / "q").write_text("q1||one\nq2||two\n")
    (tmp_path / "r").write_text("q1 Q0 C1 1\n")
    assert set(from_files(tmp_path / "q", tmp_path / "r").queries) == {"q1"}
    (tmp_path / "r").write_text("q3 Q0 C1 1\n")
    with pytest.raises(InputError, match="'q3'"):
        from_files(tmp_path / "q", tmp_path / "r")


def test_from_files_finds_dates_and_candidates_of_a_saved_set(tmp_path: Path) -> None:
    save(small(), tmp_path)
    found = from_files(tmp_path / "queries.jsonl", tmp_path / "qrels.tsv")
    assert found.admissible("small2") == {"A", "Q1"}
