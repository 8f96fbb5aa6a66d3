"""The year of an offence that a matter does not date: "occurrence of 2008", "FIR No. 41/2009"."""

import re
from datetime import date

_YEAR = r"(?P<{0}>(?:19[5-9]|20[0-4])\d)\b(?![./-]\d)"
_OF_YEAR = re.compile(
    rf"\b(?:offence|occurrence|incident|crime|rape|murder|(?:the|said|this|alleged)\sact|episode|event|alleged|trap|recovery|seizure|raid|cheque)\s(?:is\s|was\s|took\splace\s|happened\s|said\sto\sbe\s|committed\s){{0,2}}(?:of|in|dated)?\s?(?:the\s)?(?:year\s|[a-z]{{3,9}}\.?,?\s)?{_YEAR.format('told')}"
    rf"|\bf\.?i\.?r\b\.?\s(?:is\s|was\s)?(?:of|in)\s(?:the\s)?(?:year\s)?{_YEAR.format('fir')}"
    rf"|\b(?:f\.?i\.?r|crime|cr|c\.?r)\b\.?\s(?:no\b\.?\s?)?\d{{1,4}}\s?(?:/|of)\s?{_YEAR.format('number')}"
)


def day_of_stated_year(lower: str) -> date | None:
    """The middle of the year in which the offence is said to have been; None if two years are told, or none."""
    years = {int(match["told"] or match["fir"] or match["number"]) for match in _OF_YEAR.finditer(lower)}
    return date(years.pop(), 7, 1) if len(years) == 1 else None
