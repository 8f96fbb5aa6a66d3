"""Rating rounds on the page: several annotators score explanations blind; when a round is closed, scores are shown."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import Response

from countercase.corpus.builtin import builtin_matters
from countercase.errors import InputError, MissingExtra
from countercase.evaluation.human_eval import SCALES, RatedExplanation, ScaleSummary, by_system, read_items, summarise
from countercase.evaluation.significance import PairedDifference
from countercase.web.durable_jobs import durable
from countercase.web.jobs import Job
from countercase.web.pages import Bench, Form, attachment, redirect, render, text_fields, whole_number
from countercase.web.rating_rounds import FilledSheet, RatingRound, RatingRounds, judgments, key_json, sheet_key
from countercase.web.security import USER
from countercase.web.uploads import receive_upload
from countercase.web.workbench import Workbench

router = APIRouter()
CASES_EACH = 2  # cases explained per ready matter
PASSAGE_LENGTH = 700  # characters
SCALE_WORDS: Mapping[str, str] = {
    "clarity": "Clarity",
    "legal_accuracy": "Legal accuracy",
    "usefulness": "Usefulness",
}


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
        new = RatingRounds(bench.app.folder).add(title, owner, items)
        return f"/evidence/ratings/{new.id}"

    key = f"ratings/{title}"
    return bench.jobs.start("Writing the explanations to score", key, "/evidence/ratings", work, owner="ratings")


def _explained(bench: Workbench, matter_id: str, text: str) -> list[RatedExplanation]:
    sheet = bench.app.read_facts(text)
    items: list[RatedExplanation] = []
    for precedent in bench.app.search(text, None, CASES_EACH):
        question = f"{text}\n\nWhy {bench.app.case(precedent.case_id).name}?"
        passage = " ".join(precedent.passage.text.split())
        if len(passage) > PASSAGE_LENGTH:
            passage = f"{passage[:PASSAGE_LENGTH].rpartition(' ')[0]} …"
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
    scores = round_scores(of, sheets) if of.closed else None
    return render(
        request,
        "rating_round.html",
        400 if wrong else 200,
        of=of,
        sheets=sheets,
        user=user,
        mine=next((sheet for sheet in sheets if user and sheet.sheet.annotator == user), None),
        may_close=of.owner == user,
        scores=scores,
        wrong=wrong,
        name=name,
    )


@dataclass(frozen=True, slots=True)
class RoundScores:
    """The scores of a closed round as rows of text, or why there are none."""

    heads: tuple[str, ...] = (
        "",
        "Written by",
        "Texts",
        "Mean",
        "95 % interval",
        "Agreement (alpha)",
        "Same score twice",
    )
    rows: tuple[tuple[str, ...], ...] = ()
    comparisons: tuple[str, ...] = ()
    wrong: str = ""


def round_scores(of: RatingRound, sheets: list[FilledSheet]) -> RoundScores:
    """The scores of a closed round: over all texts, by system, and systems compared with each other."""
    rated = judgments(sheets)
    try:
        summary = summarise(rated)
        systems, differences = by_system(rated, sheet_key(of, sheets))
    except (InputError, MissingExtra) as error:
        return RoundScores(wrong="Nobody scored a row." if isinstance(error, InputError) else str(error))
    rows = [
        _scale_row(scale, system, figures)
        for system, scales in {"all": summary, **systems}.items()
        for scale, figures in scales.items()
    ]
    return RoundScores(rows=tuple(rows), comparisons=tuple(map(_difference_words, differences)))


def _difference_words(each: PairedDifference) -> str:
    """One system against another on one scale, paired by question."""
    between = "" if each.low is None or each.high is None else f"{each.low:+.2f} to {each.high:+.2f}; "
    return (
        f"{_scale_words(each.metric)}: {each.system} less {each.baseline}, {each.difference:+.2f} "
        f"({between}p = {each.p_holm:.3f})"
    )


def _scale_words(scale: str) -> str:
    return SCALE_WORDS.get(scale, scale)


def _scale_row(scale: str, system: str, figures: ScaleSummary) -> tuple[str, ...]:
    between = "–" if figures.low is None or figures.high is None else f"{figures.low:.2f} to {figures.high:.2f}"
    alpha = figures.band if figures.alpha is None else f"{figures.alpha:.2f}, {figures.band}"
    twice = "–" if figures.self_agreement is None else f"{figures.self_agreement:.0%}"
    return _scale_words(scale), system, str(figures.items), f"{figures.mean:.2f}", between, alpha, twice


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
        scale_words=SCALE_WORDS,
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
    return attachment("key.json", "application/json", key_json(sheet_key(of, rounds.sheets(round_id))))
