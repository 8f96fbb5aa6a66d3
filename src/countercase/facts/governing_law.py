"""The law that governs a matter: the date that fixes it, its penal code, and provisions not in force on that date."""

from collections.abc import Iterator
from datetime import date

from countercase.domain.facts import FactSheet, NumericalFact, Quantity, SectionFact
from countercase.domain.lines import NotInForce
from countercase.facts.timeline import Timeline
from countercase.facts.words import provision_name
from countercase.law.dates import written
from countercase.law.tables.acts import acts
from countercase.law.tables.codes import COMMENCEMENT, governing_code

_OFFENCE_ROLES = frozenset({"offence", "incident", "occurrence"})
# The date of the offence fixes the substantive law (BNS s.358; Constitution Art.20(1)); procedure has its own rules.
_SUBSTANTIVE_ACTS = frozenset({"IPC", "BNS", "POCSO", "NDPS", "SCST", "UAPA"})


def offence_date(sheet: FactSheet) -> date | None:
    """The date of the offence, if the sheet identifies it."""
    return next((day for role, day in _dates(sheet) if role in _OFFENCE_ROLES), None)


def matter_date(sheet: FactSheet) -> date | None:
    """The date whose law applies: the date of the offence, else the latest date on the sheet."""
    return offence_date(sheet) or max((day for _, day in _dates(sheet)), default=None)


def penal_code(sheet: FactSheet) -> str | None:
    """IPC or BNS, by the date of the offence or, if that is not known, by the latest date; None if neither decides."""
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


def provisions_not_in_force(sheet: FactSheet, timeline: Timeline) -> tuple[NotInForce, ...]:
    """One warning for each charged provision that was not in force on the date of the offence."""
    return tuple(_warnings(sheet, timeline))


def _warnings(sheet: FactSheet, timeline: Timeline) -> Iterator[NotInForce]:
    offences = timeline.of("offence")
    event = offences[0] if offences else None
    is_same_code = len({offence.day < COMMENCEMENT for offence in offences}) == 1
    if event is None or not event.exact or not is_same_code:
        return
    for fact in sheet.facts:
        if not isinstance(fact, SectionFact) or fact.provision.act not in _SUBSTANTIVE_ACTS:
            continue
        act = acts()[fact.provision.act]
        name, day = provision_name(fact.provision), f"the offence is of {written(event.day)}"
        if act.in_force is not None and event.day < act.in_force:
            instead = "; the IPC governs it" if fact.provision.act == "BNS" else ""
            message = f"{name} came into force on {written(act.in_force)}; {day}{instead}."
        elif fact.provision.act == "IPC" and event.day >= COMMENCEMENT:
            message = f"{name} was replaced on {written(COMMENCEMENT)}; {day}; the BNS governs it."
        else:
            continue
        yield NotInForce(fact.provision, event.day, fact.spans[0], message)
