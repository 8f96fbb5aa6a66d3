"""The punishment of an offence on the day on which it was committed."""

import re
from dataclasses import replace
from datetime import date

from countercase.domain.checklist import Stands
from countercase.domain.provision import Provision
from countercase.facts.lines.ages import age_lines
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.lines.stated_years import day_of_stated_year
from countercase.law.tables import sentences
from countercase.law.tables.sentences import PrisonTerm

_SCREENING = {"IPC-201": "IPC-201", "BNS-238": "BNS-238(a)"}
_MURDER = re.compile(r"\bmurder(?:ed)?\b|\b302\b|\b103\(1\)")
_HIGHWAY = re.compile(
    r"(?<!not\son\sany\s)(?<!not\son\sthe\s)(?<!not\son\sa\s)(?<!not\sa\s)(?<!no\s)\bhighway\b|\bn\.?h\b\.?[\s-]?\d"
)
_ROBBERY = frozenset({"IPC-392", "BNS-309"})
_POCSO_4 = Provision.parse("POCSO-4")
_ARMS_25 = Provision.parse("Arms-25")
_FIREARM = re.compile(r"\b(?:pistol|revolver|guns?|katta|rifle|country-?\s?made|fire-?arm|cartridges?)\b")
_GRAVER_ARMS = re.compile(
    r"\bprohibited\s(?:bore|arms?|ammunition)\b|\bmanufactur\w+|\bgun\sfactory\b|\b25\s?\(1\s?a{1,2}\)"
)


def punishment_of(matter: MatterProfile, provision: Provision) -> PrisonTerm | None:
    """The punishment on the date of the offence; without a date, only one that never changed.

    To screen an offender has its own term where the offence is capital; Section 25 of the Arms Act, cited without a
    clause in a matter of an unlicensed firearm, means its sub-section (1B); Section 4 of the POCSO Act its sub-section
    (2) where the child was below sixteen. Robbery on the highway by night carries fourteen years.
    """
    if provision.base in _SCREENING:
        capital = [row for charge in matter.main_charges if (row := punishment_of(matter, charge)) is not None]
        if not any(row.most == "death" for row in capital) and not _MURDER.search(matter.lower):
            return None
        provision = Provision.parse(_SCREENING[provision.base])
    if provision == _POCSO_4 and _is_below_sixteen(matter):
        provision = Provision.parse("POCSO-4(2)")
    if provision == _ARMS_25 and _FIREARM.search(matter.lower) and not _GRAVER_ARMS.search(matter.lower):
        provision = Provision.parse("Arms-25(1B)")
    stated = day_of_stated_year(matter.lower)
    on = stated if stated and (not matter.offence_day or stated.year < matter.offence_day.year) else matter.offence_day
    row = sentences.sentence_for(provision, on) if on else _unchanged(provision, matter.day)
    if row is not None and provision.base in _ROBBERY and row.unless and _HIGHWAY.search(matter.lower):
        return replace(row, most="14 years", unless="")
    return row


def _unchanged(provision: Provision, day: date | None) -> PrisonTerm | None:
    """The row of a provision whose punishment was the same at the first date of the matter and later."""
    days = (day or _BEFORE_CODES, _BEFORE_CODES, _AFTER_CODES)
    rows = [row for day in days if (row := sentences.sentence_for(provision, day)) is not None]
    return rows[0] if len({(row.least, row.most) for row in rows}) == 1 else None


_BEFORE_CODES, _AFTER_CODES = date(2024, 6, 30), date(2024, 7, 1)


def _is_below_sixteen(matter: MatterProfile) -> bool:
    """Whether every age that the text gives to the child is below sixteen."""
    return {line.stands for line in age_lines(matter) if line.rule == "pocso-4-2-age"} == {Stands.WITHIN}
