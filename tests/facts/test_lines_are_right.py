"""Lines that a reader found wrong or misleading: one test for each cause, in other words than the matters had."""

import pytest

from countercase.domain.checklist import LawLine, Stands
from countercase.facts.lines import read_lines
from countercase.facts.lines.learned_events import read_events
from countercase.facts.timeline import read_timeline
from countercase.models.clause_matcher import built_in_matcher


def rules_of(text: str) -> dict[str, LawLine]:
    return {line.rule: line for line in read_lines(text)}


def learned_rules_of(text: str) -> dict[str, LawLine]:
    return {line.rule: line for line in read_lines(text, events=read_events(text, built_in_matcher()))}


# Whose age it is.

KIDNAPPING = "S. 363 IPC. The girl Rekha (born 4 January 2003) left home with Sohan on 6 March 2019. "


@pytest.mark.parametrize(
    "text",
    [
        KIDNAPPING
        + "Sohan Lal and Motilal Verma, appellants, were convicted. Motilal, born on 7 February 1999, drove.",
        KIDNAPPING + "Sohan, born on 7 February 1999, pleads consent. Sohan was arrested on 9 March 2019.",
        "POCSO u/s 6.\n4.1.2003 - DOB of prosecutrix (register)\n7.2.1999 - Accd born.\n6.3.2019 - Occurrence",
    ],
)
def test_the_birth_of_the_accused_is_not_counted_as_the_victims(text: str) -> None:
    ages = {line.quantity: line.value for line in read_lines(text) if line.quantity.startswith("age of")}
    assert ages["age of the victim at the offence"].startswith("16 years 2 months")
    assert ages["age of the accused at the offence"].startswith("20 years")


def test_the_day_of_a_date_of_birth_is_no_age() -> None:
    text = (
        "The Sessions Judge acquitted both of murder. Sukhdev was arrested on 3 May 2021. The other, the boy Jeeta, was"
        " born on 14 August 2003."
    )
    lines = learned_rules_of(text)
    assert "jj-15-age" not in lines
    assert lines["jj-2-12-age"].value == "at most 17 years 8 months on 3 May 2021"


@pytest.mark.parametrize(
    "words", ["Burning on 9 June 2017", "She sustained burns on 9 June 2017", "Burnt on 9 June 2017"]
)
def test_an_age_is_taken_on_the_day_of_the_burning_and_not_of_the_death(words: str) -> None:
    line = rules_of(f"S. 302 IPC. {words}. Death 16 June 2017. Accused Vinod born 12 June 1999.")["jj-2-12-age"]
    assert (line.stands, line.value) == (Stands.WITHIN, "17 years 11 months on 9 June 2017")


def test_nobody_asks_whether_a_man_of_thirty_was_a_child() -> None:
    text = "S. 302 IPC, offence 2 May 2021. A-1, born 5 July 1990. A-2 Kalu, born 6 July 2004, is a juvenile."
    assert {line.value for line in read_lines(text) if line.rule == "jj-2-12-age"} == {
        "16 years 9 months on 2 May 2021"
    }


def test_a_bone_test_is_said_to_come_after_a_certificate() -> None:
    text = "POCSO u/s 4. Offence 6 March 2019. Girl's date of birth 4 January 2003. Ossification test: 18 to 20 years."
    assert any("comes before a bone test" in line.says for line in read_lines(text) if "upper limit" in line.value)


def test_an_offence_before_the_act_of_2000_comes_under_its_section_20() -> None:
    text = "S. 302 IPC. Occurrence 14 August 1997. A-3 Sunita (b. 20 November 1980) claims to be a juvenile."
    assert "Section 20" in rules_of(text)["jj2000-2k-age"].says


# Which event, and which law.


def test_a_suit_for_injunction_is_not_the_suit_for_performance() -> None:
    text = (
        "First appeal, High Court. Agreement of sale 3.7.2004, sale deed by 2.1.2005.\n9.10.2006 - O.S. 71/06 for bare"
        " injunction, later withdrawn.\n20.12.2007 - Suit for specific performance filed."
    )
    assert rules_of(text)["lim-54-fixed"].value == "2 years 11 months 18 days"


def test_a_plaint_presented_again_is_the_suit_and_section_14_is_named() -> None:
    text = (
        "Agreement of sale 3.7.2004, sale deed by 2.1.2005.\n20.12.2007 - Suit for specific performance filed before"
        " the Munsiff.\n4.2.2008 - Plaint returned for presentation to the proper court.\n11.2.2008 - Presented before"
        " the Civil Judge (Sr. Dn.)."
    )
    line = rules_of(text)["lim-54-fixed"]
    assert (line.stands, line.value) == (Stands.CROSSED, "3 years 1 month 9 days")
    assert "s.14" in line.says


