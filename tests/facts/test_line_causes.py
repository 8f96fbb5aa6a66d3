"""One test for each reason why lines of terse notes and lists of dates were missed or misread."""

import pytest

from countercase.domain.checklist import LawLine, Stands
from countercase.facts.lines import read_lines
from countercase.facts.timeline import read_timeline
from countercase.law.tables import periods

FIRST_SIDE = {"within": Stands.WITHIN, "crossed": Stands.CROSSED}


def sides(text: str, provision: str) -> set[Stands]:
    return {line.stands for line in read_lines(text) if provision in {other.base for other in line.provisions}}


def line_of(text: str, rule: str) -> LawLine:
    (line,) = [line for line in read_lines(text) if line.rule == rule]
    return line


@pytest.mark.parametrize(
    "text",
    [
        "PC Act u/s 7. Judgment 14.12.2023: convicted, R.I. 3 yrs. AppeaI filed in High Court 18.O1.2024.",
        "Sessions Court. Conviction 14.12.2023, Iife. AppeaI to HC l8.01.2024. S. 302 IPC. C0py recd.",
    ],
)
def test_letters_misread_by_a_scan_do_not_hide_an_event(text: str) -> None:
    assert sides(text, "Limitation-Article-115") == {Stands.WITHIN}


def test_mending_a_scan_leaves_names_alone() -> None:
    text = "McIntyre was convicted by the Sessions Judge u/s 302 IPC, 0n 3.1.2020, PartII. AppeaI filed 9.1.2020 in HC."
    assert sides(text, "Limitation-Article-115") == {Stands.WITHIN}


def test_an_arrow_or_a_short_line_ends_an_entry() -> None:
    text = "S. 379 IPC\n> arrested 3.1.2023, 5 pm\n> produced 4.1.2023, 4 pm\n> challan 9.3.2023"
    assert sides(text, "CrPC-57") == {Stands.WITHIN}
    labels = "FIR u/s 379 IPC\nArrested - 3.1.2023 (11 PM)\nProd. before CMM - 5.1.2023 (10 AM)\nPolice remand - 5 days"
    assert sides(labels, "CrPC-57") == {Stands.CROSSED}


def test_prose_in_short_lines_is_not_cut_at_a_name() -> None:
    text = (
        "The accused was taken to the court on 5 May 2021 by Sub-\nInspector Rao, who produced him before the learned"
        " Judge\nof Pune. He was arrested on 4 May 2021 at 5 pm under\nsection 302 IPC; on 5 May 2021 at 4 pm"
        " Inspector\nRao produced him."
    )
    assert Stands.CROSSED not in sides(text, "CrPC-57")


def test_the_letter_of_a_list_item_does_not_mean_born() -> None:
    text = "S. 138 NI Act.\na) cheque dt 17/8/23\nb) sent to bank 14/11/23; bank refused the same day"
    assert [str(event.day) for event in read_timeline(text).events if event.role == "dishonour"] == ["2023-11-14"]


def test_a_birth_named_after_its_date() -> None:
    text = "POCSO u/s 6.\n06.10.2008 DOB of victim X (municipal register)\n11.11.2024 incident"
    assert sides(text, "POCSO-2") == {Stands.WITHIN}


def test_a_list_of_dates_in_the_present_tense() -> None:
    text = "NSA.\n04.03.2025 Order of D.M. u/s 3(2)\n13.03.2025 State Govt approves order"
    assert sides(text, "NSA-3") == {Stands.WITHIN}


@pytest.mark.parametrize(("day", "side"), [("20 February 2023", "within"), ("10 March 2023", "crossed")])
def test_an_arrest_stands_in_for_an_undated_remand(day: str, side: str) -> None:
    text = f"S. 304B IPC. He was arrested on 25 November 2022 and the charge-sheet came on {day}."
    line = line_of(text, "crpc-charge-sheet-90")
    assert line.stands is FIRST_SIDE[side]
    assert "since the date of the remand is not stated" in line.says


