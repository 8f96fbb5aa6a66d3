"""Lengths of time in words: "5 years 11 months", "on the 82nd day", "within 24 hours", "after 19 working days"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from countercase.domain.span import Span
from countercase.law import dates
from countercase.text.numbers import MONTH, WORDS, parse_number

_COUNT = rf"(?:\d{{1,3}}|{WORDS})(?:\s(?:and\s(?:a\s)?half|&\s(?:a\s)?half)|½)?"
_UNIT = r"(?:hours?|days?|weeks?|fortnights?|months?|years?|(?:hrs?|wks?|mths?|mos|yrs?)\b\.?)(?![a-z])"
_PART = rf"{_COUNT}\s?-?(?:(?:calendar|full|whole|clear|long)\s)?{_UNIT}"
_BOUND = (
    r"(?:\b(?P<bound>more\sthan|over|beyond|upwards\sof|within|inside|less\sthan|under|about|around|nearly|almost|some"
    r"|abt\.?|barely|hardly|just\sover|just\sunder|not\smore\sthan|well\sover|just\sshy\sof|(?:just\s|a\slittle\s|little\s)?short\sof"
    r"|a\s(?:little|shade|bit)\s(?:under|over|less\sthan|more\sthan)|close\sto|roughly)\s)?"
)
_WORKING = rf"(?P<working>{_COUNT}\s(?:working|clear\sworking)\sdays)"
_ELAPSED = r"(?:\s(?:had\s|have\s)?(?:passed|elapsed|gone(?:\sby)?|went\sby|intervened|lapsed)|\sto\sthe\sday)?"
# "A fortnight" is always a length of time; "a week" only where something runs from it: not "Rs 250 a week".
_SINGLE = (
    r"an?\s(?:full\s|whole\s|clear\s)?(?:fortnight|(?:week|month|year)(?=\s(?:after|from|later|before|since|following|thereafter|afterwards)\b))"
    r"|(?<=\bwithin\s)an?\s(?:week|month|year)(?=\sof\s)"
)
_PARTS = rf"{_SINGLE}|{_PART}(?:,?\s(?:and\s|&\s|plus\s)?{_PART}){{0,2}}"
_LENGTH = rf"{_BOUND}(?:a\s(?!fortnight))?(?<![\w./:-])(?P<term>{_WORKING}|{_PARTS})(?![\w-]){_ELAPSED}"
_ORDINAL_WORD = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-)?(?:first|second|third|fourth|fifth|sixth|seventh"
    r"|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth"
    r"|twentieth|thirtieth|fortieth|fiftieth|sixtieth|seventieth|eightieth|ninetieth)"
)
_PLAIN_WORD = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?"
    r"|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"
)
# "The 7th day of March" is a date, and "the very first day" no count.
_NTH = (
    rf"\b(?:(?:on|in|during)\s)?(?:(?:the|its|his|her|their)\s)?(?P<nth>(?P<day>\d{{1,3}}(?:st|nd|rd|th)|{_ORDINAL_WORD})\s(?P<clear>(?:clear\s)?working\s)?(?P<nth_unit>day|week|month|year(?=\sof\s(?:her\s|his\s|their\s|the\s)?(?:marriage|wedding|wedlock|married)\b))"
    rf"|(?<!next\s)(?<!same\s)(?<!that\s)(?<!following\s)(?<!per\s)day\s(?:no\.?\s)?(?P<plain>\d{{1,3}}|{_PLAIN_WORD}))\b"
    rf"(?!\s(?:of\s)?(?:{MONTH}|each|every|the\smonth|week|ceremony|rites|pregnancy|that\smonth)\b|s\b|[.:]\d|\s?(?:[ap]\.?m\b|o'clock|hrs)"
    r"|\s(?:had\s|has\s)?(?:passed|expired|elapsed|falls?|fell|ended|went\sby|came\sand\swent|was\s(?:a\s)?(?:sunday|saturday|holiday)))"
)
_DETERMINERS = (
    r"(?:(?:the|his|her|their|its|my|our|a|an|first|being|date\sof|day\sof|receipt\sof|service\sof|said|that|this"
    r"|such|impugned|actual|same)\s){0,5}"
)
# What ties a length to the event from which it runs.
_RELATION = (
    r"(?:,?\s(?P<relation>after|from|of|since|following|before|ahead\sof|prior\sto|counting\sfrom|counted\sfrom"
    rf"|reckoned\sfrom|short\sof|into)\s{_DETERMINERS}(?P<named>[a-z\d][a-z\d]*)"
    r"|\s(?P<back>later|thereafter|afterwards|thence|thereof|after|on|hence)(?=\s?[.,;:)\n-]|\s?\Z|\s(?:and|but|when|only|he|she|they|it|the)\b))?"
)
STATED = re.compile(rf"(?:{_NTH}|{_LENGTH}){_RELATION}")
_ONE_PART = re.compile(rf"(?P<count>{_COUNT})\s?-?(?:(?:calendar|full|whole|clear|long)\s)?(?P<unit>{_UNIT})")
_ONE_UNIT = re.compile(r"an?\s(?:full\s|whole\s|clear\s)?(?P<unit>fortnight|week|month|year)")
# Words for the event before, not the name of one: "70 days from that", "16 months from it".
_PRONOUNS = frozenset("that it this then which them".split())
_HAPPENED = re.compile(r"\s(?:was|were|is|had|has)\b")  # "72 hours after it was received"
_LEAST_DAYS = {"days": 1, "weeks": 7, "months": 28, "years": 365}
_MOST_DAYS = {"days": 1, "weeks": 7, "months": 31, "years": 366}
_UNITS = {"h": "hours", "d": "days", "w": "weeks", "m": "months", "y": "years"}
MORE = frozenset("more than|over|beyond|upwards of|just over|well over".split("|")) | {
    f"a {little} {more}" for little in ("little", "shade", "bit") for more in ("over", "more than")
}
LESS = frozenset("within|inside|less than|under|just under|not more than|barely|hardly|just shy of".split("|")) | {
    *(f"a {little} {less}" for little in ("little", "shade", "bit") for less in ("under", "less than")),
    *(f"{little}short of" for little in ("", "just ", "a little ", "little ")),
}
# "Just over" and "a little short of" leave little room on the one side.
SLIGHTLY = frozenset(bound for bound in MORE | LESS if bound.startswith(("just ", "a ", "little ")))
_TENS = {
    word: 10 * (number + 2)
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
        " fifteenth sixteenth seventeenth eighteenth nineteenth".split(),
        start=1,
    )
} | {f"{word[:-1]}ieth": number for word, number in _TENS.items()}


@dataclass(frozen=True, slots=True)
class StatedLength:
    """A length of time as the text gives it: its parts ("years": 5, "months": 11) and the words that tie it."""

    parts: tuple[tuple[str, float], ...]
    bound: str
    is_nth_day: bool  # or the nth week or month
    is_working_days: bool
    begins: int  # where its words begin, with "on the" or "within"
    span: Span
    relation: str  # "after", "from", "before"; empty if no event is named after the length
    named_at: int  # where the name of that event begins
    refers_back: bool  # "later", "thereafter", "from that": from the event before

    @property
    def unit(self) -> str:
        """The finest unit of the length."""
        return self.parts[-1][0]

    @property
    def in_months(self) -> float:
        """The length in months; a day is some part of a month, so that "3 months 1 day" is more than three months."""
        in_unit = {"years": 12.0, "months": 1.0, "weeks": 7 / 31, "days": 1 / 31}
        return sum(number * in_unit[unit] for unit, number in self.parts)

    @property
    def hours(self) -> tuple[float, float]:
        """The fewest and the most hours of a length in days, from any hour of the first to any hour of the last."""
        return (self.least_days - 1) * 24, (self.most_days + 1) * 24

    @property
    def least_days(self) -> float:
        """The fewest days that the length may have."""
        if self.is_nth_day and self.unit != "days":  # the fourth week begins on the 22nd day
            return (self.parts[0][1] - 1) * _LEAST_DAYS[self.unit] + 1
        return sum(number * _LEAST_DAYS[unit] for unit, number in self.parts if unit in _LEAST_DAYS)

    @property
    def most_days(self) -> float:
        """The most days that the length may have."""
        return sum(number * _MOST_DAYS[unit] for unit, number in self.parts if unit in _MOST_DAYS)

    @property
    def words(self) -> str:
        """The length in plain words: "more than 5 years 11 months", "the 4th week"."""
        if self.is_nth_day and self.unit != "days":
            return f"{self.unit.removesuffix('s')} {self.parts[0][1]:g}"
        length = " ".join(dates.counted(number, unit) for unit, number in self.parts)
        working = length.replace(" day", " working day") if self.is_working_days else length
        return f"{self.bound} {working}".strip()


def in_days(value: float, unit: str) -> tuple[float, float]:
    """The fewest and the most days of a limit."""
    return value * _LEAST_DAYS[unit], value * _MOST_DAYS[unit]


def read_lengths(lower: str) -> Iterator[StatedLength]:
    """Every length of time in a lower-case text, in order."""
    for match in STATED.finditer(lower):
        parts = _parts(match)
        if not parts or (match["nth"] is None and not _is_falling(parts)):
            continue
        is_pronoun = match["named"] in _PRONOUNS and not _HAPPENED.match(lower, match.end("named"))
        yield StatedLength(
            parts,
            (match["bound"] or "").rstrip("."),
            match["nth"] is not None,
            match["working"] is not None or match["clear"] is not None,
            match.start(),
            Span(*match.span("nth" if match["nth"] else "term")),
            "" if is_pronoun or match["relation"] is None else match["relation"],
            match.start("named") if match["named"] else match.end(),
            is_pronoun or match["back"] is not None,
        )


def _parts(match: re.Match[str]) -> tuple[tuple[str, float], ...]:
    if match["nth"] is not None:
        number = _ordinal(match["day"]) if match["day"] else parse_number(match["plain"])
        return ((f"{match['nth_unit'] or 'day'}s", number),) if number else ()
    if match["working"] is not None:
        number = parse_number(match["working"].split(" working")[0].removesuffix(" clear"))
        return (("days", number),) if number else ()
    single = _ONE_UNIT.fullmatch(match["term"])
    if single is not None:
        return (("weeks", 2.0),) if single["unit"] == "fortnight" else ((f"{single['unit']}s", 1.0),)
    parts = [_one_part(part) for part in _ONE_PART.finditer(match["term"])]
    return tuple((unit, number) for unit, number in parts if number)


def _one_part(part: re.Match[str]) -> tuple[str, float | None]:
    number = parse_number(part["count"])
    if part["unit"].startswith("f"):
        return "weeks", None if number is None else 2 * number
    return _UNITS[part["unit"][0]], number


def _is_falling(parts: tuple[tuple[str, float], ...]) -> bool:
    """Whether the units go from years down to hours, each once: "3 months and 16 days"."""
    order = [list(_UNITS.values())[::-1].index(unit) for unit, _ in parts]
    return order == sorted(set(order))


def _ordinal(words: str) -> float | None:
    """ "73rd" and "seventy-third" are 73."""
    if words[0].isdigit():
        return float(re.sub(r"\D", "", words))
    tens, _, rest = words.rpartition("-")
    number = _ORDINALS.get(rest)
    return None if number is None or (tens and tens not in _TENS) else float(_TENS.get(tens, 0) + number)
