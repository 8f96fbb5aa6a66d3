"""Lines of lists of dates and numbered notes: what their layout says, persons in a list, sums, weights and periods."""

import pytest

from countercase.domain.checklist import LawLine, Stands
from countercase.facts.lines import read_lines
from countercase.facts.lines.roles_in_context import with_roles_in_context
from countercase.facts.lines.short_forms import write_out_events
from countercase.facts.timeline import read_timeline
from countercase.text.printed_pages import mend_scan
from countercase.text.words import lowered


def lines_of(text: str, provision: str) -> list[LawLine]:
    return [line for line in read_lines(text) if provision in {other.base for other in line.provisions}]


def sides(text: str, provision: str) -> set[Stands]:
    return {line.stands for line in lines_of(text, provision)}


def by_rule(text: str, rule: str) -> list[tuple[str, Stands]]:
    return [(line.value, line.stands) for line in read_lines(text) if line.rule == rule]


def roles(text: str) -> list[tuple[str, str]]:
    written = write_out_events(mend_scan(text)).text
    timeline = with_roles_in_context(read_timeline(written), lowered(written))
    return [(event.role, str(event.day)) for event in timeline.events]


# What the layout of notes tells.


@pytest.mark.parametrize(
    ("entry", "role"),
    [
        ("Ld. Sessions Judge, Bhopal: recovery proved; R.I. 7 years u/s 395.", "sentence"),
        ("Trial Court: no evidence of a demand; acquits all.", "acquittal"),
        ("Ld. Trial Ct: search was regular, plea of alibi disbelieved.", "judgment"),
    ],
)
def test_an_entry_that_opens_with_a_court_is_its_decision(entry: str, role: str) -> None:
    assert (role, "2012-05-03") in roles(f"LIST OF DATES\n3.5.2012 - {entry}\n9.7.2012 - Appeal.")


def test_a_court_before_its_date_has_decided_the_challenge_to_an_award() -> None:
    text = (
        "1. Road works contract. Award 4.5.2019, Rs 40 lakhs. S. 34 petition filed 1.8.2019.\n"
        "2. District Judge 12.3.2022; appeal u/s 37 filed 2.6.2022."
    )
    assert ("section 34 decided", "2022-03-12") in roles(text)
    assert by_rule(text, "arb-37") == [("82 days", Stands.CROSSED)]


def test_the_words_of_a_court_that_decided_something_else_stay_its_own() -> None:
    text = "LIST OF DATES\n2.4.2006 - Civil Judge dismissed suit.\n3.9.2006 - Appeal."
    assert roles(text) == [("decree", "2006-04-02"), ("appeal", "2006-09-03")]


def test_a_stay_from_one_date_to_another_is_left_out() -> None:
    text = (
        "Land Acquisition Act 1894. LIST OF DATES\n12.1.2009 - Declaration u/s 6, last published.\n"
        "2.3.2009 till {until} - Status quo by the High Court.\n1.4.2011 - Award."
    )
    assert sides(text.format(until="1.5.2009"), "LAA-11A") == {Stands.CROSSED}
    assert sides(text.format(until="5.9.2009"), "LAA-11A") == {Stands.WITHIN}


def test_held_from_one_hour_to_another_is_custody_and_release() -> None:
    text = (
        "Clerk, Income Tax office; CCS (CCA) Rules. LIST OF DATES\n"
        "4.5.2018, 10 am to {until} - Detained at the ACB office; bail.\n1.6.2018 - Suspended."
    )
    assert by_rule(text.format(until="5.5.2018, 3 pm"), "ccs-10-2") == [("29 hours", Stands.WITHIN)]
    assert by_rule(text.format(until="6.5.2018, 3 pm"), "ccs-10-2") == [("53 hours", Stands.CROSSED)]


def test_who_held_a_post_was_not_in_custody() -> None:
    assert roles("LIST OF DATES\n1.1.2004 to 31.12.2010 - Held the post of clerk.") == []