def test_a_period_that_turns_on_the_undated_remand_is_left_open() -> None:
    text = "S. 304B IPC. He was arrested on 25 November 2022 and the charge-sheet came on 24 February 2023."
    assert not sides(text, "CrPC-167")


def test_several_arrests_must_agree() -> None:
    text = (
        "S. 302 IPC. Ram was arrested on 1.1.2020. Shyam was arrested on 9.3.2020. The charge-sheet came on 20.4.2020."
    )
    assert not sides(text, "CrPC-167")


def test_an_order_not_served_shows_only_that_an_appeal_is_in_time() -> None:
    head = "CCS (CCA). Removal order of 17.3.2021. Departmental appeal "
    assert sides(head + "filed 20.4.2021.", "CCSCCA-25") == {Stands.WITHIN}
    assert not sides(head + "filed 20.8.2021.", "CCSCCA-25")


def test_a_return_in_time_shows_that_the_cheque_was_presented_in_time() -> None:
    head = "S. 138 NI Act. Cheque dated 10.1.2016 dishonoured on "
    assert line_of(head + "18.1.2016.", "ni-138-a-2012").stands is Stands.WITHIN
    assert not [line for line in read_lines(head + "18.9.2016.") if line.rule == "ni-138-a-2012"]


def test_a_charge_sheet_within_sixty_days_is_in_time_whatever_the_gravity() -> None:
    text = "FIR u/s 108 BNS. Arrest 4.9.2024, 6 pm; before J.M.F.C. 5.9.2024, 11 am. Charge-sheet: {}."
    assert sides(text.format("30.10.2024"), "BNSS-187") == {Stands.WITHIN}
    # up to ten years: whether sixty or ninety days apply is argued, and said
    assert sides(text.format("20.11.2024"), "BNSS-187") == {Stands.CROSSED}
    (line,) = [line for line in read_lines(text.format("20.11.2024")) if line.provision.base == "BNSS-187"]
    assert "it is argued" in line.says
    assert sides(text.format("20.12.2024"), "BNSS-187") == {Stands.CROSSED}


def test_a_section_added_later_leaves_the_sixty_days_open() -> None:
    text = (
        "FIR u/ss 318(4), 336(3) BNS. Produced 6.8.2024, remanded. 8.10.2024: chargesheet filed. For the first time"
        " s. 338 BNS (valuable security) added."
    )
    assert sides(text, "BNSS-187") == {Stands.WITHIN, Stands.CROSSED}


def test_a_discharge_is_not_a_charge_sheet() -> None:
    text = "IPC 420. Produced 3.5.2024. In the predicate FIR she was charge-sheeted, then discharged 20.12.2024."
    assert not sides(text, "CrPC-167")


def test_an_appeal_by_the_state_has_its_own_article() -> None:
    text = "State appeal u/s 378 CrPC, charge 302 IPC, Sessions Judge. Acquittal 15.09.2015. Appeal filed 28.12.2015."
    assert sides(text, "Limitation-Article-114") == {Stands.CROSSED}
    assert not sides(text, "Limitation-Article-115")


def test_words_that_the_state_did_not_appeal_are_not_an_appeal() -> None:
    text = (
        "S. 302/149 IPC. 08.02.2023 Judgment: two acquitted (no State appeal), four convicted.\n21.03.2023 Appeal filed"
        " in the High Court"
    )
    assert not sides(text, "Limitation-Article-114")


def test_the_first_of_two_dates_given_for_an_fir_counts() -> None:
    text = (
        "FIR 61/2025 dt. 10.02.2025 u/s 64 BNS. In FIR nothing on clips: first in statement of 13.02.2025."
        " C/s 12.04.2025."
    )
    assert sides(text, "BNSS-193") == {Stands.CROSSED}


def test_a_girl_in_a_family_with_sons_is_a_girl() -> None:
    text = "FIR u/s 363 IPC. The girl was taken on 2.2.2023. DOB of victim 12.03.2005; the elder son is 21."
    assert sides(text, "IPC-361") == {Stands.WITHIN}


