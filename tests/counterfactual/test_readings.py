"""Three readings of a change: in law, the list, measured; and one headline from all three."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from countercase.counterfactual.propose import Proposer
from countercase.counterfactual.result import (
    NOT_CHANGED,
    NOT_SHOWN,
    MeasuredVerdict,
    WhatIf,
    headline,
    readings,
)
from countercase.counterfactual.tree import TreeTools, grow
from countercase.counterfactual.tree_json import from_json, to_json
from countercase.counterfactual.validator import Validator
from countercase.counterfactual.verdict import EdgeEvidence, MeasuredSupport
from countercase.domain.case import CaseId
from countercase.domain.facts import FactSheet, FactType
from countercase.domain.perturbation import LawEffect
from countercase.facts import sheet_json
from countercase.facts.edit import edit
from countercase.facts.extract import extract_facts
from countercase.facts.words import describe
from countercase.settings import CounterfactualSettings

MATTER = (
    "The accused gave a cheque for Rs 2,00,000 dated 2 January 2023. It was returned unpaid and the complainant learnt "
    "of this on 24 February 2023. The notice of demand was sent on 29 March 2023. Nothing was paid. The complaint "
    "under Section 138 of the Negotiable Instruments Act was filed on 10 May 2023. No receipt for the loan was given."
)
OUTCOMES = {CaseId("a"): "allowed", CaseId("b"): "dismissed", CaseId("c"): "allowed"}
FAR = EdgeEvidence(0.4, 0.95, 0.01, 0.01, 0.3, 0.5, 63, 0.1, 0.35)
KNOWN = MeasuredSupport(apart=True, weighed=True, before=60, after=60, in_law=False)
NEAR = EdgeEvidence(0.1, 0.2, 0.9, 0.9, 0.0, 0.2, 63, 0.1, 0.35, KNOWN)


def ranked(sheets: Sequence[FactSheet]) -> list[tuple[CaseId, ...]]:
    """Two cases, other ones for a text that was changed."""
    return [(CaseId("a"), CaseId("b")) if sheet.narrative == MATTER else (CaseId("a"), CaseId("c")) for sheet in sheets]


@pytest.fixture(scope="module")
def run() -> WhatIf:
    sheet = extract_facts(MATTER)
    tools = TreeTools(ranked, edit, Proposer(sheet), Validator())
    growth = grow(sheet, tools, CounterfactualSettings(max_depth=1, max_children=8), 2)
    return WhatIf("m", "A cheque", growth, {}, describe, outcomes=OUTCOMES)


def measured(run: WhatIf, evidence: EdgeEvidence) -> WhatIf:
    return replace(run, evidence={node.id: evidence for node in run.tree.nodes[1:]})


def test_the_late_notice_comes_first_and_crosses_a_line(run: WhatIf) -> None:
    first = readings(run)[0]
    assert (first.law.effect, first.law.provision) == (LawEffect.CROSSES, "NI-138")
    assert [span.of(MATTER) for span in first.spans] == ["24 February 2023", "29 March 2023"]  # the period between them


def test_the_list_says_who_leaves_and_how_the_outcomes_shift(run: WhatIf) -> None:
    shown = readings(run)[0].list
    assert (shown.left, shown.entered) == (("b",), ("c",))
    assert shown.outcomes_before == {"allowed": 1, "dismissed": 1}
    assert shown.outcomes_after == {"allowed": 2}


def test_what_matters_in_law_is_never_said_not_to_matter(run: WhatIf) -> None:
    for reading in readings(measured(run, NEAR)):
        if reading.law.effect is not LawEffect.NONE_KNOWN:
            assert reading.measured.verdict is MeasuredVerdict.CANNOT_BE_TOLD
            assert reading.measured.why in {NOT_SHOWN, NOT_CHANGED}
        else:
            assert reading.measured.verdict is MeasuredVerdict.DOES_NOT_DEPEND


def test_what_beats_its_placebos_is_said_to_matter(run: WhatIf) -> None:
    found = readings(measured(run, FAR))
    assert found[0].measured.verdict is MeasuredVerdict.DEPENDS


def test_a_change_that_could_not_be_written_is_not_measured(run: WhatIf) -> None:
    for reading in readings(measured(run, FAR)):
        change = run.tree.nodes[reading.node].perturbation
        if change is not None and change.is_supposed and not change.edits:
            assert reading.measured.why == NOT_CHANGED


def test_one_headline_from_all_three(run: WhatIf) -> None:
    words = headline(measured(run, FAR))
    assert words.startswith("In law the matter turns first on the days from information of dishonour to notice")
    assert "the list moves most if" in words
    assert "measured on these cases" in words
    assert "ispositive" not in words


def test_a_tree_of_lines_and_ingredients_comes_back_from_json(run: WhatIf) -> None:
    content = json.loads(json.dumps(to_json(measured(run, NEAR), sheet_json.to_json)))
    back = from_json(content, sheet_json.from_json)
    assert back.growth.tree == run.tree
    assert [change["law"]["effect"] for change in content["changes"]] == [
        reading.law.effect.value for reading in readings(run)
    ]


def test_an_older_tree_without_the_new_fields_is_still_read(run: WhatIf) -> None:
    content = json.loads(json.dumps(to_json(run, sheet_json.to_json)))
    content["nodes"] = content["nodes"][:1]
    for name in ("changes", "headline", "outcomes"):
        del content[name]
    assert from_json(content, sheet_json.from_json).growth.tree.root.sheet == run.tree.root.sheet


def test_a_line_is_scored_as_a_number(run: WhatIf) -> None:
    change = run.tree.nodes[1].perturbation
    assert change is not None
    assert change.fact_type is FactType.NUMERICAL
