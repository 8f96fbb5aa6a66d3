"""Lines in the words of other hands: each test is one reason why a line was missed, or drawn wrongly."""

import pytest

from countercase.domain.checklist import EventReading, LawLine
from countercase.facts.lines import read_lines
from countercase.facts.lines.stated_lengths import read_lengths
from countercase.facts.timeline import read_timeline

from .test_learned_events import lines_of


def sides(narrative: str, provision: str) -> list[str]:
    return [line.stands.value for line in read_lines(narrative) if line.provision.id == provision]


def of(lines: list[LawLine], provision: str) -> list[tuple[str, str]]:
    return [(line.value, line.stands.value) for line in lines if line.provision.id == provision]


def date_of(role: str, chance: float = 0.95) -> EventReading:
    return EventReading(role, chance, "-", 0.9)


BOARD = (
    "National Security Act. The order was served on 3 May 2023. His case was laid before the Advisory Board on"
    " 20 May 2023."
)


def test_a_sure_reading_stands_beside_the_general_word_of_a_rule() -> None:
    assert of(lines_of(BOARD, {"20 May 2023": date_of("board reference")}), "NSA-10") == [("17 days", "within")]


def test_an_unsure_reading_does_not_stand_beside_the_word_of_a_rule() -> None:
    assert not of(lines_of(BOARD, {"20 May 2023": date_of("board reference", 0.6)}), "NSA-10")


def test_an_event_that_a_rule_dates_elsewhere_is_not_added() -> None:
    narrative = "S. 420 IPC. First remand 3.1.2023. Some other paper of 9.9.2022. Charge-sheet filed 1.3.2023."
    told = {"9.9.2022": date_of("remand")}
    assert of(lines_of(narrative, told), "CrPC-167(2)") == of(lines_of(narrative, {}), "CrPC-167(2)")


def test_words_after_a_length_name_its_start_where_the_reader_does_not() -> None:
    narrative = (
        "DRT dismissed the securitisation application. She went up to the DRAT on the 26th day after she got the order."
    )
    told = {"26th day": EventReading("appeal", 0.8, "secured measure", 0.3)}
    assert of(lines_of(narrative, told), "SARFAESI-18(1)") == [("26 days", "within")]


def test_a_debt_that_only_the_reader_sees_acknowledged_is_left_open() -> None:
    narrative = (
        "Suit for the price of goods sold. Last delivery 3.2.2010. A note of 4.1.2013 mentions it. Suit filed 9.9.2013."
    )
    assert sides(narrative, "Limitation-Article-14") == ["crossed"]
    assert not of(lines_of(narrative, {"4.1.2013": date_of("acknowledgement")}), "Limitation-Article-14")


def test_entries_with_letters_keep_their_events_apart() -> None:
    narrative = "(a) Notice sent in January 2016 asking for more. (b) Suit for specific performance filed 10.8.2017."
    roles = {event.role: event.day.year for event in read_timeline(narrative).events}
    assert roles["suit"] == 2017


def test_a_date_without_a_year_does_not_take_the_year_of_a_birth() -> None:
    narrative = (
        "The robbery was on 4 June 2023. The school gives 2 May 2006 as his date of birth. He was arrested on 6 June."
    )
    arrest = read_timeline(narrative).first("arrest")
    assert arrest is not None
    assert arrest.day.year == 2023


def test_the_same_day_after_a_numbered_day_has_no_date() -> None:
    narrative = (
        "S. 318(4) BNS. First remand 4.12.2025. Charge-sheet on the 62nd day; default bail "
        "application filed the same day."
    )
    assert not read_timeline(narrative).of("default bail application")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("a fortnight after the order", (("weeks", 2.0),)),
        ("two fortnights after the order", (("weeks", 4.0),)),
        ("a week after the order", (("weeks", 1.0),)),
        ("within a month of the order", (("months", 1.0),)),
    ],
)
def test_lengths_without_a_number(words: str, parts: tuple[tuple[str, float], ...]) -> None:
    assert [length.parts for length in read_lengths(words)] == [parts]


@pytest.mark.parametrize("words", ["Rs 250 a week", "rent of Rs 9,000 a month", "once a year"])
def test_a_rate_is_no_length(words: str) -> None:
    assert not list(read_lengths(words.lower()))


