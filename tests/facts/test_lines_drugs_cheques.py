"""Lines of drug, cheque and corruption matters, default bail and quashing, in the words of several hands."""

import pytest

from countercase.domain.checklist import LawLine, Stands
from countercase.facts.lines import read_lines

WITHIN, CROSSED = Stands.WITHIN, Stands.CROSSED


def sides(text: str, provision: str) -> set[Stands]:
    return {line.stands for line in read_lines(text) if provision in {other.base for other in line.provisions}}


def lines_of(text: str, rule: str) -> list[LawLine]:
    return [line for line in read_lines(text) if line.rule == rule]


def line_of(text: str, rule: str) -> LawLine:
    (line,) = lines_of(text, rule)
    return line


# Time for the investigation.

_HEROIN = "NDPS case, 600 gms heroin. First remand 4.1.2021. {} Complaint filed {}."


@pytest.mark.parametrize(
    ("order", "complaint", "limit", "side"),
    [
        ("The Special Judge extended the time by 60 days.", "20.8.2021", "240 days", WITHIN),
        ("90 days more were granted on the prosecutor's report.", "5.10.2021", "270 days", CROSSED),
        ("Time enlarged to 300 days.", "5.10.2021", "300 days", WITHIN),
        ("Two extensions were given.", "5.10.2021", "365 days", WITHIN),
    ],
)
def test_time_that_was_extended_is_counted_to_its_new_end(order: str, complaint: str, limit: str, side: Stands) -> None:
    line = line_of(_HEROIN.format(order, complaint), "ndps-36a-extended")
    assert (line.line, line.stands) == (limit, side)


@pytest.mark.parametrize(
    "order",
    [
        "",
        "No extension was sought.",
        "The prayer for extension was rejected.",
        "His judicial custody was extended to 18.1.2021.",
        "The time could be extended to one year, but nobody asked.",
    ],
)
def test_time_that_was_not_extended_ends_with_the_180_days(order: str) -> None:
    text = _HEROIN.format(order, "20.8.2021")
    assert line_of(text, "ndps-36a").stands is CROSSED
    assert not lines_of(text, "ndps-36a-extended")


@pytest.mark.parametrize(
    ("text", "rule", "side"),
    [
        ("UAPA s.18. Remanded 3.2.2020. No order enlarging the time. Charge-sheet 9.6.2020.", "uapa-43d", CROSSED),
        (
            "UAPA s.18. Remanded 3.2.2020. Court extended the period to 180 days. Charge-sheet 9.6.2020.",
            "uapa-43d-extended",
            WITHIN,
        ),
        ("MCOCA. Remanded 3.2.2020. The SPP's report for more time was filed 9.5.2020.", "mcoca-21-extension", CROSSED),
        (
            "Ganja 40 kg. First remand 3.2.2020. Report by the Public Prosecutor 20.7.2020.",
            "ndps-36a-extension",
            WITHIN,
        ),
        ("TADA s.3. Remanded 3.2.1994. Charge-sheet filed 3.6.1994.", "tada-20", WITHIN),
    ],
)
def test_the_prosecutors_report_and_the_time_of_special_acts(text: str, rule: str, side: Stands) -> None:
    assert line_of(text, rule).stands is side


def test_the_complaint_after_a_tax_arrest_is_due_in_sixty_days() -> None:
    text = "CGST, s.132(1)(c). Arrested and remanded 2.3.2022 by the DGGI. Complaint filed before the CJM on {}."
    assert sides(text.format("28.4.2022"), "CrPC-167") == {WITHIN}
    assert sides(text.format("9.5.2022"), "CrPC-167") == {CROSSED}


def test_custody_ordered_by_an_executive_magistrate_is_no_delay_in_production() -> None:
    text = (
        "S. 380 IPC. The Executive Magistrate remanded him to custody on 3.5.2019. Produced before the JMFC 8.5.2019."
    )
    assert sides(text, "CrPC-167") >= {WITHIN}
    assert not sides(text, "CrPC-57")


