"""Minimum and maximum sentence of an offence on a day: `sentences.csv`, one dated row for each offence."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache

from countercase.domain.provision import Provision
from countercase.law.tables import DatedRow, rows_of

_MONTHS = {"month": 1, "months": 1, "year": 12, "years": 12}
_LIFE, _DEATH = 10_000, 20_000  # months; longer than any term of years


class Gravity(StrEnum):
    """The gravity of an offence, which fixes the time for the charge-sheet."""

    NINETY = "death, life or ten years"
    SIXTY = "any other offence"


@dataclass(frozen=True, slots=True)
class PrisonTerm(DatedRow):
    """The range of imprisonment for an offence, in words; "" if the section names none."""

    provision: Provision
    least: str
    most: str
    longest_term: str  # of years, where the alternative to it is life or death
    least_fine: int  # in rupees; 0 if the section names none
    most_fine: int
    unless: str
    in_force_from: date
    in_force_to: date | None
    source: str

    @property
    def least_months(self) -> int:
        """The minimum in months; 0 if there is none."""
        return months(self.least)

    @property
    def most_months(self) -> int:
        """The maximum in months; life and death exceed every term; 0 if the section names none."""
        return months(self.most)

    @property
    def longest(self) -> str:
        """The longest term of years that may be passed: ten years where the choice is life or up to ten years."""
        return self.longest_term or self.most


def months(words: str) -> int:
    """A term of the table in months."""
    if words in {"", "life", "death"}:
        return {"": 0, "life": _LIFE, "death": _DEATH}[words]
    number, unit = words.split()
    return int(number) * _MONTHS[unit]


@cache
def all() -> tuple[PrisonTerm, ...]:  # noqa: A001 - read as `sentences.all()`
    """Every row of the table."""
    return tuple(_read(row) for row in rows_of("sentences.csv"))


def sentence_for(provision: Provision, on: date) -> PrisonTerm | None:
    """The row that fits a provision best on a day: its own clause first, then the enclosing section.

    A bare section that the table lists only by clauses means its first: "376" alone is section 376(1).
    """
    rows = [row for row in _by_base().get(provision.base, ()) if row.in_force(on)]
    around = [row for row in rows if provision.clauses[: len(row.provision.clauses)] == row.provision.clauses]
    if not around and not provision.clauses:
        around = [row for row in rows if row.provision.clauses == ("1",)]
    return max(around, key=lambda row: len(row.provision.clauses), default=None)


def gravity(provision: Provision, on: date) -> Gravity | None:
    """Whether the charge-sheet has ninety or sixty days; None if the table or the law leaves it open.

    Under the CrPC the minimum must be ten years (Rakesh Kumar Paul v. State of Assam (2017) 15 SCC 67). Whether the
    BNSS requires a minimum or a maximum of ten years is argued, so an offence of up to ten years stays open there:
    see `is_ten_years_at_most`.
    """
    row = sentence_for(provision, on)
    if row is None or row.most_months == 0:
        return None
    if row.most_months >= _LIFE or row.least_months >= 120:
        return Gravity.NINETY
    return None if on >= date(2024, 7, 1) and row.most_months >= 120 else Gravity.SIXTY


def is_ten_years_at_most(provision: Provision, on: date) -> bool:
    """Whether an offence is punishable with up to ten years and no more, and has no such minimum."""
    row = sentence_for(provision, on)
    return row is not None and row.most_months == 120 and row.least_months < 120


@cache
def _by_base() -> dict[str, tuple[PrisonTerm, ...]]:
    rows: dict[str, list[PrisonTerm]] = {}
    for row in all():
        rows.setdefault(row.provision.base, []).append(row)
    return {base: tuple(terms) for base, terms in rows.items()}


def _read(row: dict[str, str]) -> PrisonTerm:
    return PrisonTerm(
        Provision.parse(row["provision"]),
        row["least"],
        row["most"],
        row["longest_term"],
        int(row["least_fine"] or 0),
        int(row["most_fine"] or 0),
        row["unless"],
        date.fromisoformat(row["in_force_from"]),
        date.fromisoformat(row["in_force_to"]) if row["in_force_to"] else None,
        row["source"],
    )