def test_each_accused_has_his_own_weight_and_maximum_term() -> None:
    text = (
        "S. 21(c) NDPS Act, FIR 09.11.2022. A-1 Balkar, A-2 Sonu. 12 yrs R.I. each. Chitta. From A-1: packet 258 g net;"
        " A-2: carry bag in hand - 130 g; nothing else."
    )
    commercial = {line.value: line.stands for line in read_lines(text) if line.rule == "ndps-commercial-heroin"}
    assert commercial == {"258 grams": Stands.CROSSED, "130 grams": Stands.WITHIN}
    assert line_of(text, "most NDPS-21(b)").stands is Stands.CROSSED


@pytest.mark.parametrize(
    ("narrative", "rule", "side"),
    [
        ("Custody since 02.05.2024. No prior case. Today: 10.07.2025.", "bnss-479-third", "within"),
        ("Custody since 02.05.2022. No prior case. Today: 10.07.2025.", "bnss-479-third", "crossed"),
        ("Custody since 02.05.2021. Today: 10.07.2025.", "bnss-479-half", "crossed"),
        ("He is inside for 1 year 9 months on 10.07.2025.", "bnss-479-half", "within"),
    ],
)
def test_time_in_custody_against_the_maximum_sentence(narrative: str, rule: str, side: str) -> None:
    assert line_of(f"Bail. PMLA, ECIR/7/2023. {narrative}", rule).stands is FIRST_SIDE[side]


def test_a_third_is_not_applied_to_one_who_may_have_a_record() -> None:
    assert not sides("Bail. PMLA, ECIR/7/2023. Custody since 02.05.2022. Today: 10.07.2025.", "BNSS-479")


def test_a_convict_is_not_an_undertrial() -> None:
    text = "Bail, suspension of sentence. Convicted u/s 420 IPC. In jail since 2.5.2021. Today: 10.7.2025."
    assert not sides(text, "BNSS-479")


def test_a_child_held_for_more_than_three_years() -> None:
    text = "Juvenility. Born 3.7.2002. Offence 14.5.2020, s. 302 IPC. 15.5.2020 arrest. Custody till 14.11.2024."
    assert line_of(text, "jj-18-years").stands is Stands.CROSSED


def test_total_police_custody_as_stated() -> None:
    text = "FIR u/s 318(4) BNS, Aug 2024. P.C. in all 18 days, rest J.C."
    assert line_of(text, "police custody").stands is Stands.CROSSED
    assert not [line for line in read_lines("FIR u/s 420 IPC. P.C. 5 days, then J.C.") if line.rule == "police custody"]


def test_a_fine_against_twice_the_cheque() -> None:
    text = "S. 138 NI Act. Cheque 004138, Canara Bank, Rs. 6,50,000. UPI Rs. 1,50,000. Convicted: fine Rs. 14,00,000."
    assert line_of(text, "ni-138-fine").stands is Stands.CROSSED


def test_a_rent_against_the_limit_of_the_delhi_act() -> None:
    text = "Delhi Rent Control Act. Shop let at Rs. {} a month; eviction petition."
    assert line_of(text.format("3,200"), "drc-3-rent").stands is Stands.WITHIN
    assert line_of(text.format("4,100"), "drc-3-rent").stands is Stands.CROSSED


def test_leave_to_contest_elsewhere_is_not_under_the_delhi_act() -> None:
    text = "Eviction at Ludhiana. Summons served 1.3.2023. Leave to contest sought 30.3.2023."
    assert not sides(text, "DRC-25B")


def test_a_petition_filed_again_has_its_own_line() -> None:
    text = (
        "O.M.P.(COMM), Delhi. Award 3.2.2023. Signed copy reached the party 6.3.2023.\n- 12.6.2023 first filing, no"
        " award copy\n- 20.7.2023 re-filed with award"
    )
    assert {line.value for line in read_lines(text) if line.rule == "arb-34-thirty"} == {"6 days", "44 days"}


