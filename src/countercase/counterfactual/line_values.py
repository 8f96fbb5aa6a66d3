"""Writes a date, number or hour with another value in the same form: "9 April 2023" becomes "5 April 2023"."""

import calendar
import math
import re
from collections.abc import Iterator
from datetime import date, timedelta

from countercase.text.numbers import DAY_NAME, DIGITS, MONTH, WORDS, day_number, parse_number
from countercase.text.words import capitalised

_MONTHS = [name.lower() for name in calendar.month_name]
_DAY_MONTH_YEAR = re.compile(
    rf"(?P<day>\d{{1,2}}|\b(?:{DAY_NAME}))(?P<suffix>st|nd|rd|th)?(?P<gap>\s+|\s+(?:day\s+)?of\s+|-)(?P<month>{MONTH})(?P<comma>[.,]?\s+|-)?(?P<year>\d{{4}})?\b",
    re.IGNORECASE,
)
_AMERICAN = re.compile(rf"(?P<month>{MONTH})\s+(?P<day>\d{{1,2}}),?\s+(?P<year>\d{{4}})", re.IGNORECASE)
_MONTH_ALONE = re.compile(rf"(?P<month>{MONTH})(?P<stop>\.?,?\s)(?P<year>\d{{4}})\b", re.IGNORECASE)
_FIGURES = re.compile(r"\b(?P<day>\d{1,2})(?P<mark>[./-])(?P<month>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})\b")
_SCANNED = re.compile(r"\b[\dOolI]{1,2}([./-])[\dOolI]{1,2}\1[\dOolI]{2,4}\b")
_TO_FIGURE = str.maketrans("OolI", "0011")
_HOUR = re.compile(r"(?P<hour>\d{1,2}(?:[.:]\d{2})?)\s?(?P<half>[ap]\.?m\b\.?)", re.IGNORECASE)
_RANGE = re.compile(r"(?P<first>\d{1,3})(?P<between>\s?(?:to|-|–)\s?)(?P<last>\d{1,3})")
_NUMBER = re.compile(rf"(?<![\d.]){DIGITS}|\b{WORDS}\b", re.IGNORECASE)
_FRACTIONS = ("one-half", "one-third", "one-fourth", "one-fifth")
_PLAIN_YEAR = 2001  # stands in for a missing year; not a leap year
_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()  # noqa: E501
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = {1: "first", 2: "second", 3: "third", 5: "fifth", 8: "eighth", 9: "ninth", 12: "twelfth"}
_MARGINS = (1, 0, 2, 4, 8, 16, 31)  # days beyond the line
_LARGEST_RATIO = 20  # nobody supposes that a fee of Rs 72,000 was one of Rs 55,00,000
_LARGEST_RATIO_OF_YEARS = 5
_YEARS = re.compile(r"\byears?\b|\byrs?\b")
_ORDINAL_SUFFIX = re.compile(r"(?:st|nd|rd|th)\b")
_PERIOD = re.compile(r"(\d+(?:\.\d+)?)\s(year|month|week|day|hour)s?\b")
_UNIT = re.compile(r"\b(year|month|week|day|hour)s?\b")
_MULTIPLES = (0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2, 2.5, 3, 4, 5, 8, 12)


def repair_scan(quote: str) -> str:
    """The quote with the digits of its dates restored where a scanner read 0 as O or 1 as l."""
    return _SCANNED.sub(lambda match: match[0].translate(_TO_FIGURE), quote)


_SCANNED_NUMBER = re.compile(r"(?<![A-Za-z])\d[\dOolI,.]*[OolI](?![A-Za-z])|(?<![A-Za-z])[OolI]\d[\dOolI]*(?![A-Za-z])")
# Additions for future prospects, in per cent, to a permanent salary and to other earnings (Pranay Sethi).
_PROSPECTS_OF_SALARIED, _PROSPECTS_OF_OTHERS = (50, 30, 15), (40, 25, 10)


def repair_number(quote: str) -> str:
    """The quote with the digits of its numbers restored: "11O days" is 110 days."""
    return _SCANNED_NUMBER.sub(lambda match: match[0].translate(_TO_FIGURE), quote)


def other_shares(quote: str, is_salaried: bool) -> Iterator[str]:
    """The quote with another addition for future prospects, the next lower first."""
    match = re.search(r"\d+", quote)
    if match is None:
        return
    old = int(match[0])
    shares = _PROSPECTS_OF_SALARIED if is_salaried else _PROSPECTS_OF_OTHERS
    for share in sorted(shares, key=lambda share: (share > old, abs(share - old))):
        if share != old:
            yield f"{quote[: match.start()]}{share}{quote[match.end() :]}"


def is_date(quote: str) -> bool:
    """Whether the words contain a date."""
    quote = repair_scan(quote)
    return any(pattern.search(quote) for pattern in (_DAY_MONTH_YEAR, _AMERICAN, _FIGURES, _MONTH_ALONE))


