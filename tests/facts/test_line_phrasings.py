"""Every rule of the line tables, in several hands and on both sides: each row of the two tables is one way to say it.

`{d}` in a text is the date, the period or the number that decides; `within` and `crossed` give it one for each side.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from countercase.domain.checklist import LawLine, Stands
from countercase.facts.lines import read_lines
from countercase.law.tables import periods

_HERE = Path(__file__).parent


def rows(name: str) -> Iterator[Any]:
    """Each row of a table on both of its sides."""
    with (_HERE / name).open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            for stands in Stands:
                text = row["text"].replace("\\n", "\n").replace("{d}", row[stands.value])
                name_of_row = row.get("rule") or row["provision"]
                yield pytest.param(name_of_row, stands, text, id=f"{number}-{name_of_row}-{stands.value}")


def is_of(line: LawLine, provision: str) -> bool:
    """Whether a line is drawn by a provision, or by any clause of a section named alone."""
    return any(other.id == provision or ("(" not in provision and other.base == provision) for other in line.provisions)


@pytest.mark.parametrize(("rule", "stands", "text"), list(rows("line_phrasings.csv")))
def test_a_period_is_read_on_its_side(rule: str, stands: Stands, text: str) -> None:
    assert {line.stands for line in read_lines(text) if line.rule == rule} == {stands}


@pytest.mark.parametrize(("provision", "stands", "text"), list(rows("line_numbers.csv")))
def test_a_number_is_read_on_its_side(provision: str, stands: Stands, text: str) -> None:
    assert {line.stands for line in read_lines(text) if is_of(line, provision)} == {stands}


def test_nearly_every_period_has_phrasings() -> None:
    with (_HERE / "line_phrasings.csv").open(encoding="utf-8", newline="") as file:
        with_phrasings = {row["rule"] for row in csv.DictReader(file)}
    without = {rule.id for rule in periods.all()} - with_phrasings
    assert len(without) < len(periods.all()) / 6, sorted(without)
