"""Effects and verdicts against their formulas."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.counterfactual.measure import change_of_z, changes, effect, rank_biased_overlap
from countercase.counterfactual.sensitivity import rank_shift
from countercase.counterfactual.verdict import (
    Answer,
    EdgeEvidence,
    MeasuredSupport,
    controlled_p,
    judge,
    permutation_p,
)
from countercase.domain.case import CaseId

IDS = [CaseId(f"c{number:03d}") for number in range(200)]


def test_change_of_z_is_the_mean_over_the_union_of_the_tops() -> None:
    before = np.linspace(2, -2, 200)
    after = before.copy()
    after[199] = 5.0  # enters the top; the fiftieth leaves it
    union = [*range(50), 199]
    assert change_of_z(before, after) == pytest.approx(np.abs(before - after)[union].mean())
    assert len(changes(before, after)) == 51


def test_nothing_moved() -> None:
    same = np.linspace(1, -1, 200)
    unmoved = effect(same, same, IDS)
    assert (unmoved.change, unmoved.displacement_10, unmoved.displacement_50) == (0, 0, 0)
    assert unmoved.overlap == pytest.approx(1.0)


def test_displacement_is_the_seeds() -> None:
    before, after = np.linspace(1, -1, 200), np.linspace(1, -1, 200)
    after[0], after[1] = before[1], before[0]
    swapped = [IDS[1], IDS[0], *IDS[2:10]]
    assert effect(before, after, IDS).displacement_10 == rank_shift(IDS[:10], swapped, 10).mean


def test_overlap_of_two_by_hand() -> None:
    a, b, c = CaseId("a"), CaseId("b"), CaseId("c")
    # agreement 0 at depth 1 and 1/2 at depth 2, extrapolated: (1 - p)(0 + p/2) + p^2/2
    assert rank_biased_overlap([a, b], [b, c], 0.9) == pytest.approx(0.1 * 0.9 * 0.5 + 0.5 * 0.81)
    assert rank_biased_overlap([a], [b]) == 0
    assert rank_biased_overlap([], []) == 1


@given(st.permutations(IDS[:8]), st.permutations(IDS[:8]))
def test_overlap_is_symmetric_and_bounded(left: list[CaseId], right: list[CaseId]) -> None:
    overlap = rank_biased_overlap(left, right)
    assert 0 <= overlap <= 1 + 1e-12
    assert overlap == pytest.approx(rank_biased_overlap(right, left))


def test_q_corrects_over_the_changes_that_could_be_tested() -> None:
    strong, weak = np.array([9.0]), np.array([0.4])
    edits = {"insertion": np.linspace(0.1, 1, 19)}
    alone, untested = judge([strong, strong], [edits, {"insertion": np.array([0.1])}])
    together, other = judge([strong, weak], [edits, edits])
    assert (alone.q, untested.q) == (alone.p, 1)
    assert together.q == pytest.approx(2 * together.p)
    assert other.q == pytest.approx(other.p)


def test_the_fact_counts_as_one_of_the_edits() -> None:
    assert permutation_p(np.array([9.0]), [np.linspace(0.1, 1, 19)]) == pytest.approx([1 / 20])
    assert permutation_p(np.array([0.0]), [np.linspace(0.1, 1, 19)]) == pytest.approx([1.0])


def test_changes_of_a_tree_share_their_placebos() -> None:
    one = np.linspace(0.1, 1, 19)
    assert permutation_p(np.array([9.0, 90.0]), [one, 10 * one]) == pytest.approx([1 / 39, 1 / 39])


def test_what_moves_less_than_a_hundredth_moves_nothing() -> None:
    assert permutation_p(np.array([0.009]), [np.full(19, 0.001)]) == pytest.approx([1.0])


def test_one_strong_kind_of_placebo_is_enough_to_hold_a_fact_back() -> None:
    weak, strong = np.full(60, 0.02), np.linspace(0.5, 1.5, 6)
    p = controlled_p(np.array([1.0]), [{"insertion": weak, "circumstance": strong}])
    assert p[0] >= 0.3
    assert controlled_p(np.array([9.0]), [{"insertion": weak, "circumstance": strong}])[0] < 0.05


def test_under_the_null_few_are_called_dispositive() -> None:
    rng = np.random.default_rng(3)
    called = []
    for _ in range(200):
        drawn = rng.lognormal(size=(6, 22))
        judged = judge([row[:1] for row in drawn], [{"circumstance": row[1:]} for row in drawn], samples=2)
        called += [evidence.dispositive for evidence in judged]
    assert np.mean(called) <= 0.05


def test_evidence_holds_percentile_interval_and_band() -> None:
    moved = np.array([1.0, 2.0, 3.0])
    (evidence,) = judge([moved], [{"insertion": np.linspace(0.1, 1, 21)}])
    assert evidence.effect == 2
    assert evidence.percentile == 1
    assert evidence.placebos == 21
    assert 1 <= evidence.low <= evidence.effect <= evidence.high <= 3
    assert 0.1 <= evidence.band_low < evidence.band_high <= 1
    assert evidence.dispositive


KNOWN = MeasuredSupport(apart=True, weighed=True, before=40, after=30, in_law=False)
STILL = EdgeEvidence(0.1, 0.1, 0.9, 0.9, 0.05, 0.2, 63, 0.1, 1)


def test_the_words_speak_of_the_search_and_never_of_the_case() -> None:
    decisive = EdgeEvidence(2, 1.0, 0.01, 0.02, 1, 3, 63, 0.1, 1, KNOWN)
    middling = EdgeEvidence(0.9, 0.6, 0.4, 0.5, 0.5, 1.7, 63, 0.1, 1, KNOWN)
    nothing = replace(STILL, support=KNOWN)
    assert [seen.answer for seen in (decisive, middling, nothing)] == [
        Answer.DEPENDS,
        Answer.CANNOT_TELL,
        Answer.DOES_NOT,
    ]
    assert "further than 63 neutral edits of the same length" in decisive.reason
    for evidence in (decisive, middling, nothing):
        assert "decides" not in evidence.reason
        assert "dispositive" not in evidence.reason.lower()
    assert "not enough to tell it from wording" in middling.reason


@pytest.mark.parametrize(
    ("support", "why"),
    [
        (None, "earlier version"),
        (replace(KNOWN, apart=False, weighed=False), "reads both alike"),
        (replace(KNOWN, weighed=False, before=None, after=None), "link the fact to the law"),
        (replace(KNOWN, after=4), "only 4 cases"),
        (replace(KNOWN, after=0), "no cases"),
        (replace(KNOWN, in_law=True), "the law distinguishes the two"),
    ],
)
def test_a_small_effect_shows_nothing_where_the_cases_could_not_have_shown_it(
    support: MeasuredSupport | None, why: str
) -> None:
    seen = replace(STILL, support=support)
    assert seen.answer is Answer.CANNOT_TELL
    assert why in seen.reason


def test_a_large_effect_on_hardly_any_case_is_no_answer() -> None:
    few = EdgeEvidence(2, 1.0, 0.01, 0.02, 1, 3, 63, 0.1, 1, replace(KNOWN, before=1, after=2))
    assert few.answer is Answer.CANNOT_TELL
    assert few.dispositive  # the specification's verdict knows no third answer


def test_too_few_placebos_test_nothing_and_do_not_touch_the_others() -> None:
    enough, few = np.linspace(0.1, 1, 19), np.linspace(0.1, 1, 18)
    alone = judge([np.array([9.0])], [{"insertion": enough}])
    both = judge([np.array([9.0]), np.array([9.0]), np.array([9.0])], [{"insertion": enough}, {"insertion": few}, {}])
    assert (both[0].p, both[0].q) == (alone[0].p, alone[0].q)
    assert both[0].tested
    for untested in both[1:]:
        assert (untested.tested, untested.dispositive, untested.p, untested.q) == (False, False, 1, 1)
        assert "19 are needed" in untested.reason
