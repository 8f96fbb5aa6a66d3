"""The precedents of a matter, with filters; the search itself is a job."""

from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from countercase.counterfactual.answer import Answer
from countercase.counterfactual.reach import Aim
from countercase.counterfactual.result import Matter, WhatIf
from countercase.counterfactual.sensitivity import CaseSensitivity, case_sensitivity
from countercase.counterfactual.verdict import EdgeEvidence
from countercase.domain.case import Case, CaseId, Chunk, Outcome
from countercase.domain.explanation import Anchor, Explanation, Holding, Move
from countercase.domain.perturbation import Node
from countercase.domain.provision import Provision
from countercase.domain.ranking import Precedent, StageScore
from countercase.domain.records import precedent_record
from countercase.errors import InputError
from countercase.law.provisions import find_provisions
from countercase.law.tables.codes import equivalents
from countercase.report.changes import Why
from countercase.report.marks import best_stretch, mark_spans, matched_words, query_stems
from countercase.retrieval.plan import PLANS
from countercase.web.cases import in_other_code
from countercase.web.fact_forms import short_words
from countercase.web.fact_jobs import reach_key, start_reach
from countercase.web.forms import Bench, Form, read_filter, texts, to
from countercase.web.matter_store import StoredMatter
from countercase.web.rendering import render
from countercase.web.trees import whatif_of
from countercase.web.workbench import Searched, Workbench

# Why a case was found and why ranks moved, in sentences that each point at their place in a case.

_MOVED = {Move.LEFT: "leaves", Move.ENTERED: "enters", Move.ROSE: "rises", Move.FELL: "falls"}


def sentences_of(explanation: Explanation | None) -> tuple[Why, ...]:
    """The sentences for a card."""
    return tuple(Why(one.text, _link(one.anchor)) for one in explanation.sentences) if explanation else ()


def why_the_ranks_moved(bench: Workbench, run: WhatIf, node: Node) -> tuple[Why, ...]:
    """What explains the moves at a node, case by case, and how many nothing explains."""
    seen = run.evidence.get(node.id)
    told = bench.app.explain_move(run.tree, node.id, _is_wording(seen))
    lines = [
        Why(f"{run.name(one.case_id)} {_MOVED[one.move]}. {one.sentence.text}", _link(one.sentence.anchor))
        for one in told.moves
        if one.sentence is not None
    ]
    rest = len(told.moves) - len(lines)
    if rest:
        moved = (
            "move of the one told" if rest == len(told.moves) == 1 else f"moves of {rest} others" if lines else "moves"
        )
        lines.append(Why(f"No fact of their own explains the {moved}.", ""))
    if seen is None or not told.moves:  # what was measured is said above, by the verdict
        lines.append(Why(told.note, ""))
    return tuple(lines)


def _is_wording(seen: EdgeEvidence | None) -> bool | None:
    """True where the search does not depend on the change, False where it does; None where that cannot be told."""
    return {Answer.DOES_NOT: True, Answer.DEPENDS: False}.get(seen.answer) if seen is not None else None


def _link(anchor: Anchor) -> str:
    return f"/cases/{anchor.case_id}?from={anchor.span.start}&to={anchor.span.end}#passage"


# Precedents as cards: the passage with its telling words marked, why, what it shares, and how it was ranked.

SHOWN = 460  # characters of a passage on a card; the reader has the rest


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
    holding: tuple[Why, ...] = ()
    flag: str = "neutral"  # whether it still stands: stop, warning, caution, neutral, positive
    flag_why: str = ""


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
    marks = matched_words(chunk.text, stems, bench.app.index.rarity)
    cut = best_stretch(chunk.text, marks, SHOWN, _heading(chunk))
    inside = [span.shift(-cut.start) for span in marks if cut.contains(span)]
    text = mark_spans(cut.of(chunk.text), inside)
    before, after = ("… " if cut.start > _heading(chunk) else ""), (" …" if cut.end < len(chunk.text) else "")
    flagged = bench.app.flag(case)
    return Card(
        precedent.rank,
        case,
        Markup("{}{}{}").format(before, text, after),
        f"Our summary: {place_of(chunk)}" if case.is_digest else place_of(chunk),
        f"?from={chunk.span.start}&to={chunk.span.end}#passage",
        shared_provisions(case, law),
        treatment(bench, case),
        precedent.stages,
        holding=holding_lines(bench.app.holding(case.id)),
        flag=str(flagged.flag),
        flag_why=flagged.why,
    )


