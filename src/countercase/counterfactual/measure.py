"""Reads every change of a tree against its placebos, in one pass over all the questions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from countercase.counterfactual.edge_evidence import EdgeEvidence
from countercase.counterfactual.effects import Effect, change_of_z, changes, effect
from countercase.counterfactual.instrument import Instrument, Question
from countercase.counterfactual.placebo import change_size, changed_spans, make_placebos
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
    """Effects before any verdict: |change of z| case by case, and one number for each placebo."""

    effect: Effect
    moved: Array
    placebos: Array


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
    groups = [[Question.of(after), *placebo_questions(before, after, instrument, count, seed)] for after in afters]
    root, *rows = _rows(instrument, [Question.of(before), *(question for group in groups for question in group)])
    results = []
    for group in groups:
        own, rows = rows[: len(group)], rows[len(group) :]
        moved = effect(root, own[0], instrument.case_ids), changes(root, own[0])
        results.append(Raw(*moved, np.array([change_of_z(root, row) for row in own[1:]])))
    return results


def placebo_questions(
    before: FactSheet, after: FactSheet, instrument: Instrument, count: int, seed: int
) -> list[Question]:
    """The same facts in other words, as many words changed as between the two sheets."""
    if not before.narrative.strip():
        raise InputError("A fact sheet without a narrative has no wording to compare with. Give the facts as text.")
    facts = [span for fact in before.facts for span in fact.spans]
    made = make_placebos(
        before.narrative,
        facts,
        changed_spans(before.narrative, after.narrative),
        max(1, change_size(before.narrative, after.narrative)),
        count,
        seed,
        instrument.split,
    )
    return [Question(placebo.narrative, before.facts) for placebo in made]


def _rows(instrument: Instrument, questions: Sequence[Question]) -> list[Array]:
    return [row for block in instrument.blocks(questions) for row in block]
