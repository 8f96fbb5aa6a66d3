"""Facts of another case, person or bargain are no facts of this matter; facts of this matter are never lost."""

import pytest

from countercase.facts.checklist import read_checklist
from countercase.facts.extract import extract_facts
from countercase.facts.other_matters import (
    is_about_another_matter,
    is_about_another_person_or_matter,
    is_set_aside,
)
from countercase.facts.words import describe
from countercase.models.clause_matcher import built_in_matcher


def facts(text: str) -> set[str]:
    return {describe(fact) for fact in extract_facts(text).facts}


@pytest.mark.parametrize(
    "text",
    [
        # A heading sets the passage aside.
        "Not ours: Kallu was caught with a sword and 3 kg of ganja.",
        "Ignore : claimant in the next file, aged 61, income Rs 9,000.",
        "Pl. disregard - Harish's earlier bond of Rs 4 lakh.",
        "Do not confuse: neighbour Bhola's sale deed for Rs 6 lakh.",
        "N.B. - ignore the memo of Cr. 71/2018, where an axe was recovered.",
        "Keep apart: one Munni was stabbed at the same fair in 2011.",
        "Caution: PW-6 spoke of his cousin, aged 9, who was kidnapped from Bhilai.",
        # The sentence disowns it.
        "In the 2012 affair PW-2's uncle was shot; nothing to do with us.",
        "The ledger shows Mohan Traders short by Rs 18 lakh, not us.",
        "His brother was found with a pistol at Hajipur - not our matter.",
        # A case that is relied on.
        "We are told that he leans on Savitri's case: there a boy of 24 was hit with an axe.",
        "The State relied upon Gurmail: that man had 4 kg of ganja and a katta.",
        "Prosecution cited State v. Kisan: the girl there was eleven and the knife was found.",
        "In the pillion rider's claim (separate petition) the leg was fractured and Rs 4 lakh was given.",
        "Prakash had stood surety for a bank loan, a matter unconnected with the goods.",
        "His tenant's son was stabbed in 2014 in a different case.",
        "The elder sister's in-laws had demanded a scooter; that is a separate case.",
        "Kishan, who had sold his field by a forged deed, is facing a separate trial.",
        # Somebody outside the matter.
        "The chart is of another claimant aged 52 years.",
        "A third supplier was paid Rs 8 lakh.",
        "The house next door was held by a tenant for 30 years.",
        "In a neighbour's suit 15 years' possession was proved.",
        "In the companion FIR a pistol was recovered.",
        "PW-2 had broken his arm in an unrelated fall.",
        "Co-accused Birju got bail in another FIR, a pistol having been recovered after 71 days.",
    ],
)
def test_what_belongs_to_another_matter_is_no_fact(text: str) -> None:
    assert facts(text) == set()


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Another witness saw that the deceased was stabbed.", "act: stabbing"),
        ("The other accused stabbed him with a knife.", "with: knife"),
        ("A different knife was recovered from the field.", "with: knife"),
        ("Not his signature - the cheque was for Rs 5 lakh.", "amount (cheque): Rs. 5,00,000"),
        (
            "Careful: limitation is short, the cheque of Rs 5 lakh came back on 3.2.2022.",
            "amount (cheque): Rs. 5,00,000",
        ),
        ("Mind the weight: 1.2 kg of charas.", "weight: 1.2 kg of charas"),
        ("Left out: the widow, aged 60.", "widow"),
        ("While in jail in another case he made a confession.", "confession: present"),
        ("Alibi - in jail from 3 to 9 May, other case.", "alibi: present"),
        ("PW-1 has nothing to do with the shop; he was stabbed at the gate.", "act: stabbing"),
        ("He was not our tenant. The rent was Rs 400 a month.", "amount (rent): Rs. 400"),
        ("The witness's friend was stabbed by the accused with a knife.", "act: stabbing"),
        ("The widow has been paid by the mission; that has nothing to do with us.", "widow"),
        ("The dealer's promise of a warranty of ten years was not ours.", "duration: 10 years"),
        ("The sanction is a separate matter; the FIR was lodged at once.", "FIR: present"),
    ],
)
def test_what_only_looks_like_another_matter_stays_a_fact(text: str, fact: str) -> None:
    assert fact in facts(text)