def other_dates(quote: str, gap: float, by_years: bool) -> Iterator[str]:
    """The quote with its date moved by about `gap` days; by whole years for a birth or a wedding."""
    quote = repair_scan(quote)
    by_years = by_years or _is_month_alone(quote)
    least = max(1, math.ceil(gap / 365.25 if by_years else gap))
    margins = _MARGINS if gap > 2 else sorted(_MARGINS)
    for step in (least, least + 1, least + 2) if by_years else (least + more for more in margins):
        for sign in (-1, 1):
            moved = _with_date_moved(quote, sign * step, by_years)
            if moved is not None:
                yield moved


def gap_in_days(value: str, line: str) -> float:
    """Approximate days between two periods in words; 1 if they are not periods."""
    return abs(period_in_days(value) - period_in_days(line)) or 1.0


def shift_date(quote: str, days: int) -> str | None:
    """A date moved by some days, in the same form."""
    return _with_date_moved(quote, days, by_years=False)


def day_of(quote: str) -> date | None:
    """The date that a quote gives, if it includes the year; the first of the month if it gives no day."""
    quote = repair_scan(quote)
    for pattern in (_FIGURES, _DAY_MONTH_YEAR, _AMERICAN):
        matches = list(pattern.finditer(quote))
        if matches:
            return _day(matches[-1]) if matches[-1].groupdict().get("year") else None
    month = _MONTH_ALONE.search(quote)
    return date(int(month["year"]), _month(month["month"]), 1) if month is not None else None


def dates_in(text: str) -> Iterator[tuple[int, int]]:
    """The positions of dates that include the year."""
    for pattern in (_FIGURES, _DAY_MONTH_YEAR, _AMERICAN):
        yield from (match.span() for match in pattern.finditer(text) if match.groupdict().get("year"))


def period_in_days(period: str) -> float:
    """Approximate days of a period in words; 0 if there is none."""
    lengths = {"year": 365.25, "month": 30.44, "week": 7.0, "day": 1.0, "hour": 1 / 24}
    part = period.partition("(")[0] or period
    return sum(float(number) * lengths[unit] for number, unit in _PERIOD.findall(part))


def other_numbers(quote: str, line: str) -> Iterator[str]:
    """The quote with another number: first the line and its neighbours, then nearby values."""
    fraction = next((word for word in _FRACTIONS if word in quote.lower()), None)
    if fraction is not None:
        other = next((word for word in _FRACTIONS if word in line.lower()), None)
        if other:
            yield re.sub(fraction, other, quote, flags=re.IGNORECASE)
        return
    interval = _RANGE.search(quote)
    if interval is not None:
        for step in (1, 2, 3, 4, 5):
            for sign in (-1, 1):
                first, last = (int(interval[part]) + sign * step for part in ("first", "last"))
                if first > 0:
                    yield f"{quote[: interval.start()]}{first}{interval['between']}{last}{quote[interval.end() :]}"
        return
    counted = _ORDINAL_WORD.search(quote)
    if counted is not None:
        yield from _other_ordinals(quote, counted, line)
        return
    match = _NUMBER.search(quote)
    if match is None:
        return
    old = parse_number(match[0].lower())
    line = _in_unit_of(quote, line)
    suffix = _ORDINAL_SUFFIX.match(quote, match.end())
    if suffix is not None:  # "on the 33rd day"
        values = (int(value) for value in _values(old, line) if value > 0 and value != old)
        yield from (f"{quote[: match.start()]}{value}{_suffix(value)}{quote[suffix.end() :]}" for value in values)
        return
    for value in _values(old, line):
        largest = _LARGEST_RATIO_OF_YEARS if _YEARS.search(quote) else _LARGEST_RATIO
        if value > 0 and value != old and max(value, old) <= largest * min(value, old):
            yield _with_unit_in_number(
                quote[: match.start()] + _as_written(value, match[0]) + quote[match.end() :], value
            )


def _in_unit_of(quote: str, line: str) -> str:
    """A period of the law in the unit of the quote: ninety days are thirteen weeks."""
    unit, own = _UNIT.search(quote), _UNIT.search(line)
    if unit is None or own is None or unit[1] == own[1] or not period_in_days(line):
        return line
    return f"{math.ceil(period_in_days(line) / period_in_days(f'1 {unit[1]}')):g} {unit[1]}s"


def _other_ordinals(quote: str, counted: re.Match[str], line: str) -> Iterator[str]:
    """The quote with another day: "on the seventy-third day"."""
    old_count = _COUNT_OF_ORDINAL[counted[0].lower()]
    for value in _values(old_count, line):
        if 0 < value < 100 and value != old_count and value == int(value):
            yield quote[: counted.start()] + ordinal(int(value)) + quote[counted.end() :]


