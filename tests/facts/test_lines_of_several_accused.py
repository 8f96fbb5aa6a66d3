"""Lines of matters with several accused, of short forms of sentences, and of what a cited ruling says."""

from countercase.facts.extract import extract_facts
from countercase.facts.lines import read_lines


def _read(narrative: str) -> set[tuple[str, str, str]]:
    return {(str(line.provision), line.stands.value, line.value) for line in read_lines(narrative)}


def _sections(narrative: str) -> set[str]:
    return {section for section, _, _ in _read(narrative)}


def test_section_mark_after_a_comma_is_no_letter_of_the_act() -> None:
    cited = {str(provision) for provision in extract_facts("FIR u/s 80, 85 BNS, S. 4 DP Act.").provisions}
    assert cited == {"BNS-80", "BNS-85", "DP-4"}
    assert "BNSS-187(3)" in {str(provision) for provision in extract_facts("Bail u/s 187(3) B.N.S.S.").provisions}


def test_age_and_length_of_a_cited_ruling_are_not_of_the_matter() -> None:
    matter = (
        "Appeal, conv u/s 376 IPC and 6 POCSO; accused Rafiq. Offence 04.03.2018. DOB of the victim 05.02.2002."
        " PP's ruling - boy of 13, tutor accused."
    )
    assert not {section for section in _sections(matter) if section.startswith("JJ")}
    dowry = (
        "Conv u/s 304B IPC. Marriage 02.02.2005; she died of burns 03.03.2013. State cites ruling - death in 9th month"
        " of marriage."
    )
    assert {stands for section, stands, _ in _read(dowry) if section.startswith("IPC-304B")} == {"crossed"}


def test_birth_in_brackets_behind_an_accused() -> None:
    matter = (
        "FIR of 11.04.2014 u/s 302/34 IPC, body found in a canal. A1 Bhim and A2, A4 (b. 09.09.1996, school"
        " register) were arrested together. PW-1 is the widow."
    )
    assert ("JJ2000-2(k)", "within", "at most 17 years 7 months on 11 April 2014") in _read(matter)


def test_age_at_the_occurrence() -> None:
    matter = "Crl appeal, conv 376(2)(n) IPC, offence 05.06.2019. Client Farhan, 20 at occ, a barber of Rampur."
    assert ("JJ-2(12)", "crossed", "20 years") in _read(matter)


def test_article_115_is_not_that_of_an_appeal_against_acquittal() -> None:
    matter = (
        "State v. Lalit. Proposed appeal u/s 378 CrPC to the High Court. Charge u/s 302 IPC, Sessions Judge."
        " 10.01.2017 - acquittal.\n25.05.2017 - appeal filed."
    )
    assert "Limitation-Article-115" not in _sections(matter)


def test_sentence_behind_its_section() -> None:
    both = "Conv u/s 306, 498-A IPC; she died 12.05.2009. Sentence 306: 8 yrs R.I.; 498-A: 5 yrs R.I."
    assert {("IPC-306", "within", "8 years"), ("IPC-498A", "crossed", "5 years")} <= _read(both)
    drugs = "Raid of 04.05.2016, 500 g charas. Findings: A1: S. 20(b)(ii)(B), RI 11 yrs, fine Rs 50,000."
    assert ("NDPS-20(b)(ii)(B)", "crossed", "11 years") in _read(drugs)


def test_low_section_without_an_act_is_of_the_special_act() -> None:
    matter = (
        "AO, 44 on trap day, since retd 30.06.2015. Trap 12.08.2012. Sentenced u/s 7: 6 yrs R.I.; u/s 13(2) PC Act:"
        " 3 yrs R.I."
    )
    assert {("PC-7", "crossed", "6 years"), ("PC-13(2)", "within", "3 years")} <= _read(matter)


def test_deed_is_the_sale_and_not_the_agreement_before_it() -> None:
    matter = (
        "Suit for specific performance. 10.01.2010 - agreement of sale with D1.\n"
        "06.03.2011 - D1 sells to D2 for Rs 9,00,000, Ex. B2; presented for registration 01.06.2011.\n"
        "05.02.2012 - suit filed."
    )
    assert ("Registration-23", "within", "2 months 26 days") in _read(matter)


