"""Counts days, months, years and hours as Indian law counts them.

Section 9 of the General Clauses Act 1897: the first of a series of days is excluded. Months and years are calendar
months and years: one month from 31 January ends on the last day of February. If the last day is a court holiday,
section 10 extends the time to the next open day. Holidays are not known here, so callers only mention them.
"""

import calendar
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

_UNITS = ("days", "weeks", "months", "years")


@dataclass(frozen=True, slots=True, order=True)
class Elapsed:
    """Whole years, months and days between two dates."""

    years: int
    months: int
    days: int

    def __str__(self) -> str:
        return in_words(self)


def add(start: date, number: int, unit: str) -> date:
    """The last day of a period that runs from `start`, excluding that day; clipped to the end of a short month."""
    if unit in {"days", "weeks"}:
        return date.fromordinal(start.toordinal() + number * (7 if unit == "weeks" else 1))
    if unit not in _UNITS:
        raise ValueError(f"{unit!r} is not a unit of time; use one of: {', '.join(_UNITS)}")
    months = start.year * 12 + start.month - 1 + number * (12 if unit == "years" else 1)
    year, month = divmod(months, 12)
    return date(year, month + 1, min(start.day, calendar.monthrange(year, month + 1)[1]))


def days_between(start: date, end: date) -> int:
    """Days from one date to another, the first excluded."""
    return (end - start).days


def elapsed(start: date, end: date) -> Elapsed:
    """Whole calendar years, months and days from one date to a later one."""
    if end < start:
        raise ValueError(f"{end} is before {start}")
    months = (end.year - start.year) * 12 + end.month - start.month
    if add(start, months, "months") > end:
        months -= 1
    days = (end - add(start, months, "months")).days
    return Elapsed(months // 12, months % 12, days)


def age(birth: date, on: date) -> Elapsed:
    """Age on a day. A year of age is completed on the birthday; for a birth on 29 February, on 1 March."""
    whole = on.year - birth.year - ((on.month, on.day) < (birth.month, birth.day))
    months = (on.month - birth.month - (on.day < birth.day)) % 12
    passed = elapsed(birth, on)
    return Elapsed(whole, months, passed.days)


def hours_between(start: datetime, end: datetime) -> float:
    """Hours from one moment to another."""
    return (end - start).total_seconds() / 3600


def hours_possible(
    start: date, end: date, started: datetime | None = None, ended: datetime | None = None
) -> tuple[float, float]:
    """Fewest and most hours between two days, of which at least one has no known time."""
    midnight, day = time.min, timedelta(days=1)
    earliest = started or datetime.combine(start, midnight)
    latest = ended or datetime.combine(end, midnight) + day
    least = hours_between(started or earliest + day, ended or latest - day)
    return max(0.0, least), hours_between(earliest, latest)


def working_days_possible(start: date, end: date) -> tuple[int, int]:
    """Fewest and most working days between two dates, the first excluded, where the holidays are not known.

    At most, every day but the Sundays; at least, Monday to Friday less a holiday for every five of those days.
    """
    days = [add(start, number, "days").weekday() for number in range(1, days_between(start, end) + 1)]
    weekdays = sum(day < 5 for day in days)
    return weekdays - weekdays // 5, sum(day < 6 for day in days)


def in_words(period: Elapsed, exact: bool = False) -> str:
    """ "6 years 8 months"; days are included if the period is short or `exact` is set."""
    parts = [(period.years, "year"), (period.months, "month")]
    if exact or period.years == 0:
        parts.append((period.days, "day"))
    words = [counted(number, unit) for number, unit in parts if number]
    return " ".join(words) or "0 days"


def counted(number: float, unit: str) -> str:
    """A number with its unit in the singular or plural: `1 month`, `30 days`."""
    return f"{number:,.10g} {unit.removesuffix('s')}{'' if number == 1 else 's'}"


def written_month(day: date) -> str:
    """The month of a day: `May 2009`."""
    return f"{calendar.month_name[day.month]} {day.year}"


def written(day: date) -> str:
    """The date as a brief writes it: `4 May 2009`."""
    return f"{day.day} {calendar.month_name[day.month]} {day.year}"
