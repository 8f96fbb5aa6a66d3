"""Units that judgments and Acts use, each with its size in the base unit of its quantity.

Base units: rupees, years (of age), days (of time), grams, persons. A percentage is its own measure and cannot be
converted. A month is a twelfth of a year of 365.25 days: a real case is decided by the calendar, not by this.
"""

from countercase.domain.facts import Quantity
from countercase.errors import LawError

PERCENT = "percent"

BASE_UNIT: dict[Quantity, str] = {
    Quantity.AMOUNT: "rupees",
    Quantity.AGE: "years",
    Quantity.DURATION: "days",
    Quantity.WEIGHT: "grams",
    Quantity.PERSONS: "persons",
    Quantity.DATE: "days",
}

_SIZE: dict[Quantity, dict[str, float]] = {
    Quantity.AMOUNT: {"rupees": 1.0, "lakhs": 1e5, "crores": 1e7},
    Quantity.AGE: {"years": 1.0, "months": 1 / 12, "weeks": 7 / 365.25, "days": 1 / 365.25},
    Quantity.DURATION: {"hours": 1 / 24, "days": 1.0, "weeks": 7.0, "months": 30.4375, "years": 365.25},
    Quantity.WEIGHT: {"milligrams": 1e-3, "grams": 1.0, "kilograms": 1e3, "quintals": 1e5, "tonnes": 1e6},
    Quantity.PERSONS: {"persons": 1.0},
    Quantity.DATE: {"days": 1.0},
}


def to_base(quantity: Quantity, value: float, unit: str) -> float:
    """The value in the base unit of its quantity; a percentage stays as it is."""
    return value if unit == PERCENT else value * _size(quantity, unit)


def from_base(quantity: Quantity, value: float, unit: str) -> float:
    """A base-unit value in another unit: the inverse of `to_base`."""
    return value if unit == PERCENT else value / _size(quantity, unit)


def comparable(left: str, right: str) -> bool:
    """Whether two units of one quantity are comparable: a share never compares with an amount."""
    return (left == PERCENT) == (right == PERCENT)


def _size(quantity: Quantity, unit: str) -> float:
    sizes = _SIZE[quantity]
    if unit not in sizes:
        raise LawError(f"{unit!r} is not a unit of {quantity.value}. Use one of: {', '.join([*sizes, PERCENT])}.")
    return sizes[unit]