REMANDS = (
    "FIR 12/2025 u/s 103(1) BNS, offence 28.01.2025.\n"
    "A1: arrested 01.02.2025, 11 am; produced 02.02.2025, 10 am, and remanded.\n"
    "A2: arrested and remanded 10.04.2025.\n"
    "09.05.2025 - charge-sheet against both.\n"
)


def test_each_accused_has_his_own_days_of_remand() -> None:
    read = _read(REMANDS)
    assert ("BNSS-58", "within", "23 hours") in read
    assert ("BNSS-187(3)", "crossed", "96 days (97 with the day of remand)") in read
    assert ("BNSS-187(3)", "within", "29 days (30 with the day of remand)") in read


def test_application_of_one_accused_is_not_that_of_the_other() -> None:
    applied = "A1 moved an application for default bail on 12.05.2025.\n"
    days = {value for section, _, value in _read(REMANDS + applied) if section == "BNSS-187(3)"}
    assert "99 days (100 with the day of remand)" in days
    assert "32 days (33 with the day of remand)" not in days


def test_inquest_report_sent_to_a_magistrate_is_no_production() -> None:
    inquest = "Inquest was by a Sub-Inspector; report dt. 29.01.2025 forwarded to the SDM on 02.02.2025.\n"
    read = _read(REMANDS + inquest)
    assert ("BNSS-194(2)", "crossed", "more than 72 hours") in read
    assert ("BNSS-58", "within", "23 hours") in read


def test_weight_with_its_packing_and_the_packing_apart() -> None:
    matter = (
        "Bail, FIR of 05.05.2022 u/s 20 NDPS. Charas 1.020 kg weighed with polythene. FSL separately puts wrappers at"
        " 40 g."
    )
    read = _read(matter)
    assert ("NDPS-2(viia)", "crossed", "1.02 kilograms with the packing") in read
    assert ("NDPS-2(viia)", "within", "980 grams without the packing") in read


def test_weight_on_a_second_accused() -> None:
    matter = (
        "05.05.2019, NDPS: from packet on A1's back, 700 g charas; from A2's (b. 1990) trouser pocket, 80 g. Written"
        " information to DSP sent 07.05.2019."
    )
    read = _read(matter)
    assert ("NDPS-2(xxiiia)", "crossed", "700 grams") in read
    assert ("NDPS-2(xxiiia)", "within", "80 grams") in read


def test_preliminary_enquiry_between_two_dates() -> None:
    matter = (
        "Complaint of cheating, 05.02.2025.\n08.02.2025 to 11.03.2025 - preliminary enquiry by the EOW.\n"
        "14.03.2025 - FIR u/s 316(2) BNS."
    )
    assert ("BNSS-173(3)", "crossed", "31 days") in _read(matter)


def test_police_custody_given_again_after_the_first_fifteen_days() -> None:
    matter = (
        "FIR u/s 420 IPC.\n03.05.2021, 2 pm - A1 produced; first remand, PC 4 days; then JC.\n"
        "24.05.2021 - IO again given PC of A1, for 3 days. Default bail is in issue."
    )
    read = _read(matter)
    assert ("CrPC-167(2)", "crossed", "day 22") in read
    assert ("CrPC-167(2)", "within", "7 days") in read


def test_number_of_persons_by_the_fir() -> None:
    dacoity = 'Appeal agst conv u/s 395 IPC, offence 04.05.2011. FIR: "three miscreants". In court PW1 says seven men.'
    assert ("IPC-391", "crossed", "3 persons") in _read(dacoity)
    assembly = "FIR u/s 103(1), 190 BNS, offence 04.08.2024. The others only shouted. So total four even on FIR."
    assert ("BNS-189(1)", "crossed", "4 persons") in _read(assembly)


def test_interim_compensation_as_a_sum() -> None:
    matter = (
        "Complaint u/s 138 NI Act.\n10/4/21 - cheque 10 lac on A1's a/c.\n4/1/22 - int comp 3 lac u/s 143A agst all."
    )
    assert ("NI-143A(2)", "crossed", "30 per cent") in _read(matter)


