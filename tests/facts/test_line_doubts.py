"""One test for each reason why a line was missed, or drawn from words about something or somebody else."""

from countercase.domain.checklist import LawLine, Stands
from countercase.facts.lines import read_lines
from countercase.facts.timeline import read_timeline


def sides(text: str, provision: str) -> set[Stands]:
    return {line.stands for line in read_lines(text) if provision in {other.base for other in line.provisions}}


def lines_of(text: str, rule: str) -> list[LawLine]:
    return [line for line in read_lines(text) if line.rule == rule]


def test_a_digit_of_an_hour_that_a_scan_reads_as_a_letter() -> None:
    text = "S. 302 IPC. A-1 arrested 19.09.2016, 4 pm; produced 20.09.2016, l pm."
    (line,) = lines_of(text, "crpc-production")
    assert (line.value, line.stands) == ("21 hours", Stands.WITHIN)


def test_an_arrest_at_the_spot_has_the_day_of_the_trap() -> None:
    text = "PC Act u/s 7.\n06.03.2019 - Trap. A-1 arrested at spot, 12.40 pm; produced 07.03.2019, 11 am."
    (line,) = lines_of(text, "crpc-production")
    assert line.value == "22 hours 20 minutes"


def test_an_event_word_that_a_scan_broke_in_two() -> None:
    text = (
        "PC Act u/s 7.\n17.10.2019 - Papers to Sub-Divi sional Officer for sanction.\n26.02.2020 - Sanc tion by S.D.O."
    )
    assert sides(text, "PC-19") == {Stands.CROSSED}


def test_words_side_by_side_are_not_joined() -> None:
    text = "S. 420 IPC. The firm is sued. A ward was sent ahead on 3.1.2020."
    assert read_timeline(text).of("sentence", "award") == ()


def test_an_act_that_is_not_charged_sets_no_period() -> None:
    text = "S. 379 IPC. No UAPA, no NDPS charge. Remanded 3.1.2023. C/s filed 20.3.2023."
    assert sides(text, "CrPC-167") == {Stands.CROSSED}
    assert sides(text, "UAPA-43D") == set()
    assert sides(text.replace("No UAPA, no NDPS charge", "UAPA also invoked"), "UAPA-43D") == {Stands.WITHIN}


def test_a_charge_sheet_against_a_co_accused_only_leaves_the_time_running() -> None:
    text = (
        "S. 379 IPC. A-1 remanded 3.1.2023.\n27.02.2023 - C/s filed, against co-accd Sunil only.\n"
        "20.03.2023 - I.O. files c/s agst A-1."
    )
    (line,) = lines_of(text, "crpc-charge-sheet-60")
    assert (line.value, line.stands) == ("76 days (77 with the day of remand)", Stands.CROSSED)


def test_the_same_day_in_a_quotation_counts_from_another_date() -> None:
    text = '04.11.2024 - Application filed.\n05.11.2024 - Order: bail rejected; "c/s came same day".'
    assert read_timeline(text).of("charge-sheet") == ()


def test_a_plaint_that_was_returned_is_not_the_suit() -> None:
    text = (
        "10.11.2015 - Pro-note, on demand, Rs 8,00,000.\n02.02.2018 - Plaint filed in Munsif's Court.\n"
        "15.03.2018 - Plaint returned for want of jurisdiction.\n14.12.2018 - Plaint presented in Sub-Court."
    )
    (line,) = lines_of(text, "lim-35")
    assert (line.value, line.stands) == ("3 years 1 month 4 days", Stands.CROSSED)


def test_time_before_a_court_without_jurisdiction_is_left_out() -> None:
    text = (
        "10.11.2015 - Pro-note, on demand, Rs 8,00,000.\n02.02.2018 - Plaint filed in Munsif's Court.\n"
        "{} - Plaint returned for want of jurisdiction.\n14.12.2018 - Plaint presented in Sub-Court."
    )
    (line,) = lines_of(text.format("15.03.2018"), "lim-14-wrong-court")
    assert (line.value, line.line, line.stands) == ("41 days", "34 days", Stands.WITHIN)
    (line,) = lines_of(text.format("25.02.2018"), "lim-14-wrong-court")
    assert line.stands is Stands.CROSSED
    assert lines_of(text.format("07.03.2018"), "lim-14-wrong-court") == []  # 33 or 34 days


def test_the_ages_of_children_when_maintenance_was_asked_for() -> None:
    text = "Petn u/s 144 BNSS filed 12.08.2024 by wife, for self, son Ansh aged 7, daughter Isha aged 19."
    assert [line.stands for line in lines_of(text, "maintenance-son-age")] == [Stands.WITHIN]
    assert [line.stands for line in lines_of(text, "maintenance-daughter-age")] == [Stands.CROSSED]


def test_a_second_appeal_runs_from_the_first_appeal_and_is_no_securitisation_application() -> None:
    text = "30.11.2016 - Suit decreed.\n14.08.2019 - A.S. allowed.\n02.12.2019 - S.A. presented. Second appeal."
    assert [event.role for event in read_timeline(text).events] == ["decree", "appeal decided", "second appeal"]


