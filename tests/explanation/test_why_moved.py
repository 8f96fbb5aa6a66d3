"""Why the ranks moved: who left, who came, and the fact of theirs that says why."""

import pytest
from tests.explanation.small_case import CASE_FACTS, MATTER_FACTS, TEXT, case, split

from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactSheet
from countercase.domain.perturbation import Node, Perturbation
from countercase.domain.ranking import Move
from countercase.explanation.strict import check_anchored
from countercase.explanation.why_moved import MEASURED, NOTHING, UNMEASURED, WORDING, KnownCase, explain_move

EYEWITNESS = MATTER_FACTS.facts[3]
RAMESH, OTHER, THIRD = CaseId("ramesh"), CaseId("other"), CaseId("third")
BARE = "Rent was due.\n"


def known(case_id: CaseId) -> KnownCase:
    if case_id == RAMESH:
        return KnownCase(case(), CASE_FACTS)
    return KnownCase(case(BARE + BARE), FactSheet(BARE))


def nodes(
    before: tuple[CaseId, ...], after: tuple[CaseId, ...], gone: Fact | None, came: Fact | None
) -> tuple[Node, Node]:
    change = Perturbation(gone, came, "rule", "basis", "What if there were no eyewitness?")
    return Node(0, None, 0, MATTER_FACTS, before), Node(1, 0, 1, MATTER_FACTS, after, change)


def test_a_precedent_that_left_is_told_with_the_fact_that_went() -> None:
    parent, child = nodes((RAMESH, OTHER), (OTHER, THIRD), EYEWITNESS, None)
    told = explain_move(child, parent, known, split, 2, wording_only=False)
    moves = {one.case_id: one for one in told.moves}
    assert moves[RAMESH].move is Move.LEFT
    left = moves[RAMESH].sentence
    assert left is not None
    assert left.text == ("It fitted your matter as it was, on an eyewitness: “The widow was the only eyewitness”.")
    assert check_anchored(left, lambda _: TEXT).supported
    assert (moves[OTHER].move, moves[OTHER].before, moves[OTHER].after) == (Move.ROSE, 2, 1)
    assert moves[THIRD].move is Move.ENTERED
    assert moves[OTHER].sentence is None
    assert told.note == MEASURED
    assert told.change == "What if there were no eyewitness?"


def test_a_precedent_that_came_is_told_with_the_fact_that_came() -> None:
    parent, child = nodes((OTHER,), (RAMESH,), None, EYEWITNESS)
    told = explain_move(child, parent, known, split, 1)
    (came,) = [one for one in told.moves if one.case_id == RAMESH]
    assert came.sentence is not None
    assert came.sentence.text.startswith("It fits your matter as changed, on an eyewitness: ")
    assert told.note == UNMEASURED


def test_inside_the_placebo_band_only_wording_is_blamed() -> None:
    parent, child = nodes((RAMESH,), (OTHER,), EYEWITNESS, None)
    told = explain_move(child, parent, known, split, 1, wording_only=True)
    assert told.note == WORDING
    assert all(one.sentence is None for one in told.moves)


def test_nothing_moved() -> None:
    parent, child = nodes((RAMESH, OTHER), (RAMESH, OTHER), EYEWITNESS, None)
    told = explain_move(child, parent, known, split, 2)
    assert (told.moves, told.note) == ((), NOTHING)


def test_the_root_has_no_change_to_explain() -> None:
    parent, _ = nodes((RAMESH,), (RAMESH,), EYEWITNESS, None)
    with pytest.raises(ValueError, match="root"):
        explain_move(parent, parent, known, split, 1)
