"""The words and numbers that make up provision phrases, as small patterns; every repeat in them is bounded."""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from countercase.text.anchors import ANYTHING, BLANKS, WordOpenings, all_matches, spellings


class Unit(StrEnum):
    """What the word before the number names."""

    SECTION = "section"
    ARTICLE = "article"
    ORDER = "order"
    RULE = "rule"
    CLAUSE = "clause"
    OTHER = "part of an instrument"


_GAP = r"[\s.:\-–—\xad]{0,8}(?P<no>[Nn]os?\b\.?\s{0,2})?"
_NUMBER_AHEAD = r"(?=[(0-9IVXLC])"
_SUB = r"ub[-\s\xad]{0,3}(?:[Ss]ections?|SECTIONS?|[Ss]ecs?\b|[Cc]lauses?|[Rr]ules?|[Rr]egulations?|[Aa]rticles?)"

# The first letter has its own character class, so that the scan can skip to it; the lookbehind makes it open a word.
HEAD = re.compile(
    r"(?P<word>[SsAaOoRrCcPLEe§धअ](?<![A-Za-z].)(?:"
    r"ections?|ECTIONS?|ecs?\b|ECS?\b|[sS]?[.,]|[sS]?\b(?<=[uU]/.)|[sS]\b(?<=[uU]/..)|\b(?<=\b[Uu]nder\s.)|"
    r"rticles?|RTICLES?|rts?[.,]|RTS?[.,]|rts?\b|RTS?\b|rders?\b|RDER\b|ules?\b|ULES?\b|lauses?\b|LAUSES?\b|ls?\.|"
    + _SUB
    + r"|hapter\b|HAPTER\b|chedule\b|CHEDULE\b|ch\.|art\b|ist\b|ntry\b|ntries\b|ppendix\b|egulations?\b|"
    r"ारा(?:ओं)?|नुच्छेद|(?<=§)))" + _GAP + _NUMBER_AHEAD
)

_SPELT_OUT = "section article order rule clause sub chapter schedule appendix entry regulation".split()
_GAPS = [*BLANKS, *".,:-\xad"]
_LETTER_AND_GAP = {  # "s. 302", "u/s 302", "under s 302"
    letter + gap + then for letter in "sSoOrR" for gap in (*_GAPS, "(") for then in (*_GAPS, *"(0123456789IVXLCNn")
}
_HEAD_OPENINGS = WordOpenings(
    {spelling for word in _SPELT_OUT for spelling in spellings(word)}
    | _LETTER_AND_GAP
    | {first + second + gap for first in "sS" for second in "sS" for gap in _GAPS}  # "ss. 302", "u/ss 302"
    | {"Part", "List", "cl.", "Cl.", "cls", "Cls"}
    | {f"§{then}" for then in ANYTHING}
)

_HINDI_LETTERS = ("ध", "अ")


def find_section_words(text: str) -> Iterator[re.Match[str]]:
    """Every position that looks like a section word with its number, in order; they may nest."""
    if any(letter in text for letter in _HINDI_LETTERS):
        return all_matches(HEAD, text)
    return _HEAD_OPENINGS.matches(HEAD, text)


_UNITS = {
    "section": Unit.SECTION,
    "sec": Unit.SECTION,
    "s": Unit.SECTION,
    "§": Unit.SECTION,
    "धारा": Unit.SECTION,
    "धाराओं": Unit.SECTION,
    "article": Unit.ARTICLE,
    "art": Unit.ARTICLE,
    "अनुच्छेद": Unit.ARTICLE,
    "order": Unit.ORDER,
    "o": Unit.ORDER,
    "rule": Unit.RULE,
    "r": Unit.RULE,
    "clause": Unit.CLAUSE,
    "cl": Unit.CLAUSE,
    "chapter": Unit.OTHER,
    "schedule": Unit.OTHER,
    "sch": Unit.OTHER,
    "part": Unit.OTHER,
    "list": Unit.OTHER,
    "entry": Unit.OTHER,
    "entrie": Unit.OTHER,
    "appendix": Unit.OTHER,
    "regulation": Unit.OTHER,
}


@lru_cache(maxsize=256)
def unit_of(word: str) -> Unit | None:
    """The unit that a section word names; None for a word that only looks like one."""
    plain = word.lower().rstrip(".,")
    if plain.startswith("sub"):
        return Unit.CLAUSE
    return _UNITS.get(plain) or (_UNITS.get(plain.removesuffix("s")) if len(plain) > 2 or plain == "ss" else None)


_CLAUSE_TEXT = (
    r"[0-9]{1,3}(?:\s?-?\s?[A-Za-z]{1,2})?|[ivxl]{1,6}a?|[a-z]{1,2}(?:-?[0-9A-Z])?|"
    r"[IVX]{1,5}|[A-Z]{1,2}|[A-Z][a-z]|jha|aaa"
)
CLAUSE = re.compile(rf"\s{{0,4}}\(\s?(?P<clause>{_CLAUSE_TEXT})\s?\)")
LETTER_AFTER_CLAUSE = re.compile(r"(?<=\))\s?[A-Za-z](?![\w.'’(/])")

