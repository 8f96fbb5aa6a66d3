"""Limits that still run: the line counts to today and names the last day."""

import pytest

from countercase.facts.lines import read_lines
from countercase.facts.lines.learned_events import read_events
from countercase.models.clause_matcher import built_in_matcher

AWARD = (
    "MACT award dated 12.12.2023 gave Rs 42 lakh under section 166 for the death of her husband in a truck accident of"
    " 23.9.2021. "
)


def says(text: str, provision: str) -> str | None:
    lines = read_lines(text, events=read_events(text, built_in_matcher()))
    return next((line.says for line in lines if provision in {each.id for each in line.provisions}), None)


@pytest.mark.parametrize(
    "plan",
    [
        "We want to appeal; today is 4.3.2024.",
        "The client wishes to file an appeal. Today is 4.3.2024.",
        "The appeal is yet to be filed. Today: 4.3.2024.",
        "Can we still file an appeal? Today is 4.3.2024.",
        "Is there time to file the appeal? Today is 4.3.2024.",
        "The appeal under section 173 has not yet been filed. Today is 4.3.2024.",
    ],
)
def test_what_is_yet_to_be_filed_has_its_last_day(plan: str) -> None:
    assert says(AWARD + plan, "MV-173(1)") == (
        "Day 83 of 90 (award 12 December 2023, appeal 4 March 2024). Not filed yet: the last day is 11 March 2024."
    )


def test_the_days_for_a_copy_move_the_last_day() -> None:
    copy = "The certified copy was applied for on 20.12.2023 and received on 27.12.2023. "
    line = says(AWARD + copy + "We want to appeal; today is 4.3.2024.", "MV-173(1)")
    assert line is not None
    assert line.endswith("the last day is 19 March 2024.")


def test_a_limit_that_has_run_out_says_so() -> None:
    line = says(AWARD + "We want to appeal; today is 20.3.2024.", "MV-173(1)")
    assert line is not None
    assert "Not filed yet, and the last day was 11 March 2024." in line


@pytest.mark.parametrize(
    "text",
    [
        "Today is 4.3.2024.",  # nobody speaks of an appeal
        "We want to appeal.",  # no day is given
        "The insurer wants to appeal and the owner has decided to file a suit. Today is 4.3.2024.",  # which of the two?
    ],
)
def test_without_a_day_and_one_step_nothing_is_counted(text: str) -> None:
    assert says(AWARD + text, "MV-173(1)") is None


def test_an_appeal_that_was_filed_is_counted_to_its_own_day() -> None:
    line = says(AWARD + "The appeal was filed on 1.3.2024. He wants to appeal too. Today is 4.3.2024.", "MV-173(1)")
    assert line is not None
    assert "appeal 1 March 2024" in line
