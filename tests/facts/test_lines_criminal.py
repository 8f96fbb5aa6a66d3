"""Lines of criminal matters in which the first reading of the law is tempting and wrong."""

import pytest

from countercase.domain.checklist import LawLine
from countercase.facts.lines import read_lines


def lines_under(text: str, *provisions: str) -> list[LawLine]:
    """The lines that a text draws under any of these provisions."""
    return [line for line in read_lines(text) if {one.id for one in line.provisions} & set(provisions)]


def sides(text: str, *provisions: str) -> list[tuple[str, str]]:
    """The side and the limit of each line under these provisions."""
    return [(line.stands.value, line.line) for line in lines_under(text, *provisions)]


# An appeal of the State for a graver sentence falls under Article 115, not under Article 114.
ENHANCEMENT = [
    (
        "Special Judge convicted the clerk under section 7 of the PC Act and gave one year on 4.2.2015."
        " State's appeal under section 377 CrPC for enhancement of the sentence filed on 20.4.2015."
    ),
    (
        "The driver was convicted u/s 304 Part II IPC by the Sessions Judge on 4.2.2015, 3 years."
        " The State has filed an appeal on 20.4.2015 that the sentence is inadequate."
    ),
]


@pytest.mark.parametrize("text", ENHANCEMENT)
def test_appeal_for_enhancement_has_sixty_days(text: str) -> None:
    assert sides(text, "Limitation-Article-115") == [("crossed", "60 days")]
    assert not lines_under(text, "Limitation-Article-114")


def test_appeal_from_acquittal_keeps_its_ninety_days() -> None:
    text = "Sessions Judge acquitted A-2 of s. 302 IPC on 4.2.2015. State appeal against the acquittal 20.4.2015."
    assert sides(text, "Limitation-Article-114") == [("within", "90 days")]
    assert not lines_under(text, "Limitation-Article-115")


# Default bail: a graver section that was only added does not decide the period.
ADDED_BY_MEMO = (
    "FIR 3.8.2024 u/s 318(4) and 316(2) BNS. Arrested 5.8.2024, first remand 6.8.2024. On 30.9.2024 the I.O. moved a"
    ' memo "adding" s.338 BNS. Default bail application 7.10.2024. Charge-sheet 9.10.2024, u/s 318(4), 316(2) BNS only.'
)
ADDED_AND_IN_SHEET = (
    "FIR 3.8.2024 u/s 318(4) and 316(2) BNS. Arrested 5.8.2024, first remand 6.8.2024. On 30.9.2024 s.338 BNS was"
    " added. Charge-sheet 9.10.2024, u/s 318(4), 316(2), 338 BNS."
)


def test_section_that_is_not_in_the_charge_sheet_gives_no_ninety_days() -> None:
    found = lines_under(ADDED_BY_MEMO, "BNSS-187(3)")
    limits = {line.line for line in found if line.quantity.startswith("days from first remand")}
    assert limits == {"60 days"}
    assert all("Ninety days would apply if Section 338 BNS" in line.says for line in found if line.line == "60 days")


def test_section_that_is_added_and_charge_sheeted_leaves_the_period_in_dispute() -> None:
    found = lines_under(ADDED_AND_IN_SHEET, "BNSS-187(3)")
    assert {line.line for line in found} == {"60 days", "90 days"}
    assert all("disputed" in line.says for line in found)


def test_earlier_case_under_the_old_code_does_not_hide_the_period() -> None:
    text = ADDED_BY_MEMO + " He faces another prosecution of 2019 u/s 420 IPC."
    assert ("crossed", "60 days") in sides(text, "BNSS-187(3)")


def test_longer_time_for_drugs_hangs_on_the_quantity() -> None:
    text = (
        "Convicted under section 22(c) NDPS Act. Remand 5.5.2023, charge-sheet 15.7.2023. The tablets alone are said to"
        " be less than commercial."
    )
    (line,) = lines_under(text, "NDPS-36A(4)")
    assert "for a commercial quantity, or" in line.says


