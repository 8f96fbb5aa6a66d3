"""Reasons that a lawyer would find silly are not given: each was met when real cards were read."""

from dataclasses import replace

import pytest
from tests.explanation.small_case import at, case, evidence, rarity, section, sheet, split

from countercase.domain.case import Case, Chunk, ChunkId, Paragraph, SectionType, Speaker, Voice
from countercase.domain.facts import (
    ActFact,
    EvidenceFact,
    EvidenceStatus,
    Fact,
    FactSheet,
    InstrumentFact,
    NumericalFact,
    Quantity,
    RelationFact,
    SectionFact,
)
from countercase.domain.provision import Provision
from countercase.domain.ranking import Point
from countercase.domain.span import Span
from countercase.explanation.charges import (
    denies_a_charge,
    is_implied,
    is_predicate,
    numbers_of,
    sets_apart,
    tells_of_a_charge,
)
from countercase.explanation.distinctions import is_prosecution, is_telling_if_missing, weapons_of
from countercase.explanation.holding import find_holding
from countercase.explanation.labels import (
    ShownFact,
    is_common,
    is_in_another_sense,
    is_named_plainly,
    names_bare_sections,
)
from countercase.explanation.quotations import StoredSentence, cited_parties, stored_sentences
from countercase.explanation.relevant_passages import MatterWords
from countercase.explanation.why_case import PrecedentInMatter, explain_case
from countercase.explanation.worth_quoting import (
    can_stand_alone,
    can_state_a_fact,
    gives_a_reason,
    is_general_or_hearsay,
    is_hearsay,
    is_particular,
    is_table_row,
    tells_of_an_event,
)
from countercase.facts.compare import Compared, Likeness


def said(text: str, speaker: Speaker = Speaker.FACTS, sure: bool = False) -> StoredSentence:
    return StoredSentence(Span(0, len(text)), text, SectionType.ANALYSIS, None, Voice(speaker), sure)


def judgment(text: str, part: SectionType = SectionType.FACTS) -> Case:
    return replace(case(), text=text, paragraphs=(Paragraph(Span(0, len(text)), part),))


def reasons(matter: FactSheet, text: str, *facts: Fact, point: Point = Point.SHARED) -> list[str]:
    explained = explain_case(PrecedentInMatter(matter, judgment(text), FactSheet(text, facts)), split, rarity)
    return [one.text for one in explained.sentences if one.point is point]


# Sentences that cannot be quoted.


@pytest.mark.parametrize(
    "sentence",
    [
        "The impugned s are quashed and set aside.",
        "The appeals stand allowed without any for costs.",
        "We set aside the dated 19.02.2014 of the Board.",
        "The rent was fixed under section 7 of the by the Controller.",
        "By the said , the suit was decreed.",
        "There were grounds to challenge the bail s, but nobody did.",
        "Headnotes† Bail – s.37 – Finding mandatory – Order reversed.",
        "[Para 31] As regards the balance of two acres, the sale stood.",
        "PG NO 322 We reiterate that the lease had ended.",
    ],
)
def test_what_lost_a_word_or_was_printed_by_the_reporter_is_not_quoted(sentence: str) -> None:
    text = f"{sentence} He paid the rent in May.\n"
    assert [one.text for one in stored_sentences(judgment(text), split)][-1] == "He paid the rent in May."
    assert sentence not in [one.text for one in stored_sentences(judgment(text), split)]


def test_whole_sentences_with_such_words_are_quoted() -> None:
    for sentence in (
        "By the order impugned the suit was decreed.",
        "The brother of A is a party.",
        "The clerk was heard under s.5 of the Act.",
    ):
        assert [one.text for one in stored_sentences(judgment(sentence + "\n"), split)] == [sentence]


def test_a_number_close_to_its_sentence_is_not_quoted() -> None:
    assert [one.text for one in stored_sentences(judgment("17.The appeal is allowed.\n"), split)] == [
        "The appeal is allowed."
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "PW-2, one of the mediators, was examined to prove the proceedings before the trap.",
        "Respondent nos. 1 to 3 are the owner, driver and insurer of the car respectively.",
        "Whether the lorry hit the motorcycle of the deceased from behind near the village?",
        "Labour charges were upheld by the District Court. because the contract was silent on the stoppage.",
        "The object of holding a parade of the suspects is to test the memory of the witnesses.",
    ],
)
def test_lists_of_people_questions_and_rules_are_no_passage(sentence: str) -> None:
    assert not can_stand_alone(said(sentence))


