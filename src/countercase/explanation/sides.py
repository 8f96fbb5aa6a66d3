"""For you or against you: whether the outcome of a case helps the user's side.

The outcome gives the side that won. The names of the parties and the words of the text give the party in the user's
position. If either is uncertain, nothing is claimed.
"""

import difflib
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from countercase.domain.case import Case, Outcome, Party
from countercase.domain.explanation import Holding
from countercase.errors import InputError
from countercase.explanation.holding import CANNOT_BE_TOLD, is_accused, is_criminal, kind_of_party, winning_side


class UserSide(StrEnum):
    """The side that the user is on."""

    ACCUSED = "accused"
    PROSECUTION = "prosecution"
    COMPLAINANT = "complainant"
    DETENU = "detenu"
    STATE = "State"
    CLAIMANT = "claimant"
    INSURER = "insurer"
    ASSESSEE = "assessee"
    REVENUE = "revenue"
    EMPLOYEE = "employee"
    EMPLOYER = "employer"
    LANDLORD = "landlord"
    TENANT = "tenant"
    PLAINTIFF = "plaintiff"
    DEFENDANT = "defendant"
    BANK = "bank"
    BORROWER = "borrower"
    LANDOWNER = "landowner"
    APPELLANT = "appellant"
    RESPONDENT = "respondent"


class Favour(StrEnum):
    """What the outcome of a case means for a side."""

    FOR = "for you"
    PARTLY_FOR = "for you in part"
    AGAINST = "against you"
    PARTLY_AGAINST = "against you in part"
    CANNOT_BE_TOLD = "cannot be told"


@dataclass(frozen=True, slots=True)
class ForYou:
    """How a precedent went for the user, and why."""

    favour: Favour
    why: str


_SYNONYMS = {"petitioner": UserSide.APPELLANT, "state": UserSide.STATE, "defence": UserSide.ACCUSED}


