"""Rounds in which several people score explanations blind, and their pages.

A round has its items, and one sheet per annotator who joined; both are files in the workspace, saved row by row. The
order of a sheet depends only on its number, so that a later annotator changes nobody else's. All scores, and which
system wrote what, stay hidden until the round is closed.
"""

import csv
import io
import json
import re
import secrets
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import Response

from countercase.corpus.builtin import builtin_matters
from countercase.errors import InputError, MissingExtra, NotFound
from countercase.evaluation.formats import safe_cell
from countercase.evaluation.human_eval import (
    COLUMNS,
    SCALES,
    AnnotatorScore,
    RatedExplanation,
    ScaleSummary,
    Sheet,
    SheetKey,
    by_system,
    make_sheets,
    read_items,
    summarise,
)
from countercase.files import write_whole
from countercase.significance import PairedDifference
from countercase.web.durable_jobs import durable
from countercase.web.files import private_folder, receive_upload
from countercase.web.jobs import Job
from countercase.web.pages import Bench, Form, Workbench, attachment, redirect, render, text_fields, whole_number
from countercase.web.security import USER

_FOLDER = "ratings"  # in the workspace
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
        self._folder = workspace / _FOLDER

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
        self._write(new.id, "round.json", asdict(new))
        return new

    def close(self, round_id: str) -> None:
        """Close a round: it takes no more scores, and its scores are shown."""
        with _lock:
            self._write(round_id, "round.json", asdict(replace(self.get(round_id), closed=True)))

    def _write(self, round_id: str, name: str, record: Mapping[str, Any]) -> None:
        write_whole(self._folder / round_id / name, json.dumps(record, indent=1, ensure_ascii=False) + "\n")

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
            blank = {"annotator": name, "scores": {}, "remarks": {}}
            self._write(round_id, f"sheet-{len(sheets) + 1:03d}.json", blank)
            return self.sheets(round_id)[-1]

    def sheets(self, round_id: str) -> list[FilledSheet]:
        """The sheets of all annotators, in the order in which they joined."""
        rating_round = self.get(round_id)
        paths = sorted((self._folder / round_id).glob("sheet-*.json"))
        records = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
        if not records:
            return []
        annotators = [record["annotator"] for record in records]
        blank = make_sheets(rating_round.items, annotators, rating_round.repeats, rating_round.seed)
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
            self._write(round_id, f"sheet-{number:03d}.json", record)
            return self.sheet(round_id, number)


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


# The pages.

router = APIRouter()
_CASES_EACH = 2  # cases explained per ready matter
_PASSAGE_LENGTH = 700  # characters
_SCALE_WORDS = {"clarity": "Clarity", "legal_accuracy": "Legal accuracy", "usefulness": "Usefulness"}
_HEADS = ("", "Written by", "Texts", "Mean", "95 % interval", "Agreement (alpha)", "Same score twice")


@router.get("/evidence/ratings")
def listed(request: Request, bench: Bench) -> Response:
    """Every round, and the form for a new one."""
    return _list(request, bench)


def _list(request: Request, bench: Workbench, wrong: str = "") -> Response:
    rounds = RatingRounds(bench.app.folder)
    rows = [(each, [(sheet.done, len(sheet.sheet.rows)) for sheet in rounds.sheets(each.id)]) for each in rounds.all()]
    return render(request, "ratings.html", 400 if wrong else 200, rows=rows, wrong=wrong)


@router.post("/evidence/ratings")
async def begin(request: Request, bench: Bench, form: Form) -> Response:
    """Start a round with explanations of the ready matters, written in the background, or with those in a file."""
    fields, file, owner = text_fields(form), form.get("file"), request.scope.get(USER, "")
    title = fields.get("title", "")
    try:
        if fields.get("source") != "uploaded":
            return redirect(f"/jobs/{start_ready_round(bench, title, owner).id}")
        if not isinstance(file, UploadFile) or not file.filename:
            raise InputError("Choose the file with the explanations first.")
        upload = await receive_upload(file, bench.app.folder, bench.app.settings.ingest.max_file_mb)
        try:
            items = await run_in_threadpool(read_items, upload.path)
        except InputError:
            raise InputError(
                f"{upload.name} is not a JSON list of objects with id, question, explanation and, if known, system."
            ) from None
        finally:
            upload.drop()
        return redirect(f"/evidence/ratings/{RatingRounds(bench.app.folder).add(title, owner, items).id}")
    except InputError as error:
        return _list(request, bench, str(error))


