"""Stray things, half-heard speakers and slight differences that no card may name."""

from dataclasses import replace

import pytest
from tests.explanation.small_case import at, rarity, section, sheet, split

from countercase.domain.case import Case, CaseId, Outcome, Paragraph, Party, PartyType, SectionType, Speaker, Voice
from countercase.domain.facts import EvidenceFact, EvidenceStatus, Fact, FactSheet, InstrumentFact, RelationFact
from countercase.domain.span import Span
from countercase.explanation.charges import denies_a_charge, tells_of_a_charge, with_bare_sections
from countercase.explanation.labels import tells_of_use
from countercase.explanation.party_kinds import kind_of_party
from countercase.explanation.quotations import StoredSentence, is_credited
from countercase.explanation.relevant_passages import (
    MatterWords,
    legal_points,
    name_of,
    passages_on_points,
    taken_up,
)
from countercase.explanation.shared_law import shared_acts, shared_claims
from countercase.explanation.why_case import PrecedentInMatter, explain_case
from countercase.explanation.worth_quoting import (
    can_state_a_fact,
    gives_a_reason,
    is_a_reason,
    is_table_row,
    points_back,
    states_law,
)

FAILED_CHARGE = (
    "He was tried under Section 302 of the Indian Penal Code. The trial court acquitted the driver of the "
    "offence charged against him under Section 376 of the Indian Penal Code.\n"
)
STABBING = (
    "The accused is charged under Section 302 of the Indian Penal Code. He stabbed Hari with a knife at the fair."
)


def told(text: str, speaker: Speaker = Speaker.FACTS, name: str = "", start: int = 0) -> StoredSentence:
    return StoredSentence(
        Span(start, start + len(text)), text, SectionType.FACTS, "3", Voice(speaker, name), sure=False, own=0.1
    )


def cards(matter: FactSheet, text: str, *facts: Fact) -> list[str]:
    case = Case(
        CaseId("x"),
        text,
        "Accused v. State",
        outcome=Outcome.ALLOWED,
        paragraphs=(Paragraph(Span(0, len(text)), SectionType.FACTS, "1"),),
    )
    explanation = explain_case(PrecedentInMatter(matter, case, FactSheet(text, facts)), split, rarity)
    return [statement.text for statement in explanation.sentences]


def weapon(text: str, word: str) -> InstrumentFact:
    return InstrumentFact(spans=at(text, word), instrument=word)


@pytest.mark.parametrize(
    ("sentence", "shared"),
    [
        ("The four men attacked the deceased with an axe, a sword, a stone and a knife at the fair.\n", False),
        ("The two brothers were arrested near the station on Monday with a rusty knife.\n", False),
        ("The appellant attacked the deceased with a knife near the well on Monday.\n", True),
    ],
)
def test_a_knife_is_shared_where_it_is_the_weapon_and_not_one_of_many(sentence: str, shared: bool) -> None:
    matter = FactSheet(STABBING, (weapon(STABBING, "knife"),))
    facts = [weapon(sentence, word) for word in ("axe", "sword", "stone", "knife") if word in sentence]
    assert any("a knife" in text for text in cards(matter, sentence, *facts)) is shared


def test_a_thing_that_only_lies_about_is_not_used() -> None:
    assert not tells_of_use("There was a stone near the door of the hut.")
    assert tells_of_use("He pelted a stone at the door of the hut.")


@pytest.mark.parametrize(
    ("sentence", "provision", "words"),
    [
        (
            "They were convicted under Sections 302 and 149 of the Indian Penal Code for the death of Hari.\n",
            "IPC-149",
            "149",
        ),
        (
            FAILED_CHARGE,
            "IPC-376",
            "Section 376",
        ),
    ],
)
def test_membership_and_a_charge_that_failed_set_no_case_apart(sentence: str, provision: str, words: str) -> None:
    matter = sheet(STABBING, section("IPC-302", "Section 302"))
    text = sentence.replace("Sections 302", "Section 302")
    facts = [section("IPC-302", "Section 302")(text), section(provision, words)(text)]
    assert not any("do not mention" in line for line in cards(matter, text, *facts))


def test_an_acquittal_beside_a_conviction_still_tells_of_a_charge() -> None:
    assert denies_a_charge("The court acquitted him of the offence under Section 304-B IPC.")
    assert not denies_a_charge("He was acquitted of the offence under Section 366 IPC but convicted under Section 376.")
    assert tells_of_a_charge("The police found that a case was made out against him under Section 420 of the IPC.")