def test_an_executive_magistrate_at_the_inquest_ordered_no_custody() -> None:
    text = (
        "S. 302 IPC. Inquest by the Executive Magistrate. Arrested 3.5.2019, 9 am. Custody; before the JMFC {}, 6 pm."
    )
    assert sides(text.format("4.5.2019"), "CrPC-57") == {CROSSED}
    assert sides(text.format("3.5.2019"), "CrPC-57") == {WITHIN}


# Drugs.


def test_the_reasons_for_a_search_of_the_person_go_to_the_superior_in_72_hours() -> None:
    text = "NDPS, s.50. Personal search at 4 pm on 3.4.2019. A copy of the reasons was sent to the DSP at 9 am on {}."
    assert line_of(text.format("6.4.2019"), "ndps-50-6").stands is WITHIN
    assert line_of(text.format("8.4.2019"), "ndps-50-6").stands is CROSSED
    assert not lines_of(text.format("8.4.2019"), "ndps-57")


def test_detention_for_illicit_traffic() -> None:
    text = (
        "PIT-NDPS order. Detained under it on 4.5.2019. Grounds given 7.5.2019. Referred to the"
        " Advisory Board 20.6.2019."
    )
    assert line_of(text, "pitndps-grounds").stands is WITHIN
    assert line_of(text, "pitndps-reference").stands is CROSSED


@pytest.mark.parametrize(
    ("text", "rule", "side"),
    [
        ("Bail. Charge u/s 21(b). In jail since 3.4.2016; hearing today 9.7.2021. S. 436A.", "crpc-436a-half", CROSSED),
        (
            "Bail, 20(b)(ii)(B) r/w 29 NDPS. In custody since 3.4.2019. On the date of hearing, 9.7.2021, no witness.",
            "crpc-436a-half",
            WITHIN,
        ),
        (
            "S. 479 BNSS, 21(b) NDPS. First offender. In custody since 3.4.2021. Application moved on 9.12.2024.",
            "bnss-479-third",
            CROSSED,
        ),
        (
            "S. 479 BNSS, 21(b) NDPS. First offender. In custody since 3.4.2021. Application moved on 9.12.2024.",
            "bnss-479-half",
            WITHIN,
        ),
    ],
)
def test_release_of_an_undertrial_in_a_drug_case(text: str, rule: str, side: Stands) -> None:
    assert line_of(text, rule).stands is side


def test_five_years_where_the_minimum_is_ten() -> None:
    text = "Bail, 21(c) NDPS. In custody since 3.4.2017. Hearing today 9.7.2022. Rely on the Legal Aid Committee case."
    assert line_of(text, "ndps-37-legal-aid").stands is CROSSED
    assert not lines_of(text.replace("Rely on the Legal Aid Committee case.", ""), "ndps-37-legal-aid")


# Cheques.

_CHEQUE = "Complaint u/s 138 NI Act, cheque of Rs 5,00,000 dishonoured. "


@pytest.mark.parametrize(
    ("order", "rule", "side"),
    [
        ("The Magistrate ordered Rs 1,50,000 as interim compensation.", "ni-143a-percent", CROSSED),
        ("He was told to pay Rs. 75,000 by way of interim compensation.", "ni-143a-percent", WITHIN),
        ("MM directed interim compensation of Rs 90,000 within 90 days.", "ni-143a-days", CROSSED),
        (
            "Fine Rs 8,00,000. In appeal the sentence was suspended on deposit of Rs 1,00,000.",
            "ni-148-percent",
            CROSSED,
        ),
        (
            "Compensation Rs 6,00,000. The appellate court ordered him to deposit Rs 1,50,000 within 60 days.",
            "ni-148-percent",
            WITHIN,
        ),
        (
            "Compensation Rs 6,00,000. The appellate court ordered him to deposit Rs 1,50,000 within 60 days.",
            "ni-148-days",
            WITHIN,
        ),
        ("In appeal the ASJ asked him to put in 15% (S. 148) and suspended the sentence.", "ni-148-percent", CROSSED),
        (
            (
                "Settled before the High Court in revision, compounding u/s 147; costs of Rs 75,000 to the"
                " Legal Services Authority."
            ),
            "ni-147-costs",
            WITHIN,
        ),
        ("Compounding before the Supreme Court in 2018; Rs 50,000 deposited with the SCLSC.", "ni-147-costs", CROSSED),
    ],
)
def test_sums_ordered_in_a_cheque_case(order: str, rule: str, side: Stands) -> None:
    assert line_of(_CHEQUE + order, rule).stands is side


