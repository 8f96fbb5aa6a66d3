"""The learned reader of matters, with the weights of the package."""

import re
from pathlib import Path

import pytest

from countercase.domain.checklist import IngredientStatus
from countercase.domain.facts import FactKind
from countercase.domain.span import Span
from countercase.errors import ModelError
from countercase.models.clause_matcher import ClauseMatcher, built_in_matcher

NARCOTICS = {"ndps-samples.magistrate", "ndps-samples.custody", "ndps-possession.conscious", "ndps-42.written"}
SEARCH = [
    "Charge u/s 20 NDPS",
    "the bag held 24 kg of ganja",
    "Magistrate was never asked to draw samples or certify the inventory",
    "the malkhana register was not produced",
]


def test_a_clause_is_laid_to_its_ingredient_with_its_status() -> None:
    found = {
        (reading.clause, reading.ingredient): reading.status
        for reading in built_in_matcher().read(SEARCH, NARCOTICS, 0.4)
    }
    assert found[2, "ndps-samples.magistrate"] is IngredientStatus.CONTRARY


def test_one_clause_tells_of_several_ingredients() -> None:
    clauses = ["Charge u/s 302 IPC", "he snatched up a spade that lay by the drain and gave a single blow on the head"]
    wanted = {"murder.weapon-carried", "murder.repeated-blows", "sudden-fight.no-premeditation", "fir.prompt"}
    readings = built_in_matcher().read(clauses, wanted & set(built_in_matcher().ingredients), 0.2)
    assert len({reading.ingredient for reading in readings if reading.clause == 1}) >= 2
    assert "fir.prompt" not in {reading.ingredient for reading in readings}


def test_only_wanted_ingredients_are_read_and_only_if_likely_enough() -> None:
    matcher = built_in_matcher()
    assert matcher.read(SEARCH, set(), 0.1) == []
    assert matcher.read([], NARCOTICS, 0.1) == []
    every, some = matcher.read(SEARCH, NARCOTICS, 0.01), matcher.read(SEARCH, NARCOTICS, 0.3)
    assert {reading.ingredient for reading in every} <= NARCOTICS
    assert 0 < len(some) < len(every)
    assert min(reading.chance for reading in some) >= 0.3


def test_what_the_matter_raises_is_told() -> None:
    chances = built_in_matcher().raised(SEARCH)
    assert max(chances, key=lambda subject: chances[subject]).startswith("ndps-")
    assert chances["divorce"] < 0.1


def test_a_long_matter_is_read_in_windows_and_gives_the_same_answer_again() -> None:
    clauses = SEARCH * 20
    alone = ClauseMatcher(threads=1).read(clauses, NARCOTICS, 0.3)
    matcher = ClauseMatcher(threads=2)
    assert matcher.read(clauses, NARCOTICS, 0.3) == alone == matcher.read(clauses, NARCOTICS, 0.3)
    assert {reading.clause for reading in alone} & set(range(60, 80))


@pytest.mark.parametrize(
    ("stated", "not_stated", "words", "kind"),
    [
        (
            "The ballistic report has come.",
            "The ballistic report has not come till today.",
            "ballistic report",
            "evidence",
        ),
        (
            "He is charged under Section 420 IPC.",
            "They cite a ruling under Section 420 IPC.",
            "Section 420",
            "provision",
        ),
        ("The plot was sold on 4 May.", "A sale of the plot was only talked of.", "sold|sale", "act"),
        ("He was armed with a knife.", "In the cited case the man had a knife.", "knife", "instrument"),
    ],
)
def test_words_that_state_no_fact_of_the_matter_are_told(stated: str, not_stated: str, words: str, kind: str) -> None:
    clauses = ["Notes for counsel.", stated, not_stated]
    places = []
    for number in (1, 2):
        match = re.search(words, clauses[number])
        assert match
        places.append((number, Span(*match.span()), FactKind(kind)))
    fact, no_fact = built_in_matcher().unstated(clauses, places)
    assert fact < 0.15 < no_fact
    assert built_in_matcher().unstated(clauses, []) == []


def test_a_folder_without_weights_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"clauses\.json is missing"):
        ClauseMatcher(tmp_path)
