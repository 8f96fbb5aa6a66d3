"""`make bench` knows benchmarks that are there."""

from importlib.util import find_spec

import numpy as np
import pytest
from benchmarks.__main__ import ALWAYS, ON_DATA, WITH_ARGUMENTS
from benchmarks.build_citation_set import split_by_hash
from benchmarks.mteb_pools import relevant_documents
from benchmarks.traps import score_traps
from benchmarks.verdict_checks import ratio_interval

from countercase.evaluation.testset import JudgedQuery, QuerySet


@pytest.mark.parametrize("name", [*ALWAYS, *ON_DATA, *WITH_ARGUMENTS])
def test_every_benchmark_that_is_named_exists(name: str) -> None:
    assert find_spec(f"benchmarks.{name}") is not None


def test_the_pool_of_mteb_holds_relevant_documents_alone() -> None:
    queries = {query: JudgedQuery(query, "facts") for query in ("Q1", "Q2")}
    judged = QuerySet("q", queries, {"Q1": {"C1": 0, "C3": 1}, "Q2": {"C2": 1, "C3": 1, "C4": 0}}, {})
    assert relevant_documents(judged) == ["C2", "C3"]


@pytest.mark.parametrize(
    ("text", "forbidden", "fallen"),
    [
        ("The FSL report is awaited.", {"kind": "evidence", "status": "present"}, False),
        ("The FSL report shows poison.", {"kind": "evidence", "status": "present"}, True),
        ("A brother of the deceased, aged 38, saw it.", {"kind": "number", "of": "age of the deceased"}, False),
        ("The deceased, aged 38, was a clerk.", {"kind": "number", "of": "age of the deceased"}, True),
        ("aged 38 years", {"kind": "age", "of": "appellant"}, True),  # without an owner it may be his
        ("He died after nine days.", {"kind": "number", "of": "age"}, False),
        ("He paid a fee of Rs 50.", {"kind": "number", "of": "bribe amount"}, False),
        ("He demanded a bribe of Rs 50.", {"kind": "number", "of": "bribe amount"}, True),
        ("He was stabbed.", {"kind": "injury"}, True),
        ("He was stabbed.", {"kind": "evidence"}, False),
    ],
)
def test_a_trap_forbids_its_kind_status_and_owner(text: str, forbidden: dict[str, str], fallen: bool) -> None:
    trap = {"quote": text, "forbidden": [forbidden], "why": ""}
    assert bool(score_traps([{"id": "m", "narrative": text, "traps": [trap]}]).fallen) is fallen


def numbered_queries(count: int) -> QuerySet:
    queries = {f"q{number}": JudgedQuery(f"q{number}", "facts") for number in range(1, count + 1)}
    return QuerySet("numbered", queries, {query: {"C1": 1} for query in queries}, {})


def test_split_by_hash_parts_the_queries_and_is_stable_when_the_set_grows() -> None:
    dev, held = split_by_hash(numbered_queries(200))
    assert not set(dev.queries) & set(held.queries)
    assert len(dev.queries) + len(held.queries) == 200
    assert 20 <= len(held.queries) <= 60
    _, more = split_by_hash(numbered_queries(300))
    assert set(held.queries) == {query for query in more.queries if int(query.removeprefix("q")) <= 200}
    assert set(held.qrels) == set(held.queries)


def test_equal_ratios_of_all_groups_leave_no_room() -> None:
    low, high = ratio_interval(np.array([1.0, 2.0, 3.0]), np.array([2.0, 4.0, 6.0]), samples=200)
    assert (low, high) == pytest.approx((0.5, 0.5))
