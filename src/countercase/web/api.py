"""The JSON API, version 1: what the command line does, over HTTP. The page `/api` describes it.

This module searches, reads facts, shows cases and the law, checks drafts and keeps matters; the rest is in
`api_workspace`.
"""

import re
from datetime import date
from math import isfinite
from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field, model_validator
from starlette.responses import Response, StreamingResponse

from countercase.counterfactual.fewest_changes import Aim
from countercase.domain.facts import Quantity
from countercase.errors import NotFound
from countercase.facts.checklist import facts_json
from countercase.facts.sheet_json import from_json as sheet_from_json
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.law.citations import find_citations
from countercase.law.provisions import find_provisions, parse_provision
from countercase.law.tables import thresholds as table
from countercase.law.tables.acts import counterparts, related
from countercase.retrieval.plan import parse_day, parse_filters
from countercase.version import __version__
from countercase.web.drafts import LONGEST
from countercase.web.jobs import stream
from countercase.web.matter import matter_record
from countercase.web.matter_store import StoredMatter
from countercase.web.pages import MAX_NARRATIVE, Bench, clean_narrative
from countercase.web.precedents import compare_with_case, found_record
from countercase.web.whatif_jobs import fewest_changes_key, start_fewest_changes, start_shares, start_tree

router = APIRouter(tags=["version 1"])
_SURROGATE = re.compile("[\ud800-\udfff]")


