"""For you, against you, or cannot be told: only by what the judgment shows of the winner."""

import pytest

from countercase.domain.case import Case, CaseId, Party, PartyType
from countercase.domain.explanation import Holding
from countercase.errors import InputError
from countercase.explanation.side import Favour, UserSide, for_you, parse_side


def favour(side: UserSide, winner: str, petitioner: str = "Ram", respondent: str = "State of Bihar") -> Favour:
    state = PartyType.STATE if respondent.startswith("State") else None
    parties = Party(petitioner), Party(respondent, state)
    case = Case(CaseId("a"), "text", "A v. B", petitioner=parties[0], respondent=parties[1])
    return for_you(side, case, Holding(None, winner, f"{winner} won", None)).favour


@pytest.mark.parametrize(
    ("side", "winner", "expected"),
    [
        (UserSide.ACCUSED, "the accused", Favour.FOR),
        (UserSide.ACCUSED, "the State", Favour.AGAINST),
        (UserSide.ACCUSED, "the appellant", Favour.UNKNOWN),
        (UserSide.STATE, "the accused", Favour.AGAINST),
        (UserSide.STATE, "the appellant", Favour.AGAINST),
        (UserSide.STATE, "cannot be told", Favour.UNKNOWN),
        (UserSide.CITIZEN, "the appellant", Favour.FOR),
        (UserSide.APPELLANT, "the respondent", Favour.AGAINST),
        (UserSide.BANK, "the State", Favour.UNKNOWN),
    ],
)
def test_the_winner_decides(side: UserSide, winner: str, expected: Favour) -> None:
    assert favour(side, winner) is expected


def test_an_insurer_that_lost_is_told_by_its_name() -> None:
    insurer = "National Insurance Co. Ltd."
    assert favour(UserSide.INSURER, "the respondent", insurer, "Sita Devi") is Favour.AGAINST
    assert favour(UserSide.CLAIMANT, "the respondent", insurer, "Sita Devi") is Favour.FOR
    assert favour(UserSide.CLAIMANT, "the respondent", insurer, "New India Assurance") is Favour.UNKNOWN


def test_a_side_is_read_as_people_write_it() -> None:
    assert parse_side("state") is UserSide.STATE
    assert parse_side("petitioner") is UserSide.APPELLANT
    assert parse_side(" ") is None
    with pytest.raises(InputError, match="Did you mean insurer"):
        parse_side("insurers")