def test_a_statute_and_an_unnamed_earlier_case_are_no_passage() -> None:
    text = "The officer shall draw the samples before the Magistrate."
    assert can_stand_alone(said(text, Speaker.FACTS))
    assert not can_stand_alone(said(text, Speaker.STATUTE))
    assert not can_stand_alone(said(text, Speaker.EARLIER))


def test_a_row_of_figures_states_no_fact() -> None:
    row = "Details of the cheques are as follows: 414196 23.09.2016 26.09.2016 13.10.2016 414204 23.09.2016 26.09.2016"
    assert is_table_row(row)
    assert not can_state_a_fact(said(row))
    assert not can_state_a_fact(said("Neither the gun nor the lathi was seized from the accused."))


# Differences.


def test_a_grave_charge_sets_a_case_apart_and_a_cited_section_does_not() -> None:
    for provision in ("CPC-92", "Constitution-Article-15", "IPC-34", "IPC-506", "Arms-25", "NI-142", "MV-140"):
        assert not sets_apart(Provision.parse(provision), criminal=True)
    assert sets_apart(Provision.parse("IPC-364A"), criminal=True)
    assert not sets_apart(Provision.parse("IPC-364A"), criminal=False)


def test_in_our_digests_a_section_of_another_act_counts_too() -> None:
    assert sets_apart(Provision.parse("Arbitration-11(6)"), criminal=False, digest=True)
    assert not sets_apart(Provision.parse("Arbitration-11(6)"), criminal=False)
    assert not sets_apart(Provision.parse("CPC-92"), criminal=False, digest=True)


def test_only_a_charge_of_this_case_counts() -> None:
    assert tells_of_a_charge("Charges were framed under Sections 302 and 397 IPC.")
    assert not tells_of_a_charge("Section 397 IPC was discussed at the Bar.")
    assert not tells_of_a_charge("He filed a complaint against the deceased for offences punishable under Section 379.")


def test_a_matter_that_names_the_counterpart_means_the_section() -> None:
    assert "190" in numbers_of(Provision.parse("IPC-149"))
    assert numbers_of(Provision.parse("NDPS-21")) == ["21"]


def test_an_attempt_is_no_difference_where_the_victim_died() -> None:
    assert is_implied(Provision.parse("IPC-307"), "She died of burns after eleven days.")
    assert is_implied(Provision.parse("PMLA-4"), "The Enforcement Directorate recorded an ECIR.")


def test_a_divorce_that_mentions_a_charge_is_no_prosecution() -> None:
    divorce = "The husband relies on her case under Section 498A, which is still pending."
    tried = "The accused is tried under Section 498A."
    assert not is_prosecution(sheet(divorce, section("IPC-498A", "Section 498A")))
    assert is_prosecution(sheet(tried, section("IPC-498A", "Section 498A")))


def test_a_gun_sets_a_case_apart_from_one_of_sticks_and_a_rod_does_not() -> None:
    sticks = FactSheet("", (InstrumentFact(spans=(), instrument="lathi or stick"),))

    def lacking(instrument: str) -> Compared:
        return Compared(InstrumentFact(spans=(), instrument=instrument), Likeness.MISSING)

    assert is_telling_if_missing(lacking("firearm"), weapons_of(sticks), "")
    assert not is_telling_if_missing(lacking("iron rod"), weapons_of(sticks), "")
    assert not is_telling_if_missing(lacking("liquor"), weapons_of(sticks), "")
    assert not is_telling_if_missing(lacking("firearm"), weapons_of(FactSheet("")), "")
    motive = EvidenceFact(spans=(), item="motive", status=EvidenceStatus.PRESENT)
    assert not is_telling_if_missing(Compared(motive, Likeness.MISSING), weapons_of(sticks), "")


def test_an_age_is_no_difference_where_the_matter_gives_a_date_of_birth() -> None:
    text = "The applicant was 15 years of age and a child under Section 2(12) of the Juvenile Justice Act.\n"
    young = NumericalFact(spans=at(text, "15 years"), quantity=Quantity.AGE, value=15, unit="years", role="accused")

    def differences(narrative: str) -> list[str]:
        grown = NumericalFact(
            spans=at(narrative, "19 years"), quantity=Quantity.AGE, value=19, unit="years", role="accused"
        )
        law = SectionFact(spans=at(narrative, "Section 302"), provision=Provision.parse("IPC-302"))
        return reasons(FactSheet(narrative, (grown, law)), text, young, point=Point.DIFFERENCE)

    told = "The accused, aged 19 years by the test, is tried under Section 302."
    assert differences(told) != []
    assert differences(f"{told} He was born in 2006.") == []


