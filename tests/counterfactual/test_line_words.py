"""The other side of a line in plain words, and the lines that are too far off to ask about."""

from dataclasses import replace

import pytest

from countercase.counterfactual.line_words import is_far, other_side
from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span


def line(quantity: str, value: str, bound: str, stands: str, says: str = "", rule: str = "x") -> LawLine:
    return LawLine(Provision.parse("CrPC-167"), quantity, value, bound, Stands(stands), (Span(0, 1),), says, rule)


APPEAL = "days from the sentence to the appeal to the High Court"


@pytest.mark.parametrize(
    ("quantity", "value", "bound", "stands", "expected"),
    [
        (
            APPEAL,
            "82 days",
            "60 days",
            "crossed",
            "the time from the sentence to the appeal to the High Court did not exceed 60 days",
        ),
        (
            APPEAL,
            "41 days",
            "60 days",
            "within",
            "the time from the sentence to the appeal to the High Court exceeded 60 days",
        ),
        (
            "age of the victim at the offence",
            "17 years 2 months",
            "18 years",
            "within",
            "the victim was 18 or older at the offence",
        ),
        (
            "age of the accused at the offence",
            "19 years",
            "18 years",
            "crossed",
            "the accused was below 18 at the offence",
        ),
        (
            "weight of heroin against the commercial quantity",
            "260 grams",
            "250 grams",
            "crossed",
            "the heroin weighed less than 250 grams",
        ),
        (
            "weight of ganja against the commercial quantity",
            "18 kilograms",
            "20 kilograms",
            "within",
            "the ganja weighed more than 20 kilograms",
        ),
        (
            "sentence under Section 7 PC Act (minimum 3 years)",
            "2 years",
            "3 years",
            "crossed",
            "the sentence under Section 7 PC Act was at least 3 years",
        ),
        (
            "number of persons (five or more needed)",
            "4 persons",
            "5 persons",
            "crossed",
            "at least 5 persons took part",
        ),
        ("consideration", "Rs 62,00,000", "Rs 50,00,000", "crossed", "the consideration did not exceed Rs 50,00,000"),
        (
            "period to the suit for the price",
            "1 year 8 months",
            "3 years",
            "within",
            "the suit for the price came after more than 3 years",
        ),
        ("days of the moon", "3", "4", "within", None),
    ],
)
def test_the_other_side_in_plain_words(
    quantity: str, value: str, bound: str, stands: str, expected: str | None
) -> None:
    assert other_side(line(quantity, value, bound, stands)) == expected


def test_the_day_of_the_count_shows_the_side() -> None:
    default = line(
        "days from first remand to charge-sheet", "60 days (61 with the day of remand)", "60 days", "crossed"
    )
    assert other_side(replace(default, says="Day 61 of 60 (remand 1 May).")) == (
        "the time from first remand to charge-sheet did not exceed 60 days"
    )


def test_the_alternative_that_was_read_is_named() -> None:
    limit = line("period from the day on which the wife left to the FIR or complaint", "4 years", "3 years", "crossed")
    assert "to the FIR did" in str(other_side(replace(limit, says="(separation 3 March 2014, FIR 14 June 2018)")))
    assert "to the complaint did" in str(other_side(limit, "Her complaint was filed in 2018."))


@pytest.mark.parametrize(
    ("quantity", "value", "bound", "stands", "expected"),
    [
        ("weight of heroin against the small quantity", "260 grams", "5 grams", "crossed", True),
        ("weight of ganja against the small quantity", "14 kilograms", "1 kilogram", "crossed", False),
        ("age of the victim at the offence", "9 years", "18 years", "within", True),
        ("age of the victim at the offence", "16 years 4 months", "18 years", "within", False),
        ("consideration", "Rs 92,000", "Rs 50,00,000", "within", True),
        ("days from the order to the appeal", "400 days", "30 days", "crossed", False),
        ("days from the order to the appeal", "2 days", "30 days", "within", True),
        ("sentence under Section 6 POCSO Act (minimum 20 years)", "20 months", "20 years", "crossed", True),
    ],
)
def test_a_line_far_off_is_not_asked_about(quantity: str, value: str, bound: str, stands: str, expected: bool) -> None:
    assert is_far(line(quantity, value, bound, stands)) is expected


@pytest.mark.parametrize(
    ("quantity", "value", "bound", "stands", "rule", "expected"),
    [
        (
            "days of severe pain or of inability to follow ordinary pursuits", "11 days", "20 days", "crossed", "x",
            "the injured person could not follow his ordinary pursuits for at least 20 days",
        ),
        (
            "addition for future prospects (self-employed)", "25 per cent", "40 per cent", "crossed",
            "prospects applied", "40 per cent of the income was added for future prospects",
        ),
        (
            "days from the decree to the second appeal", "109 days (118 less 9 for the copy)", "90 days", "crossed",
            "x", "the time, without that for the copy, from the decree to the second appeal did not exceed 90 days",
        ),
        (
            "number of persons on the other side (five or more needed)", "6 persons", "5 persons", "within", "x",
            "fewer than 5 persons came from the other side",
        ),
    ],
)  # fmt: skip
def test_what_new_authors_crossed(quantity: str, value: str, bound: str, stands: str, rule: str, expected: str) -> None:
    assert other_side(replace(line(quantity, value, bound, stands), rule=rule)) == expected


def test_both_ends_of_a_period_are_named() -> None:
    says = "3 years 6 months against 3 years (part payment 30 April 2010, suit 4 November 2013)."
    late = replace(line("period to the suit for the price", "3 years 6 months", "3 years", "crossed"), says=says)
    assert other_side(late) == "the suit for the price came within 3 years of the part payment"
