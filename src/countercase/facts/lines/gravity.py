"""The charges that decide how grave an offence is, and with it the time for the charge-sheet."""

import re
from collections.abc import Sequence
from datetime import date

from countercase.domain.provision import Provision
from countercase.law.tables import sentences
from countercase.law.tables.acts import COMMENCEMENT
from countercase.law.tables.sentences import Gravity

# Common intention, unlawful assembly, conspiracy, abetment and attempt take their sentence from another section.
DERIVED_LIABILITY = frozenset(
    "IPC-34 IPC-149 IPC-120B IPC-109 IPC-114 IPC-511 IPC-107 IPC-120A IPC-201 IPC-35 BNS-3 BNS-190 BNS-61 BNS-49 BNS-62"
    " BNS-45 BNS-54 BNS-238 IPC-471 BNS-340 IPC-75 IPC-323 BNS-115 NDPS-8 NDPS-25 NDPS-28 NDPS-29 NDPS-30".split()
)
_SIMPLE_HURT = frozenset({"IPC-323", "BNS-115"})  # beside a graver charge it does not decide the remand period
_ADDED_SECTION = r"\d{2,3}[a-z]{0,2}(?:\(\d\))?"
_SECTION_ADDED = re.compile(
    rf"\b(?:sections?\s|s\.\s?|sec\.?\s|u/s\s)(?P<first>{_ADDED_SECTION})(?:\s(?:ipc|bns|i\.p\.c\.?))?(?:\s\([^()]{{1,80}}\))?\s(?:was\s|were\s|is\s|later\s)?added\b"
    r"|\badd(?:s|ed|ing|ition\sof)?\s(?:of\s)?(?:an?\s)?(?:offence\s)?(?:u/s\s|under\s)?(?:sections?\s|s\.\s?|sec\.?\s|(?=\d{2,3}(?:\(\d\))?\s(?:ipc|bns)\b))"
    rf"(?P<number>{_ADDED_SECTION})(?P<more>(?:\s(?:ipc|bns))?(?:\s?(?:,|&|and)\s?{_ADDED_SECTION})+)?"
)
# Sections that define an offence, or say how it is proved or tried; another section punishes it.
_DEFINED_ELSEWHERE = frozenset(
    "PC-13(1) PC-17 PC-19 PC-20 NDPS-36A NDPS-37 NDPS-42 NDPS-43 NDPS-50 NDPS-52A NDPS-54 NDPS-57 NDPS-67".split()
)
_HOMICIDE_NOT_MURDER = frozenset({"IPC-304", "BNS-105"})
_SECTION_304 = re.compile(r"\b304\b(?!\s?-?\s?[ab]\b)")
_SECOND_PART = re.compile(
    r"(?:\s(?:of\s(?:the\s)?)?(?:ipc|i\.p\.c\.?),?)?[\s,(-]{0,2}(?:part|pt\.?|p\.?)[\s.-]{0,2}\(?(?:ii|2|two|second)\b|[\s(-]{0,2}(?:ii|2nd|second)\)?(?:\s(?:part|limb))?(?!\w)"
)


def main_charges(charged: Sequence[Provision]) -> tuple[Provision, ...]:
    """The charges that carry a sentence of their own."""
    clauses = {provision.base for provision in charged if provision.clauses}  # "u/s 25 ... 25(1B)(a)"
    if charged and all(provision.base in _SIMPLE_HURT for provision in charged):
        return tuple(dict.fromkeys(charged))
    return tuple(
        dict.fromkeys(
            provision
            for provision in charged
            if provision.base not in DERIVED_LIABILITY and (provision.clauses or provision.base not in clauses)
        )
    )


def punishing(charges: Sequence[Provision]) -> tuple[Provision, ...]:
    """The charges without those that only define the offence: section 13(1)(d) of the PC Act beside 13(2)."""
    kept = tuple(
        charge
        for charge in charges
        if charge.base not in _DEFINED_ELSEWHERE and not charge.id.startswith(("PC-13(1)",))
    )
    return kept or tuple(charges)


def charges_before_addition(lower: str, charges: tuple[Provision, ...]) -> tuple[Provision, ...]:
    """The main charges without those that were added later; all of them if no other is left."""
    added = {
        number.upper()
        for match in _SECTION_ADDED.finditer(lower)
        for number in re.findall(_ADDED_SECTION, f"{match['first'] or match['number']} {match['more'] or ''}")
    }
    first = (each for each in charges if added.isdisjoint({each.number, each.id.partition("-")[2].upper()}))
    return tuple(first) or charges


def is_second_part_alone(lower: str) -> bool:
    """Whether section 304 is cited, and only by its second part, which carries ten years at most."""
    parts = _cited_by_second_part(lower)
    return bool(parts) and all(parts)


def _cited_by_second_part(lower: str) -> list[bool]:
    """For each citation of section 304, whether it names the second part."""
    return [_SECOND_PART.match(lower, match.end()) is not None for match in _SECTION_304.finditer(lower)]


def gravity_of(charge: Provision, day: date, lower: str) -> Gravity | None:
    """Whether one charge gives ninety or sixty days; None if the table or the law leaves it open."""
    parts = _cited_by_second_part(lower) if charge.base in _HOMICIDE_NOT_MURDER else []
    if parts and parts[0]:  # the part is disputed if a later citation names another
        return Gravity.SIXTY if all(parts) and day < COMMENCEMENT else None
    return sentences.gravity(charge, day)


def carries_ten_years(charge: Provision, day: date, lower: str) -> bool:
    """Whether a charge carries up to ten years and no more."""
    if charge.base in _HOMICIDE_NOT_MURDER and _cited_by_second_part(lower):
        return is_second_part_alone(lower)
    return sentences.is_ten_years_at_most(charge, day)
