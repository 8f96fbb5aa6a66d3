"""A cell is a flat list of strings; anything else is refused, and refused soon."""

import ast
import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.cuad.clauses import CLAUSES
from countercase.cuad.generate import CellError, parse_quotes


@given(st.lists(st.text()))
def test_what_python_writes_is_read_back(quotes: list[str]) -> None:
    assert parse_quotes(repr(quotes)) == tuple(quotes)


@pytest.mark.parametrize(
    ("cell", "quotes"),
    [
        ("[]", ()),
        (" [ 'a' , \"it's\", ] ", ("a", "it's")),
        (r"['line\nbreak', 'quote \' and \\']", ("line\nbreak", "quote ' and \\")),
        (r"['\x41\u00e9\U0001F600']", ("Aé😀",)),
        ("['[nested] looking']", ("[nested] looking",)),
    ],
)
def test_lists_of_strings(cell: str, quotes: tuple[str, ...]) -> None:
    assert parse_quotes(cell) == quotes


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("", "a list should start at character 0"),
        ("nan", "a list should start at character 0"),
        ("'text'", "a list should start"),
        ("['a'", "a comma or the end of the list should be at character 4"),
        ("['a' 'b']", "a comma or the end of the list should be at character 5"),
        ("['a'] + []", "something follows the list at character 5"),
        ("[['a']]", "a string should start at character 1"),
        ("[1]", "a string should start"),
        ("['a]", "the string at character 1 does not end"),
        ("['a\nb']", "does not end"),
        (r"['\q']", r"the escape \q at character 2"),
        (r"['\x4']", "is not a character"),
        (r"['\U00110000']", "is not a character"),
        ("['a', , 'b']", "a string should start"),
    ],
)
def test_anything_else_says_what_is_wrong_and_where(cell: str, why: str) -> None:
    with pytest.raises(CellError) as raised:
        parse_quotes(cell)
    assert why in str(raised.value)


def test_a_cell_beyond_the_limits_is_refused() -> None:
    with pytest.raises(CellError, match="more than 10000 quotes"):
        parse_quotes("[" + "'a'," * 1_000_000 + "]")
    with pytest.raises(CellError, match="more than 5000000"):
        parse_quotes("['" + "a" * 5_000_001 + "']")
    with pytest.raises(CellError, match="a string should start at character 1"):
        parse_quotes("[" * 100_000)


def test_reads_every_cell_of_the_real_file_as_python_does(data: Path) -> None:
    with (data / "contracts" / "cuad_v1" / "master_clauses.csv").open(encoding="utf-8", newline="") as stream:
        cells = [row[clause.column] for row in csv.DictReader(stream) for clause in CLAUSES]
    assert len(cells) == 510 * 41
    assert all(list(parse_quotes(cell)) == ast.literal_eval(cell) for cell in cells)
