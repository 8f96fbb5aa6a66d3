"""A supposition must fit the matter: the person it means, the offence charged, the facts that leave no room for it."""

import pytest

from countercase.counterfactual.fits_matter import is_open
from countercase.counterfactual.ingredient_changes import suppose_ingredient
from countercase.counterfactual.law_reading import read_matter
from countercase.counterfactual.own_words import with_injuries_counted
from countercase.counterfactual.person_meant import with_one_meant
from countercase.counterfactual.propose import Proposer
from countercase.domain.checklist import IngredientReading, IngredientStatus
from countercase.domain.span import Span
from countercase.facts.extract import extract_facts
from countercase.law.ingredients import tables

MET, CONTRARY = IngredientStatus.MET, IngredientStatus.CONTRARY


def span_of(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


def is_open_in(text: str, words: str, ingredient: str, status: IngredientStatus) -> bool:
    """Whether the question stays open in a text whose words were read with a status."""
    row = tables().ingredients[ingredient]
    reading = IngredientReading(
        row.provisions[0], row.name, status, (span_of(text, words),), "matter", row.subject, row.id
    )
    target, plain = (MET, row.suppose_met) if status is not MET else (CONTRARY, row.suppose_not)
    return is_open(read_matter(extract_facts(text)), reading, row, target, plain)


def offered(text: str) -> list[str]:
    sheet = extract_facts(text)
    return [change.sentence for change in Proposer(sheet)(sheet)]


LABELS = "A-1 Girish and A-2 Omkar are charged. A-2 waited outside. A-1 hit him twice. PW-2 saw A-1. PW-3 saw nobody."


@pytest.mark.parametrize(
    ("sentence", "mention", "expected"),
    [
        ("The accused came to the place armed.", "hit him twice", "A-1 came to the place armed."),
        ("The accused came to the place armed.", "are charged", None),
        ("The accused was kept covered.", "are charged", None),
        ("The accused did not come armed.", "are charged", None),
        ("The accused himself held it.", "are charged", None),
        ("The witness stood by his statement.", "saw nobody", "PW-3 stood by the earlier statement."),
        ("There was an agreement between the accused.", "are charged", "There was an agreement between the accused."),
    ],
)
def test_one_of_several_is_named(sentence: str, mention: str, expected: str | None) -> None:
    assert with_one_meant(sentence, LABELS, [span_of(LABELS, mention)]) == expected


def test_a_single_accused_stays_the_accused() -> None:
    text = "The accused struck his neighbour. Exhibit P-3 is the plan."
    sentence = "The accused came to the place armed."
    assert with_one_meant(sentence, text, [span_of(text, "struck his neighbour")]) == sentence


def test_the_driver_is_the_driver_of_the_vehicle_in_the_mention() -> None:
    text = "A lorry met a jeep at the bridge. The lorry was on the wrong side. The claim was allowed."
    sentence = "The driver was not negligent in any way."
    assert with_one_meant(sentence, text, [span_of(text, "on the wrong side")]) == (
        "The driver of the lorry was not negligent in any way."
    )
    assert with_one_meant(sentence, text, [span_of(text, "The claim was allowed")]) is None


def test_a_single_wound_is_no_injuries() -> None:
    plural = "The injuries were on non-vital parts of the body."
    assert (
        with_injuries_counted(plural, "There was one deep wound.") == "The injury was on a non-vital part of the body."
    )
    assert with_injuries_counted(plural, "There were four wounds.") == plural


@pytest.mark.parametrize(
    ("text", "words", "ingredient", "status", "expected"),
    [
        (
            "He is charged under Section 304B of the IPC. His wife died of burns within a year of the marriage.",
            "His wife died of burns",
            "dowry-death.unnatural-death",
            MET,
            False,
        ),
        (
            "He is charged under Section 304B of the IPC. His wife died suddenly within a year of the marriage.",
            "His wife died suddenly",
            "dowry-death.unnatural-death",
            MET,
            True,
        ),
        (
            "He is charged under Section 376 of the IPC. He had intercourse with the woman, who says she was forced.",
            "He had intercourse with the woman",
            "rape.sexual-intercourse",
            IngredientStatus.DISPUTED,
            False,
        ),
        (
            "He is charged under Section 376 of the IPC. The prosecutrix, a clerk of 27, is said to be a minor.",
            "is said to be a minor",
            "rape.age-below",
            IngredientStatus.DISPUTED,
            False,
        ),
        (
            "The patwari is charged under Section 7 of the PC Act. He is a revenue officer.",
            "He is a revenue officer",
            "bribery.public-servant",
            MET,
            False,
        ),
    ],
)
def test_what_the_facts_rule_out_is_not_supposed(
    text: str, words: str, ingredient: str, status: IngredientStatus, expected: bool
) -> None:
    assert is_open_in(text, words, ingredient, status) is expected


def test_an_offence_that_nobody_charges_is_not_supposed() -> None:
    words = "no intercourse took place"
    text = "He is charged under Section 363 of the IPC with taking a girl of 16 from her uncle; {}. {}"
    alone, together = text.format(words, ""), text.format(words, "Section 376 of the IPC is charged too.")
    assert not is_open_in(alone, words, "rape.consent-vitiated", CONTRARY)
    assert is_open_in(together, words, "rape.consent-vitiated", CONTRARY)


def test_goods_that_were_entrusted_are_no_money() -> None:
    goods = "Section 406 of the IPC is charged. He was given 40 bags of cement to keep for the complainant."
    money = "Section 406 of the IPC is charged. He was given cash to keep for the complainant."
    for text, words, expected in (
        (goods, "given 40 bags of cement to keep", False),
        (money, "given cash to keep", True),
    ):
        assert is_open_in(text, words, "breach-of-trust.entrustment", MET) is expected


def test_the_conclusion_of_law_is_not_supposed() -> None:
    text = "He is charged under Section 6 of the POCSO Act. The foundational facts are not proved, says the defence."
    before = read_matter(extract_facts(text))
    reading = before.by_id.get("pocso-child.foundational-facts")
    assert reading is None or suppose_ingredient(before, reading, may_edit=False) is None


def test_nothing_is_tacked_on_at_the_end_of_the_story() -> None:
    text = (
        "His wife died within two years of the marriage. He is charged under Section 304B of the IPC. Dowry was asked."
    )
    assert not any(sentence.startswith("What if Section 4 DP Act were invoked") for sentence in offered(text))


@pytest.mark.parametrize(
    ("text", "words", "ingredient", "expected"),
    [
        ("He rode free in the jeep.", "rode free", "insurer-defence.passenger-kind", False),
        ("He rode free in the lorry, which carried goods.", "rode free", "insurer-defence.passenger-kind", True),
        ("He was not heard and showed no prejudice.", "showed no prejudice", "disciplinary.prejudice", False),
        ("The report was withheld; he showed no prejudice.", "showed no prejudice", "disciplinary.prejudice", True),
    ],
)
def test_no_goods_and_no_report_are_supposed_that_the_matter_lacks(
    text: str, words: str, ingredient: str, expected: bool
) -> None:
    assert is_open_in(text, words, ingredient, CONTRARY) is expected