def test_evidence_that_the_case_has_of_one_accused_is_no_difference() -> None:
    text = "No test identification parade of the first was held. A test identification parade of the second was held.\n"
    lacks = evidence("test identification", "No test identification parade", EvidenceStatus.ABSENT)(text)
    has = evidence("test identification", "A test identification parade")(text)
    own = "The test identification parade of the accused was held under Section 395 late."
    matter = sheet(
        own, evidence("test identification", "test identification parade"), section("IPC-395", "Section 395")
    )
    assert reasons(matter, text, lacks, point=Point.DIFFERENCE) != []
    assert reasons(matter, text, lacks, has, point=Point.DIFFERENCE) == []


# Shared facts.


def test_a_word_of_many_meanings_needs_its_surroundings() -> None:
    own = "The clerk was placed under suspension pending a departmental enquiry into the seal."
    matter = FactSheet(own, (ActFact(spans=at(own, "suspension"), act="suspension"),))
    licence = "The agent feared the suspension of his licence by the Collector.\n"
    clerk = "The engineer was placed under suspension pending a departmental enquiry.\n"
    assert reasons(matter, licence, ActFact(spans=at(licence, "suspension"), act="suspension")) == []
    assert reasons(matter, clerk, ActFact(spans=at(clerk, "suspension"), act="suspension")) != []


def test_a_parade_of_ornaments_and_a_cheque_that_was_honoured_are_something_else() -> None:
    parade = EvidenceFact(spans=(), item="test identification", status=EvidenceStatus.PRESENT)
    assert is_in_another_sense(parade, "He held a test identification of the seized ornaments.")
    cheque = EvidenceFact(spans=(), item="cheque", status=EvidenceStatus.PRESENT)
    assert is_in_another_sense(cheque, "The first cheque was honoured by the bank.")
    assert not is_in_another_sense(cheque, "The cheque was dishonoured by the bank.")


def test_sections_that_go_with_any_charge_or_appeal_are_not_enough() -> None:
    for provision in ("IPC-34", "IPC-506", "CPC-100"):
        assert is_common(SectionFact(spans=(), provision=Provision.parse(provision)))


def test_sections_of_no_act_are_bare() -> None:
    assert names_bare_sections("The grading in Sections 9 and 10 does not govern an enquiry.")
    assert not names_bare_sections("Sections 9 and 10 of the Indian Penal Code do not govern an enquiry.")


def test_a_report_to_the_police_is_not_named_beside_a_section() -> None:
    text = "An FIR was registered under Section 376 of the Indian Penal Code against the teacher.\n"
    own = "The FIR names the teacher under Section 376."
    matter = sheet(own, section("IPC-376", "Section 376"), evidence("FIR", "FIR"))
    facts = (section("IPC-376", "Section 376")(text), evidence("FIR", "FIR")(text))
    (told,) = reasons(matter, text, *facts)
    assert told.startswith("As in your matter, the case concerns Section 376 of the Indian Penal Code:")


def test_a_husband_is_named_beside_something_else_only_in_a_matter_about_a_marriage() -> None:
    text = "Her husband was attacked with the sharp sword of the driver before the quarrel at the depot.\n"
    facts = (
        InstrumentFact(spans=at(text, "sword"), instrument="sword"),
        RelationFact(spans=at(text, "husband"), relation="husband and wife"),
    )
    own = "The sword of the driver was seized. The husband of the complainant was at the depot."

    def told(narrative: str) -> list[str]:
        sword = InstrumentFact(spans=at(narrative, "sword"), instrument="sword")
        spouse = RelationFact(spans=at(narrative, "husband"), relation="husband and wife")
        return reasons(FactSheet(narrative, (sword, spouse)), text, *facts)

    assert "husband:" not in told(own)[0]
    assert "a sword and a husband:" in told(f"{own} They had been married for a year.")[0]


def test_what_happened_in_a_cited_case_is_no_fact_of_this_one() -> None:
    text = (
        "The Court relied upon Netai Dutta v. State of Bengal. "
        "A complaint against Netai Dutta was registered under Section 306 of the Indian Penal Code.\n"
    )
    assert cited_parties(judgment(text)) == {"Netai Dutta"}
    assert cited_parties(replace(judgment(text), name="Netai Dutta v. State of Bengal")) == frozenset()
    matter = sheet("He is tried under Section 306 IPC.", section("IPC-306", "Section 306"))
    assert reasons(matter, text, section("IPC-306", "Section 306")(text)) == []


