"""For you or against you: whether the outcome of a case helps the user's side.

The outcome gives the side that won. The names of the parties and the words of the text give the party in the user's
position. If either is uncertain, nothing is claimed.
"""

import difflib
from dataclasses import dataclass
from enum import StrEnum

from countercase.domain.case import Case
from countercase.domain.ranking import Holding
from countercase.errors import InputError
from countercase.explanation.party_kinds import other_position
from countercase.explanation.party_roles import PartyRole, is_criminal, position_of


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
    WIFE = "wife"
    HUSBAND = "husband"
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


_SYNONYMS = {
    "petitioner": UserSide.APPELLANT,
    "defence": UserSide.ACCUSED,
    "victim": UserSide.COMPLAINANT,
    "informant": UserSide.COMPLAINANT,
    "consumer": UserSide.COMPLAINANT,
    "insured": UserSide.CLAIMANT,
    "workman": UserSide.EMPLOYEE,
    "management": UserSide.EMPLOYER,
    "lessor": UserSide.LANDLORD,
    "lessee": UserSide.TENANT,
}


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
    our_party = party_of(case, side)
    if not holding.position or our_party is None:
        return Favour.CANNOT_BE_TOLD
    if our_party == holding.position:
        return Favour.PARTLY_FOR if holding.partly else Favour.FOR
    return Favour.PARTLY_AGAINST if holding.partly else Favour.AGAINST


def party_of(case: Case, side: UserSide) -> str | None:
    """`appellant` or `respondent`, whichever is in the position of a side; None if that is not certain."""
    if side in {UserSide.APPELLANT, UserSide.RESPONDENT}:
        return str(side)
    if side is UserSide.PROSECUTION:
        accused = position_of(case, PartyRole.ACCUSED)
        return other_position(accused) if accused else None
    if side is UserSide.STATE and is_criminal(case):
        return _state_in_criminal_case(case)
    return position_of(case, PartyRole[side.name])


def _state_in_criminal_case(case: Case) -> str | None:
    """The State prosecutes: as a party, if it does not stand beside the accused against a complainant's appeal."""
    state, prosecution = position_of(case, PartyRole.STATE), party_of(case, UserSide.PROSECUTION)
    if state is None:
        return prosecution if case.petitioner is None else None  # a copy without its title
    return (
        state
        if prosecution in {None, state} and position_of(case, PartyRole.COMPLAINANT) != other_position(state)
        else None
    )
