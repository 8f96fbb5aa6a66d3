"""Civil lines as other hands told them, and what is so near to them that it draws none."""

import pytest

from countercase.domain.checklist import LawLine, Stands
from countercase.facts.lines import read_lines


def of_rule(text: str, rule: str) -> list[LawLine]:
    return [line for line in read_lines(text) if line.rule == rule]


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        (
            "MACT. Accident 3.2.2024. Premium cheque bounced; insurer cancelled the policy by letter of 10.2.2024.",
            Stands.WITHIN,
        ),
        (
            "MACT, accident on 3 February 2024. The insurer had cancelled the policy on 10 January 2024.",
            Stands.CROSSED,
        ),
        ("MACT. 10.02.2024 - policy cancelled, premium unpaid. 03.02.2024 - accident, tipper.", Stands.WITHIN),
    ],
)
def test_a_policy_is_cancelled_before_or_after_the_accident(text: str, stands: Stands) -> None:
    assert [line.stands for line in of_rule(text, "policy-cancelled")] == [stands]


@pytest.mark.parametrize(
    "text",
    [
        "MACT claim. Accident 3.2.2024. The policy was not cancelled till 10.2.2024.",
        "MACT claim. Accident 3.2.2024. The registration of the tipper was cancelled on 10.2.2024.",
    ],
)
def test_nothing_is_cancelled(text: str) -> None:
    assert of_rule(text, "policy-cancelled") == []


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        (
            "MACT. Deceased, a bachelor aged 24. Tribunal deducted 1/3rd towards his own expenses. Parents claim.",
            Stands.CROSSED,
        ),
        ("MACT. Decd was unmarried, aged 24. Tribunal deducted one-half for personal expenses.", Stands.WITHIN),
    ],
)
def test_one_half_is_deducted_for_a_bachelor(text: str, stands: Stands) -> None:
    assert [line.stands for line in of_rule(text, "deduction applied")] == [stands]


@pytest.mark.parametrize(
    "text",
    [
        "MACT. Deceased, a bachelor, kept a widowed mother and sisters. One-third was deducted for personal expenses.",
        "MACT. The insurer cites a case of a bachelor. Tribunal deducted one-third for personal expenses.",
        "MACT. Deceased left an unmarried sister. Tribunal deducted one-third for personal expenses.",
    ],
)
def test_this_is_no_bachelor_for_whom_half_is_deducted(text: str) -> None:
    assert all("bachelor" not in line.quantity for line in read_lines(text))


def test_a_public_private_partnership_that_only_a_ruling_concerns() -> None:
    text = (
        "Act of 2013. Acquisition for a private company's cement plant. Affected families: consent of 72 per cent."
        " A PPP road in the taluka is cited."
    )
    assert {line.rule for line in read_lines(text)} == {"rfctlarr-2-2-private"}


@pytest.mark.parametrize(
    "text",
    [
        # three months ended while the court was open; only the further thirty days fell in the holidays
        "Award received 26.8.2003. Holidays from 25.12.2003. Section 34 petition filed on reopening, 2.1.2004.",
        "Specific performance. Deed to be executed by 31.3.2001. Court reopened 3.1.2005. Suit filed 3.1.2005.",
    ],
)
def test_the_time_did_not_run_out_in_the_holidays(text: str) -> None:
    assert of_rule(text, "lim-4-reopening") == []


