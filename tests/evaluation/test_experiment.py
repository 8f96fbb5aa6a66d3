"""Systems of our own on a small set: floors beside them, filters kept, runs cached."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from pytest import approx

from countercase.domain.ranking import Query
from countercase.errors import InputError
from countercase.evaluation.experiment import BM25_FLOOR, RANDOM_FLOOR, ExperimentOptions, SameLists, run_experiment
from countercase.evaluation.metrics import ranked_cases
from countercase.evaluation.system import RankedCases, System, strictly_falling
from countercase.evaluation.testset import Candidate, JudgedQuery, QuerySet, dated, keep, leak_warning

TEXTS = {f"C{i:02d}": f"judgment about topic{i} and common words" for i in range(20)}


def make_set(name: str = "set", queries: int = 12) -> QuerySet:
    candidates = {case: Candidate(case, date(1990, 1, 1)) for case in TEXTS}
    candidates["C19"] = Candidate("C19", date(1990, 1, 1), "C18")
    asked = {f"q{i}": JudgedQuery(f"q{i}", f"facts of topic{i}", f"C{i:02d}", date(2000, 1, 1)) for i in range(queries)}
    return QuerySet(name, asked, {f"q{i}": {f"C{i + 1:02d}": 1} for i in range(queries)}, candidates)


def perfect(queries: Sequence[Query]) -> list[RankedCases]:
    """Puts the case after the query's own first, and times two stages."""
    number = [int(query.text.rpartition("topic")[2]) + 1 for query in queries]
    return [RankedCases([(f"C{n:02d}", 2.0), ("C17", 1.0)], {"search": 0.01 * n, "fold": 0.5}) for n in number]


def silent(queries: Sequence[Query]) -> list[RankedCases]:
    return [RankedCases([]) for _ in queries]


OPTIONS = ExperimentOptions(metrics=("MRR@10", "MAP", "MicroF1@10"), depth=10, samples=999)


def test_floors_always_stand_beside_the_systems() -> None:
    (result,) = run_experiment({"perfect": perfect, "silent": silent}, [make_set()], TEXTS, OPTIONS)
    assert set(result.systems) == {RANDOM_FLOOR, BM25_FLOOR, "perfect", "silent"}
    assert result.systems["perfect"].scores.means["MRR@10"] == 1.0
    assert result.systems["silent"].scores.means["MRR@10"] == 0.0
    # 20 candidates less the duplicate and the query's own: 18; one of them relevant; 10 are kept
    harmonic = sum(1 / rank for rank in range(1, 11))
    assert result.systems[RANDOM_FLOOR].scores.means["MAP"] == approx(harmonic / 18)


def test_recall_curve_and_per_query_values_are_kept() -> None:
    (result,) = run_experiment({"perfect": perfect}, [make_set()], TEXTS, OPTIONS)
    assert result.systems["perfect"].recall_curve == {1: 1.0, 2: 1.0, 5: 1.0, 10: 1.0}
    assert result.systems[RANDOM_FLOOR].recall_curve[5] == approx(5 / 18)
    assert result.systems["perfect"].scores.of("MRR@10") == {f"q{i}": 1.0 for i in range(12)}
    assert [str(metric) for metric in result.systems["perfect"].scores.metrics] == list(OPTIONS.metrics)


def test_every_system_is_compared_with_the_bm25_floor_on_means_over_queries() -> None:
    (result,) = run_experiment({"perfect": perfect, "silent": silent}, [make_set()], TEXTS, OPTIONS)
    assert {(c.system, c.metric) for c in result.comparisons} == {
        (system, metric) for system in ("perfect", "silent") for metric in ("MRR@10", "MAP")
    }
    assert all(comparison.baseline == BM25_FLOOR for comparison in result.comparisons)
    first = result.comparisons[0]
    floor = result.systems[BM25_FLOOR].scores.means["MRR@10"]
    assert first.difference == approx(1.0 - floor)


