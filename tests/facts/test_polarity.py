"""Whatever is denied, awaited, hypothetical, rejected or about somebody else is not a fact of the matter."""

from dataclasses import replace

import pytest

from countercase.domain.facts import EvidenceFact, EvidenceStatus, FactKind, NumericalFact, Quantity, RoleFact
from countercase.facts.absence import is_still_to_come
from countercase.facts.edit import edit
from countercase.facts.extract import extract_facts
from countercase.facts.ingredients import read_ingredients, status_in
from countercase.law.ingredients import tables
from countercase.models.clause_matcher import built_in_matcher


def evidence(text: str) -> dict[str, str]:
    return {fact.item: str(fact.status) for fact in extract_facts(text).facts if isinstance(fact, EvidenceFact)}


def words(text: str, kind: FactKind) -> set[str | None]:
    return {fact.word for fact in extract_facts(text).facts if fact.kind is kind}


@pytest.mark.parametrize(
    ("text", "item", "status"),
    [
        ("The shop was searched for an hour and nothing was recovered.", "recovery", "absent"),
        ("No country-made gun was recovered from the field.", "recovery", "absent"),
        ("The knife was recovered from the well.", "recovery", "present"),
        ("Weapon not recovered.", "recovery", "absent"),
        ("The company was neither served with a notice nor impleaded.", "notice", "absent"),
        ("The second respondent has not yet been given notice of it.", "notice", "absent"),
        ("A confession to the officer was brought on record; the Judge rightly left it out.", "confession", "disputed"),
        ("The chemical examiner's report is still awaited.", "forensic report", "awaited"),
        ("The ballistic report was called for and never came.", "forensic report", "awaited"),
        ("The viscera report has come and shows poison.", "forensic report", "present"),
        ("The viscera report never came.", "forensic report", "absent"),
        ("No charge sheet was filed on the ninetieth day.", "charge sheet", "absent"),
        ("The contract was ended without notice to the driver.", "notice", "absent"),
        ("Sanction was given by an officer who was not competent to remove him.", "sanction", "disputed"),
        ("The driver of the truck held an LMV licence.", "licence", "disputed"),
        ("The driver of the car held an LMV licence.", "licence", "present"),
        ("The plea of alibi was rejected by the trial court.", "alibi", "disputed"),
        ("The police refused to register the FIR.", "FIR", "absent"),
        ("The recovery was held to be doubtful.", "recovery", "disputed"),
        ("The motive is absent.", "motive", "absent"),
        ("Motive nil: the widow speaks of no old score.", "motive", "absent"),
        ("The dying declaration was not recorded by a Magistrate.", "dying declaration", "present"),
        ("Sanction has been applied for.", "sanction", "awaited"),
        ("TIP not held.", "test identification", "absent"),
        ("She executed a pronote for the loan.", "promissory note", "present"),
        ("Swabs sent to the FSL in May; result still awaited.", "forensic report", "awaited"),
        ("The swabs went to the FSL, and its report names him.", "forensic report", "present"),
        ("FSL/DNA opinion not recd. so far.", "forensic report", "absent"),
        ("Requisition for sanction lies with the Home Department, not received.", "sanction", "awaited"),
        ("Requisition for sanction went in May and it was accorded in June.", "sanction", "present"),
        ("PW-6 is a chance witness.", "chance witness", "present"),
        ("PW-2 is a related witness.", "related witness", "present"),
    ],
)
def test_evidence_has_the_status_that_the_text_gives_it(text: str, item: str, status: str) -> None:
    assert evidence(text).get(item) == status


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("She is a transferee of the shop for value without notice.", "notice"),
        ("The two doctors are in perfect agreement on the hour.", "agreement"),
        ("He gave a promissory note.", "cheque"),
        ("PW-6 is a chance witness.", "interested witness"),
        ("Nobody suggests that the ornaments were recovered.", "recovery"),
        ("Section 50 requires that a search notice be given.", "notice"),
    ],
)
def test_things_of_another_kind_or_only_mentioned_are_not_evidence(text: str, item: str) -> None:
    assert item not in evidence(text)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("No witness says that our client instigated the crowd.", "abetment"),
        ("There is no proof that anyone threatened the girl.", "intimidation"),
        ("It is not alleged that there was any conspiracy.", "conspiracy"),
        ("It was suggested to PW-2 that he had demanded a bribe.", "taking a bribe"),
        ("His in-laws did not demand any dowry.", "demand of dowry"),
        ("In Hari v. State the accused had stabbed a guard.", "stabbing"),
        ("The medical evidence rules out strangulation.", "strangulation"),
        ("The complaint does not disclose any cheating.", "cheating"),
        ("If he stabbed the guard, there would be blood on his shirt.", "stabbing"),
        ("She would sign if he agreed to a divorce.", "divorce"),
        ("He may again indulge in theft.", "theft"),
        ("The Sessions Judge rejected the plea of private defence.", "private defence"),
        ("Section 300 provides that culpable homicide is murder in four cases.", "murder"),
        ("A co-accused, Feroz, has absconded to Nepal.", "escape"),
        ("The child was sexually assaulted; there was no penetration.", "rape"),
        ("Six armed men committed dacoity in the bank.", "robbery"),
    ],
)
def test_an_act_not_stated_as_done_is_not_a_fact(text: str, act: str) -> None:
    assert act not in words(text, FactKind.ACT)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("The accused instigated the crowd.", "abetment"),
        ("The accused, who did not sign, stabbed the guard.", "stabbing"),
        ("They did not stop beating the boy.", "assault"),
        ("He gave a single blow with a stick.", "assault"),
        ("She was beaten by the husband.", "assault"),
        ("The child was sexually assaulted in the van.", "sexual assault"),
        ("Six armed men committed dacoity in the bank.", "dacoity"),
        ("After the wedding the husband began to demand a scooter.", "demand of dowry"),
        ("The prosecutrix was a consenting party.", "consent"),
        ("The buyer was always ready and willing to pay.", "readiness and willingness"),
        ("The tenant has been in possession of the shop since 1999.", "possession of property"),
        ("The accused fled after the fight.", "escape"),
    ],
)
def test_an_act_stated_as_done_is_a_fact(text: str, act: str) -> None:
    assert act in words(text, FactKind.ACT)


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("The complainant died a natural death before the trial.", set()),
        ("The plaintiff died during the suit.", set()),
        ("She was found hanging in the kitchen.", {"death"}),
        ("He died of the wound.", {"death", "hurt"}),
        ("No one died in the fire.", set()),
    ],
)
def test_a_death_counts_only_if_the_acts_caused_it(text: str, results: set[str]) -> None:
    assert words(text, FactKind.RESULT) == results


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("He is a rowdy sheeter with four cases, acquitted in all.", set()),
        ("He is a history-sheeter.", {"person with antecedents"}),
        ("He is an undertrial since 2019.", {"undertrial"}),
        ("The probation had expired in March.", set()),
        ("He was taken on probation.", {"probationer"}),
    ],
)
def test_a_role_is_not_taken_for_its_neighbour(text: str, roles: set[str]) -> None:
    assert words(text, FactKind.ROLE) == roles


