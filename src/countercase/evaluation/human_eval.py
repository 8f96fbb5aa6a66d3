"""Likert scores from legal experts: blind sheets with repeats for them to fill in, and the evaluation of their answers.

A blank cell is missing data. A row that an annotator scored twice (a repeat) counts once, as the mean of the two;
agreement between annotators uses the first of the two.
"""

import csv
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from countercase.errors import InputError, MissingExtra
from countercase.evaluation.formats import safe_cell
from countercase.files import read_utf8, whole_file, write_whole
from countercase.significance import PairedDifference, compare, holm, mean_interval

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
# Krippendorff's advice on what may be concluded from an alpha.
BANDS = ((0.8, "reliable"), (0.667, "tentative conclusions only"), (-1.0, "not reliable"))
SAMPLES = 2000


@dataclass(frozen=True, slots=True)
class RatedExplanation:
    """An explanation to be scored. `system` is hidden from the annotator."""

    id: str
    question: str
    explanation: str
    system: str = ""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row as the annotator sees it; `code` reveals nothing about the item or its system."""

    code: str
    question: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One annotator's rows, and the key that maps a code to its item, which stays with the researcher."""

    annotator: str
    rows: tuple[SheetRow, ...]
    key: Mapping[str, str]


def make_sheets(items: Sequence[RatedExplanation], annotators: Sequence[str], repeats: float, seed: int) -> list[Sheet]:
    """One sheet per annotator, each in its own order, with a share of the items appearing twice."""
    if not items:
        raise InputError("There is no explanation to score. Give at least one.")
    if not 0 <= repeats <= 1:
        raise InputError(f"The share of repeats is {repeats}. Give a number from 0 to 1.")
    if len(set(annotators)) < len(annotators):
        raise InputError("Two annotators have the same name, so their sheets cannot be told apart. Rename one.")
    repeated = Random(seed).sample(list(items), round(repeats * len(items)))  # noqa: S311 (an order, not a secret)
    rows = [*items, *repeated]
    return [_sheet(annotator, rows, seed + number) for number, annotator in enumerate(annotators, start=1)]


def _sheet(annotator: str, items: Sequence[RatedExplanation], seed: int) -> Sheet:
    order = list(items)
    Random(seed).shuffle(order)  # noqa: S311
    codes = [f"{annotator}-{number:03d}" for number in range(1, len(order) + 1)]
    rows = tuple(SheetRow(code, item.question, item.explanation) for code, item in zip(codes, order, strict=True))
    return Sheet(annotator, rows, {code: item.id for code, item in zip(codes, order, strict=True)})


@dataclass(frozen=True, slots=True)
class AnnotatorScore:
    """One annotator's scores of one row; a scale that was left blank is absent."""

    annotator: str
    code: str
    item: str
    scores: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SheetKey:
    """What a code stands for: its item, and the item's system and question if they are known."""

    codes: Mapping[str, str]
    systems: Mapping[str, str]
    questions: Mapping[str, str]

    @classmethod
    def of(cls, sheets: Iterable[Sheet], items: Sequence[RatedExplanation]) -> "SheetKey":
        """The key of the sheets on which these items stand."""
        codes = {code: item for sheet in sheets for code, item in sheet.key.items()}
        return cls(codes, {item.id: item.system for item in items}, {item.id: item.question for item in items})

    def as_json(self) -> str:
        """The key as `countercase eval human-score --key` reads it."""
        items = {item: {"system": self.systems[item], "question": self.questions[item]} for item in self.systems}
        return json.dumps({"codes": dict(self.codes), "items": items}, indent=1, ensure_ascii=False) + "\n"


@dataclass(frozen=True, slots=True)
class ScaleSummary:
    """The annotators' scores on one scale. A single item has no interval."""

    items: int
    mean: float
    low: float | None
    high: float | None
    spread: Mapping[str, float]  # item -> standard deviation between annotators, if there are two or more
    alpha: float | None  # Krippendorff's, ordinal; None if it cannot be computed
    band: str
    self_agreement: float | None  # share of repeated rows that got the same score twice; None without repeats


