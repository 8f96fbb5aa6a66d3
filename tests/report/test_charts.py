"""Bars over the band of their placebos, two lists with lines between them, and charts with axes."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from countercase.counterfactual.verdict import EdgeEvidence
from countercase.domain.case import CaseId
from countercase.report.charts import (
    EffectBar,
    Scale,
    difference_chart,
    effect_bar,
    effect_bars,
    line_chart,
    scale_of,
    two_lists,
)
from countercase.report.page import moves
from countercase.report.tree import common_scale, standing


def seen(effect: float, q: float, band: tuple[float, float] = (0.1, 0.4)) -> EdgeEvidence:
    return EdgeEvidence(effect, 0.9, q, q, effect * 0.8, effect * 1.2, 21, *band)


def cases(names: str) -> list[CaseId]:
    return [CaseId(name) for name in names]


def test_a_measured_change_is_drawn_over_its_band() -> None:
    evidence = seen(0.9, 0.01)
    shown = standing(evidence, "Section", common_scale([evidence]))
    assert "95 % of 21 neutral edits of the same length lie between 0.100 and 0.400" in shown.figures
    assert 'class="band"' in shown.strip


def test_the_band_is_drawn_where_its_values_are() -> None:
    drawn = str(effect_bar(EffectBar("", "Section", 0.5, band=(0.25, 0.75)), Scale(0, 1, 1, 399)))
    band = re.search(r'<rect x="([\d.]+)"[^>]*width="([\d.]+)"[^>]*class="band"', drawn)
    assert band is not None
    left, width = map(float, band.groups())
    assert left == pytest.approx(1 + 0.25 * 398, abs=0.1)
    assert width == pytest.approx(0.5 * 398, abs=0.1)


def test_a_band_of_nothing_is_still_seen() -> None:
    drawn = str(effect_bar(EffectBar("", "Section", 0.5, band=(0.0, 0.0)), Scale(0, 1, 1, 399)))
    assert 'width="2.00"' in drawn
    assert 'class="band-end"' in drawn


@example([(-1.0, 0.0, 0.0)])
@given(st.lists(st.tuples(st.floats(-5, 5), st.floats(0, 5), st.floats(0, 5)), min_size=1, max_size=6))
def test_everything_lies_within_its_picture(values: list[tuple[float, float, float]]) -> None:
    effects = [EffectBar("", "", one, one - less, one + more, (0.0, more)) for one, less, more in values]
    scale = scale_of(effects)
    for effect in effects:
        for place in re.findall(r' x(?:1|2)?="([^"]+)"', str(effect_bar(effect, scale))):
            assert 0 <= float(place) <= 400


def test_a_chart_names_its_line_and_its_band() -> None:
    chart = effect_bars("Moved", [EffectBar("a", "Section", 2.0, band=(0, 1))], 1.5)
    assert (chart.line, chart.banded, chart.rows[0].figures) == ("1.5 places", True, "2.00")
    assert 'class="threshold"' in chart.rows[0].bar


def test_two_lists_say_in_words_what_became_of_each_case() -> None:
    shown = two_lists(cases("abcdef"), cases("badgcf"), {CaseId("a"): "A v. B"}, 4)
    assert [(one.name, one.words) for one in shown.before] == [
        ("A v. B", ""), ("b", ""), ("c", "leaves, now 5"), ("d", ""),
    ]  # fmt: skip
    assert [(one.case_id, one.words) for one in shown.after] == [
        ("b", "▲ 1"), ("a", "▼ 1"), ("d", "▲ 1"), ("g", "enters"),
    ]  # fmt: skip
    assert shown.lines.count('class="up"') == 2
    assert shown.lines.count('class="down"') == 1
    assert shown.lines.count('class="dropped"') == shown.lines.count('class="entered"') == 1


def test_a_case_from_outside_the_list_tells_its_old_rank() -> None:
    shown = two_lists(cases("abc"), cases("cab"), {}, 2)
    assert [one.words for one in shown.after] == ["enters, was 3", "▼ 1"]


@given(st.permutations("abcdef"), st.permutations("abcdef"), st.integers(1, 6))
def test_every_case_of_both_lists_has_a_line(before: list[str], after: list[str], k: int) -> None:
    shown = two_lists(cases("".join(before)), cases("".join(after)), {}, k)
    assert shown.lines.count("<line") == len(set(before[:k]) | set(after[:k]))


def test_every_chart_is_well_formed_and_titled() -> None:
    charts = [
        line_chart("a & b", {"<x>": [(1, 0.0), (10, 0.5)], "y": [(1, 1.0), (10, 1.0)]}, "rank", "recall"),
        difference_chart("d", [0.5, -0.25, 0.0]),
    ]
    for chart in charts:
        root = ET.fromstring(chart)
        assert root.attrib["role"] == "img"
        assert root.find("title") is not None
    assert line_chart("t", {}, "", "") == difference_chart("t", []) == ""


def test_lines_rise_with_their_values() -> None:
    root = ET.fromstring(line_chart("t", {"a": [(1, 0.0), (100, 1.0)]}, "x", "y"))
    line = root.find("polyline")
    assert line is not None
    (x1, y1), (x2, y2) = (tuple(map(float, point.split(","))) for point in line.attrib["points"].split())
    assert x1 < x2
    assert y1 > y2  # SVG counts downwards


def test_wins_stand_above_the_line_and_losses_below() -> None:
    root = ET.fromstring(difference_chart("t", [-0.5, 1.0]))
    won, lost = root.findall("rect")
    assert float(won.attrib["y"]) + float(won.attrib["height"]) == float(lost.attrib["y"])
    assert float(won.attrib["height"]) == 2 * float(lost.attrib["height"])
    assert "1 better, 1 worse, 0 the same" in "".join(root.itertext())


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.0, "This change leaves the list as it is."),
        (0.04, "The list hardly moves."),
        (1.0, "The list moves by 1.0 place."),
        (2.26, "The list moves by 2.3 places."),
    ],
)
def test_a_move_of_the_list_is_a_sentence(value: float, words: str) -> None:
    assert moves(value) == words