def test_a_document_said_to_be_late_is_late() -> None:
    head = "Section 138, cheque of July 2021 returned for want of funds. "
    assert sides(head + "She filed eleven weeks late.", "NI-142") == {Stands.CROSSED}
    assert not sides(head + "It was not filed eleven weeks late.", "NI-142")


def test_the_order_and_the_grounds_served_together() -> None:
    text = "NSA.\n03.02.2015 order passed\n05.02.2015 order & grounds served in jail\n04.03.2015 reference to Board"
    assert sides(text, "NSA-10") == {Stands.CROSSED}


def test_words_right_before_the_next_date_belong_to_that_date() -> None:
    text = "NCLT. Sec. 9 petition 11.03.2022. Admitted 10.10.2023, appeal to NCLAT 30.11.2023."
    assert sides(text, "IBC-61") == {Stands.CROSSED}


def test_a_letter_that_claims_the_land() -> None:
    text = (
        "Suit for possession. On 15.04.1994 deft. replied to the notice: 'land is mine'."
        " Suit & State's claim 03.02.2009."
    )
    assert sides(text, "Limitation-Article-65") == {Stands.CROSSED}


def test_persons_left_after_acquittals_of_named_accused() -> None:
    text = "S. 302/149 IPC. 08.02.2023: Lallan and Chhote acquitted. Bhola, Raju, Dinesh, Sudama - four - convicted."
    assert sides(text, "IPC-141") == {Stands.CROSSED}


def test_days_unable_to_work_that_are_only_claimed_draw_no_line() -> None:
    head = "FIR u/s 309(4) BNS of 5.10.2024. "
    assert sides(head + "The salesman was off his work for twelve days.", "BNS-116") == {Stands.CROSSED}
    assert not sides(head + "He claims he could not walk for a month; the register says otherwise.", "BNS-116")


def test_a_customs_raid_is_not_a_disciplinary_case() -> None:
    text = "The Inspector of Customs detained him. He was arrested on 25.7.2000 and enlarged on bail on 11.8.2000."
    assert not sides(text, "CCSCCA-10")


def test_a_buyers_suit_is_not_for_the_price() -> None:
    text = (
        "Adv. Rs. 25 lakh paid. 18 MT supplied upto 30.11.2024. Commercial suit for breach filed 25.03.2025."
        " Price 62 lakh."
    )
    assert not sides(text, "Limitation-Article-14")


def test_every_row_names_an_event_from_which_its_time_runs() -> None:
    assert all(rule.from_roles and rule.to_roles for rule in periods.all())


def test_the_days_run_from_the_information_of_the_return() -> None:
    text = (
        "Complaint u/s 138 NI Act. 11.04.2023 - Cheque presented. 12.04.2023 - Return memo: funds insufficient. "
        "18.05.2023 - Notice by regd post. Date of info of return is 18.04.2023."
    )
    assert line_of(text, "ni-138-b-2003").stands is Stands.WITHIN


def test_an_appeal_is_not_from_an_earlier_acquittal_that_nobody_challenged() -> None:
    text = (
        "FIR u/s 498A, all acquitted 28.08.2023. State appeal - nil. Family Ct - 10.12.2024, dismissed. "
        "Appeal - filed 24.02.2025 in the High Court from the divorce decree."
    )
    assert Stands.CROSSED not in {line.stands for line in read_lines(text)}


def test_a_charge_memo_is_not_the_order_appealed_from() -> None:
    text = (
        "Central govt servant. 02.12.2013 Charge memo under Rule 14 CCS (CCA) Rules served. 14.03.2016 Penalty of "
        "dismissal imposed. 20.04.2016 Statutory appeal filed."
    )
    assert Stands.CROSSED not in {line.stands for line in read_lines(text)}


