"""Reads a number by the words before and after it: what it measures, in which unit, and how much."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from countercase.domain.facts import Quantity
from countercase.law import dates, units
from countercase.law import quantity_forms as forms
from countercase.law.number_words import SCALES, parse_number

_REACH = 48  # characters before a number in which "aged", "Rs." or "accused Nos." may stand
_OLDEST = 120  # years; above it, "200 years of age" is a slip or a tree
_LONGEST = 200 * 365.25  # days


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading before its parts are joined; `loose` counts only as the tail of another ("18 lakhs 50 thousand")."""

    start: int
    end: int
    quantity: Quantity
    value: float | None
    unit: str
    size: float = 1.0
    role: str | None = None
    category: str | None = None
    approximate: bool = False
    loose: bool = False


def readings(text: str) -> Iterator[Reading]:
    """Every number of the lower-case text that its surroundings explain, in order and without overlap."""
    done = 0
    for match in forms.CANDIDATE.finditer(text):
        reading = _read(text, match) if match.start() >= done else None
        if reading is not None:
            done = reading.end
            yield reading


def _read(text: str, match: re.Match[str]) -> Reading | None:
    start, end = match.span()
    if match["date"] is not None:
        day = dates.read_numeric(match["date"])
        return None if day is None else _dated(day, start, end)
    if match["minor"] is not None:
        return Reading(start, end, Quantity.AGE, None, "years", category="minor")
    return _read_number(text, match["number"], start, end)


def _read_number(text: str, number: str, start: int, end: int) -> Reading | None:
    before = text[max(0, start - _REACH) : start]
    currency = forms.MONEY_LEAD.search(before, max(0, len(before) - 12))
    if currency is not None:
        return _money(text, start - len(currency[0]), start, number)
    written = dates.read_written(text, number, start, end)
    if written is not None:
        return _dated(*written)
    unit = forms.UNIT.match(text, end)
    if unit is not None and unit.lastgroup is not None:
        return _measured(text, start, number, unit, unit.lastgroup)
    if number[0].isdigit():
        return _listed(text, before, end, number) or _aged(text, before, start, end, number)
    return _aged(text, before, start, end, number) or _money_in_words(text, start, end, number)


def _dated(day: date, start: int, end: int) -> Reading:
    return Reading(start, end, Quantity.DATE, float(day.toordinal()), "days")


def _money(text: str, lead: int, start: int, number: str) -> Reading:
    spaced = forms.SPACED_DIGITS.match(text, start)
    amount = spaced[0] if spaced is not None and len(spaced[0]) > len(number) else number
    end = start + len(amount)
    value, size = parse_number(amount), _size_in_words(amount)
    scale = forms.SCALE_AFTER.match(text, end)
    if scale is not None:
        size = SCALES[scale["scale"]]
        value, end = value * size, scale.end()
    tail = forms.MONEY_TAIL.match(text, end)
    return Reading(
        lead,
        tail.end() if tail else end,
        Quantity.AMOUNT,
        value,
        "rupees",
        size,
        approximate=_hedged(text, lead, start),
    )


def _money_in_words(text: str, start: int, end: int, number: str) -> Reading | None:
    """ "five lakhs" with neither a currency nor a counted thing."""
    size = _size_in_words(number)
    if size < SCALES["lakh"] or forms.NO_NOUN_AFTER.match(text, end) is None:
        return None
    return Reading(start, end, Quantity.AMOUNT, parse_number(number), "rupees", size, approximate=_hedged(text, start))


def _measured(text: str, start: int, number: str, unit: re.Match[str], name: str) -> Reading | None:
    if forms.CITED.search(text, max(0, start - 14), start) is not None or _is_fraction(text, start, number):
        return None
    quantity = forms.QUANTITY_OF[name]
    if quantity is Quantity.AMOUNT:
        return _counted_money(text, start, number, unit, name)
    value = parse_number(number)
    found = Reading(start, unit.end(), quantity, value, name, approximate=_hedged(text, start))
    if quantity is Quantity.PERSONS:
        return _people(found, unit[name], name)
    if quantity is Quantity.WEIGHT:
        return replace(found, value=units.to_base(quantity, value, name), size=units.to_base(quantity, 1, name))
    after = forms.AGE_AFTER.match(text, unit.end())
    if after is not None and (name == "hours" or forms.THING.search(text, max(0, start - 60), start)):
        after = None
    if after is not None or (name in {"years", "months"} and _follows_age(text[max(0, start - _REACH) : start])):
        return _age(replace(found, end=after.end() if after else unit.end()))
    return _period(text, found, number)