def test_the_day_on_which_she_was_found() -> None:
    text = (
        "S. 376 IPC. Girl missing from 3.4.2012. FIR 12.4.2012, the day she was traced at Surat, 9 am."
        " Examined by the doctor 12.4.2012, 4 pm."
    )
    assert by_rule(text, "crpc-medical") == [("7 hours", Stands.WITHIN)]


def test_the_same_day_does_not_refer_to_a_month() -> None:
    text = (
        "S. 302 IPC. Occurrence 4.7.1998, 8 am. Gun licence fee paid March 1998. Arrested same day. Challan 22.9.1998."
    )
    assert sides(text, "CrPC-167") == {Stands.WITHIN}


# Limitation.


PLAINTS = (
    "Suit for specific performance. LIST OF DATES\n3.5.2010 - Agreement of sale; deed on or before 2.1.2011.\n"
    "1.12.2013 - Plaint filed before the Munsif.\n{letter}4.2.2014 - Plaint returned, no jurisdiction.\n"
    "{again} - Re-presented before the Senior Civil Judge.\n16.8.2018 - Decree."
)


def test_a_plaint_presented_again_is_the_suit_and_the_first_court_is_left_out() -> None:
    late = PLAINTS.format(letter="", again="11.2.2014")
    assert by_rule(late, "lim-54-fixed") == [("3 years 1 month 9 days", Stands.CROSSED)]
    assert by_rule(late, "lim-14-wrong-court") == [("65 days", Stands.WITHIN)]
    later = PLAINTS.format(letter="", again="30.6.2014")
    assert by_rule(later, "lim-14-wrong-court") == [("65 days", Stands.CROSSED)]


def test_an_acknowledgement_after_the_period_gives_no_fresh_start() -> None:
    text = PLAINTS.format(letter='19.1.2014 - Letter of the vendor: "the agreement stands".\n', again="11.2.2014")
    assert by_rule(text, "lim-18-performance") == [("3 years 17 days", Stands.CROSSED)]


def test_a_reply_to_a_notice_that_refuses_is_a_refusal() -> None:
    text = "LIST OF DATES\n3.5.2010 - Agreement to sell.\n25.9.2011 - Deft replies to the notice: declines.\n"
    assert ("refusal", "2011-09-25") in roles(text)


def test_each_plaintiff_has_three_years_from_his_majority() -> None:
    text = (
        "LIST OF DATES\n4.5.1975 - P-1 born.\n3.9.1981 - P-2 born.\n"
        "1.2.1990 - Uncle, as guardian of both, sold the house by regd deed without leave of the court.\n"
        "12.8.2000 - Suit to set aside the sale and for possession. Art. 60, Limitation Act."
    )
    assert dict(by_rule(text, "lim-60")) == {
        "7 years 3 months 8 days": Stands.CROSSED,
        "11 months 9 days": Stands.WITHIN,
    }
    assert by_rule(text.replace("P-2 born", "Neighbour's son born"), "lim-60") == []


def test_a_plaint_rejected_is_no_suit() -> None:
    assert roles("LIST OF DATES\n20.3.2001 - Court rejects plaint under Order 7 Rule 11.") == [("decree", "2001-03-20")]


def test_goods_and_a_cheque_more_than_three_years_later() -> None:
    text = (
        "S. 138 NI Act, cheque returned unpaid. Unpaid invoices, last of 2.3.2014. Cheque dated {day}, presented"
        " 9.9.2018."
    )
    assert by_rule(text.format(day="5.8.2018"), "lim-14-cheque") == [("4 years 5 months 3 days", Stands.CROSSED)]
    assert by_rule(text.format(day="5.8.2015"), "lim-14-cheque") == []


DEBT = (
    "S. 138 NI Act. LIST OF DATES\n10.2.2016 - Lends Rs 8,00,000.\n5.1.2018 - Date of cheque, Rs {cheque};"
    " {endorsed}.\n"
    "20.2.2018 - Accused pays Rs 2,00,000 in part.\n1.3.2018 - Presented.\n4.3.2018 - Returned unpaid."
)