def other_hour(quote: str) -> str | None:
    """The quote with morning and evening swapped."""
    match = _HOUR.search(quote)
    if match is None:
        return None
    half = match["half"]
    other = ("p" if half[0].lower() == "a" else "a") + half[1:]
    return quote[: match.start("half")] + other + quote[match.end("half") :]


def mentions_of_period(narrative: str, old: str, new: str) -> Iterator[tuple[int, int, str]]:
    """Where the narrative states a period in words, and the same words for the new period."""
    days = re.match(r"(\d+) days?\b", old), re.match(r"(\d+) days?\b", new)
    if days[0] and days[1]:
        old_days, new_days = int(days[0][1]), int(days[1][1])
        forms = {
            f"{old_days} days": f"{new_days} days",
            f"{old_days} day": f"{new_days} days" if new_days != 1 else "1 day",
            f"{in_words(old_days)} days": f"{in_words(new_days)} days",
            f"{old_days}{_suffix(old_days)} day": f"{new_days}{_suffix(new_days)} day",
            f"{ordinal(old_days)} day": f"{ordinal(new_days)} day",
            f"day {old_days}": f"day {new_days}",
        }
    else:
        years = re.match(r"(\d+) years? (\d+) months?", old), re.match(r"(\d+) years?(?: (\d+) months?)?", new)
        if not (years[0] and years[1]):
            return
        old_years, old_months, new_years, new_months = (
            int(years[0][1]),
            int(years[0][2]),
            int(years[1][1]),
            int(years[1][2] or 0),
        )
        forms = {
            f"{old_years} years {old_months} months": f"{new_years} years {new_months} months",
            f"{old_years} years and {old_months} months": f"{new_years} years and {new_months} months",
            f"{old_years} yrs {old_months} m": f"{new_years} yrs {new_months} m",
            f"{old_years} yr {old_months} m": f"{new_years} yr {new_months} m",
            f"{old_years} yrs {old_months} mths": f"{new_years} yrs {new_months} mths",
            f"{in_words(old_years)} years and {in_words(old_months)} months": (
                f"{in_words(new_years)} years and {in_words(new_months)} months"
            ),
        }
    for form, other in forms.items():
        for match in re.finditer(rf"\b{re.escape(form)}\b", narrative, re.IGNORECASE):
            yield match.start(), match.end(), capitalised(other) if match[0][0].isupper() else other


