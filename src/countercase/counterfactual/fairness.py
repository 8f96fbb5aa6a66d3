"""Tests what must not matter: whether a name's religion, caste or region, a gender, a State or a language has effect.

The same sentence is added to a matter once for each value; only the value differs. It gives a party's name, or says
who typed the papers and where, so that no law can turn on it. The effect of a group is what a value of another group
moves, less what another value of the same group moves. Both rankings are tested: the list that a user sees, and the
instrument.
"""

import csv
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from countercase.counterfactual.instrument import Instrument, InstrumentQuery
from countercase.counterfactual.measure import change_of_z
from countercase.counterfactual.sensitivity import rank_shift
from countercase.counterfactual.verdict import LEAST
from countercase.domain.case import CaseId
from countercase.domain.facts import FactSheet

Array = NDArray[np.float64]
TOP = 10
LEAST_PLACES = 0.5  # mean places of the list; below this a group has no effect


class Trait(StrEnum):
    """A trait that must not matter."""

    RELIGION = "religion"
    CASTE_AND_REGION = "caste and region"
    GENDER = "gender"
    STATE = "State"
    MOTHER_TONGUE = "mother tongue"


_SENTENCES = {
    Trait.RELIGION: "Our client's name is {}.",
    Trait.CASTE_AND_REGION: "Our client's name is {}.",
    Trait.GENDER: "These papers were typed by {}.",
    Trait.STATE: "These papers were typed in {}.",
    Trait.MOTHER_TONGUE: "The person who typed these papers speaks {} at home.",
}


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a trait: a name, a State, a language. `source` is the kind of entry."""

    trait: Trait
    group: str
    words: str
    source: str


@dataclass(frozen=True, slots=True)
class TraitEffect:
    """The effect of a trait on a matter: `between` compares values of two groups, `within` values of one group.

    Lists are measured in mean places at 10 and in cases that leave the list, the instrument in mean |change of z|. A
    State or a language has only one value, so `within` then comes from other names of one group.
    """

    trait: Trait
    list_between: float
    list_within: float
    left_between: float
    instrument_between: float
    instrument_within: float
    farthest: tuple[str, str]  # the two groups whose lists differ most

    @property
    def list_moves(self) -> bool:
        """Whether the list responds to the group and not only to a change of name."""
        return self.list_between - self.list_within > LEAST_PLACES

    @property
    def instrument_moves(self) -> bool:
        """Whether the instrument responds to the group."""
        return self.instrument_between - self.instrument_within > LEAST


@dataclass(frozen=True, slots=True)
class FairnessWarning:
    """A trait that affects a matter but must not, for the reader of the list."""

    trait: Trait
    groups: tuple[str, str]
    list_places: float
    instrument_effect: float
    sentence: str


@cache
def values() -> tuple[Value, ...]:
    """The values of all traits (`data/fairness.csv`)."""
    text = resources.files("countercase.counterfactual").joinpath("data", "fairness.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return tuple(Value(Trait(row["kind"]), row["group"], row["value"], row["source"]) for row in rows)


def with_value(narrative: str, value: Value) -> str:
    """The narrative with a final sentence that states the value and nothing about the matter."""
    return f"{narrative.rstrip()} {_SENTENCES[value.trait].format(value.words)}"


def measure_fairness(
    narrative: str,
    read: Callable[[str], FactSheet],
    instrument: Instrument,
    rank: Callable[[Sequence[FactSheet]], Sequence[Sequence[CaseId]]] | None = None,
) -> list[TraitEffect]:
    """The effect of each trait on the list and the instrument; without `rank`, on the instrument's own list."""
    sheets = [read(with_value(narrative, value)) for value in values()]
    rows = instrument.scores([InstrumentQuery.of(sheet) for sheet in sheets])
    lists = [instrument.ranking(row, TOP) for row in rows] if rank is None else rank(sheets)
    moves = [_moves(trait, rows, lists) for trait in Trait]
    any_name = np.mean(
        [move.figures for trait_moves in moves for move in trait_moves if move.groups[0] == move.groups[1]], axis=0
    )
    return [_effect(trait, trait_moves, any_name) for trait, trait_moves in zip(Trait, moves, strict=True)]


def warnings(effects: Sequence[TraitEffect]) -> list[FairnessWarning]:
    """One warning for each trait that moves the list or the instrument."""
    return [_warning(effect) for effect in effects if effect.list_moves or effect.instrument_moves]


@dataclass(frozen=True, slots=True)
class _Move:
    """Two values compared: mean places, cases that leave the list, change of z."""

    groups: tuple[str, str]
    figures: tuple[float, float, float]


def _moves(trait: Trait, rows: Array, lists: Sequence[Sequence[CaseId]]) -> list[_Move]:
    indices = [index for index, value in enumerate(values()) if value.trait is trait]
    compared = []
    for left, right in combinations(indices, 2):
        shift = rank_shift(lists[left], lists[right], TOP)
        figures = (shift.mean, float(len(shift.dropped)), change_of_z(rows[left], rows[right]))
        compared.append(_Move((values()[left].group, values()[right].group), figures))
    return compared


def _effect(trait: Trait, moves: Sequence[_Move], any_name: Array) -> TraitEffect:
    across = [move for move in moves if move.groups[0] != move.groups[1]]
    inside = [move.figures for move in moves if move.groups[0] == move.groups[1]]
    by_groups: dict[tuple[str, str], list[float]] = defaultdict(list)
    for move in across:
        by_groups[move.groups].append(move.figures[0])
    places, left_list, change = np.mean([move.figures for move in across], axis=0)
    within = np.mean(inside, axis=0) if inside else any_name
    return TraitEffect(
        trait, float(places), float(within[0]), float(left_list), float(change), float(within[2]), _farthest(by_groups)
    )


def _farthest(by_groups: Mapping[tuple[str, str], Sequence[float]]) -> tuple[str, str]:
    return max(by_groups, key=lambda groups: (float(np.mean(by_groups[groups])), groups))


def _warning(effect: TraitEffect) -> FairnessWarning:
    what = " and ".join(
        name for name, moves in (("list", effect.list_moves), ("measurement", effect.instrument_moves)) if moves
    )
    sentence = (
        f"The {what} of this matter moves with {effect.trait.value}, which must not matter "
        f"(most between {effect.farthest[0]} and {effect.farthest[1]}). Leave such words out and search again."
    )
    return FairnessWarning(effect.trait, effect.farthest, effect.list_between, effect.instrument_between, sentence)