NUMBER = re.compile(
    r"(?P<digits>[0-9]{1,4}(?:\.[0-9]{1,2}){0,3})"
    r"(?P<suffix>\s?[-–\xad]\s?(?:[A-Z]{1,3}(?![A-Za-z'])|k?ha\b|gh?a\b|ka\b)|/[A-H](?=[/,\s])|[A-Z]{1,4}(?![A-Za-z])|"
    r"[a-z]{1,2}(?![a-z])|\s[A-HJ-Z](?=\s{0,3}(?:[,/(]|I\.?\s?P|of\b|r/w|read\b)))?"
    r"(?![0-9])(?!,[0-9]{2,3}\b)(?!\s?%)(?!/-)"
)
ROMAN = re.compile(r"(?P<roman>[IVXLC]{1,7})(?:\s?-\s?(?P<letter>[A-Z]{1,2}))?\b(?!\.[A-Z])")
YEAR = re.compile(r"(?:1[789]|20)[0-9]{2}")
# "Section 302, 25 years": a number that counts something does not belong to the list before it.
COUNTED = re.compile(
    r"(?:st|nd|rd|th)\b|\s{1,3}(?:years?|days?|months?|weeks?|hours?|persons?|accused|others?|lakhs?|crores?|kgs?|grams?|"
    r"per\s?cent|witness|appeals?|S\.?C\.?C|S\.?C\.?R|SCALE|A\.?I\.?R|ITR|[ap]\.?m\b|January|February|March|April|May|"
    r"June|July|August|September|October|November|December)",
)

READ_WITH = re.compile(r"\s{0,4},?\s{0,4}(?:read\s{1,4}(?:along\s{1,4})?with|r\s?/\s?w\b\.?|R\s?/\s?W\b\.?)\s{0,4}")
SEPARATOR = re.compile(
    r"\s{0,4}(?:[,;.]\s{0,4}(?:(?:and|or)\s{1,4}|&\s{0,3}|as\s{1,4}well\s{1,4}as\s{1,4})?"
    r"|[/&+]\s{0,3}|and\s?/\s?or\s{1,4}|(?:and|or|to|AND|OR|TO)\s{1,4}|[-–]\s?(?=[0-9]))(?:also\s{1,4})?"
)
RANGE = re.compile(r"\s{0,4}(?:to|TO|[-–])\s{0,4}")
CONTAINER = re.compile(r"\s{1,4}(?:of|to|under|in)\s{1,4}(?:of\s{1,4})?(?:the\s{1,4})?|[\s,]{1,3}")
RULE_OF_ORDER = re.compile(r"[\s,.\-–]{0,4}(?:Rules?|rules?|RULES?|[Rr]r?[.,])[\s,.\-–]{0,4}(?=[0-9])")
_ORDINAL = (
    r"(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth|"
    r"(?:[0-9]{1,2}|[IVX]{1,4})(?:st|nd|rd|th))\s{1,3}"
)
SCHEDULE = re.compile(r"Schedule\b")
ORDINAL_BEFORE = re.compile(rf"\b{_ORDINAL}$")
ORDINAL_SCHEDULE = re.compile(rf"{_ORDINAL}Schedule\b")
INITIAL_BEFORE = re.compile(r"\S?[A-Za-z]\.\s?$|[A-Za-z]\.\s?$")
NUMBER_WITH_CLAUSE = re.compile(r"[0-9]{1,4}[A-Z]?\s?\(")
OF_CPC = re.compile(
    r"[\s,]{0,3}(?:of\s{1,3})?(?:the\s{1,3})?(?:C\.?\s?P\.?\s?C|Code\s{1,3}of\s{1,3}Civil|Civil\s{1,3}P)"
)
PART_TAIL = re.compile(r"[\s,\-–\xad]{0,3}\(?Part[\s\-–\xad]{0,3}(?P<part>I{1,3}|[12l]|One|Two|First|Second)\b(?:\))?")
PART_BEFORE = re.compile(r"\b(?P<part>[Ff]irst|[Ss]econd)\s{1,3}[Pp]art\s{1,3}of\s{1,3}$")
_EXCEPTION_NUMBER = r"(?P<exception>[1-9]|1[0-9]|I{1,3}|IV|VI{0,3}|IX|X)"
EXCEPTION_BEFORE = re.compile(rf"\bException\s{{1,3}}{_EXCEPTION_NUMBER}\s{{1,3}}(?:to|of)\s{{1,3}}(?:the\s{{1,3}})?$")
EXCEPTION_TAIL = re.compile(rf"[\s,]{{1,3}}Exception\s{{1,3}}{_EXCEPTION_NUMBER}\b")
PART_NUMBERS = {"1": "I", "2": "II", "l": "I", "One": "I", "Two": "II", "First": "I", "Second": "II"}
CLAUSE_TAIL = re.compile(
    r"[\s,]{1,3}(?:(?:[Ss]ub[-\s]?)?(?:[Cc]lauses?|[Ss]ection|[Rr]ule)|cls?\.|Illustration|Explanation)\s{0,3}(?=\()"
)


def roman_value(numeral: str) -> int | None:
    """XXXIX -> 39; None if the letters are not a numeral."""
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
    total = 0
    for letter, following in zip(numeral, [*numeral[1:], ""], strict=True):
        value = values[letter]
        total += -value if following and values[following] > value else value
    return total if _to_roman(total) == numeral else None


def _to_roman(number: int) -> str:
    pairs = [(100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    text = ""
    for value, letters in pairs:
        while number >= value:
            text += letters
            number -= value
    return text