def parse_side(text: str) -> UserSide | None:
    """The side that a user typed; None if empty."""
    wanted = text.strip().lower()
    if not wanted:
        return None
    names = {**{side.value.lower(): side for side in UserSide}, **_SYNONYMS}
    if wanted in names:
        return names[wanted]
    close = difflib.get_close_matches(wanted, names, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    raise InputError(f"There is no side {text!r}.{hint} Known: {', '.join(UserSide)}.")


def for_you(side: UserSide, case: Case, holding: Holding) -> ForYou:
    """How a case went for a side, with a reason that says who won."""
    return ForYou(favours(case, holding, side), holding.winner_line)


def favours(case: Case, holding: Holding, side: UserSide) -> Favour:
    """Whether a case went for or against a side, if both the winner and the user's position are certain."""
    winner = winning_side(case)
    our_party = party_of(case, side)
    if holding.winner == CANNOT_BE_TOLD or winner is None or our_party is None:
        return Favour.CANNOT_BE_TOLD
    partly = case.outcome is Outcome.PARTLY_ALLOWED
    if our_party == winner:
        return Favour.PARTLY_FOR if partly else Favour.FOR
    return Favour.PARTLY_AGAINST if partly else Favour.AGAINST


_OPPOSITE = {"appellant": "respondent", "respondent": "appellant"}
# Sides that the name of a party reveals.
_BY_NAME = {
    UserSide.STATE: "the State",
    UserSide.REVENUE: "the Revenue",
    UserSide.INSURER: "the insurer",
    UserSide.BANK: "the bank",
}
_DETENTION = re.compile(r"\bdetenue?s?\b|\bpreventive\s+detention\b")
# Other words for a side.
_OTHER_WORDS = {
    UserSide.EMPLOYEE: r"(?:employee|workm[ae]n|delinquent)",
    UserSide.EMPLOYER: r"(?:employer|management)",
    UserSide.LANDOWNER: r"(?:land[\s-]?owner|land[\s-]?loser)",
}


def party_of(case: Case, side: UserSide) -> str | None:  # noqa: PLR0911 - one line per rule
    """`appellant` or `respondent`, whichever is in the position of a side; None if that is not certain."""
    if side in {UserSide.APPELLANT, UserSide.RESPONDENT}:
        return str(side)
    if side is UserSide.ACCUSED:
        return _party_accused(case)
    if side is UserSide.PROSECUTION:
        return _OPPOSITE.get(_party_accused(case) or "")
    if side in _BY_NAME:
        return _only_party_of_kind(case, _BY_NAME[side])
    if side is UserSide.ASSESSEE:
        return _OPPOSITE.get(_only_party_of_kind(case, "the Revenue") or "")
    if side is UserSide.DETENU and _DETENTION.search(case.text):
        return _OPPOSITE.get(_only_party_of_kind(case, "the State") or "")
    return _party_named_as(case.text, side)


# A complainant may appeal too, with the State among the respondents: against bail, an acquittal or a quashing.
_COMPLAINS = re.compile(
    r"\b(?:appellants?|petitioners?)\b[^.;]{0,40}\b(?:complained\s+(?:of|that|to|under)|(?:lodged|filed)\s+(?:an?|the|his|her)"
    r"\s+(?:private\s+|criminal\s+)?(?:FIR|complaint|report)|(?:is|was|are|were)\s+the\s+(?:complainants?|informants?|victims?))"
    r"|\b(?:complainant|informant|victim)s?[-\s](?:appellant|petitioner)|\b(?:appellant|petitioner)s?[-\s](?:complainant|informant)"
    r"|\baccused\b[^.;]{0,60}\b(?:from|against)\s+the\s+(?:appellant|petitioner)",
    re.IGNORECASE,
)
_RELIEF_UNDONE = re.compile(
    r"\bbail\b[^.;]{0,30}(?<!may be )(?<!can be )\b(?:set\s+aside|cancelled)"
    r"|\bacquittal\s+(?:is|was|were|are)?\s?(?:set\s+aside|reversed)"
    r"|\bconvictions?\b[^.;]{0,30}\brestored|\b(?:FIR|complaints?|prosecution)\b[^.;]{0,30}\brestored"
    r"|\bquashing\b[^.;]{0,30}\bset\s+aside",
    re.IGNORECASE,
)


def _party_accused(case: Case) -> str | None:
    if not is_criminal(case):
        return None
    accused = {party for party in _OPPOSITE if is_accused(case, party)}
    state = _only_party_of_kind(case, "the State")
    if state == "respondent" and not accused and (_COMPLAINS.search(case.text) or _RELIEF_UNDONE.search(case.text)):
        return None
    if state is not None and state not in accused:
        return _OPPOSITE[state]
    return accused.pop() if len(accused) == 1 else None


def _only_party_of_kind(case: Case, kind: str) -> str | None:
    """The party whose name is of the kind, if there is only one."""
    parties: dict[str, Party | None] = {"appellant": case.petitioner, "respondent": case.respondent}
    of_kind = [position for position, party in parties.items() if kind_of_party(party) == kind]
    return of_kind[0] if len(of_kind) == 1 else None


def _party_named_as(text: str, side: UserSide) -> str | None:
    """The party that the text links with the word for a side: "the appellant-landlord", "the respondent, a tenant"."""
    linked = [party for party in _OPPOSITE if _party_with_word(side, party).search(text)]
    return linked[0] if len(linked) == 1 else None


@cache
def _party_with_word(side: UserSide, role: str) -> re.Pattern[str]:
    word = rf"{_OTHER_WORDS.get(side, str(side))}s?"
    party = r"(?:appellants?|petitioners?)" if role == "appellant" else r"respondents?"
    number = r"(?:\s+No\.?\s?\d)?"
    return re.compile(
        rf"\b{party}{number}\s*[-–/(,]\s*(?:the\s+|original\s+|an?\s+)*{word}\b"
        rf"|\b{word}\s*[-–/(]\s*{party}\b"
        rf"|\b{party}{number}\s+(?:is|was|are|were)\s+(?:the\s+|an?\s+|original\s+)*{word}\b",
        re.IGNORECASE,
    )
