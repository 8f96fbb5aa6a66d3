"""Dates as judgment heads write them."""

import re
from datetime import date

_NAMES = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)"
)
DATE = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s*(?P<month>{_MONTH})\.?,?\s*(?P<year>\d{{4}})\b"
    rf"|\b(?P<month2>{_MONTH})[.,]?\s*(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?,?\s*(?P<year2>\d{{4}})\b"
    r"|\b(?P<day3>\d{1,2})[./-](?P<month3>\d{1,2})[./-](?P<year3>\d{4})\b"
    r"|\b(?P<year4>\d{4})-(?P<month4>\d{2})-(?P<day4>\d{2})\b",
    re.IGNORECASE,
)


def find_date(text: str, start: int = 0, end: int | None = None) -> date | None:
    """The first date that the calendar knows; day before month, as India writes it."""
    for match in DATE.finditer(text, start, len(text) if end is None else end):
        found = read_date(match)
        if found:
            return found
    return None


def read_date(match: re.Match[str]) -> date | None:
    """The date of a match of DATE; None for a 31 February."""
    for suffix in ("", "2", "3", "4"):
        if match[f"day{suffix}"]:
            month = match[f"month{suffix}"]
            number = int(month) if month.isdigit() else _NAMES.index(month[:3].lower()) + 1
            try:
                return date(int(match[f"year{suffix}"]), number, int(match[f"day{suffix}"]))
            except ValueError:
                return None
    return None
