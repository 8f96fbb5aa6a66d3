"""The hour against sunset and sunrise: a search for drugs without a warrant, house-breaking, the arrest of a woman."""

import re
from collections.abc import Iterator
from datetime import date, time

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.clock_times import TIME_ANY, read_clock
from countercase.facts.lines.profile import MatterProfile
from countercase.law.tables.acts import COMMENCEMENT

_HOUSE_BREAKING = re.compile(
    r"\b(?:house-?breaking|broke\s(?:open|into)|broken\sinto|burgl\w+|house-?trespass|door|latch\s(?:forced|broken))\b"
)
_HOUR = re.compile(r"(?<![\d.])(?P<hour>\d{1,2})(?:[.:](?P<minute>\d{2}))?\s?(?P<half>a\.?m\b|p\.?m\b)")
_STATED = re.compile(
    r"\b(?P<what>sunset|sunrise|sun\s(?:having\s|had\s)?(?:set|risen|rose|went\sdown|gone\sdown|came\sup))\b(?:\s(?:that|on\sthat|the)\sday)?(?:\s(?:was|is|being|at|about|time|by)|\s?[:(=-])*\s?"
    r"(?P<hour>\d{1,2})[.:](?P<minute>\d{2})(?!\d)"
)
_SPEAKS_OF_IT = re.compile(
    r"\bsun\s?set\b|\bsun\s?rise\b|\bsun\s(?:having|had)\s(?:set|risen)\b|\bsun\s(?:had\s)?(?:went|gone)\sdown\b"
)
_DARK_FROM, _DARK_TO = time(20), time(4)  # dark on every day of the year, in every part of the country
_LIGHT_FROM, _LIGHT_TO = time(8), time(17)
_HOUSE_REACH = 120  # characters on each side of an hour in which the house-breaking is told


