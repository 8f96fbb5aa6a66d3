"""The precedents of a matter as cards, with filters; the search itself is a job."""

from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from countercase.domain.case import Case, CaseId, Chunk, Outcome
from countercase.domain.provision import Provision
from countercase.domain.ranking import CaseFilter, Precedent, StageScore
from countercase.domain.records import precedent_record
from countercase.errors import InputError
from countercase.law.codes import equivalents
from countercase.law.provisions import find_provisions
from countercase.retrieval.filters import parse_day, parse_filters
from countercase.retrieval.plan import PLANS
from countercase.web.cases.other_code import in_other_code
from countercase.web.forms import Bench
from countercase.web.pages import render
from countercase.web.pictures.marks import best_stretch, mark_spans, matched_words, query_stems
from countercase.web.precedents.why import Why, sentences_of
from countercase.web.workbench import Searched, Workbench

router = APIRouter()
SHOWN = 460  # characters of a passage on a card; the reader has the rest
FILTERS = ("first_year", "last_year", "bench", "provision", "outcome", "before")


@dataclass(frozen=True, slots=True)
class Card:
    """A precedent as the page shows it."""

    rank: int
    case: Case
    passage: Markup
    place: str
    anchor: str
    shared: tuple[str, ...]
    treated: str
    stages: tuple[StageScore, ...]
    why: tuple[Why, ...] = ()


@router.get("/matters/{matter_id}/precedents")
def show(request: Request, bench: Bench, matter_id: str, v: int | None = None) -> Response:
    """The cards, or the search on its way."""
    matter = bench.matters.get(matter_id, v)
    given = {name: request.query_params.get(name, "").strip() for name in FILTERS}
    plan = request.query_params.get("plan") or bench.product.settings.retrieval.plan
    wrong = ""
    try:
        wanted = read_filter(given, matter.about)
        bench.product.plan(plan)
    except InputError as error:
        wanted, wrong = read_filter({}, matter.about), str(error)
    found = bench.found((matter.id, matter.version, wanted, plan))
    job = None if found is not None else bench.search(matter, wanted, plan)
    narrative = bench.sheet(matter).narrative
    return render(
        request,
        "precedents.html",
        matter=matter,
        tab="precedents",
        given=given,
        plan=plan,
        plans=[name for name in PLANS if name != "whatif"],
        outcomes=tuple(Outcome),
        wrong=wrong,
        job=job,
        cards=make_cards(bench, narrative, found) if found is not None else [],
        filtered=any(given.values()),
        law=other_code(given["provision"]) if given["provision"] and not wrong else "",
    )


def read_filter(given: dict[str, str], about: str = "") -> CaseFilter:
    """The filter of the form; a case that is itself the matter is left out of its own results."""
    asked = []
    if given.get("first_year") or given.get("last_year"):
        asked.append(f"year={given.get('first_year', '')}..{given.get('last_year', '')}")
    asked += [f"{name}={given[name]}" for name in ("bench", "provision", "outcome") if given.get(name)]
    day = parse_day(given["before"]) if given.get("before") else None
    found = parse_filters(asked, day)
    if about.startswith("case:"):
        return replace(found, excluded=frozenset({CaseId(about.removeprefix("case:"))}))
    return found


def other_code(text: str) -> str:
    """What the provision of a filter is called in the other code."""
    mention = next((one.provision for one in find_provisions(text) if one.provision), None)
    provision = mention or Provision.parse(text)
    others = in_other_code(provision)
    return f"{provision.id} also finds {', '.join(others)}" if others else ""


def make_cards(bench: Workbench, narrative: str, found: Searched) -> list[Card]:
    """Everything that the cards show."""
    stems = query_stems(narrative)
    law = {one.provision for one in find_provisions(narrative) if one.provision}
    return [
        replace(_card(bench, precedent, stems, law), why=sentences_of(why))
        for precedent, why in zip(found.precedents, found.why, strict=True)
    ]


def _card(bench: Workbench, precedent: Precedent, stems: frozenset[str], law: set[Provision]) -> Card:
    case, chunk = bench.case(precedent.case_id), precedent.passage
    marks = matched_words(chunk.text, stems, bench.product.rarity)
    cut = best_stretch(chunk.text, marks, SHOWN, _heading(chunk))
    inside = [span.shift(-cut.start) for span in marks if cut.contains(span)]
    text = mark_spans(cut.of(chunk.text), inside)
    before, after = ("… " if cut.start > _heading(chunk) else ""), (" …" if cut.end < len(chunk.text) else "")
    place = ", ".join(
        part
        for part in (
            chunk.section.value if chunk.section.value != "Unknown" else "",
            f"para {chunk.paragraph}" if chunk.paragraph else "",
            f"page {chunk.page}" if chunk.page else "",
        )
        if part
    )
    return Card(
        precedent.rank,
        case,
        Markup("{}{}{}").format(before, text, after),
        place,
        f"?from={chunk.span.start}&to={chunk.span.end}#passage",
        shared_provisions(case, law),
        treatment(bench, case),
        precedent.stages,
    )


def _heading(chunk: Chunk) -> int:
    """Characters of a heading that the passage begins with: the place below it says the same."""
    heading = f"{chunk.section.value}\n"
    return len(heading) if chunk.text.startswith(heading) else 0


def shared_provisions(case: Case, law: set[Provision]) -> tuple[str, ...]:
    """Provisions of the query that the case cites under either code, with the other code's number."""
    own = {provision.base for provision in case.provisions}
    lines = []
    for provision in sorted(law):
        same = sorted({one.base for one in equivalents(provision)} & own)
        if same:
            others = [base for base in same if base != provision.base]
            lines.append(
                f"{provision.id} (here as {', '.join(others)})" if provision.base not in same else provision.id
            )
    return tuple(dict.fromkeys(lines))


def treatment(bench: Workbench, case: Case) -> str:
    """What later cases of the corpus did with this one."""
    counts: dict[str, int] = {}
    for link in bench.product.store.cited_by(case.id):
        counts[link.treatment] = counts.get(link.treatment, 0) + 1
    return ", ".join(f"{what} by {count}" for what, count in sorted(counts.items(), key=lambda pair: -pair[1]))


def as_record(bench: Workbench, precedent: Precedent) -> dict[str, Any]:
    """A precedent as plain data, the same as `countercase search --json` prints."""
    return precedent_record(bench.product.case(precedent.case_id), precedent)