def test_time_to_challenge_an_award_runs_from_delivery_to_the_party() -> None:
    text = (
        "Arbitration Act. Award 5.3.2019. Award received by our advocate on 9.3.2019. Award received by the company on"
        " 19.3.2019. Section 34 petition filed 12.7.2019."
    )
    lines = [line for line in read_lines(text) if line.rule == "arb-34-thirty"]
    assert {(line.stands, line.value) for line in lines} == {(Stands.WITHIN, "23 days"), (Stands.CROSSED, "33 days")}
    assert ["Benarsi" in line.says for line in lines if line.stands is Stands.CROSSED] == [True]


@pytest.mark.parametrize(
    ("charge", "rule"),
    [
        ("u/s 7, 13(1)(d) r/w 13(2) PC Act, 1988", "crpc-charge-sheet-60"),
        ("u/s 304 Part II IPC", "crpc-charge-sheet-60"),
        ("u/s 304 IPC", "crpc-charge-sheet-90"),
    ],
)
def test_the_gravest_charge_sets_the_time_for_the_charge_sheet(charge: str, rule: str) -> None:
    text = f"Case {charge}. Arrested 14.10.2009. First remand 15.10.2009. Charge-sheet filed 21.2.2010."
    sheets = {line.rule for line in read_lines(text) if line.rule.startswith("crpc-charge-sheet")}
    assert sheets == {rule}


def test_a_section_added_after_the_arrest_does_not_take_away_the_notice() -> None:
    text = (
        "FIR 4.1.2025 u/s 318(4), 336(3) BNS. Arrested 6.1.2025 without notice u/s 35(3) BNSS. Later S. 338 BNS was"
        " added on 8.3.2025."
    )
    line = rules_of(text)["arrest without notice"]
    assert (line.stands, line.value) == (Stands.WITHIN, "7 years")


def test_the_sentence_is_shown_where_the_gravest_section_is_cited() -> None:
    text = "FIR 4.1.2025 u/s 316(2), 318(4) BNS. No notice u/s 35(3) BNSS was served on him."
    (span,) = rules_of(text)["arrest without notice"].spans
    assert "318(4)" in text[span.start : span.end + 1]


def test_a_complaint_of_money_laundering_is_due_in_sixty_days() -> None:
    text = (
        "PMLA. Predicate FIR u/s 420, 467 IPC. Arrested by the ED 6 October 2023, produced 7 October 2023. ED complaint"
        " filed 1 December 2023."
    )
    assert {line.line for line in read_lines(text) if line.provision.base == "CrPC-167"} == {"60 days"}


def test_a_child_never_taken_to_the_board_was_not_produced_before_it_in_time() -> None:
    text = (
        "S. 302 IPC; claim of juvenility. Arrested 20.3.2017, 5 am; produced 20.3.2017, 4 pm before the CJM. He was"
        " never produced before the Juvenile Justice Board."
    )
    assert "jj-production" not in learned_rules_of(text)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (
            "Government Advocate. Charge u/s 302 IPC; judgment dated 9 May 2022 convicted under S. 304 Part II.",
            "lim-114-lesser",
        ),
        ("S. 302 IPC. By judgment dated 9 May 2022 the Sessions Judge convicted him, life.", "lim-115-hc"),
    ],
)
def test_the_state_has_ninety_days_against_conviction_of_a_lesser_offence(text: str, rule: str) -> None:
    text += " The appeal was filed in the High Court on 29 August 2022."
    appeals = {line.rule for line in read_lines(text) if line.provision.act == "Limitation"}
    assert appeals == {rule}


def test_an_appeal_of_the_state_is_no_appeal_from_a_sentence() -> None:
    text = (
        "S. 395 IPC. Sessions Judge, judgment 10 January 2019: A1 to A3 convicted, five years; A4 acquitted. State's"
        " appeal against acquittal of A4 filed 4 March 2019."
    )
    assert "lim-115-hc" not in learned_rules_of(text)


def test_a_month_is_printed_as_a_month() -> None:
    text = "S. 138 NI Act. Cheque issued in July 2012 bounced: returned unpaid 20 August 2012."
    line = rules_of(text)["ni-138-a-2012"]
    assert line.value == "at most 1 month 19 days"
    assert "cheque July 2012" in line.says


def test_a_report_that_tells_of_a_day_was_not_lodged_on_it() -> None:
    text = (
        "As per the FIR, on 7 March 2024 the clerk was pushed down the stairs. The FIR was registered on 21 March 2024."
    )
    assert [str(event.day) for event in read_timeline(text).of("fir")] == ["2024-03-21"]


def test_words_after_still_awaited_when_name_another_day() -> None:
    text = (
        "BNS s.64. Swabs were sent 2.9.2024, report still awaited when arguments closed. Judgment 11.7.2025: R.I. 10"
        " years."
    )
    assert "bnss-392" not in rules_of(text)


def test_a_date_that_is_only_supposed_draws_no_line() -> None:
    text = (
        "S. 379 IPC. First remand 7.1.2023. Charge-sheet filed 10.3.2023.\nNotes\ni. If no charge-sheet had come by"
        " 6.3.2023, bail would lie."
    )
    assert "crpc-no-sheet-60" not in learned_rules_of(text)


