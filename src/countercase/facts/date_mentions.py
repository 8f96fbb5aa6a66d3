"""Finds the dates that a text gives, with their times of day.

Among them are dates without a year, relative dates ("the same day", "two days later"), whole months and nights.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, time

from countercase.domain.span import Span
from countercase.facts.clock_times import SCANNED_TO_DIGIT, TIME_ANY, TIME_FORM, hour_beside, read_clock
from countercase.law.dates import add
from countercase.text.numbers import (
    FILLER,
    MONTH,
    MONTH_NUMBERS,
    parse_number,
    read_numeric,
    valid_date,
    with_days_in_figures,
)

_ORDINAL_ENDING = r"(?:\s?(?:st|nd|rd|th)\b)?"
_SMALL_NUMBER = (
    "an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    "|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    "(?:-(?:one|two|three|four|five|six|seven|eight|nine))?"
)
# Festivals and seasons, with the first and the last day that they can mean.
_SEASONS = {
    "diwali": ((10, 10), (11, 20)),
    "dussehra": ((9, 20), (10, 31)),
    "holi": ((2, 20), (3, 31)),
    "monsoon": ((6, 1), (9, 30)),
    "rains": ((6, 1), (9, 30)),
}
_WEEK_STARTS = {"first": 1, "second": 8, "third": 15, "fourth": 22}
_INTRODUCES_DAY = (
    r"on dt dt\. dated till until since from arrested produced remanded filed served recd recd\. sent".split()
)
# "8.10 pm" is a time and "2.5 lakh" a sum of money.
_NOT_A_DAY = (
    r"(?!\s?(?:hrs|a\.?m\b|p\.?m\b|th\b|ipc|of\b|lakhs?\b|lacs?\b|crores?\b|cr\b|acres?\b|kgs?\b|g\b|gms?\b|per\b|mm\b|cms?\b|kms?\b"
    r"|m\b|metres?\b|feet\b|ft\b|sq\b|marlas?\b|kanals?\b|bighas?\b|guntas?\b|yrs?\b|years?\b|hours?\b|miles?\b|inch))"
)
_AFTER_INTRODUCTION = "|".join(rf"(?<=\b{word}\s)" for word in (*_INTRODUCES_DAY, "apprehended"))
_SCANNED_DIGIT = r"[0-9ol]"  # scanners read 0 as o and 1 as l
_DATE = re.compile(
    rf"(?:(?<![\w./-])|(?<=\d\.\d\d-)|(?<=\d\.\d\d\d\d-))(?:(?P<eve>\d{{1,2}})\s?[/-]\s?(?=\d{{1,2}}\.\d{{1,2}}\.\d{{4}}))?(?P<numeric>{_SCANNED_DIGIT}{{1,2}}\s?(?P<mark>[./-])\s?{_SCANNED_DIGIT}{{1,2}}\s?(?P=mark)\s?(?:{_SCANNED_DIGIT}{{4}}|{_SCANNED_DIGIT}{{2}}))(?![\w/]|-(?!\d{{1,2}}\.\d{{1,2}}\.\d)|\.\w)"
    r"|(?<![\w./-])(?P<iso>\d{4}-\d{2}-\d{2})(?!\d)"
    rf"|(?<![\w./])(?P<day1>\d{{1,2}}){_ORDINAL_ENDING}(?:\s?(?P<to>-|–|/|to|and)\s?(?P<day2>\d{{1,2}}){_ORDINAL_ENDING})?(?:\s?day)?\s?(?:of\s)?[-,]?\s?(?P<month1>{MONTH})\b(?:[.,-]{{0,2}}\s{{0,3}}(?P<year1>\d{{4}})\b|(?:[-/]|\s?['’])(?P<short>\d{{2}})\b(?![:.]\d))?"
    rf"|\b(?P<month2>{MONTH})\b\.?\s(?P<day3>\d{{1,2}}){_ORDINAL_ENDING}(?![\d.:])(?:,?\s(?P<year2>\d{{4}})\b)?"
    rf"|(?<![\w./-])(?P<year4>(?:19|20)\d\d)[,:]? (?P<month4>{MONTH})\b\.?\s(?P<day4>\d{{1,2}}){_ORDINAL_ENDING}"
    r"(?![\d.:/-]\d)"
    rf"|\b(?:(?P<week>first|second|third|fourth|last)\sweek\sof\s)?(?P<month3>{MONTH})\b[.,]?\s(?:of\s)?(?P<year3>\d{{4}})\b"
    rf"|\b(?P<season>{'|'.join(_SEASONS)})\s(?:season\s)?(?:of\s|in\s)?(?P<year5>(?:19|20)\d\d)\b"
    r"|\b(?P<same>(?:the\s|that\s)?(?:very\s)?sa(?:m|rn)e\s(?:day|date|night|evening|morning|afternoon)|that\s(?:very\s)?(?:day|morning|afternoon|evening))\b"
    r"|\b(?P<next>(?:the\s)?(?:very\s)?(?:next|following)\s(?:day|morning|evening|afternoon|date)|the\sday\safter(?=\s?[,.;])|the\smorrow)\b"
    rf"|\b(?:(?P<about>about|around|nearly|almost|some|roughly)\s)?(?P<count>\d{{1,3}}|{_SMALL_NUMBER})(?P<half>\sand\sa\shalf)?\s(?P<unit>days?|weeks?|fortnights?|months?|years?)\s(?:later\b|thereafter\b|after\sthat\b(?=\s?[,.;:)\n]|\s?\Z|\s(?:he|she|they|it|we|the|an?|his|her|was|were|came|and|but|when|only)\b))"
    # "16/6" and "on 3rd" are dates only after a word that introduces one: "302/34" and "1/3" are not.
    rf"|(?:{_AFTER_INTRODUCTION})(?P<bare>(?:0?[1-9]|[12]\d|3[01])[/.](?:0?[1-9]|1[0-2]))(?![\w/%-]|\.\d){_NOT_A_DAY}"
    rf"|(?:\A|(?<=\n))(?P<entry>(?:0?[1-9]|[12]\d|3[01])[/.](?:0?[1-9]|1[0-2]))(?=\.?\s?[-:–|,]\s|\s[a-z]){_NOT_A_DAY}"
    # "served 02.05": a hand that writes "02.05.2019" elsewhere; `_is_day_and_month` tells it from a weight or a time.
    rf"|(?<![\w./:-])(?P<dotted>(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2]))(?![\w/%-]|\.[\w]){_NOT_A_DAY}"
    # "do, 9.50 pm - raid" and "7.50 pm - naka" in a list of dates are of the day of the entry above.
    r"|(?<=\n)(?P<ditto>-?do\b(?=[.,]?-?[.,]?\s?\d|[.,]?-?\s?[–:-]\s))"
    r"|(?<=\n)(?P<clocked>\d{1,2}(?:\s?[.:]\s?\d{2})?\s?[ap]\.?\s?m\b\.?|\d{4}\s?hrs\b\.?|noon|midnight)(?=\s?[–—:|-])"
    rf"|(?:(?<={FILLER})|(?<=\bon\s)|(?<=\bon\sthe\s)|(?<=\btill\sthe\s)|(?<=\buntil\sthe\s)|(?<=\bby\sthe\s)"
    # "taken to court 9th at 3 pm"
    r"|(?<![\w.])(?=\d{1,2}(?:st|nd|rd|th),?\s(?:at\s|about\s)?\d{1,2}(?:[.:]\d\d)?\s?[ap]\.?m\b))(?P<ordinal>\d{1,2})(?:st|nd|rd|th)(?=\s?(?:[,.;)]|\Z)|\s(?:at|and|he|she|they|we|i|police|morning|evening|night|itself|only|around|about|the|was|were|in|with|when|before|after)\b)"
)
_OPENS_LINE = re.compile(r"(?:\A|\n)[ \t]*(?:[-–—*•>+][ \t]*|\(?\w{1,3}[.)][ \t]+)?\Z")
_FULL_DOTTED = re.compile(r"(?<![\w./-])\d{2}\.\d{2}\.\d{4}(?![\w/])")
_NO_DAY_AFTER = re.compile(
    r"(?:\b(?:at|about|around|by|of|is|was|to|@|rs|ex|exh?|exs|nos?|paras?|p|pp|pg|page|col|cl|clauses?|rules?|sections?|ss?|art|item|sl|net|gross|wt|weigh\w*"
    r"|score[ds]?|measur\w*|total\w*|only|between|x|×|₹)\b|[₹×@#])\.?:?\s*\Z"
)
_REACH_OF_HOUR = 40  # characters before a date: "at half past ten in the morning on"
_BACKWARDS = 2  # a day before the date mentioned last counts as so many times as far away
_NAMED_AGAIN = re.compile(r",?\s(?:on\s|i\.?e\.?,?\s|that\sis,?\s)?(?:the\s)?|\s?\(")
_JOINED = re.compile(
    r"\s?(?:,|&|and|or)\s(?:(?:again|also|then)\s)?(?:on\s)?(?:the\s)?"
)  # "12th & again 16th May 2013"
_OF_BIRTH = re.compile(
    r"\b(?:born|birth|d\.?\s?o\.?\s?b)\b\.?[^.;\d]{0,30}\Z|(?<=[\s(,])b\.\s?(?:on\s|in\s)?\Z"
    r"|\bbirth\s(?:paper|certificate|cert\b\.?|record|entry|slip)[^.;\d]{0,50}\b(?:says|shows|gives|has|is|bears)\s\Z"
)
_OF_WEDDING = re.compile(r"\b(?:married|marriage|wed|wedding|nikah)\b[^.;\d]{0,30}\Z")
_NEAR_EVENT = 70  # characters before a date that may call it one of a birth or a wedding
_NAMED_BIRTH_AFTER = re.compile(
    r"\s?(?:\(|,\s|as\s|is\s|was\s|being\s|for\s)?(?:as\s|being\s)?(?:his|her|the|their)\s(?:birth|date\sof\sbirth|d\.?o\.?b)\b"
)
# A year that stands alone on its line, above dates without a year.
_YEAR_HEADING = re.compile(r"^[ \t#*_-]*(?:year\s)?(?P<year>(?:19[5-9]|20[0-4])\d)[ \t]?[:.*_–-]*[ \t]*$", re.MULTILINE)
_PARAGRAPH = re.compile(r"\n\s*\n|\n\s*(?:[-*•]|\(?\w{1,3}[.)]\s)")
_TIME_AFTER = re.compile(
    rf"(?:\.\s?(?=,))?\s?,?\s?(?:[–-]\s|@\s?)?(?:(?:early\s)?(?:morning|evening|night|afternoon)\s)?(?:\(|at\s|by\s|around\s|about\s|at\sabout\s|at\saround\s|,\s?about\s)?\s?{TIME_FORM}"
)
_TIME_BEFORE = re.compile(
    rf"\b(?P<at>at\s)?{TIME_FORM}(?:\s?(?:(?:,\s)?(?:on|of)\s(?:the\s)?|,\s?)|(?(at)[ ](?:the[ ])?|(?!)))\Z"
)
_TIME_BEFORE_THAT_DAY = re.compile(rf"\b{TIME_FORM}\s\Z")  # "1.30 pm that day"
_LABELLED = re.compile(r"(?:\A|[\s(;,])(?:[dpar]|pw|dw|cw|rw|mw|deft|resp)-\Z")  # the number of a party or witness


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date in the text. `until` ends a range; `exact` is False for a whole month or an inferred year.

    `days_after_previous` is set for a relative date ("the same day": 0); `is_in_new_paragraph` if the date that it
    refers to stands in an earlier paragraph.
    """

    span: Span
    day: date
    until: date | None = None
    at: time | None = None
    exact: bool = True
    at_span: Span | None = None
    days_after_previous: int | None = None
    is_in_new_paragraph: bool = False


