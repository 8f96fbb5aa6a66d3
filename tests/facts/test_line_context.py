"""One test for each reason why lines of the later sets were missed: context, licences, further time."""

import pytest

from countercase.domain.checklist import Stands
from countercase.facts.lines import read_lines


def sides(text: str, provision: str) -> set[Stands]:
    return {line.stands for line in read_lines(text) if provision in {other.base for other in line.provisions}}


def values(text: str, rule: str) -> list[str]:
    return [line.value for line in read_lines(text) if line.rule == rule]


def test_a_memo_is_no_dishonour_where_there_is_no_cheque() -> None:
    text = (
        "S. 302 IPC. A memo for absence was issued to PW-2 on 17.9.2019. Notice sent 30.12.2019. Occurrence 1.9.2019."
    )
    assert sides(text, "NI-138") == set()


@pytest.mark.parametrize(("day", "expected"), [("27.01.2025", Stands.WITHIN), ("27.02.2025", Stands.CROSSED)])
def test_a_refusal_of_bail_is_the_order_appealed_from(day: str, expected: Stands) -> None:
    text = f"Appeal u/s 14A SC/ST Act. FIR 24.09.2024. Court refused AB on 05.11.2024. Appeal lodged {day}."
    assert expected in sides(text, "SCST-14A")


def test_the_further_time_to_appeal_is_a_line_of_its_own() -> None:
    late = "Appeal u/s 14A SC/ST Act. Spl. Court refused bail on 05.11.2024. Appeal lodged 27.02.2025."
    assert values(late, "scst-14a-further") == ["24 days"]
    in_time = "Appeal u/s 14A SC/ST Act. Spl. Court refused bail on 05.11.2024. Appeal lodged 27.12.2024."
    assert values(in_time, "scst-14a-further") == []


def test_an_appeal_under_the_unlawful_activities_act_lies_under_the_nia_act() -> None:
    text = "S. 18, 20 UAPA. Bail refused by the Special Court 05.03.2026; appeal on the {} day."
    assert sides(text.format("64th"), "NIA-21") == {Stands.WITHIN, Stands.CROSSED}  # late, but it may be condoned
    assert sides(text.format("21st"), "NIA-21") == {Stands.WITHIN}


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        ("His gun licence was valid upto 31.07.2024.", {Stands.CROSSED}),
        ("Gun licence of A-1 valid upto 31.12.2024.", {Stands.WITHIN}),
        ("The brother's gun licence was valid upto 31.07.2024.", set()),
        ("His gun licence was renewed on 31.07.2023.", set()),
    ],
)
def test_an_arms_licence_is_held_against_the_day(licence: str, expected: set[Stands]) -> None:
    assert sides(f"S. 103 BNS. On 02.08.2024 A-1 fired his gun at the deceased. {licence}", "Arms-3") == expected


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        ("The driver's licence had expired 41 days earlier, renewed 19.07.2023.", {Stands.CROSSED}),
        ("The driving licence expired on 01.05.2023.", {Stands.CROSSED}),
        ("The driving licence was valid upto 01.05.2024.", {Stands.WITHIN}),
    ],
)
def test_a_driving_licence_is_held_against_the_accident(licence: str, expected: set[Stands]) -> None:
    assert sides(f"MACT claim. Accident 12.06.2023, lorry hit the motorcycle. {licence}", "MV-3") == expected


def test_a_licence_ran_on_for_thirty_days_before_2019() -> None:
    text = (
        "Claim under the Motor Vehicles Act. Accident on 25 November 2015. The driver's licence had run out {} earlier."
    )
    assert sides(text.format("a little over three weeks"), "MV-14") == {Stands.WITHIN}
    assert sides(text.format("just over four weeks"), "MV-14") == set()
    assert sides(text.format("two months"), "MV-14") == {Stands.CROSSED}


