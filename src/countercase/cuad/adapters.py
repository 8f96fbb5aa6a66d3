"""What can be scored: any retriever that answers a query with spans, or a file of such answers; and the contracts."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from countercase.cuad.benchmark import Benchmark, QAGroundTruth, RetrievedSnippet
from countercase.cuad.units import UNITS
from countercase.domain.span import Span, overlap_length
from countercase.errors import InputError
from countercase.files import read_utf8, whole_file


class Retriever(Protocol):
    """What can be scored. Ten lines are enough to wrap another system: see docs/cuad.md."""

    @property
    def name(self) -> str:
        """The name that reports show."""
        ...

    def retrieve(self, query: str, k: int) -> Sequence[RetrievedSnippet]:
        """At most `k` snippets, best first."""
        ...


@dataclass(frozen=True, slots=True)
class FunctionRetriever:
    """A function as a retriever."""

    name: str
    function: Callable[[str, int], Sequence[RetrievedSnippet]]

    def retrieve(self, query: str, k: int) -> Sequence[RetrievedSnippet]:
        """What the function returns, cut to `k`."""
        return self.function(query, k)[:k]


@dataclass(frozen=True, slots=True)
class RecordedResults:
    """Answers read from a results file. A query that the file lacks is an error, not "nothing found"."""

    name: str
    answers: Mapping[str, tuple[RetrievedSnippet, ...]]
    _by_words: Mapping[str, tuple[RetrievedSnippet, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_words", {_plain(query): found for query, found in self.answers.items()})

    def retrieve(self, query: str, k: int) -> Sequence[RetrievedSnippet]:
        """The recorded snippets; white space in the query does not matter."""
        found = self._by_words.get(_plain(query))
        if found is None:
            raise InputError(
                f"{self.name} has no answer to {query[:80]!r}. Write it with an empty list of snippets "
                "if nothing was found, or score only the answered tests."
            )
        return found[:k]

    def answers_to(self, query: str) -> bool:
        """Whether the file has the query, even with an empty list."""
        return _plain(query) in self._by_words

    def unknown_queries(self, queries: Iterable[str]) -> list[str]:
        """Queries in the file that are not among these."""
        known = {_plain(query) for query in queries}
        return [query for query in self.answers if _plain(query) not in known]


def _plain(query: str) -> str:
    return " ".join(query.split())


def read_results(path: Path) -> RecordedResults:
    """A results file: JSON lines `{"query": ..., "snippets": [{"file_path", "span", "score"}, ...]}`, best first."""
    answers: dict[str, tuple[RetrievedSnippet, ...]] = {}
    for number, line in enumerate(read_utf8(path).split("\n"), start=1):
        if line.strip():
            query, snippets = _line(line, f"{path}:{number}")
            if answers.setdefault(query, snippets) != snippets:
                raise InputError(f"{path}:{number}: {query[:80]!r} has two different answers. Remove one.")
    return RecordedResults(path.stem, answers)


def write_results(path: Path, tests: Iterable[QAGroundTruth], retriever: Retriever, k: int) -> None:
    """Run every query and write the answers as a results file."""
    with whole_file(path) as stream:
        for test in tests:
            snippets = [snippet.model_dump(mode="json") for snippet in retriever.retrieve(test.query, k)]
            stream.write(_row({"query": test.query, "snippets": snippets}))


def _row(values: Mapping[str, object]) -> bytes:
    return f"{json.dumps(values, ensure_ascii=False)}\n".encode()


def _line(line: str, where: str) -> tuple[str, tuple[RetrievedSnippet, ...]]:
    try:
        values = json.loads(line)
        snippets = tuple(RetrievedSnippet.model_validate(snippet) for snippet in values["snippets"])
        return str(values["query"]), snippets
    except (ValueError, KeyError, TypeError, ValidationError) as error:
        reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        raise InputError(f"{where}: not a line of a results file: {reason}.") from None


# The contracts to search: every text file below the corpus folder.


@dataclass(frozen=True, slots=True)
class Document:
    """A contract, with the path that snippets refer to."""

    file_path: str
    text: str


def read_corpus(folder: Path) -> list[Document]:
    """All `.txt` files below the folder, in order of their paths, such as `cuad/NAME.txt`."""
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder. Give --corpus the folder that has cuad/NAME.txt.")
    documents = [
        Document(path.relative_to(folder).as_posix(), read_utf8(path, if_not_utf8="Convert it or remove it."))
        for path in sorted(folder.rglob("*.txt"))
    ]
    if not documents:
        raise InputError(f"There is no .txt file below {folder}. Give --corpus the folder that has cuad/NAME.txt.")
    return documents


# The benchmark in BEIR's format: units as documents, and which of them answer which query.

HOLDS, TOUCHES = 2, 1  # the unit contains a whole answer or lies within one; or it shares part of one


def export_beir(benchmark: Benchmark, documents: Sequence[Document], folder: Path, units: str = "recursive") -> None:
    """Write `corpus.jsonl`, `queries.jsonl` and `qrels/test.tsv`; a unit's id is `FILE_PATH#START-END`.

    A unit that is only white space is left out.
    """
    spans = {
        document.file_path: [span for span in UNITS[units](document.text) if span.of(document.text).strip()]
        for document in documents
    }
    with whole_file(folder / "corpus.jsonl") as stream:
        for document in documents:
            for span in spans[document.file_path]:
                unit = unit_id(document.file_path, span)
                stream.write(_row({"_id": unit, "title": "", "text": span.of(document.text)}))
    with whole_file(folder / "queries.jsonl") as stream:
        for number, test in enumerate(benchmark.tests):
            stream.write(_row({"_id": f"q{number}", "text": test.query}))
    with whole_file(folder / "qrels" / "test.tsv") as stream:
        stream.write(b"query-id\tcorpus-id\tscore\n")
        for number, test in enumerate(benchmark.tests):
            for unit, grade in judged(test, spans):
                stream.write(f"q{number}\t{unit}\t{grade}\n".encode())


def judged(test: QAGroundTruth, spans: dict[str, list[Span]]) -> list[tuple[str, int]]:
    """The units that answer a query, with their grade."""
    answers = []
    for file_path in dict.fromkeys(snippet.file_path for snippet in test.snippets):
        gold = [snippet.as_span for snippet in test.snippets if snippet.file_path == file_path]
        for unit in spans[file_path]:
            if overlap_length([unit], gold):
                whole = any(unit.contains(answer) or answer.contains(unit) for answer in gold)
                answers.append((unit_id(file_path, unit), HOLDS if whole else TOUCHES))
    return answers


def unit_id(file_path: str, span: Span) -> str:
    """The id of a unit: its file and span."""
    return f"{file_path}#{span.start}-{span.end}"