def daylight_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The hour of a search for drugs, and of a house-breaking that is answered in private defence."""
    yield from _search_for_drugs(matter)
    yield from _house_breaking_by_night(matter)
    yield from _arrest_of_woman(matter)


def _stated_times(matter: MatterProfile) -> dict[str, time]:
    """The times of sunset and sunrise that the text gives."""
    stated = {}
    for match in _STATED.finditer(matter.lower):
        what = "sunset" if match["what"].endswith(("set", "down")) else "sunrise"
        hour = int(match["hour"]) % 12 + (12 if what == "sunset" else 0)
        if int(match["minute"]) < 60:
            stated[what] = time(hour, int(match["minute"]))
    return stated


def _is_dark(at: time, stated: dict[str, time]) -> bool | None:
    """Whether an hour is after sunset and before sunrise; None if it is near to either and the text gives neither."""
    if at >= time(12) and "sunset" in stated:
        return at > stated["sunset"]
    if at < time(12) and "sunrise" in stated:
        return at < stated["sunrise"]
    if at >= _DARK_FROM or at < _DARK_TO:
        return True
    return False if _LIGHT_FROM <= at < _LIGHT_TO else None


def _in_words(at: time, stated: dict[str, time]) -> tuple[str, str]:
    """The hour, with its distance from sunset if that is stated, and the line."""
    sunset = stated.get("sunset")
    if sunset is None or at < time(12):
        return f"{at:%H.%M}", "sunset to sunrise"
    minutes = (at.hour - sunset.hour) * 60 + at.minute - sunset.minute
    side = "after" if minutes > 0 else "before"
    return f"{at:%H.%M}, {abs(minutes)} minutes {side} sunset", f"sunset, {sunset:%H.%M}"


def _speaks_of_it(matter: MatterProfile, clause: Span) -> bool:
    return _SPEAKS_OF_IT.search(matter.lower, clause.start, clause.end) is not None


def _search_for_drugs(matter: MatterProfile) -> Iterator[LawLine]:
    """A search without a warrant between sunset and sunrise needs the grounds of belief in writing."""
    if not ("NDPS" in matter.named_acts or matter.topic("drugs")) or not _SPEAKS_OF_IT.search(matter.lower):
        return
    timed = [event for event in matter.timeline.of("search", "seizure") if event.at is not None]
    beside = (event for event in timed if event.clause and _speaks_of_it(matter, event.clause))
    search = next(beside, timed[0] if timed else None)
    stated = _stated_times(matter)
    at, spans = (search.at, search.spans) if search else _undated_search(matter)
    dark = _is_dark(at, stated) if at is not None else None
    if at is None or dark is None:
        return
    value, line = _in_words(at, stated)
    effect = (
        "a building, conveyance or enclosed place could be searched without a warrant only if the grounds of belief"
        " were recorded (proviso to section 42(1)); section 43 governs a public place"
        if dark
        else "no grounds for a search by night had to be recorded"
    )
    yield LawLine(
        Provision.parse("NDPS-42(1)"),
        "hour of the search against sunset",
        value,
        line,
        Stands.of(not dark),
        spans,
        f"{value}: {effect}.",
        "ndps-42-night",
    )


_SEARCHED = re.compile(r"\b(?:search(?:ed)?|raid(?:ed)?|entered|broke\sopen)\b[^.;\n]{0,60}\Z")


def _undated_search(matter: MatterProfile) -> tuple[time | None, tuple[Span, ...]]:
    """The hour of a search whose day the text does not give: "flat searched at 11.40 pm"."""
    for match in TIME_ANY.finditer(matter.lower):
        before = matter.lower[max(0, match.start() - 80) : match.start()]
        at = read_clock(match) if _SEARCHED.search(before) and not _SPEAKS_OF_IT.search(before) else None
        if at is not None:
            return at, (Span(*match.span()),)
    return None, ()


# "On the night of 12 October at about 11 ...": eleven at night.
_HOUR_OF_NIGHT = re.compile(
    r"\bnight\b[^.;\n]{0,40}?\b(?P<term>(?:at|about|around)\s(?:about\s|around\s)?(?P<night>\d{1,2})(?![\d.:/-]|\s?[ap]\.?m|\s(?:men|persons|people|of\sthem|hours|days|others)))"
)
_EVENING_FROM, _MORNING_TO = 8, 4  # hours of the clock that are night for certain


def _hour_of_night(match: re.Match[str]) -> time | None:
    """The hour of the clock that the words call one of the night; None for one that may be of the evening."""
    hour = int(match["night"]) if match.re is _HOUR_OF_NIGHT else 0
    if _EVENING_FROM <= hour <= 12:
        return time((hour + 12) % 24)
    return time(hour) if 1 <= hour < _MORNING_TO else None


def _start(match: re.Match[str]) -> int:
    return match.start()


def _house_breaking_by_night(matter: MatterProfile) -> Iterator[LawLine]:
    """Private defence against house-breaking by night; stated only if the hour is clearly night or day."""
    if not matter.topic("private defence"):
        return
    stated = _stated_times(matter)
    for match in sorted((*_HOUR.finditer(matter.lower), *_HOUR_OF_NIGHT.finditer(matter.lower)), key=_start):
        clock = TIME_ANY.match(matter.lower, match.start())
        at = _hour_of_night(match) or (read_clock(clock) if clock else None)
        if at is None or (stated and at in stated.values()):
            continue
        if match.re is _HOUR_OF_NIGHT and _hour_of_night(match) is None:
            continue
        around = (max(0, match.start() - _HOUSE_REACH), match.end() + _HOUSE_REACH)
        if not _HOUSE_BREAKING.search(matter.lower, *around):
            continue
        is_night = _is_dark(at, stated)
        if is_night is None:
            return
        name = "term" if match.re is _HOUR_OF_NIGHT else 0
        hour = (match[name], Span(*match.span(name)))
        effect = (
            "house-breaking by night: the right over property may extend to causing death"
            if is_night
            else "house-breaking by day is not in the clause for the night"
        )
        yield LawLine(
            Provision.parse("BNS-41" if matter.is_new_code else "IPC-103"),
            "hour of the house-breaking",
            hour[0],
            "after sunset and before sunrise",
            Stands.of(is_night),
            (hour[1],),
            f"{hour[0]} against the hours between sunset and sunrise: {effect}.",
            "night",
        )
        return


_WOMAN = re.compile(
    r"\b(?:lady|woman|female|wife|widow|mother|daughter|girl|she|her|smt\b\.?|mrs\b\.?)\b(?!\s(?:police|constable|officer|s\.?i\b|a\.?s\.?i|inspector|doctor|head\s|sub|home\s?guard))"
)
_MAN = re.compile(r"\b(?:he|him|his|husband|son|father|brother|man)\b")
_ARREST_OF_WOMEN = re.compile(r"\b46\s?\(4\)|\b43\s?\(5\)")
_WOMEN_PROTECTED = date(2006, 6, 23)


def _arrest_of_woman(matter: MatterProfile) -> Iterator[LawLine]:
    """A woman may be arrested between sunset and sunrise only in exceptional cases, with leave of a Magistrate."""
    stated = _stated_times(matter)
    for arrest in matter.timeline.of("arrest"):
        clause = arrest.clause or arrest.span
        told = matter.lower[clause.start : clause.end]
        if arrest.at is None or arrest.day < _WOMEN_PROTECTED or not _WOMAN.search(told) or _MAN.search(told):
            continue
        dark = _is_dark(arrest.at, stated)
        is_argued = _ARREST_OF_WOMEN.search(matter.lower) is not None or _SPEAKS_OF_IT.search(matter.lower) is not None
        if dark is None or not (dark or is_argued):
            continue
        value, line = _in_words(arrest.at, stated)
        effect = (
            "she could be arrested only in exceptional circumstances, by a woman officer and with the prior leave of"
            " the Magistrate"
            if dark
            else "no leave of the Magistrate was needed for the hour"
        )
        yield LawLine(
            Provision.parse("BNSS-43(5)" if arrest.day >= COMMENCEMENT else "CrPC-46(4)"),
            "hour of the arrest of a woman against sunset",
            value,
            line,
            Stands.of(not dark),
            arrest.spans,
            f"{value}: {effect}.",
            "arrest of a woman",
        )
        return
