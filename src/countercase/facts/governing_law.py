"""The law that governs a matter: the date that fixes it, and the penal code in force on that date."""

from datetime import date

from countercase.domain.facts import FactSheet, NumericalFact, Quantity, SectionFact
from countercase.domain.provision import Provision
from countercase.law.tables.codes import COMMENCEMENT, governing_code

_OFFENCE_ROLES = frozenset({"offence", "incident", "occurrence"})


def provisions(sheet: FactSheet) -> tuple[Provision, ...]:
    """The provisions on the sheet, in order."""
    return tuple(fact.provision for fact in sheet.facts if isinstance(fact, SectionFact))


def offence_date(sheet: FactSheet) -> date | None:
    """The date of the offence, if the sheet identifies it."""
    return next((day for role, day in _dates(sheet) if role in _OFFENCE_ROLES), None)


def matter_date(sheet: FactSheet) -> date | None:
    """The date whose law applies: the date of the offence, else the latest date on the sheet."""
    return offence_date(sheet) or max((day for _, day in _dates(sheet)), default=None)


def penal_code(sheet: FactSheet) -> str | None:
    """IPC or BNS by the date of the offence, else by the latest date if that settles it; otherwise None."""
    day, latest = offence_date(sheet), matter_date(sheet)
    if day is None and latest is not None and latest >= COMMENCEMENT:
        return None  # the offence may predate the proceedings
    return governing_code(offence=latest).offence


def _dates(sheet: FactSheet) -> list[tuple[str | None, date]]:
    return [
        (fact.role, date.fromordinal(int(fact.value)))
        for fact in sheet.facts
        if isinstance(fact, NumericalFact)
        and fact.quantity is Quantity.DATE
        and 1 <= fact.value <= date.max.toordinal()
    ]
