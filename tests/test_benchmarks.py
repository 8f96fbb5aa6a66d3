"""`make bench` knows benchmarks that are there."""

from importlib.util import find_spec

import pytest
from benchmarks.__main__ import ALWAYS, ON_DATA, WITH_ARGUMENTS
from benchmarks.mteb_pools import relevant_documents

from countercase.evaluation.testset import JudgedQuery, QuerySet


@pytest.mark.parametrize("name", [*ALWAYS, *ON_DATA, *WITH_ARGUMENTS])
def test_every_benchmark_that_is_named_exists(name: str) -> None:
    assert find_spec(f"benchmarks.{name}") is not None


def test_the_pool_of_mteb_holds_relevant_documents_alone() -> None:
    queries = {query: JudgedQuery(query, "facts") for query in ("Q1", "Q2")}
    judged = QuerySet("q", queries, {"Q1": {"C1": 0, "C3": 1}, "Q2": {"C2": 1, "C3": 1, "C4": 0}}, {})
    assert relevant_documents(judged) == ["C2", "C3"]
