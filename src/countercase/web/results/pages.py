"""Results of benchmarks and of own evaluation runs, as tables and bars."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.errors import InputError
from countercase.web.contracts.sets import find_sets
from countercase.web.forms import Bench
from countercase.web.pages import render
from countercase.web.results.figures import tables
from countercase.web.results.files import OWN_RUNS, Result, find_results
from countercase.web.workbench import Workbench

router = APIRouter()
OPEN = 3  # tables unfolded; a long file is read by its headings
_ABOUT = frozenset({"benchmark", "commit", "machine", "version"})


@router.get("/benchmarks")
def listed(request: Request, bench: Bench) -> Response:
    """Every result that is there, and every file that could not be read."""
    return _page(request, bench, find_results(bench), None)


@router.get("/benchmarks/{key}")
def show(request: Request, bench: Bench, key: str) -> Response:
    """One result."""
    results = find_results(bench)
    result = next((one for one in results if one.key == key), None)
    if result is None:
        raise InputError("There is no such result here.")
    return _page(request, bench, results, result)


def _page(request: Request, bench: Workbench, results: list[Result], result: Result | None) -> Response:
    content = result.content if result else {}
    shown = list(tables({name: value for name, value in content.items() if name not in _ABOUT}))
    telling = sorted(shown, key=lambda one: (not one.barred, len(one.rows) < 3))
    return render(
        request,
        "benchmarks.html",
        results=results,
        result=result,
        sets=find_sets(bench.product.folder, bench.folders),
        places=[str(bench.product.folder / OWN_RUNS), *map(str, bench.folders.results)],
        tables=shown,
        unfolded={one.title for one in telling[:OPEN]},
    )
