"""Ranking cases by their facts."""

from dataclasses import replace
from math import log

from pytest import approx

from countercase.domain.case import CaseId
from countercase.domain.facts import FactSheet, NumericalFact, Quantity, SectionFact
from countercase.domain.provision import Provision
from countercase.facts.categories import FactIndex
from countercase.facts.extract import extract_facts


def sheets(**texts: str) -> list[tuple[CaseId, FactSheet]]:
    return [(CaseId(name), extract_facts(text)) for name, text in texts.items()]


def section(number: str) -> SectionFact:
    return SectionFact(spans=(), provision=Provision.parse(number))


def age(value: float) -> FactSheet:
    return FactSheet("", (NumericalFact(spans=(), quantity=Quantity.AGE, value=value, unit="years", role="accused"),))


def test_the_case_with_the_same_facts_comes_first() -> None:
    index = FactIndex(
        sheets(
            stabbing="The accused stabbed his wife with a knife. She died.",
            cheque="The cheque was dishonoured by the bank.",
            theft="He stole a bicycle.",
        )
    )
    best, *_ = index.scores(extract_facts("He stabbed her with a knife."))
    assert best.case_id == "stabbing"
    assert {reason.feature for reason in best.reasons} == {"act stabbing", "instrument knife"}


def test_the_score_is_the_share_of_the_rarity_of_the_query() -> None:
    index = FactIndex(sheets(a="He died.", b="He died of a knife."))
    rare, common = log(1 + 2 / 1), log(1 + 2 / 2)
    by_case = {match.case_id: match for match in index.scores(extract_facts("The knife. He died."))}
    wide = 1 - 0.3 + 0.3 * 3 / 2  # b has three keys, a one; two on average
    assert by_case[CaseId("b")].score == approx((rare + common) / (rare + common) / wide, rel=1e-5)
    narrow = 1 - 0.3 + 0.3 * 1 / 2
    assert by_case[CaseId("a")].score == approx(common / (rare + common) / narrow, rel=1e-5)


def test_provisions_agree_through_the_crosswalk_and_their_neighbours() -> None:
    cases = [(CaseId(one), FactSheet("", (section(one),))) for one in ("IPC-302", "BNS-103(1)", "IPC-304", "NI-138")]
    found = FactIndex(cases).scores(FactSheet("", (section("IPC-302"),)))
    assert [match.case_id for match in found[:3]] == ["IPC-302", "BNS-103(1)", "IPC-304"]
    assert "NI-138" not in {match.case_id for match in found}
    assert [match.reasons[0].how for match in found[:2]] == ["the same provision", "the same in the other code"]


def test_an_offence_often_charged_together_is_not_the_same_offence() -> None:
    cases = [(CaseId("companion"), FactSheet("", (section("IPC-34"),)))]
    assert FactIndex(cases).scores(FactSheet("", (section("IPC-302"),))) == []


def test_numbers_agree_on_the_same_side_of_a_legal_line() -> None:
    index = FactIndex([(CaseId("child"), age(15)), (CaseId("adult"), age(40))])
    assert index.scores(age(17))[0].case_id == "child"
    assert index.scores(age(30))[0].case_id == "adult"


def test_batch_and_single_give_the_same_scores() -> None:
    cases = sheets(a="He died of a knife.", b="The tenant was evicted.", c="She was raped and she died.")
    index = FactIndex(cases)
    matrix = index.matrix([sheet for _, sheet in cases])
    for row, (_, sheet) in zip(matrix, cases, strict=True):
        alone = {match.case_id: match.score for match in index.scores(sheet)}
        assert {case: approx(float(score)) for case, score in zip(index.case_ids, row, strict=True) if score} == alone


def test_ties_are_broken_by_id_and_the_limit_holds() -> None:
    cases = sheets(**dict.fromkeys(("c", "a", "b"), "He died."))
    found = FactIndex(cases).scores(extract_facts("He died."), limit=2)
    assert [match.case_id for match in found] == ["a", "b"]


def test_an_empty_index_and_an_empty_sheet_answer_nothing() -> None:
    assert FactIndex([]).scores(extract_facts("He died.")) == []
    assert FactIndex(sheets(a="He died.")).scores(FactSheet("")) == []
    assert FactIndex([]).matrix([]).shape == (0, 0)


def test_evidence_that_is_absent_does_not_agree_with_evidence_that_is_there() -> None:
    index = FactIndex(sheets(absent="No FIR was lodged.", present="The FIR was lodged."))
    (match,) = index.scores(extract_facts("An FIR was lodged."))
    assert match.case_id == "present"


def test_where_a_fact_is_stated_does_not_matter() -> None:
    index = FactIndex(sheets(a="He died of a knife."))
    sheet = extract_facts("A knife.")
    moved = FactSheet("", tuple(replace(fact, spans=()) for fact in sheet.facts))
    assert index.scores(sheet)[0].score == index.scores(moved)[0].score
