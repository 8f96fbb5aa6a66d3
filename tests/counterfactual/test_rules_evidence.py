"""Evidence is removed, added where such cases turn on it, and turned."""

from tests.counterfactual.small_matter import DEATH, EYEWITNESS, KNIFE, MURDER, section, sheet_of

from countercase.counterfactual.rules import propose_evidence
from countercase.domain.facts import EvidenceFact, EvidenceStatus, InstrumentFact, ResultFact


def test_a_witness_may_be_missing_or_hostile() -> None:
    changes = [change for change in propose_evidence(sheet_of(MURDER, EYEWITNESS)) if change.before == EYEWITNESS]
    assert [change.rule for change in changes] == ["evidence removed", "witness hostile"]
    assert changes[0].after == EvidenceFact(spans=(), item="eyewitness", status=EvidenceStatus.ABSENT)
    assert changes[0].basis == "evidence homicide > eyewitness (IEA-60)"
    assert isinstance(changes[1].after, EvidenceFact)
    assert changes[1].after.item == "hostile witness"


def test_absent_evidence_may_be_there_and_disputed_evidence_accepted() -> None:
    for status, rule in ((EvidenceStatus.ABSENT, "evidence added"), (EvidenceStatus.DISPUTED, "evidence undisputed")):
        fact = EvidenceFact(spans=(), item="dying declaration", status=status)
        change = next(change for change in propose_evidence(sheet_of(fact)) if change.before == fact)
        assert change.rule == rule
        assert change.after == EvidenceFact(spans=(), item="dying declaration")


def test_a_cheque_case_is_offered_a_notice_and_no_post_mortem() -> None:
    items = {
        change.after.item
        for change in propose_evidence(sheet_of(section("NI-138")))
        if isinstance(change.after, EvidenceFact)
    }
    assert "notice" in items
    assert "post-mortem" not in items


def test_what_is_on_the_sheet_is_not_added_again() -> None:
    added = [change.after for change in propose_evidence(sheet_of(MURDER, EYEWITNESS)) if change.before is None]
    assert added
    assert all(isinstance(fact, EvidenceFact) and fact.item != "eyewitness" for fact in added)


def test_weapon_and_result_move_along_their_axes() -> None:
    changes = list(propose_evidence(sheet_of(KNIFE, DEATH)))
    assert {change.after.instrument for change in changes if isinstance(change.after, InstrumentFact)} == {
        "firearm",
        "lathi or stick",
    }
    assert {change.after.result for change in changes if isinstance(change.after, ResultFact)} == {
        "grievous hurt",
        "suicide",
    }
