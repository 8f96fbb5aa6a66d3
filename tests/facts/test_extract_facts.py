"""Facts read from invented sentences: what is stated, denied or doubted, and of whom."""

from itertools import pairwise

import pytest
from benchmarks.fact_scores import label

from countercase.domain.facts import EvidenceFact, NumericalFact, RoleFact
from countercase.facts.extract import extract_facts


def found(text: str) -> set[str]:
    return {label(fact) for fact in extract_facts(text).facts}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("There was no eye-witness to the occurrence.", "evidence eyewitness: absent"),
        ("An eye witness was examined.", "evidence eyewitness"),
        ("The alleged confession was made to a constable.", "evidence confession: disputed"),
        ("The confession was retracted the next day.", "evidence confession: disputed"),
        ("No dying declaration was recorded.", "evidence dying declaration: absent"),
        ("The dying declaration was not recorded.", "evidence dying declaration: absent"),
        ("They attacked him without any previous enmity.", "evidence motive: absent"),
        ("The F.I.R. was lodged after two days.", "evidence FIR"),
        ("The respondent, a minor at the time, signed the bond.", "role minor: respondent"),
        ("The appellant was working as a Patwari in the village.", "role public servant: petitioner"),
        ("The appellant joined in 1990. He was a constable.", "role police officer: petitioner"),
        ("The accused stabbed him with a knife.", "act stabbing"),
        ("The accused stabbed him with a knife.", "instrument knife"),
        ("He succumbed to his injuries.", "result death"),
        ("She is the sister of the accused.", "relation siblings"),
        ("The respondent Bank refused the loan.", "party respondent Corporation"),
        ("The appellant was convicted by the trial court.", "party petitioner Individual"),
        ("Notice was sent to the respondent Sunrise Mills Ltd.", "party respondent Corporation"),
        ("The respondents, Union of India, opposed it.", "party respondent State"),
        ("This appeal by the State is against an acquittal.", "party petitioner State"),
        ("They are charged under Section 302 of the Indian Penal Code.", "provision IPC-302"),
        ("He was caught with 1.2 kg of charas.", "weight 1200.00"),
        ("The victim was about five years of age.", "age 5.00: victim"),
    ],
)
def test_reads_what_is_said(text: str, wanted: str) -> None:
    assert wanted in found(text)


@pytest.mark.parametrize(
    ("text", "unwanted"),
    [
        ("He did not stab the deceased.", "act stabbing"),
        ("He threatened to kill her.", "act murder"),
        ("The injury was sufficient to cause death.", "result death"),
        ("His licence had expired in February.", "result death"),
        ("He was sentenced to death.", "result death"),
        ("He tied a rope to the canopy of his shop.", "instrument rope"),
        ("Steel bars, rods and pipes were exported.", "instrument iron rod"),
        ("Two minor abrasions were found on the knee.", "role minor"),
        ("The suit was for recovery of possession.", "evidence recovery"),
        ("The High Court failed to notice this.", "evidence notice"),
        ("He snatched the knife from her hand.", "act robbery"),
        ("An Inspector of Police investigated the case.", "role police officer"),
        ("The case is under the Narcotic Drugs and Psychotropic Substances Act, 1985.", "instrument narcotic drug"),
        ("Whether sanction is required is the question.", "evidence sanction"),
        ("The appellant is the director of a company.", "role company: petitioner"),
        ("The fir tree fell on the house.", "evidence FIR"),
        ("The Tahsildar gave sanction; the appointing authority is the Collector.", "act appointment"),
        ("Learned counsel for the respondent in his submission relied on it.", "party respondent Individual"),
    ],
)
def test_does_not_invent(text: str, unwanted: str) -> None:
    assert unwanted not in found(text)


def test_a_fact_has_all_its_mentions_and_quotes_them() -> None:
    text = "A knife was found. The knife was blunt. Two more knives lay there."
    (knife,) = (fact for fact in extract_facts(text).facts if label(fact) == "instrument knife")
    assert [span.of(text) for span in knife.spans] == ["A knife", "knife", "knives"]


def test_an_item_of_evidence_has_one_status_and_only_its_own_mentions() -> None:
    text = "No FIR was lodged in June. The FIR of July names him. The FIR is on record."
    (fir,) = (fact for fact in extract_facts(text).facts if isinstance(fact, EvidenceFact))
    assert fir.status == "present"
    assert [span.of(text) for span in fir.spans] == ["The FIR", "The FIR"]


def test_a_role_belongs_to_each_of_its_holders() -> None:
    facts = extract_facts("The deceased was a student. The accused is also a student.").facts
    assert {fact.holder for fact in facts if isinstance(fact, RoleFact)} == {"deceased", "accused"}


def test_a_repeated_number_is_one_fact() -> None:
    text = "A bribe of Rs. 2,000 was asked for. He handed over Rs. 2,000."
    (amount,) = (fact for fact in extract_facts(text).facts if isinstance(fact, NumericalFact))
    assert (amount.role, len(amount.spans)) == ("bribe", 2)


def test_a_duration_keeps_the_unit_of_the_text() -> None:
    (months,) = extract_facts("It went on for six months.").facts
    assert isinstance(months, NumericalFact)
    assert (months.value, months.unit) == (6.0, "months")


def test_no_two_facts_share_a_character() -> None:
    text = "The accused inflicted stab injuries with a knife on 12.03.2019 under Section 27 of the Evidence Act."
    spans = sorted(span for fact in extract_facts(text).facts for span in fact.spans)
    assert all(left.end <= right.start for left, right in pairwise(spans))


def test_the_same_text_gives_the_same_sheet() -> None:
    text = "The appellant, a constable, shot his wife. No post-mortem was held."
    assert extract_facts(text) == extract_facts(text)


def test_a_text_without_facts_gives_an_empty_sheet() -> None:
    assert extract_facts("The hearing went on.").facts == ()
    assert extract_facts("").facts == ()
