"""Contract tests: the benchmarks on this machine, answers by a plan or from a results file, and their pages."""

import copy
import json
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Self
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from countercase.cuad.benchmark import Benchmark, QAGroundTruth, RetrievedSnippet, Snippet, half_of, read_results
from countercase.cuad.clauses import nearest_clause, split_query
from countercase.cuad.evaluate import DEFAULT_KS, SpanScores, check_snippets, score_spans
from countercase.cuad.retrieve import DEFAULT, PLANS, find_contract_plan
from countercase.domain.span import Span, overlap_length
from countercase.errors import InputError, NotFound
from countercase.report.page import mark_answers
from countercase.web.jobs import Job, Jobs
from countercase.web.pages import Bench, render
from countercase.web.security import ServedFolders

if TYPE_CHECKING:
    from countercase.app import App
    from countercase.cuad.retrieve import ContractRetriever


# Contract benchmarks on this machine: a file of tests, its contracts, and recorded answers.

_IN_WORKSPACE = "cuad"  # folder in the workspace for the output of `countercase cuad generate --out`
_RESULTS = "results"  # folder beside the benchmarks for the output of `countercase cuad evaluate --results-out`
_MAKE = "Make it with: countercase cuad generate --source CUAD_v1 --out"


@dataclass(frozen=True, slots=True)
class ContractSet:
    """One benchmark file with its contracts; `wrong` says why it cannot be opened."""

    key: str
    benchmark: Path
    corpus: Path
    recorded: tuple[Path, ...] = ()
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class TestRow:
    """A test as the list shows it; numbers start at 1."""

    __test__ = False  # not a test for pytest

    number: int
    title: str
    question: str
    clause: str
    spans: int
    held_out: bool
    tags: tuple[str, ...]


def find_sets(workspace: Path, folders: ServedFolders) -> list[ContractSet]:
    """Every benchmark file, each with a key of its own."""
    roots = [folder for folder in (workspace / _IN_WORKSPACE, *folders.contracts) if folder.is_dir()]
    sets = [test_set for root in roots for test_set in _sets_below(root, (workspace / "evaluations", *folders.results))]
    keys = [test_set.key for test_set in sets]
    return [
        test_set if keys.index(test_set.key) == index else replace(test_set, key=f"{test_set.key}-{index + 1}")
        for index, test_set in enumerate(sets)
    ]


def _sets_below(root: Path, results: tuple[Path, ...]) -> Iterator[ContractSet]:
    files = sorted((root / "benchmarks").glob("*.json"))
    if not files:
        wrong = f"{root} has no benchmarks/NAME.json. {_MAKE} {root}"
        yield ContractSet(root.name, root, root, wrong=wrong)
    recorded = tuple(path for folder in (root / _RESULTS, *results) for path in sorted(folder.glob("*.jsonl")))
    for path in files:
        corpus = root / "corpus"
        wrong = "" if corpus.is_dir() else f"{corpus} with the contracts is missing. {_MAKE} {root}"
        yield ContractSet(path.stem, path, corpus, recorded, wrong)


def find_set(workspace: Path, folders: ServedFolders, key: str) -> ContractSet:
    """The set with a key. Raises an error if it cannot be opened."""
    test_set = next((test_set for test_set in find_sets(workspace, folders) if test_set.key == key), None)
    if test_set is None:
        raise NotFound("There is no such contract benchmark here. Choose one on the Contracts page.")
    if test_set.wrong:
        raise InputError(test_set.wrong)
    return test_set


def _tests_of(test_set: ContractSet) -> tuple[QAGroundTruth, ...]:
    """The tests of a set; the file is read again only if it has changed."""
    return _read(test_set.benchmark, test_set.benchmark.stat().st_mtime_ns).tests


def test_of(test_set: ContractSet, number: int) -> QAGroundTruth:
    """A test by its number."""
    tests = _tests_of(test_set)
    if not 1 <= number <= len(tests):
        raise NotFound(f"There is no test {number}: this benchmark has {len(tests):,}.")
    return tests[number - 1]


