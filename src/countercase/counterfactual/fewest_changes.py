"""Finds the fewest changes that bring a case into the top k, or push it out."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from countercase.counterfactual.tree import TreeTools, changed_sheet, state_key
from countercase.counterfactual.validator import Ruling
from countercase.domain.case import CaseId
from countercase.domain.facts import FactSheet
from countercase.domain.perturbation import Perturbation
from countercase.errors import FactSheetError


class Aim(StrEnum):
    """Where the case should end up."""

    BRING_IN = "bring in"
    DRIVE_OUT = "drive out"


@dataclass(frozen=True, slots=True)
class ChangesBudget:
    """Limits of the search: changes in a set, sheets searched, seconds."""

    changes: int = 3
    searches: int = 400
    seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class FewestChanges:
    """The result. `changes` is None if no set within the budget works, and empty if none is needed.

    `smallest` is True if every smaller set was tried. `nearest` is the best rank seen, or None if the case was never
    ranked.
    """

    case_id: CaseId
    aim: Aim
    changes: tuple[Perturbation, ...] | None
    rank: int | None
    searches: int
    smallest: bool
    nearest: int | None


@dataclass(frozen=True, slots=True)
class _State:
    sheet: FactSheet
    changes: tuple[Perturbation, ...]
    rank: int | None


def find_fewest_changes(
    sheet: FactSheet,
    case_id: CaseId,
    aim: Aim,
    k: int,
    tools: TreeTools,
    budget: ChangesBudget | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> FewestChanges:
    """Try sets of one change, then of two, and so on; of each size, first those that brought the case nearest."""
    budget = budget or ChangesBudget()
    deadline = clock() + budget.seconds
    root = _State(sheet, (), _rank(tools.retrieve([sheet])[0], case_id))
    seen, searches, all_tried = {state_key(sheet)}, 1, True
    best, frontier = root, [root]
    if _aim_is_met(root.rank, aim, k):
        return FewestChanges(case_id, aim, (), root.rank, searches, smallest=True, nearest=root.rank)
    for _ in range(budget.changes):
        level: list[_State] = []
        smaller_all_tried = all_tried
        for state in sorted(frontier, key=lambda candidate: _distance_key(candidate, aim)):
            searches_left = budget.searches - searches
            if searches_left <= 0 or clock() >= deadline:
                return FewestChanges(case_id, aim, None, None, searches, smallest=False, nearest=best.rank)
            steps = list(_accepted_changes(state, tools, seen))
            all_tried = all_tried and len(steps) <= searches_left
            reached = _states_after(state, steps[:searches_left], case_id, tools)
            searches += len(reached)
            level += reached
            best = min([best, *reached], key=lambda candidate: _distance_key(candidate, aim))
            if _aim_is_met(best.rank, aim, k):
                return FewestChanges(case_id, aim, best.changes, best.rank, searches, smaller_all_tried, best.rank)
        frontier = level
    return FewestChanges(case_id, aim, None, None, searches, smallest=False, nearest=best.rank)


def _accepted_changes(state: _State, tools: TreeTools, seen: set[str]) -> Iterator[tuple[Perturbation, FactSheet]]:
    """Changes that the validator accepts and that lead to a new sheet."""
    for change in tools.propose(state.sheet):
        try:
            sheet = changed_sheet(state.sheet, change, tools.edit)
        except FactSheetError:  # a change that cannot be written into the narrative is skipped
            continue
        if sheet is None or state_key(sheet) in seen:
            continue
        if tools.validate(state.sheet, change, sheet).decision is Ruling.ACCEPT:
            seen.add(state_key(sheet))
            yield change, sheet


def _states_after(
    state: _State, steps: Sequence[tuple[Perturbation, FactSheet]], case_id: CaseId, tools: TreeTools
) -> list[_State]:
    rankings = tools.retrieve([sheet for _, sheet in steps]) if steps else []
    return [
        _State(sheet, (*state.changes, change), _rank(ranking, case_id))
        for (change, sheet), ranking in zip(steps, rankings, strict=True)
    ]


def _rank(ranking: Sequence[CaseId], case_id: CaseId) -> int | None:
    return next((rank for rank, ranked in enumerate(ranking, start=1) if ranked == case_id), None)


def _aim_is_met(rank: int | None, aim: Aim, k: int) -> bool:
    inside = rank is not None and rank <= k
    return inside if aim is Aim.BRING_IN else not inside


def _distance_key(state: _State, aim: Aim) -> tuple[float, int]:
    """Sort key: nearest to the aim first; ties by fewer changes."""
    rank = float("inf") if state.rank is None else state.rank
    return (rank if aim is Aim.BRING_IN else -rank), len(state.changes)
