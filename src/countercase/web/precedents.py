"""The precedents of a matter: sorted, filtered, pinned, rejected and noted; the search itself is a job."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.counterfactual.fewest_changes import Aim
from countercase.counterfactual.result import Matter
from countercase.domain.case import Case, CaseId, Chunk, ChunkId, Outcome
from countercase.domain.provision import Provision
from countercase.domain.ranking import CaseFilter, Precedent
from countercase.domain.span import Span
from countercase.errors import InputError
from countercase.explanation.sides import Favour, UserSide, parse_side
from countercase.facts.words import provision_name
from countercase.law.provisions import find_provisions
from countercase.report.listing import (
    ListedPrecedent,
    SortBy,
    kept_in_list,
    parse_flags,
    parse_sort,
    precedent_record,
    sorted_list,
)
from countercase.retrieval.plan import PLANS
from countercase.web.cards import Card, firmness, make_cards
from countercase.web.cases import in_other_code
from countercase.web.fact_forms import short_words
from countercase.web.fact_jobs import reach_key, start_reach
from countercase.web.forms import Bench, Form, read_filter, texts, to
from countercase.web.matter_store import Mark, MarkedCase, StoredMatter
from countercase.web.rendering import render
from countercase.web.trees import whatif_of
from countercase.web.workbench import SearchAsked, Searched, Workbench

router = APIRouter()
FILTERS = ("first_year", "last_year", "bench", "court", "provision", "outcome", "before")
LOOKS = ("sort", "flag", "favour", "top", "plan", "like")
TOPS = (10, 20, 50)
PLAN_NAMES: Mapping[str, str] = {
    "full_system": "All ways together (usual)",
    "specification": "As the specification has it",
    "dpr_only": "By meaning only",
    "chroma_only": "By meaning only, second index",
    "bm25_only": "By words only (BM25)",
    "hybrid_no_mmr": "All ways, without spreading (MMR)",
    "hybrid_no_reranker": "All ways, without the re-ranker",
    "fast": "Fast",
}
FLAGS = {"": "any", "stands": "nothing against it", "stop,warning,caution": "flagged"}
SORTS: Mapping[SortBy, str] = {
    SortBy.RELEVANCE: "best first",
    SortBy.NEWEST: "newest first",
    SortBy.OLDEST: "oldest first",
    SortBy.COURT: "by court",
    SortBy.FLAG: "by flag, safest first",
}


@dataclass(frozen=True, slots=True)
class ListAsked:
    """What the page was asked for: the search, and how its answer is shown."""

    search: SearchAsked
    sort: SortBy
    flags: str
    favour: Favour | None
    wrong: str = ""  # what was wrong with the form; the rest is then as usual


@router.get("/matters/{matter_id}/precedents")
def show(request: Request, bench: Bench, matter_id: str, v: int | None = None) -> Response:
    """The cards, or the search on its way."""
    matter = bench.matters.get(matter_id, v)
    given = {name: request.query_params.get(name, "").strip() for name in (*FILTERS, *LOOKS)}
    marks = bench.matters.marks(matter.id)
    asked = _asked(bench, matter, given, marks)
    found = bench.found(asked.search)
    job = None if found is not None else bench.search(matter, asked.search)
    cards = shown_cards(bench, matter, found, asked) if found is not None else []
    law = other_code(given["provision"]) if given["provision"] and not asked.wrong else ""
    return render(
        request,
        "precedents.html",
        matter=matter,
        tab="precedents",
        given=given,
        asked=asked,
        plans={name: PLAN_NAMES.get(name, name) for name in PLANS if name != "whatif"},
        outcomes=tuple(Outcome),
        sorts=SORTS,
        flags=FLAGS,
        favours=tuple(Favour),
        sides=tuple(UserSide),
        courts=[name for name, _ in bench.app.store.count_cases().courts],
        tops=TOPS,
        job=job,
        cards=[card for card in cards if card.marked.mark is not Mark.REJECTED],
        rejected=[card for card in cards if card.marked.mark is Mark.REJECTED],
        pinned=[case for case, one in marks.items() if one.mark is Mark.PINNED],
        firm=_firm(bench, matter),
        filtered=any(given[name] for name in (*FILTERS, "flag", "favour")),
        query=urlencode({name: value for name, value in given.items() if value}),
        more=_more(given, asked.search.top, len(found.precedents) if found else 0),
        law=law,
    )


def _asked(
    bench: Workbench, matter: StoredMatter, given: Mapping[str, str], marks: Mapping[CaseId, MarkedCase]
) -> ListAsked:
    """What the form asks for; where a field is wrong, the usual search, and what is wrong."""
    usual = usual_search(bench, matter)
    pinned = tuple(sorted(case for case, one in marks.items() if one.mark is Mark.PINNED))
    try:
        search = replace(
            usual,
            filter=read_filter(dict(given), matter.about),
            plan=bench.app.index.plan(given["plan"] or usual.plan).name,
            top=_top(given["top"], usual.top),
            like=pinned if given["like"] else (),
        )
        favour = Favour(given["favour"]) if given["favour"] in set(Favour) and matter.side else None
        parse_flags([given["flag"]])
        return ListAsked(search, parse_sort(given["sort"]), given["flag"], favour)
    except InputError as error:
        return ListAsked(usual, SortBy.RELEVANCE, "", None, str(error))


def _top(text: str, usual: int) -> int:
    if not text:
        return usual
    if not text.isdecimal() or not 1 <= int(text) <= 200:
        raise InputError("A list has 1 to 200 cases.")
    return int(text)


def _more(given: Mapping[str, str], top: int, found: int) -> str:
    """The query of a longer list; empty where there are no more cases."""
    longer = next((size for size in TOPS if size > top), 0)
    if found < top or not longer:
        return ""
    return urlencode({**{name: value for name, value in given.items() if value}, "top": longer})


def usual_search(bench: Workbench, matter: StoredMatter) -> SearchAsked:
    """The search that a matter gets where nothing else is asked for; a case is left out of its own results."""
    retrieval = bench.app.settings.retrieval
    wanted: CaseFilter = read_filter({}, matter.about)
    return SearchAsked(matter.id, matter.version, matter.fingerprint, wanted, retrieval.plan, retrieval.top_k)


def shown_cards(bench: Workbench, matter: StoredMatter, found: Searched, asked: ListAsked) -> list[Card]:
    """The cards in the order asked for, the pinned ones first."""
    listed = bench.app.listed(found.precedents, parse_side(matter.side))
    listed = sorted_list(kept_in_list(listed, parse_flags([asked.flags]), asked.favour), asked.sort)
    marks = bench.matters.marks(matter.id)
    listed.sort(key=lambda one: _mark(marks, one.case.id) is not Mark.PINNED)
    return make_cards(bench, bench.sheet(matter).narrative, listed, found.why, marks)


def _mark(marks: Mapping[CaseId, MarkedCase], case_id: CaseId) -> Mark:
    return marks[case_id].mark if case_id in marks else Mark.NONE


def memo_cards(bench: Workbench, matter: StoredMatter, found: Searched) -> list[Card]:
    """The precedents to take away: the pinned ones first, also from longer lists; the rejected ones left out."""
    marks = bench.matters.marks(matter.id)
    side = parse_side(matter.side)
    listed = bench.app.listed(found.precedents, side)
    known = {one.case.id for one in listed} | {case.id for one in listed for case in one.again}
    wanted = [case for case, one in marks.items() if one.mark is Mark.PINNED and case not in known]
    further = [_by_name(bench, case) for case in wanted if bench.app.store.holds(case)]
    rows: list[ListedPrecedent] = [*listed, *bench.app.listed(further, side)]
    rows = [one for one in rows if _mark(marks, one.case.id) is not Mark.REJECTED]
    rows.sort(key=lambda one: _mark(marks, one.case.id) is not Mark.PINNED)
    return make_cards(bench, bench.sheet(matter).narrative, rows, found.why, marks)


def _by_name(bench: Workbench, case_id: CaseId) -> Precedent:
    """A case that the user pinned in another list, with its first passage."""
    case = bench.app.case(case_id)
    whole = Chunk(ChunkId(f"{case_id}#0"), case_id, Span(0, len(case.text)), case.text)
    first = next(bench.app.store.chunks([case_id]), whole)
    return Precedent(0, case_id, 0.0, first)


@router.post("/matters/{matter_id}/marks")
def mark(bench: Bench, matter_id: str, form: Form) -> Response:
    """Pin or reject a case, or write a note on it."""
    given = texts(form)
    bench.matters.get(matter_id)
    case = bench.case(given.get("case", ""))
    before = bench.matters.marks(matter_id).get(case.id, MarkedCase(case.id))
    wanted = given.get("mark", before.mark)
    if wanted not in set(Mark):
        raise InputError("A case is pinned, rejected, or neither.")
    note = given.get("note", before.note).strip()[:2000]
    bench.matters.put_mark(matter_id, MarkedCase(case.id, Mark(wanted), note))
    query = given.get("query", "")
    return to(f"/matters/{matter_id}/precedents{f'?{query}' if query else ''}#{given.get('at', '')}")


@router.post("/matters/{matter_id}/side")
def choose_side(bench: Bench, matter_id: str, form: Form) -> Response:
    """Say for whom the user acts."""
    given = texts(form)
    bench.matters.get(matter_id)
    bench.matters.set_side(matter_id, str(parse_side(given.get("side", "")) or ""))
    return to(f"/matters/{matter_id}{'' if given.get('back') == 'facts' else '/precedents'}")


def _firm(bench: Workbench, matter: StoredMatter) -> dict[CaseId, str]:
    """How firmly the precedents stand, where a tree of this version of the matter says so."""
    row = bench.matters.latest_tree(matter.id)
    return firmness(whatif_of(bench, matter, row)) if row is not None and row.version == matter.version else {}


def other_code(text: str) -> str:
    """What the provision of a filter is called in the other code."""
    mention = next((one.provision for one in find_provisions(text) if one.provision), None)
    provision = mention or Provision.parse(text)
    others = in_other_code(provision)
    return f"{provision_name(provision)} also finds {', '.join(others)}" if others else ""


def as_record(bench: Workbench, precedent: Precedent) -> dict[str, Any]:
    """A precedent as plain data, the same as `countercase search --json` prints."""
    app = bench.app
    case = app.case(precedent.case_id)
    record = precedent_record(case, precedent, holding=app.holding(precedent.case_id))
    return {**record, "flag": str(app.flag(case).flag)}


# What would bring a case in or drive it out, and the case beside the matter: what both share, what sets it apart.


@router.post("/matters/{matter_id}/reach")
def look_for(bench: Bench, matter_id: str, form: Form) -> Response:
    """Look for the fewest changes that bring a case in or drive it out."""
    given = texts(form)
    matter = bench.matters.get(matter_id)
    case = bench.case(given.get("case", ""))
    return to(f"/jobs/{start_reach(bench, matter, case.id, _aim(given.get('aim', ''))).id}")


@router.get("/matters/{matter_id}/reach")
def show_reach(request: Request, bench: Bench, matter_id: str, case: str = "", aim: str = "", q: str = "") -> Response:
    """What was found, and the same question for another case."""
    matter = bench.matters.get(matter_id)
    q = q.strip()[:200]
    asked = bench.case(case) if case else None
    found = bench.matters.finding(matter_id, matter.version, reach_key(_aim(aim).name.lower(), case)) if case else None
    return render(
        request,
        "reach.html",
        matter=matter,
        tab="precedents",
        case=asked,
        aim=_aim(aim).value if case else "",
        aim_name=aim,
        found=found,
        k=bench.app.settings.retrieval.top_k,
        q=q,
        hits=bench.app.store.lookup(q, 12) if q else [],
        beside=beside(bench, matter, asked) if asked else [],
    )


def _aim(name: str) -> Aim:
    found = next((aim for aim in Aim if aim.name.lower() == name), None)
    if found is None:
        raise InputError("Choose whether to bring the case in or to drive it out.")
    return found


def beside(bench: Workbench, matter: StoredMatter, case: Case) -> list[tuple[str, list[str]]]:
    """A matter beside a case, as HYPO argues, in four lists."""
    found = bench.app.whatifs.analogy(Matter(matter.id, matter.title, bench.sheet(matter)), case.id)
    near = [f"{short_words(one.matter)}; there {short_words(one.precedent)} ({one.why})" for one in found.near_misses]
    lists = {
        "Both have": [short_words(one.matter) for one in found.shared],
        "Nearly the same": near,
        "Only your matter": [short_words(one) for one in found.only_matter],
        "Only the case": [short_words(one) for one in found.only_precedent],
    }
    return [(title, list(dict.fromkeys(rows))) for title, rows in lists.items() if rows]
