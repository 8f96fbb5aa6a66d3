"""The specification's four figures against hand counts, and the controls beside them."""

import json
from collections.abc import Sequence
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import approx
from scipy import stats

from countercase.domain.facts import FactType
from countercase.errors import InputError
from countercase.evaluation.counterfactual_eval import (
    ExpertView,
    SystemView,
    Verdicts,
    evaluate_counterfactuals,
    midranks,
    pooled_spearman,
    read_annotations,
    read_tree,
    spearman,
    template,
)

S, P, E, N = FactType.SECTION, FactType.PARTY_TYPE, FactType.EVIDENCE, FactType.NUMERICAL


def test_rho_without_ties_is_the_seeds_formula() -> None:
    system, expert = [4.0, 1.0, 3.0, 2.0], [4.0, 2.0, 1.0, 3.0]
    d = [0, -1, 2, -1]
    assert spearman(system, expert) == approx(1 - 6 * sum(x * x for x in d) / (4 * (16 - 1)))


def test_rho_with_ties_uses_midranks() -> None:
    assert midranks([1.0, 5.0, 5.0, 9.0]).tolist() == [1.0, 2.5, 2.5, 4.0]
    assert spearman([1, 2, 2, 3], [1, 2, 3, 4]) == approx(stats.spearmanr([1, 2, 2, 3], [1, 2, 3, 4]).statistic)


def test_rho_is_undefined_where_nothing_can_be_ordered() -> None:
    assert spearman([1.0], [2.0]) is None
    assert spearman([], []) is None
    assert spearman([1.0, 1.0, 1.0], [1.0, 2.0, 3.0]) is None


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=8))
def test_rho_is_scipys(pairs: list[tuple[int, int]]) -> None:
    left, right = [float(a) for a, _ in pairs], [float(b) for _, b in pairs]
    got = spearman(left, right)
    if len(set(left)) > 1 and len(set(right)) > 1:
        assert got == approx(stats.spearmanr(left, right).statistic, abs=1e-9)
    else:
        assert got is None


def test_pooled_rho_of_one_case_is_its_own() -> None:
    pooled = pooled_spearman([([4, 1, 3, 2], [4, 2, 1, 3])])
    assert pooled is not None
    assert pooled.rho == approx(0.4)
    assert (pooled.cases, pooled.pairs) == (1, 4)
    assert (pooled.low, pooled.high) == (None, None)


def test_the_p_counts_every_permutation() -> None:
    """scipy counts all orders of one case; two cases are counted here by hand."""
    order = ([4.0, 1.0, 3.0, 2.0, 5.0], [4.0, 2.0, 1.0, 3.0, 5.0])

    def rho(values: Sequence[float]) -> float:
        return float(stats.spearmanr(values, order[1]).statistic)

    theirs = stats.permutation_test((order[0],), rho, permutation_type="pairings", n_resamples=10**6).pvalue
    alone = pooled_spearman([order])
    assert alone is not None
    assert alone.exact
    assert alone.p == approx(theirs)
    two = [([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]), ([1.0, 2.0, 2.0], [2.0, 1.0, 3.0])]
    sums = [
        sum(float(np.dot(midranks(a) - 2, midranks(p) - 2)) for (a, _), p in zip(two, orders, strict=True))
        for orders in product(permutations(two[0][1]), permutations(two[1][1]))
    ]
    observed = sum(float(np.dot(midranks(a) - 2, midranks(b) - 2)) for a, b in two)
    pooled = pooled_spearman(two)
    assert pooled is not None
    assert pooled.p == approx(sum(abs(value) >= abs(observed) - 1e-9 for value in sums) / 36)


def test_too_many_orders_are_sampled() -> None:
    long = list(range(9))
    pooled = pooled_spearman([(long, long), (long, long[::-1])], samples=199)
    assert pooled is not None
    assert not pooled.exact
    assert pooled.p == 1.0


def test_one_case_cannot_reach_significance_and_many_can() -> None:
    order: tuple[list[float], list[float]] = ([1, 2, 3, 4], [1, 2, 3, 4])
    one, many = pooled_spearman([order]), pooled_spearman([order] * 12)
    assert one is not None
    assert many is not None
    assert one.rho == many.rho == approx(1.0)
    assert one.p == approx(2 / 24, abs=0.015)  # in order or in reverse, of 24 orders
    assert many.p < 0.001


def test_pooling_ranks_within_cases_so_that_scale_between_cases_does_not_count() -> None:
    pooled = pooled_spearman([([1, 2, 3], [3, 2, 1]), ([100, 200, 300], [103, 102, 101])])
    assert pooled is not None
    assert pooled.rho == approx(-1.0)


