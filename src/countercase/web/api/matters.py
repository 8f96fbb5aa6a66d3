"""Matters, their trees, and other results computed for them."""

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from countercase.counterfactual.fewest_changes import Aim
from countercase.errors import NotFound
from countercase.facts.sheet_json import from_json as sheet_from_json
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.web import trees as tree_jobs
from countercase.web.api.request_bodies import FewestChangesBody, NewMatter, NextVersion, TreeBody
from countercase.web.fact_jobs import fewest_changes_key, start_fewest_changes, start_shares
from countercase.web.forms import Bench
from countercase.web.jobs import stream
from countercase.web.matter import as_record
from countercase.web.matter_store import StoredMatter
from countercase.web.precedents import compare_with_case

router = APIRouter(tags=["version 1"])


@router.get("/matters")
def matters(bench: Bench) -> list[dict[str, Any]]:
    """All matters, the latest first."""
    return [{"id": matter.id, "version": matter.version, "title": matter.title} for matter in bench.matters.all()]


@router.post("/matters", status_code=201)
def add_matter(bench: Bench, body: NewMatter) -> dict[str, Any]:
    """Read the facts of a text, and save both as a matter."""
    return as_record(bench.new_matter(body.text, body.title))


@router.get("/matters/{matter_id}")
def matter(bench: Bench, matter_id: str, version: int | None = None) -> dict[str, Any]:
    """A matter, or an older version of it."""
    return as_record(bench.matters.get(matter_id, version))


@router.put("/matters/{matter_id}")
def write_matter(bench: Bench, matter_id: str, body: NextVersion) -> dict[str, Any]:
    """Save the next version; 409 if another version was saved first."""
    old = bench.matters.get(matter_id)
    sheet = sheet_to_json(sheet_from_json(body.sheet))
    locks = tuple(tuple(lock) for lock in body.locks)
    return as_record(bench.matters.write(StoredMatter(matter_id, body.version, body.title, sheet, locks, old.about)))


@router.delete("/matters/{matter_id}", status_code=204)
def delete_matter(bench: Bench, matter_id: str) -> None:
    """Remove a matter with all its versions and trees."""
    bench.matters.get(matter_id)
    bench.matters.delete(matter_id)


@router.post("/matters/{matter_id}/trees", status_code=202)
def grow_tree(bench: Bench, matter_id: str, body: TreeBody) -> dict[str, Any]:
    """Grow a tree in the background; returns the job."""
    return tree_jobs.start_tree(bench, bench.matters.get(matter_id), body.depth, body.children).as_record()


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
    found: dict[str, Any] | None = bench.matters.finding(matter_id, matter.version, what)
    if found is None:
        raise NotFound("There is no such finding for this version of the matter. Ask for it with POST first.")
    return found


# Long work: how far it is, its events, and its end.


@router.get("/jobs/{job_id}")
async def job(bench: Bench, job_id: str) -> dict[str, Any]:
    """How far a job is."""
    found = bench.jobs.get(job_id)
    if found is None:
        raise NotFound("There is no such job any more.")
    return found.as_record()


@router.delete("/jobs/{job_id}", status_code=202)
def cancel(bench: Bench, job_id: str) -> dict[str, Any]:
    """Ask a job to stop."""
    found = bench.jobs.cancel(job_id)
    if found is None:
        raise NotFound("There is no such job any more.")
    return found.as_record()


@router.get("/jobs/{job_id}/result")
def result(bench: Bench, job_id: str) -> dict[str, Any]:
    """The result of a finished upkeep or evaluation job."""
    found = bench.jobs.get(job_id)
    if found is None or found.state != "done" or found.result is None:
        raise NotFound("There is no result of such a job. Ask for the job itself: GET /api/v1/jobs/ID.")
    return found.result


@router.get("/jobs/{job_id}/events", response_class=StreamingResponse)
def events(request: Request, bench: Bench, job_id: str) -> Response:
    """The job as server-sent events: `progress`, then one `end`."""
    found = bench.jobs.get(job_id)
    if found is None:
        raise NotFound("There is no such job any more.")
    last = request.headers.get("last-event-id", "0")
    after = int(last) if last.isascii() and last.isdecimal() and len(last) < 10 else 0
    return StreamingResponse(stream(found, after), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
