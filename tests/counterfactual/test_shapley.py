"""Shapley's axioms on games whose values are known."""

from collections.abc import Sequence

import pytest
from tests.counterfactual.small_matter import (
    AGE,
    CASES,
    DEATH,
    EYEWITNESS,
    KNIFE,
    MURDER,
    FactRanker,
    edit,
    number,
    sheet_of,
)

from countercase.counterfactual.shapley import attribute, places_kept
from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactSheet, Quantity


class Game:
    """A ranking whose length is the summed worth of the facts present; a bonus for murder and knife together."""

    def __init__(self, worth: dict[Fact, int], bonus: int = 0) -> None:
        self.worth = {fact.key: value for fact, value in worth.items()}
        self.bonus = bonus

    def __call__(self, sheets: Sequence[FactSheet]) -> list[list[CaseId]]:
        return [[CaseId(str(place)) for place in range(self._total(sheet))] for sheet in sheets]

    def _total(self, sheet: FactSheet) -> int:
        keys = {fact.key for fact in sheet.facts}
        both = {MURDER.key, KNIFE.key} <= keys
        return sum(self.worth.get(key, 0) for key in keys) + (self.bonus if both else 0)


FACTS = (MURDER, KNIFE, AGE)


def length(ranking: Sequence[CaseId]) -> float:
    return float(len(ranking))


def test_an_additive_game_gives_each_fact_its_own() -> None:
    found = attribute(sheet_of(*FACTS), FACTS, Game({MURDER: 5, KNIFE: 2}), edit, length)
    assert [share.value for share in found.shares] == pytest.approx([5, 2, 0])
    assert (found.exact, found.searches) == (True, 8)


def test_what_two_do_together_is_halved() -> None:
    found = attribute(sheet_of(*FACTS), FACTS, Game({}, bonus=6), edit, length)
    assert [share.value for share in found.shares] == pytest.approx([3, 3, 0])


def test_shares_add_up_to_what_all_do_together() -> None:
    facts = (MURDER, KNIFE, AGE, EYEWITNESS, DEATH)
    sheet = sheet_of(*facts)
    ranker = FactRanker(CASES)
    value = places_kept(ranker([sheet])[0], k=5)
    found = attribute(sheet, facts, ranker, edit, value)
    assert found.whole == 0.0
    assert sum(share.value for share in found.shares) == pytest.approx(found.whole - found.nothing)


def test_beyond_the_limit_orders_are_drawn_and_the_error_is_told() -> None:
    facts = tuple(number(Quantity.AMOUNT, value, "rupees") for value in range(1, 15))
    game = Game({fact: place for place, fact in enumerate(facts)})
    found = attribute(sheet_of(*facts), facts, game, edit, length, orders=20)
    assert not found.exact
    assert [share.value for share in found.shares] == pytest.approx(list(range(14)))
    assert all(share.error == pytest.approx(0) for share in found.shares)


def test_a_sampled_value_is_near_the_exact_one() -> None:
    facts = (MURDER, KNIFE, AGE, EYEWITNESS, DEATH)
    sheet, ranker = sheet_of(*facts), FactRanker(CASES)
    value = places_kept(ranker([sheet])[0], k=5)
    exact = attribute(sheet, facts, ranker, edit, value)
    drawn = attribute(sheet, facts, ranker, edit, value, orders=200, exact_up_to=0)
    for true, guess in zip(exact.shares, drawn.shares, strict=True):
        assert abs(true.value - guess.value) <= 4 * guess.error + 1e-9
    assert any(share.error > 0 for share in drawn.shares)
    assert attribute(sheet, facts, ranker, edit, value, orders=200, exact_up_to=0) == drawn


def test_each_coalition_is_one_edit_away_from_another() -> None:
    edits = []

    def counted(sheet: FactSheet, before: Fact | None, after: Fact | None) -> FactSheet:
        edits.append(before)
        return edit(sheet, before, after)

    facts = (MURDER, KNIFE, AGE, EYEWITNESS, DEATH)
    found = attribute(sheet_of(*facts), facts, Game({MURDER: 2}), counted, length)
    assert (found.searches, len(edits)) == (32, 31)


def test_no_more_orders_are_drawn_once_the_error_is_small() -> None:
    facts = tuple(number(Quantity.AMOUNT, value, "rupees") for value in range(1, 15))
    few = attribute(sheet_of(*facts), facts, Game({}), edit, length, orders=12)
    many = attribute(sheet_of(*facts), facts, Game({}), edit, length, orders=1000)
    assert many == few
