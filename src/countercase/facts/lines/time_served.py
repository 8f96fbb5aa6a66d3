"""The time that a convict has in fact served, as a jail certifies it: "12 yrs 5 mths actual, 16 yrs with remission"."""

import re

from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates

_TERM = (
    r"(?P<years{0}>\d{{1,2}}|[a-z]+)\s?(?:years?|yrs?\b\.?)"
    r"(?:,?\s(?:and\s|&\s)?(?P<months{0}>\d{{1,2}}|[a-z]+)\s?(?:months?|mths?\b\.?))?"
)
_ACTUAL_TIME = re.compile(
    r"\b(?:actual(?:ly)?|without\sremissions?)\s(?:(?:custody|sentence|imprisonment|period|served|undergone|of|is|was|:)\s){0,4}(?:about\s)?"
    rf"(?P<after>{_TERM.format('a')})"
    rf"|(?P<before>{_TERM.format('b')})(?:['’])?\s(?:(?:of|as|in)\s)?(?:actual\b|without\sremission|real\s(?:custody|imprisonment))"
)


def actual_time_served(matter: MatterProfile) -> tuple[float, str, Span] | None:
    """The time that a convict has in fact served, remission apart: in months, in words, and where it is stated."""
    match = _ACTUAL_TIME.search(matter.lower)
    if match is None:
        return None
    group, which = ("after", "a") if match["after"] else ("before", "b")
    years, months = read_count(match[f"years{which}"]) or 0, read_count(match[f"months{which}"] or "") or 0
    words = dates.counted(years, "years") + (f" {dates.counted(months, 'months')}" if months else "")
    return (years * 12 + months, words, Span(*match.span(group))) if years else None