def test_after_the_period_itself_means_late() -> None:
    narrative = (
        "Claim under section 166 of the Motor Vehicles Act. Accident of 7 June 2023. They came "
        "to the Tribunal a fortnight after six months had run."
    )
    told = {"a fortnight": EventReading("claim", 0.9, "offence", 0.6)}
    assert of(lines_of(narrative, told), "MV-166(3)") == [("2 weeks late", "crossed")]


@pytest.mark.parametrize(
    "given",
    ["gave a cheque on 2.1.2024", "replied on 1.1.2024. The next day he issued a cheque"],
)
def test_a_cheque_handed_over_may_bear_a_later_date(given: str) -> None:
    narrative = (
        f"He {given}. It was presented on 15.5.2024 and returned unpaid on 17.5.2024. Complaint under section 138."
    )
    assert not any(line.rule.startswith("ni-138-a") for line in read_lines(narrative))


def test_a_cheque_with_its_date_is_stale_after_three_months() -> None:
    narrative = (
        "Cheque dated 2.1.2024, presented on 15.5.2024, returned unpaid on 17.5.2024. Complaint under section 138."
    )
    assert [line.stands for line in read_lines(narrative) if line.rule.startswith("ni-138-a")] == ["crossed"]


def test_six_months_and_a_year_after_an_appeal_that_nobody_decided() -> None:
    narrative = (
        "Clerk of a Central Government office, before the CAT. Appeal filed 10 January 2022, "
        "never decided. O.A. filed on {}."
    )
    assert sides(narrative.format("4 June 2023"), "AdministrativeTribunals-21(1)(b)") == ["within"]
    assert sides(narrative.format("4 September 2023"), "AdministrativeTribunals-21(1)(b)") == ["crossed"]


@pytest.mark.parametrize(
    ("paid", "expected"),
    [("20 May 2024", ["within"]), ("20 June 2024", ["within", "crossed"]), ("30 July 2024", ["crossed"])],
)
def test_deposit_in_the_appeal_on_a_cheque(paid: str, expected: list[str]) -> None:
    narrative = (
        "Cheque case under section 138. On 3 April 2024 the Sessions Judge directed him to "
        f"deposit 20% of the compensation. He deposited the money on {paid}."
    )
    assert sorted(sides(narrative, "NI-148(2)")) == sorted(expected)


@pytest.mark.parametrize(
    ("age", "work", "share"),
    [
        (34, "a permanent post in a bank", "50 per cent"),
        (44, "a permanent post in a bank", "30 per cent"),
        (54, "a permanent post in a bank", "15 per cent"),
        (34, "a tailor, self-employed", "40 per cent"),
        (44, "a tailor, self-employed", "25 per cent"),
        (54, "a tailor, self-employed", "10 per cent"),
    ],
)
def test_prospects_by_age_and_work(age: int, work: str, share: str) -> None:
    narrative = f"MACT claim. Accident on 3.3.2021. The deceased was {age} years old, {work}."
    (line,) = [line for line in read_lines(narrative) if line.rule == "prospects"]
    assert line.line.endswith(share)


def test_no_prospects_from_sixty() -> None:
    narrative = "MACT claim. Accident on 3.3.2021. The deceased was 61 years old, a tailor, self-employed."
    assert not [line for line in read_lines(narrative) if line.rule == "prospects"]


def test_a_detention_under_another_act_is_not_held_against_the_national_security_act() -> None:
    narrative = (
        "COFEPOSA detention. Order served 3.5.2023. Grounds communicated on 6.5.2023. "
        "Reference to the Advisory Board on 9.6.2023."
    )
    assert not [line for line in read_lines(narrative) if line.provision.act == "NSA"]


@pytest.mark.parametrize(
    "words",
    [
        "the APP says s. 316(5) BNS may be added",
        "FIR first named sec. 316(5) BNS but the I.O. deleted it",
    ],
)
def test_a_section_that_is_not_charged_does_not_lengthen_the_remand(words: str) -> None:
    narrative = f"U/s 318(4) BNS. Remand 4.12.2025. Charge-sheet filed 6.2.2026. Occurrence Nov. 2025; {words}."
    assert sides(narrative, "BNSS-187(3)") == ["crossed"]


def test_the_bar_of_limitation_is_not_a_charge() -> None:
    narrative = (
        "Sections 323 and 341 IPC. Incident on 6.2.2021. Complaint presented on 19.4.2023; "
        "dismissed as barred by section 468."
    )
    assert sides(narrative, "CrPC-468(2)(b)") == ["crossed"]