def test_each_appeal_runs_from_the_decision_before_it() -> None:
    text = (
        "SC/ST Act. AB of A-1 refused 04.07.2022; appeal filed in HC 28.09.2022."
        " A-2 discharged by Spl. Ct 15.03.2023; PW-1's appeal filed 20.07.2023."
    )
    assert [(line.value, line.stands) for line in lines_of(text, "scst-14a")] == [
        ("86 days", Stands.WITHIN),
        ("127 days", Stands.CROSSED),
    ]


def test_the_birth_of_a_brother_or_sister_is_not_that_of_the_child() -> None:
    text = "S. 6 POCSO, S. 363 IPC.\n02.03.2004 - DOB of victim.\n11.01.2021 - Incident.\nNOTE. {} DOB 15.12.2001."
    for relative in ("Elder sister Rekha,", "P's brother's"):
        assert sides(text.format(relative), "POCSO-2") == {Stands.WITHIN}


def test_a_brother_who_is_an_accused_keeps_his_age() -> None:
    text = (
        "The two appellants, Bhola (34) and his brother Kishan, born on 2 July 2002, are convicted under Section 302"
        " IPC for the murder of 14 March 2019."
    )
    assert sides(text, "JJ-2") == {Stands.WITHIN}


def test_an_act_of_touching_dates_the_offence() -> None:
    text = "The prosecutrix was born on 4 April 2005. On 6 June 2021 the accused touched her. Section 8 POCSO Act."
    assert sides(text, "POCSO-2") == {Stands.WITHIN}
    assert sides(text.replace("2005", "2002"), "POCSO-2") == {Stands.CROSSED}


def test_catching_somebody_by_the_hand_is_not_an_arrest() -> None:
    text = 'S. 302 IPC. DD-2, 15.09.2016, 11 am: "A-2 caught my hands". A-1 arrested 19.09.2016.'
    assert [str(event.day) for event in read_timeline(text).of("arrest")] == ["2016-09-19"]


def test_the_notice_says_which_cheque_is_sued_upon() -> None:
    text = (
        "S. 138 NI Act. Cheque 004512, Rs 6,40,000, dishonoured. Notice demanding Rs 6,40,000. Interim compensation"
        " Rs {} u/s 143A. {} Rs 50,000."
    )
    for other in ("Another cheque", "Cheque 004513,"):
        assert sides(text.format("1,00,000", other), "NI-143A") == {Stands.WITHIN}
        assert sides(text.format("1,50,000", other), "NI-143A") == {Stands.CROSSED}


def test_a_powder_is_taken_for_the_only_drug_of_the_matter() -> None:
    text = "S. 21(c) NDPS. Steel box under cot: 262 g brown powder. Field kit: heroin."
    assert Stands.CROSSED in sides(text, "NDPS-21")
    assert sides(text.replace("heroin.", "heroin, or charas."), "NDPS-21") == set()


def test_the_driver_who_hit_him_is_not_the_deceased() -> None:
    text = (
        "Motor accident 19.05.2022. Satpal died. FIR against truck driver. Satpal born 22.09.1983, clerk in Roadways,"
        " permanent. Award 08.01.2024. Prospects {}%. Multiplier 15."
    )
    assert [line.stands for line in lines_of(text.format(30), "prospects applied")] == [Stands.CROSSED]
    assert [line.stands for line in lines_of(text.format(50), "prospects applied")] == [Stands.WITHIN]


def test_a_reference_to_arbitration_is_asked_for_before_the_first_statement() -> None:
    text = "Arbitration clause. Our w/s on merits filed 03.03.2025. S.8 appln filed {}.03.2025."
    assert [line.value for line in lines_of(text.format(10), "arb-8")] == ["7 days after"]
    assert [line.stands for line in lines_of(text.format(10), "arb-8")] == [Stands.CROSSED]
    assert [line.stands for line in lines_of(text.format("03"), "arb-8")] == [Stands.WITHIN]


def test_a_clause_in_a_list_of_sections() -> None:
    text = "FIR 14.05.2025, 11 am. Ss.64(2)(m), 69 BNS. Medical done 16.05.2025, 4 pm."
    assert sides(text, "BNSS-184") == {Stands.CROSSED}


def test_money_laundered_in_the_words_of_an_enforcement_report() -> None:
    text = "ECIR/14/2023. Arrest 20.10.2023.\n- ECIR PC: alleged Rs {} thru A-1."
    assert sides(text.format("2.4 cr"), "PMLA-45") == {Stands.CROSSED}
    assert sides(text.format("80 lakh"), "PMLA-45") == {Stands.WITHIN}


def test_the_last_month_for_a_tax_appeal() -> None:
    text = "W.P. agst GST order. Order: 29.12.2023, uploaded same day. Appeal: tried on portal {}."
    assert [line.stands for line in lines_of(text.format("20.05.2024"), "cgst-107-4")] == [Stands.CROSSED]
    assert lines_of(text.format("20.04.2024"), "cgst-107-4") == []
    other = "Service matter; the shop had paid GST. Order: 29.12.2023, uploaded same day. Appeal filed 20.05.2024."
    assert sides(other, "CGST-107") == set()
