"""Lines of land acquired, rent in Delhi and consumers: what a date, a copy or a deposit decides."""

import pytest

from countercase.facts.lines import read_lines


def sides(text: str, rule: str) -> list[tuple[str, str]]:
    """The value and the side of each line of a rule."""
    return [(line.value, line.stands.value) for line in read_lines(text) if line.rule == rule]


ACQUIRED = "Land Acquisition Act, 1894. Section 4 notification 3.2.2005. "


@pytest.mark.parametrize("words", ["are heard", "stood rejected", "under section 5A were heard and overruled"])
def test_the_hearing_of_objections_is_not_their_filing(words: str) -> None:
    assert sides(f"{ACQUIRED}10.9.2005: Objections {words}.", "laa-5a") == []


def test_objections_filed_are_counted() -> None:
    assert sides(f"{ACQUIRED}10.9.2005: Objections filed.", "laa-5a") == [("219 days", "crossed")]


def test_a_notice_without_a_copy_of_the_award_opens_the_six_months() -> None:
    text = (
        f"{ACQUIRED}Award made on 6.6.2007. Notice under section 12(2) served 2.7.2007; the owner says that no copy of"
        " the award came with it. Reference application 20.9.2007."
    )
    assert sides(text, "laa-18-notice") == [("80 days", "crossed")]
    assert sides(text, "laa-18-no-copy") == [("3 months 14 days", "within")]
    (line,) = (line for line in read_lines(text) if line.rule == "laa-18-notice")
    assert "Premji Nathu" in line.says


def test_a_notice_with_its_copy_has_six_weeks_only() -> None:
    text = (
        f"{ACQUIRED}Award made on 6.6.2007. Notice under section 12(2) served with the award 2.7.2007. Reference"
        " application 20.9.2007."
    )
    assert sides(text, "laa-18-no-copy") == []


def test_a_date_of_the_judgment_is_not_that_of_the_application_made_months_after_it() -> None:
    text = (
        f"{ACQUIRED}Judgment of the reference court 4.4.2011. A neighbour applied under section 28A five months after"
        " the judgment of 4.4.2011."
    )
    assert ("0 days", "within") not in sides(text, "laa-28a")


def test_a_certified_copy_of_the_award_is_not_the_award() -> None:
    text = (
        f"{ACQUIRED}15.12.2008: Award. 8.2.2009: He obtains a certified copy of the award. Lapse pleaded under section"
        " 24(2)."
    )
    assert sides(text, "rfctlarr-24-years") == [("5 years 17 days", "within")]


@pytest.mark.parametrize(("possession", "stands"), [("3 June 2023", "crossed"), ("9 September 2023", "within")])
def test_six_months_pass_before_possession_for_need(possession: str, stands: str) -> None:
    text = (
        "Delhi Rent Control Act. Eviction for bona fide need of the landlady was ordered by the order dated 1 March"
        f" 2023. Possession was taken on {possession}."
    )
    assert [side for _, side in sides(text, "drc-14-7")] == [stands]


def test_no_six_months_where_the_ground_is_default_in_rent() -> None:
    text = (
        "Delhi Rent Control Act. Eviction for non-payment was ordered by the order dated 1 March 2023. Possession was"
        " taken on 3 June 2023."
    )
    assert sides(text, "drc-14-7") == []


def test_a_gift_is_an_acquisition_by_transfer() -> None:
    text = (
        "Delhi Rent Control Act. The landlord has title by a registered gift deed of 7 May 2019. Eviction petition"
        " filed on 2 March 2022. He also pleads a family settlement of 2011."
    )
    (line,) = (line for line in read_lines(text) if line.rule == "drc-14-6")
    assert line.stands.value == "crossed"
    assert "no transfer" in line.says


CONSUMER = "Consumer Protection Act, 2019. "


@pytest.mark.parametrize(("deposit", "stands"), [("3,00,000", "crossed"), ("4,50,000", "within")])
def test_half_of_the_amount_ordered_goes_with_the_appeal(deposit: str, stands: str) -> None:
    text = (
        f"{CONSUMER}Appeal under section 41 from the order dated 4 March 2024 of the District Commission, directing"
        f" payment of Rs. 9,00,000, with a deposit of Rs. {deposit}."
    )
    assert [side for _, side in sides(text, "cpa2019-41-deposit")] == [stands]


def test_the_forum_goes_by_the_consideration_paid_and_not_by_the_claim() -> None:
    text = (
        f"{CONSUMER}The complaint, claiming Rs. 70,00,000, was filed on 3 May 2023 in the District Commission. She was"
        " operated upon payment of Rs. 2,10,000."
    )
    assert sides(text, "cpa2019-district-2021") == [("Rs 2,10,000", "within")]


