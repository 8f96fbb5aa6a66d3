"""The learned order of questions: how often a point is asked about, and what that does to its place."""

import math

import pytest

from countercase.counterfactual.law_reading import read_matter
from countercase.counterfactual.question_order import (
    Surroundings,
    ingredient_features,
    is_often_asked,
    is_seldom_asked,
    learned_order,
    usually_asked,
)
from countercase.counterfactual.questions import questions, surroundings
from countercase.domain.checklist import LawLine, Stands
from countercase.facts.extract import extract_facts
from countercase.law.ingredients import tables

CHEQUE = (
    "Complaint under Section 138 of the NI Act. The cheque of 10 April 2023 was returned unpaid on 4 June 2023 for want"
    " of funds. The complainant had the memo on 5 June 2023 and sent the demand notice on 8 July 2023. The accused says"
    " that no debt was due from him. His signature on the cheque is not disputed."
)


def test_every_count_is_of_a_point_that_the_tables_know() -> None:
    order = learned_order()
    ingredients = [point for point in order.seen if not point.startswith("line ")]
    assert len(ingredients) > 500
    assert {point for point in ingredients if point not in tables().ingredients} == set()
    counts = [each for states in order.seen.values() for each in states.values()]
    assert all(0 <= asked <= times and times for asked, times in counts)
    assert sum(asked for asked, _ in counts) / sum(times for _, times in counts) == pytest.approx(
        order.share_asked, abs=0.001
    )


def test_few_sightings_lean_on_the_average() -> None:
    seen = {"a.point": {"met": (1, 2), "contrary": (3, 4)}}
    whatever, met = usually_asked(seen, 0.25, "a.point", "met")
    assert whatever == pytest.approx(math.log((4 + 1) / (6 + 4) / (1 - 5 / 10)))
    assert met == pytest.approx(math.log((1 + 1) / (2 + 4) / (1 - 2 / 6)))
    assert usually_asked(seen, 0.25, "unknown", "met") == pytest.approx((math.log(1 / 3), math.log(1 / 3)))


def test_a_matter_of_training_does_not_count_itself() -> None:
    seen = {"a.point": {"met": (1, 1)}}
    assert usually_asked(seen, 0.25, "a.point", "met", leaving_out=1) == usually_asked(seen, 0.25, "unknown", "met")


def test_what_is_usually_asked_scores_higher() -> None:
    before = read_matter(extract_facts(CHEQUE))
    reading = next(each for each in before.ingredients if each.id == "cheque-dishonour.debt")
    around = surroundings(before)[reading.subject]
    order = learned_order()
    low, high = (order.score(ingredient_features(reading, around, usually)) for usually in ((-2.0, -2.0), (1.0, 1.0)))
    assert low < high


def test_surroundings_tell_the_share_of_a_subject_and_whether_it_is_cited() -> None:
    around = surroundings(read_matter(extract_facts(CHEQUE)))
    assert around["cheque-dishonour"] == Surroundings(CHEQUE, 1.0, is_cited=True)


def test_a_crossed_line_is_asked_about_first() -> None:
    asked = questions(read_matter(extract_facts(CHEQUE)))
    first = asked[0].about
    assert isinstance(first, LawLine)
    assert first.stands is Stands.CROSSED
    assert "8 July 2023" in first.says or any("8 July 2023" in span.of(CHEQUE) for span in first.spans)


def test_lawyers_ask_about_the_debt_and_seldom_about_the_bounced_cheque() -> None:
    assert is_often_asked("cheque-dishonour.debt")
    assert not is_often_asked("cheque-dishonour.dishonour")
    assert is_seldom_asked("cheque-dishonour.dishonour", "met")
    assert not is_seldom_asked("cheque-dishonour.debt", "disputed")
