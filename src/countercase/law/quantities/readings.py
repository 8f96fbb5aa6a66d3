"""The units of quantities, and a number read from the words around it: what it measures, its unit and its value."""

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from countercase.domain.facts import Quantity
from countercase.errors import LawError
from countercase.text.numbers import (
    DIGITS,
    HALF,
    NUMERIC,
    SCALE,
    SCALES,
    WORDS,
    parse_number,
    read_numeric,
    read_written,
)

# Units that judgments and Acts use, each with its size in the base unit of its quantity: rupees, years (of age), days
# (of time), grams, persons. A percentage is its own measure and cannot be converted. A month is a twelfth of a year of
# 365.25 days: a real case is decided by the calendar, not by this.

PERCENT = "percent"

BASE_UNIT: dict[Quantity, str] = {
    Quantity.AMOUNT: "rupees",
    Quantity.AGE: "years",
    Quantity.DURATION: "days",
    Quantity.WEIGHT: "grams",
    Quantity.PERSONS: "persons",
    Quantity.DATE: "days",
}

_SIZE: dict[Quantity, dict[str, float]] = {
    Quantity.AMOUNT: {"rupees": 1.0, "lakhs": 1e5, "crores": 1e7},
    Quantity.AGE: {"years": 1.0, "months": 1 / 12, "weeks": 7 / 365.25, "days": 1 / 365.25},
    Quantity.DURATION: {"hours": 1 / 24, "days": 1.0, "weeks": 7.0, "months": 30.4375, "years": 365.25},
    Quantity.WEIGHT: {"milligrams": 1e-3, "grams": 1.0, "kilograms": 1e3, "quintals": 1e5, "tonnes": 1e6},
    Quantity.PERSONS: {"persons": 1.0},
    Quantity.DATE: {"days": 1.0},
}


def to_base(quantity: Quantity, value: float, unit: str) -> float:
    """The value in the base unit of its quantity; a percentage stays as it is."""
    return value if unit == PERCENT else value * _size(quantity, unit)


def from_base(quantity: Quantity, value: float, unit: str) -> float:
    """A base-unit value in another unit: the inverse of `to_base`."""
    return value if unit == PERCENT else value / _size(quantity, unit)


def comparable(left: str, right: str) -> bool:
    """Whether two units of one quantity are comparable: a share never compares with an amount."""
    return (left == PERCENT) == (right == PERCENT)


def _size(quantity: Quantity, unit: str) -> float:
    sizes = _SIZE[quantity]
    if unit not in sizes:
        raise LawError(f"{unit!r} is not a unit of {quantity.value}. Use one of: {', '.join([*sizes, PERCENT])}.")
    return sizes[unit]


# The patterns of quantities: what comes before a number, what follows it, and the names of each unit.
#
# The single scan over the text: every number, and every word for a minor. It has no groups, which makes it twice as
# fast; the letters are those that some alternative begins with.
CANDIDATE = re.compile(
    rf"\b(?=[0-9aefmnost०-९])(?:{DIGITS}|{WORDS}|tender\s(?:years|age)\b"
    r"|minor\s(?:girl|boy|child|son|daughter|sister|brother|victim|prosecutrix)s?\b"
    r"|a\sminor(?=\s?[.,;)]|\s(?:at|on|and|when|was|is|who|of|under)\b))"
)
HALF_AFTER = re.compile(HALF)
NUMERIC_DATE = re.compile(NUMERIC)

