"""Fact sheets as JSON: they survive the round trip, and a wrong field is refused with its path."""

import json
from typing import Any

import pytest

from countercase.domain.case import Outcome
from countercase.domain.facts import FactSheet
from countercase.errors import FactSheetError
from countercase.facts.extract import extract_facts
from countercase.facts.sheet_json import from_json, to_json

TEXT = (
    "The respondent Bank sued the tenant, a minor, on 12.03.2019 under Section 138 of the Negotiable Instruments Act, "
    "1881. His brother was stabbed with a knife and died; the alleged confession was recorded after 3 days."
)


def test_a_sheet_survives_the_round_trip() -> None:
    sheet = extract_facts(TEXT)
    sheet = FactSheet(sheet.narrative, sheet.facts, Outcome.ALLOWED)
    assert {fact.kind.value for fact in sheet.facts} == {
        "party", "role", "number", "provision", "relation", "act", "instrument", "result", "evidence",
    }  # fmt: skip
    assert from_json(json.loads(json.dumps(to_json(sheet)))) == sheet


def test_a_sheet_may_be_written_by_hand() -> None:
    fact = {"kind": "evidence", "item": "dying declaration", "status": "absent"}
    sheet = from_json({"narrative": "He was tried.", "facts": [fact]})
    assert sheet.facts[0].found_by == "user"


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ({"kind": "evidence", "item": "dying declaraton"}, r"facts\[0\]\.item: .* Did you mean 'dying declaration'"),
        ({"kind": "evidence", "item": "FIR", "status": "gone"}, r"facts\[0\]\.status: .*'present', 'absent'"),
        ({"kind": "weapon", "item": "axe"}, r"facts\[0\]\.kind: not allowed. Allowed: provision, party"),
        ({"kind": "role", "role": "minor", "age": 3}, r"facts\[0\]\.age: there is no such field"),
        ({"kind": "provision", "provision": "IPC-999"}, r"facts\[0\]\.provision: .*ends at 511"),
        ({"kind": "act", "act": "stabbing", "spans": [[0, 99]]}, r"facts\[0\]\.spans\[0\]: \[0, 99\] is not inside"),
        ({"kind": "act", "act": "stabbing", "confidence": 2}, r"facts\[0\]\.confidence: .*less than or equal to 1"),
        ({"kind": "act", "act": "stabbing", "spans": [[0, 2]], "quotes": ["She"]}, r"facts\[0\]\.quotes: "),
        ({"kind": "act", "act": "stabbing", "type": "Section"}, r"facts\[0\]\.type: "),
        ({"kind": "number", "quantity": "age", "value": 3, "unit": "kg"}, r"facts\[0\]\.unit: 'kg' is not a unit"),
        ({"kind": "number", "quantity": "date", "value": 3, "unit": "years"}, r"facts\[0\]\.unit: .*Allowed: day"),
        ({"kind": "number", "quantity": "age", "unit": "years"}, r"facts\[0\]\.value: Field required"),
    ],
)
def test_a_wrong_field_is_refused_with_its_path(fact: dict[str, Any], message: str) -> None:
    with pytest.raises(FactSheetError, match=message):
        from_json({"narrative": "He was tried.", "facts": [fact]})


def test_a_sheet_without_a_narrative_is_refused() -> None:
    with pytest.raises(FactSheetError, match="narrative: Field required"):
        from_json({"facts": []})