def test_the_role_of_kin_is_not_that_of_the_party() -> None:
    text = "The brother of the accused was a constable. The accused was a teacher. The co-accused was a driver."
    roles = [(fact.role, fact.holder) for fact in extract_facts(text).facts if isinstance(fact, RoleFact)]
    assert roles == [("teacher", "accused"), ("driver", "co-accused")]


def test_kin_with_cases_of_their_own_are_no_relation_of_the_matter() -> None:
    assert words("His cousin Feroz was detained in 2020.", FactKind.RELATION) == set()
    assert words("His nephew was convicted of theft in 2012.", FactKind.RELATION) == set()
    assert words("His sister was tried with him and was convicted.", FactKind.RELATION) == {"siblings"}
    assert words("His cousin Feroz held the deceased.", FactKind.RELATION) == {"cousins"}


def numbers(text: str, quantity: Quantity) -> list[tuple[float, str | None]]:
    facts = [fact for fact in extract_facts(text).facts if isinstance(fact, NumericalFact)]
    return [(fact.value, fact.role) for fact in facts if fact.quantity is quantity]


def test_a_prison_sentence_is_not_a_period_for_payment() -> None:
    text = "The cheque was dishonoured. He got one year's simple imprisonment and was to pay Rs 2,00,000."
    assert numbers(text, Quantity.DURATION) == [(1, "sentence")]


