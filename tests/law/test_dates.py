"""Periods as the General Clauses Act counts them, ages on a day, and hours."""

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.law import dates
from countercase.law.dates import Elapsed

DAYS = st.dates(date(1900, 1, 1), date(2099, 12, 31))


@pytest.mark.parametrize(
    ("start", "number", "unit", "last"),
    [
        (date(2023, 1, 30), 30, "days", date(2023, 3, 1)),
        (date(2023, 1, 31), 1, "months", date(2023, 2, 28)),
        (date(2024, 1, 31), 1, "months", date(2024, 2, 29)),
        (date(2023, 3, 12), 1, "months", date(2023, 4, 12)),
        (date(2020, 2, 29), 7, "years", date(2027, 2, 28)),
        (date(2022, 11, 15), 3, "months", date(2023, 2, 15)),
        (date(2023, 7, 30), 3, "weeks", date(2023, 8, 20)),
        (date(2023, 3, 31), -1, "months", date(2023, 2, 28)),
    ],
)
def test_last_day_of_a_period(start: date, number: int, unit: str, last: date) -> None:
    assert dates.add(start, number, unit) == last


def test_an_unknown_unit_is_refused() -> None:
    with pytest.raises(ValueError, match="fortnights"):
        dates.add(date(2023, 1, 1), 1, "fortnights")


def test_the_first_day_is_left_out() -> None:
    assert dates.days_between(date(2023, 1, 30), date(2023, 2, 20)) == 21


@pytest.mark.parametrize(
    ("start", "end", "years", "months", "days"),
    [
        (date(2013, 2, 17), date(2019, 11, 2), 6, 8, 16),
        (date(2019, 1, 31), date(2019, 2, 28), 0, 1, 0),
        (date(2019, 1, 31), date(2019, 3, 1), 0, 1, 1),
        (date(2020, 5, 5), date(2020, 5, 5), 0, 0, 0),
    ],
)
def test_elapsed(start: date, end: date, years: int, months: int, days: int) -> None:
    assert dates.elapsed(start, end) == Elapsed(years, months, days)


def test_elapsed_needs_the_dates_in_order() -> None:
    with pytest.raises(ValueError, match="before"):
        dates.elapsed(date(2020, 1, 2), date(2020, 1, 1))


def test_age_is_completed_on_the_birthday() -> None:
    assert dates.age(date(2001, 7, 2), date(2019, 7, 1)).years == 17
    assert dates.age(date(2001, 7, 2), date(2019, 7, 2)).years == 18


def test_one_born_on_29_february_completes_a_year_on_1_march() -> None:
    assert dates.age(date(2004, 2, 29), date(2022, 2, 28)).years == 17
    assert dates.age(date(2004, 2, 29), date(2022, 3, 1)).years == 18


def test_hours() -> None:
    assert (
        dates.hours_between(datetime.fromisoformat("2018-02-04T17:00"), datetime.fromisoformat("2018-02-06T11:00"))
        == 42
    )
    assert dates.hours_possible(date(2018, 2, 4), date(2018, 2, 4)) == (0, 24)
    assert dates.hours_possible(date(2018, 2, 4), date(2018, 2, 6)) == (24, 72)


def test_a_period_in_words() -> None:
    assert str(Elapsed(6, 8, 16)) == "6 years 8 months"
    assert dates.in_words(Elapsed(1, 0, 2), exact=True) == "1 year 2 days"
    assert dates.in_words(Elapsed(0, 0, 0)) == "0 days"
    assert dates.written(date(2009, 5, 4)) == "4 May 2009"


@given(DAYS, st.integers(0, 36_500))
def test_elapsed_adds_up_to_the_end(start: date, more: int) -> None:
    end = start + timedelta(days=more)
    if end.year > 2150:
        return
    passed = dates.elapsed(start, end)
    whole = dates.add(start, passed.years * 12 + passed.months, "months")
    assert whole + timedelta(days=passed.days) == end
    assert passed.months < 12
    assert passed.days < 31


@given(DAYS, st.integers(0, 600), st.integers(0, 600))
def test_a_longer_period_never_ends_earlier(start: date, left: int, right: int) -> None:
    short, long = sorted((left, right))
    assert dates.add(start, short, "months") <= dates.add(start, long, "months")


@given(DAYS, DAYS)
def test_age_never_falls(birth: date, day: date) -> None:
    if birth <= day < date(2099, 1, 1):
        assert dates.age(birth, day).years <= dates.age(birth, day + timedelta(days=1)).years
