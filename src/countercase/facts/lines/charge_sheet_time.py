"""The time for the charge-sheet: ninety or sixty days by the gravity of a charge, and the days that a court added."""

import re
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from countercase.domain.provision import Provision
from countercase.facts.words import provision_name
from countercase.law.tables import sentences
from countercase.law.tables.acts import CODES, COMMENCEMENT, LAST_DAY_OF_OLD_CODES
from countercase.law.tables.periods import PeriodRule
from countercase.law.tables.sentences import Gravity
from countercase.text.numbers import parse_number

if TYPE_CHECKING:
    from countercase.facts.lines.profile import MatterProfile

CULPABLE_HOMICIDE = frozenset({"IPC-304", "BNS-105"})
_SECTION_304 = re.compile(r"\b304\b(?!\s?-?\s?[ab]\b)")
_SECOND_PART = re.compile(
    r"(?:\s(?:of\s(?:the\s)?)?(?:ipc|i\.p\.c\.?),?)?[\s,(-]{0,2}(?:part|pt\.?|p\.?)[\s.-]{0,2}\(?(?:ii|2|two|second)\b|[\s(-]{0,2}(?:ii|2nd|second)\)?(?:\s(?:part|limb))?(?!\w)"
)


def _is_second_part_alone(lower: str) -> bool:
    """Whether section 304 is cited, and only by its second part, which carries ten years at most."""
    parts = _cited_by_second_part(lower)
    return bool(parts) and all(parts)


def _cited_by_second_part(lower: str) -> list[bool]:
    """For each citation of section 304, whether it names the second part."""
    return [_SECOND_PART.match(lower, match.end()) is not None for match in _SECTION_304.finditer(lower)]


def gravity_of(charge: Provision, day: date, lower: str) -> Gravity | None:
    """Whether one charge gives ninety or sixty days; None if the table or the law leaves it open."""
    parts = _cited_by_second_part(lower) if charge.base in CULPABLE_HOMICIDE else []
    if parts and parts[0]:  # the part is disputed if a later citation names another
        return Gravity.SIXTY if all(parts) and day < COMMENCEMENT else None
    if charge.act not in CODES[:3] or day < COMMENCEMENT:
        return sentences.gravity(charge, day)
    # A section of the old Code beside those of the new is often that of an earlier case: a lighter one decides nothing.
    old = sentences.gravity(charge, LAST_DAY_OF_OLD_CODES)
    is_open = sentences.is_ten_years_at_most(charge, LAST_DAY_OF_OLD_CODES)
    return old if old is Gravity.SIXTY and not is_open else None


def carries_ten_years(charge: Provision, day: date, lower: str) -> bool:
    """Whether a charge carries up to ten years and no more."""
    if charge.base in CULPABLE_HOMICIDE and _cited_by_second_part(lower):
        return _is_second_part_alone(lower)
    return sentences.is_ten_years_at_most(charge, day)