def test_each_query_carries_its_filter() -> None:
    seen: list[Query] = []

    def listen(queries: Sequence[Query]) -> list[RankedCases]:
        seen.extend(queries)
        return silent(queries)

    run_experiment({"listen": listen}, [make_set(queries=1)], TEXTS, OPTIONS)
    assert seen[0].filter.decided_before == date(2000, 1, 1)
    assert seen[0].filter.excluded == {"C00", "C19"}


def test_what_may_not_be_returned_is_taken_out_and_counted() -> None:
    def cheat(queries: Sequence[Query]) -> list[RankedCases]:
        return [RankedCases([("C00", 9.0), ("C19", 8.0), ("C01", 7.0)]) for _ in queries]

    (result,) = run_experiment({"cheat": cheat}, [make_set(queries=1)], TEXTS, OPTIONS)
    assert result.systems["cheat"].inadmissible == 2
    assert result.systems["cheat"].run == {"q0": [("C01", 7.0)]}
    assert result.systems["cheat"].scores.means["MRR@10"] == 1.0


def test_latency_has_percentiles_of_each_stage_and_the_total() -> None:
    (result,) = run_experiment({"perfect": perfect}, [make_set(queries=3)], TEXTS, OPTIONS)
    latency = result.systems["perfect"].latency
    assert set(latency) == {"search", "fold", "total"}
    assert latency["search"].p50 == approx(0.02)
    assert latency["search"].p95 == approx(0.02 + 0.9 * 0.01)
    assert latency["fold"].queries == 3


def test_batches_ask_together_and_give_no_latency() -> None:
    sizes: list[int] = []

    def listen(queries: Sequence[Query]) -> list[RankedCases]:
        sizes.append(len(queries))
        return perfect(queries)

    options = ExperimentOptions(metrics=("MAP",), batch=5, samples=99)
    (result,) = run_experiment({"listen": listen}, [make_set()], TEXTS, options)
    assert sizes == [5, 5, 2]
    assert result.systems["listen"].latency == {}
    assert result.systems["listen"].scores.means["MAP"] == 1.0


def test_runs_are_cached_by_fingerprint_and_content(tmp_path: Path) -> None:
    calls = 0

    def counting(queries: Sequence[Query]) -> list[RankedCases]:
        nonlocal calls
        calls += 1
        return perfect(queries)

    def run(fingerprint: str | None, sets: list[QuerySet]) -> bool:
        marks = {"it": fingerprint} if fingerprint else {}
        results = run_experiment({"it": counting}, sets, TEXTS, OPTIONS, tmp_path, marks)
        assert results[0].systems["it"].scores.means["MRR@10"] == 1.0
        return results[0].systems["it"].cached

    assert not run("one", [make_set()])
    assert calls == 12
    assert run("one", [make_set()])
    assert calls == 12
    assert not run("two", [make_set()])
    assert not run("one", [make_set(queries=11)])
    assert not run(None, [make_set()])
    for file in tmp_path.glob("*.json"):
        file.write_text("{ not whole")
    assert not run("one", [make_set()])


def test_cached_latency_is_what_was_measured(tmp_path: Path) -> None:
    first, again = (
        run_experiment({"it": perfect}, [make_set()], TEXTS, OPTIONS, tmp_path, {"it": "1"})[0] for _ in range(2)
    )
    assert again.systems["it"].latency == first.systems["it"].latency


def test_progress_is_reported() -> None:
    told: list[tuple[str, str, int, int]] = []
    run_experiment({"it": perfect}, [make_set(queries=2)], TEXTS, OPTIONS, progress=lambda *step: told.append(step))
    assert told[-2:] == [("set", "it", 1, 2), ("set", "it", 2, 2)]


def test_a_system_must_answer_every_query() -> None:
    with pytest.raises(InputError, match="0 answers to 1 queries"):
        run_experiment({"lazy": lambda _: []}, [make_set()], TEXTS, OPTIONS)