@pytest.mark.parametrize(
    "cure", ["corrective surgery was done on 5 July 2022", "he was re-operated elsewhere on 5 July 2022"]
)
def test_time_runs_from_the_operation_and_not_from_its_cure(cure: str) -> None:
    text = (
        f"{CONSUMER}Medical negligence. She underwent hysterectomy at the hospital on 1 March 2022."
        f" {cure.capitalize()}. The consumer complaint was filed on 4 April 2024."
    )
    assert sides(text, "cpa2019-69-treatment") == [("2 years 1 month 3 days", "crossed")]


def test_the_version_in_a_case_of_services_has_its_own_clause() -> None:
    text = f"{CONSUMER}Notice received 1 March 2023. Written version filed on 3 May 2023."
    (line,) = (line for line in read_lines(text) if line.rule == "cpa2019-38")
    assert "CPA2019-38(3)(a)" in {provision.id for provision in line.provisions}


def test_a_delay_that_was_condoned_is_said_to_be() -> None:
    text = "MACT award 5.1.2021. Appeal filed 3.9.2022; delay condoned."
    (line,) = (line for line in read_lines(text) if line.rule == "mv-173")
    assert line.says.endswith("The delay was condoned.")


@pytest.mark.parametrize("words", ["application to condone the delay pending", "the delay was not condoned"])
def test_a_delay_not_yet_condoned_is_not_said_to_be(words: str) -> None:
    text = f"MACT award 5.1.2023. Appeal filed 3.9.2023; {words}."
    (line,) = (line for line in read_lines(text) if line.rule == "mv-173")
    assert "was condoned" not in line.says


def test_the_allowance_of_the_last_month_unpaid_is_counted() -> None:
    text = (
        "Section 125 CrPC, maintenance of the wife. The instalments from May 2016 to August 2016 were not paid. She"
        " applied for a distress warrant on 6 February 2018."
    )
    (line,) = (line for line in read_lines(text) if line.rule == "crpc-125-3-due")
    assert line.stands.value == "crossed"


@pytest.mark.parametrize(
    "words",
    [
        "No amount was awarded under section 23(1A)",
        "Nothing given u/s 23(1-A)",
        "The additional market value was refused",
    ],
)
def test_the_additional_amount_that_was_not_given(words: str) -> None:
    text = f"{ACQUIRED}15.12.2006: Award. 20.1.2007: possession taken. {words} by the reference court."
    (line,) = (line for line in read_lines(text) if line.rule == "laa-23-1a-additional")
    assert (line.value, line.stands.value) == ("none", "crossed")
    assert "3 February 2005 to 15 December 2006, 1 year 10 months 12 days" in line.says


def test_the_additional_amount_that_was_given() -> None:
    text = f"{ACQUIRED}15.12.2006: Award. Additional amount at 12% under section 23(1A) was allowed."
    assert sides(text, "laa-23-1a-additional") == [("12 per cent", "within")]


@pytest.mark.parametrize(("born", "stands"), [("9 July 2005", "crossed"), ("9 July 2011", "within")])
def test_a_daughter_comes_of_age(born: str, stands: str) -> None:
    text = (
        f"Application under section 125 CrPC for maintenance of the wife and child. Their daughter was born on {born}."
        " The appeal is of 4 May 2024."
    )
    (line,) = (line for line in read_lines(text) if line.rule == "maintenance-daughter-majority")
    assert line.stands.value == stands
    assert ("9 July 2023" if stands == "crossed" else "9 July 2029") in line.says


def test_a_daughter_of_another_matter_has_no_line() -> None:
    text = "Section 376 IPC. The daughter was born on 9 July 2005. FIR 4 May 2024."
    assert sides(text, "maintenance-daughter-majority") == []


def test_children_told_in_one_breath_each_have_a_line() -> None:
    text = (
        "Application under section 125 CrPC for maintenance of the wife and children. Their daughter Mira was born on 9"
        " July 2005 and their son Om on 2 May 2012. The appeal is of 4 May 2024."
    )
    assert sides(text, "maintenance-son-majority") == [("12 years on 4 May 2024", "within")]


@pytest.mark.parametrize(("filed", "is_both"), [("20 March 2024", True), ("20 April 2024", False)])
def test_an_appeal_in_time_under_either_act_says_so(filed: str, is_both: bool) -> None:
    text = (
        f"The Family Court dissolved the marriage under the Hindu Marriage Act on 1 March 2024. Appeal filed {filed}."
    )
    (line,) = (line for line in read_lines(text) if line.rule == "hma-28-4")
    assert ("FamilyCourts-19(3)" in {provision.id for provision in line.provisions}) is is_both


def test_the_issue_of_warrants_is_no_delivery_of_possession() -> None:
    text = (
        "Delhi Rent Control Act, section 14(1)(e). Order of eviction dated 2.2.2023. Warrants of possession were"
        " issued on 5.5.2023."
    )
    assert sides(text, "drc-14-7") == []