_COUNT = r"(?P<{0}>\d{{2,3}}|(?:ten|fifteen|twenty|thirty|forty|forty-five|fifty|sixty|seventy|eighty|ninety))"
_GIVEN = r"(?:given|granted|allowed|gave|ordered|sanctioned|accorded)"
_MORE = r"(?:more|further|additional|extra|another)"
_LONG = r"(?:30|45|60|90|120|180|thirty|forty-five|sixty|ninety)"  # days; a police custody is shorter
_GRANTED = re.compile(
    r"(?<!\bcustody\s)(?<!\bremand\s)(?<!\bbe\s)(?<!\bnot\s)\b(?:extended|enlarged|raised)\s(?!judicial|police|custody|remand)(?:[^.;\n\d]{0,24}\s)?(?:by|to|for|till|until|up\s?to)\s(?:\w+\s){0,2}?(?:\d{3}|[369]0|ninety|sixty|thirty|one\s(?:hundred|year)|a\syear)\b"
    r"|\b(?:time|period|limit)\s(?:for\s\w+\s|of\s\w+\s)?(?:was\s|were\s|stood\s|having\sbeen\s|had\sbeen\s|thus\s){0,2}(?:extended|enlarged|raised)\b"
    r"|\b(?:court|judge)\s(?:had\s|has\s|then\s)?(?:extended|enlarged|raised)\s(?:the\s)?(?:time|period|on\s\d)"
    rf"|\bextensions?\b[^.;\n]{{0,60}}\b(?:allowed|granted|given|ordered)\b"
    r"|\b(?:one|two|three|2|3|second|further)\sextensions?\s(?:by|from|of)\b"
    rf"|\b{_GIVEN}\s(?:an?\s|the\s|one\s|two\s|further\s|of\s){{0,3}}extensions?\b"
    rf"|\b(?:\d{{2,3}}|thirty|sixty|ninety)\s(?:{_MORE}\sdays|days(?:'|’)?\s{_MORE}|{_MORE}\s?days)(?:\stime)?\s(?:was\s|were\s|is\s|stood\s)?{_GIVEN}\b"
    rf"|\b(?:more|further|additional)\stime\s(?:of\s\w+\sdays\s)?(?:was\s|stood\s)?{_GIVEN}\b"
    rf"|\b{_GIVEN}\s(?:a\s)?{_MORE}\s(?:period\sof\s)?(?:\d{{2,3}}|thirty|sixty|ninety)\sdays\b"
    rf"|\b{_GIVEN}\s(?:\d{{2,3}}|thirty|sixty|ninety)\sdays(?:'|’)?\s(?:more|further|extension|extra)\b"
    rf"|\b{_GIVEN}\b[^.;\n]{{0,24}}?[\s,](?:for\s|by\s)?{_LONG}\s(?:{_MORE}\sdays|days(?:'|’)?\s{_MORE})\b"
)
_DENIED = re.compile(
    r"\b(?:no|not|never|nor|without|neither)\b(?!\s(?:\w+\s)?(?:power|jurisdiction|authority|competence))[^.;,\n]{0,40}\b(?:extend(?:ed|ing)?|extensions?|enlarg\w+|more\stime|further\stime)\b"
    r"|\bextensions?\b[^.;\n]{0,40}\b(?:refused|rejected|declined|dismissed|set\saside|quashed|not\s(?:granted|given|sought|asked)|never)\b"
)
_DAYS_ADDED = re.compile(
    rf"\b(?:extended|enlarged|raised)\b[^.;\n]{{0,30}}?\b(?:by|for)\s(?:{_MORE}\s|a\s|period\sof\s)*{_COUNT.format('by')}\sdays\b"
    rf"|\b{_COUNT.format('given')}\s(?:{_MORE}\sdays|days(?:'|’)?\s{_MORE})(?:\stime)?\s(?:was\s|were\s|stood\s)?{_GIVEN}\b"
    rf"|\b{_GIVEN}\s(?:a\s)?{_MORE}\s(?:period\sof\s)?{_COUNT.format('after')}\sdays\b"
    rf"|\bextension\sof\s{_COUNT.format('of')}\sdays\b"
    rf"|\b{_GIVEN}\s{_COUNT.format('more')}\sdays(?:'|’)?\s(?:more|further|extension|extra)\b"
    rf"|\b{_GIVEN}\b[^.;\n]{{0,24}}?[\s,](?:for\s|by\s)?{_COUNT.format('allowed')}\s(?:{_MORE}\sdays|days(?:'|’)?\s{_MORE})\b"
)
_DAYS_IN_ALL = re.compile(
    r"\b(?:extended|enlarged|raised)\b[^.;\n]{0,30}?\b(?:to|up\s?to|till)\s(?:the\s)?(?P<all>\d{3})(?:th)?\sdays?\b"
)
_SEVERAL = re.compile(r"\b(?:two|three|2|3|second|further|last|both)\s(?:such\s)?extensions?\b|\bextensions\b")

# Rows of `periods.csv` for time that was extended, with the days that run without an extension.
_UNEXTENDED = {"ndps-36a-extended": 180, "uapa-43d-extended": 90, "mcoca-21-extended": 90, "tada-20-extended": 180}


def is_time_extended(lower: str) -> bool:
    """Whether a court gave more time for the investigation."""
    granted, denied = _signs(lower)
    return granted and not denied


def is_time_not_extended(lower: str) -> bool:
    """Whether no court gave more time: the text denies it, or does not speak of it."""
    granted, denied = _signs(lower)
    return not granted and (denied or re.search(r"\bexten(?:d|sion)|\bextn\b|\b180\b", lower) is None)


@lru_cache(maxsize=4)
def _signs(lower: str) -> tuple[bool, bool]:
    denied = [match.span() for match in _DENIED.finditer(lower)]
    granted = any(
        not any(start < match.end() and match.start() < end for start, end in denied)
        for match in _GRANTED.finditer(lower)
    )
    return granted, bool(denied)


def with_time_granted(rule: PeriodRule, lower: str) -> PeriodRule:
    """The rule with the days that the court gave, if the text counts them once; else with the most that it may give."""
    base = _UNEXTENDED.get(rule.id)
    if base is None:
        return rule
    whole = {int(match["all"]) for match in _DAYS_IN_ALL.finditer(lower)}
    added = [
        base + int(parse_number(next(count for count in match.groups() if count)))
        for match in _DAYS_ADDED.finditer(lower)
    ]
    if _SEVERAL.search(lower) or len(whole) + len(added) != 1:
        return rule
    return replace(rule, value=min(rule.value, *whole, *added))


_ONLY_SOUGHT = re.compile(
    r"\b(?:moves?|moved|seeks?|sought|wants?|wanted|asks?|asked|prays?|applied|applies|application|applicn|memo|letter)\b[^.;\n]{0,20}\bto\s(?:be\s)?"
    r"(?:add(?:ed)?|insert(?:ed)?|invoke[d]?)\b"
)


def doubt_of_gravity(matter: "MatterProfile") -> str:
    """Says that ninety days would apply if a graver section, which was only added, stood."""
    if matter.is_gravity_disputed:
        if _ONLY_SOUGHT.search(matter.lower):
            return (
                " The police asked to add a graver section; ninety days would apply only if it had stood before then."
            )
        return " Which period applies is disputed: a graver section was added later."
    graver = matter.added_but_not_in_sheet
    if not graver or matter.stated_maximum is not None or matter.gravity is Gravity.NINETY:
        return ""
    names = " and ".join(provision_name(provision) for provision in graver)
    return f" Ninety days would apply if {names}, added later and not in the charge-sheet, stood."