@pytest.mark.parametrize("name", [RANDOM_FLOOR, BM25_FLOOR])
def test_a_floors_name_is_taken(name: str) -> None:
    systems: dict[str, System] = {name: perfect}
    with pytest.raises(InputError, match="floor"):
        run_experiment(systems, [make_set()], TEXTS, OPTIONS)


def test_wrong_options_are_refused_before_anything_is_asked() -> None:
    def never(_: Sequence[Query]) -> list[RankedCases]:
        raise AssertionError

    for options in (
        ExperimentOptions(baseline="nobody"),
        ExperimentOptions(metrics=("MAP@0",)),
        ExperimentOptions(metrics=("P@11",), depth=10),
    ):
        with pytest.raises(InputError):
            run_experiment({"never": never}, [make_set()], TEXTS, options)


def test_a_measure_may_not_look_below_the_depth() -> None:
    with pytest.raises(InputError, match=r"Recall@1000 .* only 100"):
        run_experiment({"it": perfect}, [make_set()], TEXTS, ExperimentOptions(metrics=("Recall@1000",), depth=100))


def test_runs_of_other_systems_stand_beside_ours() -> None:
    made = make_set(queries=3)
    run = {"q0": [("C01", 0.2), ("C00", 0.9)], "q1": [("elsewhere", 3.0), ("C02", 2.0)], "other": [("C05", 1.0)]}
    options = ExperimentOptions(metrics=("MRR@10",), depth=10, samples=99, baseline="theirs")
    (result,) = run_experiment({"perfect": perfect}, [made], TEXTS, options, runs={"theirs": run})
    theirs = result.systems["theirs"]
    # q0: the query's own case is removed; q1: what is no candidate is removed; q2: no answer
    assert theirs.scores.of("MRR@10") == {"q0": 1.0, "q1": 1.0, "q2": 0.0}
    assert theirs.inadmissible == 2
    assert theirs.latency == {}
    assert theirs.scores.without_results == ("q2",)
    assert "1 query in the file not in the set" in theirs.notes[0]
    assert "'elsewhere'" in theirs.notes[1]
    assert "at most 2 cases per query, so MRR@10" in theirs.notes[2]
    assert {comparison.baseline for comparison in result.comparisons} == {"theirs"}


@pytest.mark.parametrize(
    ("run", "why"), [({"x": [("C01", 1.0)]}, "answers no query"), ({"q0": [("X", 1.0)]}, "stored or judged")]
)
def test_a_run_of_another_set_is_refused(run: dict[str, list[tuple[str, float]]], why: str) -> None:
    with pytest.raises(InputError, match=why):
        run_experiment({}, [make_set()], TEXTS, OPTIONS, runs={"theirs": run})


def test_a_run_may_not_have_the_name_of_a_system() -> None:
    with pytest.raises(InputError, match="Two systems"):
        run_experiment({"it": perfect}, [make_set()], TEXTS, OPTIONS, runs={"it": {"q0": [("C01", 1.0)]}})


def test_systems_that_return_the_same_lists_are_named() -> None:
    def longer(queries: Sequence[Query]) -> list[RankedCases]:
        tail = [(f"C{n:02d}", -float(n)) for n in (15, 16)]
        return [RankedCases([*answer.ranking, *tail]) for answer in perfect(queries)]

    def deep(queries: Sequence[Query], last: str) -> list[RankedCases]:
        return [RankedCases([(f"C{n:02d}", -float(n)) for n in range(2, 16)] + [(last, -99.0)]) for _ in queries]

    systems: dict[str, System] = {
        "a": perfect,
        "b": perfect,
        "longer": longer,
        "c": silent,
        "d": partial(deep, last="C17"),
    }
    made, options = make_set(queries=1), ExperimentOptions(metrics=("MAP",), depth=20, samples=99)
    (result,) = run_experiment({**systems, "e": partial(deep, last="C18")}, [made], TEXTS, options)
    assert result.same == (SameLists(("a", "b")), SameLists(("d", "e"), 14))
    assert [str(same) for same in result.same] == [
        "a and b returned the same list for every query",
        "d and e returned the same first 14 cases for every query",
    ]


