"""Single sentences about rent, GST, service, terrorism, juvenility and other ingredients, and what the rules read."""

import csv
from datetime import date
from pathlib import Path

import pytest

from countercase.facts.ingredients import read_ingredients, status_in
from countercase.facts.lines import read_lines
from countercase.law.ingredients import tables

SENTENCES = [
    pytest.param(row["ingredient"], row["status"], row["text"], id=f"{row['ingredient']} {row['text']}")
    for row in csv.DictReader((Path(__file__).parent / "ingredient_sentences.csv").read_text("utf-8").splitlines())
]


def readings(matter: str, on: date | None = None) -> dict[str, str]:
    """What the rules and the lines of law read in a matter, without what is missing."""
    return {row.id: str(row.status) for row in read_ingredients(matter, on, read_lines(matter)) if row.spans}


@pytest.mark.parametrize(("ingredient", "status", "text"), SENTENCES)
def test_a_sentence_is_read_with_its_status_or_not_at_all(ingredient: str, status: str, text: str) -> None:
    assert status_in(tables(), ingredient, text) == status


@pytest.mark.parametrize(("day", "status"), [("14 March 2019", "met"), ("27 March 2019", "contrary")])
def test_the_dates_decide_whether_leave_to_contest_was_sought_in_time(day: str, status: str) -> None:
    matter = (
        "Eviction petition under Section 14(1)(e) read with Section 25B of the Delhi Rent Control Act. The summons was"
        f" served on the tenant on 4 March 2019. The application for leave to contest was filed on {day}."
    )
    assert readings(matter)["leave-to-contest.in-time"] == status


@pytest.mark.parametrize(
    ("day", "three_months", "further_month"),
    [
        ("20 March 2024", "met", None),
        ("20 April 2024", "contrary", None),
        ("20 May 2024", "contrary", "contrary"),
    ],
)
def test_the_dates_decide_whether_a_gst_appeal_was_in_time(
    day: str, three_months: str, further_month: str | None
) -> None:
    matter = f"The order under the CGST Act was served on 29 December 2023. The appeal was filed on {day}."
    read = readings(matter)
    assert read["gst-appeal.within-three-months"] == three_months
    assert read.get("gst-appeal.within-further-month") == further_month


@pytest.mark.parametrize(("day", "status"), [("9 January 2023", "met"), ("9 January 2021", "contrary")])
def test_the_dates_decide_whether_five_years_had_passed_since_the_purchase(day: str, status: str) -> None:
    matter = (
        f"The eviction petition under Section 14(1)(e) of the Delhi Rent Control Act was filed on {day}."
        " The landlord purchased the shop on 11 August 2016."
    )
    assert readings(matter)["eviction.five-years-purchase"] == status


def test_an_application_soon_after_the_ex_parte_decree_is_in_time_and_a_late_one_is_left_to_the_words() -> None:
    matter = "The suit was decreed ex parte on 2 January 2019. The petition under Order IX Rule 13 CPC was filed on {}."
    assert readings(matter.format("20 January 2019"))["ex-parte-decree.set-aside-in-time"] == "met"
    # Time runs from knowledge where the summons was not duly served, and nobody dates the knowledge.
    assert "ex-parte-decree.set-aside-in-time" not in readings(matter.format("20 May 2019"))


def test_a_matter_under_gst_raises_hearing_service_and_the_grounds_of_the_notice() -> None:
    matter = (
        "A demand of GST was confirmed under Section 73 of the CGST Act. The show-cause notice was put up on the common"
        " portal. No personal hearing was given. The order travels beyond the show-cause notice."
    )
    assert readings(matter) | {
        "gst-demand.service-169": "met",
        "gst-demand.hearing-75": "contrary",
        "gst-demand.within-notice": "contrary",
    } == readings(matter)


def test_the_charge_of_a_deceitful_promise_did_not_exist_before_the_new_code() -> None:
    matter = (
        "He had sexual relations with her on a promise of marriage and never meant to marry her. She consented only"
        " because he promised to marry her."
    )
    assert "promise-to-marry.deceit" not in readings(matter, date(2019, 5, 1))
    assert readings(matter, date(2019, 5, 1))["promise-to-marry.consent-on-promise"] == "met"
    assert readings(matter, date(2024, 8, 1))["promise-to-marry.deceit"] == "met"


def test_the_charges_of_the_uapa_are_read_each_by_its_own_ingredients() -> None:
    matter = (
        "Charged under sections 17, 20 and 38 of the UAPA. He is an active member of the banned organisation, which is"
        " listed in the First Schedule. No money trail was found. The review authority recommended sanction."
    )
    assert readings(matter) | {
        "terrorist-membership.member": "met",
        "terrorist-association.listed": "met",
        "terror-funding.funds": "contrary",
        "uapa-bail.sanction-review": "met",
    } == readings(matter)


@pytest.mark.parametrize(("day", "status"), [("20 March 2019", "met"), ("20 May 2019", "contrary")])
def test_the_dates_decide_whether_an_appeal_under_the_atrocities_act_was_in_time(day: str, status: str) -> None:
    matter = (
        "The Special Court refused bail under the SC/ST Act on 4 January 2019. The appeal under section 14A was filed"
        f" in the High Court on {day}."
    )
    assert readings(matter)["scst-appeal.within-ninety"] == status


def test_ornaments_taken_from_the_dead_are_read_beside_the_murder() -> None:
    matter = (
        "Charged under sections 302 and 404 IPC. The deceased was wearing a gold chain. The accused pledged the chain"
        " of the deceased with a pawnbroker."
    )
    assert readings(matter)["dead-persons-property.possession-at-death"] == "met"
    assert readings(matter)["dead-persons-property.misappropriation"] == "met"


@pytest.mark.parametrize(
    "matter",
    [
        "The accused stabbed his brother at night. He was arrested and his statement was recorded.",
        "The defendant was granted leave to defend the summary suit on the bill of exchange.",
        "The temporary bridge was closed without notice.",
        "The company promised to pay and the manager agreed.",
    ],
)
def test_matters_of_another_kind_raise_none_of_these(matter: str) -> None:
    rare = "leave-to-contest temporary-service gst-demand gst-appeal pmla-statement terrorist-act terror-funding"
    rare += " terrorist-membership terrorist-association dead-persons-property suicide-of-child sale-title scst-appeal"
    subjects = set(rare.split())
    assert {row.id for row in read_ingredients(matter) if row.id.partition(".")[0] in subjects} == set()


@pytest.mark.parametrize(
    ("matter", "absent"),
    [
        ("The dacoits struck terror in the village. He is charged under section 395 IPC.", "terrorist-act"),
        ("He was convicted under section 3 TADA for a terrorist act. The blast killed 12 persons.", "terrorist-act"),
        ("He is charged under section 19 UAPA for harbouring a terrorist.", "terror-conspiracy"),
        ("He is charged under section 107 IPC with section 306 IPC. The deceased hanged herself.", "suicide-of-child"),
    ],
)
def test_a_charge_is_not_raised_by_another_law(matter: str, absent: str) -> None:
    assert absent not in {row.subject for row in read_ingredients(matter, None, read_lines(matter))}