# The age of a victim, only where the charge turns on it.
RAPE_AND_PENETRATION = ("IPC-375", "IPC-376(3)", "IPC-376AB", "POCSO-5(m)", "POCSO-4(2)", "BNS-63", "BNS-65(2)")


def test_touching_draws_no_line_of_rape_or_penetration() -> None:
    text = (
        "Shopkeeper convicted u/s 10 POCSO. The victim was born on 4.5.2012. Incident of"
        " 3.3.2022, he touched her thigh. No penetration is alleged."
    )
    assert sides(text, "POCSO-9(m)") == [("within", "12 years")]
    assert not lines_under(text, *RAPE_AND_PENETRATION)


def test_nobody_asks_whether_a_woman_of_twenty_six_could_consent() -> None:
    text = (
        "Convicted u/s 376(1) IPC on promise of marriage. The prosecutrix was 26 years old when it began in June 2019."
    )
    assert not lines_under(text, "IPC-375")


def test_bone_test_near_twelve_is_held_against_the_line_of_twelve() -> None:
    text = (
        "Conviction u/s 10 POCSO on the strength of s. 9(m). School admission register: the victim was born on"
        " 4.5.2012. Incident of 3.3.2022. Ossification test of the victim: 12 to 14 years."
    )
    tests = [line for line in read_lines(text) if "by the test" in line.value]
    assert [(line.provision.id, line.stands.value) for line in tests] == [("POCSO-9(m)", "crossed")]


def test_bone_test_has_no_place_beside_a_birth_certificate() -> None:
    text = (
        "Conviction u/s 6 POCSO. Birth certificate of the Corporation: the victim was born on 4.5.2006. Offence of"
        " 3.3.2022. Ossification test of the victim: 18 to 20 years."
    )
    assert not [line for line in read_lines(text) if "the test" in line.value]
    assert sides(text, "POCSO-2(1)(d)") == [("within", "18 years")]


# Children, kidnapping, and the number of those who came.
def test_dacoity_is_not_heinous() -> None:
    text = "The accused, born on 9.9.1999, faces trial u/s 395 IPC. Occurrence of 17.11.2016. Murder is not alleged."
    assert lines_under(text, "JJ-2(12)")
    assert not lines_under(text, "JJ-15(1)")


def test_offence_whose_punishment_is_only_quoted_is_not_charged() -> None:
    text = (
        "Appeal from a conviction for dacoity. Accused born on 9.9.1999, occurrence of 17.11.2016. The judge added that"
        " dacoity with murder carries death."
    )
    assert not lines_under(text, "JJ-15(1)")


def test_age_of_a_child_is_that_on_the_day_of_the_taking() -> None:
    text = (
        "363 IPC. On 3.2.2018 the boy left home with the contractor. He was found on 9.2.2018 at Pune. Boy born on"
        " 6.2.2002."
    )
    (line,) = lines_under(text, "IPC-361")
    assert line.value == "15 years 11 months on 3 February 2018"


def test_report_of_a_missing_girl_is_no_information_of_rape() -> None:
    text = (
        "FIR by the father 2.3.2012 u/s 363 IPC. Girl came home on 6.3.2012 and spoke of rape; 376 IPC added. Medical"
        " examination of the girl 9.3.2012."
    )
    assert not lines_under(text, "CrPC-164A(1)")
    assert lines_under("FIR 2.3.2012 u/s 366, 376 IPC. Medical examination of the girl 9.3.2012.", "CrPC-164A(1)")


@pytest.mark.parametrize(
    "text",
    [
        "395 IPC. Six men entered the mill. PW-3, the night guard, counted three in all.",
        '395 IPC. "Four boys with a pistol" came, says the FIR. PW-1\'s supplementary statement: "five or six boys".',
    ],
)
def test_number_on_which_witnesses_differ_is_disputed(text: str) -> None:
    found = lines_under(text, "IPC-391")
    assert {line.stands.value for line in found} == {"within", "crossed"}
    assert all("disputed" in line.says for line in found)