def read_dates(text: str, lower: str) -> Iterator[DateMention]:
    """Every date of a text, in order. `lower` is the text in lower case."""
    in_figures, begins = with_days_in_figures(lower)
    for mention in _read_dates(text, in_figures):
        start = begins.get(mention.span.start)
        yield mention if start is None else replace(mention, span=Span(start, mention.span.end))


def _read_dates(text: str, lower: str) -> Iterator[DateMention]:
    last: date | None = None
    last_is_month = False  # no day is "the same" as one of which only the month is known
    last_exact: date | None = None
    before_wedding: date | None = None  # the day told before a wedding that lies years back
    entry: date | None = None  # the day of the last entry in a list of dates
    end = 0
    matches = list(_DATE.finditer(lower))
    years, stated = _next_years(matches), _stated_years(lower, matches)
    headings = list(_YEAR_HEADING.finditer(lower))
    writes_dots = _FULL_DOTTED.search(lower) is not None
    for number, match in enumerate(matches):
        following = matches[number + 1] if number + 1 < len(matches) else None
        if (
            (match["same"] or match["next"])
            and following
            and _NAMED_AGAIN.fullmatch(lower, match.end(), following.start())
        ):
            continue  # "the next evening, on 20 March"
        is_label = _LABELLED.search(lower, max(0, match.start() - 6), match.start())  # "D-2 sep. represented"
        if is_label or (match["dotted"] and not (writes_dots and _is_day_and_month(lower, match))):
            continue
        if match["ditto"] or match["clocked"]:
            mention = _same_day_entry(lower, match, entry)
        else:
            # A month or a wedding that an earlier paragraph looks back to gives no year to the dates of this one.
            told_before = last_exact if last_is_month else before_wedding
            is_of_that_month = last_is_month and last is not None and last.month == _month_named(match)
            is_apart = _PARAGRAPH.search(lower, end, match.start()) is not None
            looked_back = told_before and is_apart and not is_of_that_month
            headed = _year_of_heading(lower, headings, match.start())
            mention = _read_mention(
                text, lower, match, (told_before if looked_back else None) or last, headed or years[number]
            )
            mention = mention and _in_stated_year(lower, mention, match, following, {headed} if headed else stated)
        if mention is not None:
            if mention.days_after_previous is not None:
                is_apart = _PARAGRAPH.search(lower, end, mention.span.start) is not None
                mention = replace(
                    mention, is_in_new_paragraph=is_apart or (match["same"] is not None and last_is_month)
                )
            end = mention.span.end
            if _is_birth(lower, mention.span):
                yield mention  # no relative date refers back to a date of birth, nor does a date without a year
                continue
            before_wedding = last if last and _is_wedding_before(lower, mention, last) else None
            last = mention.day if mention.exact or not match["count"] else last
            last_is_month = not mention.exact and not match["count"]
            last_exact = mention.day if mention.exact else last_exact
            if mention.exact and _OPENS_LINE.search(lower[max(0, match.start() - 12) : match.start()]):
                entry = last
            yield mention


