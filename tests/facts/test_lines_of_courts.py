"""What a court may do: the sentence it passes, the police custody it gives, the arrest it must allow.

Each row of the table is a text, a rule and the only line that it draws; without a value, it draws none.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from countercase.facts.lines import read_lines


def _rows() -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    with (Path(__file__).parent / "lines_of_courts.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield row["text"], row["rule"], [(row["value"], row["stands"])] if row["value"] else []


@pytest.mark.parametrize(("narrative", "rule", "expected"), list(_rows()))
def test_a_line_is_drawn_on_its_side(narrative: str, rule: str, expected: list[tuple[str, str]]) -> None:
    drawn = [line for line in read_lines(narrative) if line.rule.startswith(rule)]
    assert [(line.value, line.stands.value) for line in drawn] == expected


def test_sections_of_a_case_of_a_cheque_are_no_riot() -> None:
    narrative = "138 case, cheque of 2013 dishonoured, tried summarily (S. 143). Sentence S.I. 18 months."
    assert not [line for line in read_lines(narrative) if line.provision.act == "IPC"]


def test_a_death_on_the_fifth_day_is_not_counted_from_the_marriage() -> None:
    narrative = "306 IPC. Married 30.11.2009. She set herself alight and died of septicaemia on the 5th day."
    assert not [line for line in read_lines(narrative) if line.value == "5 days"]
