"""Whether a case went for or against the side of the user."""

from dataclasses import replace

import pytest

from countercase.corpus.builtin import builtin_cases
from countercase.domain.case import Case, CaseId, Outcome, Party, PartyType
from countercase.explanation.holding import find_holding
from countercase.explanation.sides import Favour, UserSide, favours, parse_side, party_of
from countercase.text.sentences import split_sentences

STATE, MAN = Party("State of Bihar", PartyType.STATE), Party("Ram Lal", PartyType.INDIVIDUAL)


def case(petitioner: Party, respondent: Party, outcome: Outcome | None, text: str) -> Case:
    return Case(CaseId("x"), text, "A v. B", petitioner=petitioner, respondent=respondent, outcome=outcome)


def told(subject: Case, side: UserSide) -> Favour:
    holding = replace(find_holding(subject, split_sentences), winner="the winner")
    return favours(subject, holding, side)


TRIAL = "The accused was tried for murder. The conviction is challenged. The prosecution examined nine witnesses."


@pytest.mark.parametrize(
    ("petitioner", "respondent", "outcome", "accused"),
    [
        (MAN, STATE, Outcome.ALLOWED, Favour.FOR),
        (MAN, STATE, Outcome.DISMISSED, Favour.AGAINST),
        (STATE, MAN, Outcome.ALLOWED, Favour.AGAINST),
        (STATE, MAN, Outcome.DISMISSED, Favour.FOR),
        (MAN, STATE, Outcome.PARTLY_ALLOWED, Favour.PARTLY_FOR),
        (MAN, STATE, Outcome.DISPOSED, Favour.CANNOT_BE_TOLD),
        (MAN, STATE, None, Favour.CANNOT_BE_TOLD),
    ],
)
def test_the_accused_against_the_state(
    petitioner: Party, respondent: Party, outcome: Outcome | None, accused: Favour
) -> None:
    assert told(case(petitioner, respondent, outcome, TRIAL), UserSide.ACCUSED) is accused


@pytest.mark.parametrize(
    "text",
    [
        "The accused borrowed Rs. 20 lakh from the appellant. A cheque under Section 138 bounced. Complaints restored.",
        "The appellant lodged an FIR for murder. The High Court granted bail to the accused.",
        "The FIR was for cheating. The High Court granted bail. Appeal allowed; anticipatory bail set aside.",
    ],
)
def test_an_appeal_of_the_complainant_is_not_taken_for_one_of_the_accused(text: str) -> None:
    assert told(case(MAN, STATE, Outcome.ALLOWED, text), UserSide.ACCUSED) is Favour.CANNOT_BE_TOLD


def test_no_digest_of_a_complainants_appeal_is_for_the_accused() -> None:
    appeals = ("K. Hymavathi", "Pratibha Manchanda", "Somjeet Mallick")
    digests = [digest for digest in builtin_cases() if digest.name.startswith(appeals)]
    assert len(digests) == len(appeals)
    for digest in digests:
        assert favours(digest, find_holding(digest, split_sentences), UserSide.ACCUSED) is not Favour.FOR


def test_the_prosecution_wins_where_the_accused_loses() -> None:
    subject = case(MAN, STATE, Outcome.DISMISSED, TRIAL)
    assert told(subject, UserSide.PROSECUTION) is Favour.FOR


def test_a_civil_case_has_no_accused() -> None:
    subject = case(MAN, STATE, Outcome.ALLOWED, "The suit was for possession of land. The decree is set aside.")
    assert told(subject, UserSide.ACCUSED) is Favour.CANNOT_BE_TOLD


def test_landlord_and_tenant_are_told_by_what_the_text_calls_them() -> None:
    subject = case(MAN, MAN, Outcome.ALLOWED, "The appellant-landlord sought eviction. The respondent is the tenant.")
    assert told(subject, UserSide.LANDLORD) is Favour.FOR
    assert told(subject, UserSide.TENANT) is Favour.AGAINST
    assert party_of(subject, UserSide.INSURER) is None


def test_the_state_beside_the_accused_is_not_told_that_it_lost() -> None:
    text = (
        "The appellant-complainant lodged an FIR. The High Court gave bail. The complainant appeals. Bail is set aside."
    )
    subject = case(MAN, STATE, Outcome.ALLOWED, text)
    assert told(subject, UserSide.COMPLAINANT) is Favour.FOR
    assert told(subject, UserSide.STATE) is Favour.CANNOT_BE_TOLD


def test_wife_and_husband_and_other_words_for_a_side() -> None:
    subject = case(MAN, MAN, Outcome.DISMISSED, "The appellant-husband sued. The respondent-wife left.")
    assert told(subject, UserSide.WIFE) is Favour.FOR
    assert told(subject, UserSide.HUSBAND) is Favour.AGAINST
    assert parse_side("workman") is UserSide.EMPLOYEE
    assert parse_side("Insured") is UserSide.CLAIMANT
    assert parse_side("state") is UserSide.STATE


def test_every_digest_gives_the_two_sides_of_a_criminal_case_opposite_answers() -> None:
    both = {Favour.FOR: Favour.AGAINST, Favour.PARTLY_FOR: Favour.PARTLY_AGAINST}
    for digest in builtin_cases():
        holding = find_holding(digest, split_sentences)
        accused = favours(digest, holding, UserSide.ACCUSED)
        if accused in both:
            assert favours(digest, holding, UserSide.PROSECUTION) is both[accused]
