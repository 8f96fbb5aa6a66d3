"""Faults met when the cards of twenty more matters were read, one test for each cause."""

import pytest
from tests.explanation.small_case import at, case, rarity, section, sheet, split

from countercase.domain.case import Case, CaseId, Outcome, Paragraph, Party, PartyType, SectionType
from countercase.domain.facts import InstrumentFact, NumericalFact, Quantity
from countercase.domain.span import Span
from countercase.explanation.charges import tells_of_a_charge
from countercase.explanation.distinctions import is_prosecution
from countercase.explanation.holding import find_holding, find_order
from countercase.explanation.labels import is_in_another_sense, needs_context
from countercase.explanation.party_kinds import APPELLANT, RESPONDENT, kind_of_party
from countercase.explanation.quotations import stored_sentences
from countercase.explanation.relevant_passages import discussed, raised_points
from countercase.explanation.why_case import PrecedentInMatter, explain_case
from countercase.explanation.winner import find_result, is_of_the_loser
from countercase.explanation.worth_quoting import gives_a_reason, is_fragment, points_back, states_law

UNION, OFFICER = Party("Union of India", PartyType.STATE), Party("B. Chari", PartyType.INDIVIDUAL)


def ending(text: str, outcome: Outcome = Outcome.ALLOWED, parties: tuple[Party, Party] = (OFFICER, UNION)) -> Case:
    opening = "The appellant was tried and convicted. The accused denies it.\n"
    return Case(
        CaseId("x"),
        f"{opening}{text}",
        "B. Chari v. Union of India",
        petitioner=parties[0],
        respondent=parties[1],
        outcome=outcome,
        case_numbers=("Civil Appeal No. 7 of 1995",),
        paragraphs=(
            Paragraph(Span(0, len(opening)), SectionType.FACTS, "1"),
            Paragraph(Span(len(opening), len(opening) + len(text)), SectionType.HELD, "9"),
        ),
    )


def order_of(text: str) -> str:
    subject = ending(text)
    statement = find_order(subject, stored_sentences(subject, split))
    return statement.quote if statement else ""


def test_the_appeal_of_the_other_side_does_not_make_the_appellant_win() -> None:
    order = "Consequently, the appeal of the Union of India is allowed."
    assert is_of_the_loser(ending(order), order, APPELLANT)
    assert not is_of_the_loser(ending(order), order, RESPONDENT)
    assert not is_of_the_loser(ending("The appeal is allowed."), "The appeal is allowed.", APPELLANT)
    assert find_holding(ending(order), split).position == ""


def test_appeals_that_the_court_ends_in_the_active_voice_are_told_apart() -> None:
    text = (
        "We dismiss the appeals preferred by the complainant Lotus Company and allow the appeals preferred by B. Chari."
    )
    company = Party("Lotus Company", PartyType.CORPORATION)
    assert find_result(ending(text, Outcome.DISMISSED, (OFFICER, company))).position == APPELLANT


def test_a_court_below_that_was_asked_to_convict_has_not_made_the_charge_lighter() -> None:
    text = "We see no reason to differ from the finding in order to convict the appellants under Section 302 IPC."
    man, state = Party("Mohan", PartyType.INDIVIDUAL), Party("State of Goa", PartyType.STATE)
    assert not find_result(ending(f"{text} The appeal is dismissed.", Outcome.DISMISSED, (man, state))).partly


def test_an_export_credit_corporation_is_an_insurer() -> None:
    assert kind_of_party(Party("Export Credit Guarantee Corporation", PartyType.CORPORATION)) == "the insurer"


def test_the_result_tells_what_becomes_of_the_conviction() -> None:
    acquitted = "The appellant is acquitted of all the charges."
    assert order_of(f"The appeal is allowed. {acquitted}") == acquitted


@pytest.mark.parametrize(
    "sentence",
    [
        "We are informed that the appellants have served out eleven years and the sentence is reduced.",
        "The appellant has been released on bail.",
        "Similarly they are entitled to be acquitted of the offence under Section 201 IPC.",
        "The decree stands modified to the aforesaid extent.",
    ],
)
def test_custody_bail_and_half_an_order_are_not_the_result(sentence: str) -> None:
    assert order_of(f"The appeal is allowed. {sentence}") != sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "Grant of bail for delay in trial cannot be said to be fettered by Section 37 of the Act too (ref.",
        "The agreement to sell was duly signed by the defendant in the village. b",
    ],
)
def test_a_sentence_that_breaks_off_is_a_fragment(sentence: str) -> None:
    assert is_fragment(sentence)


def test_a_sentence_that_ends_in_a_whole_bracket_is_no_fragment() -> None:
    assert not is_fragment("The delay in deciding the representation violates Article 22(5).")


@pytest.mark.parametrize(
    "sentence",
    [
        "We are of the view that Parliament may consider amending Section 34 so that one challenge is enough.",
        "Had the federation gone to the right court at once, it may well have been entitled to some relief.",
        "Liberty is granted to the appellant to move the appropriate court for grant of bail, if so advised.",
        "In our view, the answer to it would depend on whether the appellants shared the intention to kill.",
    ],
)
def test_a_wish_a_might_have_been_a_liberty_and_half_an_answer_are_no_reason(sentence: str) -> None:
    assert not gives_a_reason(sentence)


def test_an_answer_to_an_earlier_question_points_back() -> None:
    assert points_back("It is not only contradictory and improbable, but it suffers from improvements as well.")


