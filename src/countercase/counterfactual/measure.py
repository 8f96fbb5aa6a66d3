"""Measures every change of a tree against its placebos, in one pass over all questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from countercase.counterfactual.instrument import Instrument, InstrumentQuery, best
from countercase.counterfactual.placebo import Placebo, ReadyText, change_size, make_placebos, read_wording
from countercase.counterfactual.sensitivity import rank_shift
from countercase.counterfactual.verdict import EdgeEvidence, judge, support_of
from countercase.domain.case import CaseId
from countercase.domain.facts import FactSheet
from countercase.domain.perturbation import Tree
from countercase.errors import InputError

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
    evidence = judge([each.moved for each in raw], [each.placebos for each in raw], seed, supports=supports)
    return [Measurement(each.effect, judged) for each, judged in zip(raw, evidence, strict=True)]


def measure_raw(edits: Sequence[FactPair], instrument: Instrument, placebos: int, seed: int) -> list[Raw]:
    """Effects without verdicts; the changes of one sheet are scored together, sheet by sheet."""
    by_sheet: dict[FactSheet, list[int]] = {}
    for index, edit in enumerate(edits):
        by_sheet.setdefault(edit.before, []).append(index)
    effects: dict[int, Raw] = {}
    for sheet, places in by_sheet.items():
        raw = _one_sheet(sheet, [edits[index].after for index in places], instrument, placebos, seed)
        effects.update(zip(places, raw, strict=True))
    return [effects[index] for index in range(len(edits))]


def _one_sheet(
    before: FactSheet, afters: Sequence[FactSheet], instrument: Instrument, count: int, seed: int
) -> list[Raw]:
    wording = read_wording(before.narrative, (span for fact in before.facts for span in fact.spans), instrument.split)
    made = [placebos_for(wording, after, instrument, count, seed) for after in afters]
    questions = [InstrumentQuery.of(before)]
    for after, placebos in zip(afters, made, strict=True):
        questions += [InstrumentQuery.of(after), *(_asked(placebo, questions[0]) for placebo in placebos)]
    rows = (row for block in instrument.blocks(questions) for row in block)
    root = next(rows)
    results = []
    for placebos in made:
        after_row = next(rows)
        whole, moved = effect(root, after_row, instrument.case_ids), changes(root, after_row)
        by_kind: dict[str, list[float]] = {}
        for placebo in placebos:
            by_kind.setdefault(placebo.kind.value, []).append(change_of_z(root, next(rows)))
        results.append(Raw(whole, moved, {kind: np.array(values) for kind, values in by_kind.items()}))
    return results


def placebos_for(wording: ReadyText, after: FactSheet, instrument: Instrument, count: int, seed: int) -> list[Placebo]:
    """The same facts in other words, with as many words changed as in `after`."""
    if not "".join(wording.sentences).strip():
        raise InputError("A fact sheet without a narrative has no wording to compare with. Give the facts as text.")
    kept = {span.of(after.narrative) for span in instrument.split(after.narrative)}
    near = {index for index, sentence in enumerate(wording.sentences) if sentence not in kept}
    size = change_size("".join(wording.sentences), after.narrative)
    return make_placebos(wording, near, max(1, size), count, seed)


def _asked(placebo: Placebo, before: InstrumentQuery) -> InstrumentQuery:
    return InstrumentQuery(placebo.narrative, before.facts, placebo.sentences, before.deeds)
