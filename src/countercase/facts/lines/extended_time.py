"""Time for the investigation that a court extended on the report of the prosecutor: NDPS Act, UAPA, MCOCA, TADA."""

import re
from dataclasses import replace
from functools import lru_cache

from countercase.law.tables.periods import PeriodRule
from countercase.text.numbers import parse_number

_COUNT = r"(?P<{0}>\d{{2,3}}|(?:ten|fifteen|twenty|thirty|forty|forty-five|fifty|sixty|seventy|eighty|ninety))"
_GIVEN = r"(?:given|granted|allowed|ordered|sanctioned|accorded)"
_MORE = r"(?:more|further|additional|extra|another)"
_GRANTED = re.compile(
    r"(?<!\bcustody\s)(?<!\bremand\s)(?<!\bbe\s)(?<!\bnot\s)\b(?:extended|enlarged)\s(?!judicial|police|custody|remand)(?:[^.;\n\d]{0,24}\s)?(?:by|to|for|till|until|up\s?to)\s(?:\w+\s){0,2}?(?:\d{3}|[369]0|ninety|sixty|thirty|one\s(?:hundred|year)|a\syear)\b"
    r"|\b(?:time|period|limit)\s(?:for\s\w+\s|of\s\w+\s)?(?:was\s|were\s|stood\s|having\sbeen\s|had\sbeen\s|thus\s){0,2}(?:extended|enlarged)\b"
    r"|\b(?:court|judge)\s(?:had\s|has\s|then\s)?(?:extended|enlarged)\s(?:the\s)?(?:time|period|on\s\d)"
    rf"|\bextensions?\b[^.;\n]{{0,60}}\b(?:allowed|granted|given|ordered)\b"
    r"|\b(?:one|two|three|2|3|second|further)\sextensions?\s(?:by|from|of)\b"
    rf"|\b{_GIVEN}\s(?:an?\s|the\s|one\s|two\s|further\s|of\s){{0,3}}extensions?\b"
    rf"|\b(?:\d{{2,3}}|thirty|sixty|ninety)\s(?:{_MORE}\sdays|days(?:'|’)?\s{_MORE}|{_MORE}\s?days)(?:\stime)?\s(?:was\s|were\s|is\s|stood\s)?{_GIVEN}\b"
    rf"|\b(?:more|further|additional)\stime\s(?:of\s\w+\sdays\s)?(?:was\s|stood\s)?{_GIVEN}\b"
    rf"|\b{_GIVEN}\s(?:a\s)?{_MORE}\s(?:period\sof\s)?(?:\d{{2,3}}|thirty|sixty|ninety)\sdays\b"
)
_DENIED = re.compile(
    r"\b(?:no|not|never|nor|without|neither)\b[^.;\n]{0,40}\b(?:extend(?:ed|ing)?|extensions?|enlarg\w+|more\stime|further\stime)\b"
    r"|\bextensions?\b[^.;\n]{0,40}\b(?:refused|rejected|declined|dismissed|set\saside|quashed|not\s(?:granted|given|sought|asked)|never)\b"
)
_DAYS_ADDED = re.compile(
    rf"\b(?:extended|enlarged)\b[^.;\n]{{0,30}}?\b(?:by|for)\s(?:{_MORE}\s|a\s|period\sof\s)*{_COUNT.format('by')}\sdays\b"
    rf"|\b{_COUNT.format('given')}\s(?:{_MORE}\sdays|days(?:'|’)?\s{_MORE})(?:\stime)?\s(?:was\s|were\s|stood\s)?{_GIVEN}\b"
    rf"|\b{_GIVEN}\s(?:a\s)?{_MORE}\s(?:period\sof\s)?{_COUNT.format('after')}\sdays\b"
    rf"|\bextension\sof\s{_COUNT.format('of')}\sdays\b"
)
_DAYS_IN_ALL = re.compile(
    r"\b(?:extended|enlarged)\b[^.;\n]{0,30}?\b(?:to|up\s?to|till)\s(?:the\s)?(?P<all>\d{3})(?:th)?\sdays?\b"
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
