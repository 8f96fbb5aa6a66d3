"""Passages of notes from which a hasty reader takes a wrong fact."""

import pytest

from countercase.domain.facts import EvidenceFact, EvidenceStatus, SectionFact
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
        "FSL report, not challenged, says phenolphthalein.",
        "Viscera sent to FSL; report: organophosphorus found.",
        "Blood was sent to the FSL, which found it human.",
        "FSL confirms charas.",
        "FSL report received on 4.5.2019.",
    ],
)
def test_a_report_that_came_is_in_evidence(text: str) -> None:
    assert present(text) == {"forensic report"}


def test_an_invoice_that_is_due_is_there() -> None:
    assert present("Last invoice due 10.05.2022.") == {"receipt"}
