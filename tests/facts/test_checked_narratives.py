"""The narratives checked by hand: next to nothing invented, and F1 for each fact type at its bar."""

from pathlib import Path

import pytest
from benchmarks.fact_scores import FIRST_SET, SECOND_SET, f1_by, judge, load_checked

from countercase.facts.extract import extract_facts

# The second set has two words printed as one ("notice of motionfor"): a notice of motion is no notice.
_MISPRINTED = {"AILA_Q26": {"evidence notice"}}


@pytest.mark.data
@pytest.mark.parametrize(("answers", "count", "invented"), [(FIRST_SET, 40, {}), (SECOND_SET, 45, _MISPRINTED)])
def test_nothing_is_invented_and_little_is_missed(
    data: Path, answers: Path, count: int, invented: dict[str, set[str]]
) -> None:
    verdicts = [judge(checked, extract_facts(checked.text)) for checked in load_checked(answers)]
    assert len(verdicts) == count
    assert {verdict.id: verdict.wrong for verdict in verdicts if verdict.wrong} == invented
    for scores in f1_by(verdicts, by_type=True).values():
        assert scores["f1"] >= 0.85