def test_a_gross_weight_shows_only_that_it_is_less_than_commercial() -> None:
    narrative = "NDPS. Heroin weighing {} grams with the packet was seized on 3.5.2023."
    assert sides(narrative.format(238), "NDPS-2(viia)") == ["within"]
    assert not sides(narrative.format(258), "NDPS-2(viia)")


def test_a_weight_of_another_case_is_not_ours() -> None:
    narrative = (
        "NDPS. Opium: 2.640 kg with bag; net 2.450 kg on 5.8.2024. The reply copies a para of "
        "other case with 5 kg doda."
    )
    assert [line.value for line in read_lines(narrative) if line.rule == "ndps-commercial-opium"] == ["2.45 kilograms"]
    assert not [line for line in read_lines(narrative) if line.rule == "ndps-commercial-poppy-straw"]


def test_a_net_weight_belongs_to_the_drug_told_before() -> None:
    narrative = (
        "Tip that two boys sell MDMA from a flat on 10.1.2025. Zip cover from the almirah, weighed: 14.2 g net."
        "\nLeft aside: the Kakkanad case where 1.1 kg ganja was found."
    )
    lines = [line for line in read_lines(narrative) if line.provision.id == "NDPS-2(viia)"]
    assert [(line.value, line.stands) for line in lines] == [("14.2 grams", "crossed")]


def test_hours_in_the_afternoon() -> None:
    narrative = (
        "S. 420 IPC. He was arrested on 3 May 2022 at 7 in the morning and produced before the Magistrate on"
        " 4 May 2022 at 4 in the afternoon."
    )
    assert sides(narrative, "CrPC-57") == ["crossed"]


@pytest.mark.parametrize(
    ("narrative", "provision", "side"),
    [
        ("MACT claim. There were three of them on one scooter on 4.5.2023.", "MV-128(1)", "crossed"),
        ("MACT claim. The two of them on the motor cycle on 4.5.2023 were hit.", "MV-128(1)", "within"),
        ("MACT claim of 2023. His breath gave 41 mg per 100 ml on 4.5.2023.", "MV-185", "crossed"),
        ("MACT claim of 2023. His breath gave 22 mg per 100 ml on 4.5.2023.", "MV-185", "within"),
        ("Internal Committee. The firm has eight on the rolls on 4.5.2023.", "POSH-4(1)", "crossed"),
        ("Contempt. On 4.5.2023 the Judge fined him Rs 5,000.", "Contempt-12(1)", "crossed"),
        ("Gratuity comes to Rs 21 lakh. He retired on 4.5.2023.", "Gratuity-4(3)", "crossed"),
        ("Re-assessment notice of 4.5.2023. He was given five days to reply.", "ITA-148A", "crossed"),
    ],
)
def test_figures_of_an_act(narrative: str, provision: str, side: str) -> None:
    assert sides(narrative, provision) == [side]


def test_the_workers_of_somebody_else_do_not_count() -> None:
    narrative = "Complaint before the Internal Committee on 4.5.2023. Her husband runs a shop with 14 workers."
    assert not sides(narrative, "POSH-4(1)")


@pytest.mark.parametrize(
    ("narrative", "provision", "side"),
    [
        (
            (
                "Customs: bill of entry. Duty Rs 40 lakh. Appeal to the Commissioner (Appeals) of "
                "4.5.2023 with a challan of Rs 2 lakh as pre-deposit."
            ),
            "Customs-129E",
            "crossed",
        ),
        (
            (
                "GST order under section 73. Tax in dispute is Rs 20 lakh; on 4.5.2023 he paid Rs 2 "
                "lakh as pre-deposit with the appeal."
            ),
            "CGST-107(6)",
            "within",
        ),
    ],
)
def test_pre_deposits(narrative: str, provision: str, side: str) -> None:
    assert sides(narrative, provision) == [side]


def test_less_than_half_of_the_debt_may_still_be_the_least_that_the_tribunal_allows() -> None:
    narrative = (
        "DRT dismissed the securitisation application; appeal to the DRAT of 4.5.2023. The "
        "debt due is Rs 80 lakh and she has put in Rs {} lakh."
    )
    assert sorted(sides(narrative.format(24), "SARFAESI-18(1)")) == ["crossed", "within"]
    assert sides(narrative.format(12), "SARFAESI-18(1)") == ["crossed", "crossed"]
    assert sides(narrative.format(44), "SARFAESI-18(1)") == ["within"]


