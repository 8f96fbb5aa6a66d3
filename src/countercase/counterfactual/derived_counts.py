"""Counts in a text that follow from two of its dates, so that neither can be changed without the other.

"Award given 4.2; petition 119 days from 4.2", "married on 24 May 1991 ... when the marriage was thirty months old".
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from countercase.counterfactual.line_values import day_of, is_date
from countercase.domain.checklist import LawLine
from countercase.domain.perturbation import TextEdit
from countercase.domain.span import Span
from countercase.facts.timeline import read_timeline
from countercase.text.numbers import WORDS, parse_number

_COUNT = re.compile(
    rf"\b(?P<count>\d{{1,4}}|{WORDS})(?:st|nd|rd|th|-)?\s?(?P<unit>days?|d\b|weeks?|wks?|months?|mths?|years?|yrs?|y\b)",
    re.IGNORECASE,
)
_DAYS_OF_UNIT = {"d": 1.0, "w": 7.0, "m": 30.44, "y": 365.25}
_BARE_DAY = re.compile(r"(?<![\d./:-])(?P<day>\d{1,2})[./](?P<month>\d{1,2})(?![\d/:]|\.\d)")
_FROM_YEAR = re.compile(r"\s?(?:from|since|after)\s['’]?(?:19|20)?\d\d\b")
_FROM_DATE_FIXED = re.compile(r"\s(?:after|from|since)\sthe\s(?:date\sfixed|due\sdate|agreed\sdate|last\sdate)\b")
_HUNDRED_BEFORE = re.compile(r"\bhundred\s(?:and\s)?\Z", re.IGNORECASE)
_YEARS_BEFORE = re.compile(r"\b(?:years?|yrs?)\.?,?\s(?:and\s)?\Z", re.IGNORECASE)
_RESULT_AFTER = re.compile(r"\s?(?:=|→|->|i\.e\.,?)\s?(?:\D{0,12})?\d")
_COUNT_IN_BRACKETS = re.compile(rf",?\s?\(\s?(?:{WORDS}|\d+)\s(?:days?|weeks?|months?|years?|hours?)", re.IGNORECASE)
_FIRST_WORD = re.compile(r"\w+")
_NOUNS = "men|persons|accused|appellants|assailants|robbers|youths|boys|brothers"
_OF_PERSONS = rf"(?:\w+\s)?(?:{_NOUNS}|of\sthem|came|carne|in\sall|can|could|only)\b"
_THE_REST = (
    r"\bthe\s(?:other|remaining)\s(?:one|two|three|four|five|six|accused|men)\b"
    r"|\b(?:a|any|no)\s(?:third|fourth|fifth|sixth|seventh)\b(?!\s(?:time|day))"
)
_PLAIN_YEAR = 2001  # stands in for a missing year
_BESIDE = 50  # characters
_NEAR = 160  # characters between a count and a date that it follows from


def leaves_derived_count(narrative: str, line: LawLine, edits: Sequence[TextEdit]) -> bool:
    """Whether a date moves and a count reckoned from it stays, or a count moves and the dates behind it stay."""
    first = edits[0]
    quote = first.span.of(narrative)
    if "persons" in line.rule and _leaves_other_persons(narrative, edits):
        return True
    if _HUNDRED_BEFORE.search(narrative, 0, first.span.start) or _RESULT_AFTER.match(narrative, first.span.end):
        return True
    if _is_bare_day_repeated(narrative, edits):
        return True
    if not is_date(quote):
        return _YEARS_BEFORE.search(narrative, 0, first.span.start) is not None or _follows_from_dates(
            narrative, first.span, edits
        )
    beside = _COUNT_IN_BRACKETS.match(narrative, first.span.end)
    if beside is not None and not any(edit.span.overlaps(Span(*beside.span())) for edit in edits):
        return True
    return _leaves_count_from(narrative, line, edits)


def _leaves_other_persons(narrative: str, edits: Sequence[TextEdit]) -> bool:
    """Whether a number of persons moves, and the text counts the same persons again or those who are left of them."""
    number = _FIRST_WORD.match(edits[0].span.of(narrative))
    again = rf"\b{re.escape(number[0])}\s{_OF_PERSONS}" if number else "(?!)"
    return any(
        not any(edit.span.overlaps(Span(*match.span())) for edit in edits)
        for match in re.finditer(rf"{again}|{_THE_REST}", narrative, re.IGNORECASE)
    )


def _is_bare_day_repeated(narrative: str, edits: Sequence[TextEdit]) -> bool:
    """Whether a day without a year is moved, and the text has it again: "given 4.2 ... from 4.2"."""
    quote = edits[0].span.of(narrative).strip()
    if not _BARE_DAY.fullmatch(quote):
        return False
    again = re.finditer(rf"(?<![\d./]){re.escape(quote)}(?![\d/]|\.\d)", narrative)
    return any(not any(edit.span.overlaps(Span(*match.span())) for edit in edits) for match in again)


def _leaves_count_from(narrative: str, line: LawLine, edits: Sequence[TextEdit]) -> bool:
    """Whether a count near a moved date, or near the other date, is the distance between the two."""
    old = day_of(edits[0].span.of(narrative))
    if old is None:
        return False
    others = [(mention.day, mention.span) for mention in read_timeline(narrative).mentions if mention.exact]
    for span, days, unit in _counts(narrative):
        if "date fixed" in line.quantity and _FROM_DATE_FIXED.match(narrative, span.end):
            return True
        if any(edit.span.overlaps(span) for edit in edits) or span.of(narrative) in line.line:
            continue
        places = [place for day, place in others if day != old and _is_distance(abs((day - old).days), days, unit)]
        if unit in "my":  # rounded, so that only a count beside one of the dates can be told to follow from them
            places = [place for place in (*places, edits[0].span) if places and _is_beside(span, place)]
        elif places:
            places.append(edits[0].span)
        if any(_is_near(span, place) for place in places):
            return True
    return False


def _follows_from_dates(narrative: str, count: Span, edits: Sequence[TextEdit]) -> bool:
    """Whether a moved count is the distance between two dates near it, neither of which moves."""
    if _FROM_YEAR.match(narrative, count.end):
        return True
    found = _COUNT.search(narrative, max(0, count.start - 1), count.end + 12)
    days_and_unit = _in_days(found) if found is not None else None
    if days_and_unit is None:
        return False
    days, unit = days_and_unit
    near = [
        (day, span) for day, span in _days_near(narrative, count) if not any(edit.span.overlaps(span) for edit in edits)
    ]
    return any(_is_distance(abs((one - other).days), days, unit) for one, _ in near for other, _ in near if one < other)


def _days_near(narrative: str, place: Span) -> Iterator[tuple[date, Span]]:
    """The days given near a place, also those without a year."""
    for mention in read_timeline(narrative).mentions:
        if mention.exact and _is_near(mention.span, place):
            yield mention.day, mention.span
    for match in _BARE_DAY.finditer(narrative, max(0, place.start - _NEAR), min(len(narrative), place.end + _NEAR)):
        try:
            yield date(_PLAIN_YEAR, int(match["month"]), int(match["day"])), Span(*match.span())
        except ValueError:
            continue


def _is_near(one: Span, other: Span) -> bool:
    return max(one.start, other.start) - min(one.end, other.end) <= _NEAR


def _is_beside(one: Span, other: Span) -> bool:
    return max(one.start, other.start) - min(one.end, other.end) <= _BESIDE


def _counts(narrative: str) -> Iterator[tuple[Span, float, str]]:
    """Every count of time in a text, in days, with the first letter of its unit."""
    for match in _COUNT.finditer(narrative):
        days_and_unit = _in_days(match)
        if days_and_unit is not None:
            yield Span(*match.span()), *days_and_unit


def _in_days(match: re.Match[str]) -> tuple[float, str] | None:
    unit = match["unit"][0].lower()
    count = parse_number(match["count"].lower())
    return (count * _DAYS_OF_UNIT[unit], unit) if count and count > 1 else None


def _is_distance(between: int, counted: float, unit: str) -> bool:
    """Whether a count may be the distance between two days: both days counted or one, months and years rounded."""
    slack = 1 if unit == "d" else 0.9 * _DAYS_OF_UNIT[unit]
    return abs(between - counted) <= slack
