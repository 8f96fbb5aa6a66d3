"""Ages, and counted days, that are not marked as such: "he was 17 then", "five years of age", "on the 33rd day"."""

import re
from collections.abc import Iterator
from dataclasses import replace

from countercase.domain.facts import Quantity
from countercase.domain.span import Span
from countercase.law.quantities import QuantityMention, units
from countercase.law.quantities.number_words import parse_number

RETIREMENT = "retirement"
_OF_AGE = re.compile(r"\sof\sage\b")
_AGE_BEFORE = re.compile(r"\bage\b[^.;]*\Z")
_RETIRING = re.compile(r"\bretire(?:s|d|ment)?\b|\bsuperannuat(?:ed|ion)\b")
_TEENS = "eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty"
_PERSON = (
    "he|she|accused|appellant|petitioner|respondent|victim|prosecutrix|deceased|girl|boy|juvenile|client|complainant"
)
# "He was 17." and no more: nothing else is counted so. Both patterns begin with plain letters, which is quick to find.
_WAS = re.compile(
    rf"was (?:(?:only|about|then|just|barely|hardly|also)\s){{0,2}}(?P<age>\d{{1,2}}|{_TEENS})"
    r"(?=\s?(?:[,;)]|\.(?!\d)|\Z)|\s(?:(?:at|on)\s(?:the|that)|when|and|then)\b)"
)
_LONGEST_PERSON = 16  # characters, with the space after
_PERSON_BEFORE = re.compile(rf"\b(?:{_PERSON})\s\Z")
_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
_DAY = re.compile(rf"on the (?P<day>(?P<count>\d{{1,3}})(?:st|nd|rd|th)\sday)\b(?!\sof\s(?:{_MONTH}))")
_YOUNGEST, _OLDEST = 4, 99


def as_age(lower: str, mention: QuantityMention) -> QuantityMention:
    """ "was about five years of age" is an age, whatever else the sentence speaks of; so is the age of retirement."""
    if mention.value is None:
        return mention
    years = mention.quantity is Quantity.DURATION and mention.stated_unit == "years"
    retiring = (years or mention.quantity is Quantity.AGE) and _is_of_retirement(lower, mention.span)
    if years and (retiring or _OF_AGE.match(lower, mention.span.end)):
        value = units.from_base(Quantity.DURATION, mention.value, "years")
        mention = replace(mention, quantity=Quantity.AGE, value=value, unit="years", role=None)
    return replace(mention, role=RETIREMENT) if retiring else mention


def _is_of_retirement(lower: str, span: Span) -> bool:
    before = lower[max(0, span.start - 60) : span.start].rpartition(". ")[2]
    return "age" in before and bool(_RETIRING.search(before) or _RETIRING.search(lower, span.end, span.end + 30))


def is_age_of_nobody(text: str, mention: QuantityMention) -> bool:
    """Whether years that are read as a period are rather an age that the sentence speaks of."""
    years = mention.quantity is Quantity.DURATION and mention.stated_unit == "years"
    return years and _AGE_BEFORE.search(text, max(0, mention.span.start - 60), mention.span.start) is not None


def unmarked(lower: str) -> Iterator[QuantityMention]:
    """Ages without "aged" or "years", and days that are counted: "on the 33rd day after the memo"."""
    for match in _WAS.finditer(lower):
        age = parse_number(match["age"])
        if (
            age is not None
            and _YOUNGEST <= age <= _OLDEST
            and _PERSON_BEFORE.search(lower, max(0, match.start() - _LONGEST_PERSON), match.start())
        ):
            yield QuantityMention(Span(*match.span("age")), Quantity.AGE, float(age), "years", "years")
    if "day" not in lower:
        return
    for match in _DAY.finditer(lower):
        yield QuantityMention(Span(*match.span("day")), Quantity.DURATION, float(match["count"]), "days", "days")