def _is_day_and_month(lower: str, match: re.Match[str]) -> bool:
    """Whether "02.05" can be a day and a month: not a time ("at 10.10"), an exhibit, a weight or a sum."""
    return _NO_DAY_AFTER.search(lower, max(0, match.start() - 12), match.start()) is None


def _same_day_entry(lower: str, match: re.Match[str], entry: date | None) -> DateMention | None:
    """A line that opens with "do" or with a time of day: of the day of the entry above it."""
    if entry is None:
        return None
    if match["ditto"]:
        return _with_time(lower, DateMention(Span(*match.span()), entry))
    clock = TIME_ANY.match(lower, match.start())
    at = read_clock(clock) if clock else None
    return DateMention(Span(*match.span()), entry, at=at) if at is not None else None


def _is_birth(lower: str, span: Span) -> bool:
    """Whether the words before or after a date name it as that of a birth."""
    return (
        _OF_BIRTH.search(lower[max(0, span.start - _NEAR_EVENT) : span.start]) is not None
        or _NAMED_BIRTH_AFTER.match(lower, span.end, span.end + 40) is not None
    )


def _month_named(match: re.Match[str]) -> int | None:
    return MONTH_NUMBERS.get(match["month1"] or match["month2"] or "")


def _is_wedding_before(lower: str, mention: DateMention, last: date) -> bool:
    """Whether a date is that of a wedding and lies before the day told last."""
    before = lower[max(0, mention.span.start - _NEAR_EVENT) : mention.span.start]
    return mention.day < last and _OF_WEDDING.search(before) is not None