def test_a_heading_sets_aside_its_own_sentence_only() -> None:
    text = "Not ours: Kallu had a sword. The appellant stabbed him with a knife."
    assert "with: knife" in facts(text)
    assert "with: sword" not in facts(text)


def test_words_before_a_heading_on_its_own_line_stay() -> None:
    text = "Weapon: a knife\nNot ours: a sword"
    assert not is_set_aside(text, text.index("knife"))
    assert is_set_aside(text, text.index("sword"))


def test_a_disowned_part_ends_at_the_semicolon_after_it() -> None:
    text = "PW-2's uncle was shot in 2012; nothing to do with us; the appellant fired once."
    assert is_set_aside(text, text.index("shot"))
    assert not is_set_aside(text, text.index("fired"))


def test_a_co_accused_is_another_person() -> None:
    text = "The co-accused Salim had hidden the truck."
    assert is_about_another_person_or_matter(text, text.index("hidden"))


@pytest.mark.parametrize(
    "text",
    [
        "PP says that if death had ensued Section 103 BNS would apply.",
        "Had she lived, it would be Section 307 IPC.",
        "Not ours: Section 307 IPC against Kallu.",
    ],
)
def test_a_provision_that_is_not_in_play_is_no_fact(text: str) -> None:
    assert not extract_facts(text).provisions


@pytest.mark.parametrize(
    "text",
    [
        "If he had lain in wait, Section 302 IPC, with which he is charged, is made out.",
        "Had sanction been taken under Section 197 CrPC the trial would be good.",
        "Section 302 IPC would apply.",
    ],
)
def test_a_provision_that_the_matter_relies_on_stays(text: str) -> None:
    assert len(extract_facts(text).provisions) == 1


# What the built-in model takes for another matter's fact, for law or for a supposition is no fact of the matter.
@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        ("The appellant's elder brother was tried in 2015 for shooting a shopkeeper with a pistol.", "pistol"),
        ("Kanhaiya, his uncle, has one more case at Jhansi; there 40 kg of ganja was found.", "40 kg"),
        ("State relied on a reported decision in which the child was 9 years old.", "9 years"),
        ("Had the knife been six inches long, section 326 would be attracted.", "326"),
    ],
)
def test_the_model_sets_aside_what_is_no_fact_of_the_matter(sentence: str, word: str) -> None:
    text = f"Ramesh stabbed Suresh with a knife on 4 May 2019 in the bazaar at Orai. {sentence} Suresh died at once."
    stated = [span.of(text) for fact in extract_facts(text, built_in_matcher()).facts for span in fact.spans]
    assert not any(word in words for words in stated), stated
    assert any("knife" in words for words in stated)


def test_a_section_that_is_to_be_moved_is_cited_for_the_matter() -> None:
    text = "The applicant is in custody since 4 May 2019. The High Court is to be moved under section 439 CrPC."
    facts = extract_facts(text, built_in_matcher()).facts
    assert any("439" in span.of(text) for fact in facts for span in fact.spans)


def test_lines_are_not_drawn_from_another_matter() -> None:
    text = (
        "Cheque of the complainant returned unpaid on 5 June 2023; notice sent on 20 June 2023. "
        "In the connected case of his brother the notice went on the 41st day."
    )
    lines = read_checklist(extract_facts(text, built_in_matcher()), built_in_matcher()).lines
    assert not any("41st" in span.of(text) for line in lines for span in line.spans)


def test_an_act_named_in_a_passage_that_is_set_aside_raises_nothing() -> None:
    ours = "Client was charged under Section 302 IPC for one blow with an oar in a sudden quarrel."
    other = " His brother has another case of Arms Act, pistol recovered - not our matter."
    subjects = {reading.subject for reading in read_checklist(extract_facts(ours + other)).ingredients}
    assert "murder" in subjects
    assert "arms" not in subjects


