"""Passages of notes from which a hasty reader takes a wrong fact."""

import pytest

from countercase.domain.facts import (
    ActFact,
    EvidenceFact,
    EvidenceStatus,
    InstrumentFact,
    NumericalFact,
    Quantity,
    RelationFact,
    SectionFact,
)
from countercase.facts.extract import extract_facts


def sections(text: str) -> set[str]:
    return {str(fact.provision) for fact in extract_facts(text).facts if isinstance(fact, SectionFact)}


@pytest.mark.parametrize(
    "named",
    [
        "Remand note speaks about S. 307 IPC.",
        "The informant's lawyer tacks on S. 307 IPC.",
        "Ld. A.P.P. kept repeating S. 307 IPC.",
        "S. 307 IPC is thrown in by the complainant.",
        "In their reply S. 307 IPC also finds mention.",
        "Mention of S. 307 IPC in the status report is without basis.",
        "S. 307 IPC, written in the remand application, was never charged.",
        "Pros. invokes S. 307 IPC; nobody speaks of any intent.",
        "R-2 relies on S. 307 IPC, which has no application.",
        "Covering letter of the S.P. has S. 307 IPC.",
        "I.O. tried S. 307 IPC; Magistrate refused.",
        "S. 307 IPC in the forwarding is a typist's error.",
        "Wrongly typed as S. 307 IPC in the bail order.",
    ],
)
def test_a_section_that_is_only_named_is_no_charge(named: str) -> None:
    assert sections(f"Client tried u/s 323 IPC. {named}") == {"IPC-323"}
    assert "IPC-307" in sections(f"Client tried u/s 323 and 307 IPC. {named}")  # it stands elsewhere


@pytest.mark.parametrize(
    "engaged",
    [
        "FIR mentions S. 307 IPC.",
        "Charge-sheet cites S. 307 IPC also.",
        "I.O. adds S. 307 IPC by a case-diary entry.",
        "State relies on S. 307 IPC; he gave no reason.",
        "Our reply quotes S. 307 IPC.",
        "The court refers to S. 307 IPC.",
        "Complainant's counsel added S. 307 IPC; court framed it.",
        "P.P. argues S. 307 IPC; four stab wounds.",
    ],
)
def test_a_section_that_is_charged_or_relied_on_stays(engaged: str) -> None:
    assert sections(f"Client tried u/s 323 IPC. {engaged}") == {"IPC-323", "IPC-307"}


def test_to_quote_a_presumption_is_to_rely_on_it() -> None:
    assert "IEA-106" in sections("Client tried u/s 302 IPC. Prosecution quotes S. 106 Evidence Act.")


def test_the_only_section_of_a_matter_is_its_law() -> None:
    assert sections("Complaint mentions S. 420 IPC.") == {"IPC-420"}


def present(text: str) -> set[str]:
    facts = extract_facts(f"Client tried u/s 302 IPC. {text}").facts
    return {fact.item for fact in facts if isinstance(fact, EvidenceFact) and fact.status is EvidenceStatus.PRESENT}


@pytest.mark.parametrize(
    "text",
    [
        "FSL swab result not received.",
        "DNA rept of the child never rec'd.",
        "Fingerprint expert's opinion nowhere on record.",
        "Palm print report was asked for but not obtained.",
        "Gift deed not shown.",
        "FSL report promised, never filed.",
        "DNA profiling ordered but not done.",
        "TIP was fixed but did not take place.",
        "FSL report though called for has not seen the light of day.",
        "The receipt which Mohan said he held was never shown.",
        "FSL: nothing heard.",
        "Ballistic report is still to arrive.",
        "Viscera report lies with the laboratory.",
        "Viscera preserved.",
        "Tin sent to FSL on 4.5.2019.",
    ],
)
def test_what_never_came_is_not_in_evidence(text: str) -> None:
    assert present(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "FSL report, not challenged, says human blood.",
        "Viscera sent to FSL; report: organophosphorus found.",
        "Blood was sent to the FSL, which found it human.",
        "FSL confirms charas.",
        "FSL report received on 4.5.2019.",
    ],
)
def test_a_report_that_came_is_in_evidence(text: str) -> None:
    assert present(text) == {"forensic report"}


def test_an_invoice_that_is_due_is_there() -> None:
    assert present("Last invoice due 10.05.2022.") == {"documentary evidence"}


def numbers(text: str, quantity: Quantity) -> dict[float, str | None]:
    facts = extract_facts(text).facts
    return {fact.value: fact.role for fact in facts if isinstance(fact, NumericalFact) and fact.quantity is quantity}


@pytest.mark.parametrize(
    "text",
    [
        "Heroin, net 40 gm, gross weight 52 gm.",
        "Net 40 gm. 52 gm with polythene.",
        "Poly bag and cloth took it to 52 gm; net 40 gm.",
        "Weighed inclusive of wrapper 52 gm, net 40 gm.",
    ],
)
def test_a_gross_weight_beside_a_net_one(text: str) -> None:
    weights = numbers(text, Quantity.WEIGHT)
    assert (weights[52], weights[40]) == ("gross", None)


def test_the_weight_of_a_sample_and_of_an_empty_vehicle() -> None:
    assert numbers("Two samples of 24 gm each were drawn.", Quantity.WEIGHT) == {24: "sample"}
    assert numbers("Truck unladen weight 6,800 kg.", Quantity.WEIGHT) == {6800: "unladen"}


