"""The patterns of quantities: what stands before a number, what stands after it, and what each unit is called.

All are matched against lower-case text, start at a known place, and bound every repeat.
"""

import re

from countercase.domain.facts import Quantity
from countercase.law import dates
from countercase.law.number_words import DIGITS, HALF, SCALE, WORDS

# The one scan over the text: every number, every date in figures, every word for a minor.
CANDIDATE = re.compile(
    rf"\b(?:(?P<date>{dates.NUMERIC})|(?P<number>(?:{DIGITS}|{WORDS}){HALF})"
    r"|(?P<minor>tender\s(?:years|age)|minor\s(?:girl|boy|child|son|daughter|sister|brother|victim|prosecutrix)s?\b"
    r"|a\sminor(?=\s?[.,;)]|\s(?:at|on|and|when|was|is|who|of|under)\b)))"
)

_MANY = r"(?:(?:or\smore|other|unknown|armed|more|named|such|of\sthe|young|unidentified|accused)\s{1,3}){0,2}"
_UNITS = {
    "years": r"years?|yrs?",
    "months": r"months?",
    "weeks": r"weeks?",
    "days": r"days?",
    "hours": r"hours?|hrs?",
    "milligrams": r"milligrams?|mgs?",
    "grams": r"grams?|grammes?|gms?|g",
    "kilograms": r"kilograms?|kilogrammes?|kilos?|kgs?",
    "quintals": r"quintals?|qtls?",
    "tonnes": r"tonnes?|metric\stons?",
    "rupees": r"rupees",
    "scale": SCALE,
    "accused": _MANY + r"(?:accused|assailants|dacoits|robbers|miscreants|culprits)",
    "dependants": _MANY + r"(?:dependants|dependents)",
    "workers": _MANY + r"(?:workmen|workers|employees)",
    "persons": _MANY + r"(?:persons|people|men|women)",
}
QUANTITY_OF = {
    **dict.fromkeys(("years", "months", "weeks", "days", "hours"), Quantity.DURATION),
    **dict.fromkeys(("milligrams", "grams", "kilograms", "quintals", "tonnes"), Quantity.WEIGHT),
    **dict.fromkeys(("rupees", "scale"), Quantity.AMOUNT),
    **dict.fromkeys(("accused", "dependants", "workers", "persons"), Quantity.PERSONS),
}
# "15 (fifteen) days", "six-month", "250 gms."
UNIT = re.compile(
    r"\s{0,3}(?:\([a-z\s-]{2,40}\)\s{0,3})?(?:[-=]\s{0,2})?(?:"
    + "|".join(rf"(?P<{name}>{pattern})" for name, pattern in _UNITS.items())
    + r")(?![a-z0-9])(?!\s(?:sabha|panchayat|committee))"
)

_HEDGE = r"about|around|approximately|approx\.?|nearly|almost|roughly|some|hardly|barely"
_BOUND = (
    r"above|below|under|over|less\sthan|more\sthan|not\sless\sthan|exceeding|between|of|to\sbe|as|was|is|only|at|just"
)
MONEY_LEAD = re.compile(r"(?:\brs\.?|\brupees?|₹|\binr|\bre\.)[\s:]{0,4}\Z")
AGE_LEAD = re.compile(
    r"(?:\baged?\b[\s:,-]{0,3}(?:of\s(?:\w{1,20}\s){1,3}(?:was|is|as|to\sbe|would\sbe|shall\sbe)\s)?"
    rf"(?:(?:{_HEDGE}|{_BOUND})\s{{1,3}}){{0,3}}(?:\d{{1,2}}\s?(?:-|–|to|and|or|/)\s?)?"
    rf"|\b(?:boy|girl|child|lad|youth)\s(?:who\sis\s)?(?:of|below|under|above)\s(?:(?:{_HEDGE})\s)?)\Z"
)
LIST_LEAD = re.compile(r"(?:\baccused(?:\spersons)?,?\s(?:nos?\.?|numbers?)\s{0,2}(?:a-?)?|\ba-\s?)\Z")
AGE_AFTER = re.compile(r"(?:'s?|’s?)?\s{0,2}-?\s{0,2}(?:old\b|of\sage\b|in\sage\b)")
# After "aged 17" none of these may follow: a range, a share, an ordinal.
NOT_YEARS = re.compile(r"\s?(?:[-–/%]|to\s|or\s|per\scent|st\b|nd\b|rd\b|th\b|\.\d)")
# "the merger was five years old": a thing, not a person
THING = re.compile(
    r"\b(?:incident|merger|occurrence|case|documents?|records?|statements?|reports?|building|house|vehicle|dispute|matter"
    r"|entr(?:y|ies)|material|remarks|injur\w{1,3}|decisions?|practice|law)\b[^.;]{0,30}\Z"
)
HEDGED = re.compile(rf"\b(?:{_HEDGE})\s{{0,3}}\Z")
RANGE = re.compile(rf"(?:\b(\d{{1,2}}|{WORDS}))\s?(?P<mark>-|–|to|or|/)\s?\Z")
CITED = re.compile(
    r"(?:\bsections?|\bsecs?\.?|\bss?\.|\barticles?|\barts?\.|\brules?|\borders?|\bclauses?|\bparas?\.?|\bparagraphs?|\bpages?"
    r"|\bpp?\.|\bnos?\.?|\bchapter|\bschedule|\bentry|\bitems?)\s{0,2}\Z"
)
MEASURING = re.compile(r"\b(?:for|within|of|by|in|than|only|every)\s\Z")
CLOCK = re.compile(r"\b(?:at|by)\s(?:(?:about|around)\s)?\Z")
SPACED_DIGITS = re.compile(r"\d{1,3}(?:\s?,\s?\d{2}){0,4}\s?,\s?\d{3}(?:\.\d{1,2})?(?!\d)")
SCALE_AFTER = re.compile(rf"\s{{0,3}}(?P<scale>{SCALE})(?![a-z])")
MONEY_TAIL = re.compile(r"\s?/\s?-|\s?/=|\s{1,3}rupees\b")
# Without a currency, "18 lakhs" is money only where no counted thing follows.
NO_NOUN_AFTER = re.compile(
    r"\s{0,2}(?:[.,;:)]|\Z|(?:and|as|was|were|is|had|has|from|to|for|by|in|on|with|which|towards?|only|per|each|out)\b)"
)
LISTED = re.compile(
    r"(?:\s?(?:to|-|–)\s?(?:a-?\s?)?(?P<last>\d{1,3}))?(?P<more>(?:\s?(?:,|&|and)\s?(?:a-?\s?)?\d{1,3}(?!\d)){0,40})"
)
JOIN = re.compile(r"\s{0,3},?\s{0,3}(?:and\s{1,3})?\Z")
