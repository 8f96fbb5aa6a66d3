"""Rounds in which several people score explanations blind. They are files in the workspace, saved row by row.

A round has its items, and one sheet per annotator who joined. The order of a sheet depends only on its number, so that
a later annotator changes nobody else's. All scores, and which system wrote what, stay hidden until the round is closed.
"""

import csv
import io
import json
import re
import secrets
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from countercase.errors import InputError, NotFound
from countercase.evaluation.formats import safe_cell
from countercase.evaluation.human_eval import (
    COLUMNS,
    SCALES,
    AnnotatorScore,
    RatedExplanation,
    Sheet,
    SheetKey,
    make_sheets,
)
from countercase.files import write_whole
from countercase.web.uploads import private_folder

FOLDER = "ratings"  # in the workspace
MOST_ITEMS, MOST_ANNOTATORS, LONGEST_NAME, LONGEST_REMARK = 500, 50, 40, 2000
_ID = re.compile(r"[0-9a-f]{12}\Z")
_NAME = re.compile(r"[^\W_][\w .'-]*\Z")
_lock = threading.RLock()  # one for all rounds, since writing a row is quick


@dataclass(frozen=True, slots=True)
class RatingRound:
    """Explanations to score. `owner` is the user who started the round and may close it."""

    id: str
    title: str
    owner: str
    made: str
    items: tuple[RatedExplanation, ...]
    repeats: float = 0.1
    seed: int = 20
    closed: bool = False


@dataclass(frozen=True, slots=True)
class FilledSheet:
    """An annotator's sheet with the scores so far, by the codes of its rows."""

    number: int
    sheet: Sheet
    scores: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    remarks: Mapping[str, str] = field(default_factory=dict)

    @property
    def done(self) -> int:
        """How many rows have a score on every scale."""
        return sum(self.is_done(row.code) for row in self.sheet.rows)

    def is_done(self, code: str) -> bool:
        """Whether a row has a score on every scale."""
        return len(self.scores.get(code, {})) == len(SCALES)

    def as_csv(self) -> str:
        """The sheet as `countercase eval human-score` reads it."""
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(COLUMNS)
        for row in self.sheet.rows:
            scores = self.scores.get(row.code, {})
            cells = [row.code, row.question, row.explanation, *(str(scores.get(scale, "")) for scale in SCALES)]
            writer.writerow([safe_cell(cell) for cell in (*cells, self.remarks.get(row.code, ""))])
        return out.getvalue()