def test_a_section_cited_with_its_act_is_not_read_as_that_of_another() -> None:
    matter = "Anticipatory bail u/s 482 BNSS. The FIR should also be quashed as an abuse of process."
    facts = sheet(matter, section("BNSS-482", "482 BNSS"))
    assert with_bare_sections(facts).facts == facts.facts


@pytest.mark.parametrize(
    "sentence",
    [
        "It is submitted in the application that the driver was named in the complaint of the widow.",
        "(This witness was declared hostile as she did not support the prosecution case)",
        "In cross-examination he said it was not possible to give an opinion whether she was burnt by others.",
        "However, we desist from doing so because the widow and the parents are still waiting for compensation.",
        "He was booked under Section 34 of IPC. (ii) It has been alleged that the church sold its land.",
    ],
)
def test_what_is_argued_bracketed_or_left_undone_states_no_fact(sentence: str) -> None:
    assert not can_state_a_fact(told(sentence))


def test_a_list_of_sections_makes_no_table() -> None:
    assert not is_table_row(
        "The charge-sheet was filed for trial under Sections 147, 148, 149, 447, 448, 324 and 302 IPC."
    )
    assert is_table_row("1990 12 500 lorry 1991 14 600 bus 1992 15 700")


def test_a_thing_in_question_is_no_question() -> None:
    assert gives_a_reason(
        "We find that the FIR in question, if proceeded with, will be an abuse of the process of court."
    )
    assert not gives_a_reason("The question before this Court is how the deed of the widow should be read.")


def test_what_itself_shows_something_points_back() -> None:
    assert points_back("This itself is a sufficient indication that the mandate has not been followed.")


def test_an_appeal_from_an_order_is_no_view_of_the_judge_who_made_it() -> None:
    text = "Feeling aggrieved by the order of the Sessions Judge, the State appealed and the accused were convicted."
    assert not is_credited(told(text, Speaker.BELOW, "the Sessions Judge"))


def test_a_conclusion_of_the_court_below_is_no_fact_on_a_point() -> None:
    narrative = (
        "The rent of the stall was paid late, and sub-letting by the cousin is alleged. The stall is let to Mohan."
    )
    words = MatterWords(narrative, split, rarity)
    points = [point for point in legal_points() if point.name == "sub-letting"]
    text = "Admittedly, the rent of the stall was paid, therefore sub-letting of the stall was never there at all."
    places = [told(text, Speaker.BELOW, "the High Court", 200 * number) for number in range(3)]
    assert passages_on_points(places, words, points) == []


def test_two_sentences_on_a_point_are_enough_in_a_short_judgment() -> None:
    points = [point for point in legal_points() if point.name == "sub-letting"]
    spoken = ["The sub-letting was found.", "The sub-letting was denied."]
    assert taken_up(points, spoken) == points
    assert taken_up(points, spoken + ["The shop is old."] * 80) == []


def test_words_about_another_matter_do_not_bring_a_passage_near() -> None:
    narrative = "The cheque was blank security for plywood. In a separate matter the signature mismatch was proved."
    assert MatterWords(narrative, split, rarity).weights.keys().isdisjoint({"mismatch"})


def test_an_inquiry_is_an_enquiry_and_a_departmental_one_disciplinary() -> None:
    narrative = (
        "The inspector was removed from service after a disciplinary enquiry. The charge memo named two charges. "
        "The enquiry officer did not supply the documents. The appellate authority dismissed his appeal."
    )
    again = "The Inquiry Officer recorded the report of the departmental inquiry and the charge sheet on Monday."
    subjected = "The appellant was subjected to a departmental inquiry on two charges of misconduct at the depot."
    places = [told(text, start=200 * number) for number, text in enumerate((subjected, *[again] * 7))]
    assert any(sentence.text == subjected for _, sentence in shared_claims(places, narrative))


def test_a_note_on_a_cheque_shares_the_act_that_it_does_not_cite() -> None:
    narrative = "A demand notice was sent. Complaint under the Negotiable Instruments Act for a cheque returned unpaid."
    filed = "The respondent filed a complaint under Section 138 of the Negotiable Instruments Act against the firm."
    other = "The notice under the Negotiable Instruments Act was served on the firm in time."
    places = [told(text, start=200 * number) for number, text in enumerate((filed, other, other, other))]
    assert any(sentence.text == filed for _, sentence in shared_acts(places, FactSheet(narrative, ())))