@pytest.mark.parametrize(
    "sentence",
    [
        "Complainant cites a chit-fund case, Rs 2 crore, 300 depositors",
        "R-3's case law: deceased 52 years, Rs 2 crore awarded",
        "Sharma paid Rs 2 crore in that one - cite",
    ],
)
def test_what_is_told_of_a_cited_case_is_no_fact_of_this_one(sentence: str) -> None:
    assert is_about_another_matter(sentence, sentence.index("Rs 2 crore"))


def test_what_stands_before_a_cited_case_is_a_fact_of_this_one() -> None:
    sentence = "He paid Rs 2 crore; the complainant cites a chit-fund case, 300 depositors"
    assert not is_about_another_matter(sentence, sentence.index("Rs 2 crore"))


@pytest.mark.parametrize(
    "text",
    [
        # Hinted at, waved, threatened.
        "P.P. hinted at s. 120B IPC in his reply.",
        "Spl. P.P. waved 113 BNS at us.",
        "NCB throws in s. 29 NDPS Act without a word on it.",
        "Complainant threatens 406 IPC if we do not settle.",
        "Threatens FIR u/s 409 IPC.",
        "The bank toys with s. 409 IPC.",
        "He hints that s. 506 IPC may follow.",
        "Section 409 IPC is mooted by the auditor.",
        # Asked to be added.
        "State: add s. 326 IPC.",
        "P.P. wants 302 IPC added.",
        "Complainant asks to add s. 307 IPC.",
        "Informant prayed for addition of s. 326 IPC; Magistrate refused.",
        "Prayer for adding section 467 IPC is pending.",
        "s. 409 IPC is sought to be added.",
        "P.P. submits that s. 420 IPC be added.",
        "The S.P. has written to the court to add s. 467 IPC.",
        "The police wish to rope him in under s. 120B IPC.",
        "s. 409 IPC may be added, says the I.O.",
        # Named in a letter only.
        "Letter of the S.P. for adding s. 13 of the PC Act - no order passed.",
        "A letter of the I.O. names s. 111 BNS; it is not in the charge-sheet.",
        # Never charged, or struck out.
        "No charge u/s 34 IPC was framed.",
        "Never charged u/s 34 IPC.",
        "Convicted without any charge u/s 149 IPC.",
        "Discharged of s. 201 IPC.",
        "The court declined to frame s. 201 IPC.",
        "Police dropped s. 201 IPC.",
        "FIR had s. 409 IPC but the I.O. deleted it in March.",
        "A police case u/s 304A IPC: closure report accepted in 2021.",
        "s. 120B IPC finds no place in the charge.",
        "A whiff of s. 113 BNS in the remand note, no more.",
        "State falls back on s. 34 IPC - never charged.",
        "Section 149 IPC is not invoked.",
        "Remand note mentions s. 113 BNS, not in FIR.",
        "s. 120B IPC: no charge framed.",
        "Owner harps on s. 140 of the Motor Vehicles Act - never pleaded.",
        "Section 304B IPC was dropped by the Sessions Judge when charges were framed.",
        "FIR first named s. 316(5) BNS, since deleted.",
        "I.O. noted s. 364A IPC in the diary and struck it out.",
    ],
)
def test_a_section_that_nobody_is_charged_under_is_no_fact(text: str) -> None:
    assert not extract_facts(text).provisions