def test_the_same_words_are_not_quoted_twice() -> None:
    sentence = "The cheque signed by the partner of the mill was dishonoured for want of funds."
    text = f"{sentence} {sentence}\n"
    own = "The cheque signed by the partner of the mill was dishonoured under Section 138."
    cheque = EvidenceFact(spans=at(text, "cheque"), item="cheque", status=EvidenceStatus.PRESENT)
    matter = sheet(own, evidence("cheque", "cheque"))
    chunk = Chunk(ChunkId("ramesh#1"), case().id, Span(0, len(text)), text, SectionType.FACTS)
    subject = PrecedentInMatter(matter, judgment(text), FactSheet(text, (cheque,)), chunk)
    quotes = [one.quote for one in explain_case(subject, split, rarity).sentences]
    assert len(quotes) == len(set(quotes))


# Words that a passage shares with the matter.


def test_three_rare_words_are_telling_and_three_plain_ones_are_not() -> None:
    weights = {"viral": 10.0, "photograph": 6.0, "threaten": 6.0, "normal": 3.0, "next": 3.0, "oper": 3.0}
    narrative = "He would threaten to make her photographs viral. Normally the next operation is free."
    words = MatterWords(
        narrative, split, lambda word: next((w for key, w in weights.items() if word[:4] == key[:4]), 0)
    )
    assert words.are_telling(["threaten", "photographs", "viral"], said("He would threaten: photographs, viral."))
    assert not words.are_telling(["normally", "next", "operation"], said("Normally the next operation."))


# Grounds and orders.


@pytest.mark.parametrize(
    "sentence",
    [
        "The appellants having been in prison since the verdict shall be set free, if not wanted in any other case.",
        "As the report is of the year 2005, the Judge is directed to decide the trial expeditiously.",
        "We find no patent illegality or manifest injustice, since the courts below weighed everything.",
        "Their subject is different and hence they are delinked from this cluster for a separate hearing.",
        "The next aspect of the matter that requires to be considered is whether the wife consented.",
        "Since the charge fell, the trial shall stand transferred to the Court of Sessions at Agra.",
        "As the suit is an old one, we direct the Munsif to expedite the hearing and to decide it within a year.",
        "As prayed by the tenants, we grant time up to March to vacate, since the rent has been paid.",
        "The above case therefore has no application to the present case of the tenants.",
        "The insurer shall be liable to indemnify the owner, since the policy was in force on that day.",
        "Having given our careful thought, we hold that this circumstance was not established.",
    ],
)
def test_orders_and_findings_that_fit_any_case_are_no_reason(sentence: str) -> None:
    assert not gives_a_reason(sentence)


def held(monkeypatch: pytest.MonkeyPatch, *sentences: str) -> tuple[str, str]:
    """The order and the ground of a judgment that ends with these sentences of the Court, of which each is certain."""
    opening = [
        f"The matter was heard for {day} days." for day in ("two", "three", "four", "five", "six", "seven", "eight")
    ]
    sentences = (*opening, *sentences)
    text = " ".join(sentences) + "\n"
    stored = [
        StoredSentence(
            Span(text.index(each), text.index(each) + len(each)),
            each,
            SectionType.HELD,
            None,
            Voice(Speaker.COURT),
            sure=True,
        )
        for each in sentences
    ]
    monkeypatch.setattr("countercase.explanation.holding.stored_sentences", lambda *_: stored)
    found = find_holding(judgment(text, SectionType.HELD), split)
    return (found.order.text if found.order else "", found.ground.text if found.ground else "")


def test_a_finding_on_one_piece_of_evidence_is_not_the_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    one = "Insofar as the fingerprints are concerned, they cannot be relied upon, since the accused was in custody."
    order = "The appeal is allowed."
    assert held(monkeypatch, one, order) == ("The result: “The appeal is allowed”.", "")
    ground = "We hold that the sanction was void, since the clerk had no power to grant it."
    assert held(monkeypatch, ground, order)[1] == f"The Court held: “{ground.removesuffix('.')}”."


