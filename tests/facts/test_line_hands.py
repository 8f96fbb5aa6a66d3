"""One test for each reason why lines of a new author were missed or drawn wrongly."""

from datetime import time

import pytest

from countercase.domain.checklist import Stands
from countercase.facts.lines import read_lines
from countercase.facts.timeline import read_timeline


def sides(text: str, provision: str) -> set[Stands]:
    return {line.stands for line in read_lines(text) if provision in {other.base for other in line.provisions}}


def roles(text: str) -> list[str]:
    return [event.role for event in read_timeline(text).events]


_CONVICTED = "Convicted u/s 302 IPC by the Sessions Judge on 3.4.2022. {} Appeal filed in High Court 10.6.2022."


@pytest.mark.parametrize(
    ("copy", "expected"),
    [
        ("Copy applied for 10 April 2022, ready and taken 24 April 2022.", Stands.WITHIN),
        ("Certified copy took 16 days.", Stands.WITHIN),
        ("The certified copy had been applied for on 10 April and given on 24 April 2022.", Stands.WITHIN),
        ("Nine days were spent in obtaining the certified copy.", Stands.WITHIN),
        ("Certified copy took 4 days.", Stands.CROSSED),
    ],
)
def test_the_time_for_the_copy_is_left_out(copy: str, expected: Stands) -> None:
    assert sides(_CONVICTED.format(copy), "Limitation-12") == {expected}


def test_no_time_is_left_out_where_no_copy_is_mentioned() -> None:
    assert sides(_CONVICTED.format(""), "Limitation-12") == set()
    assert sides(_CONVICTED.format(""), "Limitation-Article-115") == {Stands.CROSSED}


@pytest.mark.parametrize(
    ("week", "expected"), [("fourth", {Stands.WITHIN}), ("sixth", {Stands.CROSSED}), ("fifth", {Stands.WITHIN})]
)
def test_the_nth_week_of_a_detention(week: str, expected: set[Stands]) -> None:
    text = f"COFEPOSA. He was detained in 2019. The reference to the Advisory Board was made in the {week} week."
    assert sides(text, "COFEPOSA-8") == expected


def test_days_are_held_against_hours_only_where_no_hour_of_the_day_matters() -> None:
    text = "NDPS. Heroin 260 g. Full report of the arrest and seizure went to the DSP {} days after the seizure."
    assert sides(text.format("three"), "NDPS-57") == {Stands.CROSSED}
    assert sides(text.format("two"), "NDPS-57") == set()


def test_a_week_of_a_month_is_a_range() -> None:
    text = (
        "Convicted u/s 302 IPC by the Sessions Judge on 10.1.2023. Appeal to High Court filed in the {} of March 2023."
    )
    assert sides(text.format("first week"), "Limitation-Article-115") == {Stands.WITHIN}
    assert sides(text.format("second week"), "Limitation-Article-115") == set()  # the sixtieth day falls in it
    assert sides(text.format("last week"), "Limitation-Article-115") == {Stands.CROSSED}


def test_a_day_named_twice_is_one_day() -> None:
    text = "Order of 24 March 2023. The report came the next evening, on 20 March 2023."
    assert [str(mention.day) for mention in read_timeline(text).mentions] == ["2023-03-24", "2023-03-20"]


def test_each_claim_and_each_complaint_has_its_own_period() -> None:
    claims = (
        "Motor accident on 9 June 2022. Claim petition of the widow filed on 2 November 2022. Claim petition of the"
        " passenger filed on 27 January 2023."
    )
    assert sides(claims, "MV-166") == {Stands.WITHIN, Stands.CROSSED}
    complaints = (
        "S. 323 IPC. First quarrel on 10 April 2017: slapped. Complaint filed before the Magistrate 25 June 2018."
        " Second quarrel on 8 February 2018: slapped. Complaint filed before the Magistrate 3 January 2019."
    )
    assert sides(complaints, "CrPC-468") == {Stands.WITHIN, Stands.CROSSED}


