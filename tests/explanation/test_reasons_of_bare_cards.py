"""What a card says where nothing seems to be shared, and faults met when two new collections were read."""

import pytest
from tests.explanation.small_case import rarity, section, sheet, split

from countercase.domain.case import Case, CaseId, Outcome, Paragraph, SectionType, Speaker, Voice
from countercase.domain.facts import FactSheet
from countercase.domain.span import Span
from countercase.explanation.charges import denies_a_charge
from countercase.explanation.holding import find_holding, find_order
from countercase.explanation.labels import is_common
from countercase.explanation.quotations import StoredSentence, stored_sentences
from countercase.explanation.relevant_passages import raised_points
from countercase.explanation.shared_law import UNDER_ACT, shared_acts, shared_claims
from countercase.explanation.strict import check
from countercase.explanation.why_case import PrecedentInMatter, explain_case
from countercase.explanation.worth_quoting import (
    can_state_a_fact,
    gives_a_reason,
    is_hearsay,
    is_particular,
    points_back,
)

BRIBE = "The accused clerk is charged under Section 7 of the Prevention of Corruption Act. The trap money was seized."
BRIBE_FACTS = sheet(BRIBE, section("PC-7", "Section 7"))


def judgment(facts: str, held: str = "The appeal is allowed.") -> Case:
    text = f"{facts}\n{held}\n"
    first = len(facts) + 1
    return Case(
        CaseId("x"),
        text,
        "Accused v. State",
        outcome=Outcome.ALLOWED,
        paragraphs=(
            Paragraph(Span(0, first), SectionType.FACTS, "1"),
            Paragraph(Span(first, len(text)), SectionType.HELD, "9"),
        ),
    )


def said(matter: FactSheet, case: Case, facts: FactSheet) -> list[str]:
    explanation = explain_case(PrecedentInMatter(matter, case, facts), split, rarity)
    return [statement.text for statement in explanation.sentences]


def told(text: str, start: int = 0, section: SectionType = SectionType.FACTS) -> StoredSentence:
    return StoredSentence(Span(start, start + len(text)), text, section, "3", Voice(Speaker.FACTS))


def placed(*texts: str) -> list[StoredSentence]:
    return [told(text, 1000 * number) for number, text in enumerate(texts)]


def test_a_case_that_shares_nothing_says_that_its_charge_is_another() -> None:
    case = judgment("The lodger was convicted under Section 302 of the Indian Penal Code for drowning his landlady.")
    facts = sheet(case.text, section("IPC-302", "Section 302"))
    reason = next(text for text in said(BRIBE_FACTS, case, facts) if "Section 302" in text)
    assert reason.startswith("This case is about another charge, Section 302 of the Indian Penal Code: “")
    assert not any("Your facts do not mention" in text for text in said(BRIBE_FACTS, case, facts))


def test_a_charge_near_to_that_of_the_matter_is_not_another() -> None:
    matter = "The accused is charged with robbery under Section 392 of the Indian Penal Code. He was arrested."
    robbery = sheet(matter, section("IPC-392", "Section 392"))
    case = judgment("Both men were convicted under Sections 395 and 307 of the Indian Penal Code for the raid.")
    facts = sheet(case.text, section("IPC-395", "Sections 395"), section("IPC-307", "307"))
    assert not any("another charge" in text for text in said(robbery, case, facts))


def test_the_crime_behind_a_laundering_is_not_the_charge_of_the_case() -> None:
    opening = (
        "The appeal is about arrest under the PMLA. An FIR was registered under Section 420 of the Indian Penal Code."
    )
    case = judgment(opening)
    facts = sheet(case.text, section("IPC-420", "Section 420"))
    assert not any("Section 420" in text for text in said(BRIBE_FACTS, case, facts))


