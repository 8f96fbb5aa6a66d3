"""The JSON API, version 1: what the command line does, over HTTP. `/api` shows it to people."""

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response, StreamingResponse

from countercase import __version__
from countercase.domain.provision import Provision
from countercase.errors import InputError
from countercase.facts.extract import extract_facts
from countercase.facts.sheet_json import from_json as sheet_from_json
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.law.citations import find_citations
from countercase.law.codes import counterparts
from countercase.law.provisions import find_provisions, parse_provision
from countercase.retrieval.filters import parse_day, parse_filters
from countercase.web import tree_jobs
from countercase.web.forms import Bench
from countercase.web.jobs import stream
from countercase.web.matter import as_record
from countercase.web.matters import Matter
from countercase.web.precedents import as_record as precedent_record
from countercase.web.workbench import MAX_NARRATIVE, clean_narrative

router = APIRouter(tags=["version 1"])


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SearchBody(_Body):
    """A search, as `countercase search` takes it."""

    text: str = Field(min_length=1, max_length=MAX_NARRATIVE)
    plan: str | None = None
    top_k: int | None = Field(None, ge=1, le=1000)
    filters: list[str] = Field(default_factory=list, description="Such as year=2010..2015, bench=3, provision=IPC-302")
    before: str | None = Field(None, description="Only cases decided before this day, as 2015-03-31")


class TextBody(_Body):
    """A text to read."""

    text: str = Field(min_length=1, max_length=MAX_NARRATIVE)


class NewMatter(TextBody):
    """A matter to keep."""

    title: str = ""


class NextVersion(_Body):
    """A matter as it should be next; `version` is the one it was made from."""

    version: int
    title: str
    sheet: dict[str, Any]
    locks: list[list[str]] = Field(default_factory=list)


class TreeBody(_Body):
    """How large a tree may grow."""

    depth: int = Field(2, ge=1, le=5)
    children: int = Field(8, ge=1, le=50)


@router.get("/status")
def status(bench: Bench) -> dict[str, Any]:
    """What is served."""
    return {"countercase": __version__, "corpus": bench.corpus_words, "counts": bench.product.store.counts()}


@router.post("/search")
def search(bench: Bench, body: SearchBody) -> dict[str, Any]:
    """The precedents for a text; waits for the answer."""
    wanted = parse_filters(body.filters, parse_day(body.before) if body.before else None)
    plan = bench.product.plan(body.plan).name
    with bench.searching:
        found = bench.product.search(body.text, plan, body.top_k, wanted)
    return {"query": body.text, "plan": plan, "precedents": [precedent_record(bench, one) for one in found]}


@router.post("/facts")
def facts(body: TextBody) -> dict[str, Any]:
    """The fact sheet of a text, as `countercase facts --json` prints it."""
    return sheet_to_json(extract_facts(clean_narrative(body.text)))


@router.get("/cases")
def find_cases(bench: Bench, q: str, limit: int = 20) -> list[dict[str, str]]:
    """Cases by words of their name, citation or provision."""
    rows = bench.product.store.lookup(q[:200], max(1, min(limit, 100)))
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
            {"name": one.name, "citations": list(one.citations), "treatment": one.treatment, "case_id": one.case_id}
            for one in case.cites
        ],
        "text": case.text,
        "source": case.source,
    }


@router.get("/matters")
def matters(bench: Bench) -> list[dict[str, Any]]:
    """All matters, the last written first."""
    return [{"id": one.id, "version": one.version, "title": one.title} for one in bench.matters.all()]


@router.post("/matters", status_code=201)
def add_matter(bench: Bench, body: NewMatter) -> dict[str, Any]:
    """Read the facts of a text and keep both."""
    return as_record(bench.new_matter(body.text, body.title))


@router.get("/matters/{matter_id}")
def matter(bench: Bench, matter_id: str, version: int | None = None) -> dict[str, Any]:
    """A matter, or an older version of it."""
    return as_record(bench.matters.get(matter_id, version))


@router.put("/matters/{matter_id}")
def write_matter(bench: Bench, matter_id: str, body: NextVersion) -> dict[str, Any]:
    """The next version; 409 where another came first."""
    old = bench.matters.get(matter_id)
    sheet = sheet_to_json(sheet_from_json(body.sheet))
    locks = tuple(tuple(lock) for lock in body.locks)
    return as_record(bench.matters.write(Matter(matter_id, body.version, body.title, sheet, locks, old.about)))


@router.delete("/matters/{matter_id}", status_code=204)
def delete_matter(bench: Bench, matter_id: str) -> None:
    """Remove a matter with all its versions and trees."""
    bench.matters.get(matter_id)
    bench.matters.delete(matter_id)


@router.post("/matters/{matter_id}/trees", status_code=202)
def grow_tree(bench: Bench, matter_id: str, body: TreeBody) -> dict[str, Any]:
    """Grow a tree in the background; the answer is the job."""
    return tree_jobs.start_tree(bench, bench.matters.get(matter_id), body.depth, body.children).as_record()


@router.get("/matters/{matter_id}/trees")
def trees(bench: Bench, matter_id: str) -> list[dict[str, Any]]:
    """The trees of a matter, the last written first."""
    return [{"id": one.id, "version": one.version, "written": one.written} for one in bench.matters.trees(matter_id)]


@router.get("/matters/{matter_id}/trees/{tree_id}")
def tree(bench: Bench, matter_id: str, tree_id: str) -> dict[str, Any]:
    """A tree, as `countercase whatif --json` prints it."""
    return bench.matters.tree(matter_id, tree_id).content


@router.get("/jobs/{job_id}")
def job(bench: Bench, job_id: str) -> dict[str, Any]:
    """How far a job is."""
    found = bench.jobs.get(job_id)
    if found is None:
        raise InputError("There is no such job any more.")
    return found.as_record()


@router.delete("/jobs/{job_id}", status_code=202)
def cancel(bench: Bench, job_id: str) -> dict[str, Any]:
    """Ask a job to stop."""
    found = bench.jobs.cancel(job_id)
    if found is None:
        raise InputError("There is no such job any more.")
    return found.as_record()


@router.get("/jobs/{job_id}/events", response_class=StreamingResponse)
def events(request: Request, bench: Bench, job_id: str) -> Response:
    """The job as server-sent events: `progress`, then one `end`."""
    found = bench.jobs.get(job_id)
    if found is None:
        raise InputError("There is no such job any more.")
    last = request.headers.get("last-event-id", "0")
    after = int(last) if last.isdecimal() else 0
    return StreamingResponse(stream(found, after), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


@router.post("/law/provisions")
def provisions(body: TextBody) -> list[dict[str, Any]]:
    """The provisions that a text names."""
    return [
        {"provision": one.provision.id if one.provision else None, "span": [one.span.start, one.span.end]}
        for one in find_provisions(body.text)
    ]


@router.post("/law/citations")
def citations(body: TextBody) -> list[dict[str, Any]]:
    """The citations that a text names."""
    return [
        {"citation": one.citation.normal, "span": [one.span.start, one.span.end]} for one in find_citations(body.text)
    ]


@router.get("/law/map")
def other_code(provision: str) -> dict[str, Any]:
    """What stands for a provision in the other code."""
    found: Provision = parse_provision(provision)
    rows = [
        {"provision": one.provision.id if one.provision else None, "change": one.change} for one in counterparts(found)
    ]
    return {"provision": found.id, "counterparts": rows}
