"""The year of an offence, and the day whose law governs, in a matter that states years and no exact dates."""

import re
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from countercase.facts.lines.profile import MatterProfile

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


_ANY_YEAR = re.compile(r"(?<![\d/.-])(?:19[5-9]\d|20[0-4]\d)(?![\d/-])")
_YEAR_OF_ACT = re.compile(r"\bact,?\s(?:of\s)?\Z|\bamended\sin\s\Z")
_ACT_AFTER = re.compile(r"\s(?:act|code|rules)\b")


def day_told(matter: "MatterProfile") -> date:
    """The last date of the matter, else the middle of the last year that it names, else a day of its code."""
    if matter.last_day is not None:
        return matter.last_day
    years = [
        int(match[0])
        for match in _ANY_YEAR.finditer(matter.lower)
        if not _YEAR_OF_ACT.search(matter.lower[max(0, match.start() - 14) : match.start()])
        and not _ACT_AFTER.match(matter.lower, match.end())
    ]
    return date(max(years), 7, 1) if years else matter.code_day
