"""Numbers with their unit, whose they are and of what: ages, amounts, durations, weights, persons, dates."""

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import partial

from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.span import Span
from countercase.facts.holders import holder_of
from countercase.facts.sentences import Words
from countercase.facts.taken import Taken
from countercase.law import units
from countercase.law.quantities import QuantityMention, find_quantities

_DATE_UNIT = "day"
# Of these, a number said again without its role is the same number.
_SAID_AGAIN = frozenset({Quantity.AMOUNT, Quantity.WEIGHT, Quantity.AGE})
_LIST_GOES_ON = re.compile(r"\s?(?:,|to|and|&)\s?A-\s?\d")
_LIST_BEFORE = re.compile(r"A-\s?[\dl]{1,2}\s?(?:,|to|and|&)\s?\Z")
_OF_AGE = re.compile(r"\sof\sage\b")
_AGE_BEFORE = re.compile(r"\bage\b[^.;]*\Z")


@dataclass(frozen=True, slots=True)
class _Key:
    quantity: Quantity
    value: float
    unit: str
    role: str | None
    subject: str | None


def find_numbers(words: Words, taken: Taken) -> list[NumericalFact]:
    """One fact for each number and role; numbers inside `taken` belong to a provision."""
    text = words.text
    spans: dict[_Key, list[Span]] = {}
    sure: dict[_Key, float] = {}
    for mention in map(partial(_as_age, text), find_quantities(text)):
        if mention.value is None or taken.holds(mention.span) or _is_unsure(text, mention):
            continue
        key = _key(mention, _whose(words, mention))
        spans.setdefault(key, []).append(mention.span)
        sure[key] = 0.85 if mention.approximate else 0.95
    return [
        NumericalFact(
            spans=tuple(sorted(places)),
            quantity=key.quantity,
            value=key.value,
            unit=key.unit,
            role=key.role,
            subject=key.subject,
            confidence=sure[key],
            found_by="law.quantities",
        )
        for key, places in _joined(spans).items()
    ]


def _as_age(text: str, mention: QuantityMention) -> QuantityMention:
    """ "was about five years of age" is an age, whatever else the sentence speaks of."""
    years = mention.quantity is Quantity.DURATION and mention.stated_unit == "years" and mention.value is not None
    if not years or not _OF_AGE.match(text, mention.span.end):
        return mention
    value = units.from_base(Quantity.DURATION, mention.value or 0.0, "years")
    return replace(mention, quantity=Quantity.AGE, value=value, unit="years", role=None)


def _is_unsure(text: str, mention: QuantityMention) -> bool:
    """Numbers that the words around show to be something else: part of a longer list, an age read as a duration."""
    if mention.quantity is Quantity.PERSONS:
        return bool(_LIST_GOES_ON.match(text, mention.span.end) or _LIST_BEFORE.search(text, 0, mention.span.start))
    if mention.quantity is Quantity.DURATION and mention.stated_unit == "years":
        return _AGE_BEFORE.search(text, max(0, mention.span.start - 60), mention.span.start) is not None
    return False


def _whose(words: Words, mention: QuantityMention) -> str | None:
    """The role read by the law module; for an age without one, the person whom the sentence calls so old."""
    if mention.role is not None or mention.quantity is not Quantity.AGE:
        return mention.role
    first = bisect_left(words.starts, mention.span.start)
    return holder_of(words, first, first + 1) if first < len(words.starts) else None


def _key(mention: QuantityMention, role: str | None) -> _Key:
    value = float(mention.value or 0.0)
    if mention.quantity is Quantity.DATE:
        return _Key(mention.quantity, value, _DATE_UNIT, None, None)
    stated = round(units.from_base(mention.quantity, value, mention.stated_unit), 4)
    return _Key(mention.quantity, stated, mention.stated_unit, role, mention.subject)


def _joined(spans: dict[_Key, list[Span]]) -> dict[_Key, list[Span]]:
    joined = {key: list(places) for key, places in spans.items()}
    for key in spans:
        if key.quantity not in _SAID_AGAIN or key.role is not None or key.subject is not None:
            continue
        same = [
            other
            for other in spans
            if other != key and (other.quantity, other.value, other.unit) == (key.quantity, key.value, key.unit)
        ]
        if len(same) == 1:
            joined[same[0]].extend(joined.pop(key))
    return joined
