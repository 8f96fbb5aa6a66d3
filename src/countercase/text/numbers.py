"""Numbers and dates as judgments write them: 1,50,000, five lakhs, three and a half; 12.03.2019, 12th March, 2019."""

import re
from datetime import date

_ONES = "one two three four five six seven eight nine"
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL = (
    {word: value for value, word in enumerate(_ONES.split(), start=1)}
    | {word: value for value, word in enumerate(_TEENS.split(), start=10)}
    | {word: 10 * value for value, word in enumerate(_TENS.split(), start=2)}
)
SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "thousands": 1e3,
    "lakh": 1e5,
    "lakhs": 1e5,
    "lac": 1e5,
    "lacs": 1e5,
    "million": 1e6,
    "millions": 1e6,
    "crore": 1e7,
    "crores": 1e7,
}
_HALF = re.compile(r"\s+and\s+(?:a\s+)?half$|\s?½$|(?:[\s-]|\s?&\s?)1/2$")
_BETWEEN = re.compile(r"[\s-]+")

SCALE = "|".join(sorted(SCALES, key=len, reverse=True))
_GAP = r"[\s-]{1,4}"  # gaps and lengths are bounded, so that matching time is too
_ONE, _TEEN, _TEN = (words.replace(" ", "|") for words in (_ONES, _TEENS, _TENS))
_UNDER_100 = rf"(?:(?:{_TEN})(?:{_GAP}(?:{_ONE})\b)?|{_TEEN}|{_ONE})"
_UNDER_1000 = rf"{_UNDER_100}(?:{_GAP}hundred(?:{_GAP}(?:and\s{{1,4}})?{_UNDER_100}\b)?)?"
_THOUSANDS = "crores?|millions?|lakhs?|lacs?|thousands?"
WORDS = rf"{_UNDER_1000}(?:{_GAP}(?:{_THOUSANDS})\b(?:{_GAP}(?:and\s{{1,4}})?{_UNDER_1000}\b)?){{0,4}}(?![a-z])"
DIGITS = r"(?:\d{1,3}(?:,\d{2}){1,4},\d{3}|\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:\.\d{1,4})?(?!\d)"
HALF = r"(?:\s{1,3}and\s{1,3}(?:a\s{1,3})?half\b|\s?½|(?:[\s-]|\s?&\s?)1/2(?!\d))?"


def parse_number(text: str) -> float:
    """The value of a number in digits or lower-case words; the text must match WORDS or DIGITS."""
    half = _HALF.search(text)
    if half is not None:
        return parse_number(text[: half.start()]) + 0.5
    if text[0].isdigit():
        return float(re.sub(r"[\s,]", "", text))
    return _parse_words(text)


def _parse_words(text: str) -> float:
    total, group = 0.0, 0.0
    for word in _BETWEEN.split(text):
        if word in _SMALL:
            group += _SMALL[word]
        elif word == "hundred":
            group = max(group, 1.0) * 100
        elif word in SCALES:
            total += max(group, 1.0) * SCALES[word]
            group = 0.0
    return total + group


# Dates as judgments write them: 12.03.2019, 12/3/98, 2019-03-12, 12th March, 2019, March 12, 2019.

