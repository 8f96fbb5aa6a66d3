"""The same date or number with another value, in the form in which it stood."""

from datetime import date
from itertools import islice

import pytest

from countercase.counterfactual.line_values import (
    day_of,
    mentions_of_period,
    ordinal,
    other_dates,
    other_hour,
    other_numbers,
    shift_date,
)


@pytest.mark.parametrize(
    ("quote", "moved"),
    [
        ("9 April 2023", "4 April 2023"),
        ("09.04.2023", "04.04.2023"),
        ("9th April, 2023", "4th April, 2023"),
        ("1st March 2018", "24th February 2018"),
        ("April 9, 2023", "April 4, 2023"),
        ("9 April at 5 pm", "4 April at 5 pm"),
    ],
)
def test_a_date_keeps_its_form(quote: str, moved: str) -> None:
    assert moved in list(other_dates(quote, 4, by_years=False))


def test_nothing_is_put_on_a_sunday_nor_off_to_the_monday_after_it() -> None:
    moved = set(other_dates("18 October 2024", 16, by_years=False))
    assert not moved & {"3 November 2024", "4 November 2024"}
    assert "5 November 2024" in moved


def test_a_birth_is_moved_by_whole_years() -> None:
    assert list(islice(other_dates("2 July 1999", 600, by_years=True), 2)) == ["2 July 1997", "2 July 2001"]


@pytest.mark.parametrize(
    ("quote", "line", "other"),
    [
        ("33 days", "30 days", "29 days"),
        ("on the 33rd day", "30 days", "on the 29th day"),
        ("twenty-four days", "20 days", "nineteen days"),
        ("1.15 kg", "1 kilogram", "0.9 kg"),
        ("aged 17", "18 years", "aged 18"),
        ("five years' rigorous imprisonment", "7 years", "seven years' rigorous imprisonment"),
        ("deducted one-third", "one-fourth", "deducted one-fourth"),
        ("17 to 19 years", "18 years", "15 to 17 years"),
        ("Rs 1,62,500", "20 per cent", "Rs 1,30,000"),
    ],
)
def test_a_number_keeps_its_form(quote: str, line: str, other: str) -> None:
    assert other in list(other_numbers(quote, line))


def test_morning_and_evening_change_places() -> None:
    assert other_hour("at 2.10 am") == "at 2.10 pm"
    assert other_hour("at noon") is None


def test_a_period_that_is_told_in_words_changes_with_its_date() -> None:
    text = "He sent it after thirty-three days, that is on the 33rd day."
    found = {text[start:end]: new for start, end, new in mentions_of_period(text, "33 days", "29 days")}
    assert found == {"thirty-three days": "twenty-nine days", "33rd day": "29th day"}
    assert ordinal(20) == "twentieth"


@pytest.mark.parametrize(
    ("quote", "day", "moved"),
    [
        ("on the ninth of November 2023", date(2023, 11, 9), "on the sixth of November 2023"),
        ("the Thirty-first day of December, 2019", date(2019, 12, 31), "the Twenty-eighth day of December, 2019"),
    ],
)
def test_a_day_in_words_is_moved_in_words(quote: str, day: date, moved: str) -> None:
    assert day_of(quote) == day
    assert shift_date(quote, -3) == moved
