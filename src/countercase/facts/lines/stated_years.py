"""Years in a matter that states no exact dates: that of the offence, whose law governs, of a wedding and a death."""

import re
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.span import Span
from countercase.law import dates
from countercase.law.tables import periods

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


# The years of a wedding and of the death, where no day is told: "wedding 1997, death 1999".
_WED = re.compile(
    rf"\b(?:wedding|wed|marriage|married|solemni[sz]ed)\b(?:\s(?:was|in|of|took\splace|held|solemni[sz]ed|him|her|the|accused|year|[a-z]+ly))*,?\s{_YEAR.format('year')}"
)
_DIED = re.compile(
    rf"\b(?:death|died|expired|suicide|hanged\sherself|burnt|killed\sherself|poisoned)\b(?:\s(?:was|in|of|took\splace|at|her|the|year|matrimonial|home|house|hospital))*,?\s{_YEAR.format('year')}"
)


def _wedding_and_death(lower: str) -> tuple[tuple[int, Span], tuple[int, Span]] | None:
    """The year of the wedding and that of the death with their places, if the text names one of each."""
    found = []
    for words in (_WED, _DIED):
        years = {int(match["year"]): Span(*match.span("year")) for match in words.finditer(lower)}
        if len(years) != 1:
            return None
        found.append(next(iter(years.items())))
    return found[0], found[1]


def wedding_year_lines(matter: "MatterProfile") -> Iterator[LawLine]:
    """A death within, or beyond, seven years of the wedding by the years alone, if the side is the same on any day."""
    told = None if matter.timeline.of("marriage", "death") else _wedding_and_death(matter.lower)
    if told is None:
        return
    (wed, wed_at), (died, died_at) = told
    for rule in periods.all():
        is_of_wedding = rule.from_roles[0] == "marriage" and rule.to_roles == ("death",) and rule.unit == "years"
        if not is_of_wedding or not matter.applies(rule.applies_when) or not rule.in_force(date(died, 7, 1)):
            continue
        if not died - wed + 1 <= rule.value and not died - wed - 1 >= rule.value:
            continue
        stands = Stands.of(died - wed + 1 <= rule.value)
        value = f"{max(0, died - wed - 1)} to {dates.counted(died - wed + 1, 'years')}"
        effect = rule.within if stands is Stands.WITHIN else rule.crossed
        says = f"{value} against {rule.line} (marriage {wed}, death {died}). {effect}"
        also = rule.also_on(date(died, 7, 1))
        yield LawLine(rule.provision, rule.quantity, value, rule.line, stands, (died_at, wed_at), says, rule.id, also)


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
