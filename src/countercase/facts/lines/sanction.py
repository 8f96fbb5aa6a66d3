"""Whether the sanction to prosecute came before the court took cognizance."""

from collections.abc import Iterator
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.facts.lines.profile import MatterProfile
from countercase.law import dates

_CURABLE_FROM = date(1988, 9, 9)  # the Prevention of Corruption Act, whose section 19(3) asks for a failure of justice


def sanction_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The day of the sanction against that of cognizance, under the Prevention of Corruption Act and the UAPA."""
    section = next((section for section, conditions in _SECTIONS if matter.applies(conditions)), None)
    begun = matter.timeline.first("fir", "arrest", "offence")
    sanctions = {
        event.day: event
        for event in matter.timeline.of("sanction")
        if event.exact and (begun is None or event.day >= begun.day)  # a mutation was "sanctioned" before
    }
    taken = {event.day: event for event in matter.timeline.of("cognizance") if event.exact}
    if section is None or len(sanctions) != 1 or len(taken) != 1:
        return
    sanction, cognizance = next(iter(sanctions.values())), next(iter(taken.values()))
    came_first = sanction.day <= cognizance.day
    days = abs(dates.days_between(sanction.day, cognizance.day))
    told = f"sanction {dates.written(sanction.day)}, cognizance {dates.written(cognizance.day)}"
    effect = (
        "the sanction came first, as the section asks"
        if came_first
        else f"cognizance was taken without the sanction that the section asks for{_whom(section, cognizance.day)}"
        f"{_cure(section, cognizance.day)}"
    )
    yield LawLine(
        section,
        "day of the sanction against that of cognizance",
        "the same day"
        if not days
        else f"{dates.counted(days, 'days')} {'before' if came_first else 'after'} cognizance",
        "before cognizance",
        Stands.of(came_first),
        (sanction.span, cognizance.span),
        f"{told[0].upper()}{told[1:]}: {effect}.",
        "sanction before cognizance",
    )


_SECTIONS = (
    (Provision.parse("PC-19(1)"), ("PC-7", "PC-11", "PC-13", "PC-15", "topic:PC")),
    (Provision.parse("UAPA-45(1)"), ("act:UAPA",)),
)


_ALSO_RETIRED_FROM = date(2018, 7, 26)  # Act 16 of 2018


def _whom(section: Provision, day: date) -> str:
    """Against whom the Prevention of Corruption Act asks for sanction."""
    if section.act != "PC":
        return ""
    return f", if he {'was or had been' if day >= _ALSO_RETIRED_FROM else 'was then'} a public servant"


def _cure(section: Provision, day: date) -> str:
    """What may save the proceedings all the same."""
    if section.act != "PC" or day < _CURABLE_FROM:
        return ""
    return (
        "; a finding or sentence is reversed for it only if a failure of justice was occasioned (section 19(3) and (4))"
    )