def test_a_payment_between_the_cheque_and_its_presentation_leaves_less_than_the_cheque() -> None:
    (line,) = [
        line
        for line in read_lines(DEBT.format(cheque="8,00,000", endorsed="no endorsement on it"))
        if line.rule == "ni-138-debt-left"
    ]
    assert (line.value, line.line, line.stands) == ("Rs 8,00,000", "Rs 6,00,000", Stands.CROSSED)


@pytest.mark.parametrize(
    ("cheque", "endorsed"), [("8,00,000", "payment endorsed on it"), ("5,00,000", "no endorsement")]
)
def test_no_such_line_if_the_payment_is_endorsed_or_the_cheque_is_for_a_part(cheque: str, endorsed: str) -> None:
    assert by_rule(DEBT.format(cheque=cheque, endorsed=endorsed), "ni-138-debt-left") == []


# Arbitration.


def test_an_award_received_by_the_party_after_its_counsel() -> None:
    text = (
        "1. Arbitration. Award 10.1.2019.\n2. Signed copy: by courier to our counsel 14.1.2019; to the Chief Engineer"
        " by post on 25.1.2019.\n3. S. 34 petition filed 20.5.2019. Refiled 30.7.2019."
    )
    values = dict(by_rule(text, "arb-34-thirty"))
    assert values == {"25 days": Stands.WITHIN, "96 days": Stands.CROSSED}


def test_parties_who_agree_to_six_months_more_have_eighteen() -> None:
    text = (
        "Arbitration. LIST OF DATES\n2.5.2016 - Arbitrator enters on the reference.\n"
        "20.4.2017 - Parties agree in writing to six months more.\n12.6.2017 - Award made."
    )
    assert [(line.provision.id, line.stands) for line in lines_of(text, "Arbitration-29A")] == [
        ("Arbitration-29A(3)", Stands.WITHIN)
    ]


def test_no_application_for_an_arbitrator_once_an_award_is_challenged() -> None:
    text = (
        "Arbitration. Notice of arbitration 2.1.2015. Award 3.3.2017. S. 34 petition 5.5.2017."
        " Petition refiled 9.6.2017."
    )
    assert lines_of(text, "Limitation-Article-137") == []


# Service.


def test_a_penalty_before_the_time_to_answer_the_report() -> None:
    text = "CCS (CCA) Rules. LIST OF DATES\n1.8.2010 - Inquiry report supplied to him.\n{day} - Removed from service.\n"
    assert by_rule(text.format(day="9.8.2010"), "ccs-15-report") == [("8 days", Stands.CROSSED)]
    assert by_rule(text.format(day="9.10.2010"), "ccs-15-report") == []


def test_days_to_answer_a_note_of_disagreement() -> None:
    text = "CCS (CCA) Rules. The authority disagreed on one article; its note asks for a reply in 10 days."
    assert sides(text, "CCSCCA-15") == {Stands.CROSSED}


def test_an_order_that_was_received_starts_the_time_to_appeal() -> None:
    text = (
        "CCS (CCA) Rules.\n3.3.2014 - Dismissed from service. Copy of the order came into his hands 12.3.2014.\n"
        "21.4.2014 - Appeal."
    )
    assert by_rule(text, "ccs-25") == [("40 days", Stands.WITHIN)]


def test_custody_of_an_engineer_of_a_central_department() -> None:
    text = (
        "Accused, Junior Engineer, CPWD. S. 7 PC Act. Arrested 17.9.2009, 5 pm; out on bail 20.9.2009, 11 am."
        " Suspended since."
    )
    assert by_rule(text, "ccs-10-2") == [("66 hours", Stands.CROSSED)]


# Crime.


ENQUIRY = (
    "S. 316(2) BNS. LIST OF DATES\n4.9.2024 - Complaint to police.\n"
    "{day} - Preliminary enquiry u/s 173(3) BNSS closed.\n"
)