def test_a_notified_quantity_is_not_what_was_seized() -> None:
    text = "Ganja of 22 kg was seized; commercial quantity 20 kg."
    assert numbers(text, Quantity.WEIGHT) == [(22, None)]


def test_a_period_of_another_contract_is_not_that_of_the_matter() -> None:
    assert numbers("In a sister contract the builder was late by 90 days.", Quantity.DURATION) == []


@pytest.mark.parametrize(
    ("text", "status", "changed"),
    [
        ("The FSL report is awaited.", EvidenceStatus.PRESENT, "The FSL report was received."),
        ("The FSL report is awaited.", EvidenceStatus.ABSENT, "No FSL report was received."),
        ("No pistol was recovered.", EvidenceStatus.PRESENT, "A pistol was recovered."),
        ("Nothing was recovered.", EvidenceStatus.PRESENT, "Something was recovered."),
    ],
)
def test_a_change_of_status_keeps_the_sentence_whole(text: str, status: EvidenceStatus, changed: str) -> None:
    sheet = extract_facts(text)
    (fact,) = (fact for fact in sheet.facts if isinstance(fact, EvidenceFact))
    assert edit(sheet, fact, replace(fact, status=status)).narrative == changed


@pytest.mark.parametrize(
    "text",
    [
        "If the application had been moved on the 58th day it would have been premature.",
        "Had the truck been under 7,500 kg, the licence would do.",
        "Were the weight below 20 kg, bail would be open.",
        "The vendor denied taking a further Rs 3 lakh.",
        "A-2 denies having received Rs 50,000.",
        "The respondent denied receipt of Rs 7 lakh.",
        "It was argued that the net weight was 90 grams; the argument was rejected.",
        "Every remand paper names four sections, the highest being seven years.",
    ],
)
def test_a_number_supposed_denied_or_rejected_is_no_fact(text: str) -> None:
    assert not [fact for fact in extract_facts(text).facts if isinstance(fact, NumericalFact)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The respondent does not deny receipt of Rs 7 lakh.", 700_000),
        ("He paid Rs 3 lakh and said that he would pay the rest.", 300_000),
        ("The vendor, who had received Rs 3 lakh, said that he would execute the deed.", 300_000),
        ("The accused denied the charge; Rs 5,000 was recovered from him.", 5_000),
    ],
)
def test_a_number_beside_a_denial_or_a_wish_stays(text: str, value: float) -> None:
    assert value in {fact.value for fact in extract_facts(text).facts if isinstance(fact, NumericalFact)}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("PW-8 denied being the deceased's uncle.", FactKind.RELATION),
        ("The officer denied that any clerk was his nephew.", FactKind.RELATION),
        ("He says that, had he any wife living, it would be another thing.", FactKind.RELATION),
        ("PW-3 denied the suggestion that there was a sword.", FactKind.INSTRUMENT),
        ("PW-2 says their relations were cordial.", FactKind.RELATION),
        ("Counsel says had ransom been paid the boy would be home.", FactKind.ACT),
        ("They were warned that were she beaten again there would be a report.", FactKind.ACT),
        ("A blow on the hand would have served.", FactKind.ACT),
        ("Fraud is not alleged.", FactKind.ACT),
        ("The defence put it to PW-1 that he had abused the boy.", FactKind.ACT),
    ],
)
def test_a_thing_denied_or_supposed_is_no_fact(text: str, kind: FactKind) -> None:
    assert words(text, kind) == set()


@pytest.mark.parametrize(
    ("text", "kind", "word"),
    [
        ("Had the mother been told, she would have come.", FactKind.RELATION, "parent and child"),
        ("The witness denied that the father signed.", FactKind.RELATION, "parent and child"),
        ("Had the knife been shown to the doctor, he would have known.", FactKind.INSTRUMENT, "knife"),
        ("He got the SIM on a forged ration card that would have taken in anyone.", FactKind.ACT, "forgery"),
    ],
)
def test_a_thing_presupposed_by_a_denial_or_a_condition_is_a_fact(text: str, kind: FactKind, word: str) -> None:
    assert word in words(text, kind)