def test_solatium_of_an_award_before_the_new_act() -> None:
    matter = (
        "Writ of 2016. 05.05.2004 - notification u/s 4(1) LA Act 1894.\n06.07.2006 - award; solatium given at 15 per"
        " cent.\n08.09.2016 - writ petition."
    )
    assert ("LAA-23(2)", "crossed", "15 per cent") in _read(matter)


def test_days_to_represent_on_the_report() -> None:
    matter = (
        "OA before the CAT. Charge memo under Rule 14 of the CCS (CCA) Rules. 05.05.2015 - report sent, 7 days given to"
        " represent."
    )
    assert ("CCSCCA-15(2)", "crossed", "7 days") in _read(matter)


def test_both_limbs_of_article_54_where_both_are_argued() -> None:
    matter = (
        "Suit for specific performance.\n10.02.2004: agreement of sale; deed on or before 30.06.2004.\n"
        "12.11.2004: vendor's lawyer notice refusing.\n20.08.2007: plaint presented.\n"
        "The appellate court held that time starts from refusal."
    )
    read = {(line.rule, line.stands.value) for line in read_lines(matter)}
    assert {("lim-54-fixed", "crossed"), ("lim-54-refusal", "within")} <= read
    plain = matter.replace("The appellate court held that time starts from refusal.", "")
    assert "lim-54-refusal" not in {line.rule for line in read_lines(plain)}


def test_appeal_with_the_conviction_dated_in_a_heading() -> None:
    matter = (
        "CRL. A. 12/2016 (HC)\nFINDINGS BELOW (11.03.2015)\nA1 u/s 302, life; A2 acquitted. Appeal presented"
        " 30.04.2015."
    )
    assert ("Limitation-Article-115", "within", "50 days") in _read(matter)


RETURNED = (
    "Complaint u/s 138 NI Act.\n10/4/19 - cheque for Rs 5,00,000.\n22/5/19 - presented.\n24/5/19 - returned unpaid."
    " {known}\n27/6/19 - notice posted."
)


def test_return_of_a_cheque_that_the_payee_says_he_learnt_of_later() -> None:
    said = {
        (line.stands.value, line.value)
        for line in read_lines(RETURNED.format(known="Payee says knew only 31/5/19 when memo collected."))
        if line.rule == "ni-138-b-2003"
    }
    assert said == {("within", "27 days"), ("crossed", "34 days")}


def test_no_separate_sentence_is_no_sentence() -> None:
    matter = (
        "Offence 05.06.2020. Convicted under S. 6 POCSO Act and S. 376AB IPC. Sentence: RI 12 yrs; no separate sentence"
        " u/s 376AB."
    )
    assert _sections(matter) >= {"POCSO-6"}
    assert "IPC-376AB" not in _sections(matter)


def test_time_of_a_child_inside_as_on_a_day() -> None:
    matter = (
        "Plea of juvenility in appeal, 302 IPC, offence 10.02.2015. Client was picked up 12.02.2015. As on 12.08.2019"
        " inside throughout, no bail."
    )
    assert ("JJ2000-15(1)(g)", "crossed", "4 years 6 months") in _read(matter)
    later = matter.replace("2015", "2016").replace("2019", "2020")
    assert ("JJ-18(1)(g)", "crossed", "4 years 6 months") in _read(later)


def test_extension_by_consent_that_the_other_side_denies() -> None:
    matter = (
        "Section 34 petition under the Arbitration Act. 10.06.2022 pleadings complete before the sole arbitrator.\n"
        "10.09.2023 award.\nOur email agreed to 6 more months; the Board says it never agreed."
    )
    read = _read(matter)
    assert {("Arbitration-29A(1)", "crossed"), ("Arbitration-29A(3)", "within")} <= {pair[:2] for pair in read}


def test_sentence_behind_a_list_of_sections_is_for_all_of_them() -> None:
    matter = "Crl.A. from conv. u/s 376(2)(n), 417 IPC - 10 yrs RI. Offence 04.05.2019. Sessions, Kollam."
    assert ("IPC-376(2)(n)", "within", "10 years") in _read(matter)
    assert "IPC-417" not in _sections(matter)


def test_deduction_cut_though_there_are_four_dependants() -> None:
    matter = "MACT appeal. Accident 5/6/22; deceased a tailor. Tribunal took 10,000, cut 1/3 though four dependants."
    assert ("MV-168", "crossed", "one-third") in _read(matter)