@pytest.mark.parametrize(
    "law",
    [
        "Section 148 requires a deposit of at least 20% of the fine.",
        "Interim compensation was refused.",
        "He offered Rs 50,000 in settlement.",
    ],
)
def test_the_law_and_offers_are_no_orders_to_deposit(law: str) -> None:
    assert not sides(_CHEQUE + law, "NI-148")
    assert not sides(_CHEQUE + law, "NI-147")


def test_cheques_joined_in_one_complaint() -> None:
    text = (
        "Misjoinder argued: {} cheques of 2019, dishonoured in one week, u/s 138 NI Act, are put in a single complaint."
    )
    assert sides(text.format("six"), "CrPC-219") == {CROSSED}
    assert sides(text.format("three"), "CrPC-219") == {WITHIN}
    newer = text.replace("2019", "August 2024") + " The Sanhita governs."
    assert sides(newer.format("five"), "BNSS-242") == {WITHIN}


def test_a_loan_in_cash() -> None:
    text = "Cheque case. Complainant says he lent Rs 3,00,000 in cash. {}"
    assert sides(text.format("Section 269SS of the Income-tax Act is put to him."), "ITA-269SS") == {CROSSED}
    assert not sides(text.format(""), "ITA-269SS")


def test_a_complainant_who_is_no_public_servant_may_seek_special_leave() -> None:
    text = (
        "S. 138. Complainant is not a public servant. Acquittal 3.4.2015. Application for special leave"
        " filed 20.5.2015."
    )
    assert sides(text, "CrPC-378") == {WITHIN}


# Corruption.


@pytest.mark.parametrize(
    ("text", "rule", "side"),
    [
        ("ACB case, s.7 PC Act. The Ministry received the papers on 4.1.2020. Sanction 3.3.2020.", "pc-19", WITHIN),
        ("PC Act. The file lay with the Department since 4.1.2020. Sanction accorded 3.8.2020.", "pc-19", CROSSED),
        ("Trap of 2005, PC Act. Proposal for sanction 4.1.2006; sanction 3.9.2006.", "pc-19-guideline", CROSSED),
        ("PC Act s.7. Charge framed 4.1.2019. Trial not concluded till 9.8.2022.", "pc-4-4-pending", CROSSED),
    ],
)
def test_sanction_and_trial_of_a_public_servant(text: str, rule: str, side: Stands) -> None:
    assert line_of(text, rule).stands is side


def test_hours_on_the_clock_of_the_day() -> None:
    text = "CCS (CCA) Rules, deemed suspension. Arrested at 17.30 on 6.3.2012 and released on bail at {} on 8.3.2012."
    assert line_of(text.format("16.45"), "ccs-10-2").stands is WITHIN
    assert line_of(text.format("18.10"), "ccs-10-2").stands is CROSSED


# Trial and quashing.