def test_relevance_may_begin_at_a_higher_grade() -> None:
    made = make_set(queries=2)
    graded = replace(made, qrels={"q0": {"C01": 1, "C17": 2}, "q1": {"C02": 1}})
    options = ExperimentOptions(metrics=("MRR@10",), depth=10, samples=99, relevant_from=2)
    (result,) = run_experiment({"it": perfect}, [graded], TEXTS, options)
    assert result.systems["it"].scores.of("MRR@10") == {"q0": 0.5}
    assert result.systems["it"].scores.without_relevant == ("q1",)


def test_scores_are_kept_and_only_ties_are_moved() -> None:
    ranked = strictly_falling([("a", 2.5), ("b", 2.5), ("c", 2.5 - 1e-12), ("d", 1.25), ("e", 9.0)])
    assert [case for case, _ in ranked] == ["a", "b", "c", "d", "e"] == ranked_cases(ranked)
    assert dict(ranked)["a"] == 2.5
    assert dict(ranked)["d"] == 1.25
    assert dict(ranked)["c"] == approx(2.5, abs=1e-6)
    assert dict(ranked)["e"] == approx(1.25, abs=1e-6)


def test_one_query_gives_no_interval() -> None:
    (result,) = run_experiment({"perfect": perfect}, [make_set(queries=1)], TEXTS, OPTIONS)
    assert result.comparisons[0].low is None
    assert result.comparisons[0].high is None
    assert result.systems["perfect"].intervals == {}


def test_every_mean_over_queries_has_an_interval() -> None:
    (result,) = run_experiment({"perfect": perfect, "silent": silent}, [make_set()], TEXTS, OPTIONS)
    assert result.systems["perfect"].intervals == {"MRR@10": (1.0, 1.0), "MAP": (1.0, 1.0)}
    low, high = result.systems[BM25_FLOOR].intervals["MRR@10"]
    assert low <= result.systems[BM25_FLOOR].scores.means["MRR@10"] <= high


def test_dated_queries_keep_the_bm25_floor_to_their_filter() -> None:
    asked = {"q": JudgedQuery("q", "facts of topic3", None, date(2000, 1, 1))}
    open_set = QuerySet("s", asked, {"q": {"C01": 1}})
    dates = {case: date(2010 if case == "C03" else 1990, 1, 1) for case in TEXTS}
    options = ExperimentOptions(metrics=("MRR@10",), depth=20, samples=99)
    (result,) = run_experiment({}, [dated(open_set, dates)], TEXTS, options)
    assert "C03" not in dict(result.systems[BM25_FLOOR].run["q"])
    assert dated(replace(open_set, queries={"q": JudgedQuery("q", "x")}), dates).candidates == {}


def test_undated_queries_over_a_dated_corpus_are_warned_of() -> None:
    open_set = QuerySet("s", {"q": JudgedQuery("q", "x"), "r": JudgedQuery("r", "y", "C1", date(2000, 1, 1))}, {})
    told = leak_warning(open_set, {"C1": date(1999, 1, 1)})
    assert told is not None
    assert "1 lack `decided` and 1 lack `case_id`" in told
    assert leak_warning(open_set, {"C1": None}) is None
    assert leak_warning(keep(open_set, ["r"]), {"C1": date(1999, 1, 1)}) is None


def test_rankings_are_cut_at_the_depth_after_what_is_not_admissible_is_gone() -> None:
    def long(queries: Sequence[Query]) -> list[RankedCases]:
        return [RankedCases([(f"C{i:02d}", -float(i)) for i in range(20)]) for _ in queries]

    options = ExperimentOptions(metrics=("MAP",), depth=3, samples=99)
    (result,) = run_experiment({"long": long}, [make_set(queries=1)], TEXTS, options)
    assert [case for case, _ in result.systems["long"].run["q0"]] == ["C01", "C02", "C03"]  # C00 asks