# "15 (fifteen) days", "six-month", "250 gms.": the first word after a number
NEXT_WORD = re.compile(r"\s{0,3}(?:\([a-z\s-]{2,40}\)\s{0,3})?(?:[-=]\s{0,2})?(k\.g(?:ms?|s)?|[a-z]{1,12})(?![a-z0-9])")
UNIT_OF = {
    word: unit
    for unit, words in {
        "years": "year years yr yrs",
        "months": "month months",
        "weeks": "week weeks",
        "days": "day days",
        "hours": "hour hours hr hrs",
        "milligrams": "milligram milligrams mg mgs",
        "grams": "gram grams gramme grammes gm gms g grm grms",
        "kilograms": "kilogram kilograms kilogramme kilogrammes kilo kilos kg kgs k.g k.gs k.gm k.gms",
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
    rf"|\b(?:boy|girl|child|lad|youth)\s(?:who\sis\s)?(?:of|below|under|above)\s(?:(?:{_HEDGE})\s)?"
    r"|\b(?:ossification|bone\s(?:age|test)|radiolog\w{1,6})\b(?:(?!\b(?:after|within|for|since|in|[pdc]w|exh?|ext|no)\b)[^.;,\d]){0,36}"
    r"(?:\d{1,2}\s?(?:-|–|to|and|or|/)\s?)?)\Z"
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
RANGE_MARKS = ("-", "–", "/", " to", " or")  # one of these comes before the second number of a range
RANGE = re.compile(rf"(?:\b(\d{{1,2}}|{WORDS}))\s?(?P<mark>-|–|to|or|/)\s?\Z")
CITED = re.compile(
    r"(?:\bsections?|\bsecs?\.?|\bss?\.|\barticles?|\barts?\.|\brules?|\borders?|\bclauses?|\bparas?\.?|\bparagraphs?|\bpages?"
    r"|\bpp?\.|\bnos?\.?|\bchapter|\bschedule|\bentry|\bitems?)\s{0,2}\Z"
)
NUMBERED = re.compile(r"\bnos?\.?\s?\Z")  # "SC No. 01/01/11" is not a date
MEASURING = re.compile(r"\b(?:for|within|of|by|in|than|only|every)\s\Z")
CLOCK = re.compile(r"\b(?:at|by)\s(?:(?:about|around)\s)?\Z")
SPACED_DIGITS = re.compile(r"\d{1,3}(?:\s?,\s?\d{2}){0,4}\s?,\s?\d{3}(?:\.\d{1,2})?(?!\d)")
SCALE_AFTER = re.compile(rf"\s{{0,3}}(?P<scale>{SCALE})(?![a-z])|\s{{0,2}}(?P<short>crs?|lkhs?|l)\b(?!\.?\s?p\b)\.?")
SHORT_SCALES = {"c": SCALES["crore"], "l": SCALES["lakh"]}
# "Rs. 5 to 10 lakhs": the scale of the second number is that of the first
SCALE_OF_RANGE = re.compile(
    rf"\s?(?:to|or|-|–|/)\s?(?:rs\.?\s?)?\d{{1,4}}(?:\.\d{{1,2}})?\s{{0,3}}(?P<scale>{SCALE})(?![a-z])"
)
MONEY_TAIL = re.compile(r"\s?/\s?-|\s?/=|\s{1,3}rupees\b")
# Without a currency, "18 lakhs" is money only if no counted thing follows.
NO_NOUN_AFTER = re.compile(
    r"\s{0,2}(?:[.,;:)]|\Z|(?:and|as|was|were|is|had|has|from|to|for|by|in|on|with|which|towards?|only|per|each|out)\b)"
)
EXHIBIT = re.compile(r"\bex(?:hibit|t)?s?\.?\s?(?:nos?\.?\s?)?a-\s?\Z")
LISTED = re.compile(
    r"(?:\s?(?:to|-|–)\s?(?:a-?\s?)?(?P<last>\d{1,3}))?(?P<more>(?:\s?(?:,\s?and|,|&|and)\s?(?:a-?\s?)?\d{1,3}(?!\d)){0,40})"
)
JOIN = re.compile(r"\s{0,3},?\s{0,3}(?:and\s{1,3})?\Z")


_REACH = 48  # characters before a number in which "aged", "Rs." or "accused Nos." may occur
_WINDOW_BEFORE = 64  # characters; no pattern looks further back from a number
_WINDOW_AFTER = 512  # characters; no pattern looks further ahead, and a list of accused is the longest
_LONG = 100_000  # characters; in a shorter text, hardly any two numbers have the same words around them
_MINOR = ("minor", "tender", "a")  # how a word for a minor begins; no number begins like this
_CURRENCY_ENDS = frozenset("s.₹er")  # the last characters of Rs, Rs., ₹, Rupee, Rupees and INR
_OLDEST = 120  # years; "200 years of age" is a mistake or a tree
_LONGEST = 200 * 365.25  # days


class QuantityReading(NamedTuple):
    """A reading before its parts are joined; a `loose` one only extends another ("18 lakhs 50 thousand")."""

    start: int
    end: int
    quantity: Quantity
    value: float | None
    unit: str
    size: float = 1.0
    role: str | None = None
    category: str | None = None
    approximate: bool = False
    loose: bool = False


def readings(text: str) -> Iterator[QuantityReading]:
    """Every number of the lower-case text that its context explains, in order and without overlap."""
    read = _read if len(text) < _LONG else _read_once
    done = 0
    for match in CANDIDATE.finditer(text):
        start, end = match.span()
        if start < done:
            continue
        reading = read(text, start, end)
        if reading is not None:
            done = reading.end
            yield reading


def _read_once(text: str, start: int, end: int) -> QuantityReading | None:
    """Read one number of a very long text, perhaps a table or a form; equal contexts are read once."""
    low = max(0, start - _WINDOW_BEFORE)
    reading = _read_window(text[low : end + _WINDOW_AFTER], start - low, end - low)
    return reading and reading._replace(start=reading.start + low, end=reading.end + low)


@lru_cache(maxsize=4096)
def _read_window(text: str, start: int, end: int) -> QuantityReading | None:
    return _read(text, start, end)


def _read(text: str, start: int, end: int) -> QuantityReading | None:
    """Read one number from its immediate context."""
    if text.startswith(_MINOR, start):
        return QuantityReading(start, end, Quantity.AGE, None, "years", category="minor")
    if text[start].isdigit():
        figures = NUMERIC_DATE.match(text, start)
        if figures is not None:
            return _numeric_date(text, figures)
    half = HALF_AFTER.match(text, end)
    end = half.end() if half is not None else end
    return _read_number(text, text[start:end], start, end)


def _read_number(text: str, number: str, start: int, end: int) -> QuantityReading | None:
    before = text[max(0, start - _REACH) : start]
    if before.rstrip(" \t\r\n:")[-1:] in _CURRENCY_ENDS:
        currency = MONEY_LEAD.search(before, max(0, len(before) - 12))
        if currency is not None:
            return _money(text, start - len(currency[0]), start, number)
    written = read_written(text, number, start, end) if end - start <= 2 else None
    if written is not None:
        return _dated(*written)
    word = NEXT_WORD.match(text, end)
    if word is not None and (word[1] in UNIT_OF or word[1] in SCALES):
        return _counted(text, before, number, start, word)
    return (
        _people(text, before, number, start, word)
        or _listed(text, before, end, number)
        or _aged(text, before, start, end, number)
        or _money_in_words(text, start, end, number)
    )


def _counted(text: str, before: str, number: str, start: int, word: re.Match[str]) -> QuantityReading | None:
    """A number and the unit or scale after it."""
    if _is_cited(text, before, start, number):
        return None
    if word[1] in UNIT_OF:
        return _measured(text, before, number, start, word)
    return _scaled(text, before, number, start, word)


def _numeric_date(text: str, figures: re.Match[str]) -> QuantityReading | None:
    if NUMBERED.search(text, max(0, figures.start() - 5), figures.start()):
        return None
    day = read_numeric(figures[0])
    return None if day is None else _dated(day, *figures.span())


def _dated(day: date, start: int, end: int) -> QuantityReading:
    return QuantityReading(start, end, Quantity.DATE, float(day.toordinal()), "days")


def _money(text: str, lead: int, start: int, number: str) -> QuantityReading:
    spaced = SPACED_DIGITS.match(text, start)
    amount = spaced[0] if spaced is not None and len(spaced[0]) > len(number) else number
    end = start + len(amount)
    value, size = parse_number(amount), _size_in_words(amount)
    scale = SCALE_AFTER.match(text, end)
    if scale is not None:
        size = SCALES[scale["scale"]] if scale["scale"] else SHORT_SCALES[scale["short"][0]]
        value, end = value * size, scale.end()
    ranged = SCALE_OF_RANGE.match(text, end) if scale is None else None
    if ranged is not None:
        value, size = value * SCALES[ranged["scale"]], SCALES[ranged["scale"]]
    tail = MONEY_TAIL.match(text, end)
    return QuantityReading(
        lead,
        tail.end() if tail else end,
        Quantity.AMOUNT,
        value,
        "rupees",
        size,
        approximate=ranged is not None or _hedged(text[max(0, lead - _REACH) : lead]) or _hedged(text[lead:start]),
    )


def _money_in_words(text: str, start: int, end: int, number: str) -> QuantityReading | None:
    """ "five lakhs" with neither a currency nor a counted thing."""
    size = 1.0 if number[0].isdigit() else _size_in_words(number)
    if size < SCALES["lakh"] or NO_NOUN_AFTER.match(text, end) is None:
        return None
    return QuantityReading(
        start,
        end,
        Quantity.AMOUNT,
        parse_number(number),
        "rupees",
        size,
        approximate=_hedged(text[max(0, start - _REACH) : start]),
    )


def _measured(text: str, before: str, number: str, start: int, word: re.Match[str]) -> QuantityReading | None:
    end, unit = word.end(), UNIT_OF[word[1]]
    if NOT_A_UNIT.match(text, end):
        return None
    value = parse_number(number)
    approximate = _hedged(before)
    if unit == "rupees":
        return QuantityReading(start, end, Quantity.AMOUNT, value, unit, approximate=approximate)
    quantity = QUANTITY_OF[unit]
    if quantity is Quantity.WEIGHT:
        size = to_base(quantity, 1, unit)
        return QuantityReading(start, end, quantity, value * size, unit, size, approximate=approximate)
    after = AGE_AFTER.match(text, end)
    if after is not None and not _is_of_a_person(text, start, after.end(), unit):
        after = None
    if after is not None or (unit in {"years", "months"} and _follows_age(before)):
        return _age(start, after.end() if after else end, value, unit, approximate)
    return _period(before, number, start, end, value, unit, approximate)


def _scaled(text: str, before: str, number: str, start: int, word: re.Match[str]) -> QuantityReading:
    """ "2.5 lakhs", or the loose tail "50 thousand"."""
    size = SCALES[word[1]]
    tail = MONEY_TAIL.match(text, word.end())
    plain = NO_NOUN_AFTER.match(text, word.end()) is not None
    loose = tail is None and (size < SCALES["lakh"] or not plain)
    end = tail.end() if tail else word.end()
    value = parse_number(number) * size
    return QuantityReading(start, end, Quantity.AMOUNT, value, "rupees", size, approximate=_hedged(before), loose=loose)


def _people(text: str, before: str, number: str, start: int, word: re.Match[str] | None) -> QuantityReading | None:
    """ "five persons", "two other unknown assailants"; "one" alone is not a number of persons."""
    if word is None or word[1] not in FIRST_OF_PEOPLE:
        return None
    people, value = PEOPLE.match(text, start + len(number)), parse_number(number)
    if people is None or value < 2 or value != int(value) or _is_cited(text, before, start, number):
        return None
    role = "accused" if "accused" in people[0] else ROLE_OF[people["noun"]]
    return QuantityReading(
        start,
        people.end(),
        Quantity.PERSONS,
        value,
        "persons",
        role=None if role == "persons" else role,
        approximate=people["open"] is not None or _hedged(before),
    )


def _is_of_a_person(text: str, start: int, end: int, unit: str) -> bool:
    """An injury is hours or days old, a merger years; a person aged in days is called an infant."""
    if unit in {"hours", "days"}:
        return unit == "days" and INFANT_AFTER.match(text, end) is not None
    return THING.search(text, max(0, start - 60), start) is None


def _aged(text: str, before: str, start: int, end: int, number: str) -> QuantityReading | None:
    """ "aged 17", "a boy of 12": years are implied."""
    if not _follows_age(before) or NOT_YEARS.match(text, end) or _is_fraction(text, start, number):
        return None
    return _age(start, end, parse_number(number), "years", _hedged(before))


def _follows_age(before: str) -> bool:
    is_near = any(word in before for word in ("age", "ossif", "bone", "radiolog"))
    spoken = is_near or before.endswith((" of ", " below ", " under ", " above ", " about "))
    return spoken and AGE_LEAD.search(before) is not None


def _age(start: int, end: int, value: float, unit: str, approximate: bool) -> QuantityReading | None:
    size = to_base(Quantity.AGE, 1, unit)
    if not 0 < value * size <= _OLDEST:
        return None
    return QuantityReading(start, end, Quantity.AGE, value * size, unit, size, approximate=approximate)


def _period(
    before: str, number: str, start: int, end: int, value: float, unit: str, approximate: bool
) -> QuantityReading | None:
    size = to_base(Quantity.DURATION, 1, unit)
    if not 0 < value * size <= _LONGEST:
        return None
    if unit == "hours" and (_is_clock(number) or CLOCK.search(before) is not None):
        return None
    if unit == "days" and number == "one" and MEASURING.search(before) is None:
        return None  # "one day he came"
    return QuantityReading(start, end, Quantity.DURATION, value * size, unit, size, approximate=approximate)


def _listed(text: str, before: str, end: int, first: str) -> QuantityReading | None:
    """ "accused Nos. 1 to 7" is seven persons; "accused Nos. 2, 3 and 5" is three."""
    if not first.isdigit() or not ("accused" in before or before.endswith(("a-", "a- "))):
        return None
    lead = LIST_LEAD.search(before)
    listed = LISTED.match(text, end)
    if lead is None or listed is None or EXHIBIT.search(before) is not None:
        return None
    through = int(listed["last"]) - int(first) + 1 if listed["last"] else 1
    count = through + len(re.findall(r"\d+", listed["more"]))
    if not 2 <= count <= 500:
        return None
    return QuantityReading(
        end - len(first) - len(lead[0]), listed.end(), Quantity.PERSONS, float(count), "persons", role="accused"
    )


def _is_clock(number: str) -> bool:
    return "." in number or number.startswith("0") or (number.isdigit() and len(number) >= 4)


def _is_cited(text: str, before: str, start: int, number: str) -> bool:
    return CITED.search(before, max(0, len(before) - 14)) is not None or _is_fraction(text, start, number)


def _is_fraction(text: str, start: int, number: str) -> bool:
    """The lower half of 1/2; but "7/8 months" means seven or eight."""
    if text[max(0, start - 2) : start].rstrip()[-1:] != "/":
        return False
    first = RANGE.search(text, max(0, start - 5), start)
    if first is None or not (number.isdigit() and first[1].isdigit()):
        return True
    return int(number) != int(first[1]) + 1


def _hedged(before: str) -> bool:
    """Whether "about" comes before the number, or before the first number of a range."""
    trimmed = before[-24:].rstrip()
    if trimmed.rpartition(" ")[2] in HEDGES:
        return True
    return trimmed.endswith(RANGE_MARKS) and RANGE.search(before, max(0, len(before) - 16)) is not None


def _size_in_words(number: str) -> float:
    return SCALES.get(number.replace("-", " ").rsplit(maxsplit=1)[-1], 1.0)