# Drugs: from when the report is due, where section 43 governs, and whose weight it is.
def test_known_hour_narrows_the_time_of_the_report() -> None:
    text = (
        "NDPS, s. 22. Secret information 6.3.2021 at 7.40 pm that heroin is kept in a room. Full report to the superior"
        " 7.3.2021."
    )
    (line,) = lines_under(text, "NDPS-57")
    assert line.value == "at most 28 hours 20 minutes"
    assert "Time runs from the arrest or seizure" in line.says


@pytest.mark.parametrize(("place", "is_public"), [("on a roadways bus", True), ("in a house", False)])
def test_search_of_a_public_conveyance_is_under_section_43(place: str, is_public: bool) -> None:
    text = (
        f"NDPS, charas {place}. Secret information 7.1.2024 at 9 pm, taken down. Copy sent to the superior 9.1.2024 at"
        " 11 am."
    )
    (line,) = lines_under(text, "NDPS-42(2)")
    assert ("section 43 governs" in line.says) == is_public


def test_information_that_was_not_taken_down_is_counted_from_its_receipt() -> None:
    text = (
        "NDPS, heroin in his house. Secret information 7.1.2024 at 9 pm, not taken down. Information sent to the"
        " superior 12.1.2024 at 11 am."
    )
    (line,) = lines_under(text, "NDPS-42(2)")
    assert "counted from its receipt" in line.says


def test_commercial_quantity_needs_no_line_of_the_small_one() -> None:
    text = "NDPS s. 20. 4 kg charas seized from A-1 on 3.4.2022. 180 g charas seized from A-2."
    assert next(line.value for line in lines_under(text, "NDPS-2(viia)")) == "4 kilograms"
    assert "4 kilograms" not in {line.value for line in lines_under(text, "NDPS-2(xxiiia)")}


def test_weights_of_two_accused_are_told_apart() -> None:
    text = (
        "NDPS s. 21. Raid of 3.4.2012 for smack. A-1 was searched. From the fold of his turban: packet with 60 grams."
        " A-2 searched by a woman constable. From a box in the kitchen: 2.5 grams."
    )
    assert {line.value for line in lines_under(text, "NDPS-2(xxiiia)")} == {"60 grams", "2.5 grams"}


# Production, where another Act than the Code sets the time.
def test_arrest_by_the_directorate_is_under_its_own_act() -> None:
    text = (
        "PMLA. Arrested by the Enforcement Directorate on 6.10.2023 at 11 am; produced before the Special Judge on"
        " 7.10.2023 at 3 pm."
    )
    assert sides(text, "PMLA-19(3)") == [("crossed", "24 hours")]
    assert not lines_under(text, "CrPC-57")


def test_child_kept_from_the_board_is_not_produced_in_time() -> None:
    text = (
        "302 IPC, plea of juvenility. 21.6.2021 - arrest, 4 pm. 22.6.2021 - 1 pm, produced before the Magistrate and"
        " not before the Board."
    )
    assert not lines_under(text, "CrPC-57")


# Dowry death, once nobody presses it.
@pytest.mark.parametrize(
    "end",
    [
        "Husband convicted u/s 302 IPC, acquitted u/s 304-B and 498-A; the State has not appealed.",
        "Husband convicted u/s 302 IPC. The charge u/s 304-B was dropped at the trial.",
    ],
)
def test_dowry_death_that_is_no_longer_in_issue(end: str) -> None:
    assert not lines_under(f"Marriage 4.5.2009. Wife died of burns 6.7.2014. {end}", "IPC-304B(1)")


def test_dowry_death_of_which_others_stand_convicted() -> None:
    text = (
        "Marriage 4.5.2009. Wife died of burns 6.7.2014. Husband convicted u/s 304-B IPC. His sister acquitted of"
        " 304-B; no State appeal."
    )
    assert lines_under(text, "IPC-304B(1)")


