"""What a party is by its name in the title: the State, the Revenue, an insurer or a bank."""

import re

from countercase.domain.case import Case, Party, PartyType

APPELLANT, RESPONDENT = "appellant", "respondent"


def other_position(position: str) -> str:
    """The opposite position."""
    return RESPONDENT if position == APPELLANT else APPELLANT


_REVENUE = re.compile(
    r"\b(?:Commissioners?(?:\s+of|,|\s*\()?\s*(?:Income|Wealth|Sales|Central|Customs|Commercial|Trade|Service|C\.?T|GST|CGST|Gift|Agricultural)"
    r"|(?:Income|Sales|Commercial|Trade|Wealth|Agricultural\s+Income)[-\s]Tax\s+(?:Officer|Commissioner|Department)|Collector\s+of\s+(?:Customs|Central)"
    r"|Director(?:ate)?\s+of\s+(?:Income|Revenue)|Assessing\s+Officer|C\.?I\.?T\b\.?|C\.?C\.?E\b|CC\s+and\s+CE|ACIT|DCIT|I\.?T\.?O\b)",
    re.IGNORECASE,
)
_INSURER = re.compile(
    r"\b(?:Insurance|Assurance|Export\s+Credit\s+Guarantee)\b(?!\s(?:Brok|Agen|Survey|Regul))", re.IGNORECASE
)
# A policeman who sues for himself: "Sub-Inspector Rooplal"; but an "Inspector of Police" stands for the State.
_OFFICER_BY_NAME = re.compile(r"(?:Sub[-\s]?Inspector|Inspector|(?:Head\s+)?Constable)\s+(?!of\b|General\b)[A-Z][a-z]")
_BANK = re.compile(r"\bBank\b")
_STATE = re.compile(
    r"^(?:The\s+)?(?:State|Union\s+of\s+India|Government|Govt\.?|NCT|U\.?T\.?|Republic|National\s+Investigation\s+Agency"
    r"|N\.?I\.?A|Central\s+Bureau\s+of\s+Investigation|C\.?B\.?I|Directorate\s+of\s+Enforcement"
    r"|Enforcement\s+Directorate|Narcotics\s+Control\s+Bureau)\b",
    re.IGNORECASE,
)


def kind_of_party(party: Party | None) -> str:
    """The State, the Revenue, the insurer or the bank, by the party's name; empty for anyone else."""
    if party is None:
        return ""
    if _OFFICER_BY_NAME.match(party.name):
        return ""
    for name, pattern in (("the Revenue", _REVENUE), ("the insurer", _INSURER), ("the bank", _BANK)):
        if pattern.search(party.name):
            return name
    return "the State" if _STATE.search(party.name) or party.type is PartyType.STATE else ""


def only_party_of_kind(case: Case, kind: str) -> str | None:
    """The position of the party whose name is of the kind, if there is only one."""
    parties = {APPELLANT: case.petitioner, RESPONDENT: case.respondent}
    positions = [position for position, party in parties.items() if kind_of_party(party) == kind]
    return positions[0] if len(positions) == 1 else None