@pytest.mark.parametrize(
    "note",
    [
        "Handwriting expert: opinion awaited.",
        "FSL - pending.",
        "Viscera report: not received.",
        "The handwriting expert has not yet reported.",
        "The handwriting expert is yet to report.",
        "The ballistic expert has given no opinion so far.",
        "The DNA laboratory has yet to answer.",
    ],
)
def test_a_note_without_a_verb_may_say_that_a_thing_is_awaited(note: str) -> None:
    assert set(evidence(note).values()) == {"awaited"}


def test_a_scanned_no_denies_like_a_printed_one() -> None:
    assert evidence("From A-2 n0thing was recovered.") == {"recovery": "absent"}


@pytest.mark.parametrize(
    "text",
    ["The plaintiff did not issue any notice until 4 January 2016.", "No notice was sent till 4 January 2016."],
)
def test_what_was_not_done_until_a_day_is_not_absent(text: str) -> None:
    assert ("evidence", "notice", "absent") not in [fact.key for fact in extract_facts(text).facts]


def test_a_remark_may_take_back_what_was_said() -> None:
    assert words("In his complaint he said they had a bomb, which is not so.", FactKind.INSTRUMENT) == set()
    assert words("He says that the loan never took place.", FactKind.ACT) == set()


def test_the_ends_of_a_bone_test_are_no_ages() -> None:
    def ages(text: str) -> set[float]:
        facts = extract_facts(text).facts
        return {fact.value for fact in facts if isinstance(fact, NumericalFact) and fact.quantity is Quantity.AGE}

    assert ages("The girl was kidnapped. Radiologist: 12 to 14 years.") == set()
    assert ages("The girl, aged 14 years, was kidnapped.") == {14.0}


