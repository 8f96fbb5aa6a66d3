"""Adverse possession that is pleaded from a year, without a day: "openly as owner since 1998"."""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile
from countercase.law import dates

_YEARS = 12
_SINCE_YEAR = re.compile(
    r"\b(?:(?:adverse|hostile)(?:ly)?\b|openly\b[^.;\n]{0,30}\b(?:owners?|hostile(?:ly)?|adverse(?:ly)?|against)\b)[^.;\n\d]{0,50}?\b(?:since|from)\s(?:the\s)?(?:year\s|about\s)?"
    r"(?P<year>(?:19|20)\d\d)\b(?!\s?[./-]\s?\d|,\d)"
)
_NOT_PLEADED = re.compile(
    r"\b(?:no|not|never|nor|without|deny|denies|denied|case|ruling|decision|judgment|neighbour|neighbor|cousin|other\ssuit|that\ssuit)\b[^.;\n]{0,40}\Z"
)


def adverse_year_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The years from the beginning of the possession to the suit, if the side is the same whatever the day."""
    if not matter.topic("suit for possession") or matter.timeline.of("dispossession", "hostile assertion"):
        return
    suits = {event.day: event for event in matter.timeline.of("suit") if event.exact}
    pleaded = [
        match
        for match in _SINCE_YEAR.finditer(matter.lower)
        if not _NOT_PLEADED.search(matter.lower[max(0, match.start() - 60) : match.start()])
    ]
    if len(suits) != 1 or len({match["year"] for match in pleaded}) != 1:
        return
    suit, year = next(iter(suits.values())), int(pleaded[0]["year"])
    ends = {dates.add(day, _YEARS, "years") >= suit.day for day in (date(year, 1, 1), date(year, 12, 31))}
    if len(ends) != 1 or year > suit.day.year:
        return
    in_time = ends.pop()
    least, most = suit.day.year - year - 1, suit.day.year - year
    value = f"about {dates.counted(most, 'years')}" if suit.day.month > 6 else f"about {dates.counted(least, 'years')}"
    effect = (
        "the suit is in time" if in_time else "the suit on title is barred if the possession was adverse throughout"
    )
    yield LawLine(
        Provision.parse("Limitation-Article-65"),
        "period from adverse possession to the suit",
        value,
        dates.counted(_YEARS, "years"),
        Stands.of(in_time),
        (suit.span, Span(*pleaded[0].span("year"))),
        f"From {year} to the suit of {dates.written(suit.day)}, whatever the day in that year, against"
        f" {_YEARS} years: {effect}.",
        "lim-65-year",
    )