def test_an_agreement_is_not_the_deed_that_was_presented_for_registration() -> None:
    text = (
        "Specific performance. The agreement of 6 June 2012 fixes no date. A stranger's deed was presented for"
        " registration on 3 August 2016."
    )
    assert "registration-23" not in rules_of(text)


def test_nobody_asked_to_set_the_abatement_aside() -> None:
    text = (
        "Second appeal. The appellant died on 4 May 2019; his sons applied to come on record on 20 September 2019,"
        " without any prayer to set aside the abatement."
    )
    assert "lim-121-together" not in rules_of(text)


def test_a_day_for_the_sale_deed_is_no_day_for_delivery() -> None:
    text = (
        "Suit for specific performance. Agreement of sale 9 February 2015, sale deed on or before 30 June 2015. He says"
        " the rest of the stock never arrived either. Suit filed on 11 July 2018."
    )
    assert "lim-55-delivery" not in rules_of(text)


def test_police_custody_in_two_spells_is_summed() -> None:
    text = (
        "FIR 4.1.2025 u/s 318(4) BNS.\n7.1.2025 - Produced; police custody till 12.1.2025.\n20.2.2025 - again given to"
        " police custody for 3 days.\n10.3.2025 - Charge-sheet filed."
    )
    lines = rules_of(text)
    assert lines["police custody"].value == "about 8 days"
    assert lines["police custody window"].value == "day 45"


def test_police_custody_is_counted_up_to_its_end() -> None:
    text = "S. 420 IPC.\n11.03.2016 - Produced before JMFC; police custody.\n21.03.2016 - Police custody ends; J.C."
    assert rules_of(text)["police custody"].value == "about 10 days"


def test_a_sum_below_the_band_of_the_state_commission_is_not_within_it() -> None:
    text = (
        "Consumer Protection Act, 2019. Appeal before the State Commission. Complaint of 20 August 2024: she paid"
        " consideration of Rs 62,000 for the operation."
    )
    assert not any(line.rule == "cpa2019-state-high-2021" for line in read_lines(text))


def test_interim_compensation_is_no_deposit_in_appeal() -> None:
    text = (
        "S. 138 NI Act; cheque bounced. In March 2024 the Magistrate ordered a deposit of 25 per cent of the cheque"
        " amount as interim compensation. The High Court should be moved; no appeal lies."
    )
    assert "ni-148-percent" not in rules_of(text)
    text = (
        "S. 138 NI Act; cheque bounced. Appeal of 2 May 2024: sentence suspended on deposit of 20 per cent of the fine."
    )
    assert "ni-148-percent" in rules_of(text)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Trap 18th Sept 2013. Cognizance 3-3-2014. He was arrested 18th Sept 5 pm.", ["2013-09-18"]),
        ("Judgment 12-2-2019. Arrested on 12th Sept & again 16th Sept 2013.", ["2013-09-12"]),
        ("Occurrence 04.07.1998. Licence fee paid March 1998. He was arrested the same day.", ["1998-07-04"]),
        ("Occurrence 04.07.1998, 8 arn; accused arrested sarne day 2 prn.", ["1998-07-04"]),
    ],
)
def test_a_date_takes_the_year_and_the_day_that_the_text_gives_elsewhere(text: str, days: list[str]) -> None:
    assert [str(event.day) for event in read_timeline(text).of("arrest")] == days


def test_a_payment_is_not_the_date_of_the_cheque() -> None:
    text = (
        "S. 138 NI Act. The cheque dated 12 March 2023 is for Rs 6,40,000. On 20 April 2023 we sent him Rs 2,00,000 by"
        " NEFT, but nobody wrote it on the cheque. It was presented on 30 May 2023 and came back unpaid."
    )
    assert rules_of(text)["ni-138-a-2012"].value == "2 months 18 days"


def test_word_from_the_bank_is_the_information_of_dishonour() -> None:
    text = (
        "S. 138 NI Act. The cheque was presented on 29 May 2023 and the payee had word of this from his bank on 1 June"
        " 2023. Notice was posted on 28 June 2023."
    )
    assert rules_of(text)["ni-138-b-2003"].value == "27 days"


def test_four_men_against_the_accused_are_no_line_unless_an_assembly_is_in_issue() -> None:
    text = (
        "S. 103(1) BNS; he pleads private defence. Night of 18 November 2024: four men broke the bolt of the kitchen"
        " door and one held a knife to his wife's throat."
    )
    assert "bns-189-persons" not in learned_rules_of(text)


def test_a_missing_report_is_not_the_information_of_rape() -> None:
    text = (
        "S. 376 IPC. Her uncle lodged a missing report on 3.4.2014. The FIR against Mohsin is of 12.4.2014, when she was"
        " traced at Indore; she was sent to the lady doctor the same day at 4 pm."
    )
    assert {line.stands for rule, line in learned_rules_of(text).items() if rule == "crpc-medical"} <= {Stands.WITHIN}
