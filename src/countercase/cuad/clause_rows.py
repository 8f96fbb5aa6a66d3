"""Reads `master_clauses.csv`. A row that cannot be used is an error of that row; the run goes on."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from countercase.cuad.columns import CLAUSES
from countercase.errors import InputError

FILE_NAME = "master_clauses.csv"


@dataclass(frozen=True, slots=True)
class ClauseRow:
    """A contract of the CSV: its number from 1, its file name, and its cells by column."""

    number: int
    csv_name: str
    cells: dict[str, str]

    @property
    def document_name(self) -> str:
        """What the annotators call the contract."""
        return self.cells.get("Document Name-Answer", "")


def read_clause_rows(source: Path) -> Iterator[ClauseRow]:
    """The rows in order; a cell that a short row lacks is empty."""
    path = source / FILE_NAME
    # the csv module would stop the whole run at a long cell; the parser of cells has its own limit, for that cell alone
    before = csv.field_size_limit(2**31 - 1)
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream, restval="")
            missing = {"Filename", *(clause.column for clause in CLAUSES)} - set(reader.fieldnames or ())
            if missing:
                raise InputError(f"{path} is not CUAD v1: it has no column {sorted(missing)[0]!r}.")
            for number, row in enumerate(reader, start=1):
                cells = {name: cell for name, cell in row.items() if isinstance(name, str)}
                yield ClauseRow(number, cells["Filename"], cells)
    except FileNotFoundError:
        raise InputError(f"There is no {FILE_NAME} in {source}. Give the folder of CUAD v1, or download it.") from None
    except (csv.Error, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as CSV: {error}.") from None
    finally:
        csv.field_size_limit(before)
