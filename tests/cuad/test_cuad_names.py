"""File names of the CSV and of the folder, which do not always agree."""

import unicodedata
from pathlib import Path

import pytest

from countercase.cuad.titles import FileNames, NameMatch, letters

FILES = ["Plain Agreement.txt", "A_B Deal.txt", "Space - Deal.txt", "LECLANCHÉ S.A..txt", "Twin-1.txt", "Twin 1.txt"]


@pytest.mark.parametrize(
    ("csv_name", "file", "how"),
    [
        ("Plain Agreement.pdf", "Plain Agreement.txt", "exact"),
        ("Plain Agreement.PDF", "Plain Agreement.txt", "exact"),
        (unicodedata.normalize("NFD", "LECLANCHÉ S.A..pdf"), "LECLANCHÉ S.A..txt", "unicode"),
        ("A&B Deal.pdf", "A_B Deal.txt", "letters"),
        ("Space - Deal .PDF", "Space - Deal.txt", "letters"),
        ("A'B Deal.PDF'", "A_B Deal.txt", "letters"),
        ("Twin_1.pdf", None, "ambiguous"),
        ("Gone.pdf", None, "missing"),
    ],
)
def test_how_a_name_is_matched(csv_name: str, file: str | None, how: str) -> None:
    match = FileNames(FILES).match(csv_name)
    assert (match.file, match.how) == (file, how)


def test_letters_are_ascii_and_without_the_ending() -> None:
    assert letters("LECLANCHÉ, S.A. - No 7 .PDF'") == "leclanchesano7"


def test_all_510_names_are_matched(data: Path) -> None:
    from countercase.cuad.generate import read_clause_rows

    source = data / "contracts" / "cuad_v1"
    names = FileNames(path.name for path in (source / "full_contract_txt").iterdir())
    matches: list[NameMatch] = [names.match(row.csv_name) for row in read_clause_rows(source)]
    hows = [match.how for match in matches]
    assert {how: hows.count(how) for how in set(hows)} == {"exact": 498, "unicode": 1, "letters": 11}
    assert len({match.file for match in matches}) == 510