class RequestBody(BaseModel):
    """The body of a request. An unknown field is refused."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _storable(cls, content: Any) -> Any:
        """Refuse values that cannot be stored or shown, at any depth."""
        check_storable(content)
        return content


def check_storable(content: Any) -> None:
    """Raises ValueError for a lone surrogate, for NaN or infinity, and for an integer beyond 64 bits."""
    match content:
        case dict():
            for name, value in content.items():
                check_storable(name)
                check_storable(value)
        case list():
            for value in content:
                check_storable(value)
        case str() if not content.isascii() and _SURROGATE.search(content):
            raise ValueError("a text contains half a character (a lone surrogate)")
        case float() if not isfinite(content):
            raise ValueError("a number is infinite or NaN")
        case int() if not -(2**63) <= content < 2**63:
            raise ValueError("a number has more than 64 bits")


class SearchBody(RequestBody):
    """A search, as in `countercase search`."""

    text: str = Field(min_length=1, max_length=MAX_NARRATIVE)
    plan: str | None = None
    top_k: int | None = Field(None, ge=1, le=1000)
    filters: list[str] = Field(default_factory=list, description="Such as year=2010..2015, bench=3, provision=IPC-302")
    before: str | None = Field(None, description="Only cases decided before this day, as 2015-03-31")


class TextBody(RequestBody):
    """A text to read."""

    text: str = Field(min_length=1, max_length=MAX_NARRATIVE)


class DraftBody(RequestBody):
    """A draft to check."""

    text: str = Field(min_length=1, max_length=LONGEST)
    on: str | None = Field(None, description="The day to judge by, as 2019-03-14; today if left out")


class NewMatter(TextBody):
    """A matter to save."""

    title: str = ""


class NextVersion(RequestBody):
    """The next version of a matter; `version` is the one that it is based on."""

    version: int
    title: str
    sheet: dict[str, Any]
    locks: list[list[str]] = Field(default_factory=list)


class TreeBody(RequestBody):
    """The size of a tree."""

    depth: int = Field(2, ge=1, le=5)
    children: int = Field(8, ge=1, le=50)


class FewestChangesBody(RequestBody):
    """A case to bring into the list or drive out of it."""

    case_id: str
    aim: Literal["bring_in", "drive_out"]


# Searching, reading facts, and the cases.


@router.get("/status")
def status(bench: Bench) -> dict[str, Any]:
    """The version, the corpus and the state of the server."""
    return {"countercase": __version__, "corpus": bench.corpus_words, "counts": bench.app.store.counts()}


@router.post("/search")
def search(bench: Bench, body: SearchBody) -> dict[str, Any]:
    """The precedents for a text; the answer comes when the search is done."""
    wanted = parse_filters(body.filters, parse_day(body.before) if body.before else None)
    plan = bench.app.index.plan(body.plan).name
    precedents = bench.precedents(body.text, plan, body.top_k, wanted)
    notes = list(filter(None, [bench.app.index.left_out(body.plan)]))
    records = [found_record(bench, precedent) for precedent in precedents]
    return {"query": body.text, "plan": plan, "notes": notes, "precedents": records}


@router.post("/facts")
def facts(bench: Bench, body: TextBody) -> dict[str, Any]:
    """The facts of a text, the ingredients of its charges and claims, and the lines of law, as `countercase facts`."""
    return facts_json(bench.app.read_facts(clean_narrative(body.text)), bench.app.models.clause_reader)


@router.get("/cited")
def cited(bench: Bench, case: str, on: str | None = None) -> dict[str, Any]:
    """The later history of a case (its id, name or citation) and its flag on a day, as `countercase cited`."""
    return bench.app.cited(bench.app.store.find_one(case[:300]), _day(on))


@router.post("/check")
def check(bench: Bench, body: DraftBody) -> dict[str, Any]:
    """Every citation, quotation and provision of a draft, checked as of a day, as `countercase check`."""
    return bench.app.check_draft(body.text, _day(body.on)).as_json()


def _day(text: str | None) -> date:
    return parse_day(text) if text else date.today()  # noqa: DTZ011 - the reader's own day


@router.get("/cases")
def find_cases(bench: Bench, q: str, limit: int = 20) -> list[dict[str, str]]:
    """Cases by words of their name, citation or provision."""
    rows = bench.app.store.lookup(q[:200], max(1, min(limit, 100)))
    return [{"case_id": case_id, "name": name} for case_id, name in rows]


@router.get("/cases/{case_id:path}")
def read_case(bench: Bench, case_id: str) -> dict[str, Any]:
    """A case with its text."""
    case = bench.case(case_id)
    return {
        "case_id": case.id,
        "name": case.name,
        "court": case.court,
        "decided": case.decided,
        "bench": list(case.bench),
        "citations": list(case.citations),
        "case_numbers": list(case.case_numbers),
        "outcome": case.outcome,
        "provisions": {provision.id: count for provision, count in case.provisions.items()},
        "cites": [
            {
                "name": cited.name,
                "citations": list(cited.citations),
                "treatment": cited.treatment,
                "case_id": cited.case_id,
            }
            for cited in case.cites
        ],
        "text": case.text,
        "source": case.source,
    }


# The law: provisions and citations in a text, the other code, and thresholds.


@router.post("/law/provisions")
def provisions(body: TextBody) -> list[dict[str, Any]]:
    """The provisions that a text names."""
    return [
        {
            "provision": mention.provision.id if mention.provision else None,
            "span": [mention.span.start, mention.span.end],
        }
        for mention in find_provisions(body.text)
    ]


@router.post("/law/citations")
def citations(body: TextBody) -> list[dict[str, Any]]:
    """The citations that a text names."""
    return [
        {"citation": mention.citation.normal, "span": [mention.span.start, mention.span.end]}
        for mention in find_citations(body.text)
    ]


@router.get("/law/map")
def other_code(provision: str) -> dict[str, Any]:
    """The counterparts of a provision in the other code."""
    normal = parse_provision(provision)
    rows = [
        {"provision": other.provision.id if other.provision else None, "change": other.change}
        for other in (*counterparts(normal), *related(normal))
    ]
    return {"provision": normal.id, "counterparts": rows}


@router.get("/law/thresholds")
def thresholds(
    provision: str | None = None, quantity: Quantity | None = None, role: str | None = None, on: str | None = None
) -> list[dict[str, Any]]:
    """The numbers at which the law changes, each with its provision, dates and source."""
    named = parse_provision(provision) if provision else None
    return [rule.record() for rule in table.applicable(quantity, role, parse_day(on) if on else None, named)]


# Matters, their trees, and other results computed for them.


@router.get("/matters")
def matters(bench: Bench) -> list[dict[str, Any]]:
    """All matters, the latest first."""
    return [{"id": matter.id, "version": matter.version, "title": matter.title} for matter in bench.matters.all()]


@router.post("/matters", status_code=201)
def add_matter(bench: Bench, body: NewMatter) -> dict[str, Any]:
    """Read the facts of a text, and save both as a matter."""
    return matter_record(bench.new_matter(body.text, body.title))


@router.get("/matters/{matter_id}")
def matter(bench: Bench, matter_id: str, version: int | None = None) -> dict[str, Any]:
    """A matter, or an older version of it."""
    return matter_record(bench.matters.get(matter_id, version))


@router.put("/matters/{matter_id}")
def write_matter(bench: Bench, matter_id: str, body: NextVersion) -> dict[str, Any]:
    """Save the next version; 409 if another version was saved first."""
    old = bench.matters.get(matter_id)
    sheet = sheet_to_json(sheet_from_json(body.sheet))
    locks = tuple(tuple(lock) for lock in body.locks)
    return matter_record(
        bench.matters.write(StoredMatter(matter_id, body.version, body.title, sheet, locks, old.about))
    )


@router.delete("/matters/{matter_id}", status_code=204)
def delete_matter(bench: Bench, matter_id: str) -> None:
    """Remove a matter with all its versions and trees."""
    bench.matters.get(matter_id)
    bench.matters.delete(matter_id)


@router.post("/matters/{matter_id}/trees", status_code=202)
def grow_tree(bench: Bench, matter_id: str, body: TreeBody) -> dict[str, Any]:
    """Grow a tree in the background; returns the job."""
    return start_tree(bench, bench.matters.get(matter_id), body.depth, body.children).as_record()


@router.get("/matters/{matter_id}/trees")
def trees(bench: Bench, matter_id: str) -> list[dict[str, Any]]:
    """The trees of a matter, the latest first."""
    return [
        {"id": tree.id, "version": tree.version, "written": tree.written} for tree in bench.matters.trees(matter_id)
    ]


@router.get("/matters/{matter_id}/trees/{tree_id}")
def tree(bench: Bench, matter_id: str, tree_id: str) -> dict[str, Any]:
    """A tree, as `countercase whatif --json` prints it."""
    return bench.matters.tree(matter_id, tree_id).content


@router.post("/matters/{matter_id}/shares", status_code=202)
def share_out(bench: Bench, matter_id: str) -> dict[str, Any]:
    """Compute each fact's share of the ranking (Shapley values); returns the job."""
    return start_shares(bench, bench.matters.get(matter_id)).as_record()


