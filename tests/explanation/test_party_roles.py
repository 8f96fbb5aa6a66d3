"""Which party is the landlord, the assessee, the accused."""

import pytest

from countercase.domain.case import Case, CaseId, Party, PartyType
from countercase.explanation.party_kinds import APPELLANT, RESPONDENT, kind_of_party
from countercase.explanation.party_roles import PartyRole, position_of

ANN, BEN = Party("Anita", PartyType.INDIVIDUAL), Party("Benoy", PartyType.INDIVIDUAL)
STATE = Party("State of Goa", PartyType.STATE)
INSURER = Party("Evergreen Insurance Co. Ltd.", PartyType.CORPORATION)
MILL = Party("Blue River Mills Ltd.", PartyType.CORPORATION)
CIVIL, CRIMINAL = ("Civil Appeal No. 1 of 2001",), ("Criminal Appeal No. 1 of 2001",)


def case(text: str, parties: tuple[Party | None, Party | None] = (ANN, BEN), numbers: tuple[str, ...] = CIVIL) -> Case:
    return Case(CaseId("x"), text, "A v. B", petitioner=parties[0], respondent=parties[1], case_numbers=numbers)


@pytest.mark.parametrize(
    ("text", "role", "position"),
    [
        ("The appellant-landlord wants the shop. The respondent refuses.", PartyRole.LANDLORD, APPELLANT),
        (
            "The appellant-landlord wants the shop from the tenant. The respondent refuses.",
            PartyRole.TENANT,
            RESPONDENT,
        ),
        ("This is a tenant's appeal. The landlord wants the shop.", PartyRole.LANDLORD, RESPONDENT),
        ("The landlord, who sued for rent, is the respondent. The shop is let.", PartyRole.LANDLORD, None),
        ("The landlord who sued for rent is the respondent. The shop is let.", PartyRole.LANDLORD, RESPONDENT),
        (
            "The original defendants have preferred the present appeal. The plaintiff is old.",
            PartyRole.PLAINTIFF,
            RESPONDENT,
        ),
        (
            "The respondent filed a suit against the appellant. The plaintiff-respondent won.",
            PartyRole.PLAINTIFF,
            RESPONDENT,
        ),
        (
            "In the earlier suit the appellant-defendant lost. The plaintiff-appellant now sues.",
            PartyRole.PLAINTIFF,
            None,
        ),
        ("The petitioner-wife left. The respondent-husband stayed.", PartyRole.HUSBAND, RESPONDENT),
        ("The appellant was appointed as a clerk and removed from service.", PartyRole.EMPLOYEE, None),
        ("The appellant was appointed as a clerk. The employee was removed.", PartyRole.EMPLOYEE, APPELLANT),
        (
            "Anita, hereinafter called 'the defendant', took the shop. The plaintiff sued.",
            PartyRole.DEFENDANT,
            APPELLANT,
        ),
        ("In Rao v. Sen (2001) 1 SCC 1 the appellant-tenant lost.", PartyRole.TENANT, None),
        ("The bank-appellant paid.", PartyRole.BORROWER, None),
    ],
)
def test_roles_are_read_from_what_the_text_calls_the_parties(text: str, role: PartyRole, position: str | None) -> None:
    assert position_of(case(text), role) == position


def test_two_opposite_roles_never_fall_to_one_party() -> None:
    subject = case("The appellant-plaintiff sued. Later the appellant was the defendant. The respondent-defendant too.")
    assert position_of(subject, PartyRole.PLAINTIFF) != position_of(subject, PartyRole.DEFENDANT)


@pytest.mark.parametrize(
    ("text", "parties", "role", "position"),
    [
        ("The insured claimed under the policy. " * 4, (INSURER, ANN), PartyRole.CLAIMANT, RESPONDENT),
        (
            "Disciplinary proceedings led to removal; back wages and seniority were denied. " * 4,
            (ANN, MILL),
            PartyRole.EMPLOYEE,
            APPELLANT,
        ),
        (
            "Disciplinary proceedings led to removal; back wages and seniority were denied. " * 4,
            (ANN, MILL),
            PartyRole.EMPLOYER,
            RESPONDENT,
        ),
        (
            "The reinstatement of the lapsed policy was refused to the insured. " * 6,
            (INSURER, ANN),
            PartyRole.EMPLOYEE,
            None,
        ),
        ("The assessee paid sales tax after the assessment. " * 4, (MILL, STATE), PartyRole.REVENUE, RESPONDENT),
        (
            "The land acquisition lapsed; possession was not taken of the acquired land. " * 4,
            (STATE, ANN),
            PartyRole.LANDOWNER,
            RESPONDENT,
        ),
        ("The contract was for a bridge. " * 4, (STATE, ANN), PartyRole.LANDOWNER, None),
    ],
)
def test_the_title_and_the_subject_give_a_role(
    text: str, parties: tuple[Party, Party], role: PartyRole, position: str | None
) -> None:
    assert position_of(case(text, parties), role) == position


