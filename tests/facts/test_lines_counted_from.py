"""Which Act, order, stay, suit, memo or judgment the lines of a matter count from."""

import pytest

from countercase.facts.lines import read_lines

DETENTION = (
    "Order of the DM under section 3(2) NSA.\n"
    "04.03.2019 - detention order{served}\n"
    "12.03.2019 - grounds handed over.\n"
    "14.03.2019 - State approves.\n"
    "18.03.2019 - reference to Advisory Board.\n"
    "27.03.2019 - report to Central Govt.\n"
    "02.05.2019 - Board reports sufficient cause.\n"
)


def lines(text: str) -> dict[str, tuple[str, str]]:
    return {line.provision.id: (line.stands.value, line.value) for line in read_lines(text)}


def test_an_order_served_on_its_day_shows_that_the_grounds_came_late() -> None:
    assert lines(DETENTION.format(served=", executed in jail that day."))["NSA-8(1)"] == ("crossed", "8 days")
    assert "NSA-8(1)" not in lines(DETENTION.format(served="."))  # it may have been served later


def test_the_report_to_the_centre_is_not_that_of_the_board() -> None:
    found = lines(DETENTION.format(served=", served the same day."))
    assert found["NSA-3(5)"] == ("crossed", "13 days")
    assert found["NSA-11(1)"] == ("crossed", "59 days")


@pytest.mark.parametrize(
    "cited",
    [
        "Petitioner cites a COFEPOSA ruling where five months passed.",
        "The State's ruling is on COFEPOSA.",
        "The decision under the COFEPOSA is distinguishable.",
    ],
)
def test_the_act_of_a_cited_ruling_is_not_that_of_the_matter(cited: str) -> None:
    found = lines(DETENTION.format(served=", served the same day.") + cited)
    assert not any(provision.startswith("COFEPOSA") for provision in found)
    assert "NSA-10" in found


def test_a_ruling_under_another_act_does_not_lengthen_the_time_for_a_charge_sheet() -> None:
    text = (
        "Default bail, FIR u/s 420 IPC. 05.02.2021 - arrested and first remanded. 09.04.2021 - charge-sheet filed. "
        "State's ruling is on UAPA, where 180 days were allowed."
    )
    found = lines(text)
    assert found["CrPC-167(2)"][0] == "crossed"
    assert not any(provision.startswith("UAPA") for provision in found)


ACQUISITION = (
    "WP for the State.\n"
    "18.08.2005 - S. 4(1) LA Act, last publication.\n"
    "02.11.2006 - S. 6 declaration.\n"
    "21.10.2008 - award.\n"
)


def test_a_stay_after_the_award_lengthens_no_earlier_period() -> None:
    late = ("crossed", "1 year 2 months 15 days")
    assert lines(ACQUISITION)["LAA-6(1)"] == late
    assert lines(ACQUISITION + "22.04.2015 - rule nisi, status quo.")["LAA-6(1)"] == late
    assert "LAA-6(1)" not in lines(ACQUISITION + "The High Court had stayed the acquisition for some months.")


def test_the_earlier_suit_is_not_the_suit_in_hand() -> None:
    text = (
        "Second appeal in a suit for specific performance.\n"
        "12.06.2011 - agreement to sell, deed on or before 31.12.2011.\n"
        "03.02.2013 - earlier suit of the plaintiff for a bare injunction, not pressed.\n"
        "17.01.2015 - plaint presented.\n"
    )
    assert lines(text)["Limitation-Article-54"] == ("crossed", "3 years 17 days")


def test_the_memo_counts_from_the_day_it_reached_the_payee() -> None:
    text = (
        "Complaint u/s 138 NI Act.\n5.1.2016 - cheque, Rs 12 lakhs.\n1.4.2016 - Presented.\n"
        "4.4.2016 - Return memo; reaches complainant 18.4.2016 as per the bank.\n11.5.2016 - Lawyer's notice.\n"
    )
    notice = [
        line.value for line in read_lines(text) if line.quantity == "days from information of dishonour to notice"
    ]
    assert notice == ["23 days"]


def test_special_leave_counts_from_the_high_court() -> None:
    text = (
        "SLP (Crl.) for pre-arrest bail.\n1. Special Court, 03/11/2022: rejected u/s 438.\n"
        "2. Appeal filed 20/02/2023. HC 04/05/2023: dismissed. SLP 17/07/2023."
    )
    assert lines(text)["Limitation-Article-133"] == ("within", "74 days")