def test_a_death_certificate_is_no_death() -> None:
    assert roles("The appellant died on 2.7.2024. The death certificate was obtained on 26.7.2024.") == ["death"]


def test_events_of_one_entry_share_its_date() -> None:
    assert roles("12.12.2024 - Vikas arrested that morning, produced and remanded.") == [
        "arrest",
        "production",
        "remand",
    ]


@pytest.mark.parametrize("day", ["fourteenth", "seventy-first"])
def test_police_custody_asked_for_on_a_day_of_detention(day: str) -> None:
    text = (
        "Murder under the Sanhita, autumn 2024. Six days' police custody were taken at the start. The officer came back"
        f" for five days more on the {day} day of detention and the Magistrate allowed it."
    )
    assert sides(text, "BNSS-187") == (set() if day == "fourteenth" else {Stands.CROSSED})


def test_police_custody_after_the_first_fifteen_days() -> None:
    text = (
        "IPC 379. Produced before the Magistrate on 5.2.2023 and sent to jail. Police custody was granted on {}.2.2023."
    )
    assert sides(text.format(24), "CrPC-167") == {Stands.CROSSED}
    assert sides(text.format(9), "CrPC-167") == set()


def test_time_already_spent_in_jail_is_no_sentence() -> None:
    text = (
        "Offence of 3.11.2021. Convicted under section 6 of the POCSO Act. The Judge, seeing that he had been in jail"
        " for twenty months, gave rigorous imprisonment for ten years."
    )
    assert {line.value for line in read_lines(text) if line.provision.base == "POCSO-6"} == {"10 years"}


def test_a_birth_in_a_sentence_about_him_is_not_that_of_the_girl() -> None:
    text = (
        "Sir, the boy is Lalit. His matriculation certificate gives date of birth 14.5.2004. The occurrence is on"
        " 2.4.2022. The girl is a niece. Section 6 of the POCSO Act."
    )
    assert sides(text, "JJ-2") == {Stands.WITHIN}
    assert sides(text, "POCSO-2") == set()


def test_the_age_of_a_candidate_is_not_that_of_an_accused() -> None:
    text = "Lok Sabha seat. The client was nineteen years and nine months old at scrutiny; convicted of rioting."
    assert sides(text, "JJ-2") == set()


def test_an_age_as_of_now_says_nothing_about_the_offence() -> None:
    text = "S. 302 IPC, occurrence of 3.3.2015. The accused is now 19 years and 2 months; he claims to be a juvenile."
    assert sides(text, "JJ-2") == set()


def test_a_section_said_not_to_be_alleged_is_not_charged() -> None:
    text = (
        "NDPS, ganja 18.6 kg, 10.3.2022. Remanded 11.3.2022. Section 20(b)(ii). Charge-sheet came on the 131st day."
        " Section 27A not alleged."
    )
    assert sides(text, "NDPS-36A") == set()


def test_a_scan_that_drops_letters() -> None:
    text = "Land Acquisition Act 1894. Sectn 4 notificatn 4.8.2008. Declaratn u/s 6 published 22.9.2009."
    assert sides(text, "LAA-6") == {Stands.CROSSED}


def test_two_offences_named_together_are_both_charged() -> None:
    text = (
        "The report of June 2011 says kidnapping and rape. FIR of 3.6.2011. The certificate has her born on 2.2.1995."
    )
    assert Stands.WITHIN in sides(text, "IPC-361")


def test_approval_counted_from_service_shows_a_breach_but_not_its_absence() -> None:
    text = "National Security Act. Lodged in jail under the order on 3 June 2023. State Government approved on {} June."
    assert sides(text.format(19), "NSA-3") == {Stands.CROSSED}
    assert sides(text.format(9), "NSA-3") == set()