def test_further_time_is_held_against_a_stated_length() -> None:
    narrative = (
        "The second respondent died. The application to bring his heirs on record, with one to "
        "set aside the abatement, was filed {} after his death."
    )
    assert sides(narrative.format("105 days"), "Limitation-Article-121") == ["within"]
    assert sides(narrative.format("170 days"), "Limitation-Article-121") == ["crossed"]


def test_the_day_of_another_document_disputes_nothing() -> None:
    narrative = (
        "Acquitted of murder by the Sessions Judge. Appeal by State filed on 131st day of "
        "judgment. Charge sheet was in on 76th day."
    )
    assert sides(narrative, "Limitation-Article-114") == ["crossed"]


def test_a_length_that_is_the_limit_may_only_state_the_law() -> None:
    narrative = (
        "CAT, O.A. of a Central Government clerk. Suspension is reviewed in 90 days; first "
        "review 105 days after the suspension of 9.3.2020."
    )
    assert "crossed" in sides(narrative, "CCSCCA-10(7)")


# The right row of law: the authority, the day and the kind of matter for which its figure was made.


def test_a_departmental_appeal_runs_from_a_removal_as_from_an_order() -> None:
    text = "CCS (CCA). Removed from service on 1.6.2018. Departmental appeal preferred on {}."
    assert sides(text.format("20.6.2018"), "CCSCCA-25") == ["within"]
    assert not sides(text.format("20.8.2018"), "CCSCCA-25")  # when the order reached him is not told


def test_a_railway_servant_is_not_under_the_central_civil_services_rules() -> None:
    text = "{} department clerk, disciplinary proceedings. The order was served on 1 June 2018; appeal on 20 June 2018."
    assert sides(text.format("Postal"), "CCSCCA-25") == ["within"]
    assert not sides(text.format("Railway"), "CCSCCA-25")


@pytest.mark.parametrize(("retired", "side"), [("31 January 2018", ["crossed"]), ("30 April 2018", ["within"])])
def test_the_ceiling_of_gratuity_is_that_of_the_day_on_which_service_ended(retired: str, side: list[str]) -> None:
    text = (
        f"He retired on {retired}. The gratuity works out to Rs 14,00,000. Controlling authority's order 5 March 2019."
    )
    assert sides(text, "Gratuity-4(3)") == side


def test_no_ceiling_of_gratuity_without_the_day_on_which_service_ended() -> None:
    text = "The gratuity works out to Rs 14,00,000. The controlling authority ordered it on 5 March 2019."
    assert not sides(text, "Gratuity-4(3)")


def test_the_notice_and_not_the_last_day_of_the_matter_decides_the_law_of_reassessment() -> None:
    text = (
        "Income-tax. Notice under section 148 to reopen the assessment was issued on 5 May 2023. Income of"
        " Rs 60,00,000 is said to have escaped. The High Court heard it on 3 February 2025."
    )
    assert [line.rule for line in read_lines(text)] == ["ita-149-income-2021"]


def test_the_deposit_of_a_first_customs_appeal_is_not_that_of_an_appeal_to_the_tribunal() -> None:
    text = "Customs duty of Rs 40,00,000 was demanded. {} and deposited 8 per cent of the duty."
    first = "The importer appealed to the Commissioner (Appeals)"
    second = "The Commissioner (Appeals) dismissed the appeal. The importer appealed to the Appellate Tribunal"
    assert sides(text.format(first), "Customs-129E") == ["within"]
    assert not sides(text.format(second), "Customs-129E")  # ten per cent there


def test_time_to_dispute_a_debt_runs_from_receipt_of_the_demand() -> None:
    text = (
        "IBC. Demand notice under section 8 was sent on 3 May 2023.{} The debtor wrote back disputing the debt on {}."
    )
    received = " The debtor received the notice on 5 May 2023."
    assert sides(text.format("", "10 May 2023"), "IBC-8(2)") == ["within"]
    assert not sides(text.format("", "14 May 2023"), "IBC-8(2)")
    assert sides(text.format(received, "14 May 2023"), "IBC-8(2)") == ["within"]
    assert sides(text.format(received, "16 May 2023"), "IBC-8(2)") == ["crossed"]


def test_the_death_of_an_insured_person_is_not_that_of_a_patient() -> None:
    text = "{} The consumer complaint was filed on 9 June 2024 before the District Commission."
    patient = "Medical negligence of the hospital. The patient died on 3 May 2021."
    insured = "The insured died in hospital on 3 May 2021. The insurer refused the claim."
    assert sides(text.format(patient), "CPA2019-69(1)") == ["crossed"]
    assert not sides(text.format(insured), "CPA2019-69(1)")