@durable
def start_ready_round(bench: Workbench, title: str, owner: str) -> Job:
    """Start a round on the ready matters: our explanations and plain passages, mixed and unmarked."""

    def work(job: Job) -> str:
        items: list[RatedExplanation] = []
        matters = builtin_matters()
        for done, matter in enumerate(matters):
            job.tell(f"Explaining the cases found for: {matter.title}", done, len(matters))
            with bench.searching:
                bench.prepare(job)
                items += _explained(bench, matter.id, matter.text)
        return f"/evidence/ratings/{RatingRounds(bench.app.folder).add(title, owner, items).id}"

    key = f"ratings/{title}"
    return bench.jobs.start("Writing the explanations to score", key, "/evidence/ratings", work, owner="ratings")


def _explained(bench: Workbench, matter_id: str, text: str) -> list[RatedExplanation]:
    sheet = bench.app.read_facts(text)
    items: list[RatedExplanation] = []
    for precedent in bench.app.search(text, None, _CASES_EACH):
        question = f"{text}\n\nWhy {bench.app.case(precedent.case_id).name}?"
        passage = " ".join(precedent.passage.text.split())
        if len(passage) > _PASSAGE_LENGTH:
            passage = f"{passage[:_PASSAGE_LENGTH].rpartition(' ')[0]} …"
        texts_of = {"explanation": bench.app.explain(sheet, precedent).text, "passage alone": passage}
        items += [
            RatedExplanation(f"{matter_id}/{precedent.case_id}/{system}", question, words, system)
            for system, words in texts_of.items()
            if words
        ]
    return items


@router.get("/evidence/ratings/{round_id}")
def show(request: Request, bench: Bench, round_id: str) -> Response:
    """The progress of a round, and once it is closed, its scores."""
    return _round(request, bench, round_id)


def _round(request: Request, bench: Workbench, round_id: str, wrong: str = "", name: str = "") -> Response:
    rounds = RatingRounds(bench.app.folder)
    of, sheets, user = rounds.get(round_id), rounds.sheets(round_id), request.scope.get(USER, "")
    return render(
        request,
        "rating_round.html",
        400 if wrong else 200,
        of=of,
        sheets=sheets,
        user=user,
        mine=next((sheet for sheet in sheets if user and sheet.sheet.annotator == user), None),
        may_close=of.owner == user,
        scores=round_scores(of, sheets) if of.closed else None,
        wrong=wrong,
        name=name,
    )


@dataclass(frozen=True, slots=True)
class RoundScores:
    """The scores of a closed round as rows of text, or why there are none."""

    heads: tuple[str, ...] = _HEADS
    rows: tuple[tuple[str, ...], ...] = ()
    comparisons: tuple[str, ...] = ()
    wrong: str = ""


def round_scores(of: RatingRound, sheets: list[FilledSheet]) -> RoundScores:
    """The scores of a closed round: over all texts, by system, and systems compared with each other."""
    rows = ((sheet.sheet, code, scores) for sheet in sheets for code, scores in sheet.scores.items() if scores)
    rated = [AnnotatorScore(sheet.annotator, code, sheet.key[code], dict(scores)) for sheet, code, scores in rows]
    try:
        summary = summarise(rated)
        systems, differences = by_system(rated, _key_of(of, sheets))
    except (InputError, MissingExtra) as error:
        return RoundScores(wrong="Nobody scored a row." if isinstance(error, InputError) else str(error))
    shown = (
        _scale_row(scale, system, figures)
        for system, scales in {"all": summary, **systems}.items()
        for scale, figures in scales.items()
    )
    return RoundScores(rows=tuple(shown), comparisons=tuple(map(_difference_words, differences)))


def _key_of(of: RatingRound, sheets: list[FilledSheet]) -> SheetKey:
    return SheetKey.of([sheet.sheet for sheet in sheets], of.items)


def _difference_words(each: PairedDifference) -> str:
    """One system against another on one scale, paired by question."""
    between = "" if each.low is None or each.high is None else f"{each.low:+.2f} to {each.high:+.2f}; "
    return (
        f"{_SCALE_WORDS.get(each.metric, each.metric)}: {each.system} less {each.baseline}, {each.difference:+.2f} "
        f"({between}p = {each.p_holm:.3f})"
    )


def _scale_row(scale: str, system: str, figures: ScaleSummary) -> tuple[str, ...]:
    between = "–" if figures.low is None or figures.high is None else f"{figures.low:.2f} to {figures.high:.2f}"
    alpha = figures.band if figures.alpha is None else f"{figures.alpha:.2f}, {figures.band}"
    twice = "–" if figures.self_agreement is None else f"{figures.self_agreement:.0%}"
    return _SCALE_WORDS.get(scale, scale), system, str(figures.items), f"{figures.mean:.2f}", between, alpha, twice


