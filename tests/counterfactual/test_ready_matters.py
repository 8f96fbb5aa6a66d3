"""The ready matters as a user meets them: what is offered first, and what is said of it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from countercase.corpus.builtin import builtin_matters
from countercase.counterfactual.propose import Proposer
from countercase.counterfactual.result import MeasuredVerdict, WhatIf, headline, readings
from countercase.counterfactual.tree import TreeTools, grow
from countercase.counterfactual.tree_json import to_json
from countercase.counterfactual.validator import Validator
from countercase.counterfactual.verdict import EdgeEvidence, MeasuredSupport
from countercase.domain.case import CaseId
from countercase.domain.facts import FactSheet
from countercase.domain.perturbation import LawEffect
from countercase.facts import sheet_json
from countercase.facts.edit import edit
from countercase.facts.extract import extract_facts
from countercase.facts.words import describe
from countercase.settings import CounterfactualSettings

MATTERS = {matter.id: matter.text for matter in builtin_matters()}
WEIGHED = MeasuredSupport(apart=True, weighed=True, before=60, after=60, in_law=False)
# Evidence that a change moves the cases no further than neutral edits do.
NEUTRAL = EdgeEvidence(0.1, 0.2, 0.9, 0.9, 0.0, 0.2, 63, 0.1, 0.35, WEIGHED)


def same_list(sheets: Sequence[FactSheet]) -> list[tuple[CaseId, ...]]:
    return [(CaseId("a"), CaseId("b")) for _ in sheets]


@cache
def run_of(matter: str) -> WhatIf:
    """The first level of a ready matter's tree; the measurement finds nothing anywhere."""
    sheet = extract_facts(MATTERS[matter])
    tools = TreeTools(same_list, edit, Proposer(sheet), Validator())
    growth = grow(sheet, tools, CounterfactualSettings(max_depth=1, max_children=8), 2)
    run = WhatIf(matter, matter, growth, {}, describe)
    return replace(run, evidence={node.id: NEUTRAL for node in run.tree.nodes[1:]})


@pytest.mark.parametrize("matter", MATTERS)
def test_the_first_level_has_changes_that_matter_in_law(matter: str) -> None:
    effects = [reading.law.effect for reading in readings(run_of(matter))]
    assert effects.count(LawEffect.NONE_KNOWN) <= 1
    assert len(effects) > effects.count(LawEffect.NONE_KNOWN)


@pytest.mark.parametrize("matter", MATTERS)
def test_no_change_that_matters_in_law_is_said_not_to_matter(matter: str) -> None:
    for reading in readings(run_of(matter)):
        if reading.law.effect is not LawEffect.NONE_KNOWN:
            assert reading.measured.verdict is not MeasuredVerdict.DOES_NOT_DEPEND


@pytest.mark.parametrize("matter", MATTERS)
def test_every_node_of_the_file_carries_its_three_readings(matter: str) -> None:
    run = run_of(matter)
    data = to_json(run, sheet_json.to_json)
    assert data["headline"] == headline(run)
    for node in data["nodes"][1:]:
        assert {"law", "list", "measured"} <= set(node["readings"])


@pytest.mark.parametrize("matter", MATTERS)
def test_no_two_changes_write_the_same_words(matter: str) -> None:
    sheet = extract_facts(MATTERS[matter])
    written = [
        frozenset(node.perturbation.edits)
        for node in run_of(matter).tree.nodes[1:]
        if node.perturbation is not None and node.perturbation.edits
    ]
    assert sheet.narrative
    assert len(written) == len(set(written))