def _next_years(matches: list[re.Match[str]]) -> list[int | None]:
    """For each match, the next year that the text states: used for a first date without a year."""
    next_year: int | None = None
    years: list[int | None] = []
    for match in reversed(matches):
        short = f"20{match['short']}" if match["short"] and int(match["short"]) < 47 else ""
        stated = (
            match["year1"] or match["year2"] or match["year4"] or match["year3"] or short or (match["iso"] or "")[:4]
        )
        numeric = re.search(r"(\d{4})\Z", match["numeric"] or "")
        next_year = int(stated or (numeric[1] if numeric else 0)) or next_year
        years.append(next_year)
    return years[::-1]


def _stated_years(lower: str, matches: list[re.Match[str]]) -> dict[tuple[int, int], set[int]]:
    """The years that the text states for each day of a month: {(18, 9): {2013}} for "18th Sept 2013"."""
    years: dict[tuple[int, int], set[int]] = {}
    for match in matches:
        year = match["year1"] or match["year2"] or match["year4"]
        if year and not _is_birth(lower, Span(*match.span())):
            month = MONTH_NUMBERS[match["month1"] or match["month2"] or match["month4"]]
            day = int(match["day1"] or match["day3"] or match["day4"])
            years.setdefault((day, month), set()).add(int(year))
    return years