def test_a_presumption_that_is_explained_is_law() -> None:
    assert states_law("The nature of the presumption is that three conditions of notice and payment are met.")


@pytest.mark.parametrize(
    "sentence",
    [
        "At the most the conviction could be under Section 326 IPC, even if the version is accepted.",
        "In an appropriate case the conviction may probably have been altered to one under Section 409 IPC.",
        "The complainant stated that a case under Section 498A IPC had been registered against him.",
        "We have no procedure for dealing with cases of rape registered under Section 376 IPC.",
        "A challan was filed under Section 149 IPC in the complaint of Hari, which is pending before the Magistrate.",
    ],
)
def test_a_charge_that_might_have_been_or_is_somebody_elses_is_no_charge_of_the_case(sentence: str) -> None:
    assert not tells_of_a_charge(sentence)


def test_who_claims_compensation_for_an_accident_prosecutes_nobody() -> None:
    text = "Claim petition before the MACT. FIR under section 304A IPC against the driver, who is an accused there."
    assert not is_prosecution(sheet(text, section("IPC-304A", "section 304A IPC")))
    assert is_prosecution(sheet("FIR under section 304A IPC.", section("IPC-304A", "section 304A IPC")))


def test_a_weapon_needs_its_context_where_private_defence_is_pleaded() -> None:
    rod = InstrumentFact(spans=(Span(0, 8),), instrument="rod")
    assert needs_context(rod, "He pleads the right of private defence.")
    assert not needs_context(rod, "He struck him with a rod.")


def test_a_cheque_book_is_no_cheque() -> None:
    cheque = InstrumentFact(spans=(Span(0, 6),), instrument="cheque")
    assert is_in_another_sense(cheque, "The clerk kept his cheque book unattended.")


def shared(matter: str, text: str, weapon: tuple[str, str]) -> str:
    own, other = weapon
    facts = PrecedentInMatter(
        sheet(matter, lambda body: InstrumentFact(spans=at(body, own), instrument="iron rod")),
        case(text),
        sheet(text, lambda body: InstrumentFact(spans=at(body, other), instrument="iron rod")),
    )
    return explain_case(facts, split, rarity).text


def test_an_iron_pipe_is_no_iron_rod() -> None:
    matter = "He struck the neighbour with an iron rod in the field at night."
    text = "The accused caused injuries to the deceased with an {} in the field. He was convicted.\nHeld so.\n"
    assert "an iron pipe" not in shared(matter, text.format("iron pipe"), ("iron rod", "iron pipe"))
    assert "an iron rod" in shared(matter, text.format("iron rod"), ("iron rod", "iron rod"))


def test_two_persons_are_no_line_worth_a_reason() -> None:
    def persons(words: str):  # type: ignore[no-untyped-def]
        return lambda body: NumericalFact(
            spans=at(body, words), quantity=Quantity.PERSONS, value=2, unit="persons", role="accused"
        )

    matter = "A-1 and A-2 agreed to cheat the bank, a conspiracy under section 120B IPC."
    text = "The evidence established the collusion of A-1 and A-2 under Section 120B IPC.\nThe appeal is dismissed.\n"
    subject = PrecedentInMatter(sheet(matter, persons("A-1 and A-2")), case(text), sheet(text, persons("A-1 and A-2")))
    assert "2 persons" not in explain_case(subject, split, rarity).text


def test_an_enquiry_officer_alone_is_no_point_on_an_enquiry() -> None:
    points = raised_points("A departmental enquiry was held against him.")
    assert discussed(points, "The Enquiry Officer examined seven witnesses.") == []
    assert discussed(points, "The departmental enquiry was not fair.") != []


@pytest.mark.parametrize(
    "sentence",
    [
        "Thus, we are of the view that the non-identification of Ghosh by Das is inconsequential in this case.",
        "We are of the view that the prosecution has not been able to prove its case beyond reasonable doubt.",
        "We, therefore, uphold the conviction and sentence imposed upon the appellant under Section 302 IPC.",
        "We are of the view that it is now for the plaintiff to present the plaint, since the suit was barred.",
        "We are of the opinion that all the points are answered in favour of the company and it is entitled to win.",
    ],
)
def test_one_witness_any_case_an_order_and_a_remark_are_no_ground(sentence: str) -> None:
    assert find_holding(ending(f"{sentence} The appeal is allowed."), split).ground is None


def test_a_ground_answers_the_question_of_the_case() -> None:
    text = "Hence we hold that the unexplained delay in deciding the representation violates Article 22(5)."
    ground = find_holding(ending(f"{text} The appeal is allowed."), split).ground
    assert ground is not None
    assert ground.quote == text


def test_interest_pendente_lite_is_no_transfer_pending_suit() -> None:
    names = [point.name for point in raised_points("The award gives interest pendente lite at nine per cent.")]
    assert "transfer pending suit" not in names
    assert "transfer pending suit" in [point.name for point in raised_points("He is a purchaser pendente lite.")]


@pytest.mark.parametrize(
    "sentence", ["He repaid half of the sum by cheque in May.", "Poison was not detected in the six articles."]
)
def test_money_paid_by_cheque_and_poison_that_was_not_there_are_no_facts_of_the_kind(sentence: str) -> None:
    word = "cheque" if "cheque" in sentence else "poison"
    assert is_in_another_sense(InstrumentFact(spans=(Span(0, 4),), instrument=word), sentence)