def test_the_words_that_state_a_dated_period_elsewhere_belong_to_its_line() -> None:
    text = (
        "Charge under section 304B IPC. Marriage of Rekha on 11.01.2016. She died of burns on 03.10.2019 at home. "
        "Her father filed the FIR. PW-2 speaks of a demand for a scooter. All this in 3 years 8 months of marriage."
    )
    (line,) = [line for line in read_lines(text) if line.provision.id.startswith("IPC-304B")]
    assert any("3 years 8 months" in span.of(text) for span in line.spans)
    other = text.replace("3 years 8 months", "5 years 2 months")
    assert not any("5 years" in span.of(other) for line in read_lines(other) for span in line.spans)


def test_a_bone_test_puts_the_age_in_question_under_every_charge() -> None:
    text = (
        "Convicted under sections 363 and 376 IPC for the occurrence of 6 March 2016. The girl's date of birth by the "
        "school register is 12 August 1998. Ossification test: 17 to 19 years."
    )
    for section in ("IPC-361", "IPC-375"):
        assert sides(text, section) == {Stands.WITHIN, Stands.CROSSED}


_TWO_ACCUSED = """FIR u/s 308(5) BNS. A-1 Rafiq, A-2 Mohan.

A-1
04.08.2024 - prod. bef. JMFC, 1st remand. PC 6 days.
10.09.2024 - remand extended.
20.09.2024 - PC again, 5 days.
05.10.2024 - default bail appln.
12.10.2024 - chgsheet filed.

A-2
1st remand 20.08.2024.

P.P.:
letter of I.O. adding 111 BNS; cites UAPA matter, 180 days.
"""


def test_the_accused_of_a_heading_has_his_own_dates() -> None:
    lines = read_lines(_TWO_ACCUSED)
    days = {(line.value, line.stands.value) for line in lines if line.rule == "bnss-charge-sheet-60"}
    assert days == {
        ("69 days (70 with the day of remand)", "crossed"),
        ("53 days (54 with the day of remand)", "within"),
    }
    asked = [line for line in lines if line.rule == "bnss-default-60"]
    assert [(line.value, line.stands.value) for line in asked] == [("62 days (63 with the day of remand)", "crossed")]
    assert "argued" in asked[0].says


def test_police_custody_is_counted_from_the_first_remand() -> None:
    lines = read_lines(_TWO_ACCUSED)
    assert [(line.value, line.stands.value) for line in lines if line.rule == "police custody"] == [
        ("11 days", "within")
    ]
    window = line_of(_TWO_ACCUSED, "police custody window")
    assert (window.value, window.line, window.stands.value) == ("day 48", "day 40", "crossed")
    assert "argued" in window.says


def test_a_confirmation_in_short() -> None:
    text = "NSA s.3(2). Detained 3.4.2019. 20.5.2019 - confirmed, {} fr 3.4.2019."
    assert line_of(text.format("12 mths"), "nsa-13-months").stands is Stands.WITHIN
    assert line_of(text.format("2 yrs"), "nsa-13-months").stands is Stands.CROSSED


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ("6.55 pm, sunset being at 6.20", {Stands.CROSSED}),
        ("6.05 pm; sunset was at 6.20", {Stands.WITHIN}),
        ("6.55 pm. Sunset not proved", set()),
        ("11 pm, long after sunset", {Stands.CROSSED}),
    ],
)
def test_the_hour_of_a_search_for_drugs_against_sunset(times: str, expected: set[Stands]) -> None:
    text = f"FIR u/s 20 NDPS Act. Search of his shop on 4.5.2021, {times}. 300 grams of charas seized."
    assert {line.stands for line in read_lines(text) if line.rule == "ndps-42-night"} == expected


def test_the_hour_of_a_house_breaking_against_a_stated_sunset() -> None:
    text = "S. 103(1) BNS. Plea of pvt defence. 4.9.2024: sunset 6.31 pm. Door broken at {}."
    assert line_of(text.format("6.50 pm"), "night").stands is Stands.WITHIN
    assert line_of(text.format("6.10 pm"), "night").stands is Stands.CROSSED


def test_the_hour_from_which_a_policy_runs() -> None:
    text = "MACT claim. Motor accident on 4.5.2021, {}. Policy issued 4.5.2021, cover w.e.f. 2 pm."
    assert line_of(text.format("11 am"), "policy").stands is Stands.CROSSED
    assert line_of(text.format("4.30 pm"), "policy").stands is Stands.WITHIN