def _year_of_heading(lower: str, headings: Sequence[re.Match[str]], at: int) -> int | None:
    """The year of the heading under which an offset stands; a blank line ends it, unless a date opens the line."""
    above = bisect_right(headings, at, key=lambda heading: heading.end()) - 1
    if above < 0:
        return None
    opens_line = not lower[lower.rfind("\n", 0, at) + 1 : at].strip(" -*•(")
    is_ended = "\n\n" in lower[headings[above].end() : at].lstrip() and not opens_line
    return None if is_ended else int(headings[above]["year"])


def _in_stated_year(
    lower: str,
    mention: DateMention,
    match: re.Match[str],
    following: re.Match[str] | None,
    stated: dict[tuple[int, int], set[int]] | set[int],
) -> DateMention:
    """A date without a year in the year that the text gives for the same day, or for the date joined to it.

    `stated` may also be the year of the heading under which the date stands.
    """
    is_bare = isinstance(stated, set) and (match["bare"] or match["entry"] or match["dotted"])
    has_no_year = (match["month1"] or match["month2"] or is_bare) and not (
        match["year1"] or match["year2"] or match["short"]
    )
    if not has_no_year or mention.until is not None:
        return mention
    years = set(stated if isinstance(stated, set) else stated.get((mention.day.day, mention.day.month), ()))
    if not years and following is not None and _JOINED.fullmatch(lower, match.end(), following.start()):
        years = {int(year) for year in (following["year1"], following["year2"]) if year}
    year = years.pop() if len(years) == 1 else mention.day.year
    day = valid_date(year, mention.day.month, mention.day.day)
    return mention if day is None or day == mention.day else replace(mention, day=day)