def test_shuffled_orders_are_not_significant_more_often_than_chance() -> None:
    rng = np.random.default_rng(0)
    below = 0
    for seed in range(100):
        pairs = [(rng.permutation(4).tolist(), rng.permutation(4).tolist()) for _ in range(8)]
        pooled = pooled_spearman(pairs, samples=199, seed=seed)
        below += pooled is not None and pooled.p <= 0.05
    assert below <= 12


def test_the_interval_holds_the_estimate() -> None:
    pooled = pooled_spearman([([1, 2, 3, 4], [1, 2, 4, 3]), ([1, 2, 3, 4], [2, 1, 3, 4]), ([1, 2, 3], [1, 3, 2])])
    assert pooled is not None
    assert pooled.low is not None
    assert pooled.high is not None
    assert pooled.low <= pooled.rho <= pooled.high
    assert pooled_spearman([([1, 1], [1, 2])]) is None


def judged(**verdicts: tuple[bool | None, float | None]) -> dict[FactType, ExpertView]:
    names = {"S": S, "P": P, "E": E, "N": N}
    return {names[name]: ExpertView(*verdict) for name, verdict in verdicts.items()}


def test_accuracies_are_shares_of_the_experts_facts() -> None:
    annotations = {
        "a": judged(S=(True, 1), E=(True, 2), N=(False, 4), P=(False, 3)),
        "b": judged(S=(True, 1), N=(False, 2), P=(None, 3)),
    }
    readings = [
        SystemView("a", {S: 3.0, E: 1.5, N: 0.2, P: 2.0}, {S: True, E: True, N: False, P: False}),
        SystemView("b", {S: 1.6, N: 1.5}, {S: False}),
    ]
    scores = evaluate_counterfactuals(readings, annotations)
    assert scores.specification_verdicts.dispositive.value == approx(2 / 3)  # 3.0 and 1.6; 1.5 is not above 1.5
    assert scores.specification_verdicts.non_dispositive.value == approx(2 / 3)  # 0.2 and 1.5; 2.0 is above
    assert scores.specification_verdicts.balanced == approx(2 / 3)
    assert scores.controlled_verdicts.dispositive.value == approx(2 / 3)
    assert scores.controlled_verdicts.non_dispositive.value == approx(1.0)
    assert scores.controlled_verdicts.non_dispositive.untested == 1
    assert scores.undecided == 1


def test_an_untested_fact_is_neither_hit_nor_miss() -> None:
    scores = evaluate_counterfactuals([SystemView("a", {})], {"a": judged(S=(True, 1))})
    assert scores.specification_verdicts.dispositive.value is None
    assert scores.specification_verdicts.dispositive.untested == 1
    assert scores.specification_verdicts.balanced is None


def test_the_threshold_is_the_callers() -> None:
    scores = evaluate_counterfactuals([SystemView("a", {S: 1.2})], {"a": judged(S=(True, 1))}, threshold=1.0)
    assert scores.specification_verdicts.dispositive.value == 1.0


def test_the_most_important_fact_has_rank_one_so_agreement_is_positive() -> None:
    annotations = {"a": judged(S=(True, 1), E=(True, 2), P=(False, 3), N=(False, 4))}
    scores = evaluate_counterfactuals([SystemView("a", {S: 4.0, E: 3.0, P: 2.0, N: 1.0})], annotations)
    assert scores.rho == {"a": approx(1.0)}
    assert scores.pooled is not None
    assert scores.pooled.rho == approx(1.0)


def test_only_fact_types_with_both_values_are_ordered() -> None:
    annotations = {"a": judged(S=(True, 1), E=(True, None), P=(False, 3))}
    scores = evaluate_counterfactuals([SystemView("a", {S: 1.0, E: 9.0, P: 2.0, N: 5.0})], annotations)
    assert scores.rho == {"a": approx(-1.0)}


def test_accept_rate_counts_abstentions_as_proposed_and_shows_them_apart() -> None:
    rate = Verdicts(6, 2, 4)
    assert rate.accept_rate == approx(0.5)
    assert rate.accept_rate_of_decided == approx(0.75)
    assert Verdicts(0, 0, 0).accept_rate is None
    assert Verdicts(0, 0, 3).accept_rate_of_decided is None


def test_accept_rate_sums_over_the_trees() -> None:
    readings = [
        SystemView("a", {S: 1.0}, {}, Verdicts(3, 1, 0), Verdicts(2, 0, 1)),
        SystemView("b", {S: 1.0}, {}, Verdicts(1, 0, 1), Verdicts(0, 5, 0)),
    ]
    scores = evaluate_counterfactuals(readings, {"a": judged(S=(True, 1)), "b": judged(S=(True, 1))})
    assert scores.final_verdicts == Verdicts(4, 1, 1)
    assert scores.llm_verdicts == Verdicts(2, 5, 1)