@router.get("/matters/{matter_id}/shares")
def shares(bench: Bench, matter_id: str) -> dict[str, Any]:
    """Each fact's share of the ranking."""
    return _found(bench, matter_id, "shares")


@router.post("/matters/{matter_id}/reach", status_code=202)
def look_for(bench: Bench, matter_id: str, body: FewestChangesBody) -> dict[str, Any]:
    """Look for the fewest changes that bring a case in or drive it out; returns the job."""
    case = bench.case(body.case_id)
    return start_fewest_changes(bench, bench.matters.get(matter_id), case.id, Aim[body.aim.upper()]).as_record()


@router.get("/matters/{matter_id}/reach")
def reached(bench: Bench, matter_id: str, case_id: str, aim: str) -> dict[str, Any]:
    """The changes that were found."""
    return _found(bench, matter_id, fewest_changes_key(aim, case_id))


@router.get("/matters/{matter_id}/compare/{case_id:path}")
def compare(bench: Bench, matter_id: str, case_id: str) -> dict[str, list[str]]:
    """Compare a matter with a case: what both have, what is nearly the same, what only one has."""
    return dict(compare_with_case(bench, bench.matters.get(matter_id), bench.case(case_id)))


def _found(bench: Bench, matter_id: str, what: str) -> dict[str, Any]:
    matter = bench.matters.get(matter_id)
    finding: dict[str, Any] | None = bench.matters.finding(matter_id, matter.version, what)
    if finding is None:
        raise NotFound("There is no such finding for this version of the matter. Ask for it with POST first.")
    return finding


# Long work: how far it is, its events, and its end.


@router.get("/jobs/{job_id}")
async def job(bench: Bench, job_id: str) -> dict[str, Any]:
    """How far a job is."""
    this_job = bench.jobs.get(job_id)
    if this_job is None:
        raise NotFound("There is no such job any more.")
    return this_job.as_record()


@router.delete("/jobs/{job_id}", status_code=202)
def cancel(bench: Bench, job_id: str) -> dict[str, Any]:
    """Ask a job to stop."""
    this_job = bench.jobs.cancel(job_id)
    if this_job is None:
        raise NotFound("There is no such job any more.")
    return this_job.as_record()


@router.get("/jobs/{job_id}/result")
def result(bench: Bench, job_id: str) -> dict[str, Any]:
    """The result of a finished upkeep or evaluation job."""
    this_job = bench.jobs.get(job_id)
    if this_job is None or this_job.state != "done" or this_job.result is None:
        raise NotFound("There is no result of such a job. Ask for the job itself: GET /api/v1/jobs/ID.")
    return this_job.result


@router.get("/jobs/{job_id}/events", response_class=StreamingResponse)
def events(request: Request, bench: Bench, job_id: str) -> Response:
    """The job as server-sent events: `progress`, then one `end`."""
    this_job = bench.jobs.get(job_id)
    if this_job is None:
        raise NotFound("There is no such job any more.")
    last = request.headers.get("last-event-id", "0")
    after = int(last) if last.isascii() and last.isdecimal() and len(last) < 10 else 0
    return StreamingResponse(
        stream(this_job, after), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )
