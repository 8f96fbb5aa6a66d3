"""Contract tests: the list, and each test in its contract, with the gold answer and the found spans marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from countercase.cuad.benchmark import QAGroundTruth, RetrievedSnippet, Snippet
from countercase.cuad.evaluate import DEFAULT_KS, SpanScores, check_snippets, score_spans
from countercase.cuad.retrieve import DEFAULT
from countercase.domain.span import Span, overlap_length
from countercase.report.marks import mark_answers
from countercase.web.contract_search import (
    IN_WORKSPACE,
    RECORDED,
    contract_text,
    find_set,
    find_sets,
    plans_of,
    rows_of,
    test_of,
)
from countercase.web.pages import Bench, render

router = APIRouter()
SHOWN = 50  # tests per page
DEFAULT_K = 8


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """A marked span, and how much of it overlaps with spans of the other kind."""

    number: int
    span: Span
    shared: float
    quote: str


@dataclass(frozen=True, slots=True)
class TestInContract:
    """A test in its contract, with everything that the page marks and counts."""

    __test__ = False  # not a test for pytest

    text: Markup
    answers: tuple[MarkedSpan, ...]
    found: tuple[MarkedSpan, ...]
    elsewhere: tuple[tuple[int, str], ...]
    scores: tuple[tuple[int, SpanScores], ...]


@router.get("/contracts")
def listed(request: Request, bench: Bench) -> Response:
    """The contract benchmarks on this machine, or how to generate one."""
    sets = find_sets(bench.app.folder, bench.folders)
    return render(
        request, "contracts.html", sets=sets, folder=bench.app.folder / IN_WORKSPACE, built_in=bench.app.built_in
    )


@router.get("/contracts/{key}")
def list_tests(request: Request, bench: Bench, key: str, q: str = "", clause: str = "", page: int = 1) -> Response:
    """The tests of a benchmark, filtered by words and clause type."""
    test_set = find_set(bench.app.folder, bench.folders, key)
    rows = rows_of(test_set)
    words = q.strip().lower()[:200]
    wanted = [
        row
        for row in rows
        if (not clause or row.clause == clause) and (not words or words in f"{row.title} {row.question}".lower())
    ]
    pages = max(1, -(-len(wanted) // SHOWN))
    page = min(max(1, page), pages)
    return render(
        request,
        "contract_tests.html",
        set=test_set,
        rows=wanted[(page - 1) * SHOWN : page * SHOWN],
        count=len(wanted),
        clauses=sorted({row.clause for row in rows}),
        clause=clause,
        q=q.strip()[:200],
        page=page,
        pages=pages,
        query=urlencode({"q": q.strip()[:200], "clause": clause}),
    )


@router.get("/contracts/{key}/{number}")
def show(
    request: Request, bench: Bench, key: str, number: int, plan: str = "", k: int = DEFAULT_K, file: int = 0
) -> Response:
    """One test in its contract. If the plan has no answer yet, it searches in the background."""
    test_set = find_set(bench.app.folder, bench.folders, key)
    test = test_of(test_set, number)
    plans = plans_of(test_set)
    plan = plan or (plans[0][0] if test_set.recorded else DEFAULT)
    k = k if k in DEFAULT_KS else DEFAULT_K
    files = list(dict.fromkeys(snippet.file_path for snippet in test.snippets))
    path = files[min(max(0, file), len(files) - 1)] if files else ""
    text = contract_text(test_set, path) if path else ""
    snippets = bench.contracts.answer(test_set, number, plan)
    page = f"/contracts/{key}/{number}?{urlencode({'plan': plan, 'k': k, 'file': file})}"
    return render(
        request,
        "contract_test.html",
        set=test_set,
        row=rows_of(test_set)[number - 1],
        files=files,
        contract=path,
        plan=plan,
        plans=plans,
        k=k,
        ks=DEFAULT_KS,
        job=bench.contracts.start(test_set, number, plan, page) if snippets is None else None,
        opened=_in_contract(test, path, text, snippets or (), k),
        searched=snippets is not None,
        recorded_in=test_set.benchmark.parent.parent / RECORDED,
        last=len(rows_of(test_set)),
    )


def _in_contract(
    test: QAGroundTruth, path: str, text: str, snippets: Sequence[RetrievedSnippet], k: int
) -> TestInContract:
    """A test in its contract, with the first `k` of what was found."""
    top = snippets[:k]
    check_snippets([snippet for snippet in test.snippets if snippet.file_path == path], {path: text}, "The benchmark")
    check_snippets([snippet for snippet in top if snippet.file_path == path], {path: text}, "The answer")
    gold = _spans_in(test.snippets, path)
    ranked = {rank: snippet.as_span for rank, snippet in enumerate(top, start=1) if snippet.file_path == path}
    return TestInContract(
        mark_answers(text, gold, ranked),
        tuple(_marked_span(number, span, list(ranked.values()), text) for number, span in enumerate(gold, start=1)),
        tuple(_marked_span(rank, span, gold, text) for rank, span in ranked.items()),
        tuple((rank, snippet.file_path) for rank, snippet in enumerate(top, start=1) if snippet.file_path != path),
        tuple((size, score_spans(snippets[:size], test.snippets)) for size in DEFAULT_KS) if snippets else (),
    )


def _spans_in(snippets: Sequence[Snippet], path: str) -> list[Span]:
    return sorted(snippet.as_span for snippet in snippets if snippet.file_path == path)


def _marked_span(number: int, span: Span, others: Sequence[Span], text: str) -> MarkedSpan:
    quote = " ".join(span.of(text).split())
    return MarkedSpan(
        number, span, overlap_length([span], others) / len(span), quote[:90] + ("…" if len(quote) > 90 else "")
    )