def test_a_verb_before_a_date_is_explained_by_the_words_before_it() -> None:
    text = "Preliminary notification: last publication on 4.8.2008. Declaration u/s 6: last publication 22.9.2009."
    assert roles(text) == ["notification", "declaration"]


def test_a_denied_event_does_not_follow_a_period() -> None:
    text = (
        "The developer was admitted to insolvency on 1 December 2021. On the 351st day from admission, with no order"
        " excluding any period, the committee voted on the plan."
    )
    assert sides(text, "IBC-12") == {Stands.CROSSED}


def test_a_length_just_short_of_the_line() -> None:
    text = "Section 304B IPC. {} seven years into the marriage she was found with burns in the kitchen and died."
    assert sides(text.format("Just shy of"), "IPC-304B") == {Stands.WITHIN}
    assert sides(text.format("A little over"), "IPC-304B") == {Stands.CROSSED}
    assert sides(text.format("About"), "IPC-304B") == set()


@pytest.mark.parametrize(("day", "expected"), [("21 July 2018", Stands.WITHIN), ("22 July 2018", Stands.CROSSED)])
def test_a_child_marriage_is_annulled_before_two_years_of_majority_are_complete(day: str, expected: Stands) -> None:
    text = "Child marriage. Lata was born on 22 July 1998. She filed a petition for nullity on {}."
    assert sides(text.format(day), "PCMA-3") == {expected}
    assert sides(text.format(day).replace("She", "He").replace("Lata", "Raju"), "PCMA-3") == set()


@pytest.mark.parametrize(("day", "expected"), [("2 December 2021", Stands.WITHIN), ("3 December 2021", Stands.CROSSED)])
def test_a_child_on_his_fifteenth_birthday_has_completed_fifteen_years(day: str, expected: Stands) -> None:
    text = f"The boy was born on 3 December 2006. The adoption took place on {day} with giving and taking."
    assert sides(text, "HAMA-10") == {expected}


@pytest.mark.parametrize(("day", "expected"), [("20 September", Stands.CROSSED), ("21 September", Stands.WITHIN)])
def test_a_secured_asset_is_sold_after_the_thirty_days_are_over(day: str, expected: Stands) -> None:
    text = (
        "The bank put a godown to auction. The borrower was served the notice of sale on 21 August 2023; the sale was"
        f" held on {day} 2023."
    )
    assert sides(text, "SIERules-8") == {expected}


def test_pleadings_in_an_arbitration_leave_out_the_time_of_the_pandemic() -> None:
    text = "The arbitrator received notice of his appointment on 20 November 2021. Pleadings were completed on {}."
    assert sides(text.format("11 July 2022"), "Arbitration-23") == {Stands.WITHIN}
    assert sides(text.format("11 October 2022"), "Arbitration-23") == {Stands.CROSSED}


def test_further_time_is_not_spoken_of_where_the_pandemic_made_the_appeal_timely() -> None:
    text = "NCLT order of 10 February 2022 against an operational creditor. Appeal filed in the NCLAT: 20 March 2022."
    lines = [line for line in read_lines(text) if line.provision.base == "IBC-61"]
    assert [(line.rule, line.stands) for line in lines] == [("ibc-61", Stands.WITHIN)]


def test_an_abatement_in_the_pandemic_draws_no_line() -> None:
    text = "Second appeal. Sole appellant died on {}. Application to set aside the abatement filed on {}."
    assert sides(text.format("10.1.2022", "20.7.2022"), "Limitation-Article-121") == set()
    assert sides(text.format("10.5.2022", "20.12.2022"), "Limitation-Article-121") == {Stands.CROSSED}


def test_an_appeal_for_contempt_to_the_supreme_court_has_another_time() -> None:
    text = "Contempt. The Director was convicted on 9 October 2023; his appeal to the {} was filed on 20 November 2023."
    assert sides(text.format("Division Bench"), "Contempt-19") == {Stands.CROSSED}
    assert sides(text.format("Supreme Court"), "Contempt-19") == set()