def test_counterparts_are_called_so_once() -> None:
    matter = "The accused is charged under Sections 316 and 318 of the Bharatiya Nyaya Sanhita."
    cheated = sheet(matter, section("BNS-316", "Sections 316"), section("BNS-318", "318"))
    case = judgment("An FIR was registered under Sections 406 and 420 of the Indian Penal Code against the broker.")
    facts = sheet(case.text, section("IPC-406", "Sections 406"), section("IPC-420", "420"))
    reason = next(text for text in said(cheated, case, facts) if "406" in text)
    assert reason.count("counterpart") == 1
    assert "(the counterparts of your provisions)" in reason


@pytest.mark.parametrize(
    "sentence",
    [
        "The court gave them the benefit of doubt on the charge under Section 302 of the Indian Penal Code.",
        "He was acquitted by the Sessions Judge of the said charge.",
        "We are unable to uphold the conviction under Section 149 of the Indian Penal Code.",
    ],
)
def test_a_charge_of_which_nobody_is_guilty_sets_no_case_apart(sentence: str) -> None:
    assert denies_a_charge(sentence)


def test_a_section_of_every_trial_is_no_shared_law() -> None:
    text = "Statement under Section 164 CrPC."
    statement = section("CrPC-164", "Section 164")(text)
    assert is_common(statement)
    assert not is_common(section("CrPC-167", "Section 164")(text))


@pytest.mark.parametrize(
    "matter",
    [
        "The note of the State says that a confession to a friend is weak evidence; no confession, none here.",
        "The other side will plead unsound mind; no such plea is taken.",
        "The officer copied from another file that she took poison; that is not our case.",
        "No consent is set up.",
    ],
)
def test_what_the_matter_sets_aside_raises_no_point(matter: str) -> None:
    assert raised_points(matter) == []


def test_a_point_that_is_also_raised_in_earnest_counts() -> None:
    names = [
        point.name for point in raised_points("He would plead alibi; no such plea is taken.\nHe now pleads alibi.")
    ]
    assert names == ["alibi"]


def test_a_claim_by_its_whole_name_in_the_opening_is_that_of_the_case() -> None:
    matter = "Suit for specific performance of a contract of sale. The buyer was ready and willing to pay."
    suit = "The buyer instituted a suit for specific performance of the contract against the owner of the orchard."
    later = "The decree for specific performance was reversed in appeal."
    others = [f"The trees of row {number} were felled by the owner." for number in range(40)]
    assert [sentence.text for _, sentence in shared_claims(placed(suit, later, *others), matter)] == [suit]


def test_setting_aside_the_award_of_a_tribunal_is_no_arbitration() -> None:
    matter = "Petition under section 34 of the Arbitration and Conciliation Act to set aside an arbitral award."
    told_of = [f"The High Court set aside the award of claim {number} of the widow." for number in range(5)]
    others = [f"The bus of route {number} was overloaded." for number in range(60)]
    assert list(shared_claims(placed(*told_of, *others), matter)) == []


def test_cases_under_one_special_act_share_it() -> None:
    matter = sheet("Charge under Section 18 of the NDPS Act.", section("NDPS-18", "Section 18"))
    charged = "The driver was charged under Section 20 of the NDPS Act with carrying a sack of hemp."
    others = [f"The search of house {number} was made under the NDPS Act at night." for number in range(3)]
    opening, sentence = next(shared_acts(placed(charged, *others), matter))
    assert (opening, sentence.text) == (f"{UNDER_ACT} NDPS Act", charged)
    assert check(f"{opening}: “{charged.rstrip('.')}”.", charged).supported
    assert list(shared_acts(placed(charged), matter)) == []  # touched on once


@pytest.mark.parametrize(
    "sentence",
    [
        "Hence, the accused have been rightly convicted under Section 302 and the appeals lack merit.",
        "The very fact that he sued on long possession shows that he had no title.",
        "On the second charge I would convict the gunman of causing hurt.",
    ],
)
def test_a_conclusion_of_unknown_speaker_is_no_fact(sentence: str) -> None:
    assert not can_state_a_fact(told(sentence))