@pytest.mark.parametrize(
    ("text", "parties", "accused", "complainant"),
    [
        ("The appellant was convicted of theft. The accused denies it.", (ANN, STATE), APPELLANT, None),
        (
            "The respondent was acquitted. The appellant was convicted, says a stray line.",
            (STATE, ANN),
            RESPONDENT,
            None,
        ),
        (
            "The appellant-complainant filed a complaint. The accused wants it quashed.",
            (ANN, BEN),
            RESPONDENT,
            APPELLANT,
        ),
        (
            "The complaint of the appellant was quashed. The complainant and the accused are kin.",
            (ANN, BEN),
            RESPONDENT,
            APPELLANT,
        ),
        (
            "The complainant-appellant lodged an FIR. Bail of the accused is cancelled.",
            (ANN, STATE),
            RESPONDENT,
            APPELLANT,
        ),
        ("The respondent was convicted below.", (None, None), None, None),
    ],
)
def test_accused_and_complainant(
    text: str, parties: tuple[Party | None, Party | None], accused: str | None, complainant: str | None
) -> None:
    subject = case(text, parties, CRIMINAL)
    assert position_of(subject, PartyRole.ACCUSED) == accused
    assert position_of(subject, PartyRole.COMPLAINANT) == complainant


def test_a_detenu_is_not_an_accused() -> None:
    text = "The appellant was detained. The detaining authority made the detention order against the detenu. " * 4
    subject = case(text, (ANN, STATE), CRIMINAL)
    assert position_of(subject, PartyRole.DETENU) == APPELLANT
    assert position_of(subject, PartyRole.ACCUSED) is None


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Collector of Central Excise, Pune", "the Revenue"),
        ("CC and CE and ST, Noida", "the Revenue"),
        ("Commercial Tax Officer", "the Revenue"),
        ("State of Goa", "the State"),
        ("Anita", ""),
    ],
)
def test_kinds_of_party_by_name(name: str, kind: str) -> None:
    assert kind_of_party(Party(name)) == kind


@pytest.mark.parametrize(
    "text",
    [
        "The High Court erred in acquitting the accused persons on flimsy grounds.",
        "The appeal is against an order granting bail to the respondent Sohan.",
        "The appellant (original complainant) says that the goods were never paid for.",
        "A cheque for two lakh was drawn in favour of the appellant and came back unpaid.",
    ],
)
def test_an_appeal_against_the_relief_of_an_accused_is_not_his_own(text: str) -> None:
    assert position_of(case(text, (ANN, STATE), CRIMINAL), PartyRole.ACCUSED) is not APPELLANT


def test_a_child_or_maintenance_has_no_accused() -> None:
    text = "The writ of habeas corpus asked for the custody of the child. The welfare of the child comes first. " * 4
    assert position_of(case(text, (ANN, STATE), CRIMINAL), PartyRole.ACCUSED) is None
    text = "The wife asked for maintenance. The magistrate granted maintenance from the day of his order. " * 4
    assert position_of(case(text, (ANN, STATE), CRIMINAL), PartyRole.ACCUSED) is None


def test_one_mention_in_brackets_does_not_make_an_accused() -> None:
    text = "There the accused (Respondent 1) had given a loan. A cheque was dishonoured and a complaint was filed."
    assert position_of(case(text, (ANN, MILL), CRIMINAL), PartyRole.ACCUSED) is None


def test_law_officers_on_both_sides_show_no_revenue() -> None:
    counsel = "A. Rao, Attorney General, for the appellant. B. Sen, Advocate General for the State of Bihar, "
    text = f"{counsel}for the respondent.{' The sales tax on the sale was assessed.' * 8}"
    assert position_of(Case(CaseId("x"), text, "x"), PartyRole.ASSESSEE) is None
