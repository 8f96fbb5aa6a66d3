"""The precedents of a matter, with filters; the search itself is a job."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.domain.case import CaseId, Outcome
from countercase.domain.provision import Provision
from countercase.domain.ranking import CaseFilter, Precedent
from countercase.domain.records import precedent_record
from countercase.errors import InputError
from countercase.law.provisions import find_provisions
from countercase.retrieval.filters import parse_day, parse_filters
from countercase.retrieval.plan import PLANS
from countercase.web.cases.other_code import in_other_code
from countercase.web.forms import Bench
from countercase.web.matters import Matter
from countercase.web.pages import render
from countercase.web.precedents.cards import make_cards
from countercase.web.precedents.firmness import firmness
from countercase.web.whatif.tree_store import whatif_of
from countercase.web.workbench import Workbench

router = APIRouter()
FILTERS = ("first_year", "last_year", "bench", "provision", "outcome", "before")


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
        firm=_firm(bench, matter),
        filtered=any(given.values()),
        law=other_code(given["provision"]) if given["provision"] and not wrong else "",
    )


def _firm(bench: Workbench, matter: Matter) -> dict[CaseId, str]:
    """How firmly the precedents stand, where a tree of this version of the matter says so."""
    row = bench.matters.latest_tree(matter.id)
    return firmness(whatif_of(bench, matter, row)) if row is not None and row.version == matter.version else {}


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


def as_record(bench: Workbench, precedent: Precedent) -> dict[str, Any]:
    """A precedent as plain data, the same as `countercase search --json` prints."""
    return precedent_record(bench.product.case(precedent.case_id), precedent)
