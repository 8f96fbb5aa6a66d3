"""Generates the benchmark from MAUD: one question per annotated deal point of a merger agreement.

The annotators' quotes differ from the text in white space, ligatures and typographic marks. Both are compared without
these, and the spans count the characters of the original text. A quote that occurs twice is dropped.

`published` asks 19 deal points; `recover` asks six more and keeps the parts of a quote that are found.
"""

import re
import unicodedata
from collections import defaultdict
from pathlib import Path

from countercase.cuad.benchmark import Drop
from countercase.cuad.clauses import Clause, find_policy, packaged_clauses
from countercase.cuad.generate import OMITTED, SHORTEST_PART, Generated, Titles, read_table
from countercase.cuad.sources import AnsweredQuestion, SourceReading, assembled, folder_with, text_file_name
from countercase.domain.span import Span

MAIN = "raw/main.csv"
EXAMPLES = ("MAUD_dev.csv", "MAUD_test.csv", "MAUD_train.csv")
LAYOUT = (
    "MAUD v1 as published: data/ with raw/main.csv (Filename and a column for each deal point), contracts/NAME.txt, "
    "and MAUD_dev.csv, MAUD_test.csv, MAUD_train.csv (contract_name, text_type, text)"
)
RECOVERIES = ("extra-column", "partial-cell")
KEY = "MAE Definition"  # this deal point links a row of main.csv to the examples, which name the text file
RARE = "<RARE_ANSWERS>"  # invented examples without a contract
DEAL_POINTS = packaged_clauses("deal_points.csv")

_PAGES = re.compile(r"\(Pages?\b[^()]*\)\s*$", re.IGNORECASE)
# typographic marks that normalisation leaves as they are
_PLAIN_MARKS = str.maketrans("‘’‛“”„–—‒―−•", "'''\"\"\"-----*", "\u00ad\u200b\ufeff")


def generate_maud(
    source: Path, out: Path | None = None, policy: str = "published", titles: Titles | None = None
) -> Generated:
    """Generate the benchmark from a folder with MAUD; with `out`, write it there."""
    rules = find_policy(policy)
    folder = folder_with(source, MAIN, ("data", "maud-main/data"), LAYOUT)
    points = [point for point in DEAL_POINTS if point.published or rules.keep_partial]
    names = _contract_names(folder)
    reading = SourceReading(files=[folder / MAIN, *(folder / name for name in EXAMPLES)])
    used: set[str] = set()
    needed = ("Filename", *(point.column for point in points))
    for row, cells in enumerate(read_table(folder / MAIN, needed, LAYOUT), start=1):
        matched = names.get(cells[KEY], set())
        if matched & used:
            reading.drops.append(Drop("contract", "an earlier row has its text", row, cells["Filename"]))
            continue
        text = _text(folder, row, cells["Filename"], matched, reading.drops)
        if text is not None:
            used |= matched
            _add_answers(reading, row, cells, text, points, rules.keep_partial)
    return assembled("maud", reading, out, policy, RECOVERIES, titles)


def _contract_names(folder: Path) -> dict[str, set[str]]:
    """Text files by their definition of material adverse effect, which differs from contract to contract."""
    names: dict[str, set[str]] = defaultdict(set)
    for example in EXAMPLES:
        for cells in read_table(folder / example, ("contract_name", "text_type", "text"), LAYOUT):
            if cells["text_type"] == KEY and cells["contract_name"] != RARE:
                names[cells["text"]].add(cells["contract_name"].removesuffix(".pdf"))
    return names


def _text(folder: Path, row: int, filename: str, names: set[str], drops: list[Drop]) -> str | None:
    """The contract of a row of main.csv, or None with a drop."""
    if len(names) != 1:
        reason = "its definition of material adverse effect belongs to " + ("two contracts" if names else "no contract")
        drops.append(Drop("contract", reason, row, filename))
        return None
    path = folder / "contracts" / f"{next(iter(names))}.txt"
    if path.parent != folder / "contracts":
        drops.append(Drop("contract", "its text file is missing", row, filename))
        return None
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        drops.append(Drop("contract", "its text file is missing", row, filename, detail=path.name))
    except UnicodeDecodeError as error:
        drops.append(Drop("contract", "its text is not UTF-8", row, filename, detail=str(error.start)))
    return None


def _add_answers(
    reading: SourceReading, row: int, cells: dict[str, str], text: str, points: list[Clause], keep_partial: bool
) -> None:
    """Add the answered deal points of a contract to the reading."""
    name = cells["Filename"]
    file = text_file_name(name)
    if file in reading.texts:
        reading.drops.append(Drop("contract", "another contract has its file name", row, name))
        return
    reading.texts[file] = text
    folded = FoldedText(text)
    for point in points:
        spans, lost = folded.locate(cells[point.column], keep_partial)
        drops = [Drop("quote", reason, row, file, point.column, part) for part, reason in lost]
        reading.drops += drops if keep_partial else drops[:1]
        if spans and (keep_partial or not lost):
            marks = {"extra-column": not point.published, "partial-cell": bool(lost)}
            tags = tuple(tag for tag, holds in marks.items() if holds)
            reading.questions.append(AnsweredQuestion(file, point.question, tuple(spans), tags))


class FoldedText:
    """A text without white space and typographic variants, with the original offset of each character."""

    def __init__(self, text: str) -> None:
        known = {character: folded(character) for character in set(text)}
        pairs = [(plain, offset) for offset, character in enumerate(text) for plain in known[character]]
        self._plain = "".join(plain for plain, _ in pairs)
        self._offsets = [offset for _, offset in pairs]

    def locate(self, cell: str, keep_partial: bool) -> tuple[list[Span], list[tuple[str, str]]]:
        """The spans of a cell's parts, in text order, and the parts that were not found, with the reason."""
        spans: list[Span] = []
        lost: list[tuple[str, str]] = []
        start = 0
        for number, quote in enumerate(_PAGES.sub("", cell).split(OMITTED), start=1):
            part = folded(quote)
            if not part or (keep_partial and len(part) < SHORTEST_PART):
                continue
            position = self._plain.find(part, start)
            if position < 0 or self._plain.find(part, position + 1) >= 0:
                reason = "nowhere in the text" if position < 0 else "in more than one place"
                lost.append((f"part {number}, {len(quote.strip())} characters", reason))
                continue
            start = position + len(part)
            spans.append(Span(self._offsets[position], self._offsets[start - 1] + 1))
        return spans, lost


def folded(text: str) -> str:
    """The text without white space, accents, ligatures and typographic marks."""
    marks = unicodedata.normalize("NFKD", text.translate(_PLAIN_MARKS))
    return "".join(mark for mark in marks if not mark.isspace() and not unicodedata.combining(mark))
