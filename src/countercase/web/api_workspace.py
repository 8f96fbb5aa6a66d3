"""The JSON API of the open workspace: its health, uploaded cases, the index, evaluations and contract tests."""

from dataclasses import asdict
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from countercase.cuad.evaluate import DEFAULT_KS, score_spans
from countercase.cuad.retrieve import DEFAULT
from countercase.errors import InputError, NotFound
from countercase.evaluation.experiment import ExperimentOptions
from countercase.evaluation.metrics import DEFAULT_METRICS, parse_metric
from countercase.evaluation.testset import JudgedQuery, QuerySet
from countercase.health import examine, examine_workspace, index_state
from countercase.web.api import RequestBody
from countercase.web.collection import check_upload_allowed, start_index, start_ingest
from countercase.web.contracts import find_set, find_sets, rows_of, test_of
from countercase.web.files import receive_upload
from countercase.web.pages import MAX_NARRATIVE, Bench
from countercase.web.results import find_results, start_evaluation
from countercase.web.security import ServingPolicy

router = APIRouter(tags=["version 1"])
MAX_QUERIES = 1000
MAX_JUDGED = 1000  # cases per query
Name = Annotated[str, Field(min_length=1, max_length=300)]
Grade = Annotated[int, Field(ge=-10, le=100)]
# Another site can make a browser send a form, but not with this header: the browser would ask us first.
HEADER = "x-countercase"
_UPLOAD = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "string", "format": "binary", "description": "One PDF, text or HTML file"}
                    },
                }
            }
        },
    },
    "parameters": [
        {"in": "header", "name": HEADER, "required": True, "schema": {"type": "string"}, "description": "Any value"}
    ],
}


@router.get("/doctor")
def doctor(request: Request, bench: Bench) -> dict[str, Any]:
    """The installation, the settings, what would leave the machine, and the workspace. This machine only."""
    policy: ServingPolicy = request.app.state.policy
    if not policy.local:
        raise HTTPException(403, "This is shown only if the page serves this machine alone. Run: countercase doctor")
    workspace = {**examine_workspace(bench.app), "folder": bench.app.folder.name}
    return {**examine(bench.app.settings), "workspace": workspace}


@router.post("/ingest", status_code=202, openapi_extra=_UPLOAD)
async def ingest(request: Request, bench: Bench) -> dict[str, Any]:
    """Read an uploaded judgment into the open workspace; returns the job. Needs the header X-Countercase."""
    if HEADER not in request.headers:
        raise HTTPException(403, "Send the header X-Countercase (any value), so that no other site can upload here.")
    async with request.form(max_files=1, max_fields=0) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.filename:
            raise HTTPException(422, "body.file: send one file as multipart/form-data.")
        check_upload_allowed(bench, file.filename)
        upload = await receive_upload(file, bench.app.folder, bench.app.settings.ingest.max_file_mb)
    return start_ingest(bench, upload).as_record()


@router.get("/index")
def state(bench: Bench) -> dict[str, str]:
    """Whether the index is up to date or older than the cases."""
    return {"index": index_state(bench.app)}


@router.post("/index", status_code=202)
def index(bench: Bench) -> dict[str, Any]:
    """Build or refresh every index of the open workspace; returns the job."""
    return start_index(bench).as_record()


# Results of benchmarks and evaluation runs, new runs, and contract tests with their answers.


class QueryRow(RequestBody):
    """A query in BEIR's format; `case_id` is the case it was made from and `decided` that case's date, if known."""

    id: Name = Field(alias="_id")
    text: str = Field(min_length=1, max_length=MAX_NARRATIVE)
    case_id: Name | None = None
    decided: date | None = None