def test_a_sale_by_an_uncle_is_no_sale_by_a_guardian() -> None:
    text = (
        "Plaintiff was born on 5 May 1993. In 2003 his {} sold the garden without leave of court. He filed a suit on"
        " 11 September 2014 to set aside the sale."
    )
    assert sides(text.format("mother"), "Limitation-Article-60") == {Stands.CROSSED}
    assert sides(text.format("uncle"), "Limitation-Article-60") == set()
    assert sides(text.format("father").replace("garden", "ancestral garden"), "Limitation-Article-60") == set()


def test_the_will_of_a_muslim_needs_no_attestation() -> None:
    text = "{}Her will of 2013 is in dispute. Besides her own mark the will carries the signature of one witness."
    assert sides(text.format(""), "Succession-63") == {Stands.CROSSED}
    assert sides(text.format("The parties are Muslim. "), "Succession-63") == set()


@pytest.mark.parametrize(("year", "expected"), [("2018", set()), ("2022", {Stands.CROSSED})])
def test_allottees_needed_no_number_before_the_amendment(year: str, expected: set[Stands]) -> None:
    text = (
        f"A tower of 510 units was never finished. On 3 March {year} thirty allottees of that project joined in an"
        " application for insolvency; a resolution professional was named."
    )
    assert sides(text, "IBC-7") == expected


def test_numbers_of_a_cited_case_are_none_of_this_matter() -> None:
    cheque = (
        "S. 138 NI Act. Cheque, Rs 3,00,000, dishonoured. Sentence: fine Rs 7,00,000."
        " Complainant {} cheque of Rs 15 lakh case."
    )
    assert {line.line for line in read_lines(cheque.format("cites a")) if line.rule == "ni-138-fine"} == {"Rs 6,00,000"}
    drug = "NDPS. 40 grams of heroin recovered from his bag. State cites a ruling of 6 kg ganja in a truck."
    assert {line.value for line in read_lines(drug)} == {"40 grams"}
    own = "NDPS. The officer cites the recovery of 6 kg ganja from his house against bail."
    assert sides(own, "NDPS-2") == {Stands.CROSSED, Stands.WITHIN}


def test_the_words_commercial_quantity_do_not_outweigh_the_scales() -> None:
    text = (
        "Crl. M. u/s 439. FIR u/s 21 NDPS, 40 grams of heroin. First remand 3.2.2019. Default bail sought 9.4.2019."
        " S. 36A(4) is for commercial quantity."
    )
    assert sides(text, "NDPS-36A") == set()
    assert sides(text, "CrPC-167") == {Stands.CROSSED}


def test_a_line_that_opens_with_a_time_is_of_the_day_of_the_entry_above() -> None:
    text = (
        "NDPS Act.\n4.5.2021\n6.15 am - secret information recorded. Copy sent to DSP on 6.5.2021, 7 am.\n"
        "8 am - seizure of 300 grams of heroin\n6.5.2021, 10 am - full report to DSP u/s 57"
    )
    times = {event.role: (event.day.day, event.at) for event in read_timeline(text).events}
    assert times["information"] == (4, time(6, 15))
    assert times["seizure"] == (4, time(8))
    assert sides(text, "NDPS-57") == {Stands.CROSSED}
    assert sides(text, "NDPS-42") == {Stands.WITHIN}
    ditto = "S. 379 IPC\n4.5.2021, 6 am - theft\ndo, 9 pm - arrested\n5.5.2021, 10 pm - produced before JMFC"
    assert sides(ditto, "CrPC-57") == {Stands.CROSSED}
    wrapped = "He was arrested on 4.5.2021 at\n9 pm and left."
    assert [event.role for event in read_timeline(wrapped).events] == ["arrest"]