def _read_mention(
    text: str, lower: str, match: re.Match[str], last: date | None, next_year: int | None
) -> DateMention | None:
    span = Span(*match.span())
    if match["numeric"] or match["iso"]:
        day = _numeric_date(match["numeric"] or match["iso"])
        return None if day is None else _as_first_night(_with_time(lower, DateMention(span, day)), match["eve"])
    if match["same"] or match["next"] or match["count"]:
        return _relative_date(lower, match, span, last)
    if match["bare"] or match["entry"] or match["dotted"] or match["ordinal"]:
        return _date_without_year(lower, match, span, last, next_year)
    if match["season"] or match["year3"]:
        return _part_of_year(text, match, span)
    month = MONTH_NUMBERS[match["month1"] or match["month2"] or match["month4"]]
    if (
        match["month1"] == "may"
        and not (match["year1"] or match["short"])
        and not text[match.start("month1")].isupper()
    ):
        return None
    return _date_in_words(lower, match, span, month, last, next_year)


def _part_of_year(text: str, match: re.Match[str], span: Span) -> DateMention | None:
    """A month, a week of it ("the third week of May 2019"), a festival or a season."""
    if match["season"]:
        first, last = ((int(match["year5"]), *part) for part in _SEASONS[match["season"]])
        return DateMention(span, date(*first), date(*last), exact=False)
    day = valid_date(int(match["year3"]), MONTH_NUMBERS[match["month3"]], 1)
    if not text[match.start("month3")].isupper() or day is None:
        return None
    return DateMention(span, *_days_of_week(day, match["week"]), exact=False)


def _days_of_week(month: date, week: str | None) -> tuple[date, date | None]:
    """The first and the last day of "the third week of May"; without a week, the first day of the month."""
    if week is None:
        return month, None
    last = add(add(month, 1, "months"), -1, "days")
    if week == "last":
        return add(last, -6, "days"), last
    first = add(month, _WEEK_STARTS[week] - 1, "days")
    return first, add(first, 6, "days")


def _date_in_words(
    lower: str, match: re.Match[str], span: Span, month: int, last: date | None, next_year: int | None
) -> DateMention | None:
    """ "3 May 2021", "May 3", "3rd-4th August"."""
    first = int(match["day1"] or match["day3"] or match["day4"])
    stated = (
        match["year1"] or match["year2"] or match["year4"] or (_full_year(match["short"]) if match["short"] else None)
    )
    year = int(stated) if stated else _nearest_year(month, first, last, next_year)
    day = valid_date(year, month, first) if year else None
    if day is None:
        return None
    until = valid_date(day.year, month, int(match["day2"])) if match["day2"] else None
    if until is not None and until < day:
        return None
    if until is not None and match["to"] in {"-", "–", "/"} and (until - day).days == 1:  # a night: "3-4 August"
        return _as_first_night(_with_time(lower, DateMention(span, until)), match["day1"])
    return _with_time(lower, DateMention(span, day, until))


def _full_year(figures: str) -> int:
    """The year for two digits: 47 is 1947 and 46 is 2046."""
    return int(figures) + (1900 if int(figures) >= 47 else 2000)


def _date_without_year(
    lower: str, match: re.Match[str], span: Span, last: date | None, next_year: int | None
) -> DateMention | None:
    """ "16/6" in the year nearest to the date before it; "on 3rd" in the month of that date, or the next month."""
    if words := match["bare"] or match["entry"] or match["dotted"]:
        number, month = (int(part) for part in re.split(r"[/.]", words))
        year = _nearest_year(month, number, last, next_year)
        day = valid_date(year, month, number) if year else None
        return None if day is None else _with_time(lower, DateMention(span, day))
    number = int(match["ordinal"])
    if last is None or last.day > number:
        return None
    day = valid_date(last.year, last.month, number)
    return None if day is None else _with_time(lower, DateMention(span, day))