def summarise(judgments: Sequence[AnnotatorScore], seed: int = 0) -> dict[str, ScaleSummary]:
    """For each scale that was scored: the mean over items with a bootstrap interval, agreement and self-agreement."""
    if not judgments:
        raise InputError("No filled row was found. Fill in the columns clarity, legal_accuracy and usefulness.")
    scored = {scale: _by_item(judgments, scale) for scale in SCALES}
    return {scale: _scale(by_item, seed) for scale, by_item in scored.items() if by_item}


ByItem = Mapping[str, Mapping[str, Sequence[int]]]  # item -> annotator -> scores, with a repeat after the first score


def _by_item(judgments: Iterable[AnnotatorScore], scale: str) -> ByItem:
    by_item: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for judgment in judgments:
        if scale in judgment.scores:
            by_item[judgment.item][judgment.annotator].append(judgment.scores[scale])
    return by_item


def _annotator_means(by_item: ByItem) -> dict[str, Any]:
    """For each item, the mean score of each annotator; a repeat counts once."""
    return {
        item: np.array([np.mean(scores) for scores in of_annotators.values()])
        for item, of_annotators in by_item.items()
    }


def _scale(by_item: ByItem, seed: int) -> ScaleSummary:
    means = _annotator_means(by_item)
    values = np.array([of_item.mean() for of_item in means.values()])
    low, high = mean_interval(values, SAMPLES, seed)
    first_scores = [{who: answers[0] for who, answers in of_annotators.items()} for of_annotators in by_item.values()]
    alpha = krippendorff_alpha(first_scores)
    return ScaleSummary(
        len(values),
        float(values.mean()),
        float(low) if len(values) > 1 else None,
        float(high) if len(values) > 1 else None,
        {item: float(of_item.std(ddof=1)) for item, of_item in means.items() if len(of_item) > 1},
        alpha,
        "not measurable" if alpha is None else next(name for floor, name in BANDS if alpha >= floor),
        _self_agreement(by_item.values()),
    )


def _self_agreement(items: Iterable[Mapping[str, Sequence[int]]]) -> float | None:
    pairs = [answers[0] == answers[1] for item in items for answers in item.values() if len(answers) > 1]
    return sum(pairs) / len(pairs) if pairs else None


def krippendorff_alpha(units: Sequence[Mapping[str, int]]) -> float | None:
    """Ordinal alpha over items, each with the score of every annotator who judged it.

    None if no item has two annotators, or if all scores are the same: without variation nothing is known about how well
    annotators distinguish items.
    """
    try:
        import krippendorff
    except ModuleNotFoundError:
        raise MissingExtra("krippendorff", "evaluation") from None
    shared = [unit for unit in units if len(unit) > 1]
    if not shared:
        return None
    if len({score for unit in shared for score in unit.values()}) == 1:
        return None  # the formula would divide zero by zero
    annotators = sorted({who for unit in shared for who in unit})
    table = [[unit.get(who, np.nan) for unit in shared] for who in annotators]
    return float(krippendorff.alpha(reliability_data=table, level_of_measurement="ordinal"))


# Comparing systems, paired by question.


def by_system(
    judgments: Sequence[AnnotatorScore], key: SheetKey, seed: int = 0
) -> tuple[dict[str, dict[str, ScaleSummary]], list[PairedDifference]]:
    """The summary of each system, and every system against the first on the questions that both answer.

    Empty if fewer than two systems are known. The p values are corrected over all comparisons (Holm).
    """
    names = list(dict.fromkeys(name for name in key.systems.values() if name))
    if len(names) < 2:
        return {}, []
    parts = {name: [judgment for judgment in judgments if key.systems.get(judgment.item) == name] for name in names}
    summaries = {name: summarise(part, seed) for name, part in parts.items() if part}
    questions = {name: _question_means(part, key) for name, part in parts.items()}
    baseline, *others = names
    comparisons = [comparison for name in others for comparison in _paired(baseline, name, questions, seed)]
    corrected = holm([comparison.p_randomisation for comparison in comparisons])
    return summaries, [replace(comparison, p_holm=p) for comparison, p in zip(comparisons, corrected, strict=True)]


