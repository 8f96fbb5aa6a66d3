"""Contract tests and their answers, which a plan searches in the background or a results file provides."""

import copy
import json
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Self

from countercase.cuad.benchmark import Benchmark, QAGroundTruth, RetrievedSnippet, half_of, read_results
from countercase.cuad.clauses import nearest_clause, split_query
from countercase.cuad.retrieve import PLANS, find_contract_plan
from countercase.errors import InputError, NotFound
from countercase.web.jobs import Job, Jobs
from countercase.web.security import ServedFolders

if TYPE_CHECKING:
    from countercase.app import App
    from countercase.cuad.retrieve import ContractRetriever


# Contract benchmarks on this machine: a file of tests, its contracts, and recorded answers.

IN_WORKSPACE = "cuad"  # folder in the workspace for the output of `countercase cuad generate --out`
RECORDED = "results"  # folder beside the benchmarks for the output of `countercase cuad evaluate --results-out`
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
    roots = [folder for folder in (workspace / IN_WORKSPACE, *folders.contracts) if folder.is_dir()]
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
    recorded = tuple(path for folder in (root / RECORDED, *results) for path in sorted(folder.glob("*.jsonl")))
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


def tests_of(test_set: ContractSet) -> tuple[QAGroundTruth, ...]:
    """The tests of a set; the file is read again only if it has changed."""
    return _read(test_set.benchmark, test_set.benchmark.stat().st_mtime_ns).tests


def test_of(test_set: ContractSet, number: int) -> QAGroundTruth:
    """A test by its number."""
    tests = tests_of(test_set)
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


def contract_text(test_set: ContractSet, file_path: str) -> str:
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


DEEPEST = 64  # snippets requested from a plan: the largest cut-off
REMEMBERED = 200  # answers
_RECORDED = "recorded:"
Key = tuple[str, int, str, int]  # set, its state, plan, test


class ContractSearch:
    """Finds answers and caches them, with the index of the last plan."""

    def __init__(self, app: "App", jobs: Jobs) -> None:
        self._app = app
        self._jobs = jobs
        self._lock = threading.Lock()
        self._answers: OrderedDict[Key, tuple[RetrievedSnippet, ...]] = OrderedDict()
        self._retriever: tuple[tuple[str, int, str], ContractRetriever] | None = None

    def answer(self, test_set: ContractSet, number: int, plan: str) -> Sequence[RetrievedSnippet] | None:
        """An answer that is recorded or cached; None if the plan must search first."""
        if plan.startswith(_RECORDED):
            path = next((path for path in test_set.recorded if recorded_name(path.stem) == plan), None)
            if path is None:
                raise NotFound("There is no such results file here. Choose another source of answers.")
            return recorded_answer(path, test_of(test_set, number).query)[:DEEPEST]
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
                    retriever.retrieve(test_of(test_set, number).query, DEEPEST)
                )
            while len(self._answers) > REMEMBERED:
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


def plans_of(test_set: ContractSet) -> list[tuple[str, str]]:
    """The sources of answers for a set, recorded ones first, each with its name."""
    recorded = [(recorded_name(path.stem), f"{path.stem} (recorded)") for path in test_set.recorded]
    return [*recorded, *((name, name.replace("_", " ")) for name in PLANS)]


def recorded_name(stem: str) -> str:
    """The name of a results file in a URL."""
    return f"{_RECORDED}{stem}"


def _key(test_set: ContractSet, plan: str, number: int) -> Key:
    return test_set.key, test_set.benchmark.stat().st_mtime_ns, plan, number
