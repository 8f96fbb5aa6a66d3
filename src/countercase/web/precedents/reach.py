"""What would bring a case in or push it out, and the case beside the matter: what both share, what sets it apart."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.counterfactual.reach import Aim
from countercase.counterfactual.result import Matter as AskedMatter
from countercase.domain.case import Case
from countercase.errors import InputError
from countercase.web.forms import Bench, Form, texts, to
from countercase.web.matter.fact_forms import short_words
from countercase.web.matters import Matter
from countercase.web.pages import render
from countercase.web.which_facts.jobs import reach_key, start_reach
from countercase.web.workbench import Workbench

router = APIRouter()


@router.post("/matters/{matter_id}/reach")
def look_for(bench: Bench, matter_id: str, form: Form) -> Response:
    """Look for the fewest changes that bring a case in or push it out."""
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
        k=bench.product.settings.retrieval.top_k,
        q=q,
        hits=bench.product.store.lookup(q, 12) if q else [],
        beside=beside(bench, matter, asked) if asked else [],
    )


def _aim(name: str) -> Aim:
    found = next((aim for aim in Aim if aim.name.lower() == name), None)
    if found is None:
        raise InputError("Choose whether to bring the case in or to push it out.")
    return found


def beside(bench: Workbench, matter: Matter, case: Case) -> list[tuple[str, list[str]]]:
    """A matter beside a case, as HYPO argues, in four lists."""
    found = bench.product.analogy(AskedMatter(matter.id, matter.title, bench.sheet(matter)), case.id)
    near = [f"{short_words(one.matter)}; there {short_words(one.precedent)} ({one.why})" for one in found.near_misses]
    lists = {
        "Both have": [short_words(one.matter) for one in found.shared],
        "Nearly the same": near,
        "Only your matter": [short_words(one) for one in found.only_matter],
        "Only the case": [short_words(one) for one in found.only_precedent],
    }
    return [(title, list(dict.fromkeys(rows))) for title, rows in lists.items() if rows]