def test_a_claims_tribunal_claims_nothing() -> None:
    assert not is_hearsay("The widow filed an application before the Claims Tribunal.")
    assert is_hearsay("The driver claims that the brake failed.")


@pytest.mark.parametrize(
    "sentence",
    [
        "Besides this glaring discrepancy, it is improbable that so close a neighbour knew nothing of the quarrel.",
        "This would, in our view, be rewriting the bargain that the builder and the owner had struck between them.",
    ],
)
def test_what_begins_by_pointing_back_is_no_reason(sentence: str) -> None:
    assert points_back(sentence)


def test_a_conviction_that_is_affirmed_is_an_order_and_no_reason() -> None:
    assert not gives_a_reason("However, the conviction under Section 498A is affirmed by us today.")


def test_that_a_bench_erred_in_law_says_nothing_of_the_case() -> None:
    assert not is_particular("Given this backdrop, the learned Division Bench of the High Court erred in law.")


def ordered(held: str, outcome: Outcome = Outcome.ALLOWED) -> str:
    case = judgment("The accused was tried for theft.", held)
    case = Case(case.id, case.text, case.name, outcome=outcome, paragraphs=case.paragraphs)
    statement = find_order(case, stored_sentences(case, split))
    return statement.quote if statement else ""


def test_orders_that_go_both_ways_are_not_given_without_a_winner() -> None:
    held = "The appeal of the union is allowed. The appeal of the board shall stand dismissed."
    assert ordered(held, Outcome.DISPOSED) == ""


def test_a_release_does_not_stand_for_the_order() -> None:
    assert ordered("We partly allow the appeal. He shall be released forthwith.", Outcome.PARTLY_ALLOWED) != (
        "He shall be released forthwith."
    )


@pytest.mark.parametrize(
    "line",
    [
        "K.L.M.N Appeal dismissed.",
        "The appeal fails and is Appeal dismissed.",
        "Application for impleadment is allowed.",
    ],
)
def test_the_line_of_the_reporter_or_on_an_application_is_no_order(line: str) -> None:
    case = judgment("The accused was tried for theft.", line)
    assert find_holding(case, split).order is None


def test_an_agreement_to_sell_is_a_contract() -> None:
    matter = "Suit for specific performance of a contract of sale. The buyer was ready and willing to pay."
    suit = "The buyer filed a suit for specific performance of the agreement against the owner of the orchard."
    later = "The decree for specific performance was reversed in appeal."
    others = [f"The trees of row {number} were felled by the owner." for number in range(40)]
    assert [sentence.text for _, sentence in shared_claims(placed(suit, later, *others), matter)] == [suit]


def test_a_railway_claims_tribunal_hears_no_motor_claims() -> None:
    matter = "Claim petition before the MACT under section 166 of the Motor Vehicles Act for a motor accident."
    tribunal = "The Railway Claims Tribunal had dismissed the claim of the widow for compensation in the year 2009."
    assert list(shared_claims(placed(*[tribunal] * 8), matter)) == []


def test_a_matter_that_cites_no_charge_is_not_told_of_another() -> None:
    matter = sheet("The accused husband was acquitted of burning his wife. The State appeals against it.")
    case = judgment("The lodger was convicted under Section 302 of the Indian Penal Code for drowning his landlady.")
    facts = sheet(case.text, section("IPC-302", "Section 302"))
    assert not any("another charge" in text for text in said(matter, case, facts))


def test_clauses_of_the_same_act_under_another_name_are_not_another_charge() -> None:
    words = "The accused is charged under Section 3(1)(r) of the SC/ST Act and Section 323 of the Indian Penal Code."
    matter = sheet(words, section("SCST-3(1)(r)", "Section 3(1)(r)"), section("IPC-323", "Section 323"))
    case = judgment("An FIR was registered under Section 384, Indian Penal Code and 3(1)(r) of the 1989 Act.")
    facts = sheet(case.text, section("IPC-384", "Section 384"))
    assert not any("another charge" in text for text in said(matter, case, facts))