@pytest.mark.parametrize(("ready", "expected"), [("09.03.2025", Stands.CROSSED), ("19.03.2025", Stands.WITHIN)])
def test_the_day_of_a_copy_may_leave_its_year_to_the_next(ready: str, expected: Stands) -> None:
    text = (
        "First appeal, Dist. Court Mathura. Suit for possession decreed. Decree 03.03.2025. Copy applied 04.03, ready"
        f" {ready}. Appeal filed 17.04.2025."
    )
    assert sides(text, "Limitation-12") == {expected}


def test_a_word_for_kin_may_describe_the_accused() -> None:
    text = (
        "S. 302 r/w 34 IPC. Occurrence 14.11.2023. A-2 Jassa (son), age 17 yrs 8 mths by matric certificate, is said to"
        " have raised a lalkara."
    )
    assert sides(text, "JJ-2") == {Stands.WITHIN}


def test_a_student_who_hanged_himself_is_the_deceased() -> None:
    text = "FIR u/s 108 BNS. Dec'd Aniket, student for NEET, was 17 yrs 10 months. He hanged himself on 09.09.2024."
    assert sides(text, "BNS-107") == {Stands.WITHIN}


def test_the_victim_numbered_as_a_witness() -> None:
    text = "S. 376 IPC. Victim PW-1, {}, staff nurse. Act on 12.12.2021. A patient, a girl of 16, was raped too."
    assert sides(text.format("19"), "IPC-375") == {Stands.CROSSED}
    assert sides(text.format("26"), "IPC-375") == {Stands.CROSSED}
    assert sides(text.format("46"), "IPC-375") == set()


@pytest.mark.parametrize(("day", "expected"), [("22.08.2025", Stands.WITHIN), ("22.09.2025", Stands.CROSSED)])
def test_no_complaint_in_a_case_of_commercial_quantity(day: str, expected: Stands) -> None:
    text = f"NDPS case, ganja 23.2 kg seized 07.03.2025. Remand 08.03.2025. Charge-sheet not filed till today {day}."
    assert expected in sides(text, "NDPS-36A")


def test_a_length_beyond_the_period_is_part_of_its_line() -> None:
    text = (
        "S. 138 NI Act. Notice served 24.01.2023. 23.03.2023 - complaint presented. Month ran out 11.03.2023; 14 days"
        " beyond the month."
    )
    (line,) = [line for line in read_lines(text) if line.rule == "ni-142-2003"]
    assert line.stands is Stands.CROSSED


def test_a_cheque_may_be_presented_again() -> None:
    text = "Cheque dt. 05.02.2024. Presented first 20.02.2024, funds insufficient. Presented again {}, returned."
    assert sides(text.format("29.04.2024"), "NI-138") == {Stands.WITHIN}
    assert sides(text.format("29.05.2024"), "NI-138") == {Stands.WITHIN, Stands.CROSSED}


def test_police_custody_given_in_parts_is_added_up() -> None:
    text = (
        "FIR u/s 318(4) BNS. 03.09.2024 - remanded to police custody 4 days. 24.09.2024 - PC sought again 8 days; {}."
    )
    assert values(text.format("granted"), "police custody") == ["12 days"]
    assert values(text.format("refused"), "police custody") == []


def test_a_complaint_on_one_section_alone_has_its_own_limitation() -> None:
    text = (
        "FIR u/s 305 BNS for theft on 5.8.2024. Separately a guard struck him, section 115(2) of the Sanhita only; he"
        " filed a complaint before the Magistrate {} months after the blow."
    )
    assert sides(text.format("sixteen"), "BNSS-514") == {Stands.CROSSED}
    assert Stands.CROSSED not in sides(text.format("nine"), "BNSS-514")


def test_the_balance_that_the_text_states_is_the_balance() -> None:
    text = (
        "Suit for specific performance. Agreement to sell for Rs 63 lakh; advance Rs 15 lakh, later Rs 5 lakh more."
        " Readiness: bank a/c had Rs 6.2 lakh. Balance was Rs 43 lakh."
    )
    assert [line.line for line in read_lines(text) if line.rule == "funds"] == ["Rs 43,00,000"]