def test_a_preliminary_enquiry_that_was_closed_ends_that_day() -> None:
    assert by_rule(ENQUIRY.format(day="5.10.2024"), "bnss-173-3-information") == [("31 days", Stands.CROSSED)]
    assert by_rule(ENQUIRY.format(day="12.9.2024"), "bnss-173-3-information") == [("8 days", Stands.WITHIN)]


def test_seven_years_are_too_many_for_a_preliminary_enquiry() -> None:
    text = "FIR 3.2.2025 u/s 318(4) BNS after a preliminary inquiry u/s 173(3) BNSS. S. 318(4) carries up to 7 years."
    assert by_rule(text, "bnss-173-3-sentence") == [("7 years", Stands.CROSSED)]


@pytest.mark.parametrize(
    "passing",
    [
        "Complaint also names S. 467 IPC; no paper is said to be forged.",
        "S. 467 IPC mentioned in its reply; nobody speaks of forgery.",
        "The counter speaks of S. 467 IPC, evidently by slip.",
    ],
)
def test_a_section_named_in_passing_is_not_charged(passing: str) -> None:
    text = f"FIR 28.10.2024 u/s 406, 420 IPC. Arrested 16.11.2024 without a notice u/s 35(3) BNSS. {passing}"
    assert by_rule(text, "arrest without notice") == [("7 years", Stands.WITHIN)]


def test_police_who_come_to_arrest_on_a_light_charge_give_notice_first() -> None:
    text = "Anticipatory bail. FIR 2.3.2025 u/s 117(2) BNS. {}."
    assert by_rule(text.format("S.I. came twice to the house to arrest him"), "arrest without notice") == [
        ("7 years", Stands.WITHIN)
    ]
    assert by_rule(text.format("He has joined the investigation"), "arrest without notice") == []


def test_an_act_named_by_a_slip_is_not_that_of_the_matter() -> None:
    text = (
        "National Security Act. Detention order 30.6.2003, served in jail the same day. Grounds served 4.7.2003."
        " The counter quotes COFEPOSA, evidently by slip."
    )
    assert sides(text, "NSA-8") == {Stands.WITHIN}
    assert lines_of(text, "COFEPOSA-3") == []


@pytest.mark.parametrize(
    ("words", "value", "side"),
    [
        ("12.5.2016 - Judicial custody extended to 1.6.2016 by one order.", "20 days", Stands.CROSSED),
        ("12.5.2016 - JC of the accused extended by 14 days.", "14 days", Stands.WITHIN),
    ],
)
def test_one_extension_of_a_remand(words: str, value: str, side: Stands) -> None:
    text = f"FIR u/s 420 IPC. LIST OF DATES\n11.3.2016 - Produced before the Magistrate.\n{words}\n"
    assert by_rule(text, "one remand") == [(value, side)]


def test_police_custody_again_after_forty_days_where_a_graver_section_came_later() -> None:
    text = (
        "LIST OF DATES\n4.1.2025 - FIR u/s 318(4) BNS.\n7.1.2025 - Produced; first remand.\n"
        "20.2.2025 - Again given police custody.\n8.3.2025 - Section 338 BNS added.\n10.3.2025 - Charge-sheet."
    )
    assert by_rule(text, "police custody window") == [("day 45", Stands.CROSSED)]


def test_time_in_jail_told_after_other_words() -> None:
    text = (
        "Claim of juvenility, JJ Act. S. 302 IPC, arrested 20.3.2017. Custody: in jail since arrest, never bailed;"
        " 6 years 2 months on the date of the petition."
    )
    assert by_rule(text, "jj-18-years") == [("6 years 2 months", Stands.CROSSED)]


def test_the_report_of_an_age_test() -> None:
    text = "Juvenile Justice Board. Murder on 3.6.2021. Ossification test ordered 6.9.2021; report {}."
    assert by_rule(text.format("17.9.2021"), "jj-94-report") == [("11 days", Stands.WITHIN)]
    assert by_rule(text.format("30.9.2021"), "jj-94-report") == [("24 days", Stands.CROSSED)]


# Persons.


