"""Which side the user is on, and whether a precedent went for it, against it, or cannot be told.

Only the winner that the judgment itself shows is used. A case that neither names the user's side nor the party that
stands against it is said to be of no known side.
"""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from countercase.domain.case import Case, Party, PartyType
from countercase.domain.explanation import Holding
from countercase.errors import InputError


class UserSide(StrEnum):
    """For whom the user acts."""

    ACCUSED = "accused"
    STATE = "State"
    CLAIMANT = "claimant"
    INSURER = "insurer"
    BORROWER = "borrower"
    BANK = "bank"
    ASSESSEE = "assessee"
    REVENUE = "Revenue"
    CITIZEN = "citizen or employee against the State"
    APPELLANT = "appellant or petitioner"
    RESPONDENT = "respondent"


class Favour(StrEnum):
    """How a precedent went for the user."""

    FOR = "for you"
    AGAINST = "against you"
    UNKNOWN = "cannot be told"


@dataclass(frozen=True, slots=True)
class ForYou:
    """How a precedent went for the user, and why that is said."""

    favour: Favour
    why: str


# What the winner is called where it is the user's own side, and where it is the party that stands against it.
_WINS: Mapping[UserSide, frozenset[str]] = {
    UserSide.ACCUSED: frozenset({"the accused"}),
    UserSide.STATE: frozenset({"the State"}),
    UserSide.CLAIMANT: frozenset({"the claimant", "the claimants"}),
    UserSide.INSURER: frozenset({"the insurer"}),
    UserSide.BORROWER: frozenset({"the borrower"}),
    UserSide.BANK: frozenset({"the bank"}),
    UserSide.ASSESSEE: frozenset({"the assessee"}),
    UserSide.REVENUE: frozenset({"the Revenue"}),
    UserSide.CITIZEN: frozenset({"the employee", "the workman"}),
    UserSide.APPELLANT: frozenset({"the appellant", "the petitioner"}),
    UserSide.RESPONDENT: frozenset({"the respondent"}),
}
_AGAINST: Mapping[UserSide, UserSide] = {
    UserSide.ACCUSED: UserSide.STATE,
    UserSide.STATE: UserSide.ACCUSED,
    UserSide.CLAIMANT: UserSide.INSURER,
    UserSide.INSURER: UserSide.CLAIMANT,
    UserSide.BORROWER: UserSide.BANK,
    UserSide.BANK: UserSide.BORROWER,
    UserSide.ASSESSEE: UserSide.REVENUE,
    UserSide.REVENUE: UserSide.ASSESSEE,
    UserSide.CITIZEN: UserSide.STATE,
    UserSide.APPELLANT: UserSide.RESPONDENT,
    UserSide.RESPONDENT: UserSide.APPELLANT,
}
# Parties that can be told by their name: where one of them lost, its opponent won.
_NAMES: Mapping[UserSide, re.Pattern[str]] = {
    UserSide.REVENUE: re.compile(
        r"\b(?:Commissioner\s+of\s+(?:Income|Wealth|Sales|Central|Customs)|Income[-\s]Tax\s+Officer|C\.?I\.?T\.?)\b",
        re.I,
    ),
    UserSide.INSURER: re.compile(r"\b(?:Insurance|Assurance)\b", re.I),
    UserSide.BANK: re.compile(r"\bBank\b"),
    UserSide.STATE: re.compile(
        r"^(?:The\s+)?(?:State|Union\s+of\s+India|Government|Govt\.?|NCT|U\.?T\.?|Republic)\b", re.I
    ),
}
_LOSER_TELLS = frozenset({UserSide.CLAIMANT, UserSide.BORROWER, UserSide.ASSESSEE, UserSide.CITIZEN})


def parse_side(text: str) -> UserSide | None:
    """A side as people type it; None where it is empty."""
    wanted = text.strip().lower()
    if not wanted:
        return None
    for side in UserSide:
        if wanted == side.value.lower() or wanted in re.split(r" or | against ", side.value.lower()):
            return side
    names = [side.value.partition(" ")[0] for side in UserSide]
    close = difflib.get_close_matches(text, names, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    raise InputError(f"There is no side {text!r}.{hint} Known: {', '.join(names)}.")


def for_you(side: UserSide, case: Case, holding: Holding) -> ForYou:
    """How a case went for a side; the reason names who won or lost."""
    if holding.winner in _WINS[side]:
        return ForYou(Favour.FOR, f"{_sentence(holding.winner)} won.")
    opponent = _AGAINST[side]
    if holding.winner in _WINS[opponent]:
        return ForYou(Favour.AGAINST, f"{_sentence(holding.winner)} won.")
    if holding.winner not in {"the appellant", "the respondent", "the accused", "the petitioner"}:
        return ForYou(Favour.UNKNOWN, holding.winner_line)
    if side in _NAMES and _lost(side, case, holding.winner):
        return ForYou(Favour.AGAINST, f"The {side} lost.")
    if side in _LOSER_TELLS and _lost(opponent, case, holding.winner):
        return ForYou(Favour.FOR, f"The {opponent} lost.")
    return ForYou(Favour.UNKNOWN, holding.winner_line)


def _lost(side: UserSide, case: Case, winner: str) -> bool:
    """Whether a party of this kind stands on the side that did not win, and on that side alone."""
    appellant, respondent = _is(side, case.petitioner), _is(side, case.respondent)
    if appellant == respondent:
        return False
    if winner in {"the appellant", "the petitioner"}:
        return respondent
    return appellant if winner == "the respondent" else True


def _is(side: UserSide, party: Party | None) -> bool:
    if party is None:
        return False
    return bool(_NAMES[side].search(party.name)) or (side is UserSide.STATE and party.type is PartyType.STATE)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