@pytest.mark.parametrize(
    ("text", "provision", "side"),
    [
        (
            (
                "Bail u/s 437(6) CrPC. First date fixed for evidence 3.2.2018. By 20.5.2018 only one of 9"
                " witnesses examined."
            ),
            "CrPC-437",
            CROSSED,
        ),
        (
            "S. 480(6) BNSS. Case fixed for prosecution evidence 3.2.2025. Trial still pending on 20.3.2025.",
            "BNSS-480",
            WITHIN,
        ),
        (
            "FIR 406/420. Incident of 3.2.2016. FIR lodged 9.11.2016. No enquiry, despite Lalita Kumari.",
            "CrPC-154",
            CROSSED,
        ),
        (
            "Trial stayed 3.5.2018. Asian Resurfacing cited. Trial court resumed the trial on 9.9.2018.",
            "CrPC-482",
            WITHIN,
        ),
        (
            "BNS 318(4). Copies were handed over to the accused 3.2.2025. Discharge was sought on 20.4.2025.",
            "BNSS-262",
            CROSSED,
        ),
        (
            "BNS 316(5). Leave granted for further investigation 10.1.2025. Supplementary report filed 20.5.2025.",
            "BNSS-193",
            CROSSED,
        ),
    ],
)
def test_times_of_the_trial(text: str, provision: str, side: Stands) -> None:
    assert sides(text, provision) == {side}


def test_two_sections_after_the_word_fir_are_no_number_of_it() -> None:
    text = "FIR {}. Offence of 3.2.2016. FIR lodged 9.11.2020."
    assert not sides(text.format("420/406"), "CrPC-468")


# Ages and hours at which the police may act.


@pytest.mark.parametrize(
    ("text", "provision", "side"),
    [
        (
            "Notice u/s 160 CrPC of 3.4.2019 calls the petitioner, aged 71 years, to the police station.",
            "CrPC-160",
            CROSSED,
        ),
        (
            "Notice u/s 160 CrPC of 3.4.2019 calls the petitioner, aged 62 years, to the police station.",
            "CrPC-160",
            WITHIN,
        ),
        ("Section 179 BNSS notice of 3.4.2025. My client, aged 62, is asked to appear at Pune.", "BNSS-179", CROSSED),
        (
            "Client, aged 66 years, was arrested on 4.8.2024 u/s 318(2) BNS. No leave as S. 35(7) asks.",
            "BNSS-35",
            CROSSED,
        ),
        ("Mrs. Rao was arrested at 10.30 pm on 3.4.2019 from her house.", "CrPC-46", CROSSED),
        ("The accused, a woman, was arrested at 11.20 am on 3.4.2025. S. 43(5) BNSS is pleaded.", "BNSS-43", WITHIN),
    ],
)
def test_ages_and_hours_at_which_the_police_may_act(text: str, provision: str, side: Stands) -> None:
    assert sides(text, provision) == {side}


def test_a_woman_officer_is_not_the_woman_arrested() -> None:
    assert not sides("At 9 pm on 3.4.2019 the lady constable arrested him.", "CrPC-46")


def test_a_search_by_night_whose_day_is_not_given() -> None:
    text = "Ganja 25 kg. Flat searched at {} without a warrant; sunset was at 6.10 pm."
    assert sides(text.format("11.40 pm"), "NDPS-42") == {CROSSED}
    assert sides(text.format("3 pm"), "NDPS-42") == {WITHIN}


# Weights and numbers of drug cases.


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("Opium in two packets, 1.3 kg and 1.4 kg.", CROSSED),
        ("Ganja in three bags, 8 kg, 7 kg and 6 kg.", CROSSED),
        ("Heroin in packets of 150 g and 120 g from A-1 and A-2 respectively.", WITHIN),
        ("Alprazolam, 90 tabs of 0.5 mg. Weight of the contents 9 gms.", WITHIN),
    ],
)
def test_weights_of_several_packets(text: str, side: Stands) -> None:
    assert {line.stands for line in read_lines(text) if "commercial" in line.quantity} == {side}


