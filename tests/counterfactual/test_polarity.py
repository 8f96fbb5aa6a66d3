"""A clause turned round with the fewest words, or left alone."""

import pytest

from countercase.counterfactual.clauses import reads_badly
from countercase.counterfactual.polarity import absences, affirmations, affirmed, denials, denied, settled


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


@pytest.mark.parametrize(
    ("clause", "turned"),
    [
        ("No court stayed the proceedings at any stage", "A court stayed the proceedings"),
        ("The agreement has no term that it be kept apart", "The agreement has a term that it be kept apart"),
        ("The buyer failed to pay the balance", "The buyer paid the balance"),
        ("Two neighbours turned hostile", "Two neighbours supported the prosecution"),
        ("No application was made, then or later", "An application was made"),
    ],
)
def test_an_absence_or_a_hostile_witness_is_turned(clause: str, turned: str) -> None:
    assert turned in list(affirmations(clause))


def test_a_choice_is_not_affirmed() -> None:
    assert list(affirmations("No extension was asked for or granted")) == []


@pytest.mark.parametrize(
    ("clause", "turned"),
    [
        ("PW-4, a salesman, saw the two together", "PW-4, a salesman, did not see the two together"),
        ("The expert confirmed the writing as hers", "The expert did not confirm the writing as hers"),
        (
            "the doctor deposed that the fracture was sufficient to cause death",
            "the doctor deposed that the fracture was not sufficient to cause death",
        ),
    ],
)
def test_a_deed_or_a_predicate_of_the_law_is_denied(clause: str, turned: str) -> None:
    assert turned in list(denials(clause, {"sufficient"}))


@pytest.mark.parametrize("clause", ["demand notice posted, for the cheque amount", "The signed copy reached him"])
def test_a_participle_is_no_deed(clause: str) -> None:
    assert list(denials(clause)) == []


def test_a_thing_is_said_not_to_be_there() -> None:
    assert list(absences("A quarrel broke out over the bill")) == ["No quarrel broke out over the bill"]
    assert list(absences("The papers show a fracture of the arm")) == ["The papers show no fracture of the arm"]


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Kishan is said to have shouted.", "Kishan shouted."),
        ("The prosecution says that he drank; he denies it.", "He drank; he admits it."),
        ("The plaintiff deposed that he went there, which the vendor denies.", "The plaintiff went there, which the"),
        ("A loan was given in cash, according to the complainant.", "A loan was given in cash."),
        ("The alleged demand was on 4 May.", "The demand was on 4 May."),
    ],
)
def test_a_dispute_is_settled(sentence: str, words: str) -> None:
    assert any(form.startswith(words) for form in settled(sentence))


def test_what_a_court_rejected_is_not_told_as_a_fact() -> None:
    assert list(settled("The insurer pleads that the rider was speeding; the Tribunal rejected this.")) == []


@pytest.mark.parametrize(
    ("clause", "turned"),
    [
        ("No sanction of the District Magistrate was obtained", "Sanction of the District Magistrate was obtained"),
        ("PW-2 took no part in it", "PW-2 took part in it"),
    ],
)
def test_some_nouns_take_no_article(clause: str, turned: str) -> None:
    assert affirmed(clause) == turned


@pytest.mark.parametrize(
    "clause",
    [
        "The charge memo was issued by the Executive Engineer",  # not issued by him, but perhaps by another
        "his pointing out of the well came after the body was found",
        "the driver admitted having dozed at the wheel",
    ],
)
def test_what_would_deny_too_little_is_not_denied(clause: str) -> None:
    assert not list(denials(clause, {"found", "issued"}))


def test_what_is_not_disputed_stays_so() -> None:
    assert not list(settled("It is not disputed that the report was filed."))


def test_nothing_that_was_lacking_for_so_long_is_simply_affirmed() -> None:
    assert affirmed("The vehicle had no fitness certificate for fifteen months") is None
    assert affirmed("The vehicle had no fitness certificate") == "The vehicle had a fitness certificate"
