"""Suits that come late, and what the brief pleads to save them from limitation."""

import pytest

from countercase.domain.checklist import LawLine, Stands
from countercase.facts.lines import read_lines

LATE = "Suit for specific performance. The sale deed was to be executed by 15.3.2004. Suit filed on 20.6.2007. "


def line_of(text: str, rule: str) -> LawLine:
    return next(line for line in read_lines(text) if line.rule == rule)


def rules(text: str) -> set[str]:
    return {line.rule for line in read_lines(text)}


@pytest.mark.parametrize(
    ("plea", "unless"),
    [
        pytest.param("", "barred by limitation.", id="nothing is pleaded"),
        pytest.param(
            "He acknowledged his liability in writing on 3.2.2006.",
            "unless the acknowledgement of 3 February 2006 is proved.",
            id="an acknowledgement",
        ),
        pytest.param(
            "He acknowledged his liability in writing on 3.4.2004.", "barred by limitation.", id="one too old to help"
        ),
        pytest.param(
            "The plaintiff pleads that the vendor orally extended the time, which is denied.",
            "unless the extension of time that is pleaded is proved.",
            id="an extension without a date",
        ),
        pytest.param("Time was never extended.", "barred by limitation.", id="no extension"),
        pytest.param("To ask: was the time ever extended?", "barred by limitation.", id="a question"),
        pytest.param("No extension of time is pleaded.", "barred by limitation.", id="an extension nobody pleads"),
        pytest.param(
            "In the ruling cited the parties extended the time by a letter.", "barred by limitation.", id="of a ruling"
        ),
        pytest.param(
            "The vendor was absent from India from 1.5.2005 to 2.11.2005.",
            "unless the defendant's absence from India is left out (section 15(5)).",
            id="absence from India",
        ),
    ],
)
def test_a_late_suit_is_barred_unless_what_is_pleaded_is_proved(plea: str, unless: str) -> None:
    line = line_of(LATE + plea, "lim-54-fixed")
    assert line.stands is Stands.CROSSED
    assert unless in line.says


def test_a_suit_counted_from_a_payment_says_so() -> None:
    text = (
        "Suit on a promissory note payable on demand, executed on 4.1.2001. Part payment of Rs 2,000 on 9.8.2003."
        " Suit filed on 1.3.2007."
    )
    line = line_of(text, "lim-35")
    assert line.quantity == "period from the part payment to the suit"
    assert "unless" not in line.says
    assert "Counted from the part payment of 9 August 2003, if that is proved, with a writing of the payer" in line.says
    assert "from the promissory note of 4 January 2001 it is 6 years 1 month 25 days" in line.says


def test_the_day_of_an_oral_extension_is_no_date_fixed() -> None:
    assert "lim-54-extended" not in rules(LATE + "In August 2005 the vendor extended the time by word of mouth.")
    assert "lim-54-extended" in rules(LATE + "The time was extended to 30.9.2005.")


def test_absence_from_india_is_held_against_the_days_needed() -> None:
    away = "The vendor was absent in Dubai from 1.5.2005 to {}; that is admitted."
    enough = line_of(LATE + away.format("2.11.2005"), "lim-15-absence")
    assert (enough.value, enough.line, enough.stands) == ("185 days", "97 days", Stands.WITHIN)
    assert line_of(LATE + away.format("2.6.2005"), "lim-15-absence").stands is Stands.CROSSED
    assert "lim-15-absence" not in rules(LATE + away.replace("Dubai", "Madurai").format("2.6.2005"))