def test_a_house_in_a_colony_of_many_towns_is_not_in_delhi() -> None:
    text = (
        "Eviction of a shop in {}. Summons served on 3 May 2023. Application for leave to contest filed on 30 May 2023."
    )
    assert sides(text.format("Pitampura"), "DRC-25B(4)") == ["crossed"]
    assert not sides(text.format("Malviya Nagar, Bhopal"), "DRC-25B(4)")


_SENTENCES = "Appeal from conviction u/s {charges}. Offence of 4.5.2010. Judgment 3.2.2014: {passed}."


@pytest.mark.parametrize(
    ("charges", "passed", "expected"),
    [
        ("306, 498A IPC; 4 DP Act", "306: RI 8 yrs. 498A: RI 4 yrs. S.4 DP Act: RI 3 yrs", {"IPC-306": "within"}),
        ("306, 498A IPC; 4 DP Act", "306: RI 8 yrs. 498A: RI 4 yrs. S.4 DP Act: RI 3 yrs", {"IPC-498A": "crossed"}),
        ("306, 498A IPC; 4 DP Act", "306: RI 8 yrs. 498A: RI 4 yrs. S.4 DP Act: RI 3 yrs", {"DP-4": "crossed"}),
        ("302/201 IPC", "life u/s 302; RI 9 yrs u/s 201", {"IPC-201": "crossed"}),
        ("302/201 IPC", "life u/s 302; RI 3 yrs u/s 201", {"IPC-201": "within"}),
        ("392/397 IPC & 25 Arms Act (pistol)", "RI 5 yrs u/s 392/397; RI 2 yrs u/s 25", {"IPC-397": "crossed"}),
        ("392/397 IPC & 25 Arms Act (pistol)", "RI 5 yrs u/s 392/397; RI 2 yrs u/s 25", {"Arms-25": "within"}),
    ],
)
def test_a_sentence_in_short_is_held_against_its_own_section(
    charges: str, passed: str, expected: dict[str, str]
) -> None:
    text = _SENTENCES.format(charges=charges, passed=passed)
    (section,) = expected
    assert {line.stands.value for line in read_lines(text) if line.provision.base == section} == {expected[section]}


def test_screening_has_its_own_term_only_where_the_offence_is_capital() -> None:
    text = _SENTENCES.format(charges="307/201 IPC", passed="RI 7 yrs u/s 307; RI 5 yrs u/s 201")
    assert not [line for line in read_lines(text) if line.provision.base == "IPC-201"]


def test_the_sentence_for_a_cheque_is_held_against_its_maximum() -> None:
    text = (
        "Conv. u/s 138 r/w 141 NI Act. Cheque of 4.5.2010. Sentence: SI {} each. Complainant threatens 420 IPC as well."
    )
    assert {line.stands.value for line in read_lines(text.format("1 yr")) if line.rule == "most NI-138"} == {"within"}
    assert {line.stands.value for line in read_lines(text.format("3 yrs")) if line.rule == "most NI-138"} == {"crossed"}


def test_the_enquiry_is_into_the_section_of_the_complaint() -> None:
    text = (
        "FIR of 9.3.2025 u/s 318(4), 316(2) BNS. Complaint to SP u/s 316(2) alone, 8.1.2025; preliminary enquiry"
        " permitted 9.1.2025."
    )
    assert {line.stands.value for line in read_lines(text) if line.rule == "bnss-173-3-sentence"} == {"within"}
    both = text.replace("316(2) alone", "318(4)")
    assert {line.stands.value for line in read_lines(both) if line.rule == "bnss-173-3-sentence"} == {"crossed"}


def test_a_section_that_is_not_in_the_fir_is_no_charge() -> None:
    text = (
        "FIR of 9.3.2025 u/s 318(4) BNS. Arrested 10.3.2025; notice u/s 35(3) BNSS not given. State also"
        " speaks of s. 111 BNS (organised crime); it is not in FIR."
    )
    assert {line.stands.value for line in read_lines(text) if line.rule == "arrest without notice"} == {"within"}


def test_a_term_for_several_sections_is_not_that_of_the_last() -> None:
    text = "Crl. A. from conv. u/s 376(2)(n), 417 IPC - 10 yrs RI. Offence of 4.5.2020."
    assert {line.provision.base: line.stands.value for line in read_lines(text)} == {"IPC-376": "within"}