@pytest.mark.parametrize(
    ("text", "item"),
    [
        # Never came, or not received.
        ("FSL report on the gandasa never recd.", "forensic report"),
        ("FSL report on clothes not recd till date.", "forensic report"),
        ("Ballistic report of the gun never arrived from Bhopal.", "forensic report"),
        ("Viscera report, though called for, was never received.", "forensic report"),
        ("The report of the chemical examiner on the samples has not come.", "forensic report"),
        ("The ballistic report has not seen the light of day.", "forensic report"),
        ("FSL report on the bloodstains could not be obtained.", "forensic report"),
        ("Nothing heard of the FSL report.", "forensic report"),
        ("Charge-sheet filed sans FSL report.", "forensic report"),
        ("Clothes sent to FSL; report not rec'd so far.", "forensic report"),
        ("Serologist's opinion has not reached us.", "forensic report"),
        ("The phone was sent away; nothing has come back from the FSL.", "forensic report"),
        ("No reply from FSL.", "forensic report"),
        # Not on file.
        ("PM report not among the papers.", "post-mortem"),
        ("The MLC is nowhere to be seen.", "medical report"),
        ("The CDRs, if any, were never placed before court.", "electronic record"),
        ("FSL report is conspicuous by its absence.", "forensic report"),
        ("Receipt? None shown.", "receipt"),
        ("Serological report not on record.", "forensic report"),
        ("DNA report nowhere on record.", "forensic report"),
        ("FSL report: not with us.", "forensic report"),
        ("Chemical examiner's report - wanting.", "forensic report"),
        ("FSL report is missing from the file.", "forensic report"),
        ("FSL report withheld by the prosecution.", "forensic report"),
        ("Agreement of 2009 is not on record.", "agreement"),
        ("Medical report of PW-2 not filed.", "medical report"),
        # Not called.
        ("Handwriting expert: not examined.", "handwriting opinion"),
        ("Handwriting expert, never called.", "handwriting opinion"),
        ("Handwriting expert was not engaged.", "handwriting opinion"),
        ("Handwriting expert (not summoned).", "handwriting opinion"),
        ("The ballistic expert did not turn up.", "forensic report"),
        ("Handwriting expert cited but given up.", "handwriting opinion"),
        ("Application for a handwriting expert dismissed.", "handwriting opinion"),
        ("FSL has not replied.", "forensic report"),
        ("The I.O. did not collect the CCTV.", "electronic record"),
        ("CCTV cameras were not functioning.", "electronic record"),
        ("CCTV at the gate was out of order.", "electronic record"),
        # Looked for and not found.
        ("CCTV footage of the shop was searched for but none was found.", "electronic record"),
        ("CCTV: looked for, none.", "electronic record"),
        ("CCTV of the toll plaza asked for, never given.", "electronic record"),
        ("The I.O. sought CCTV from the mall in vain.", "electronic record"),
        ("CCTV of the lift was overwritten.", "electronic record"),
        # Not held, not sent, none.
        ("The inquest was dispensed with.", "inquest"),
        ("Motive: not a word.", "motive"),
        ("As to a dying declaration, there is none.", "dying declaration"),
        ("Confession spoken of in the remand paper, none recorded.", "confession"),
        ("TIP of A-3 not held.", "test identification"),
        ("TIP - none.", "test identification"),
        ("CDR of A-1 not collected.", "electronic record"),
        ("Sanction order of the Collector not produced.", "sanction"),
        ("Notice to the surety not sent.", "notice"),
        ("Dying declaration to the nurse was not recorded.", "dying declaration"),
    ],
)
def test_evidence_that_never_came_is_absent(text: str, item: str) -> None:
    assert evidence(text).get(item) == "absent"


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("FSL report on the gandasa recd on 4.5.2019.", "forensic report"),
        ("FSL report on swabs: human semen, not of the accused.", "forensic report"),
        ("FSL report not disputed.", "forensic report"),
        ("FSL report on the katta shows that it was not fired.", "forensic report"),
        ("The FSL report on the clothes, not challenged by us, finds group B.", "forensic report"),
        ("FSL report received; gun not recovered.", "forensic report"),
        ("FSL report not only came but is positive.", "forensic report"),
        ("School admission register (never put to the court below).", "age proof"),
        ("FSL report - not helpful to the State.", "forensic report"),
        ("The FSL report on the pistol, which was not produced in court, is Ex. P-9.", "forensic report"),
        ("Handwriting expert - not shaken in cross.", "handwriting opinion"),
        ("CCTV of the gate shows A-2, face not clear.", "electronic record"),
        ("CDR collected; certificate not filed.", "electronic record"),
        ("PM report of the doctor not examined is Ex. P-4.", "post-mortem"),
        ("FIR - not named in it.", "FIR"),
        ("FIR of PW-1 not lodged promptly.", "FIR"),
        ("TIP of A-3 held after 40 days, not explained.", "test identification"),
        ("Dying declaration to the nurse was not recorded in her own words.", "dying declaration"),
        ("Notice on R-2 served, no reply.", "notice"),
        ("Notice not replied.", "notice"),
        ("The complaint was filed and not pursued.", "complaint"),
    ],
)
def test_evidence_of_which_something_else_is_denied_stays(text: str, item: str) -> None:
    assert evidence(text).get(item) == "present"


@pytest.mark.parametrize("text", ["FSL result pending.", "FSL report on viscera not yet recd."])
def test_a_result_that_is_pending_is_awaited(text: str) -> None:
    assert evidence(text) == {"forensic report": "awaited"}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("FSL report on the gandasa never recd.", "FSL report on the gandasa recd."),
        ("CCTV of the gate was searched for, not found.", "CCTV of the gate was searched for, found."),
        ("TIP - none.", "TIP - there."),
    ],
)
def test_what_never_came_can_be_changed(text: str, changed: str) -> None:
    sheet = extract_facts(text)
    (fact,) = (fact for fact in sheet.facts if isinstance(fact, EvidenceFact))
    assert edit(sheet, fact, replace(fact, status=EvidenceStatus.PRESENT)).narrative == changed