def test_a_multiplier_in_the_sum_of_an_award() -> None:
    text = (
        "MACT award: Rs 12,000 p.m. + 40%, less 1/4, x 17 = Rs 25,70,400. Motor accident 4.5.2021. Decd born 1.1.1988."
    )
    assert line_of(text, "multiplier applied").stands is Stands.CROSSED


def test_the_weight_found_on_the_person_of_a_second_accused() -> None:
    text = "NDPS. Bag on A-1's lap: charas, net 1.2 kg. Scale borrowed. A-2, search of person: 60 g in his shoe."
    assert {line.value for line in read_lines(text)} == {"1.2 kilograms", "60 grams"}


def test_the_registration_of_a_birth_is_no_birth() -> None:
    text = (
        "Juvenility; 302 IPC.\n3.7.2004 - DOB by school certificate.\n4.5.2022 - occurrence.\n"
        "9.11.{} - Birth got entered with the Municipality, no order of a Magistrate."
    )
    events = read_timeline(text.format(2021)).events
    assert [event.role for event in events] == ["birth", "offence", "birth registered"]
    assert sides(text.format(2021), "RBD-13") == {Stands.CROSSED}
    assert sides(text.format(2004), "RBD-13") == {Stands.WITHIN}


def test_the_graver_atrocity_against_the_gravest_charge() -> None:
    text = "FIR of 4.5.2023 u/s {} IPC; SC/ST (PoA) Act. State wants s. 3(2)(v) added."
    assert line_of(text.format("325"), "scst-3-2-v-sentence").stands is Stands.CROSSED
    assert line_of(text.format("307"), "scst-3-2-v-sentence").stands is Stands.WITHIN


def test_an_arrest_that_was_only_feared() -> None:
    text = "4.5.2010 - he deposits Rs 41,300; told he would be arrested."
    assert "arrest" not in [event.role for event in read_timeline(text).events]


def test_she_is_examined_from_the_day_on_which_she_was_found() -> None:
    text = (
        "FIR u/s 363, 376 IPC lodged 5.6.2018. Traced at Kanpur 20.6.2018, 11 am; she was medically examined on"
        " 21.6.2018 at 4 pm."
    )
    assert line_of(text, "crpc-medical").value == "29 hours"


def test_the_letter_of_a_section_is_no_birth() -> None:
    text = "Dowry death, 304-B. Husband arrested 6 Aug 2008, 9.30 am. Put up before the Magistrate at 4 pm on 7 Aug."
    assert line_of(text, "crpc-production").value == "30 hours 30 minutes"


def test_a_section_that_names_its_act_by_letters_alone() -> None:
    text = "CC 11/19, 138 NI. Cheque dated 1.2.2019, presented 9.3.2019, returned 10.3.2019. Notice sent 20.4.2019."
    assert line_of(text, "ni-138-b-2003").value == "41 days"


def _values(text: str, rule: str) -> list[str]:
    return [line.value for line in read_lines(text) if line.rule == rule]


def test_goods_on_credit_are_sued_for_from_the_end_of_the_credit() -> None:
    text = "Goods delivered on 20.08.2013 by invoice, credit 60 days. Money suit for the price filed 05.09.2016."
    assert _values(text, "lim-15") == ["2 years 10 months 17 days"]
    assert not _values(text, "lim-14")
    assert _values(text.replace(", credit 60 days", ""), "lim-14")


def test_the_sections_of_the_atrocities_act_count_among_the_greatest_sentences() -> None:
    text = (
        "FIR 12.07.2025 u/s 3(1)(r), 3(1)(s) SC/ST Act r/w 351(2) BNS. No notice u/s 35(3) BNSS received."
        " Arrested 15.07.2025."
    )
    assert _values(text, "arrest without notice") == ["5 years"]