def rows_of(test_set: ContractSet) -> tuple[TestRow, ...]:
    """All tests as rows."""
    return _rows(test_set.benchmark, test_set.benchmark.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _read(path: Path, _written: int) -> Benchmark:
    return Benchmark.from_json(path)


@lru_cache(maxsize=4)
def _rows(path: Path, written: int) -> tuple[TestRow, ...]:
    return tuple(_row(number, test) for number, test in enumerate(_read(path, written).tests, start=1))


def _row(number: int, test: QAGroundTruth) -> TestRow:
    query = split_query(test.query)
    clause = nearest_clause(query.question)
    held_out = bool(test.snippets) and half_of(test.snippets[0].file_path) == "held_out"
    name = clause.column if clause else "another question"
    return TestRow(number, query.title, query.question, name, len(test.snippets), held_out, test.tags)


def _contract_text(test_set: ContractSet, file_path: str) -> str:
    """A contract of the set. Refuses a file outside its folder."""
    folder = test_set.corpus.resolve()
    path = (folder / file_path).resolve()
    if not path.is_relative_to(folder) or not path.is_file():
        raise InputError(f"{file_path!r} is not among the contracts of this benchmark. Generate it again.")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:  # the message must not show the folder
        raise InputError(f"{file_path} is not UTF-8 text (byte {error.start}). Convert it.") from None


# A results file may have thousands of answers, so the line of one answer is found as text, and only that is parsed.


def recorded_answer(path: Path, query: str) -> tuple[RetrievedSnippet, ...]:
    """The recorded answer to a query, best first; empty if the file has no line for it."""
    forms = {json.dumps(query), json.dumps(query, ensure_ascii=False)}
    answer: tuple[RetrievedSnippet, ...] | None = None
    try:
        with path.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, start=1):
                if any(form in line for form in forms):
                    answer = _snippets(line, f"{path.name}:{number}")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path.name} cannot be read: {error}. Write it again.") from None
    if answer is None:  # another program may escape characters differently
        return tuple(read_results(path).answers.get(query, ()))
    return answer


def _snippets(line: str, where: str) -> tuple[RetrievedSnippet, ...]:
    try:
        return tuple(RetrievedSnippet.model_validate(snippet) for snippet in json.loads(line)["snippets"])
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{where}: not a line of a results file. Write it again.") from None


# Answers to a test, by a plan or from a results file.

_DEEPEST = 64  # snippets requested from a plan: the largest cut-off
_REMEMBERED = 200  # answers
_RECORDED = "recorded:"
_Key = tuple[str, int, str, int]  # set, its state, plan, test


class ContractSearch:
    """Finds answers and caches them, with the index of the last plan."""

    def __init__(self, app: "App", jobs: Jobs) -> None:
        self._app = app
        self._jobs = jobs
        self._lock = threading.Lock()
        self._answers: OrderedDict[_Key, tuple[RetrievedSnippet, ...]] = OrderedDict()
        self._retriever: tuple[tuple[str, int, str], ContractRetriever] | None = None

    def answer(self, test_set: ContractSet, number: int, plan: str) -> Sequence[RetrievedSnippet] | None:
        """An answer that is recorded or cached; None if the plan must search first."""
        if plan.startswith(_RECORDED):
            path = next((path for path in test_set.recorded if _recorded_name(path.stem) == plan), None)
            if path is None:
                raise NotFound("There is no such results file here. Choose another source of answers.")
            return recorded_answer(path, test_of(test_set, number).query)[:_DEEPEST]
        find_contract_plan(plan)
        return self._answers.get(_key(test_set, plan, number))

    def for_jobs(self, jobs: Jobs) -> Self:
        """The same cache, with searches started among another user's jobs."""
        view = copy.copy(self)
        view._jobs = jobs
        return view

    def start(self, test_set: ContractSet, number: int, plan: str, page: str) -> Job:
        """Search in the background; `answer` returns the result when the job is done."""

        def work(job: Job) -> None:
            with self._lock:
                retriever = self._prepared(test_set, plan, job)
                job.tell("Searching the contracts")
                self._answers[_key(test_set, plan, number)] = tuple(
                    retriever.retrieve(test_of(test_set, number).query, _DEEPEST)
                )
            while len(self._answers) > _REMEMBERED:
                self._answers.popitem(last=False)

        key = f"contract/{_key(test_set, plan, number)}"
        return self._jobs.start("Searching the contracts", key, page, work, owner="contracts")

    def _prepared(self, test_set: ContractSet, plan: str, job: Job) -> "ContractRetriever":
        from countercase.cuad.benchmark import read_corpus

        key = _key(test_set, plan, 0)[:3]
        if self._retriever is None or self._retriever[0] != key:
            job.tell("Cutting every contract into passages, once per plan")
            self._retriever = (
                key,
                self._app.models.contract_retriever(read_corpus(test_set.corpus), find_contract_plan(plan)),
            )
        return self._retriever[1]