def test_the_petition_of_a_party_whose_own_receipt_counts_runs_from_the_disposal_of_its_request() -> None:
    text = (
        "Award received by the site office 15.5.2018; award received by the Chief Engineer 25.5.2018."
        " Request under section 33 for correction made 20.6.2018, rejected 16.7.2018. Section 34 petition 9.10.2018."
    )
    assert [(line.value, line.stands) for line in of_rule(text, "arb-34-three")] == [
        ("2 months 23 days", Stands.WITHIN)
    ]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        # a loan that a bank sanctioned to the buyer is none between the parties
        (
            "Specific performance of an agreement of 10.4.2022. 18.6.2022 - bank sanctions loan to him. Suit 22.5.25.",
            "lim-19-loan",
        ),
        # the challan of a bank is no police report
        (
            "417 IPC. Remanded 7.7.2009. Challan of the State Bank shows deposit of the fee on 29.9.2009.",
            "crpc-charge-sheet-60",
        ),
        # the brother attained majority, but nobody's guardian sold
        (
            "Suit to set aside a sale deed of 2001. The vendor's brother became a major on 2.12.2012. Suit 21.9.2015.",
            "lim-60-majority",
        ),
        # void for another reason, and no possession of the buyer
        (
            "Sale deed executed 18.5.1998, void for want of consideration. Suit for declaration filed 9.2.2012.",
            "lim-65-void",
        ),
    ],
)
def test_the_rule_is_not_about_this(text: str, rule: str) -> None:
    assert of_rule(text, rule) == []


def test_the_stay_of_another_owner_and_none_of_ours() -> None:
    text = (
        "Act of 2013. S. 11 notification 2.8.2019, s. 19 declaration 30.10.2020. No stay by any court."
        " Her cousin had a stay for his own plot."
    )
    assert [line.stands for line in of_rule(text, "rfctlarr-19")] == [Stands.CROSSED]


def test_an_undated_stay_may_save_a_declaration() -> None:
    text = (
        "Act of 2013. S. 11 notification 2.8.2019, s. 19 declaration 30.10.2020. The High Court stayed the proceedings."
    )
    assert of_rule(text, "rfctlarr-19") == []


def test_the_plaint_of_a_majority_is_told_in_years() -> None:
    text = (
        "Art. 60. The mother sold the minor's land as guardian, by deed of 1995, without leave. Plf born 15.8.1988."
        " Suit to set aside the sale 4.1.2011."
    )
    assert [line.value for line in of_rule(text, "lim-60")] == ["4 years 4 months 20 days"]


@pytest.mark.parametrize(
    "text",
    [
        # twelve years from 1998 end in 2010: before the suit or after it
        "Suit for possession on title filed on 3.6.2010. Defendant pleads adverse possession since 1998.",
        "Suit for possession on title filed on 3.6.2012. In the case cited there was adverse possession since 1990.",
        "Suit for possession on title filed on 3.6.2012. He never pleaded adverse possession since 1990.",
        "Suit for possession 3.6.2012. D-1 pleads adverse possession since 1995, D-2 adverse possession since 2004.",
    ],
)
def test_the_year_of_the_possession_does_not_tell_the_side(text: str) -> None:
    assert of_rule(text, "lim-65-year") == []


@pytest.mark.parametrize(
    "text",
    [
        "Suit for damages for breach. Notice of refusal 2.3.2016. Suit filed 5.7.2019.",
        "Mortgage money to be paid by 31.3.2004. Suit for sale of the mortgaged house filed 20.5.2017.",
    ],
)
def test_a_suit_for_other_relief_is_none_for_performance(text: str) -> None:
    assert all(line.provision.base != "Limitation-Article-54" for line in read_lines(text))


def test_the_time_for_a_copy_may_leave_nothing_to_be_condoned() -> None:
    text = (
        "IBC. Appeal to the NCLAT from the order of 4.4.2023; certified copy applied 10.4.2023, received 15.4.2023."
        " Appeal filed 8.5.2023."
    )
    assert of_rule(text, "ibc-61-further") == []
    assert [line.stands for line in of_rule(text, "ibc-61")] == [Stands.WITHIN]


def test_a_child_who_drove_is_not_the_deceased() -> None:
    text = "MACT. Minor driver of 16 years was at the wheel of the car; insurer pleads breach. The widow claims."
    assert [line.rule for line in read_lines(text)] == ["mv-4-1-age"]