def test_police_custody_under_the_unlawful_activities_act_has_thirty_days() -> None:
    text = "Arrested 13.03.2023 u/s 17, 18 UAPA; default bail u/s 43D(2) UAPA. Police custody 18 days in all."
    lines = [line for line in read_lines(text) if line.rule == "police custody"]
    assert [(line.provision.id, line.line, line.stands.value) for line in lines] == [
        ("UAPA-43D(2)", "30 days", "within")
    ]


def test_under_the_unlawful_activities_act_no_window_closes_on_police_custody() -> None:
    text = (
        "U/s 17, 18 & 20 UAPA. Arrest 13.03.2023, 4 pm. Before the C.J.M. 14.03.2023, 1 pm, first remand. "
        "Police custody from 2.4.2023 to 9.4.2023 on an affidavit."
    )
    lines = [(line.rule, line.line) for line in read_lines(text) if line.rule.startswith("police custody")]
    assert lines == [("police custody", "30 days")]


def test_a_railway_servant_is_not_under_the_central_rules() -> None:
    text = "Guard, North Eastern Railway, suspended on 04-05-2018. First review of suspension: 20-09-2018. O.A. in CAT."
    assert not [line for line in read_lines(text) if line.provision.act == "CCSCCA"]


def test_an_appeal_that_was_never_decided_gives_six_months_more() -> None:
    text = (
        "CAT, O.A. Dismissed from service; order served 08.12.2022. Departmental appeal 16.01.2023 to the Commissioner."
        " Not decided till today. O.A. filed 25.03.2024."
    )
    provisions = {line.provision.id for line in read_lines(text)}
    assert "AdministrativeTribunals-21(1)(b)" in provisions
    assert "AdministrativeTribunals-21(1)(a)" not in provisions


def test_each_of_two_rival_ages_says_what_the_other_paper_gives() -> None:
    text = (
        "POCSO s. 6. Occurrence 13.10.2021. School register gives the victim's date of birth as 28.11.2003; the birth"
        " certificate gives 28.11.2005."
    )
    ages = [line for line in read_lines(text) if line.provision.id == "POCSO-2(1)(d)"]
    assert len({line.value for line in ages}) == 2
    assert all("The papers differ" in line.says for line in ages)


def test_grounds_in_an_unknown_language_are_doubted() -> None:
    text = (
        "NSA s. 3(2), detenu knows only Malayalam. Order served 06.06.2003. Grounds in English handed over 09.06.2003,"
        " no translation."
    )
    says = [line.says for line in read_lines(text) if line.rule == "nsa-grounds"]
    assert says
    assert all("not communicated" in text for text in says)


def test_the_two_ends_of_a_bone_test_are_no_rival_ages() -> None:
    text = "POCSO s. 6. Occurrence 13.10.2021. Ossification test of the victim: 16 to 17 years."
    assert not [line for line in read_lines(text) if "more than one age" in line.says]


def test_a_cousin_who_died_at_the_same_spot_makes_the_claim_of_an_injured_man_no_death() -> None:
    text = (
        "MACT award, self-employed van driver, born on 21.05.1995. On 03.02.2024 a tipper hit him and they cut the leg "
        "above the knee; nothing added for future, and multiplied by 16. His cousin had died at the same spot in 2021."
    )
    lines = [line for line in read_lines(text) if line.provision.base == "MV-168"]
    assert not any("deceased" in line.quantity for line in lines)
    assert {line.rule: line.stands.value for line in lines if line.rule.endswith("applied")} == {
        "prospects applied": "crossed",
        "multiplier applied": "crossed",
    }


def test_each_paper_of_an_age_is_read() -> None:
    text = (
        "FIR of 14.09.2024 u/s 6 POCSO Act; occurrence 14.09.2024. School register (Ex. 7) of the girl gives "
        "28.11.2007; birth certificate (Ex. 4), registered in 2009, gives 28.11.2005."
    )
    births = {str(event.day) for event in read_timeline(text).of("birth")}
    assert births == {"2007-11-28", "2005-11-28"}
