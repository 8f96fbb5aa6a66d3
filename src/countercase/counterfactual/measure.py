"""Measures every change of a tree against its placebos, and tests that traits which must not matter do not."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from countercase.counterfactual.instrument import Instrument, InstrumentQuery, best
from countercase.counterfactual.placebo import Placebo, Wording, change_size, make_placebos, read_wording
from countercase.counterfactual.sensitivity import rank_shift
from countercase.counterfactual.verdict import LEAST, EdgeEvidence, judge, support_of
from countercase.domain.case import CaseId
from countercase.domain.facts import FactSheet
from countercase.domain.perturbation import Tree
from countercase.errors import InputError
from countercase.files import packaged_rows

# How far one change moves the instrument's ranking, in four measures that agree on what is large.

Array = NDArray[np.float64]
DEPTH = 50
PERSISTENCE = 0.9  # rank-biased overlap: the first ten places carry 86 % of its weight


@dataclass(frozen=True, slots=True)
class RankingShift:
    """`change` is the mean |change of z| over the union of the two top 50; overlap 1 means nothing moved."""

    change: float
    displacement_10: float
    displacement_50: float
    overlap: float


def effect(before: Array, after: Array, case_ids: Sequence[CaseId]) -> RankingShift:
    """All measures of one change, from two rows of the instrument's scores."""
    old = [case_ids[index] for index in best(before, DEPTH)]
    new = [case_ids[index] for index in best(after, DEPTH)]
    return RankingShift(
        change=change_of_z(before, after),
        displacement_10=rank_shift(old, new, 10).mean,
        displacement_50=rank_shift(old, new, DEPTH).mean,
        overlap=rank_biased_overlap(old, new),
    )


def change_of_z(before: Array, after: Array) -> float:
    """Mean |change of z| over the union of the top 50. Verdicts use this measure."""
    return float(changes(before, after).mean())


def changes(before: Array, after: Array) -> Array:
    """|change of z| for each case in either top 50."""
    union = np.union1d(_top(before), _top(after))
    return np.asarray(np.abs(before[union] - after[union]))


def rank_biased_overlap(before: Sequence[CaseId], after: Sequence[CaseId], persistence: float = PERSISTENCE) -> float:
    """Webber, Moffat and Zobel's RBO, extrapolated from the depth of the shorter list; 1.0 for two empty lists."""
    depth = min(len(before), len(after))
    if depth == 0:
        return 1.0 if len(before) == len(after) else 0.0
    seen_before: set[CaseId] = set()
    seen_after: set[CaseId] = set()
    total, agreement = 0.0, 0.0
    for rank in range(depth):
        seen_before.add(before[rank])
        seen_after.add(after[rank])
        agreement = len(seen_before & seen_after) / (rank + 1)
        total += persistence**rank * agreement
    return (1 - persistence) * total + agreement * persistence**depth


def _top(scores: Array) -> NDArray[np.intp]:
    """Indices of the top 50 in any order; ties at the edge go to the earlier case, as in `best`."""
    if len(scores) <= DEPTH:
        return np.arange(len(scores))
    edge = -np.partition(-scores, DEPTH - 1)[DEPTH - 1]
    above = np.flatnonzero(scores > edge)
    return np.concatenate([above, np.flatnonzero(scores == edge)[: DEPTH - len(above)]])


@dataclass(frozen=True, slots=True)
class FactPair:
    """Two fact sheets that differ in one fact."""

    before: FactSheet
    after: FactSheet


@dataclass(frozen=True, slots=True)
class Measurement:
    """The instrument's result for one change: its size in four measures, and its position among its placebos."""

    effect: RankingShift
    evidence: EdgeEvidence


@dataclass(frozen=True, slots=True)
class Raw:
    """Effects before any verdict: |change of z| per case, and one number for each placebo of each kind."""

    effect: RankingShift
    moved: Array
    placebos: Mapping[str, Array]


def measure_tree(tree: Tree, instrument: Instrument, placebos: int, seed: int) -> dict[int, Measurement]:
    """A measurement for every node except the root, each against its parent."""
    edges = [
        (node.id, FactPair(tree.nodes[node.parent].sheet, node.sheet)) for node in tree.nodes if node.parent is not None
    ]
    readings = measure([change for _, change in edges], instrument, placebos, seed)
    return {node_id: reading for (node_id, _), reading in zip(edges, readings, strict=True)}


def measure(edits: Sequence[FactPair], instrument: Instrument, placebos: int, seed: int) -> list[Measurement]:
    """A measurement for every change; q is computed over all of them."""
    raw = measure_raw(edits, instrument, placebos, seed)
    supports = [support_of(edit.before, edit.after, instrument) for edit in edits]
    evidence = judge([row.moved for row in raw], [row.placebos for row in raw], seed, supports=supports)
    return [Measurement(row.effect, judged) for row, judged in zip(raw, evidence, strict=True)]


