"""Adverse possession that no dated event tells: pleaded from a year, or claimed in the sentence after a date."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.profile import MatterProfile
from countercase.law import dates

_SINCE_YEAR = re.compile(
    r"\b(?:(?:adverse|hostile)(?:ly)?\b|openly\b[^.;\n]{0,30}\b(?:owners?|hostile(?:ly)?|adverse(?:ly)?|against)\b)[^.;\n\d]{0,50}?\b(?:since|from)\s(?:the\s)?(?:year\s|about\s)?"
    r"(?P<year>(?:19|20)\d\d)\b(?!\s?[./-]\s?\d|,\d)"
)
_NOT_PLEADED = re.compile(
    r"\b(?:no|not|never|nor|without|deny|denies|denied|case|ruling|decision|judgment|neighbour|neighbor|cousin|other\ssuit|that\ssuit)\b[^.;\n]{0,40}\Z"
)
# "Canal poramboke, which is Government land. That I took in June 2010."
_GOVERNMENT_LAND = re.compile(
    r"\b(?:poramboke|(?:government|govt\.?|nazul|state)\sland|land\sof\sthe\s(?:state|government))\b(?:[^.;\n]|\.\s){0,60}?\b(?:took|occupied|entered|enclosed|encroached)\b[^.;\n\d]{0,30}?"
    r"\b(?:in|since|from)\s(?:[a-z]+\s)?(?P<year>(?:19|20)\d\d)\b"
)
# "On 14 June 2010 he came and asked me to go. I told him that the place is mine."
_CLAIMED_AS_OWNER = re.compile(
    r"\b(?:told|said|declared|announced|answered|replied|asserted)\b[^.;\n]{0,70}?\b(?:place|land|house|plot|property|it|this|that)\s(?:is|was|had\sbecome)\s(?:now\s)?(?:mine|ours|my\sown|his\sown|her\sown|their\sown)\b"
)
_OF_LAND = re.compile(r"\b(?:place|land|house|plot|property|shop|field|site|premises|building|shed|title|owner\w*)\b")
_WORDS = r"(?:[^.;\n]|(?<=\b[dms]r)\.|(?<=\b(?:smt|mrs|sri))\.)"
_NEXT_SENTENCE = re.compile(rf"{_WORDS}{{0,160}}(?:\.\s{_WORDS}{{0,120}})?")
_LAND_HELD = re.compile(
    r"\badverse\spossession\b|\btrespasser\b|\b(?:twelve|12)\syears\b|\bthr[eo]w\s(?:me|us|him|her|them)\sout\b"
)
_DENIED = re.compile(
    r"\b(?:never\ssaid|denies|denied|never\s(?:told|claimed|asserted)|begged|(?:he|she|they)\sallowed\s(?:me|us|him|her)\sto\sstay|with\s(?:his|her|their)\s(?:leave|permission))\b"
)


@dataclass(frozen=True, slots=True)
class _Limit:
    """The time that a possession must last against an owner, and what follows."""

    article: str
    years: int
    owner: str


_PRIVATE, _GOVERNMENT = _Limit("65", 12, "the owner"), _Limit("112", 30, "the Government")


def adverse_year_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The time from the beginning of the possession to the suit, if the side is the same whatever the day."""
    suits = {event.day: event for event in matter.timeline.of("suit") if event.exact}
    if len(suits) != 1:
        return
    suit = next(iter(suits.values()))
    is_untold = not matter.timeline.of("dispossession", "hostile assertion")
    if matter.topic("suit for possession") and is_untold:
        yield from _from_year(_SINCE_YEAR, _PRIVATE, matter, suit)
    if matter.topic("suit for possession") or _LAND_HELD.search(matter.lower):
        yield from _from_year(_GOVERNMENT_LAND, _GOVERNMENT, matter, suit)
        if not matter.topic("possession"):  # else the row of the table draws the line
            yield from _from_claim(matter, suit)


