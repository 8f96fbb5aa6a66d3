"""Whose age, count, weight or term it is: the number of another person draws no line, and no side is mistaken.

`sides` in the table lists the sides on which a provision draws lines for the text; it is empty if it draws none.
"""

import csv
from pathlib import Path

import pytest

from countercase.facts.lines import read_lines

with (Path(__file__).parent / "line_owners.csv").open(encoding="utf-8", newline="") as file:
    ROWS = [(row["provision"], set(row["sides"].split()), row["text"]) for row in csv.DictReader(file)]


@pytest.mark.parametrize(("provision", "sides", "text"), ROWS)
def test_a_number_belongs_to_its_person(provision: str, sides: set[str], text: str) -> None:
    lines = read_lines(text)
    drawn = {
        line.stands.value
        for line in lines
        if provision in {name for other in line.provisions for name in (other.id, other.base)}
    }
    assert drawn == sides
