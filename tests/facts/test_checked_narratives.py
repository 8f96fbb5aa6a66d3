"""The forty narratives checked by hand: nothing invented, and F1 for each fact type at its bar."""

from pathlib import Path

import pytest
from benchmarks.fact_scores import f1_by, judge, load_checked

from countercase.facts.extract import extract_facts


@pytest.mark.data
def test_nothing_is_invented_and_little_is_missed(data: Path) -> None:
    verdicts = [judge(checked, extract_facts(checked.text)) for checked in load_checked()]
    assert len(verdicts) == 40
    assert {verdict.id: verdict.wrong for verdict in verdicts if verdict.wrong} == {}
    for scores in f1_by(verdicts, by_type=True).values():
        assert scores["f1"] >= 0.85