def in_words(number: int) -> str:
    """The number in words: "twenty-four"."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    return str(number)


def ordinal(number: int) -> str:
    """The ordinal in words: "twenty-ninth"."""
    tens, ones = divmod(number, 10)
    if number < 20 or not ones:
        word = in_words(number)
        return _ORDINALS.get(number) or (word.removesuffix("y") + "ieth" if word.endswith("ty") else f"{word}th")
    return f"{_TENS[tens]}-{ordinal(ones)}" if number < 100 else f"{number}th"


_COUNT_OF_ORDINAL = {ordinal(number): number for number in range(1, 100)}
_ORDINAL_WORD = re.compile(
    rf"\b(?:{'|'.join(sorted(_COUNT_OF_ORDINAL, key=len, reverse=True))})\b(?=\sday)", re.IGNORECASE
)


def _with_date_moved(quote: str, step: int, by_years: bool) -> str | None:
    for pattern in (_FIGURES, _DAY_MONTH_YEAR, _AMERICAN):
        matches = list(pattern.finditer(quote))
        if matches:
            match = matches[-1]
            moved = _moved_date(match, step, by_years)
            return None if moved is None else quote[: match.start()] + moved + quote[match.end() :]
    match_alone = _MONTH_ALONE.search(quote)
    if match_alone is None or not by_years:
        return None
    return f"{quote[: match_alone.start('year')]}{int(match_alone['year']) + step}{quote[match_alone.end() :]}"


def _is_month_alone(quote: str) -> bool:
    """Whether the only date is a month: "Mar. 2021"."""
    return _MONTH_ALONE.search(quote) is not None and not any(
        pattern.search(quote) for pattern in (_DAY_MONTH_YEAR, _AMERICAN, _FIGURES)
    )


def _moved_date(match: re.Match[str], step: int, by_years: bool) -> str | None:
    parts = match.groupdict()
    year_text = parts.get("year")
    day = _day(match)
    if day is None or (by_years and year_text is None):
        return None
    try:
        moved = day.replace(year=day.year + step) if by_years else day + timedelta(days=step)
    except (ValueError, OverflowError):
        return None
    if year_text is None and moved.year != day.year:
        return None
    if year_text and not by_years and _may_follow_a_closed_day(moved, step):
        return None
    return _in_same_form(match, moved)


_NATIONAL_HOLIDAYS = frozenset({(26, 1), (15, 8), (2, 10)})


def _may_follow_a_closed_day(day: date, step: int) -> bool:
    """Whether courts and offices are closed on a day; or, if it is put later, whether their next open day is it.

    What falls due on a Sunday may be done on the Monday (General Clauses Act s.10, Limitation Act s.4). The three
    national holidays are closed everywhere.
    """
    eve = date.fromordinal(day.toordinal() - 1)
    return _is_closed(day) or (step > 0 and _is_closed(eve))


def _is_closed(day: date) -> bool:
    return day.weekday() == calendar.SUNDAY or (day.day, day.month) in _NATIONAL_HOLIDAYS


def _day(match: re.Match[str]) -> date | None:
    parts = match.groupdict()
    year_text = parts.get("year")
    year = int(year_text) if year_text else _PLAIN_YEAR
    if year < 100:
        year += 1900 if year >= 47 else 2000
    try:
        return date(year, _month(parts["month"]), day_number(parts["day"]))
    except ValueError:
        return None


def _month(words: str) -> int:
    """The number of a month written in figures or by name; 0 if there is no such month."""
    if words.isdigit():
        return int(words)
    return next((number for number, name in enumerate(_MONTHS) if number and name.startswith(words[:3].lower())), 0)


def _day_in_form(old: str, day: int, padded: bool) -> str:
    """The day in figures or in words, as the old one."""
    if old.isdigit():
        return f"{day:02}" if padded else str(day)
    return capitalised(ordinal(day)) if old[0].isupper() else ordinal(day)


def _in_same_form(match: re.Match[str], day: date) -> str:
    parts = match.groupdict()
    text = match[0]
    replacements: list[tuple[int, int, str]] = []
    padded = parts["day"][0] == "0" or ("mark" in parts and len(parts["month"]) == len(parts["day"]) == 2)
    replacements.append((*match.span("day"), _day_in_form(parts["day"], day.day, padded)))
    if parts.get("suffix"):
        replacements.append((*match.span("suffix"), _suffix(day.day)))
    month = parts["month"]
    if month.isdigit():
        replacements.append((*match.span("month"), f"{day.month:02}" if len(month) == 2 else str(day.month)))
    else:
        name = calendar.month_name[day.month]
        is_short = month.lower() not in _MONTHS
        name_as_written = name[:3] if is_short else name
        replacements.append(
            (*match.span("month"), name_as_written.upper() if month.isupper() and len(month) > 3 else name_as_written)
        )
    if parts.get("year"):
        replacements.append((*match.span("year"), f"{day.year % 100:02}" if len(parts["year"]) == 2 else str(day.year)))
    offset = match.start()
    for start, end, new in sorted(replacements, reverse=True):
        text = text[: start - offset] + new + text[end - offset :]
    return text


def _suffix(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _values(old: float, line: str) -> Iterator[float]:
    """Plausible values, nearest to the line first."""
    match = _NUMBER.search(line)
    target = parse_number(match[0].lower()) if match else None
    if target is not None and target * 20 > old:
        is_small_count = target == int(target) and target <= 100 and old == int(old)
        yield from (target - 1, target, target + 1) if is_small_count else (target * 0.9, target * 1.1)
    if old == int(old) and old <= 60:
        for step in range(1, 16):
            yield old - step
            yield old + step
    yield from (_rounded(old * share) for share in _MULTIPLES)


def _rounded(value: float) -> float:
    """Round to two significant digits, as people write sums and weights."""
    return float(f"{value:.2g}")


def _as_written(value: float, old: str) -> str:
    if not old[0].isdigit():
        written = in_words(int(value)) if value == int(value) else f"{value:g}"
        return written.capitalize() if old[0].isupper() else written
    if value != int(value):
        return f"{value:.3g}"
    if "," not in old:
        return str(int(value))
    return f"{int(value):,}" if re.fullmatch(r"\d{1,3}(?:,\d{3}){2,}", old) else _indian(int(value))


def _indian(value: int) -> str:
    text = str(value)
    head, tail = text[:-3], text[-3:]
    groups: list[str] = []
    while len(head) > 2:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return ",".join(part for part in (head, *groups, tail) if part)


def _with_unit_in_number(text: str, value: float) -> str:
    """The text with its unit in the singular or plural, to match the value."""
    units = "years|months|weeks|days|hours|persons|kilograms|grams"
    if value == 1:
        return re.sub(
            rf"\b(1|one)\s({units})(?P<s>')?",
            lambda m: f"{m[1]} {m[2][:-1]}{chr(39) + 's' if m['s'] else ''}",
            text,
            flags=re.IGNORECASE,
        )
    return re.sub(
        r"\b(year|month|week|day|hour|person)(?P<own>'s)?\b", lambda m: f"{m[1]}s{chr(39) if m['own'] else ''}", text
    )