def test_a_short_sentence_of_an_entry_tells_what_else_happened_that_day() -> None:
    text = (
        "Case u/s 379 IPC.\n4.5.2021 - Seizure of the cycle. Arrested at 9 pm.\n"
        "5.5.2021 - Site plan made. First remand.\n20.7.2021 - Challan."
    )
    assert [event.at for event in read_timeline(text).events if event.role == "arrest"] == [time(21)]
    assert [event.day.day for event in read_timeline(text).events if event.role == "remand"] == [5]
    assert sides(text, "CrPC-167") == {Stands.CROSSED}


def test_the_last_publication_counts_after_a_notification_in_short() -> None:
    text = (
        "LA Act 1894. 3.4.1998 - Noti. u/s 4 in Gazette.\n5.5.1998 - Munadi (last of the publications).\n"
        "25.5.1998 - Objections u/s 5A filed.\n20.4.1999 - Declaration u/s 6."
    )
    assert sides(text, "LAA-5A") == {Stands.WITHIN}
    assert sides(text, "LAA-6") == {Stands.WITHIN}


@pytest.mark.parametrize(
    ("extended", "expected"),
    [
        ("Parties extend the mandate by six months in writing.", {"Arbitration-29A(3)"}),
        ("Parties never extended the mandate by six months.", {"Arbitration-29A(1)"}),
    ],
)
def test_an_extension_by_the_parties(extended: str, expected: set[str]) -> None:
    text = f"Arbitration. Pleadings complete 2.3.2022. {extended} Award made on 11.5.2023."
    assert {line.provision.id for line in read_lines(text)} == expected


@pytest.mark.parametrize(
    ("text", "rule", "expected"),
    [
        ("Conv. s.6 POCSO. Rape on 4.5.2019. RI 20 yrs, as amended w.e.f. 16.8.2019.", "POCSO-6 2019", "within"),
        ("Conv. s.6 POCSO. Rape on 4.5.2021. RI 20 yrs, as amended w.e.f. 16.8.2019.", "POCSO-6 2019", "crossed"),
        ("Trap on 4.5.2017. Conv. u/s 7 PC Act; Judge applied the 2018 amendment.", "PC-7 2018", "within"),
        ("Agreement of 4.5.1999, unregistered. Vendee pleads s. 53A TPA.", "TPA-53A 2001", "within"),
        ("Agreement of 4.5.2009, unregistered. Vendee pleads s. 53A TPA.", "TPA-53A 2001", "crossed"),
    ],
)
def test_the_day_against_a_change_of_the_law(text: str, rule: str, expected: str) -> None:
    (line,) = [line for line in read_lines(text) if line.rule == f"amended {rule}"]
    assert line.stands.value == expected


def test_no_change_of_the_law_is_raised_by_the_date_alone() -> None:
    assert not [
        line for line in read_lines("Conv. s.6 POCSO. Rape on 4.5.2019. RI 20 yrs.") if line.rule.startswith("amended")
    ]
    assert roles("Conv. s.6 POCSO. RI 20 yrs, minimum as amended w.e.f. 16.8.2019.") == []


def test_the_age_of_a_minor_whose_land_his_father_agreed_to_sell() -> None:
    text = "Agreement of 4.5.2009. The plot is Amit's, DoB 3.2.{}. Father signed for him; no leave of the court."
    assert sides(text.format(1995), "HMGA-8") == {Stands.WITHIN}
    assert sides(text.format(1985), "HMGA-8") == {Stands.CROSSED}


def test_solatium_below_thirty_per_cent() -> None:
    text = "LA Act 1894. Award of 4.5.1997: Rs 90,000 per acre, solatium {} per cent."
    assert sides(text.format(15), "LAA-23") == {Stands.CROSSED}
    assert sides(text.format(30), "LAA-23") == {Stands.WITHIN}


def test_a_card_proves_no_age_beside_a_certificate() -> None:
    text = (
        "Juvenility. Accused born 3.7.2004 by school certificate. Offence u/s 302 IPC on 4.5.2022. Aadhaar (1.1.2002),"
        " DoB, is relied on by the State."
    )
    assert sides(text, "JJ-2") == {Stands.WITHIN}


