"""The day to whose law a matter without exact dates belongs, by the years that it names."""

import re
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from countercase.facts.lines.profile import MatterProfile

_YEAR = re.compile(r"(?<![\d/.-])(?:19[5-9]\d|20[0-4]\d)(?![\d/-])")
_YEAR_OF_ACT = re.compile(r"\bact,?\s(?:of\s)?\Z|\bamended\sin\s\Z")
_ACT_AFTER = re.compile(r"\s(?:act|code|rules)\b")


def day_told(matter: "MatterProfile") -> date:
    """The last date of the matter, else the middle of the last year that it names, else a day of its code."""
    if matter.last_day is not None:
        return matter.last_day
    years = [
        int(match[0])
        for match in _YEAR.finditer(matter.lower)
        if not _YEAR_OF_ACT.search(matter.lower[max(0, match.start() - 14) : match.start()])
        and not _ACT_AFTER.match(matter.lower, match.end())
    ]
    return date(max(years), 7, 1) if years else matter.code_day
