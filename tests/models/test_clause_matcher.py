"""The learned reader of clauses, with the weights of the package."""

from pathlib import Path

import pytest

from countercase.domain.ingredients import IngredientStatus
from countercase.errors import ModelError
from countercase.models.clause_matcher import ClauseMatcher, built_in_matcher

NARCOTICS = {"ndps-samples.magistrate", "ndps-samples.custody", "ndps-possession.conscious", "ndps-42.written"}


def test_a_clause_is_laid_to_its_ingredient_with_its_status() -> None:
    found = built_in_matcher().read(["Magistrate was never asked to draw samples or certify the inventory"], NARCOTICS)
    assert [(reading.ingredient, reading.status) for reading in found][:1] == [
        ("ndps-samples.magistrate", IngredientStatus.CONTRARY)
    ]


def test_only_wanted_ingredients_are_read() -> None:
    matcher = built_in_matcher()
    assert matcher.read(["Magistrate was never asked to draw samples"], set()) == []
    assert matcher.read([], NARCOTICS) == []


def test_the_same_clause_gives_the_same_answer_alone_and_among_others() -> None:
    clause = "the malkhana man was not examined"
    alone = ClauseMatcher(threads=1).read([clause], NARCOTICS)
    among = ClauseMatcher(threads=2).read(["He went home.", clause, "It rained all day."], NARCOTICS)
    assert [(each.ingredient, each.chance) for each in alone] == [
        (each.ingredient, each.chance) for each in among if each.clause == 1
    ]


def test_a_folder_without_weights_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"clauses\.json is missing"):
        ClauseMatcher(tmp_path)
