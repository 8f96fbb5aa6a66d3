"""The precedents of a matter, which can be sorted, filtered, pinned, rejected and annotated. Searching is a job."""

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
from countercase.report.precedent_list import (
    ListedPrecedent,
    SortBy,
    kept_in_list,
    parse_flags,
    parse_sort,
    precedent_record,
    sorted_list,
)
from countercase.retrieval.plan import PLANS
from countercase.web.cards import Card, make_cards, stability
from countercase.web.cases import in_other_code
from countercase.web.fact_forms import short_words
from countercase.web.matter_store import Mark, MarkedCase, StoredMatter
from countercase.web.pages import (
    Bench,
    Form,
    Searched,
    SearchRequest,
    Workbench,
    read_filter,
    redirect,
    render,
    text_fields,
)
from countercase.web.whatif_jobs import fewest_changes_key, start_fewest_changes, whatif_of

router = APIRouter()
FILTERS = ("first_year", "last_year", "bench", "court", "provision", "outcome", "before")
LOOKS = ("sort", "flag", "favour", "top", "plan", "like")
TOPS = (10, 20, 50)
PLAN_NAMES: Mapping[str, str] = {
    "full_system": "All ways together (usual)",
    "specification": "As in the specification",
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
class ListRequest:
    """What the user asked for: the search, and how to show its answer."""

    search: SearchRequest
    sort: SortBy
    flags: str
    favour: Favour | None
    wrong: str = ""  # what is wrong with the form; everything else then has its default


@router.get("/matters/{matter_id}/precedents")
def show(request: Request, bench: Bench, matter_id: str, v: int | None = None) -> Response:
    """The cards, or the progress of the search."""
    matter = bench.matters.get(matter_id, v)
    fields = {name: request.query_params.get(name, "").strip() for name in (*FILTERS, *LOOKS)}
    marks = bench.matters.marks(matter.id)
    asked_for = _read_request(bench, matter, fields, marks)
    searched = bench.found(asked_for.search)
    job = None if searched is not None else bench.search(matter, asked_for.search)
    cards = shown_cards(bench, matter, searched, asked_for) if searched is not None else []
    law = other_code(fields["provision"]) if fields["provision"] and not asked_for.wrong else ""
    return render(
        request,
        "precedents.html",
        matter=matter,
        tab="precedents",
        given=fields,
        shown=asked_for,
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
        pinned=[case for case, marked in marks.items() if marked.mark is Mark.PINNED],
        stability=_stability(bench, matter),
        filtered=any(fields[name] for name in (*FILTERS, "flag", "favour")),
        query=urlencode({name: value for name, value in fields.items() if value}),
        more=_more(fields, asked_for.search.top, len(searched.precedents) if searched else 0),
        law=law,
    )


def _read_request(
    bench: Workbench, matter: StoredMatter, fields: Mapping[str, str], marks: Mapping[CaseId, MarkedCase]
) -> ListRequest:
    """The request in the form; if a field is wrong, the default search and the reason."""
    default = default_search(bench, matter)
    pinned = tuple(sorted(case for case, marked in marks.items() if marked.mark is Mark.PINNED))
    try:
        search = replace(
            default,
            filter=read_filter(dict(fields), matter.about),
            plan=bench.app.index.plan(fields["plan"] or default.plan).name,
            top=_top(fields["top"], default.top),
            like=pinned if fields["like"] else (),
        )
        favour = Favour(fields["favour"]) if fields["favour"] in set(Favour) and matter.side else None
        parse_flags([fields["flag"]])
        return ListRequest(search, parse_sort(fields["sort"]), fields["flag"], favour)
    except InputError as error:
        return ListRequest(default, SortBy.RELEVANCE, "", None, str(error))


def _top(text: str, default: int) -> int:
    if not text:
        return default
    if not text.isdecimal() or not 1 <= int(text) <= 200:
        raise InputError("A list can have 1 to 200 cases. Give a number in that range.")
    return int(text)


def _more(fields: Mapping[str, str], top: int, returned: int) -> str:
    """The query for a longer list; empty if there are no more cases."""
    longer = next((size for size in TOPS if size > top), 0)
    if returned < top or not longer:
        return ""
    return urlencode({**{name: value for name, value in fields.items() if value}, "top": longer})


def default_search(bench: Workbench, matter: StoredMatter) -> SearchRequest:
    """The default search for a matter; a matter made from a case excludes that case."""
    retrieval = bench.app.settings.retrieval
    wanted: CaseFilter = read_filter({}, matter.about)
    return SearchRequest(matter.id, matter.version, matter.fingerprint, wanted, retrieval.plan, retrieval.top_k)


def shown_cards(bench: Workbench, matter: StoredMatter, searched: Searched, request: ListRequest) -> list[Card]:
    """The cards in the requested order, pinned ones first."""
    listed = bench.app.listed(searched.precedents, parse_side(matter.side))
    listed = sorted_list(kept_in_list(listed, parse_flags([request.flags]), request.favour), request.sort)
    marks = bench.matters.marks(matter.id)
    listed.sort(key=lambda row: _mark(marks, row.case.id) is not Mark.PINNED)
    return make_cards(bench, bench.sheet(matter).narrative, listed, searched.why, marks)


def _mark(marks: Mapping[CaseId, MarkedCase], case_id: CaseId) -> Mark:
    return marks[case_id].mark if case_id in marks else Mark.NONE


def memo_cards(bench: Workbench, matter: StoredMatter, searched: Searched) -> list[Card]:
    """The precedents of the memo: pinned ones first, even from longer lists, and no rejected ones."""
    marks = bench.matters.marks(matter.id)
    side = parse_side(matter.side)
    listed = bench.app.listed(searched.precedents, side)
    known = {row.case.id for row in listed} | {case.id for row in listed for case in row.again}
    wanted = [case for case, marked in marks.items() if marked.mark is Mark.PINNED and case not in known]
    further = [_pinned_elsewhere(bench, case) for case in wanted if bench.app.store.source_of(case)]
    rows: list[ListedPrecedent] = [*listed, *bench.app.listed(further, side)]
    rows = [row for row in rows if _mark(marks, row.case.id) is not Mark.REJECTED]
    rows.sort(key=lambda row: _mark(marks, row.case.id) is not Mark.PINNED)
    return make_cards(bench, bench.sheet(matter).narrative, rows, searched.why, marks)


def _pinned_elsewhere(bench: Workbench, case_id: CaseId) -> Precedent:
    """A case that the user pinned in another list, with its first passage."""
    case = bench.app.case(case_id)
    whole = Chunk(ChunkId(f"{case_id}#0"), case_id, Span(0, len(case.text)), case.text)
    first = next(bench.app.store.chunks([case_id]), whole)
    return Precedent(0, case_id, 0.0, first)


@router.post("/matters/{matter_id}/marks")
def mark(bench: Bench, matter_id: str, form: Form) -> Response:
    """Pin or reject a case, or write a note on it."""
    fields = text_fields(form)
    bench.matters.get(matter_id)
    case = bench.case(fields.get("case", ""))
    before = bench.matters.marks(matter_id).get(case.id, MarkedCase(case.id))
    wanted = fields.get("mark", before.mark)
    if wanted not in set(Mark):
        raise InputError("A case can be pinned, rejected, or neither. Reload the page.")
    note = fields.get("note", before.note).strip()[:2000]
    bench.matters.put_mark(matter_id, MarkedCase(case.id, Mark(wanted), note))
    query = fields.get("query", "")
    return redirect(f"/matters/{matter_id}/precedents{f'?{query}' if query else ''}#{fields.get('at', '')}")


@router.post("/matters/{matter_id}/side")
def choose_side(bench: Bench, matter_id: str, form: Form) -> Response:
    """Set for whom the user acts."""
    fields = text_fields(form)
    bench.matters.get(matter_id)
    bench.matters.set_side(matter_id, str(parse_side(fields.get("side", "")) or ""))
    return redirect(f"/matters/{matter_id}{'' if fields.get('back') == 'facts' else '/precedents'}")


def _stability(bench: Workbench, matter: StoredMatter) -> dict[CaseId, str]:
    """How often each precedent stays in the list, if this version of the matter has a tree."""
    row = bench.matters.latest_tree(matter.id)
    return stability(whatif_of(bench, matter, row)) if row is not None and row.version == matter.version else {}


def other_code(text: str) -> str:
    """The counterpart of a filter's provision in the other code, as a sentence."""
    mention = next((mention.provision for mention in find_provisions(text) if mention.provision), None)
    provision = mention or Provision.parse(text)
    others = in_other_code(provision)
    return f"{provision_name(provision)} also finds {', '.join(others)}" if others else ""


def found_record(bench: Workbench, precedent: Precedent) -> dict[str, Any]:
    """A precedent as `countercase search --json --no-why` prints it."""
    app = bench.app
    case = app.case(precedent.case_id)
    return precedent_record(case, precedent, holding=app.holding(case.id), flagged=app.flag(case))


# The fewest changes that bring a case in or drive it out, and a comparison of the case with the matter.


@router.post("/matters/{matter_id}/reach")
def look_for(bench: Bench, matter_id: str, form: Form) -> Response:
    """Look for the fewest changes that bring a case in or drive it out."""
    fields = text_fields(form)
    matter = bench.matters.get(matter_id)
    case = bench.case(fields.get("case", ""))
    return redirect(f"/jobs/{start_fewest_changes(bench, matter, case.id, _aim(fields.get('aim', ''))).id}")


@router.get("/matters/{matter_id}/reach")
def show_fewest_changes(
    request: Request, bench: Bench, matter_id: str, case: str = "", aim: str = "", q: str = ""
) -> Response:
    """The changes that were found, and the form for another case."""
    matter = bench.matters.get(matter_id)
    q = q.strip()[:200]
    chosen = bench.case(case) if case else None
    changes = (
        bench.matters.finding(matter_id, matter.version, fewest_changes_key(_aim(aim).name.lower(), case))
        if case
        else None
    )
    return render(
        request,
        "fewest_changes.html",
        matter=matter,
        tab="precedents",
        case=chosen,
        aim=_aim(aim).value if case else "",
        aim_name=aim,
        found=changes,
        k=bench.app.settings.retrieval.top_k,
        q=q,
        hits=bench.app.store.lookup(q, 12) if q else [],
        comparison=compare_with_case(bench, matter, chosen) if chosen else [],
    )


def _aim(name: str) -> Aim:
    aim = next((aim for aim in Aim if aim.name.lower() == name), None)
    if aim is None:
        raise InputError("Choose whether to bring the case in or drive it out.")
    return aim


def compare_with_case(bench: Workbench, matter: StoredMatter, case: Case) -> list[tuple[str, list[str]]]:
    """Compare a matter with a case in four lists, after HYPO."""
    analogy = bench.app.whatifs.analogy(Matter(matter.id, matter.title, bench.sheet(matter)), case.id)
    near = [
        f"{short_words(pair.matter)}; there {short_words(pair.precedent)} ({pair.why})" for pair in analogy.near_misses
    ]
    lists = {
        "Both have": [short_words(pair.matter) for pair in analogy.shared],
        "Nearly the same": near,
        "Only your matter": [short_words(fact) for fact in analogy.only_matter],
        "Only the case": [short_words(fact) for fact in analogy.only_precedent],
    }
    return [(title, list(dict.fromkeys(rows))) for title, rows in lists.items() if rows]