def _as_first_night(mention: DateMention, first_night: str | None) -> DateMention:
    """ "21/22.06.2013" is a night: the 21st, unless the text gives a time after midnight."""
    early = mention.at is not None and mention.at.hour < 12
    if first_night is None or early or add(mention.day, -1, "days").day != int(first_night):
        return mention
    return replace(mention, day=add(mention.day, -1, "days"))


def _nearest_year(month: int, day: int, last: date | None, next_year: int | None) -> int | None:
    """The year that puts a day nearest to the date before it; without one, the next year in the text.

    A narrative goes forward: an earlier day is meant only if it is far nearer.
    """
    if last is None:
        return next_year
    candidates = [
        candidate for year in (last.year - 1, last.year, last.year + 1) if (candidate := valid_date(year, month, day))
    ]
    return (
        min(
            candidates,
            key=lambda candidate: (last - candidate).days * _BACKWARDS if candidate < last else (candidate - last).days,
        ).year
        if candidates
        else None
    )


def _relative_date(lower: str, match: re.Match[str], span: Span, last: date | None) -> DateMention | None:
    """ "The same day", "next day", "two weeks later": counted from the date before."""
    if last is None:
        return None
    if match["count"]:
        number = 1 if match["count"] in {"a", "an"} else parse_number(match["count"])
        if number is None or number != int(number):
            return None
        unit = match["unit"].removesuffix("s") + "s"
        if unit == "fortnights":
            number, unit = 2 * number, "weeks"
        day = add(last, int(number), unit)
        if match["half"] or match["about"]:
            return _rough_date(span, last, day, unit, is_half=match["half"] is not None)
        return _with_time(
            lower, DateMention(span, day, exact=unit in {"days", "weeks"}, days_after_previous=(day - last).days)
        )
    days_after_previous = 1 if match["next"] else 0
    return _with_time(
        lower, DateMention(span, add(last, days_after_previous, "days"), days_after_previous=days_after_previous)
    )


def _rough_date(span: Span, last: date, day: date, unit: str, is_half: bool) -> DateMention:
    """ "About three weeks later", "four and a half months later": a range of days."""
    if is_half:
        days_in_half = {"years": 183, "months": 15, "weeks": 3}.get(unit, 0)
        day = add(day, days_in_half, "days")
    slack = max(1, (day - last).days // 10)
    earliest, latest = add(day, -slack, "days"), add(day, slack, "days")
    return DateMention(span, earliest, latest, exact=False, days_after_previous=(earliest - last).days)


def _numeric_date(words: str) -> date | None:
    """ "03.05.2021", "2021-05-03", "3/5/21"; digits may be misread by a scan, but not all of them."""
    return read_numeric(words.translate(SCANNED_TO_DIGIT)) if re.search(r"\d", words) else None


def _with_time(lower: str, mention: DateMention) -> DateMention:
    """Add the time of day that stands right after or right before the date."""
    after = _TIME_AFTER.match(lower, mention.span.end, mention.span.end + 40)
    at = read_clock(after) if after else None
    if after is not None and at is not None:
        return replace(mention, at=at, span=Span(mention.span.start, after.end()))
    low = max(0, mention.span.start - _REACH_OF_HOUR)
    is_relative = mention.days_after_previous is not None
    words = lower[low : mention.span.start]
    before = _TIME_BEFORE.search(words) or (_TIME_BEFORE_THAT_DAY.search(words) if is_relative else None)
    at = read_clock(before) if before else None
    if before is not None and at is not None:
        return replace(mention, at=at, span=Span(low + before.start(), mention.span.end))
    beside = hour_beside(lower, mention.span)
    return mention if beside is None else replace(mention, at=beside[0], span=beside[1])
