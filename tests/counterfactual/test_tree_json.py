"""A tree goes to JSON and comes back the same; what is no tree is refused with the place."""

import json
from typing import Any

import pytest
from tests.counterfactual.small_matter import STABBING, options, tools

from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.tree import Growth, grow, resume
from countercase.counterfactual.tree_json import TreeModel, from_json, to_json
from countercase.counterfactual.verdict import EdgeEvidence
from countercase.domain.facts import FactSheet
from countercase.errors import InputError
from countercase.evaluation.counterfactual_eval import read_tree


class Sheets:
    """Stands in for the fact module: keeps the sheets and writes their narratives."""

    def __init__(self) -> None:
        self.kept: dict[str, FactSheet] = {}

    def to_json(self, sheet: FactSheet) -> dict[str, Any]:
        self.kept[sheet.narrative] = sheet
        return {"narrative": sheet.narrative}

    def from_json(self, content: Any) -> FactSheet:
        return self.kept[content["narrative"]]


SEEN = EdgeEvidence(0.4, 0.95, 0.05, 0.04, 0.3, 0.5, 19, 0.1, 0.35)


def run_of(growth: Growth) -> WhatIf:
    return WhatIf("matter", "A matter", growth, {}, lambda fact: fact.kind.value, {1: SEEN})


@pytest.fixture
def sheets() -> Sheets:
    return Sheets()


def test_the_tree_comes_back(sheets: Sheets) -> None:
    growth = grow(STABBING, tools(), options(max_nodes=9), 3)
    content = json.loads(json.dumps(to_json(run_of(growth), sheets.to_json)))
    back = from_json(content, sheets.from_json)
    assert back.growth == growth
    assert (back.case_id, back.evidence) == ("matter", {1: SEEN})
    assert resume(back.growth, tools()) == resume(growth, tools())


def test_the_evaluation_reads_it(sheets: Sheets, tmp_path: Any) -> None:
    growth = grow(STABBING, tools(), options(max_depth=1, max_children=8), 3)
    path = tmp_path / "tree.json"
    path.write_text(json.dumps(to_json(run_of(growth), sheets.to_json)))
    reading = read_tree(path)
    assert reading.case_id == "matter"
    assert len(reading.sensitivity) == 4
    assert list(reading.controlled.values()) == [True]
    assert reading.validation.accepted == growth.counts.accepted


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, "format"),
        ({"k": "ten"}, "k:"),
        ({"nodes": []}, "it has no nodes"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_is_no_tree_is_refused_with_the_place(sheets: Sheets, change: dict[str, Any], message: str) -> None:
    content = to_json(run_of(grow(STABBING, tools(), options(max_depth=1), 3)), sheets.to_json)
    with pytest.raises(InputError, match=message):
        from_json(content | change, sheets.from_json)


def test_a_child_before_its_parent_is_refused(sheets: Sheets) -> None:
    content = to_json(run_of(grow(STABBING, tools(), options(max_depth=1), 3)), sheets.to_json)
    content["nodes"][1]["parent"] = 3
    with pytest.raises(InputError, match="needs a parent before it"):
        from_json(content, sheets.from_json)


def test_the_schema_names_every_field() -> None:
    schema = TreeModel.model_json_schema()
    assert {"case_id", "nodes", "sensitivity", "controlled", "validation"} <= set(schema["properties"])