@pytest.mark.parametrize(
    "sale",
    [
        "D-1 sold to D-2 by regd deed for Rs 31 lakh.",
        "Deft-2 purchased on 11.3.2009 at Rs 31 lakh.",
        "R-1 sells the plot to a stranger for Rs 31 lakh.",
    ],
)
def test_the_price_of_the_sale_to_somebody_else(sale: str) -> None:
    sums = numbers(f"Agreement to sell dt 9.8.2008 for Rs 18 lakh. {sale}", Quantity.AMOUNT)
    assert sums[3_100_000] == "later sale"
    assert sums[1_800_000] != "later sale"


def test_an_income_that_nobody_supports_is_a_claim() -> None:
    text = "Widow says he got Rs 25,000 a month, no books. Tribunal took Rs 9,000."
    assert numbers(text, Quantity.AMOUNT)[25_000] == "claim"
    assert numbers("He says he lent Rs 25,000 in cash, no paper taken.", Quantity.AMOUNT)[25_000] != "claim"


def test_a_witness_who_is_a_relation() -> None:
    assert numbers("PW-4 (daughter of the deceased, aged 15) saw it.", Quantity.AGE) == {15: "witness"}


@pytest.mark.parametrize(
    "text",
    [
        "Our clerk thought it was 60 days.",
        "Suit came after 60 days ... no, that is the other suit.",
        'Refused: "60 days apply in cheque cases".',
    ],
)
def test_a_period_that_is_taken_back_or_is_a_rule(text: str) -> None:
    assert numbers(text, Quantity.DURATION) == {}


def test_a_thing_taken_for_a_period_is_no_guess() -> None:
    assert numbers("Owner says A-1 took it for three months.", Quantity.DURATION)


def told(text: str) -> set[str | None]:
    return {
        fact.word for fact in extract_facts(text).facts if isinstance(fact, ActFact | InstrumentFact | RelationFact)
    }


@pytest.mark.parametrize(
    "cited",
    [
        "PP cites wife strangled in her sleep.",
        "State's citation is of a teacher who raped a pupil.",
        "Complainant's authority concerns an uncle who forged a will with a knife at the throat.",
        "Court below followed a case of poisoning by the wife.",
        "Contra: a Full Bench case, husband stabbed with a dagger.",
    ],
)
def test_the_people_of_a_cited_case_are_none_of_this_matter(cited: str) -> None:
    assert told(f"Appeal against conviction. {cited}") == set()


def test_a_witness_or_a_paper_that_is_cited_belongs_to_the_matter() -> None:
    assert told("State cites PW-4; A-1 stabbed him with a knife, he says.") == {"stabbing", "knife"}
    assert told("Prosecution cites wife as a witness.") == {"husband and wife"}


@pytest.mark.parametrize(
    "text",
    [
        "The clerk is uncle of A-1, so the peon says; not verified.",
        "A newspaper says a knife was shown - not in FIR nor in any statement.",
        "State brands him a nephew.",
        "He is said to be a cousin of A-1; both deny.",
        "S.I. claims theft of a bag, per his diary; PW-2 disowns that.",
    ],
)
def test_what_is_only_said_and_taken_back(text: str) -> None:
    assert told(text) == set()


def test_what_is_said_and_contradicted_stays() -> None:
    assert told("PW-2 says A-1 stabbed him; A-1 denies.") == {"stabbing"}
    assert told("R-1 says a copy went to his wife; she denies it.") == {"husband and wife"}


@pytest.mark.parametrize(
    "text",
    ["Voice sample sent to FSL, report not returned.", "Ballistic report never carne.", 'CDR is "being collected".'],
)
def test_what_never_came_or_is_being_collected_is_not_there(text: str) -> None:
    facts = [fact for fact in extract_facts(text).facts if isinstance(fact, EvidenceFact)]
    assert all(fact.status is not EvidenceStatus.PRESENT for fact in facts)


def test_what_a_claimant_claims_is_a_claim() -> None:
    facts = extract_facts("Mason, no papers. Claims Rs 30,000 p.m.").facts
    assert [fact.role for fact in facts if isinstance(fact, NumericalFact)] == ["claim"]


@pytest.mark.parametrize(
    ("text", "quantity", "read"),
    [
        ("Suresh (44 yrs) fell from the roof.", Quantity.AGE, {44.0: None}),
        ("Suresh (44 yrs) fell from the roof.", Quantity.DURATION, {}),
        ("Lease (11 years) of the shop.", Quantity.AGE, {}),
        ("Ossification test (PW-8, 3.5.2021): 16 to 18 yrs.", Quantity.DURATION, {}),
        ("Ossification test (PW-8, 3.5.2021): 16 to 18 yrs.", Quantity.AGE, {}),
        ("Demand: PW-2 says A-1 & A-2 wanted a car.", Quantity.PERSONS, {}),
        ("A-1 to A-5 came at night.", Quantity.PERSONS, {5.0: "accused"}),
        ("The Collector gave Rs 3,00,000 per acre as compensation.", Quantity.AMOUNT, {300000.0: "rate"}),
        ("The patient absented herself from treatment for two weeks.", Quantity.DURATION, {2.0: None}),
    ],
)
def test_what_a_number_counts(text: str, quantity: Quantity, read: dict[float, str | None]) -> None:
    assert numbers(text, quantity) == read
