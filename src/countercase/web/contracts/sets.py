"""Contract benchmarks on this machine: the tests of a file, the contracts beside it, and answers recorded before.

Folders are those of the workspace and of `countercase serve --contracts`; a browser names a set by its key only.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from countercase.cuad.benchmark import Benchmark, QAGroundTruth, half_of
from countercase.cuad.queries import nearest_clause, split_query
from countercase.errors import InputError
from countercase.web.folders import Folders

IN_WORKSPACE = "cuad"  # folder of the workspace for what `countercase cuad generate --out` writes
RECORDED = "results"  # folder beside the benchmarks for what `countercase cuad evaluate --results-out` writes
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

    __test__ = False  # not one of pytest's

    number: int
    title: str
    question: str
    clause: str
    spans: int
    held_out: bool
    tags: tuple[str, ...]


def find_sets(workspace: Path, folders: Folders) -> list[ContractSet]:
    """Every benchmark file, under keys that differ."""
    roots = [one for one in (workspace / IN_WORKSPACE, *folders.contracts) if one.is_dir()]
    found = [one for root in roots for one in _sets_below(root, (workspace / "evaluations", *folders.results))]
    keys = [one.key for one in found]
    return [
        one if keys.index(one.key) == place else ContractSet(f"{one.key}-{place + 1}", *_rest(one))
        for place, one in enumerate(found)
    ]


def _rest(one: ContractSet) -> tuple[Path, Path, tuple[Path, ...], str]:
    return one.benchmark, one.corpus, one.recorded, one.wrong


def _sets_below(root: Path, results: tuple[Path, ...]) -> Iterator[ContractSet]:
    files = sorted((root / "benchmarks").glob("*.json"))
    if not files:
        wrong = f"{root} holds no benchmarks/NAME.json. {_MAKE} {root}"
        yield ContractSet(root.name, root, root, wrong=wrong)
    recorded = tuple(path for folder in (root / RECORDED, *results) for path in sorted(folder.glob("*.jsonl")))
    for path in files:
        corpus = root / "corpus"
        wrong = "" if corpus.is_dir() else f"{corpus} with the contracts is not there. {_MAKE} {root}"
        yield ContractSet(path.stem, path, corpus, recorded, wrong)


def find_set(workspace: Path, folders: Folders, key: str) -> ContractSet:
    """The set of a key, ready to be opened."""
    found = next((one for one in find_sets(workspace, folders) if one.key == key), None)
    if found is None:
        raise InputError("There is no such contract benchmark here.")
    if found.wrong:
        raise InputError(found.wrong)
    return found


def tests_of(one: ContractSet) -> tuple[QAGroundTruth, ...]:
    """The tests of a set; the file is read again only when it has changed."""
    return _read(one.benchmark, one.benchmark.stat().st_mtime_ns).tests


def test_of(one: ContractSet, number: int) -> QAGroundTruth:
    """A test by its number."""
    tests = tests_of(one)
    if not 1 <= number <= len(tests):
        raise InputError(f"There is no test {number}: this benchmark has {len(tests):,}.")
    return tests[number - 1]


def rows_of(one: ContractSet) -> tuple[TestRow, ...]:
    """All tests as rows."""
    return _rows(one.benchmark, one.benchmark.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _read(path: Path, _written: int) -> Benchmark:
    return Benchmark.from_json(path)


@lru_cache(maxsize=4)
def _rows(path: Path, written: int) -> tuple[TestRow, ...]:
    return tuple(_row(number, test) for number, test in enumerate(_read(path, written).tests, start=1))


def _row(number: int, test: QAGroundTruth) -> TestRow:
    asked = split_query(test.query)
    clause = nearest_clause(asked.question)
    held_out = bool(test.snippets) and half_of(test.snippets[0].file_path) == "held_out"
    name = clause.column if clause else "another question"
    return TestRow(number, asked.title, asked.question, name, len(test.snippets), held_out, test.tags)


def contract_text(one: ContractSet, file_path: str) -> str:
    """A contract of the set; a benchmark that names a file elsewhere is refused."""
    folder = one.corpus.resolve()
    path = (folder / file_path).resolve()
    if not path.is_relative_to(folder) or not path.is_file():
        raise InputError(f"{file_path!r} is not among the contracts of this benchmark. Generate it again.")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{file_path} is not UTF-8 text (byte {error.start}). Convert it.") from None
