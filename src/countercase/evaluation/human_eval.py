"""Likert scores from legal experts: the sheet they fill, blind and with repeats, and what their answers say."""

import csv
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from countercase.errors import InputError, MissingExtra
from countercase.files import write_whole
from countercase.intervals import mean_interval

# The specification's wording for each score.
SCALES: Mapping[str, Mapping[int, str]] = {
    "clarity": {
        5: "Perfectly clear, easy to understand",
        4: "Clear with minor ambiguity",
        3: "Understandable but could be clearer",
        2: "Confusing in parts",
        1: "Incomprehensible",
    },
    "legal_accuracy": {
        5: "Legally precise and correct",
        4: "Mostly accurate, minor issues",
        3: "Partially accurate",
        2: "Contains significant legal errors",
        1: "Legally incorrect",
    },
    "usefulness": {
        5: "Highly useful for legal research",
        4: "Useful with minor improvements needed",
        3: "Somewhat useful",
        2: "Marginally useful",
        1: "Not useful at all",
    },
}
# Krippendorff's own advice on what may be concluded from an alpha.
BANDS = ((0.8, "reliable"), (0.667, "tentative conclusions only"), (-1.0, "not reliable"))
SAMPLES = 2000


@dataclass(frozen=True, slots=True)
class RatedExplanation:
    """An explanation to be judged. `system` is hidden from the annotator."""

    id: str
    question: str
    explanation: str
    system: str = ""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row as the annotator sees it; `code` says nothing about the item or its system."""

    code: str
    question: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One annotator's rows, and the key that leads from a code to its item; the key stays with the researcher."""

    annotator: str
    rows: tuple[SheetRow, ...]
    key: Mapping[str, str]


def make_sheets(items: Sequence[RatedExplanation], annotators: Sequence[str], repeats: float, seed: int) -> list[Sheet]:
    """A sheet for each annotator, each in an order of its own, with a share of the items twice."""
    if not items:
        raise InputError("There is no explanation to judge. Give at least one.")
    if not 0 <= repeats <= 1:
        raise InputError(f"The share of repeats is between 0 and 1, not {repeats}.")
    again = Random(seed).sample(list(items), round(repeats * len(items)))  # noqa: S311 (an order, not a secret)
    return [_sheet(annotator, [*items, *again], seed + place) for place, annotator in enumerate(annotators, start=1)]


def _sheet(annotator: str, items: Sequence[RatedExplanation], seed: int) -> Sheet:
    order = list(items)
    Random(seed).shuffle(order)  # noqa: S311
    codes = [f"{annotator}-{number:03d}" for number in range(1, len(order) + 1)]
    rows = tuple(SheetRow(code, item.question, item.explanation) for code, item in zip(codes, order, strict=True))
    return Sheet(annotator, rows, {code: item.id for code, item in zip(codes, order, strict=True)})


@dataclass(frozen=True, slots=True)
class AnnotatorScore:
    """One annotator's score of one row."""

    annotator: str
    code: str
    item: str
    scores: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ScaleSummary:
    """What the annotators say on one scale."""

    mean: float
    low: float
    high: float
    spread: Mapping[str, float]  # item -> standard deviation between annotators
    alpha: float | None  # Krippendorff's, ordinal; None where nobody judged what another judged
    band: str
    self_agreement: float | None  # share of repeated rows that got the same score twice; None without repeats


def summarise(judgments: Sequence[AnnotatorScore], seed: int = 0) -> dict[str, ScaleSummary]:
    """Each scale: mean over items with a bootstrap interval over items, agreement, and self-consistency."""
    if not judgments:
        raise InputError("No filled row was found. Fill the columns clarity, legal_accuracy and usefulness.")
    return {scale: _scale(scale, judgments, seed) for scale in SCALES}


def _scale(scale: str, judgments: Sequence[AnnotatorScore], seed: int) -> ScaleSummary:
    given: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for judgment in judgments:
        given[judgment.item][judgment.annotator].append(judgment.scores[scale])
    # A row judged twice by one annotator counts once, as its mean; alpha takes the first answer.
    means = {item: np.array([np.mean(values) for values in by.values()]) for item, by in given.items()}
    values = np.array([own.mean() for own in means.values()])
    low, high = mean_interval(values, SAMPLES, seed)
    alpha = krippendorff_alpha([{who: answers[0] for who, answers in by.items()} for by in given.values()])
    return ScaleSummary(
        float(values.mean()),
        float(low),
        float(high),
        {item: float(own.std(ddof=1)) if len(own) > 1 else 0.0 for item, own in means.items()},
        alpha,
        "not measurable" if alpha is None else next(name for floor, name in BANDS if alpha >= floor),
        _self_agreement(given.values()),
    )


def _self_agreement(given: Iterable[Mapping[str, Sequence[int]]]) -> float | None:
    pairs = [answers[0] == answers[1] for by in given for answers in by.values() if len(answers) > 1]
    return sum(pairs) / len(pairs) if pairs else None


def krippendorff_alpha(units: Sequence[Mapping[str, int]]) -> float | None:
    """Ordinal alpha over items, each with the score of each annotator who judged it; 1.0 where nobody ever differs."""
    try:
        import krippendorff
    except ModuleNotFoundError:
        raise MissingExtra("krippendorff", "evaluation") from None
    shared = [unit for unit in units if len(unit) > 1]
    if not shared:
        return None
    if len({score for unit in shared for score in unit.values()}) == 1:
        return 1.0  # the formula divides nought by nought here
    annotators = sorted({who for unit in shared for who in unit})
    table = [[unit.get(who, np.nan) for unit in shared] for who in annotators]
    return float(krippendorff.alpha(reliability_data=table, level_of_measurement="ordinal"))


# Annotation sheets as files: CSV and XLSX out, filled CSV or XLSX in; a bad cell is named by row and column.

COLUMNS = ("code", "question", "explanation", *SCALES, "remarks")
KEY_FILE = "key.json"
# A cell that starts like this is run as a formula by a spreadsheet.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def read_items(path: Path) -> list[RatedExplanation]:
    """Explanations from a JSON list of objects with id, question, explanation and, if there is one, system."""
    try:
        records = json.loads(path.read_text(encoding="utf-8"))
        return [RatedExplanation(**record) for record in records]
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
    codes = {code: item for sheet in sheets for code, item in sheet.key.items()}
    write_whole(key, json.dumps(codes, indent=1) + "\n", private=False)
    return [*written, key]


def safe_cell(text: str) -> str:
    """Text that no spreadsheet runs as a formula."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def read_judgments(files: Sequence[Path], key: Path) -> list[AnnotatorScore]:
    """Filled sheets of several annotators; a row with no score at all is passed over, a half-filled one is an error."""
    try:
        items: Mapping[str, str] = json.loads(key.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"The key {key} cannot be read: {error}. It was written beside the sheets.") from None
    return [judgment for file in files for judgment in _judgments(file, items)]


def _judgments(file: Path, items: Mapping[str, str]) -> Iterator[AnnotatorScore]:
    for number, row in _rows(file):
        code = (row.get("code") or "").strip()
        cells = {scale: str(row.get(scale) or "").strip() for scale in SCALES}
        if not any(cells.values()):
            continue
        if code not in items:
            raise InputError(f"{file}, row {number}, column code: {code!r} is not in the key. Do not change the codes.")
        scores = {scale: _score(file, number, scale, cell) for scale, cell in cells.items()}
        yield AnnotatorScore(file.stem, code, items[code], scores)


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