@pytest.mark.parametrize(
    ("text", "rule", "side"),
    [
        ("Heroin 800 gms, second conviction, S. 31A pressed.", "ndps-31a-weight", WITHIN),
        ("Rule 66 of the NDPS Rules. Diazepam, 240 tablets, with a prescription.", "ndps-rule-66", CROSSED),
        ("Charas, 30 packets bunched in a lot, Standing Order 1/89.", "ndps-standing-order-lot", WITHIN),
        ("Heroin, 30 packets bunched in a lot, Standing Order 1/89.", "ndps-standing-order-lot", CROSSED),
        (
            "S. 36A(1). Ganja 500 gms, punishable with up to one year. Tried by the Special Court.",
            "ndps-36a-1-sentence",
            WITHIN,
        ),
        (
            "Charas 2 kg seized 4.3.2018. Samples deposited with the FSL on 20.3.2018. Standing Order 1/88.",
            "ndps-samples-72",
            CROSSED,
        ),
        (
            "Rule 14, samples. Heroin. Sample sent to the FSL 4.3.2023. FSL report dated 30.3.2023.",
            "ndps-lab-report",
            CROSSED,
        ),
        ("NDPS. Freezing order 3.2.2021. Competent Authority confirmed the order on 20.2.2021.", "ndps-68f-2", WITHIN),
    ],
)
def test_other_numbers_of_a_drug_case(text: str, rule: str, side: Stands) -> None:
    assert line_of(text, rule).stands is side


def test_a_child_found_with_drugs_was_one_on_that_day() -> None:
    text = "Accused born 4.6.2002. Caught with 3.2 kg charas on 9.1.2020. S. 20(b)(ii)(C) NDPS."
    assert sides(text, "JJ-2") == {WITHIN}


# Further times.


@pytest.mark.parametrize(
    ("text", "rule", "side"),
    [
        ("S. 138 NI. Complaint of 4.2.2016. Section 143(3). Judgment on 9.11.2019.", "ni-143-3", CROSSED),
        ("Suspended 4.3.2016. Charge memo served 20.4.2016. Ajay Kumar Choudhary.", "suspension-charge-memo", WITHIN),
        ("Lalita Kumari. Preliminary enquiry opened 4.3.2016; it ended 14.3.2016.", "crpc-154-enquiry", WITHIN),
        ("CGST arrest. Bogus invoices, ITC of Rs 3.2 crore. Arrested 3.4.2022.", "cgst-132-5-crore", WITHIN),
    ],
)
def test_further_times_and_sums(text: str, rule: str, side: Stands) -> None:
    assert line_of(text, rule).stands is side


def test_one_man_left_in_a_conspiracy() -> None:
    text = "S. 120B IPC. All three co-accused were {} in 2018. The appellant alone was convicted."
    assert sides(text.format("acquitted"), "IPC-120A") == {CROSSED}
    assert not sides(text.format("released on bail"), "IPC-120A")


def test_an_appeal_against_an_acquittal_is_no_appeal_against_a_sentence() -> None:
    text = "Lokayukta police appeal against acquittal u/s 7 PC Act. Acquitted 10.3.2010. Appeal in HC 25.11.2010."
    assert not sides(text, "Limitation-Article-115")


def test_no_probation_by_age_in_a_drug_case() -> None:
    assert not sides("NDPS, ganja 2 kg. The convict was then 19 years. Probation asked.", "Probation-6")


def test_the_cheque_itself_is_no_interim_compensation() -> None:
    text = "S. 138 NI Act. Interim compensation Rs 2 lakhs on a dishonoured cheque of Rs 8 lakhs."
    assert [line.value for line in read_lines(text) if line.rule == "ni-143a-percent"] == ["25 per cent"]


def test_a_net_weight_behind_the_gross_one_counts() -> None:
    text = "S. 22(b) NDPS. Right trouser pocket of applicant: one pouch, MDMA, 7.4 g gross, 6.9 g net. No antecedents."
    assert {line.value for line in read_lines(text) if line.rule.startswith("ndps-")} == {"6.9 grams"}


def test_the_sum_that_the_notice_demands_is_the_cheque_of_the_complaint() -> None:
    text = (
        "Section 138 NI Act. Cheque for Rs 18,00,000; notice with a demand for exactly Rs 18,00,000. Interim "
        "compensation of Rs 2,70,000. A-2 stands convicted on a cheque for Rs 31,00,000 of another firm."
    )
    assert [line.value for line in read_lines(text) if line.rule == "ni-143a-percent"] == ["15 per cent"]