def _plans_of(test_set: ContractSet) -> list[tuple[str, str]]:
    """The sources of answers for a set, recorded ones first, each with its name."""
    recorded = [(_recorded_name(path.stem), f"{path.stem} (recorded)") for path in test_set.recorded]
    return [*recorded, *((name, name.replace("_", " ")) for name in PLANS)]


def _recorded_name(stem: str) -> str:
    """The name of a results file in a URL."""
    return f"{_RECORDED}{stem}"


def _key(test_set: ContractSet, plan: str, number: int) -> _Key:
    return test_set.key, test_set.benchmark.stat().st_mtime_ns, plan, number


# The pages.

router = APIRouter()
_SHOWN = 50  # tests per page
_DEFAULT_K = 8


@dataclass(frozen=True, slots=True)
class _MarkedSpan:
    """A marked span, and how much of it overlaps with spans of the other kind."""

    number: int
    span: Span
    shared: float
    quote: str


@dataclass(frozen=True, slots=True)
class _TestInContract:
    """A test in its contract, with everything that the page marks and counts."""

    __test__ = False  # not a test for pytest

    text: Markup
    answers: tuple[_MarkedSpan, ...]
    found: tuple[_MarkedSpan, ...]
    elsewhere: tuple[tuple[int, str], ...]
    scores: tuple[tuple[int, SpanScores], ...]


@router.get("/contracts")
def listed(request: Request, bench: Bench) -> Response:
    """The contract benchmarks on this machine, or how to generate one."""
    sets = find_sets(bench.app.folder, bench.folders)
    return render(
        request, "contracts.html", sets=sets, folder=bench.app.folder / _IN_WORKSPACE, built_in=bench.app.built_in
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
    pages = max(1, -(-len(wanted) // _SHOWN))
    page = min(max(1, page), pages)
    return render(
        request,
        "contract_tests.html",
        set=test_set,
        rows=wanted[(page - 1) * _SHOWN : page * _SHOWN],
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
    request: Request, bench: Bench, key: str, number: int, plan: str = "", k: int = _DEFAULT_K, file: int = 0
) -> Response:
    """One test in its contract. If the plan has no answer yet, it searches in the background."""
    test_set = find_set(bench.app.folder, bench.folders, key)
    test = test_of(test_set, number)
    plans = _plans_of(test_set)
    plan = plan or (plans[0][0] if test_set.recorded else DEFAULT)
    k = k if k in DEFAULT_KS else _DEFAULT_K
    files = list(dict.fromkeys(snippet.file_path for snippet in test.snippets))
    path = files[min(max(0, file), len(files) - 1)] if files else ""
    text = _contract_text(test_set, path) if path else ""
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
        recorded_in=test_set.benchmark.parent.parent / _RESULTS,
        last=len(rows_of(test_set)),
    )


def _in_contract(
    test: QAGroundTruth, path: str, text: str, snippets: Sequence[RetrievedSnippet], k: int
) -> _TestInContract:
    """A test in its contract, with the first `k` of what was found."""
    top = snippets[:k]
    check_snippets([snippet for snippet in test.snippets if snippet.file_path == path], {path: text}, "The benchmark")
    check_snippets([snippet for snippet in top if snippet.file_path == path], {path: text}, "The answer")
    gold = _spans_in(test.snippets, path)
    ranked = {rank: snippet.as_span for rank, snippet in enumerate(top, start=1) if snippet.file_path == path}
    return _TestInContract(
        mark_answers(text, gold, ranked),
        tuple(_marked_span(number, span, list(ranked.values()), text) for number, span in enumerate(gold, start=1)),
        tuple(_marked_span(rank, span, gold, text) for rank, span in ranked.items()),
        tuple((rank, snippet.file_path) for rank, snippet in enumerate(top, start=1) if snippet.file_path != path),
        tuple((size, score_spans(snippets[:size], test.snippets)) for size in DEFAULT_KS) if snippets else (),
    )


def _spans_in(snippets: Sequence[Snippet], path: str) -> list[Span]:
    return sorted(snippet.as_span for snippet in snippets if snippet.file_path == path)


def _marked_span(number: int, span: Span, others: Sequence[Span], text: str) -> _MarkedSpan:
    quote = " ".join(span.of(text).split())
    return _MarkedSpan(
        number, span, overlap_length([span], others) / len(span), quote[:90] + ("…" if len(quote) > 90 else "")
    )
