"""Lines of a motor accident award: prospects of a post, dependants, the deduction, the conventional heads."""

import pytest

from countercase.facts.lines import read_lines


def sides(text: str, rule: str) -> list[tuple[str, str]]:
    """The value and the side of each line of a rule."""
    return [(line.value, line.stands.value) for line in read_lines(text) if line.rule == rule]


@pytest.mark.parametrize(("share", "stands"), [("30", "crossed"), ("50", "within")])
def test_a_trade_in_a_permanent_post_is_no_own_business(share: str, stands: str) -> None:
    text = (
        "MACT award of 4.5.2021. The deceased, aged 33, was a permanent welder in the Railway workshop."
        f" {share}% future prospects were added."
    )
    assert sides(text, "prospects applied") == [(f"{share} per cent", stands)]


def test_a_trade_on_his_own_stays_an_own_business() -> None:
    text = "MACT award of 4.5.2021. The deceased, aged 33, was a welder. 50% future prospects were added."
    assert sides(text, "prospects applied") == [("50 per cent", "crossed")]


@pytest.mark.parametrize(("part", "stands"), [("one-third", "crossed"), ("one-fourth", "within")])
def test_the_deduction_is_held_against_the_dependants_listed_at_the_head(part: str, stands: str) -> None:
    text = (
        "Petitioners: Asha (29), widow; three children, 7, 5, 2; mother, 60; all lived on the salary of the deceased."
        f" MACT award 3.3.2022 with {part} deduction."
    )
    assert sides(text, "deduction applied") == [(part, stands)]


def test_a_deduction_for_negligence_is_none_for_personal_expenses() -> None:
    text = (
        "Petitioners: Asha (29), widow; three children; mother, 60; all lived on the salary of the deceased. MACT award"
        " 3.3.2022 with one-third deduction for contributory negligence."
    )
    assert sides(text, "deduction applied") == []


def test_the_sole_earner_of_so_many_claimants() -> None:
    text = "M.A.C.P. 12/2020. Accident 4.6.2020, motor cycle. The deceased was sole earner of 3 claimants."
    assert sides(text, "dependants") == [("3", "within")]


@pytest.mark.parametrize(
    ("award", "sum_given", "stands"),
    [
        ("5.6.2019", "40,000", "within"),
        ("5.6.2022", "40,000", "crossed"),
        ("5.6.2022", "44,000", "within"),
        ("5.6.2024", "44,000", "crossed"),
    ],
)
def test_consortium_rises_by_a_tenth_every_three_years(award: str, sum_given: str, stands: str) -> None:
    text = f"Motor accident. MACT award {award}: consortium Rs {sum_given}, the widow."
    assert [side for _, side in sides(text, "conventional sum")] == [stands]


def test_a_sum_claimed_or_given_to_several_draws_no_line() -> None:
    text = "Motor accident. MACT award 5.6.2022. They claim for consortium Rs 40,000."
    assert sides(text, "conventional sum") == []
    text = "Motor accident. MACT award 5.6.2022: consortium Rs 1,32,000."
    assert sides(text, "conventional sum") == []


def test_consortium_is_not_for_the_spouse_alone() -> None:
    text = "Motor accident. Claim of widow and two sons. Award 5.6.2022. Consortium to the widow only."
    assert sides(text, "consortium") == [("the spouse alone", "crossed")]
    text = "Motor accident. Claim of the widow. Award 5.6.2022. Consortium to the widow only."
    assert sides(text, "consortium") == []


def test_the_petition_of_a_motor_claim_is_the_claim() -> None:
    text = "M.A.C.P. 88/2023. Accident 4.5.2023, bus against scooter. Petition filed 3.12.2023."
    assert sides(text, "mv-166") == [("6 months 29 days", "crossed")]