def test_suicide_that_nobody_pleads_is_a_condition() -> None:
    text = "Marriage 4.5.2009. Wife died of burns 6.7.2014, door bolted outside. We press 302 or 306 IPC."
    (line,) = lines_under(text, "IEA-113A")
    assert "If it was a suicide" in line.says


# Hours on which two papers differ.
def test_arrest_is_taken_from_its_memo_and_the_restraint_is_told() -> None:
    text = (
        "PMLA. He was arrested on 3.2.2025 at 9 am, we say; the arrest memo is of 10.30 pm. Produced before the Special"
        " Judge on 4.2.2025 at 2 pm."
    )
    (line,) = lines_under(text, "PMLA-19(3)")
    assert (line.value, line.stands.value) == ("15 hours 30 minutes", "within")
    assert "if he was already restrained at 09.00, time runs from then, 29 hours" in line.says


def test_detention_before_the_arrest_that_is_shown() -> None:
    text = (
        "420 IPC. Arrested at 4 pm on 6.11.2022 and produced at 11 am on 7.11.2022; he says that he was not let out the"
        " night before."
    )
    (line,) = lines_under(text, "CrPC-57")
    assert "it is said that he was held before it" in line.says


def test_hour_of_the_application_that_two_papers_give_differently() -> None:
    text = (
        "318(4) BNS. Remand 4.9.2024. Charge-sheet filed 5.11.2024 at 4 pm. Application for default bail filed"
        " 5.11.2024 at 10.45 am by our receipt; the court's register says 4.20 pm."
    )
    lines = [line for line in read_lines(text) if line.rule == "application before charge-sheet"]
    assert [("16.20" in line.says, "disputed" in line.says) for line in lines] == [(True, True)]


# Lines that the law does not know, or that nobody asks for.
def test_sanhita_sets_no_fifteen_days_for_one_order_of_judicial_remand() -> None:
    text = "318(4) BNS. Remand 4.9.2024. 18.9.2024 - judicial custody extended by 14 days."
    assert not [line for line in read_lines(text) if line.rule == "one remand"]


def test_pregnancy_that_only_proves_the_offence() -> None:
    text = "Convicted u/s 6 POCSO on 3.3.2023. The girl was eleven weeks pregnant on 4.5.2022."
    assert not lines_under(text, "MTP-3(2)")
    assert lines_under("She was raped. 11 weeks pregnant on 4.5.2022; petition to terminate.", "MTP-3(2)")


# Preventive detention, and the arrest of a woman.
COFEPOSA = "COFEPOSA. Detention order of the State dated 4.10.1996, served 9.1.1997. "


def test_report_of_the_state_to_the_centre() -> None:
    text = COFEPOSA + "15.10.1996: State reports the order to the Central Government."
    assert sides(text, "COFEPOSA-3(2)") == [("crossed", "10 days")]


@pytest.mark.parametrize(
    ("words", "drawn"), [("No declaration under s. 9 was made.", 1), ("Declaration under s. 9.", 0)]
)
def test_confirmation_for_a_year_where_no_declaration_was_made(words: str, drawn: int) -> None:
    text = f"{COFEPOSA}Order confirmed for one year from 9.1.1997. {words}"
    assert len(lines_under(text, "COFEPOSA-10")) == drawn


def test_woman_taken_from_her_house_by_the_police_at_night() -> None:
    text = "318(4) BNS. The police took my mother from the house on 5.3.2025 at 9.30 pm."
    assert lines_under(text, "BNSS-43(5)")


def test_graver_section_of_an_older_case_gives_no_ninety_days() -> None:
    text = (
        "304(2) BNS, snatching of 3.7.2025. Remand 5.7.2025, charge-sheet 1.9.2025. In 2019 he was tried u/s 302 IPC."
    )
    assert ("within", "90 days") not in sides(text, "BNSS-187(3)")
