"""Times of day: "4.10 pm", "19.40 hrs", "9 at night", "half past ten in the morning", "at 11 the next morning"."""

import re
from datetime import time

from countercase.domain.span import Span
from countercase.text.numbers import parse_number

_HOUR_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
TIME_FORM = (
    r"(?:(?P<hour>\d{1,2}|1?l|l[\dl])(?:\s?[.:]\s?(?P<minute>\d{2}))?\s?(?P<half>[ap](?:\.\s?(?:m|rn)\b\.?|\s?(?:m|rn)\b))"
    r"|(?P<plain>(?:1[3-9]|2[0-3]):[0-5]\d|(?<=\bat\s)(?:1[3-9]|2[0-3])\.[0-5]\d(?=\son\s))(?![\d:])(?!\s?h)"
    r"|(?P<clock>\d{1,2}\s?[.:]\s?\d{2}|\d{4})\s?(?:hrs?\b\.?|hours\b)"
    rf"|(?P<past>half\spast\s)?(?P<spoken>\d{{1,2}}|{_HOUR_WORDS})(?:[.:](?P<minutes>[0-5]\d))?(?:\so['’]?clock)?\s(?:in\s(?:the\s)?|at\s)(?P<part>morning|afternoon|evening|night)"
    r"|(?:12\s)?(?P<noon>noon)|(?P<midnight>midnight))"
)
TIME_ANY = re.compile(rf"(?<![\w.]){TIME_FORM}")
SCANNED_TO_DIGIT = str.maketrans("ol", "01")  # scanners read 0 as o and 1 as l
# An hour whose part of the day is that of the date: "only at 11 the next morning", "on the night of 3 May at nine".
_AN_HOUR = rf"(?P<past>half\spast\s)?(?P<hour>\d{{1,2}}|{_HOUR_WORDS})(?:[.:](?P<minutes>[0-5]\d))?(?:\so['’]?clock)?"
_HOUR_BEFORE = re.compile(rf"\b(?:at|about|around|by)\s{_AN_HOUR},?\s(?:on\s|of\s)?\Z")
_HOUR_AFTER = re.compile(
    rf",?\s(?:only\s)?(?:at|about|around|by)\s{_AN_HOUR}(?=\s?[.,;:)\n]|\s?\Z|\s(?:and|but|before)\b)"
)
_PART = r"(?P<part>morning|afternoon|evening|night)"
_PART_IN_DATE = re.compile(rf"\b{_PART}\Z")
_PART_BEFORE_DATE = re.compile(rf"\b(?:(?:on|in)\s)?the\s{_PART}\sof\s(?:the\s)?\Z")
_REACH = 24  # characters on each side of a date


def read_clock(match: re.Match[str]) -> time | None:
    """The time of day that a match of `TIME_FORM` gives, if it is a valid one."""
    if match["noon"]:
        return time(12)
    if match["midnight"]:
        return time(0)
    if match["spoken"]:
        return _spoken_time(match, match["spoken"], match["part"])
    if match["clock"] or match["plain"]:
        digits = re.sub(r"\D", "", match["clock"] or match["plain"]).rjust(4, "0")
        hour, minute = int(digits[:2]), int(digits[2:])
    else:
        hour_given = int(match["hour"].translate(SCANNED_TO_DIGIT))  # a scan may have "l pm"
        hour, minute = hour_given % 12, int(match["minute"] or 0)
        hour += 12 if match["half"].startswith("p") and hour_given <= 12 else 0
    return time(hour, minute) if hour < 24 and minute < 60 else None


def _spoken_hour(hour: int, part: str) -> int | None:
    """ "9 in the night" is 9 p.m. One to five "at night" is ambiguous."""
    if hour > 12 or (part == "night" and hour <= 5) or (part == "evening" and not 3 <= hour <= 11):
        return None
    if part == "afternoon":
        return hour % 12 + 12 if hour == 12 or hour <= 6 else None
    if part == "morning":
        return hour if hour != 12 else None
    return 0 if hour == 12 else hour + 12


def _spoken_time(match: re.Match[str], hour_words: str, part: str) -> time | None:
    hour = _spoken_hour(int(parse_number(hour_words)), part)
    return None if hour is None else time(hour, 30 if match["past"] else int(match["minutes"] or 0))


def hour_beside(lower: str, day: Span) -> tuple[time, Span] | None:
    """The hour beside a date that tells the part of the day, and the span of both."""
    lead = _PART_BEFORE_DATE.search(lower, max(0, day.start - _REACH), day.start)
    part = _PART_IN_DATE.search(lower, day.start, day.end) or lead
    start = lead.start() if lead else day.start
    before = _HOUR_BEFORE.search(lower, max(0, start - _REACH), start)
    hour = before or _HOUR_AFTER.match(lower, day.end, day.end + _REACH)
    if part is None or hour is None:
        return None
    at = _spoken_time(hour, hour["hour"], part["part"])
    return None if at is None else (at, Span(min(day.start, hour.start()), max(day.end, hour.end())))