def test_half_an_order_and_half_a_ground_are_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    assert held(monkeypatch, ", is that this appeal fails and is dismissed.")[0] == ""
    long = (
        "We hold that the lease was void, since "
        + "the rent fell due from the lessee every month, " * 9
        + "as pleaded."
    )
    assert held(monkeypatch, long)[1] == ""


def test_no_ground_is_given_where_one_appeal_was_allowed_and_another_dismissed(monkeypatch: pytest.MonkeyPatch) -> None:
    ground = "We hold that the search was good, since the officer wrote down his grounds."
    orders = ("The appeal of the first accused is dismissed.", "The appeal of the second accused is allowed.")
    assert held(monkeypatch, ground, *orders)[1] == ""


@pytest.mark.parametrize(
    "sentence",
    [
        "In our view the police should take early steps to finish the inquiry, since much time has passed.",
        "We find it necessary to direct that the plan be placed before the Board, as the rules require it.",
        "All this we are saying because the Act of forty years ago needs a second look.",
    ],
)
def test_a_direction_or_a_wish_is_no_ground(sentence: str) -> None:
    assert not gives_a_reason(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "We are of the view that PW-2 cannot be believed, since nobody saw him there.",
        "We accordingly accept the finding that the appellant had a motive, since he had sworn revenge.",
        "We hold that this circumstance cannot be used, since it was never put to the accused.",
        "In view of the delay we find it proper to remand the appeals to the High Court for a fresh decision.",
        "Therefore there is no substance in the contention about the map, and it cannot be accepted.",
    ],
)
def test_one_witness_an_argument_or_a_remand_is_not_the_ground(monkeypatch: pytest.MonkeyPatch, sentence: str) -> None:
    assert held(monkeypatch, sentence, "The appeal is allowed.")[1] == ""


def test_a_release_or_the_appeal_of_another_is_not_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = "The appeal is allowed and the conviction is set aside."
    release = "In case they are in jail, they shall be released forthwith unless wanted in any other case."
    assert held(monkeypatch, allowed, release)[0] == f"The result: “{allowed.removesuffix('.')}”."
    assert held(monkeypatch, "If this is so, the appellant shall be released on bail as granted.")[0] == ""


@pytest.mark.parametrize(
    "sentence",
    [
        "He denied having told the police that the accused took the ornaments.",
        "It is also correct that I had filed an eviction petition against another tenant.",
        "PW-3 was the girl, PW-4 was her sister, and PW-5 was declared hostile.",
        "Otherwise, the poison may not be found in the viscera.",
    ],
)
def test_denials_admissions_and_lists_of_witnesses_state_no_fact(sentence: str) -> None:
    assert not can_state_a_fact(said(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "Incised wound on the left forearm about 9 cms above the wrist caused by a sharp weapon.",
        "One wound on the finger, (2) one wound on the hand and (3) two abrasions were found on the knee.",
        "He denied that the gold and the cash were taken from the house in the night.",
    ],
)
def test_wounds_and_denials_are_no_passage(sentence: str) -> None:
    assert not can_stand_alone(said(sentence))


def test_a_weapon_that_went_to_a_laboratory_and_an_acid_of_biology_are_no_weapons() -> None:
    pistol, acid = (InstrumentFact(instrument=name, spans=()) for name in ("firearm", "acid"))
    assert is_in_another_sense(pistol, "The pistol was sent to the Forensic Science Laboratory.")
    assert is_in_another_sense(acid, "Ribonucleic acid tests were unknown when the section was enacted.")
    assert not is_in_another_sense(pistol, "He fired the pistol at the guard.")


def test_another_subsection_is_another_offence() -> None:
    def likeness(matter: str, case_section: str) -> Likeness:
        facts = [SectionFact(provision=Provision.parse(name), spans=(Span(0, 1),)) for name in (case_section, matter)]
        return ShownFact(Compared(facts[0], Likeness.SAME_SECTION, facts[1]), 1.0).likeness

    assert likeness("SCST-3(1)(r)", "SCST-3(2)(v)") is Likeness.MISSING
    assert likeness("IPC-376(2)", "IPC-376") is Likeness.SAME_SECTION


# Lines that are true and say nothing, met on terse matters.


@pytest.mark.parametrize(
    "ground",
    [
        "We are thus unable to share the view taken by both the courts below.",
        "We are satisfied that the prosecution has miserably failed to prove its case against the accused.",
        "Accordingly, the question is answered in favour of the appellants and against the respondents.",
        "The learned judges were therefore clearly wrong in not considering this aspect of the matter.",
    ],
)
def test_a_ground_that_fits_any_appeal_is_not_particular(ground: str) -> None:
    assert not is_particular(ground)


