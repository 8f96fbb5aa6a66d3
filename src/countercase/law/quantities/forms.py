"""The patterns of quantities: what stands before a number, what stands after it, and what each unit is called.

All are matched against lower-case text, start at a known place, and bound every repeat.
"""

import re

from countercase.domain.facts import Quantity
from countercase.law.quantities import dates
from countercase.law.quantities.number_words import DIGITS, HALF, SCALE, WORDS

# The one scan over the text: every number, and every word for a minor. It has no groups, which makes it twice as quick;
# the letters are those that some alternative begins with.
CANDIDATE = re.compile(
    rf"\b(?=[0-9aefmnost०-९])(?:{DIGITS}|{WORDS}|tender\s(?:years|age)\b"
    r"|minor\s(?:girl|boy|child|son|daughter|sister|brother|victim|prosecutrix)s?\b"
    r"|a\sminor(?=\s?[.,;)]|\s(?:at|on|and|when|was|is|who|of|under)\b))"
)
HALF_AFTER = re.compile(HALF)
NUMERIC_DATE = re.compile(dates.NUMERIC)

# "15 (fifteen) days", "six-month", "250 gms.": the first word after a number
NEXT_WORD = re.compile(r"\s{0,3}(?:\([a-z\s-]{2,40}\)\s{0,3})?(?:[-=]\s{0,2})?([a-z]{1,12})(?![a-z0-9])")
UNIT_OF = {
    word: unit
    for unit, words in {
        "years": "year years yr yrs",
        "months": "month months",
        "weeks": "week weeks",
        "days": "day days",
        "hours": "hour hours hr hrs",
        "milligrams": "milligram milligrams mg mgs",
        "grams": "gram grams gramme grammes gm gms g",
        "kilograms": "kilogram kilograms kilogramme kilogrammes kilo kilos kg kgs",
        "quintals": "quintal quintals qtl qtls",
        "tonnes": "tonne tonnes",
        "rupees": "rupees",
    }.items()
    for word in words.split()
}
QUANTITY_OF = {
    **dict.fromkeys(("years", "months", "weeks", "days", "hours"), Quantity.DURATION),
    **dict.fromkeys(("milligrams", "grams", "kilograms", "quintals", "tonnes"), Quantity.WEIGHT),
}
NOT_A_UNIT = re.compile(r"\s(?:sabha|panchayat)\b")
_BEFORE_PEOPLE = "or|other|unknown|armed|more|named|such|of|young|unidentified|accused"
_PEOPLE = {
    "accused": "accused|assailants|dacoits|robbers|miscreants|culprits",
    "dependants": "dependants|dependents",
    "workers": "workmen|workers|employees",
    "persons": "persons|people|men|women",
}
ROLE_OF = {word: role for role, words in _PEOPLE.items() for word in words.split("|")}
FIRST_OF_PEOPLE = frozenset([*_BEFORE_PEOPLE.split("|"), *ROLE_OF])
PEOPLE = re.compile(
    r"\s{0,3}(?:\([a-z\s-]{2,40}\)\s{0,3})?(?:-\s{0,2})?(?P<open>or\smore\s{1,3})?"
    r"(?:(?:other|unknown|armed|more|named|such|of\sthe|young|unidentified|accused)\s{1,3}){0,2}"
    rf"(?P<noun>{'|'.join(ROLE_OF)})\b(?!\scommittee)"
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
INFANT_AFTER = re.compile(r"\s-?(?:baby|infant|child|girl|boy|son|daughter)\b")
# After "aged 17" none of these may follow: a range, a share, an ordinal.
NOT_YEARS = re.compile(r"\s?(?:[-–/%]|to\s|or\s|per\scent|st\b|nd\b|rd\b|th\b|\.\d)")
# "the merger was five years old": a thing, not a person
THING = re.compile(
    r"\b(?:incident|merger|occurrence|case|documents?|records?|statements?|reports?|building|house|vehicle|dispute|matter"
    r"|entr(?:y|ies)|material|remarks|injur\w{1,3}|decisions?|practice|law)\b[^.;]{0,30}\Z"
)
HEDGES = frozenset(_HEDGE.replace(r"\.?", "").split("|")) | {"approx."}
RANGE_MARKS = ("-", "–", "/", " to", " or")  # one of these stands before the second number of a range
RANGE = re.compile(rf"(?:\b(\d{{1,2}}|{WORDS}))\s?(?P<mark>-|–|to|or|/)\s?\Z")
CITED = re.compile(
    r"(?:\bsections?|\bsecs?\.?|\bss?\.|\barticles?|\barts?\.|\brules?|\borders?|\bclauses?|\bparas?\.?|\bparagraphs?|\bpages?"
    r"|\bpp?\.|\bnos?\.?|\bchapter|\bschedule|\bentry|\bitems?)\s{0,2}\Z"
)
NUMBERED = re.compile(r"\bnos?\.?\s?\Z")  # "SC No. 01/01/11" is no day
MEASURING = re.compile(r"\b(?:for|within|of|by|in|than|only|every)\s\Z")
CLOCK = re.compile(r"\b(?:at|by)\s(?:(?:about|around)\s)?\Z")
SPACED_DIGITS = re.compile(r"\d{1,3}(?:\s?,\s?\d{2}){0,4}\s?,\s?\d{3}(?:\.\d{1,2})?(?!\d)")
SCALE_AFTER = re.compile(rf"\s{{0,3}}(?P<scale>{SCALE})(?![a-z])")
# "Rs. 5 to 10 lakhs": the scale of the second number is that of the first
SCALE_OF_RANGE = re.compile(
    rf"\s?(?:to|or|-|–|/)\s?(?:rs\.?\s?)?\d{{1,4}}(?:\.\d{{1,2}})?\s{{0,3}}(?P<scale>{SCALE})(?![a-z])"
)
MONEY_TAIL = re.compile(r"\s?/\s?-|\s?/=|\s{1,3}rupees\b")
# Without a currency, "18 lakhs" is money only where no counted thing follows.
NO_NOUN_AFTER = re.compile(
    r"\s{0,2}(?:[.,;:)]|\Z|(?:and|as|was|were|is|had|has|from|to|for|by|in|on|with|which|towards?|only|per|each|out)\b)"
)
EXHIBIT = re.compile(r"\bex(?:hibit|t)?s?\.?\s?(?:nos?\.?\s?)?a-\s?\Z")
LISTED = re.compile(
    r"(?:\s?(?:to|-|–)\s?(?:a-?\s?)?(?P<last>\d{1,3}))?(?P<more>(?:\s?(?:,\s?and|,|&|and)\s?(?:a-?\s?)?\d{1,3}(?!\d)){0,40})"
)
JOIN = re.compile(r"\s{0,3},?\s{0,3}(?:and\s{1,3})?\Z")