def test_time_that_a_child_has_done() -> None:
    text = "Juvenile, 302 IPC. Offence 4.5.2019. He has done {}. Claim u/s 9(2) JJ Act."
    assert sides(text.format("3 yrs. 8 months"), "JJ-18") == {Stands.CROSSED}
    assert sides(text.format("2 yrs. 8 months"), "JJ-18") == {Stands.WITHIN}


def test_the_graver_rape_is_raised_by_its_number() -> None:
    text = (
        "Conv. u/s 6 POCSO Act, 366 IPC. Victim born 17.9.2003. She left home on 5.8.2019. State also wants 376(3), for"
        " a girl under 16."
    )
    assert {line.stands.value for line in read_lines(text) if line.rule == "ipc-376-3-age"} == {"within"}


def test_sixty_days_are_counted_beside_ninety_where_graver_sections_were_added() -> None:
    text = (
        "FIR u/s 316(4), 318(4) BNS. First remand 3.9.2024. I.O. prays to add s. 338 BNS & 316(5). Default bail"
        " application 4.11.2024. Bikramjit was 90-day UAPA."
    )
    lines = {(line.line, line.stands.value) for line in read_lines(text) if "default" in line.rule}
    assert lines == {("60 days", "crossed"), ("90 days", "within")}


def test_a_joint_memo_extends_the_mandate() -> None:
    text = (
        "Arbitration. Pleadings complete 2.3.2022. Joint memo extends the mandate by 6 months. Award made on 11.5.2023."
    )
    assert {line.provision.id for line in read_lines(text)} == {"Arbitration-29A(3)"}


def test_a_search_before_a_stated_sunrise() -> None:
    text = "Drugs case, 90 g heroin. Sunrise 6.41 am. House searched on 7.3.2023 at {}, no warrant."
    assert sides(text.format("6.10 am"), "NDPS-42") == {Stands.CROSSED}
    assert sides(text.format("7 am"), "NDPS-42") == {Stands.WITHIN}


def test_a_reference_to_the_board_in_short() -> None:
    text = "NSA, order 3.1.2020, served 4.1.2020. Board ref. {}.1.2020."
    assert sides(text.format(20), "NSA-10") == {Stands.WITHIN}
    assert sides(text.format(30), "NSA-10") == {Stands.CROSSED}


def test_the_least_sentence_for_a_child_below_sixteen() -> None:
    text = "POCSO appeal. Victim born 1.6.{}. Occurrence 3.3.2022. Sentence 10 yrs u/s 4 POCSO Act."
    below = [line for line in read_lines(text.format(2008)) if line.rule == "least POCSO-4(2)"]
    assert [(line.line, line.stands) for line in below] == [("20 years", Stands.CROSSED)]
    assert not [line for line in read_lines(text.format(2005)) if line.rule.startswith("least POCSO")]


def test_publication_by_drum_in_the_village() -> None:
    text = "LA Act 1894. S.4 noti. dt 1.2.2003; munadi 10.3.2003; objections filed 2.4.2003."
    assert sides(text, "LAA-5A") == {Stands.WITHIN}


def test_words_in_which_a_scan_reads_m_as_rn() -> None:
    text = "FIR 14.01.2017 u/s 20 NDPS Act. From a tin trunk 640 grarns of charas was recovered at 9.30 p.m."
    lines = [line for line in read_lines(text) if line.provision.id == "NDPS-2(viia)"]
    assert [line.value for line in lines] == ["640 grams"]


def test_an_arrest_at_five_is_not_before_the_information_of_that_evening() -> None:
    text = "NDPS Act s.20. 10.03.2022, 10.45 pm: secret information received. Arrest memo 5 am."
    assert not read_timeline(text).of("arrest")