def measure_raw(edits: Sequence[FactPair], instrument: Instrument, placebos: int, seed: int) -> list[Raw]:
    """Effects without verdicts; the changes of one sheet are scored together, sheet by sheet."""
    by_sheet: dict[FactSheet, list[int]] = {}
    for index, edit in enumerate(edits):
        by_sheet.setdefault(edit.before, []).append(index)
    effects: dict[int, Raw] = {}
    for sheet, indices in by_sheet.items():
        raw = _measure_sheet(sheet, [edits[index].after for index in indices], instrument, placebos, seed)
        effects.update(zip(indices, raw, strict=True))
    return [effects[index] for index in range(len(edits))]


def _measure_sheet(
    before: FactSheet, afters: Sequence[FactSheet], instrument: Instrument, count: int, seed: int
) -> list[Raw]:
    wording = read_wording(before.narrative, (span for fact in before.facts for span in fact.spans), instrument.split)
    placebos_by_change = [placebos_for(wording, after, instrument, count, seed) for after in afters]
    questions = [InstrumentQuery.of(before)]
    for after, placebos in zip(afters, placebos_by_change, strict=True):
        questions += [InstrumentQuery.of(after), *(_placebo_query(placebo, questions[0]) for placebo in placebos)]
    rows = (row for block in instrument.blocks(questions) for row in block)
    root = next(rows)
    results = []
    for placebos in placebos_by_change:
        after_row = next(rows)
        shift, moved = effect(root, after_row, instrument.case_ids), changes(root, after_row)
        by_kind: dict[str, list[float]] = {}
        for placebo in placebos:
            by_kind.setdefault(placebo.kind.value, []).append(change_of_z(root, next(rows)))
        results.append(Raw(shift, moved, {kind: np.array(values) for kind, values in by_kind.items()}))
    return results


def placebos_for(wording: Wording, after: FactSheet, instrument: Instrument, count: int, seed: int) -> list[Placebo]:
    """The same facts in other words, with as many words changed as in `after`."""
    if not "".join(wording.sentences).strip():
        raise InputError("A fact sheet without a narrative has no wording to compare with. Give the facts as text.")
    sentences_after = {span.of(after.narrative) for span in instrument.split(after.narrative)}
    changed_sentences = {index for index, sentence in enumerate(wording.sentences) if sentence not in sentences_after}
    size = change_size("".join(wording.sentences), after.narrative)
    return make_placebos(wording, changed_sentences, max(1, size), count, seed)


def _placebo_query(placebo: Placebo, before: InstrumentQuery) -> InstrumentQuery:
    return InstrumentQuery(placebo.narrative, before.facts, placebo.sentences, before.deeds)


# Fairness: whether the religion, caste or region of a name, a gender, a State or a language has an effect.
#
# The same sentence is added to a matter once for each value; only the value differs. It gives a party's name, or says
# who typed the papers and where, so no law can turn on it. The effect of a group is the effect of a value from another
# group, less that of another value from the same group. Both rankings are tested: the list that a user sees, and the
# instrument.

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
    """A warning to the reader of a list that it depends on a trait which must not matter."""

    trait: Trait
    groups: tuple[str, str]
    sentence: str


@cache
def values() -> tuple[Value, ...]:
    """The values of all traits (`data/fairness.csv`)."""
    rows = packaged_rows("countercase.counterfactual", "data", "fairness.csv")
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
    moves = [_compare_values(trait, rows, lists) for trait in Trait]
    any_name = np.mean(
        [move.figures for trait_moves in moves for move in trait_moves if move.groups[0] == move.groups[1]], axis=0
    )
    return [_trait_effect(trait, trait_moves, any_name) for trait, trait_moves in zip(Trait, moves, strict=True)]


def warnings(effects: Sequence[TraitEffect]) -> list[FairnessWarning]:
    """One warning for each trait that moves the list or the instrument."""
    return [_warning(effect) for effect in effects if effect.list_moves or effect.instrument_moves]


@dataclass(frozen=True, slots=True)
class _Move:
    """Two values compared: mean places, cases that leave the list, change of z."""

    groups: tuple[str, str]
    figures: tuple[float, float, float]


def _compare_values(trait: Trait, rows: Array, lists: Sequence[Sequence[CaseId]]) -> list[_Move]:
    indices = [index for index, value in enumerate(values()) if value.trait is trait]
    compared = []
    for left, right in combinations(indices, 2):
        shift = rank_shift(lists[left], lists[right], TOP)
        figures = (shift.mean, float(len(shift.dropped)), change_of_z(rows[left], rows[right]))
        compared.append(_Move((values()[left].group, values()[right].group), figures))
    return compared


def _trait_effect(trait: Trait, moves: Sequence[_Move], any_name: Array) -> TraitEffect:
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
    affected = [
        name for name, moves in (("list", effect.list_moves), ("measurement", effect.instrument_moves)) if moves
    ]
    depend = "depend" if len(affected) > 1 else "depends"
    sentence = (
        f"The {' and '.join(affected)} of this matter {depend} on {effect.trait.value}, which must not matter "
        f"(most between {effect.farthest[0]} and {effect.farthest[1]}). Leave such words out and search again."
    )
    return FairnessWarning(effect.trait, effect.farthest, sentence)
