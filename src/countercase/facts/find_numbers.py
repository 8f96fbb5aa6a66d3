"""Numbers with their unit, whose they are and of what: ages, amounts, durations, weights, persons, dates."""

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import partial
from itertools import chain

from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.span import Span
from countercase.facts.ages import RETIREMENT, as_age, is_age_of_nobody, unmarked
from countercase.facts.periods import period_of
from countercase.facts.persons import Persons
from countercase.facts.sentences import Words
from countercase.facts.taken import Taken
from countercase.law.quantities import QuantityMention, find_quantities, units

_DATE_UNIT = "day"
# Of these, a number said again without its role is the same number.
_SAID_AGAIN = frozenset({Quantity.AMOUNT, Quantity.WEIGHT, Quantity.AGE})
_LIST_GOES_ON = re.compile(r"\s?(?:,|to|and|&)\s?A-\s?\d")
_LIST_REACH = 12  # characters; the pattern is no longer
_LIST_BEFORE = re.compile(r"A-\s?[\dl]{1,2}\s?(?:,|to|and|&)\s?\Z")


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
    persons = Persons(words)
    for mention in chain(map(partial(as_age, words.lower), find_quantities(text)), unmarked(words.lower)):
        if mention.value is None or taken.holds(mention.span) or _is_unsure(text, mention):
            continue
        key = _key(mention, _role(words, persons, mention))
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


def _is_unsure(text: str, mention: QuantityMention) -> bool:
    """Numbers that the words around show to be something else: part of a longer list, an age read as a duration."""
    if mention.quantity is Quantity.PERSONS:
        return bool(
            _LIST_GOES_ON.match(text, mention.span.end)
            or _LIST_BEFORE.search(text, max(0, mention.span.start - _LIST_REACH), mention.span.start)
        )
    return is_age_of_nobody(text, mention)


def _role(words: Words, persons: Persons, mention: QuantityMention) -> str | None:
    """Whose age it is, or what a period is of; for all else the role that the law module reads."""
    if mention.quantity is Quantity.DURATION:
        return period_of(words.lower, mention)
    if mention.quantity is not Quantity.AGE or mention.role == RETIREMENT:
        return mention.role
    first = bisect_left(words.starts, mention.span.start)
    return persons.as_accused(mention.role or persons.aged(first))


def _key(mention: QuantityMention, role: str | None) -> _Key:
    value = float(mention.value or 0.0)
    if mention.quantity is Quantity.DATE:
        return _Key(mention.quantity, value, _DATE_UNIT, None, None)
    stated = round(units.from_base(mention.quantity, value, mention.stated_unit), 4)
    return _Key(mention.quantity, stated, mention.stated_unit, role, mention.subject)


def _may_be_said_again(key: _Key) -> bool:
    """Whether the same number without its role is the same fact: two periods of six months may be two facts."""
    is_odd = key.quantity is Quantity.DURATION and key.value > 12 and key.value % 5 != 0
    return key.quantity in _SAID_AGAIN or is_odd


def _joined(spans: dict[_Key, list[Span]]) -> dict[_Key, list[Span]]:
    joined = {key: list(places) for key, places in spans.items()}
    equal: dict[tuple[Quantity, float, str], list[_Key]] = {}
    for key in spans:
        equal.setdefault((key.quantity, key.value, key.unit), []).append(key)
    for key in spans:
        if key.role is not None or key.subject is not None or not _may_be_said_again(key):
            continue
        same = [other for other in equal[key.quantity, key.value, key.unit] if other != key]
        if len(same) == 1:
            joined[same[0]].extend(joined.pop(key))
    return joined