@pytest.mark.parametrize(
    "text",
    [
        "s. 302 IPC added on 4.5.2019 after he died.",
        "I.O. added s. 302 IPC after the death.",
        "I.O. writes in the case diary, s. 338 BNS added.",
        "He was roped in under s. 120B IPC.",
        "After the death the I.O. moved the court for adding s. 302 IPC and it was added.",
        "The Magistrate allowed the prayer to add s. 302 IPC.",
        "s. 34 IPC added in the charge-sheet, not in the FIR.",
        "FIR u/s 302 IPC; A-3 not named.",
        "Convicted u/s 302 IPC - no material against A-3.",
        "He is threatened with arrest in Crime 4/2020 u/s 420 IPC.",
        "Section 50 NDPS Act was not complied with.",
        "State relies on s. 37 of the NDPS Act.",
        "Case u/s 302 IPC, witness dropped.",
        "She asks for maintenance u/s 125 CrPC.",
        "He moved the High Court invoking s. 482 CrPC.",
        "P.P. applied u/s 216 CrPC to alter the charge.",
        "She said so u/s 164 CrPC, not in FIR.",
        "Discharged u/s 227 CrPC.",
        "A charge u/s 307 IPC was also framed.",
        "We say that no charge u/s 406 IPC is made out.",
        "FIR u/s 302 IPC; closure report filed, cognizance taken on protest.",
        "FIR u/s 302 IPC but the police dropped A-4.",
        "No statement u/s 161 CrPC was recorded.",
        "s. 302 IPC, plea of alibi not pressed.",
    ],
)
def test_a_section_in_play_stays_whatever_else_is_wanted_or_dropped(text: str) -> None:
    assert len(extract_facts(text).provisions) == 1


@pytest.mark.parametrize(
    "text",
    [
        "P.P. leans on a ruling - woman hanged in 5 months of marriage.",
        "State cites a judgment of 6 kgs charas in a jeep.",
        "Ruling cited for R-3: 90 plot buyers, Rs 9 crore.",
        "Relied on by State: a decision in which 300 days' delay was not condoned.",
        "P.P. leans on a Supreme Court case - girl of 9 years, 3 letters.",
        "They rely on an authority of 2011: tenant of 30 years, rent Rs 40.",
        "D-2 falls back on a precedent: 12 years' possession.",
        "He quoted a decision: cheque of Rs 20 lakh, knife at the throat.",
        "In the ruling the deceased was aged 27 years and was stabbed.",
        "The precedent was of 2 kg of heroin.",
        "State counts on Balbir's ruling, 40 kg of poppy husk.",
        "The decision they rest on awarded Rs 40 lakh.",
        "Citation: boy of 12 years.",
        "Facts there: 12 years in possession.",
        "That was a case of 400 days' delay.",
        "(2019) 4 SCC 17 - Rs 40 lakh and a sword.",
        "A sword was used in the ruling relied on by the State.",
    ],
)
def test_what_is_told_of_a_ruling_is_no_fact(text: str) -> None:
    assert facts(text) <= {"result: death"}  # "the deceased" names a person, whoever he is


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("State cites a ruling of 4 kg; here 2 kg of charas was found.", "weight: 2 kg of charas"),
        ("The landlord relies on the judgment in the earlier suit; rent is Rs 400.", "amount (rent): Rs. 400"),
        ("He relies on authority of the karta to sell for Rs 20 lakh.", "amount (price): Rs. 20,00,000"),
        ("In the ruling under appeal the Judge found a sword.", "with: sword"),
        ("State relies on the case diary, where a knife is named.", "with: knife"),
        ("Two kg of charas was found, but the defence relies on a ruling.", "weight: 2 kg of charas"),
    ],
)
def test_what_is_told_of_this_matter_beside_a_ruling_stays(text: str, fact: str) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    ("text", "role", "is_read"),
    [
        ("A-2's father, 61, was surety for the tractor.", "guarantor", False),
        ("Her brother stood guarantor for the loan.", "guarantor", False),
        ("A-2's wife (55) is a sleeping partner only.", "partner", False),
        ("D-2 stood surety for the loan.", "guarantor", True),
        ("The borrower's wife stood guarantor and is D-2.", "guarantor", True),
        ("His father was the guarantor and has been sued.", "guarantor", True),
        ("The accused was a partner of the firm.", "partner", True),
    ],
)
def test_a_relative_who_is_no_party_gives_the_matter_no_role(text: str, role: str, is_read: bool) -> None:
    assert any(fact.startswith(role) for fact in facts(text)) is is_read