_MONTHS = "january february march april may june july august september october november december".split()
MONTH_NUMBERS = {name: number for number, name in enumerate(_MONTHS, start=1)} | {
    name[:3]: number for number, name in enumerate(_MONTHS, start=1)
}
MONTH_NUMBERS["sept"] = 9
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_DAY_NUMBERS = {name: number for number, name in enumerate(_ORDINALS, start=1)} | {"thirtieth": 30, "thirty first": 31}
_DAY_NUMBERS |= {f"twenty {name}": 20 + number for number, name in enumerate(_ORDINALS[:9], start=1)}
DAY_NAME = "|".join(sorted((name.replace(" ", r"[\s-]") for name in _DAY_NUMBERS), key=len, reverse=True))
# The day of a month in words: "the ninth of November"; from the fourth on also alone: "on the tenth".
_DAY_IN_WORDS = re.compile(
    rf"(?<![\w-])(?:(?:{DAY_NAME})(?=\s(?:day\s)?(?:of\s)?{MONTH}\b)"
    rf"|(?:(?<=\bon\sthe\s)|(?<=\bby\sthe\s)|(?<=\btill\sthe\s)|(?<=\buntil\sthe\s))(?!first|second|third)(?:{DAY_NAME})"
    r"(?=\s?[,.;)]|\s(?:at|he|she|they|we|i|police|morning|evening|night|itself|only|around|about|was|were|when|before|after)\b))"
)
NUMERIC = (
    r"(?:\d{1,2}\s?(?P<mark>[./-])\s?\d{1,2}\s?(?P=mark)\s?(?:\d{4}|\d{2})"
    r"|\d{4}(?P<iso>[./-])\d{1,2}(?P=iso)\d{1,2})(?![\d/])(?!\.\d)"
)
_NUMERIC_PARTS = re.compile(r"(\d+)\D+(\d+)\D+(\d+)")
_AFTER_DAY = re.compile(
    rf"\s?(?:st|nd|rd|th)?\s{{0,3}}(?:day\s{{1,3}}of\s{{1,3}})?(?:of\s{{1,3}})?[-.,]?\s{{0,3}}({MONTH})\b[-.,]{{0,2}}\s{{0,3}}(\d{{4}})(?!\d)"
)
_BEFORE_DAY = re.compile(rf"\b({MONTH})[.,]?\s{{1,3}}\Z")
_YEAR_AFTER = re.compile(r"\s?(?:st|nd|rd|th)?\s?,?\s{0,3}(\d{4})(?!\d)")


FILLER = "\x1f"  # stands before the figures of a day that was written out in more letters


def day_number(words: str) -> int:
    """The day of a month in figures or in words: "9", "ninth", "Twenty-first"."""
    return int(words) if words.isdigit() else _DAY_NUMBERS[re.sub(r"[\s-]", " ", words.lower())]


def with_days_in_figures(lower: str) -> tuple[str, dict[int, int]]:
    """The text with the days of months that are written out in figures, and where each began.

    "the ninth of November" becomes "the ..9th of November", with fillers: every other character keeps its place.
    """
    begins: dict[int, int] = {}

    def in_figures(match: re.Match[str]) -> str:
        figures = f"{day_number(match[0])}th"
        begins[match.end() - len(figures)] = match.start()
        return figures.rjust(len(match[0]), FILLER)

    return _DAY_IN_WORDS.sub(in_figures, lower), begins


def read_numeric(text: str) -> date | None:
    """A date in figures, day or four-digit year first; None if there is no such day."""
    match = _NUMERIC_PARTS.search(text)
    if match is None:
        return None
    first, month, last = (int(part) for part in match.groups())
    if len(match[1]) == 4:
        return valid_date(first, month, last)
    year = _full_year(last) if len(match[3]) == 2 else last
    return None if year is None else valid_date(year, month, first)


def read_written(text: str, day: str, start: int, end: int) -> tuple[date, int, int] | None:
    """A date with its month in letters, around the day at `start..end`: the date and its span."""
    if not day.isdigit() or len(day) > 2:
        return None
    after = _AFTER_DAY.match(text, end)
    if after is not None:
        date_read = valid_date(int(after[2]), MONTH_NUMBERS[after[1]], int(day))
        return None if date_read is None else (date_read, start, after.end())
    year = _YEAR_AFTER.match(text, end)
    before = _BEFORE_DAY.search(text, max(0, start - 14), start) if year is not None else None
    if before is None or year is None:
        return None
    date_read = valid_date(int(year[1]), MONTH_NUMBERS[before[1]], int(day))
    return None if date_read is None else (date_read, before.start(), year.end())


def _full_year(year: int) -> int | None:
    """The year for two digits, if the century is clear: 47 to 99 and 00 to 29; else None."""
    if year >= 47:
        return 1900 + year
    return 2000 + year if year < 30 else None


def valid_date(year: int, month: int, day: int) -> date | None:
    """The day if there is such a day, in a year in which a judgment may place it."""
    if not 1600 <= year <= 2100:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
