"""How far a reading of an ingredient is trusted, and what follows from it."""

import json
import math
from dataclasses import replace
from importlib.resources import files

import pytest

from countercase.domain.checklist import IngredientReading, IngredientStatus, Otherwise
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.checklist import DOUBTS, Checklist
from countercase.facts.confidence import ReadBy, ReadingSigns
from countercase.law.ingredients import SubjectKind

SIGNS = ReadingSigns(ReadBy.READER, 0.8, 0.9, 1, IngredientStatus.CONTRARY, False, 0.9, SubjectKind.CHARGE)
WEIGHTS: dict[str, float] = json.loads(
    (files("countercase.facts") / "data" / "confidence.json").read_text(encoding="utf-8")
)["weights"]


def test_confidence_is_the_logistic_of_the_weighted_signs() -> None:
    odds = sum(WEIGHTS[name] * value for name, value in SIGNS.features().items())
    assert SIGNS.confidence() == pytest.approx(1 / (1 + math.exp(-odds)))
    assert SIGNS.features()["chance if by learned reader"] == pytest.approx(math.log(0.8 / 0.2))
    assert SIGNS.features()["states a fact"] == pytest.approx(math.log(0.9 / 0.1))


def test_every_sign_has_a_weight_and_every_weight_a_sign() -> None:
    assert WEIGHTS.keys() == SIGNS.features().keys()


@pytest.mark.parametrize("read_by", [kind for kind in ReadBy if kind is not ReadBy.LINE])
def test_the_surer_the_reader_the_higher_the_confidence(read_by: ReadBy) -> None:
    chances = (0.2, 0.4, 0.6, 0.8, 0.95)
    rising = [replace(SIGNS, read_by=read_by, chance=chance).confidence() for chance in chances]
    assert rising == sorted(rising)


def test_a_sum_is_trusted_most_and_what_a_rule_reads_more_than_what_only_the_reader_sees() -> None:
    by = {kind: replace(SIGNS, read_by=kind, chance=0.5).confidence() for kind in ReadBy}
    assert by[ReadBy.LINE] > by[ReadBy.RULE] > by[ReadBy.READER]


def test_what_the_matter_is_about_is_trusted_more_than_what_it_only_touches() -> None:
    assert SIGNS.confidence() > replace(SIGNS, raised=0.3).confidence()


def test_impossible_and_certain_chances_give_a_confidence_too() -> None:
    for chance in (0.0, 1.0):
        assert 0 < replace(SIGNS, chance=chance, fact=chance).confidence() < 1


def reading(confidence: float | None, likely: bool = True) -> IngredientReading:
    return IngredientReading(
        Provision.parse("NI-138"),
        "demand notice in writing given to the drawer",
        IngredientStatus.MET,
        (Span(0, 6),),
        "matter",
        "cheque-dishonour",
        "cheque-dishonour.notice-given",
        likely=likely,
        confidence=confidence,
    )


@pytest.mark.parametrize(
    ("confidence", "likely", "doubt"),
    [
        (0.95, True, ""),
        (0.79, False, "likely"),
        (0.54, False, "in doubt"),
        (None, True, "likely"),
        (None, False, ""),
    ],
)
def test_the_word_of_doubt_follows_the_confidence(confidence: float | None, likely: bool, doubt: str) -> None:
    assert reading(confidence, likely).doubt == doubt
    assert doubt in DOUBTS


def test_another_passage_has_a_confidence_of_its_own() -> None:
    both = replace(reading(0.9), otherwise=(Otherwise(IngredientStatus.CONTRARY, (Span(7, 9),), 0.6),))
    assert [way.confidence for way in both.each_way()] == [0.9, 0.6]
    assert [entry["confidence"] for entry in both.to_json()] == [0.9, 0.6]


def test_what_is_in_doubt_comes_last_in_its_section() -> None:
    from countercase.law.ingredients import tables

    first, second = tables().ingredients_of["murder"][:2]
    doubtful, sure = (
        replace(reading(confidence), subject="murder", id=row.id, status=status)
        for confidence, row, status in (
            (0.4, first, IngredientStatus.DISPUTED),
            (0.9, second, IngredientStatus.MET),
        )
    )
    (section,) = Checklist("Notice", (doubtful, sure), (), ()).sections()
    assert [item.reading.id for item in section.items] == [second.id, first.id]
    assert section.items[1].doubt == DOUBTS["in doubt"]
