"""Results of benchmarks and evaluation runs, new runs, and contract tests with what was found for them."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from countercase.cuad.evaluate import DEFAULT_KS, score_spans
from countercase.cuad.retrieve import DEFAULT
from countercase.errors import InputError
from countercase.evaluation.experiment import ExperimentOptions
from countercase.evaluation.metrics import DEFAULT_METRICS, parse_metric
from countercase.evaluation.testset import JudgedQuery, QuerySet
from countercase.web.api.bodies import EvaluationBody
from countercase.web.contracts.sets import find_set, find_sets, rows_of, test_of
from countercase.web.forms import Bench
from countercase.web.results.evaluate import start_evaluation
from countercase.web.results.files import find_results

router = APIRouter(tags=["version 1"])


@router.get("/results")
def results(bench: Bench) -> list[dict[str, str]]:
    """Every result; `wrong` says why a file could not be read."""
    return [{"key": one.key, "source": one.source, "wrong": one.wrong} for one in find_results(bench)]


@router.get("/results/{key}")
def result(bench: Bench, key: str) -> dict[str, Any]:
    """The figures of one."""
    found = next((one for one in find_results(bench) if one.key == key), None)
    if found is None:
        raise InputError("There is no such result here.")
    if found.wrong:
        raise InputError(found.wrong)
    return dict(found.content)


@router.post("/evaluations/retrieval", status_code=202)
def evaluate_retrieval(bench: Bench, body: EvaluationBody) -> dict[str, Any]:
    """Score plans against judgments; the answer is the job, its result what `countercase eval retrieval` prints."""
    metrics = tuple(str(parse_metric(name)) for name in body.metrics) or DEFAULT_METRICS
    options = ExperimentOptions(metrics=metrics, depth=body.depth, baseline=body.baseline, seed=body.seed)
    plans = list(dict.fromkeys(body.plans)) or [bench.product.settings.retrieval.plan]
    return start_evaluation(bench, _query_set(body), plans, options).as_record()


def _query_set(body: EvaluationBody) -> QuerySet:
    """The judged queries; a query that is there twice is refused."""
    queries = {row.id: JudgedQuery(row.id, row.text, row.case_id, row.decided) for row in body.queries}
    if len(queries) < len(body.queries):
        raise InputError("queries: two of them have the same _id. Rename one.")
    judged = {name: query for name, query in queries.items() if name in body.qrels}
    return QuerySet("request", judged, body.qrels)


@router.get("/contracts")
def contracts(bench: Bench) -> list[dict[str, str]]:
    """The contract benchmarks on this machine; `wrong` says why one cannot be opened."""
    return [{"key": one.key, "wrong": one.wrong} for one in find_sets(bench.product.folder, bench.folders)]


@router.get("/contracts/{key}")
def contract_tests(bench: Bench, key: str, offset: int = 0, limit: int = 100) -> dict[str, Any]:
    """The tests of a contract benchmark."""
    rows = rows_of(find_set(bench.product.folder, bench.folders, key))
    shown = rows[max(0, offset) : max(0, offset) + max(1, min(limit, 1000))]
    return {"count": len(rows), "tests": [asdict(row) for row in shown]}


@router.get("/contracts/{key}/{number}", response_model=None)
def contract_test(bench: Bench, key: str, number: int, plan: str = DEFAULT) -> Response | dict[str, Any]:
    """A test with its answer, what a plan found and the scores; 202 and the job while it is searched."""
    one = find_set(bench.product.folder, bench.folders, key)
    test = test_of(one, number)
    found = bench.contracts.answer(one, number, plan)
    if found is None:
        return JSONResponse(bench.contracts.start(one, number, plan, "").as_record(), 202)
    return {
        "query": test.query,
        "snippets": [snippet.model_dump() for snippet in test.snippets],
        "found": [snippet.model_dump() for snippet in found],
        "scores": {k: asdict(score_spans(found[:k], test.snippets)) for k in DEFAULT_KS},
    }