@pytest.mark.parametrize(
    "text", ["Forgery: not pressed.", "Forgery - given up at the hearing.", "The plea of forgery was not pressed."]
)
def test_a_ground_that_is_given_up_is_no_act(text: str) -> None:
    assert "forgery" not in words(text, FactKind.ACT)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Forgery - not alleged anywhere.", "forgery"),
        ("Conspiracy: no evidence.", "conspiracy"),
        ("Conspiracy - nil.", "conspiracy"),
        ("Abetment? Nobody says so.", "abetment"),
        ("Private defence - not taken at trial.", "private defence"),
        ("Nobody speaks of rape.", "rape"),
        ("Not one letter tells of a demand of dowry.", "demand of dowry"),
    ],
)
def test_an_act_that_a_note_denies_is_not_a_fact(text: str, act: str) -> None:
    assert act not in words(text, FactKind.ACT)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Forgery - not by A-2, but by A-1.", "forgery"),
        ("Conspiracy: no recovery, yet three meetings.", "conspiracy"),
        ("PW-2 speaks of rape.", "rape"),
    ],
)
def test_an_act_of_which_a_note_denies_a_part_stays(text: str, act: str) -> None:
    assert act in words(text, FactKind.ACT)


def test_a_relation_that_is_only_said_and_denied_is_none() -> None:
    assert not words("PW-4 is said to be a cousin of A-1; he denies it.", FactKind.RELATION)
    assert words("PW-4 is said to be a cousin of A-1, and was at the well.", FactKind.RELATION)


def test_to_name_the_appointing_authority_is_not_to_say_that_it_signed() -> None:
    text = "Sanction by the S.P.; appointing authority is the D.I.G. PW-9 of the sanction desk: signed that day."
    assert status_in(tables(), "pc-sanction.competent", text) == "disputed"
    assert status_in(tables(), "pc-sanction.competent", "The competent authority accorded sanction.") == "met"


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("C.D.R. not collected.", "electronic record"),
        ("The finger print report is nil.", "fingerprint"),
        ("The CCTV footage could not be had.", "electronic record"),
        ("The medical report was neither obtained nor sent for.", "medical report"),
        ("Nobody speaks of a dying declaration.", "dying declaration"),
        ("The file has nothing on a sanction order.", "sanction"),
        ("The police say they lost the FSL report.", "forensic report"),
        ("It is not as if there was an eyewitness.", "eyewitness"),
        ("A test identification parade was refused by the Magistrate.", "test identification"),
        ("Recovery is nobody's case.", "recovery"),
    ],
)
def test_evidence_that_is_not_there_may_be_said_in_many_ways(text: str, item: str) -> None:
    assert evidence(text).get(item) == "absent"


@pytest.mark.parametrize(
    "words_around",
    [
        "Nobody alleges {}.",
        "Nothing suggests {}.",
        "He was acquitted of {}.",
        "The FIR is silent on {}.",
        "The charge of {} was dropped.",
        "Allegations of {} were withdrawn.",
        "It is not the prosecution case that there was {}.",
        "It was argued that there was {}, but the court did not agree.",
        "His brother faces a case of {}.",
        "As to {}: not made out.",
        "There {} was neither pleaded nor proved.",
        "Here {} was never their case.",
        "On these facts {} cannot be inferred.",
        "So {} does not arise.",
        "In truth {} is nobody's case.",
    ],
)
@pytest.mark.parametrize("act", ["theft", "forgery", "strangulation"])
def test_an_act_that_the_words_around_it_take_back_is_no_fact(words_around: str, act: str) -> None:
    assert words(words_around.format(act), FactKind.ACT) == set()


@pytest.mark.parametrize(
    ("text", "kind", "word"),
    [
        ("He was acquitted of forgery but convicted of theft.", FactKind.ACT, "theft"),
        ("The charge of theft was not proved; he attacked him with a knife.", FactKind.INSTRUMENT, "knife"),
        ("Nobody alleges that theft was the motive; he strangled her.", FactKind.ACT, "strangulation"),
    ],
)
def test_what_stands_beside_something_taken_back_stays(text: str, kind: FactKind, word: str) -> None:
    assert word in words(text, kind)