class EvaluationBody(RequestBody):
    """Queries and judgments, as in `countercase eval retrieval`."""

    queries: list[QueryRow] = Field(min_length=1, max_length=MAX_QUERIES, description="Such as {_id, text}")
    qrels: dict[Name, Annotated[dict[Name, Grade], Field(max_length=MAX_JUDGED)]] = Field(
        min_length=1, max_length=MAX_QUERIES, description="Query to case to grade; unjudged queries are left out"
    )
    plans: list[Name] = Field(default_factory=list, max_length=10, description="If empty, the plan in the settings")
    metrics: list[Name] = Field(default_factory=list, max_length=20, description="Such as NDCG@10 or MAP")
    depth: int = Field(100, ge=1, le=1000)
    baseline: Name = "floor_bm25"
    seed: int = Field(0, ge=0, lt=2**32)


@router.get("/results")
def results(bench: Bench) -> list[dict[str, str]]:
    """Every result; `wrong` says why a file could not be read."""
    return [{"key": result.key, "source": result.source, "wrong": result.wrong} for result in find_results(bench)]


@router.get("/results/{key}")
def result(bench: Bench, key: str) -> dict[str, Any]:
    """The figures of one result."""
    chosen = next((result for result in find_results(bench) if result.key == key), None)
    if chosen is None:
        raise NotFound("There is no such result here. GET /api/v1/results lists them.")
    if chosen.wrong:
        raise InputError(chosen.wrong)
    return dict(chosen.content)


@router.post("/evaluations/retrieval", status_code=202)
def evaluate_retrieval(bench: Bench, body: EvaluationBody) -> dict[str, Any]:
    """Score plans against judgments; returns the job, whose result is what `countercase eval retrieval` prints."""
    metrics = tuple(str(parse_metric(name)) for name in body.metrics) or DEFAULT_METRICS
    options = ExperimentOptions(metrics=metrics, depth=body.depth, baseline=body.baseline, seed=body.seed)
    plans = list(dict.fromkeys(body.plans)) or [bench.app.settings.retrieval.plan]
    return start_evaluation(bench, _query_set(body), plans, options).as_record()


def _query_set(body: EvaluationBody) -> QuerySet:
    """The judged queries. Raises InputError if a query id is repeated."""
    queries = {row.id: JudgedQuery(row.id, row.text, row.case_id, row.decided) for row in body.queries}
    if len(queries) < len(body.queries):
        raise InputError("queries: two of them have the same _id. Rename one.")
    judged = {name: query for name, query in queries.items() if name in body.qrels}
    return QuerySet("request", judged, body.qrels)


@router.get("/contracts")
def contracts(bench: Bench) -> list[dict[str, str]]:
    """The contract benchmarks on this machine; `wrong` says why one cannot be opened."""
    return [{"key": test_set.key, "wrong": test_set.wrong} for test_set in find_sets(bench.app.folder, bench.folders)]


@router.get("/contracts/{key}")
def contract_tests(bench: Bench, key: str, offset: int = 0, limit: int = 100) -> dict[str, Any]:
    """The tests of a contract benchmark."""
    rows = rows_of(find_set(bench.app.folder, bench.folders, key))
    shown = rows[max(0, offset) : max(0, offset) + max(1, min(limit, 1000))]
    return {"count": len(rows), "tests": [asdict(row) for row in shown]}


@router.get("/contracts/{key}/{number}", response_model=None)
def contract_test(bench: Bench, key: str, number: int, plan: str = DEFAULT) -> Response | dict[str, Any]:
    """A test with its answer, what a plan found and the scores; 202 and the job while the search runs."""
    test_set = find_set(bench.app.folder, bench.folders, key)
    test = test_of(test_set, number)
    snippets = bench.contracts.answer(test_set, number, plan)
    if snippets is None:
        return JSONResponse(bench.contracts.start(test_set, number, plan, "").as_record(), 202)
    return {
        "query": test.query,
        "snippets": [snippet.model_dump() for snippet in test.snippets],
        "found": [snippet.model_dump() for snippet in snippets],
        "scores": {k: asdict(score_spans(snippets[:k], test.snippets)) for k in DEFAULT_KS},
    }
