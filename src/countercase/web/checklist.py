"""The checklist of a matter: what each charge or claim needs, and the lines of law with their sums."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.facts.checklist import MARKS
from countercase.facts.words import line_sentence
from countercase.web.forms import Bench
from countercase.web.rendering import render

router = APIRouter()
# For those who do not read the mark, and for lawyers: what each status means.
STATUS_WORDS = {"met": "there", "contrary": "against", "disputed": "in dispute", "missing": "nothing said"}


@router.get("/matters/{matter_id}/checklist")
def show(request: Request, bench: Bench, matter_id: str, v: int | None = None) -> Response:
    """Ingredients by charge with their quotes, lines with their sums, and what is missing."""
    matter = bench.matters.get(matter_id, v)
    checklist = bench.checklist(matter)
    return render(
        request,
        "checklist.html",
        matter=matter,
        tab="checklist",
        sections=list(checklist.sections()),
        lines=checklist.lines,
        warnings=[*checklist.notes, *(warning.says for warning in checklist.not_in_force)],
        marks={str(status): mark for status, mark in MARKS.items()},
        status_words=STATUS_WORDS,
        line_sentence=line_sentence,
    )
