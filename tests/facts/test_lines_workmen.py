"""Lines of labour law: days worked, retrenchment, a dismissal while a dispute is pending, suspension, gratuity."""

import pytest

from countercase.domain.checklist import Stands
from countercase.facts.lines import read_lines


def sides(text: str, rule: str) -> list[tuple[str, str]]:
    """The value and the side of each line of a rule."""
    return [(line.value, line.stands.value) for line in read_lines(text) if line.rule == rule]


@pytest.mark.parametrize(
    ("figures", "value", "stands"),
    [
        ("203 days of work and 52 paid Sundays", "255 days (203 + 52)", Stands.WITHIN),
        ("203 days on duty + 44 weekly offs with wages", "247 days (203 + 44)", Stands.WITHIN),
        ("170 days worked and 40 paid weekly offs and holidays", "210 days (170 + 40)", Stands.CROSSED),
    ],
)
def test_days_worked_are_a_sum_of_work_and_paid_rest(figures: str, value: str, stands: Stands) -> None:
    text = f"The workman was retrenched on 3.4.2019. The muster shows {figures} in the last year."
    assert sides(text, "ida-25b-days") == [(value, stands.value)]


def test_no_line_if_it_turns_on_whether_the_weekly_rest_was_paid() -> None:
    text = "The workman was retrenched on 3.4.2019. The register shows 203 days of work and 52 Sundays."
    assert sides(text, "ida-25b-days") == []


def test_the_days_of_a_cited_ruling_are_not_those_of_the_workman() -> None:
    text = "Retrenchment of a daily wager. The mill relied on a ruling where a sweeper had put in only 96 days."
    assert sides(text, "ida-25b-days") == []


def test_the_days_of_the_workman_stand_beside_a_cited_ruling() -> None:
    text = (
        "Retrenchment of a daily wager. He worked 251 days. The mill relied on a ruling where a sweeper had put in only"
        " 96 days."
    )
    assert sides(text, "ida-25b-days") == [("251 days", "within")]


@pytest.mark.parametrize(("paid", "stands"), [("6 March 2020", "crossed"), ("2 January 2020", "within")])
def test_compensation_is_paid_at_the_retrenchment(paid: str, stands: str) -> None:
    text = f"The workman was retrenched on 2 January 2020. Retrenchment compensation was paid on {paid}."
    assert [side for _, side in sides(text, "ida-25f-b")] == [stands]


def test_no_notice_and_no_wages_in_its_place() -> None:
    text = "Retrenchment of 9 May 2018. Without any notice or pay in lieu he was stopped from work on 9 May 2018."
    assert sides(text, "ida-25f") == [("none", "crossed")]
    alleged = "Retrenchment of 9 May 2018. Workman says he had no notice and no wages in lieu; mill says both."
    assert sides(alleged, "ida-25f") == []


@pytest.mark.parametrize(("paid", "stands"), [("18,250", "within"), ("15,000", "crossed")])
def test_a_months_wages_on_a_dismissal_while_a_dispute_is_pending(paid: str, stands: str) -> None:
    text = (
        f"Workman dismissed by the management on 4.5.2021; s. 33(2)(b) attracted. One month's wages of Rs {paid} paid."
        " Last drawn wages Rs 18,250."
    )
    assert sides(text, "ida-33-2-b") == [(f"Rs {paid}", stands)]


def test_wages_alone_do_not_make_up_for_the_approval() -> None:
    text = (
        "Workman dismissed by the management on 4.5.2021; s. 33(2)(b) attracted. One month's wages of Rs 18,250 paid."
        " Last drawn wages Rs 18,250. Approval was never sought from the Tribunal."
    )
    (line,) = (line for line in read_lines(text) if line.rule == "ida-33-2-b")
    assert "no application for approval was made" in line.says


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Workman. 5.1.2018 - suspension. 20.8.2018 - dismissal by the Manager. Subsistence 50% throughout.",
            [("50 per cent", "crossed")],
        ),
        (
            "Workman. 5.1.2018 - suspension. 20.8.2018 - dismissal by the General Manager. 75% of wages all through.",
            [("75 per cent", "within")],
        ),
        # seventy days: half is all that was due
        (
            "Workman. 5.1.2018 - suspension. 16.3.2018 - dismissal by the Manager. Allowance of 50% throughout.",
            [],
        ),
        # a Government servant has the Fundamental Rules
        (
            "Labour court; FR 53. 5.1.2018 - suspension. 20.8.2018 - dismissal from service. Allowance 50% throughout.",
            [],
        ),
    ],
)
def test_three_quarters_are_due_after_ninety_days_of_suspension(text: str, expected: list[tuple[str, str]]) -> None:
    assert sides(text, "standingorders-10a") == expected


def test_service_runs_from_joining_and_not_from_a_circular() -> None:
    text = (
        "Workman's gratuity not paid.\n11.06.2015 Engaged as fitter on daily rates by the Board.\n"
        "30.09.2019 Stopped at the gate. The State circular speaks of ten years' service."
    )
    assert sides(text, "gratuity-4-service") == [("4 years 3 months 19 days", "crossed")]


def test_a_brief_under_section_2a_is_the_application_to_the_labour_court() -> None:
    text = (
        "Labour Court, 2A application of the workman.\n1.2.2019 - dismissal from service\n3.5.2021 - application to the"
        " conciliation officer\n1.6.2021 - this petition"
    )
    assert sides(text, "ida-2a-2") == [("29 days", "crossed")]
    assert sides(text, "ida-2a-3") == [("2 years 4 months", "within")]


@pytest.mark.parametrize("words", ["he was dismissed from service on 9.9.2019", "dismissal order 9.9.2019"])
def test_a_dismissal_ends_the_service_of_a_workman(words: str) -> None:
    text = f"Labour Court. Workman suspended on 3.2.2019; {words}. Half wages were paid till dismissal."
    assert sides(text, "standingorders-10a") == [("50 per cent", "crossed")]
    text = f"Gratuity claim. She joined as clerk on 1.2.2014 and {words.replace('he was', 'was')}."
    assert sides(text, "gratuity-4-service") == [("5 years 7 months 8 days", "within")]