def _counted_money(text: str, start: int, number: str, unit: re.Match[str], name: str) -> Reading | None:
    """ "50,000 rupees", "2.5 lakhs", or the loose tail "50 thousand"."""
    if name == "rupees":
        value = parse_number(number)
        return Reading(start, unit.end(), Quantity.AMOUNT, value, "rupees", approximate=_hedged(text, start))
    size = SCALES[unit["scale"]]
    tail = forms.MONEY_TAIL.match(text, unit.end())
    plain = forms.NO_NOUN_AFTER.match(text, unit.end()) is not None
    loose = tail is None and (size < SCALES["lakh"] or not plain)
    end = tail.end() if tail else unit.end()
    value = parse_number(number) * size
    return Reading(start, end, Quantity.AMOUNT, value, "rupees", size, approximate=_hedged(text, start), loose=loose)


def _people(found: Reading, words: str, name: str) -> Reading | None:
    if found.value is None or found.value < 2 or found.value != int(found.value):
        return None
    role = "accused" if name == "persons" and "accused" in words else name
    open_ended = words.startswith("or")
    return replace(
        found,
        unit="persons",
        role=None if role == "persons" else role,
        approximate=found.approximate or open_ended,
    )


def _aged(text: str, before: str, start: int, end: int, number: str) -> Reading | None:
    """ "aged 17", "a boy of 12": years are understood."""
    if not _follows_age(before) or forms.NOT_YEARS.match(text, end) or _is_fraction(text, start, number):
        return None
    return _age(Reading(start, end, Quantity.AGE, parse_number(number), "years", approximate=_hedged(text, start)))


def _follows_age(before: str) -> bool:
    spoken = "age" in before or before.endswith((" of ", " below ", " under ", " above ", " about "))
    return spoken and forms.AGE_LEAD.search(before) is not None


def _age(found: Reading) -> Reading | None:
    value = units.to_base(Quantity.AGE, found.value or 0, found.unit)
    if not 0 < value <= _OLDEST:
        return None
    return replace(found, quantity=Quantity.AGE, value=value, size=units.to_base(Quantity.AGE, 1, found.unit))


def _period(text: str, found: Reading, number: str) -> Reading | None:
    value = units.to_base(Quantity.DURATION, found.value or 0, found.unit)
    if not 0 < value <= _LONGEST:
        return None
    if found.unit == "hours" and (forms.CLOCK.search(text, max(0, found.start - 12), found.start) or _is_clock(number)):
        return None
    if (
        found.unit == "days"
        and number == "one"
        and not forms.MEASURING.search(text, max(0, found.start - 8), found.start)
    ):
        return None  # "one day he came"
    return replace(found, value=value, size=units.to_base(Quantity.DURATION, 1, found.unit))


def _listed(text: str, before: str, end: int, first: str) -> Reading | None:
    """ "accused Nos. 1 to 7" is seven persons; "accused Nos. 2, 3 and 5" is three."""
    if not first.isdigit() or not ("accused" in before or before.endswith(("a-", "a- "))):
        return None
    lead = forms.LIST_LEAD.search(before)
    listed = forms.LISTED.match(text, end)
    if lead is None or listed is None:
        return None
    through = int(listed["last"]) - int(first) + 1 if listed["last"] else 1
    count = through + len(re.findall(r"\d+", listed["more"]))
    if not 2 <= count <= 500:
        return None
    return Reading(
        end - len(first) - len(lead[0]), listed.end(), Quantity.PERSONS, float(count), "persons", role="accused"
    )


def _is_clock(number: str) -> bool:
    return "." in number or number.startswith("0") or (number.isdigit() and len(number) >= 4)


def _is_fraction(text: str, start: int, number: str) -> bool:
    """The lower half of 1/2; but "7/8 months" means seven or eight."""
    before = forms.RANGE.search(text, max(0, start - 4), start)
    if before is None or before["mark"] != "/":
        return text[start - 1 : start] == "/"
    return not (number.isdigit() and before[1].isdigit() and int(number) == int(before[1]) + 1)


def _hedged(text: str, *starts: int) -> bool:
    return any(
        forms.HEDGED.search(text, max(0, start - 20), start) is not None
        or forms.RANGE.search(text, max(0, start - 6), start) is not None
        for start in starts
    )


def _size_in_words(number: str) -> float:
    return SCALES.get(number.replace("-", " ").rsplit(maxsplit=1)[-1], 1.0)