def _from_year(words: re.Pattern[str], limit: _Limit, matter: MatterProfile, suit: DatedEvent) -> Iterator[LawLine]:
    """Possession that is pleaded from a year, without a day."""
    pleaded = [
        match
        for match in words.finditer(matter.lower)
        if not _NOT_PLEADED.search(matter.lower[max(0, match.start() - 60) : match.start()])
    ]
    if len({match["year"] for match in pleaded}) != 1:
        return
    year = int(pleaded[0]["year"])
    ends = {dates.add(day, limit.years, "years") >= suit.day for day in (date(year, 1, 1), date(year, 12, 31))}
    if len(ends) != 1 or year > suit.day.year:
        return
    least, most = suit.day.year - year - 1, suit.day.year - year
    value = f"about {dates.counted(most, 'years')}" if suit.day.month > 6 else f"about {dates.counted(least, 'years')}"
    since = f"From {year} to the suit of {dates.written(suit.day)}, whatever the day in that year,"
    yield _line(limit, value, since, Span(*pleaded[0].span("year")), suit, in_time=ends.pop())


def _from_claim(matter: MatterProfile, suit: DatedEvent) -> Iterator[LawLine]:
    """Possession that was claimed as an owner's, at a date or in the sentence after it, where the claimant asks."""
    claims = {
        event.day: event.span
        for event in matter.timeline.of("hostile assertion")
        if event.exact
        and (clause := matter.clause_at(event.span.start))
        and _OF_LAND.search(matter.lower, clause.start, clause.end)
    }
    for match in _CLAIMED_AS_OWNER.finditer(matter.lower):
        before = [mention for mention in matter.timeline.mentions if mention.span.end <= match.start()]
        if before and before[-1].exact and _NEXT_SENTENCE.fullmatch(matter.lower, before[-1].span.end, match.start()):
            claims[before[-1].day] = before[-1].span
    if len(claims) != 1:
        return
    day, span = next(iter(claims.items()))
    if day >= suit.day:
        return
    in_time = dates.add(day, _PRIVATE.years, "years") >= suit.day
    value = dates.in_words(dates.elapsed(day, suit.day), exact=True)
    is_denied = _DENIED.search(matter.lower, span.end) is not None
    doubt = " The claim is denied, or permission is pleaded." if is_denied else ""
    since = f"From the claim of {dates.written(day)} to the suit of {dates.written(suit.day)}, {value},"
    yield _line(_PRIVATE, value, since, span, suit, in_time=in_time, doubt=doubt)


# The possessor himself sues, for a declaration that he has become the owner.
_SUES_FOR_DECLARATION = re.compile(
    r"\b(?:suit|plaint|pltf|plaintiff)\b[^.;\n]{0,60}\bdecl(?:aration|n|are)?\b|\bdeclaration\b[^.;\n]{0,60}\b(?:by\s(?:way\sof\s)?adverse|perfected)\b"
    r"|\b(?:plaintiff|pltf)\b[^.;\n]{0,80}\b(?:perfected|acquired|prescribed)\b[^.;\n]{0,30}\badverse"
)
_SUES_FOR_POSSESSION = re.compile(
    r"\b(?:suit|sues?|sued|plaint|prays?)\b[^.;\n]{0,40}\b(?:for|recover\w*|delivery\sof)\s(?:\w+\s)?possession\b"
)


def of_possessor(matter: MatterProfile, line: LawLine) -> LawLine:
    """The line of Article 65, where the possessor sues to be declared the owner: he needs the whole twelve years."""
    if not _SUES_FOR_DECLARATION.search(matter.lower) or _SUES_FOR_POSSESSION.search(matter.lower):
        return line
    falls_short = line.stands is Stands.WITHIN
    effect = (
        "the possession falls short of the twelve years after which the owner's title ends and the possessor's begins"
        if falls_short
        else "twelve years had passed; against a private owner the title is his if it was adverse throughout"
    )
    return replace(
        line,
        quantity="period of adverse possession before the suit of the possessor",
        stands=Stands.of(not falls_short),
        says=f"{line.says.partition(').')[0]}): {effect} (Limitation Act s.27).",
        also=(*line.also, Provision.parse("Limitation-27")),
    )


def _line(
    limit: _Limit, value: str, since: str, span: Span, suit: DatedEvent, *, in_time: bool, doubt: str = ""
) -> LawLine:
    effect = (
        f"a suit of {limit.owner} on title is in time"
        if in_time
        else f"a suit of {limit.owner} on title is barred if the possession was adverse throughout"
    )
    return LawLine(
        Provision.parse(f"Limitation-Article-{limit.article}"),
        "period from adverse possession to the suit",
        value,
        dates.counted(limit.years, "years"),
        Stands.of(in_time),
        (suit.span, span),
        f"{since} against {limit.years} years: {effect}.{doubt}",
        f"lim-{limit.article}-year",
    )