def test_a_brief_on_a_secured_debt_shares_the_act_by_what_it_is_about() -> None:
    narrative = (
        "Demand notice served. Symbolic possession taken. The securitisation application is before the tribunal."
    )
    done = "The Bank attached the properties of the borrower under Section 13(4) of the SARFAESI Act."
    other = "The auction under the SARFAESI Act was held on a Monday before noon."
    raised = "One of the points raised by counsel was that a petition lay under section 17 of the SARFAESI Act."
    places = [told(text, start=200 * number) for number, text in enumerate((raised, done, other, other))]
    assert not any(sentence.text == raised for _, sentence in shared_acts(places, FactSheet(narrative, ())))
    assert any(sentence.text == done for _, sentence in shared_acts(places, FactSheet(narrative, ())))


def test_no_other_recovery_does_not_deny_a_recovery() -> None:
    matter = "The accused is charged under Section 21 of the NDPS Act. The challan gives no other recovery."
    text = "He is charged under Section 21 of the NDPS Act. The recovery of ganja was made from the four accused.\n"
    absent = EvidenceFact(spans=at(matter, "recovery"), item="recovery", status=EvidenceStatus.ABSENT)
    present = EvidenceFact(spans=at(text, "recovery"), item="recovery", status=EvidenceStatus.PRESENT)
    assert not any("Unlike" in line for line in cards(FactSheet(matter, (absent,)), text, present))


def test_a_couple_on_the_other_side_is_no_shared_wife() -> None:
    matter = "The deceased was married for six years. Her husband is charged under Section 80 of the BNS."
    text = "He convicted the respondent and his wife Nathi under Section 304-B of the Indian Penal Code.\n"
    spouse = RelationFact(spans=at(matter, "husband"), relation="husband and wife")
    wife = RelationFact(spans=at(text, "wife"), relation="husband and wife")
    sections = (section("BNS-80", "Section 80")(matter), section("IPC-304B", "Section 304-B")(text))
    lines = cards(FactSheet(matter, (spouse, sections[0])), text, wife, sections[1])
    assert not any("a wife" in line.partition(": “")[0] for line in lines)


@pytest.mark.parametrize(
    "sentence",
    [
        "It is further stated that they were about to convene a meeting of the members of the company.",
        "His petition for eviction cannot be dismissed on this score.",
    ],
)
def test_what_a_letter_states_or_a_score_not_named_is_no_reason(sentence: str) -> None:
    assert not gives_a_reason(sentence)


def test_a_long_clause_is_no_name_of_a_point() -> None:
    sentence = "Three samples weighing about fifty grams each were drawn from the bundle."
    assert name_of(Span(0, len(sentence)), sentence) == ""
    assert name_of(Span(6, 13), sentence) == "samples"


@pytest.mark.parametrize(
    "sentence",
    [
        "If this is the position, we fail to find any justification in rejecting the bid of the appellant.",
        "Her aforesaid statement is not worth acceptance because all the witnesses said that the room was bolted.",
    ],
)
def test_a_sentence_on_an_earlier_one_points_back_however_long(sentence: str) -> None:
    assert points_back(sentence)


def test_a_definition_is_law_and_no_fact() -> None:
    assert states_law("The Commission or the Forum is entitled to award more than the value of the goods.")
    assert states_law("A terrorist organisation has been defined in Section 2(m) as one listed in the Schedule.")


def test_the_court_may_apply_an_earlier_case_to_the_facts_of_this_one() -> None:
    text = (
        "Applying the law in Indore Authority (supra) to the facts of the case on hand, there is no lapse of the land."
    )
    assert is_a_reason(replace(told(text, Speaker.COURT), section=SectionType.RATIO, sure=True, own=0.99))
    other = "In Indore Authority (supra) there was no lapse of the land because possession had been taken."
    assert not is_a_reason(replace(told(other, Speaker.COURT), section=SectionType.RATIO, sure=True, own=0.99))


def test_a_policeman_who_sues_for_himself_is_not_the_state() -> None:
    assert kind_of_party(Party("Sub-Inspector Rooplal and Another", PartyType.STATE)) == ""
    assert kind_of_party(Party("Inspector of Police", PartyType.STATE)) == "the State"


def test_a_charge_from_which_somebody_was_acquitted_is_denied() -> None:
    assert denies_a_charge("The High Court set aside the charge under Section 366 of the IPC against the appellant.")
    assert denies_a_charge("The appellant was acquitted from the charge under Section 366 of the IPC.")
