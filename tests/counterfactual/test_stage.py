"""The stage of a matter, read from its heading, and what is not asked there."""

import pytest

from countercase.counterfactual.asked_where import may_be_supposed_here
from countercase.counterfactual.law_reading import read_matter
from countercase.counterfactual.stage import default_bail_is_spent, is_about_default_bail, is_over, line_is_spent
from countercase.domain.checklist import IngredientStatus
from countercase.facts.extract import extract_facts
from countercase.law.ingredients import tables

DATES = " Remand 4.1.2021; c/s 12.4.2021."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Crl. App., Bombay H.C. Conv. u/s 302 IPC, life." + DATES, True),
        ("State appeal. Resp. acquitted u/s 307 IPC." + DATES, True),
        ("Quash petn. u/s 528 BNSS. FIR u/s 318(4) BNS." + DATES, True),
        ("Sessions trial, 302 IPC. For final args." + DATES, True),
        ("Revision agst order framing charge u/s 306 IPC." + DATES, True),
        ("Sessions trial, 302 IPC. Evidence is on." + DATES + " No bail appln. on that ground.", True),
        ("Crl. Revn. agst order refusing default bail, FIR u/s 420 IPC." + DATES, False),
        ("Bail appln., H.C. Patna, FIR u/s 395 IPC." + DATES, False),
        ("Appeal against refusal of anticipatory bail; the co-accused was convicted.", False),
    ],
)
def test_default_bail_is_asked_about_only_where_bail_is_sought(text: str, expected: bool) -> None:
    assert default_bail_is_spent(text) is expected
    assert line_is_spent("crpc-charge-sheet-90", text) is expected


def test_times_for_the_trial_are_not_asked_about_after_the_judgment() -> None:
    appeal = "Crl. App. Convicted u/s 6 POCSO. Cognizance 2.3.2020; jmt 4.5.2022."
    assert is_over(appeal)
    assert line_is_spent("pocso-35-year", appeal)
    assert not line_is_spent("pocso-35-year", "Special Court, POCSO trial. Cognizance 2.3.2020; evidence is on.")


def test_a_revision_on_default_bail_does_not_ask_about_the_merits() -> None:
    text = "Crl. Revn. agst order refusing default bail. FIR u/s 318(4) BNS, sale of plots on a false promise."
    assert is_about_default_bail(text)
    before = read_matter(extract_facts(text))
    rows = tables().ingredients
    assert not may_be_supposed_here(before, rows["cheating.inception"], IngredientStatus.MET)
    assert may_be_supposed_here(before, rows["default-bail.application-first"], IngredientStatus.MET)
    assert not may_be_supposed_here(before, rows["regular-bail.antecedents"], IngredientStatus.CONTRARY)