@pytest.mark.parametrize(
    ("claim", "count"),
    [
        ("Claim petn. u/s 166 by widow (36), Ria, son (8) and father (67).", 4),
        ("Claim by wife, two minor sons and mother.", 4),
        ("Dependants: wife, three minor children and parents.", 6),
        ("Claim by widow and son.", 2),
    ],
)
def test_dependants_counted_from_a_list(claim: str, count: int) -> None:
    text = f"M.V. Act. Accident 9.11.2012, Dilip dies. {claim} Award: no deduction at all."
    assert by_rule(text, "dependants") == [(str(count), Stands.WITHIN)]


def test_a_cut_for_personal_expenses_against_the_dependants_listed() -> None:
    text = (
        "M.V. Act. Accident 9.11.2012, Dilip dies. Claim by wife, two sons and mother."
        " Award: one-third cut for himself."
    )
    assert by_rule(text, "deduction applied") == [("one-third", Stands.CROSSED)]


def test_riders_counted_from_a_list() -> None:
    text = "M.V. Act claim. Accident 9.11.2012: Dilip on his scooter with {} behind; truck hit them."
    assert by_rule(text.format("wife and daughter Ria (6)"), "mv-128-riders") == [("3 persons", Stands.CROSSED)]
    assert by_rule(text.format("his brother"), "mv-128-riders") == []


@pytest.mark.parametrize(
    "text",
    [
        'Conv. u/s 395 IPC, 14.2.1998. FIR: "four badmash, faces open". PW-1 in court says six in all.',
        'Conv. u/s 395 l.P.C., 14.2.1998. FlR: "four badmash, faces open". PW-1 in court says six in all.',
        "Conv. u/s 395 IPC, 14.2.1998. Shop looted by six men, says PW-1. The FIR had spoken of four.",
        "Conv. u/s 395 IPC, 14.2.1998. In the FIR four persons only; in court PW-2 swears to six.",
        'Conv. u/s 395 IPC, 14.2.1998. FIR: "three or four unknown boys". PW-1 now says they were seven.',
    ],
)
def test_both_counts_of_the_robbers(text: str) -> None:
    assert sides(text, "IPC-391") == {Stands.WITHIN, Stands.CROSSED}


def test_those_who_came_against_one_who_pleads_private_defence() -> None:
    text = "S. 302 IPC, 14.6.1998. {} came with six others to plough the field. Exception 2 to S. 300 refused."
    assert by_rule(text.format("Ramdhan"), "ipc-141-persons") == [("7 persons", Stands.WITHIN)]
    assert by_rule(text.format("Accused"), "ipc-141-persons") == []


# Weights.


@pytest.mark.parametrize("weight", ["1.310 k.g.", "1.310 kg", "1310 gms.", "1310 grms"])
def test_a_net_weight_in_any_unit(weight: str) -> None:
    text = f"S. 20(b)(ii)(C) NDPS Act. 20.11.2017 - Charas in the bag. With polythene 1.420 kg; net {weight}"
    assert {line.stands for line in lines_of(text, "NDPS-2") if "commercial" in line.quantity} == {Stands.CROSSED}


def test_the_weight_of_mephedrone() -> None:
    text = "S. 22(c) NDPS Act. Raid 22.11.2024. MD in sling bag: gross 54 gm, net {} gm. Report: mephedrone."
    commercial = {
        net: [line.stands for line in lines_of(text.format(net), "NDPS-2") if "commercial" in line.quantity]
        for net in (51, 49)
    }
    assert commercial == {51: [Stands.CROSSED], 49: [Stands.WITHIN]}


def test_the_weight_of_a_matter_that_is_cited_was_not_seized() -> None:
    text = "S. 20 NDPS Act. 20.11.2017 - Charas 640 gm seized. PP quotes a 2 kg heroin matter where bail was refused."
    assert {line.quantity for line in lines_of(text, "NDPS-2")} == {
        "weight of charas against the commercial quantity",
        "weight of charas against the small quantity",
    }
