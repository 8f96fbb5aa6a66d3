"""The law that governs a matter: the date that fixes it, its codes, and provisions not in force on that date."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date

from countercase.domain.checklist import NotInForce
from countercase.domain.facts import FactSheet, NumericalFact, Quantity, SectionFact
from countercase.domain.provision import Provision
from countercase.facts.timeline import Timeline
from countercase.facts.words import provision_name
from countercase.law.dates import written
from countercase.law.ingredients import either_code
from countercase.law.tables.acts import CODES, COMMENCEMENT, NEW_OF_OLD, acts, governing_code

_OFFENCE_ROLES = frozenset({"offence", "incident", "occurrence"})
# The date of the offence fixes the substantive law (BNS s.358; Constitution Art.20(1)); procedure has its own rules.
_SUBSTANTIVE_ACTS = frozenset({"IPC", "BNS", "POCSO", "NDPS", "SCST", "UAPA"})
# Events with which a proceeding begins.
_BEGINNINGS = ("fir", "complaint", "consumer complaint", "suit", "claim", "maintenance application")
_OTHER_CODE = {**NEW_OF_OLD, **{new: old for old, new in NEW_OF_OLD.items()}}


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


def codes_of(cited: Collection[str], timeline: Timeline, offence: date | None = None) -> frozenset[str]:
    """The penal code, the code of procedure and the law of evidence of a matter; a pair that stays open is left out.

    Of each pair the code that the matter cites decides (`cited`). If it cites neither or both, the day of the offence
    decides between IPC and BNS, and the day on which the proceeding began between the others (BNSS s.531, BSA s.170):
    an offence of 2022 may be tried under the BNSS. An offence under the BNS is always tried under the new codes.
    """
    begun = min((event.day for event in timeline.of(*_BEGINNINGS)), default=None)
    by_date = governing_code(offence, begun)
    penal = _cited_alone(cited, "IPC") or by_date.offence
    procedure = _cited_alone(cited, "CrPC") or by_date.procedure
    evidence = _cited_alone(cited, "IEA") or by_date.evidence
    procedure_or_evidence = {procedure, evidence} - {None}
    if not procedure_or_evidence and penal == "BNS":
        procedure_or_evidence = {"BNSS"}
    if procedure_or_evidence & {"BNSS", "BSA"}:
        procedure, evidence = procedure or "BNSS", evidence or "BSA"
    elif procedure_or_evidence & {"CrPC", "IEA"}:
        procedure, evidence = procedure or "CrPC", evidence or "IEA"
    return frozenset(CODES) & {penal, procedure, evidence}


def _cited_alone(cited: Collection[str], old: str) -> str | None:
    """The code of a pair that the matter cites, if it cites only one of them."""
    named = [code for code in (old, NEW_OF_OLD[old]) if code in cited]
    return named[0] if len(named) == 1 else None


def sections_under(codes: Collection[str], sections: Sequence[Provision]) -> list[Provision]:
    """The sections of a row of law as the codes of a matter number them, the main section first.

    If a pair of codes is open, a row that names both shows the old one. A section of procedure or evidence that the row
    names from the other code alone is replaced by its first counterpart; a penal section, on which the charge rests,
    is not.
    """
    shown: dict[str, Provision] = {}
    for section in sections:
        under = _section_under(codes, section, sections)
        shown.setdefault(under.base, under)
    return list(shown.values())


def _section_under(codes: Collection[str], section: Provision, sections: Sequence[Provision]) -> Provision:
    other = _OTHER_CODE.get(section.act)
    is_open = section.act not in codes and other not in codes
    if other is None or section.act in codes or (is_open and section.act in NEW_OF_OLD):
        return section
    twins = [twin for twin in either_code(section) if twin.act == other]
    bases = {twin.base for twin in twins}
    named = [own for own in sections if own.base in bases]
    by_table = [] if is_open or other in {"IPC", "BNS"} else twins
    return next(iter((*named, *by_table)), section)


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
