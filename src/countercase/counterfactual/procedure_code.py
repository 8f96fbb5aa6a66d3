"""The code of procedure and the law of evidence under which a matter proceeds; its sections are named from them.

The date of the offence decides between the IPC and the BNS. Procedure and evidence turn on when the proceeding began
(BNSS s.531, BSA s.170): an offence of 2022 may be tried under the BNSS.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from countercase.domain.facts import FactSheet
from countercase.domain.ingredients import IngredientReading
from countercase.domain.provision import Provision
from countercase.facts.timeline import read_timeline
from countercase.law.ingredients import either_code, tables
from countercase.law.tables.codes import governing_code

# Events with which a proceeding begins.
_BEGINNINGS = ("fir", "complaint", "consumer complaint", "suit", "claim", "maintenance application")
_OTHER_CODE = {"CrPC": "BNSS", "BNSS": "CrPC", "IEA": "BSA", "BSA": "IEA"}


def replaced_codes(sheet: FactSheet) -> Mapping[str, str]:
    """For each code that this matter does not proceed under, the one in its place: {"CrPC": "BNSS"}. Empty if unknown.

    The code that the matter itself cites decides; if it cites neither or both, the day on which the proceeding began.
    """
    cited = {provision.act for provision in sheet.provisions}
    begun = min((event.day for event in read_timeline(sheet.narrative).of(*_BEGINNINGS)), default=None)
    by_date = governing_code(proceeding=begun)
    procedure = _cited_alone(cited, "CrPC", "BNSS") or by_date.procedure
    evidence = _cited_alone(cited, "IEA", "BSA") or by_date.evidence
    if evidence is None and procedure in {"CrPC", "BNSS"} and begun is None:
        evidence = {"CrPC": "IEA", "BNSS": "BSA"}[procedure]
    return {_OTHER_CODE[code]: code for code in (procedure, evidence) if code in _OTHER_CODE}


def _cited_alone(cited: set[str], old: str, new: str) -> str | None:
    """The code of a pair that the matter cites, if it cites only one of them."""
    if (old in cited) == (new in cited):
        return None
    return old if old in cited else new


def under_codes_of(sheet: FactSheet, readings: Iterable[IngredientReading]) -> tuple[IngredientReading, ...]:
    """The readings with their sections of procedure and evidence named from the codes of the matter."""
    codes = replaced_codes(sheet)
    if not codes:
        return tuple(readings)
    return tuple(
        replace(
            reading,
            provision=_under(reading.provision, reading.id, codes),
            also=tuple(dict.fromkeys(_under(provision, reading.id, codes) for provision in reading.also)),
        )
        for reading in readings
    )


def _under(provision: Provision, ingredient: str, codes: Mapping[str, str]) -> Provision:
    """The section in the code of the matter: the one that the ingredient's row names, or else the first counterpart."""
    code = codes.get(provision.act)
    if code is None:
        return provision
    twins = [twin for twin in either_code(provision) if twin.act == code]
    bases = {twin.base for twin in twins}
    named = [other for other in tables().ingredients[ingredient].provisions if other.base in bases]
    return next(iter((*named, *twins)), provision)