@router.post("/evidence/ratings/{round_id}/join")
def join(request: Request, bench: Bench, round_id: str, form: Form) -> Response:
    """Go to an annotator's sheet, by the name of their token or by the name they typed."""
    name = request.scope.get(USER, "") or text_fields(form).get("name", "")
    try:
        sheet = RatingRounds(bench.app.folder).join(round_id, name)
    except InputError as error:
        return _round(request, bench, round_id, str(error), name)
    return redirect(f"/evidence/ratings/{round_id}/sheets/{sheet.number}")


@router.post("/evidence/ratings/{round_id}/close")
def close(request: Request, bench: Bench, round_id: str, form: Form) -> Response:  # noqa: ARG001 - it carries the token
    """Close a round. From then on its scores are shown."""
    rounds = RatingRounds(bench.app.folder)
    if rounds.get(round_id).owner != request.scope.get(USER, ""):
        raise InputError("Only the user who started a round can close it.")
    rounds.close(round_id)
    return redirect(f"/evidence/ratings/{round_id}")


@router.get("/evidence/ratings/{round_id}/sheets/{number}")
def row(request: Request, bench: Bench, round_id: str, number: int, row: int = 0) -> Response:
    """One row of a sheet; without a number, the first that is not fully scored."""
    sheet = _sheet_for_user(request, bench, round_id, number)
    rows = sheet.sheet.rows
    unscored = (number for number, each in enumerate(rows, start=1) if not sheet.is_done(each.code))
    at = min(row, len(rows)) if row > 0 else next(unscored, len(rows))
    shown = rows[at - 1]
    facts, _, question = shown.question.rpartition("\n\n")
    return render(
        request,
        "rating_sheet.html",
        of=RatingRounds(bench.app.folder).get(round_id),
        sheet=sheet,
        row=shown,
        facts=facts,
        question=question,
        at=at,
        total=len(rows),
        done=[sheet.is_done(each.code) for each in rows],
        given=sheet.scores.get(shown.code, {}),
        remark=sheet.remarks.get(shown.code, ""),
        scales=SCALES,
        scale_words=_SCALE_WORDS,
    )


@router.post("/evidence/ratings/{round_id}/sheets/{number}")
def save_scores(request: Request, bench: Bench, round_id: str, number: int, form: Form) -> Response:
    """Save the scores of a row and go to the next. The page's script saves each click and stays on the row."""
    fields = text_fields(form)
    _sheet_for_user(request, bench, round_id, number)
    sheet = RatingRounds(bench.app.folder).put(round_id, number, fields.get("code", ""), fields)
    if fields.get("stay"):
        return Response(status_code=204)
    at = whole_number(fields, "at")
    round_page = f"/evidence/ratings/{round_id}"
    return redirect(f"{round_page}/sheets/{number}?row={at + 1}" if at < len(sheet.sheet.rows) else round_page)


def _sheet_for_user(request: Request, bench: Workbench, round_id: str, number: int) -> FilledSheet:
    """A sheet. A named user may open another annotator's sheet only after the round is closed."""
    rounds, user = RatingRounds(bench.app.folder), request.scope.get(USER, "")
    sheet = rounds.sheet(round_id, number)
    if user and sheet.sheet.annotator != user and not rounds.get(round_id).closed:
        raise InputError("This is another annotator's sheet. You can open it when the round is closed.")
    return sheet


@router.get("/evidence/ratings/{round_id}/sheets/{number}/sheet.csv")
def sheet_csv(request: Request, bench: Bench, round_id: str, number: int) -> Response:
    """A sheet as `countercase eval human-score` reads it."""
    sheet = _sheet_for_user(request, bench, round_id, number)
    name = re.sub(r"[^A-Za-z0-9-]+", "-", sheet.sheet.annotator).strip("-") or f"sheet-{number}"
    return attachment(f"{name}.csv", "text/csv; charset=utf-8", sheet.as_csv())


@router.get("/evidence/ratings/{round_id}/key.json")
def key(bench: Bench, round_id: str) -> Response:
    """Which code stands for which text and system; hidden until the round is closed."""
    rounds = RatingRounds(bench.app.folder)
    of = rounds.get(round_id)
    if not of.closed:
        raise InputError("The key says which system wrote what. You can download it when the round is closed.")
    return attachment("key.json", "application/json", _key_of(of, rounds.sheets(round_id)).as_json())