def holding_lines(holding: Holding) -> tuple[Why, ...]:
    """Who won, the order and the ground, as the card leads with them."""
    lines = [Why(holding.winner_line, _link(holding.order.anchor) if holding.order else "")]
    lines += [Why(one.text, _link(one.anchor)) for one in (holding.order, holding.ground) if one is not None]
    return tuple(lines)


def place_of(chunk: Chunk) -> str:
    """Where a passage stands in its case: Facts, para 3, page 5."""
    section = chunk.section.value if chunk.section.value != "Unknown" else ""
    parts = (section, f"para {chunk.paragraph}" if chunk.paragraph else "", f"page {chunk.page}" if chunk.page else "")
    return ", ".join(part for part in parts if part)


def passage_of(chunk: Chunk) -> str:
    """The words of a passage in one line, without the heading that its place says."""
    return " ".join(chunk.text[_heading(chunk) :].split())


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
            named = provision.shared_with(one for one in case.provisions if one.base in same)
            lines.append(f"{named} (here as {', '.join(others)})" if provision.base not in same else named)
    return tuple(dict.fromkeys(lines))


def treatment(bench: Workbench, case: Case) -> str:
    """What later cases of the corpus did with this one."""
    counts: dict[str, int] = {}
    for link in bench.app.store.cited_by(case.id):
        counts[link.treatment] = counts.get(link.treatment, 0) + 1
    return ", ".join(f"{what} by {count}" for what, count in sorted(counts.items(), key=lambda pair: -pair[1]))


# How firmly each precedent stands: over how many of the tree's changes it stays, and what drops it.


def firmness(run: WhatIf) -> dict[CaseId, str]:
    """In words, for each precedent of the matter as given; empty where nothing was changed."""
    changes = len(run.tree.nodes) - 1
    return {one.case_id: _words(run, one, changes) for one in case_sensitivity(run.tree)} if changes else {}


def _words(run: WhatIf, one: CaseSensitivity, changes: int) -> str:
    dropped = [run.tree.nodes[place].perturbation for place in one.dropped_by]
    labels = [run.label(change) for change in dropped if change is not None]
    more = f" and {len(labels) - 1} more" if len(labels) > 1 else ""
    by = f"; dropped by {labels[0]}{more}" if labels else ""
    return f"in {one.robustness:.0%} of {changes} change{'' if changes == 1 else 's'}{by}"


router = APIRouter()
FILTERS = ("first_year", "last_year", "bench", "provision", "outcome", "before")


@router.get("/matters/{matter_id}/precedents")
def show(request: Request, bench: Bench, matter_id: str, v: int | None = None) -> Response:
    """The cards, or the search on its way."""
    matter = bench.matters.get(matter_id, v)
    given = {name: request.query_params.get(name, "").strip() for name in FILTERS}
    plan = request.query_params.get("plan") or bench.app.settings.retrieval.plan
    wrong = ""
    try:
        wanted = read_filter(given, matter.about)
        bench.app.index.plan(plan)
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


def _firm(bench: Workbench, matter: StoredMatter) -> dict[CaseId, str]:
    """How firmly the precedents stand, where a tree of this version of the matter says so."""
    row = bench.matters.latest_tree(matter.id)
    return firmness(whatif_of(bench, matter, row)) if row is not None and row.version == matter.version else {}


def other_code(text: str) -> str:
    """What the provision of a filter is called in the other code."""
    mention = next((one.provision for one in find_provisions(text) if one.provision), None)
    provision = mention or Provision.parse(text)
    others = in_other_code(provision)
    return f"{provision.id} also finds {', '.join(others)}" if others else ""


def as_record(bench: Workbench, precedent: Precedent) -> dict[str, Any]:
    """A precedent as plain data, the same as `countercase search --json` prints."""
    app = bench.app
    return precedent_record(app.case(precedent.case_id), precedent, holding=app.holding(precedent.case_id))


# What would bring a case in or push it out, and the case beside the matter: what both share, what sets it apart.


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
        k=bench.app.settings.retrieval.top_k,
        q=q,
        hits=bench.app.store.lookup(q, 12) if q else [],
        beside=beside(bench, matter, asked) if asked else [],
    )


def _aim(name: str) -> Aim:
    found = next((aim for aim in Aim if aim.name.lower() == name), None)
    if found is None:
        raise InputError("Choose whether to bring the case in or to push it out.")
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


# The precedents of a matter, and what would change them.