def test_a_denial_reaches_across_an_or_and_a_suggestion_withdrawn_is_none() -> None:
    assert words("No demand of money or dowry was made by anyone.", FactKind.ACT) == set()
    assert (
        words("The suggestion that he was carrying a country-made pistol was withdrawn.", FactKind.INSTRUMENT) == set()
    )


def test_the_facts_of_a_case_cited_with_its_year_are_not_those_of_the_matter() -> None:
    cited = (
        "The Judge, relying on Sharad Birdhichand Sarda (1984), where the wife had died of poisoning, convicted him."
    )
    assert words(cited, FactKind.ACT) | words(cited, FactKind.INSTRUMENT) == set()


@pytest.mark.parametrize(
    ("clause", "is_to_come"),
    [
        ("X-ray plates awaited", True),
        ("the shirt went to the laboratory and no opinion has come", True),
        ("call record of the second number called for", True),
        ("we have applied for a certified copy of the register", True),
        ("request for sanction forwarded to the Secretary in March, not received", True),
        ("S. 409 IPC will be added", True),
        ("the I.O. has proposed this to the Superintendent", True),
        ("the laboratory refused to examine the shirt and no opinion has come", False),
        ("sanction was sought in May and accorded in June", False),
        ("he asked for a scooter at the wedding", False),
        ("no call record was called for", False),
        ("he has been awaiting trial for four years", False),
        ("the notice was not received", False),
    ],
)
def test_what_is_still_to_come_shows_nothing(clause: str, is_to_come: bool) -> None:
    assert is_still_to_come(clause) is is_to_come


@pytest.mark.parametrize(
    ("told", "ingredient", "status"),
    [
        ("The shirt went to the laboratory and no report has come", "recovery-27.connected", None),
        ("The laboratory found blood of her group on the shirt", "recovery-27.connected", "met"),
        ("Request for sanction of the District Magistrate sent, not received", "arms.sanction", None),
        ("The District Magistrate accorded sanction on 3 May 2019", "arms.sanction", "met"),
    ],
)
def test_no_reading_rests_on_what_is_awaited(told: str, ingredient: str, status: str | None) -> None:
    text = f"Trial under Section 302 IPC and Section 25 Arms Act. A pistol was recovered on his disclosure. {told}."
    read = {reading.id: reading for reading in read_ingredients(text, reader=built_in_matcher())}
    told_of = read.get(ingredient)
    assert (told_of.status if told_of and told_of.spans else None) == status


PMLA_BAIL = "Bail under Section 45 PMLA. The scheduled offence is FIR No. 88 of 2021 under Section 420 IPC, which {}."
BIGAMY = "Complaint under Section 494 IPC. Her marriage with him of 2011 {}. He went through another with K in 2019."
URGENCY = "Section 4 of the Land Acquisition Act. The urgency clause of Section 17(4) was {}."


@pytest.mark.parametrize(
    ("text", "told", "ingredient", "is_met"),
    [
        (PMLA_BAIL, "was never quashed and has not ended in acquittal", "money-laundering.scheduled", True),
        (PMLA_BAIL, "was quashed", "money-laundering.scheduled", False),
        (BIGAMY, "has neither been dissolved nor annulled", "bigamy.first-marriage", True),
        (BIGAMY, "was dissolved by a decree of 2015", "bigamy.first-marriage", False),
        (URGENCY, "considered and later dropped", "land-acquisition.urgency", False),
        (URGENCY, "invoked, the road being needed at once for the flood works", "land-acquisition.urgency", True),
    ],
)
def test_what_never_ended_stands_and_what_was_given_up_was_never_done(
    text: str, told: str, ingredient: str, is_met: bool
) -> None:
    matter = text.format(told)
    readings = read_ingredients(matter, reader=built_in_matcher(), judged=not is_met)
    assert ({reading.id: reading.status for reading in readings}.get(ingredient) == "met") is is_met


def test_only_the_clause_that_gives_a_step_up_says_nothing() -> None:
    invoked = "The urgency clause was invoked"
    assert status_in(tables(), "land-acquisition.urgency", f"{invoked}; a bridge was mooted and dropped.") == "met"
    assert status_in(tables(), "land-acquisition.urgency", "The urgency clause was mooted and dropped.") == "none"