@pytest.mark.parametrize(
    "ground",
    [
        "The boats were moored outside the harbour, so that no toll could be levied.",
        "Therefore Section 52A of the NDPS Act was not complied with.",
        "In our view the continued incarceration of the appellant is not justified.",
    ],
)
def test_a_ground_on_its_own_facts_or_its_provision_is_particular(ground: str) -> None:
    assert is_particular(ground)


@pytest.mark.parametrize(
    "sentence",
    [
        "A letter was handed to me so that I could write down the dying declaration of the girl.",
        "The prosecution then treated the same as a dying declaration of the girl.",
        "But the manner in which the law of preventive detention was applied was harsh.",
        "The award was set aside and this was allowed 3 Hereinafter called the Act in part.",
        "Can it be said that the mason had treated his wife with cruelty.",
    ],
)
def test_testimony_in_the_first_person_and_what_points_back_state_no_fact(sentence: str) -> None:
    assert not can_state_a_fact(said(sentence))


def test_what_a_court_below_did_is_no_reason_unless_it_is_judged() -> None:
    assert not gives_a_reason("The learned Single Judge has also given liberty to the Board to hold a fresh enquiry.")
    assert gives_a_reason("The High Court held, and rightly so, that the boatman had no licence to ferry passengers.")


def test_a_dying_declaration_is_missed_only_where_somebody_died() -> None:
    lacking = Compared(EvidenceFact(spans=(), item="dying declaration"), Likeness.MISSING)
    assert is_telling_if_missing(lacking, (), "The cook died of burns.")
    assert not is_telling_if_missing(lacking, (), "A girl of fifteen left home with him.")


def test_the_crime_behind_a_laundering_is_no_difference() -> None:
    cheating = Provision("IPC", "420")
    assert is_predicate(cheating, "ECIR of 2021; PMLA bail refused.")
    assert not is_predicate(cheating, "Charged with robbery of a cart.")


def test_what_somebody_only_claims_is_no_difference() -> None:
    assert is_hearsay("The cook and the gardener were stated to be eyewitnesses of the recovery.")
    assert not is_hearsay("The cook saw the blow from the kitchen door.")


def test_different_clauses_are_different_offences() -> None:
    def compared(ours: str, theirs: str) -> Likeness:
        facts = [SectionFact(spans=(), provision=Provision("PC", "13", tuple(clauses))) for clauses in (theirs, ours)]
        return ShownFact(Compared(facts[0], Likeness.SAME_SECTION, facts[1]), 1.0).likeness

    assert compared("1e", "1d") is Likeness.MISSING
    assert compared("1d", "1") is Likeness.SAME_SECTION


@pytest.mark.parametrize("written", ["an empty cartridge", "three pellets", "a bullet"])
def test_what_is_left_of_a_shot_does_not_name_the_weapon(written: str) -> None:
    assert not is_named_plainly(InstrumentFact(spans=(), instrument="firearm"), written)


def test_a_charge_that_does_not_arise_is_no_difference() -> None:
    assert denies_a_charge("The question of convicting anyone with the aid of Section 149 does not arise.")
    assert not denies_a_charge("He was convicted under Section 149 of the Indian Penal Code.")


def test_a_rule_about_a_section_tells_of_no_charge() -> None:
    assert not tells_of_a_charge("A person charged under Section 304B can be convicted under Section 498A.")
    assert tells_of_a_charge("The weaver was found guilty of the offence under Section 304B.")


@pytest.mark.parametrize(
    "sentence",
    [
        "Application for impleadment of the boatmen stands rejected since they were appointed later.",
        "In the said case the candidate was facing a petition for want of a copy, which cannot be cured.",
        "We, therefore, direct the Corporation to discharge the conductor from its service at once.",
        "The conviction recorded by the High Court under Section 302 of the Penal Code cannot be faulted.",
    ],
)
def test_applications_other_cases_and_bare_approval_are_no_reason(sentence: str) -> None:
    assert not gives_a_reason(sentence)


def test_a_definition_or_an_argument_sets_no_case_apart() -> None:
    assert not tells_of_an_event(said("Motive is the emotion which impels a man to act."))
    assert is_general_or_hearsay("Secondly, he relied on the letters of the widow for the motive.")
    assert tells_of_an_event(said("The widow had a motive to burn the barn."))