class RatingRounds:
    """The rounds of a workspace."""

    def __init__(self, workspace: Path) -> None:
        self._folder = workspace / FOLDER

    def all(self) -> list[RatingRound]:
        """Every round, newest first."""
        names = [path.parent.name for path in self._folder.glob("*/round.json")]
        return sorted((self.get(name) for name in names), key=lambda each: each.made, reverse=True)

    def get(self, round_id: str) -> RatingRound:
        """A round. Raises NotFound if there is none with that id."""
        path = self._folder / round_id / "round.json"
        if not _ID.match(round_id) or not path.is_file():
            raise NotFound("There is no such round here. Choose one from the list.")
        record = json.loads(path.read_text(encoding="utf-8"))
        items = tuple(RatedExplanation(**item) for item in record.pop("items"))
        return RatingRound(items=items, **record)

    def add(self, title: str, owner: str, items: list[RatedExplanation]) -> RatingRound:
        """Start a round, open to annotators."""
        _check_items(items)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        new = RatingRound(secrets.token_hex(6), title.strip()[:80] or "Explanations", owner, made, tuple(items))
        private_folder(self._folder / new.id)
        self._write(new)
        return new

    def close(self, round_id: str) -> None:
        """Close a round: it takes no more scores, and its scores are shown."""
        with _lock:
            self._write(RatingRound(**{**_fields(self.get(round_id)), "closed": True}))

    def _write(self, new: RatingRound) -> None:
        path = self._folder / new.id / "round.json"
        write_whole(path, json.dumps(asdict(new), indent=1, ensure_ascii=False) + "\n")

    def join(self, round_id: str, name: str) -> FilledSheet:
        """The sheet of an annotator: the one started under this name, or a new one."""
        name = " ".join(name.split())
        if not _NAME.match(name) or len(name) > LONGEST_NAME:
            raise InputError(f"Give your name, up to {LONGEST_NAME} letters and figures.")
        with _lock:
            sheets = self.sheets(round_id)
            for sheet in sheets:
                if sheet.sheet.annotator.casefold() == name.casefold():
                    return sheet
            if self.get(round_id).closed:
                raise InputError("This round is closed and takes no more scores. Start another.")
            if len(sheets) >= MOST_ANNOTATORS:
                raise InputError(f"A round has up to {MOST_ANNOTATORS} annotators. Start another.")
            self._put(round_id, len(sheets) + 1, {"annotator": name, "scores": {}, "remarks": {}})
            return self.sheets(round_id)[-1]

    def sheets(self, round_id: str) -> list[FilledSheet]:
        """The sheets of all annotators, in the order in which they joined."""
        rating_round = self.get(round_id)
        paths = sorted((self._folder / round_id).glob("sheet-*.json"))
        records = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
        if not records:
            return []
        blank = make_sheets(
            rating_round.items,
            [record["annotator"] for record in records],
            rating_round.repeats,
            rating_round.seed,
        )
        return [
            FilledSheet(number, sheet, record["scores"], record["remarks"])
            for number, (sheet, record) in enumerate(zip(blank, records, strict=True), start=1)
        ]

    def sheet(self, round_id: str, number: int) -> FilledSheet:
        """One annotator's sheet. Raises NotFound if there is none with that number."""
        sheets = self.sheets(round_id)
        if not 1 <= number <= len(sheets):
            raise NotFound("There is no such sheet in this round. Give your name again.")
        return sheets[number - 1]

    def put(self, round_id: str, number: int, code: str, fields: Mapping[str, str]) -> FilledSheet:
        """Save an annotator's scores for a row; a scale without an answer stays blank."""
        with _lock:
            sheet = self.sheet(round_id, number)
            if self.get(round_id).closed:
                raise InputError("This round is closed and takes no more scores. Start another.")
            if code not in sheet.sheet.key:
                raise InputError("This row is not on your sheet. Reload the page.")
            scores = {scale: _score(fields[scale]) for scale in SCALES if fields.get(scale)}
            record = {
                "annotator": sheet.sheet.annotator,
                "scores": {**sheet.scores, code: scores},
                "remarks": {**sheet.remarks, code: fields.get("remarks", "").strip()[:LONGEST_REMARK]},
            }
            self._put(round_id, number, record)
            return self.sheet(round_id, number)

    def _put(self, round_id: str, number: int, record: Mapping[str, Any]) -> None:
        path = self._folder / round_id / f"sheet-{number:03d}.json"
        write_whole(path, json.dumps(record, indent=1, ensure_ascii=False) + "\n")


def _fields(of: RatingRound) -> dict[str, Any]:
    return {name: getattr(of, name) for name in RatingRound.__slots__}


def _score(text: str) -> int:
    if text not in {"1", "2", "3", "4", "5"}:
        raise InputError("A score must be a whole number from 1 to 5.")
    return int(text)


def _check_items(items: list[RatedExplanation]) -> None:
    if not items:
        raise InputError("There is no explanation to score. Give at least one.")
    if len(items) > MOST_ITEMS:
        raise InputError(f"That is {len(items)} explanations. Give up to {MOST_ITEMS}.")
    for item in items:
        if not all(isinstance(part, str) for part in (item.id, item.question, item.explanation, item.system)):
            raise InputError(f"Explanation {item.id!r}: id, question, explanation and system must be text.")
    if len({item.id for item in items}) < len(items):
        raise InputError("Two explanations have the same id. Rename one.")


def judgments(sheets: list[FilledSheet]) -> list[AnnotatorScore]:
    """Every row that has a score, with its item."""
    return [
        AnnotatorScore(sheet.sheet.annotator, code, sheet.sheet.key[code], dict(scores))
        for sheet in sheets
        for code, scores in sheet.scores.items()
        if scores
    ]


def sheet_key(of: RatingRound, sheets: list[FilledSheet]) -> SheetKey:
    """The text and system behind each code of a round."""
    codes = {code: item for sheet in sheets for code, item in sheet.sheet.key.items()}
    items = of.items
    return SheetKey(codes, {item.id: item.system for item in items}, {item.id: item.question for item in items})


def key_json(key: SheetKey) -> str:
    """The key as `countercase eval human-score --key` reads it."""
    items = {item: {"system": key.systems[item], "question": key.questions[item]} for item in key.systems}
    return json.dumps({"codes": dict(key.codes), "items": items}, indent=1, ensure_ascii=False) + "\n"
