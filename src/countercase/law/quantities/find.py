"""Money, ages, durations, weights, numbers of persons and dates, as judgments write them.

One scan finds every number; each is then read by the words before and after it, within fixed distances.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from countercase.domain.facts import Quantity
from countercase.domain.span import Span
from countercase.law.quantities import forms, units
from countercase.law.quantities.readings import Reading, readings
from countercase.law.quantities.roles import role_near

_TIMES = frozenset({Quantity.AGE, Quantity.DURATION})
_LONE_G = re.compile(r"[\d\s-]g\Z")
_LARGER_TIMES = frozenset(
    {("years", "months"), ("years", "days"), ("months", "days"), ("weeks", "days"), ("days", "hours")}
)


@dataclass(frozen=True, slots=True)
class QuantityMention:
    """A quantity and where it stands.

    `value` is in the base `unit` (rupees, years of age, days, grams, persons; a date counts days as
    `date.toordinal` does); `stated_unit` is the one in the text. A category ("minor") has no value.
    `subject` is the substance that was weighed.
    """

    span: Span
    quantity: Quantity
    value: float | None
    unit: str
    stated_unit: str
    role: str | None = None
    subject: str | None = None
    category: str | None = None
    approximate: bool = False

    @property
    def date(self) -> date | None:
        """The day, where this is a date."""
        if self.quantity is not Quantity.DATE or self.value is None:
            return None
        return date.fromordinal(int(self.value))


def find_quantities(text: str) -> list[QuantityMention]:
    """Every quantity in the text, in order; what cannot be read with certainty is left."""
    lower = _lower(text)
    mentions = (_mention(lower, reading) for reading in _join(lower, readings(lower)) if not reading.loose)
    return [mention for mention in mentions if not _is_letter_g(lower, mention)]


def _join(text: str, found: Iterable[Reading]) -> Iterator[Reading]:
    """Joins "17 years" and "10 months", "18 lakhs" and "50 thousand", "1 kg" and "200 grams"."""
    held: Reading | None = None
    for reading in found:
        if held is not None and _continues(text, held, reading):
            held = _joined(held, reading)
            continue
        if held is not None:
            yield held
        held = reading
    if held is not None:
        yield held


def _continues(text: str, held: Reading, reading: Reading) -> bool:
    alike = held.quantity is reading.quantity or {held.quantity, reading.quantity} == _TIMES
    if not alike or held.loose or held.value is None or reading.value is None:
        return False
    larger = held.quantity in _TIMES and (held.unit, reading.unit) in _LARGER_TIMES
    larger = larger or (held.quantity not in _TIMES and held.size > reading.size and held.size > 1)
    return larger and reading.start >= held.end and forms.JOIN.fullmatch(text, held.end, reading.start) is not None


def _joined(held: Reading, reading: Reading) -> Reading:
    age = Quantity.AGE in {held.quantity, reading.quantity}
    quantity = Quantity.AGE if age else held.quantity
    return held._replace(
        end=reading.end,
        quantity=quantity,
        value=_value_as(quantity, held) + _value_as(quantity, reading),
        size=reading.size,
        approximate=held.approximate or reading.approximate,
    )


def _value_as(quantity: Quantity, found: Reading) -> float:
    value = found.value or 0.0
    return value / 365.25 if quantity is Quantity.AGE and found.quantity is Quantity.DURATION else value


def _mention(text: str, found: Reading) -> QuantityMention:
    named = found.category is not None and not text.startswith("a ", found.start)  # "minor daughter" is the person
    near = found.role or (None if named else role_near(found.quantity, text, found.start, found.end))
    weighed = found.quantity is Quantity.WEIGHT
    return QuantityMention(
        span=Span(found.start, found.end),
        quantity=found.quantity,
        value=found.value,
        unit=units.BASE_UNIT[found.quantity],
        stated_unit=found.unit,
        role=None if weighed else near,
        subject=near if weighed else None,
        category=found.category,
        approximate=found.approximate,
    )


def _is_letter_g(text: str, mention: QuantityMention) -> bool:
    """A lone "g" is grams only beside a substance; elsewhere it is "PW-4 G. Anil" or "2G"."""
    return (
        mention.stated_unit == "grams"
        and mention.subject is None
        and _LONE_G.search(text, mention.span.start, mention.span.end) is not None
    )


def _lower(text: str) -> str:
    """Lower case with every character in its place; a letter that would become two stays as it is."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)
