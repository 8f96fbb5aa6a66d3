"""A clause turned round with the fewest words, or left alone."""

import pytest

from countercase.counterfactual.clauses import reads_badly
from countercase.counterfactual.polarity import affirmed, denied


@pytest.mark.parametrize(
    ("clause", "turned"),
    [
        ("No certificate was produced", "A certificate was produced"),
        ("no affidavit was filed with it", "an affidavit was filed with it"),
        ("No reasons were recorded", "Reasons were recorded"),
        ("the register was not produced in court", "the register was produced in court"),
        ("The witness did not hear the talk", "The witness heard the talk"),
        ("the report does not deal with her objections", "the report deals with her objections"),
        ("no certificate was produced at any stage", "a certificate was produced"),
    ],
)
def test_a_denial_is_taken_back(clause: str, turned: str) -> None:
    assert affirmed(clause) == turned


@pytest.mark.parametrize(
    "clause",
    [
        "nobody saw it and nothing was found",
        "he did not tell anyone of it",
        "No injury",
        "no mark except a scratch was seen",
    ],
)
def test_what_cannot_be_said_plainly_is_left(clause: str) -> None:
    assert affirmed(clause) is None


def test_a_plain_clause_is_denied() -> None:
    assert denied("the knife was recovered from his house") == "the knife was not recovered from his house"


@pytest.mark.parametrize(
    "clause",
    [
        "Heaviest is seven years",
        "he is said to have shouted",
        "it was read over and signed",
        "the plea that he was heard",
    ],
)
def test_a_not_that_would_reach_wrongly_is_not_written(clause: str) -> None:
    assert denied(clause) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sent to the Forensic Laboratory", "sent to the no Forensic Laboratory"),
        ("By a registered agreement dated 4 May", "By a registered no agreement dated 4 May"),
        ("Two independent witnesses", "Two disproved independent witnesses"),
        ("Ram fell", "Ram did not fell"),
        ("The injury report was not supplied", "No injury report was not supplied"),
    ],
)
def test_faults_of_wording_are_seen(old: str, new: str) -> None:
    assert reads_badly(old, new)
    assert not reads_badly(old, old + " It was so.")
