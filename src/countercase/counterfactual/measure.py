"""Reads every change of a tree against its placebos, in one pass over all the questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from countercase.counterfactual.edge_evidence import EdgeEvidence
from countercase.counterfactual.effects import Effect, change_of_z, changes, effect
from countercase.counterfactual.instrument import Instrument, Question
from countercase.counterfactual.placebo import Placebo, Wording, change_size, make_placebos, read_wording
from countercase.counterfactual.verdict import judge
from countercase.domain.facts import FactSheet
from countercase.domain.perturbation import Tree
from countercase.errors import InputError

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Change:
    """Two fact sheets that differ in one fact."""

    before: FactSheet
    after: FactSheet


@dataclass(frozen=True, slots=True)
class Reading:
    """What the instrument says of one change: its size in four measures, and how it stands among its placebos."""

    effect: Effect
    evidence: EdgeEvidence


@dataclass(frozen=True, slots=True)
class Raw:
    """Effects before any verdict: |change of z| case by case, and one number for each placebo of each kind."""

    effect: Effect
    moved: Array
    placebos: Mapping[str, Array]


def measure_tree(tree: Tree, instrument: Instrument, placebos: int, seed: int) -> dict[int, Reading]:
    """A reading for every node but the root, each against its parent."""
    edges = [
        (node.id, Change(tree.nodes[node.parent].sheet, node.sheet)) for node in tree.nodes if node.parent is not None
    ]
    readings = measure([change for _, change in edges], instrument, placebos, seed)
    return {node_id: reading for (node_id, _), reading in zip(edges, readings, strict=True)}


def measure(edits: Sequence[Change], instrument: Instrument, placebos: int, seed: int) -> list[Reading]:
    """A reading for every change; q is over all of them together."""
    raw = measure_raw(edits, instrument, placebos, seed)
    evidence = judge([each.moved for each in raw], [each.placebos for each in raw], seed)
    return [Reading(each.effect, one) for each, one in zip(raw, evidence, strict=True)]


def measure_raw(edits: Sequence[Change], instrument: Instrument, placebos: int, seed: int) -> list[Raw]:
    """Effects without verdicts; the changes of one sheet are scored together, one sheet after the other."""
    by_sheet: dict[FactSheet, list[int]] = {}
    for place, edit in enumerate(edits):
        by_sheet.setdefault(edit.before, []).append(place)
    found: dict[int, Raw] = {}
    for sheet, places in by_sheet.items():
        raw = _one_sheet(sheet, [edits[place].after for place in places], instrument, placebos, seed)
        found.update(zip(places, raw, strict=True))
    return [found[place] for place in range(len(edits))]


def _one_sheet(
    before: FactSheet, afters: Sequence[FactSheet], instrument: Instrument, count: int, seed: int
) -> list[Raw]:
    wording = read_wording(before.narrative, (span for fact in before.facts for span in fact.spans), instrument.split)
    made = [placebos_for(wording, after, instrument, count, seed) for after in afters]
    questions = [Question.of(before)]
    for after, placebos in zip(afters, made, strict=True):
        questions += [Question.of(after), *(_asked(placebo, before) for placebo in placebos)]
    rows = (row for block in instrument.blocks(questions) for row in block)
    root = next(rows)
    results = []
    for placebos in made:
        after_row = next(rows)
        whole, moved = effect(root, after_row, instrument.case_ids), changes(root, after_row)
        by_kind: dict[str, list[float]] = {}
        for placebo in placebos:
            by_kind.setdefault(placebo.kind.value, []).append(change_of_z(root, next(rows)))
        results.append(Raw(whole, moved, {kind: np.array(own) for kind, own in by_kind.items()}))
    return results


def placebos_for(wording: Wording, after: FactSheet, instrument: Instrument, count: int, seed: int) -> list[Placebo]:
    """The same facts in other words, as many words changed as in `after`."""
    if not "".join(wording.sentences).strip():
        raise InputError("A fact sheet without a narrative has no wording to compare with. Give the facts as text.")
    kept = {span.of(after.narrative) for span in instrument.split(after.narrative)}
    near = {place for place, sentence in enumerate(wording.sentences) if sentence not in kept}
    size = change_size("".join(wording.sentences), after.narrative)
    return make_placebos(wording, near, max(1, size), count, seed)


def _asked(placebo: Placebo, before: FactSheet) -> Question:
    return Question(placebo.narrative, before.facts, placebo.sentences)
