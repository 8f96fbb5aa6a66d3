"""Annotation sheets as files: CSV and XLSX out, filled CSV or XLSX in; a bad cell is named by row and column."""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from countercase.errors import InputError, MissingExtra
from countercase.evaluation.human_eval import SCALES, Item, Judgment, Sheet

COLUMNS = ("code", "question", "explanation", *SCALES, "remarks")
KEY_FILE = "key.json"
# A cell that starts like this is run as a formula by a spreadsheet.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def read_items(path: Path) -> list[Item]:
    """Explanations from a JSON list of objects with id, question, explanation and, if there is one, system."""
    try:
        records = json.loads(path.read_text(encoding="utf-8"))
        return [Item(**record) for record in records]
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, TypeError) as error:
        raise InputError(f"{path} is not a JSON list of objects with id, question, explanation: {error}.") from None


def write_sheets(sheets: Sequence[Sheet], folder: Path) -> list[Path]:
    """A CSV and an XLSX for each annotator, the scales on a page of their own, and the key."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for sheet in sheets:
        rows = [[safe_cell(cell) for cell in (row.code, row.question, row.explanation)] for row in sheet.rows]
        blank = [""] * (len(COLUMNS) - 3)
        table = [list(COLUMNS), *([*row, *blank] for row in rows)]
        written += [
            _write_csv(folder / f"{sheet.annotator}.csv", table),
            _write_xlsx(folder / f"{sheet.annotator}.xlsx", table),
        ]
    key = folder / KEY_FILE
    key.write_text(json.dumps({code: item for sheet in sheets for code, item in sheet.key.items()}, indent=1) + "\n")
    return [*written, key]


def safe_cell(text: str) -> str:
    """Text that no spreadsheet runs as a formula."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def read_judgments(files: Sequence[Path], key: Path) -> list[Judgment]:
    """Filled sheets of several annotators; a row with no score at all is passed over, a half-filled one is an error."""
    try:
        items: Mapping[str, str] = json.loads(key.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"The key {key} cannot be read: {error}. It was written beside the sheets.") from None
    return [judgment for file in files for judgment in _judgments(file, items)]


def _judgments(file: Path, items: Mapping[str, str]) -> Iterator[Judgment]:
    for number, row in _rows(file):
        code = (row.get("code") or "").strip()
        cells = {scale: str(row.get(scale) or "").strip() for scale in SCALES}
        if not any(cells.values()):
            continue
        if code not in items:
            raise InputError(f"{file}, row {number}, column code: {code!r} is not in the key. Do not change the codes.")
        scores = {scale: _score(file, number, scale, cell) for scale, cell in cells.items()}
        yield Judgment(file.stem, code, items[code], scores)


def _score(file: Path, number: int, scale: str, cell: str) -> int:
    if cell not in {"1", "2", "3", "4", "5"}:
        raise InputError(f"{file}, row {number}, column {scale}: {cell!r} is not a whole number from 1 to 5.")
    return int(cell)


def _rows(file: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    table = _read_xlsx(file) if file.suffix.lower() == ".xlsx" else _read_csv(file)
    if not table:
        raise InputError(f"{file} is empty.")
    header = [str(cell or "").strip().lower() for cell in table[0]]
    missing = [name for name in ("code", *SCALES) if name not in header]
    if missing:
        raise InputError(f"{file} has no column {missing[0]!r}. Its first row must be: {', '.join(COLUMNS)}.")
    for number, row in enumerate(table[1:], start=2):
        yield number, dict(zip(header, row, strict=False))


def _read_csv(file: Path) -> list[list[str]]:
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            return list(csv.reader(stream))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{file} cannot be read as CSV: {error}.") from None


def _write_csv(path: Path, table: Sequence[Sequence[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(table)
    return path


def _openpyxl() -> Any:
    try:
        import openpyxl
    except ModuleNotFoundError:
        raise MissingExtra("openpyxl", "evaluation") from None
    return openpyxl


def _read_xlsx(file: Path) -> list[list[Any]]:
    from zipfile import BadZipFile

    try:
        book = _openpyxl().load_workbook(file, read_only=True, data_only=True)
    except (OSError, BadZipFile, KeyError) as error:
        raise InputError(f"{file} cannot be read as XLSX: {error}.") from None
    return [list(row) for row in book.worksheets[0].iter_rows(values_only=True)]


def _write_xlsx(path: Path, table: Sequence[Sequence[str]]) -> Path:
    book = _openpyxl().Workbook()
    sheet = book.active
    sheet.title = "Explanations"
    for row in table:
        sheet.append(list(row))
    for letter, width in zip("ABCDEFG", (14, 50, 90, 12, 16, 14, 40), strict=True):
        sheet.column_dimensions[letter].width = width
    scales = book.create_sheet("Scales")
    for scale, meanings in SCALES.items():
        for score, meaning in meanings.items():
            scales.append([scale, score, meaning])
    book.save(path)
    return path
