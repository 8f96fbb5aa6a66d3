"""Warns about a penal provision that was not in force on the date of the offence."""

from collections.abc import Iterator

from countercase.domain.facts import FactSheet, SectionFact
from countercase.domain.lines import NotInForce
from countercase.facts.timeline import Timeline
from countercase.facts.words import provision_name
from countercase.law.dates import written
from countercase.law.tables.acts import acts
from countercase.law.tables.codes import COMMENCEMENT

# The date of the offence fixes the substantive law (BNS s.358; Constitution Art.20(1)); procedure has its own rules.
_SUBSTANTIVE = frozenset({"IPC", "BNS", "POCSO", "NDPS", "SCST", "UAPA"})


def warnings_of_force(sheet: FactSheet, timeline: Timeline) -> tuple[NotInForce, ...]:
    """One warning for each charged provision that was not in force on the date of the offence."""
    return tuple(_warnings(sheet, timeline))


def _warnings(sheet: FactSheet, timeline: Timeline) -> Iterator[NotInForce]:
    offences = timeline.of("offence")
    event = offences[0] if offences else None
    one_side = len({offence.day < COMMENCEMENT for offence in offences}) == 1
    if event is None or not event.exact or not one_side:
        return
    for fact in sheet.facts:
        if not isinstance(fact, SectionFact) or fact.provision.act not in _SUBSTANTIVE:
            continue
        act = acts()[fact.provision.act]
        name, day = provision_name(fact.provision), f"the offence is of {written(event.day)}"
        if act.in_force is not None and event.day < act.in_force:
            instead = "; the IPC governs it" if fact.provision.act == "BNS" else ""
            says = f"{name} came into force on {written(act.in_force)}; {day}{instead}."
        elif fact.provision.act == "IPC" and event.day >= COMMENCEMENT:
            says = f"{name} was replaced on {written(COMMENCEMENT)}; {day}; the BNS governs it."
        else:
            continue
        yield NotInForce(fact.provision, event.day, fact.spans[0], says)
