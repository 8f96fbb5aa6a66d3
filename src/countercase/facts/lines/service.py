"""Lines of service: the 240 days of a workman and the five years for gratuity."""

import re
from collections.abc import Iterator

from countercase.domain.lines import LawLine, Stands
from countercase.domain.span import Span
from countercase.facts.lines.raised import Raised, read_count
from countercase.law import dates
from countercase.law.tables import thresholds

_WORKMAN = re.compile(
    r"\bwork(?:man|men)\b|\bretrench\w*|\blabour\scourt\b|\bindustrial\s(?:disputes?|tribunal)\b|\b25-?f\b|\bmuster\sroll\b|\bdaily[\s-]wage"
)
_DAYS_WORKED = re.compile(
    r"\b(?:worked|put\sin|completed|rendered|working)\s(?:only\s|for\s|continuously\s|actually\s|service\sof\s)*(?P<days>(?P<count>\d{2,3})\s?(?:working\s)?days)\b"
)
_GRATUITY = re.compile(r"\bgratuity\b")
_SERVED = re.compile(
    r"\b(?:served|serving|service\sof|worked|rendered|put\sin|completed)\s(?:only\s|for\s|about\s|continuous\s|a\stotal\sof\s)*"
    r"(?P<term>(?P<years>\d{1,2}|[a-z]+)\s?(?:years|yrs?\b\.?)(?:,?\s(?:and\s|&\s)?(?P<months>\d{1,2}|[a-z]+)\s?(?:months|mths))?)"
)
_QUALIFYING = re.compile(
    r"\b(?P<term>(?P<years>\d{1,2}|[a-z]+)\s?(?:years|yrs?\b\.?)(?:['’]s?)?(?P<months>(?!))?)\s(?:of\s)?(?:qualifying|continuous)\b"
)
_NO_FIVE_YEARS = re.compile(
    r"\b(?:died|death|disabl\w+|disability|heirs?|nominee|fixed[\s-]term)\b"
)  # proviso to s.4(1); Code of 2020
_NEAR = 160  # characters between gratuity and the years served
_NEARLY_A_YEAR = 8  # months; whether 240 days of the fifth year complete it is disputed


def service_lines(raised: Raised) -> Iterator[LawLine]:
    """Days worked by a workman and years served by an employee."""
    yield from _days_worked(raised)
    yield from _gratuity(raised)


def _days_worked(raised: Raised) -> Iterator[LawLine]:
    match = _DAYS_WORKED.search(raised.lower) if _WORKMAN.search(raised.lower) else None
    if match is None:
        return
    rule = thresholds.get("ida-25b-days")
    days = float(match["count"])
    enough = rule.holds(days)
    effect = "a year of continuous service" if enough else "not a year of continuous service"
    yield LawLine(
        rule.provision,
        "days worked in the twelve months before the termination",
        f"{days:g} days",
        f"{rule.value:g} days",
        Stands.of(enough),
        (Span(*match.span("days")),),
        f"{days:g} days against at least {rule.value:g} in the last twelve months (190 below ground in a mine):"
        f" {effect}.",
        rule.id,
    )


def _gratuity(raised: Raised) -> Iterator[LawLine]:
    word = _GRATUITY.search(raised.lower)
    if word is None or _NO_FIVE_YEARS.search(raised.lower):
        return
    near = (max(0, word.start() - _NEAR), word.end() + _NEAR)
    match = _SERVED.search(raised.lower, *near) or _QUALIFYING.search(raised.lower, *near)
    years = read_count(match["years"]) if match else None
    if match is None or years is None:
        return
    rule = thresholds.get("gratuity-4-years")
    months = (read_count(match["months"]) if match["months"] else 0) or 0
    if years == rule.value - 1 and months >= _NEARLY_A_YEAR:
        return
    enough = rule.holds(years + months / 12)
    value = dates.counted(years, "years") + (f" {dates.counted(months, 'months')}" if months else "")
    effect = "gratuity is payable" if enough else "too short for gratuity"
    yield LawLine(
        rule.provision,
        "years of continuous service for gratuity",
        value,
        f"{rule.value:g} years",
        Stands.of(enough),
        (Span(*match.span("term")),),
        f"{value} against at least {rule.value:g} years, unless service ended by death or disablement: {effect}.",
        rule.id,
    )
