"""The fewest changes that bring a case in or drive it out, or an honest none."""

from dataclasses import replace

from tests.counterfactual.small_matter import CASES, KNIFE, MURDER, STABBING, FactRanker, section, sheet_of, tools

from countercase.counterfactual.fewest_changes import Aim, ChangesBudget, find_fewest_changes
from countercase.counterfactual.validator import Ruling, ValidatorVerdict
from countercase.domain.case import CaseId


def test_one_change_drives_a_case_out() -> None:
    found = find_fewest_changes(STABBING, CaseId("murder-in-common"), Aim.DRIVE_OUT, 2, tools())
    assert found.changes is not None
    assert len(found.changes) == 1
    assert found.smallest
    assert found.rank is None or found.rank > 2


def test_one_change_brings_a_case_in() -> None:
    found = find_fewest_changes(STABBING, CaseId("hostile"), Aim.BRING_IN, 4, tools())
    assert found.changes is not None
    assert len(found.changes) <= 2
    assert found.rank is not None
    assert found.rank <= 4


def test_two_changes_where_one_is_not_enough() -> None:
    cases = {"both": (section("IPC-304"), CASES["lathi"][0]), "a": (MURDER,), "b": (KNIFE,)}
    found = find_fewest_changes(sheet_of(MURDER, KNIFE), CaseId("both"), Aim.BRING_IN, 1, tools(FactRanker(cases)))
    assert found.changes is not None
    assert len(found.changes) == 2
    assert found.smallest


def test_a_case_that_stands_there_already_needs_nothing() -> None:
    found = find_fewest_changes(STABBING, CaseId("murder-with-knife"), Aim.BRING_IN, 3, tools())
    assert (found.changes, found.searches, found.smallest) == ((), 1, True)


def test_none_within_the_budget() -> None:
    found = find_fewest_changes(STABBING, CaseId("no such case"), Aim.BRING_IN, 3, tools(), ChangesBudget(changes=1))
    assert (found.changes, found.nearest) == (None, None)
    tight = find_fewest_changes(STABBING, CaseId("lived"), Aim.BRING_IN, 1, tools(), ChangesBudget(searches=5))
    assert tight.changes is None
    assert tight.searches <= 5


def test_a_refused_change_is_no_way() -> None:
    closed = replace(tools(), validate=lambda *_: ValidatorVerdict(Ruling.ABSTAIN, "the model did not answer", "model"))
    assert find_fewest_changes(STABBING, CaseId("hostile"), Aim.BRING_IN, 3, closed).changes is None