def _question_means(judgments: Sequence[AnnotatorScore], key: SheetKey) -> dict[str, dict[str, float]]:
    """Scale -> question -> mean over its items."""
    by_scale: dict[str, dict[str, float]] = {}
    for scale in SCALES:
        items: dict[str, list[float]] = defaultdict(list)
        for item, means in _annotator_means(_by_item(judgments, scale)).items():
            items[key.questions.get(item, item)].append(float(means.mean()))
        by_scale[scale] = {question: sum(values) / len(values) for question, values in items.items()}
    return by_scale


def _paired(
    baseline: str, system: str, questions: Mapping[str, Mapping[str, Mapping[str, float]]], seed: int
) -> list[PairedDifference]:
    paired: dict[str, dict[str, dict[str, float]]] = {baseline: {}, system: {}}
    for scale in SCALES:
        shared = questions[baseline][scale].keys() & questions[system][scale].keys()
        for name in paired if shared else ():
            paired[name][scale] = {question: questions[name][scale][question] for question in shared}
    return compare(baseline, paired, seed=seed) if paired[baseline] else []


# Annotation sheets as files: written as CSV and XLSX, read back as either. An error names the row and column.

COLUMNS = ("code", "question", "explanation", *SCALES, "remarks")
KEY_FILE = "key.json"


def read_items(path: Path) -> list[RatedExplanation]:
    """Explanations from a JSON list of objects with id, question, explanation and, optionally, system."""
    text = read_utf8(path)
    try:
        return [RatedExplanation(**record) for record in json.loads(text)]
    except (ValueError, TypeError) as error:
        raise InputError(f"{path} is not a JSON list of objects with id, question, explanation: {error}.") from None


def write_sheets(sheets: Sequence[Sheet], folder: Path, items: Sequence[RatedExplanation] = ()) -> list[Path]:
    """Write a CSV and an XLSX for each annotator, with the scales on a second worksheet, and the key."""
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
    write_whole(key, SheetKey.of(sheets, items).as_json(), private=False)
    return [*written, key]