def test_what_cannot_be_matched_is_named() -> None:
    readings = [SystemView("a", {S: 1.0}), SystemView("x", {S: 1.0})]
    scores = evaluate_counterfactuals(readings, {"a": judged(S=(True, 1)), "z": judged(S=(True, 1))})
    assert (scores.cases, scores.not_annotated, scores.without_tree) == (1, ("x",), ("z",))
    with pytest.raises(InputError, match="No tree"):
        evaluate_counterfactuals([SystemView("q", {})], {"a": {}})
    with pytest.raises(InputError, match="same case"):
        evaluate_counterfactuals([SystemView("a", {}), SystemView("a", {})], {"a": {}})


def put(folder: Path, text: str, name: str = "sheet.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


HEADER = "case_id,fact_type,dispositive,importance,annotator,note\n"


def test_the_majority_decides_and_a_draw_does_not(tmp_path: Path) -> None:
    sections = "a,Section,yes,1,x,\na,Section,yes,2,y,\na,Section,no,3,z,\n"
    rows = f"{sections}a,Evidence,yes,,x,\na,Evidence,no,,y,\na,numerical,,,x,\n"
    got = read_annotations(put(tmp_path, HEADER + rows))
    assert got["a"][S] == ExpertView(True, 2.0, 3)
    assert got["a"][E] == ExpertView(None, None, 2)
    assert got["a"][N] == ExpertView(None, None, 1)


def test_the_template_asks_for_every_fact_type_and_reads_back(tmp_path: Path) -> None:
    sheet = template(["C1", "C2"], "reader")
    assert sheet.count("C1,") == 4
    got = read_annotations(put(tmp_path, sheet))
    assert got["C2"] == {fact_type: ExpertView(None, None) for fact_type in FactType}


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("a,Weather,yes,1,x,", "no fact type 'Weather'"),
        ("a,Section,perhaps,1,x,", "yes, no or empty"),
        ("a,Section,yes,0,x,", "rank from 1"),
        ("a,Section,yes,first,x,", "rank from 1"),
        (",Section,yes,1,x,", "case_id is empty"),
        ("b,Section,yes,1,x,", "twice"),
    ],
)
def test_bad_annotations_are_refused_with_their_line(tmp_path: Path, row: str, why: str) -> None:
    with pytest.raises(InputError, match=why) as caught:
        read_annotations(put(tmp_path, f"{HEADER}b,Section,no,2,x,\n{row}\n"))
    assert "sheet.csv:3" in str(caught.value)


def test_missing_columns_and_empty_sheets_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'dispositive' is missing"):
        read_annotations(put(tmp_path, "case_id,fact_type\na,Section\n"))
    with pytest.raises(InputError, match="no annotation"):
        read_annotations(put(tmp_path, HEADER))


def test_a_row_with_an_unquoted_comma_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "annotations.csv"
    path.write_text("case_id,fact_type,dispositive,importance,annotator,note\nC1,Section,yes,1,,the age, as it seems\n")
    with pytest.raises(InputError, match=r"annotations\.csv:2: the row has more columns than the header"):
        read_annotations(path)


def test_a_tree_is_read_from_its_summary_or_its_edges(tmp_path: Path) -> None:
    summary = {
        "case_id": "C1", "sensitivity": {"Section": 2.5}, "controlled": {"Section": True},
        "validation": {"accepted": 3, "abstained": 1}, "advised": {"rejected": 2},
    }  # fmt: skip
    assert read_tree(put(tmp_path, json.dumps(summary), "t.json")) == SystemView(
        "C1", {S: 2.5}, {S: True}, Verdicts(3, 0, 1), Verdicts(0, 2, 0)
    )
    edges = [{"perturbation": None}] + [
        {"perturbation": {"fact_type": kind}, "shift": {"mean": mean}}
        for kind, mean in (("Section", 1.0), ("Section", 4.0), ("Evidence", 0.5), (None, 9.0))
    ]
    assert read_tree(put(tmp_path, json.dumps({"nodes": edges}), "C9.json")) == SystemView("C9", {S: 2.5, E: 0.5})


@pytest.mark.parametrize(
    "text", ["{", "[]", "{}", '{"sensitivity": {"Weather": 1}}', '{"nodes": [{"perturbation": 3, "shift": 1}]}']
)
def test_what_is_no_tree_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"t\.json"):
        read_tree(put(tmp_path, text, "t.json"))