def read_key(path: Path) -> SheetKey:
    """The key written with the sheets; a key from an earlier version has no systems."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        codes = content.get("codes", content)
        items = content["items"] if "codes" in content else {}
        return SheetKey(
            {str(code): str(item) for code, item in codes.items()},
            {item: str(about["system"]) for item, about in items.items()},
            {item: str(about["question"]) for item, about in items.items()},
        )
    except (OSError, ValueError, AttributeError, KeyError, TypeError) as error:
        raise InputError(
            f"The key {path} cannot be read: {error}. Give the key.json written with the sheets."
        ) from None


def read_judgments(files: Sequence[Path], key: SheetKey) -> list[AnnotatorScore]:
    """Read the filled sheets of several annotators. A blank cell is missing data; a row given twice is an error."""
    read: dict[str, Path] = {}
    judgments = []
    for file in files:
        for judgment in _judgments(file, key.codes):
            if judgment.code in read:
                raise InputError(
                    f"{file}: row {judgment.code} was already read from {read[judgment.code]}. "
                    "Give each annotator's sheet once, as CSV or as XLSX."
                )
            read[judgment.code] = file
            judgments.append(judgment)
    return judgments


def _judgments(file: Path, items: Mapping[str, str]) -> Iterator[AnnotatorScore]:
    for number, row in _rows(file):
        code = str(row.get("code") or "").strip()
        cells = {scale: str(row.get(scale) or "").strip() for scale in SCALES}
        if not any(cells.values()):
            continue
        if code not in items:
            raise InputError(f"{file}, row {number}, column code: {code!r} is not in the key. Do not change the codes.")
        scores = {scale: _score(file, number, scale, cell) for scale, cell in cells.items() if cell}
        # The code starts with the annotator's name, which is still there if the file was renamed.
        yield AnnotatorScore(code.rpartition("-")[0] or file.stem, code, items[code], scores)


def _score(file: Path, number: int, scale: str, cell: str) -> int:
    if cell not in {"1", "2", "3", "4", "5"}:
        raise InputError(f"{file}, row {number}, column {scale}: {cell!r} is not a whole number from 1 to 5.")
    return int(cell)


def _rows(file: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    table = _read_xlsx(file) if file.suffix.lower() == ".xlsx" else _read_csv(file)
    if not table:
        raise InputError(f"{file} is empty. Give a filled sheet.")
    header = [str(cell or "").strip().lower() for cell in table[0]]
    missing = [name for name in ("code", *SCALES) if name not in header]
    if missing:
        raise InputError(f"{file} has no column {missing[0]!r}. Its first row must be: {', '.join(COLUMNS)}.")
    for number, row in enumerate(table[1:], start=2):
        yield number, dict(zip(header, row, strict=False))


def _read_csv(file: Path) -> list[list[str]]:
    """Read CSV with commas, or with the semicolons or tabs that spreadsheets write in many countries."""
    try:
        content = file.read_bytes()
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("cp1252")  # what a spreadsheet on Windows writes; codes and scores are ASCII
        header = text.partition("\n")[0]
        delimiter = max(",;\t", key=header.count)
        return list(csv.reader(text.splitlines(keepends=True), delimiter=delimiter))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{file} cannot be read as CSV: {error}.") from None


def _write_csv(path: Path, table: Sequence[Sequence[str]]) -> Path:
    rows = StringIO(newline="")
    csv.writer(rows).writerows(table)
    write_whole(path, rows.getvalue())
    return path


def _openpyxl() -> Any:
    try:
        import openpyxl
        import openpyxl.styles
        import openpyxl.worksheet.datavalidation
    except ModuleNotFoundError:
        raise MissingExtra("openpyxl", "evaluation") from None
    return openpyxl


def _read_xlsx(file: Path) -> list[list[Any]]:
    from zipfile import BadZipFile

    try:
        book = _openpyxl().load_workbook(file, read_only=True, data_only=True)
    except (OSError, BadZipFile, KeyError) as error:
        raise InputError(f"{file} cannot be read as XLSX: {error}.") from None
    return [[_whole(cell) for cell in row] for row in book.worksheets[0].iter_rows(values_only=True)]


def _whole(cell: Any) -> Any:
    """A cell with 4.0 read as 4, since a spreadsheet may store scores that way."""
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


def _write_xlsx(path: Path, table: Sequence[Sequence[str]]) -> Path:
    openpyxl = _openpyxl()
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Explanations"
    for row in table:
        sheet.append(list(row))
    for letter, width in zip("ABCDEFG", (14, 50, 90, 12, 16, 14, 40), strict=True):
        sheet.column_dimensions[letter].width = width
    for row in sheet.iter_rows():
        for cell in row:
            cell.alignment = openpyxl.styles.Alignment(wrap_text=True, vertical="top")
    sheet.freeze_panes = "B2"  # the header and the codes stay in view
    allowed = openpyxl.worksheet.datavalidation.DataValidation(
        type="whole", operator="between", formula1="1", formula2="5", allow_blank=True, showErrorMessage=True
    )
    allowed.error, allowed.errorTitle = "Give a whole number from 1 to 5, or leave the cell empty.", "Score"
    first, last = (COLUMNS.index(scale) for scale in (next(iter(SCALES)), list(SCALES)[-1]))
    allowed.add(f"{'ABCDEFG'[first]}2:{'ABCDEFG'[last]}{max(2, len(table))}")
    sheet.add_data_validation(allowed)
    scales = book.create_sheet("Scales")
    for scale, meanings in SCALES.items():
        for score, meaning in meanings.items():
            scales.append([scale, score, meaning])
    with whole_file(path) as stream:
        book.save(stream)
    return path
