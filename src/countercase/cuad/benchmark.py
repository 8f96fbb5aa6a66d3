"""A benchmark and what takes part in it: queries with the spans that answer them, contracts, retrievers and results.

The files are in LegalBench-RAG's JSON. Unknown fields are kept and written back, so that a file from another generator
survives a round trip.
"""

import hashlib
import json
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_serializer, model_validator

from countercase.cuad.clauses import UNITS
from countercase.domain.span import Span, merge, overlap_length
from countercase.errors import InputError
from countercase.files import read_utf8, sha256_of, whole_file, write_whole


class Snippet(BaseModel):
    """Characters `span[0]` up to, not including, `span[1]` of a file below the corpus folder."""

    model_config = ConfigDict(frozen=True, extra="allow")

    file_path: str = Field(min_length=1)
    span: tuple[int, int]

    @field_validator("span")
    @classmethod
    def _is_a_span(cls, value: tuple[int, int]) -> tuple[int, int]:
        Span(*value)
        return value

    @property
    def as_span(self) -> Span:
        """The span as a `Span`."""
        return Span(*self.span)


class RetrievedSnippet(Snippet):
    """A snippet that a retriever returned, with its score; higher is better."""

    score: float = 0.0


class QAGroundTruth(BaseModel):
    """One test: a query and every span that answers it. Spans of one file do not overlap or touch."""

    model_config = ConfigDict(frozen=True, extra="allow")

    query: str
    snippets: tuple[Snippet, ...]
    tags: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _spans_are_apart(self) -> "QAGroundTruth":
        last: Snippet | None = None
        for snippet in sorted(self.snippets, key=lambda snippet: (snippet.file_path, snippet.span)):
            if last and last.file_path == snippet.file_path and last.span[1] >= snippet.span[0]:
                raise ValueError(f"spans {last.span} and {snippet.span} of {snippet.file_path} are not apart")
            last = snippet
        return self

    @model_serializer(mode="wrap")
    def _without_unset_tags(self, handler: Any) -> dict[str, Any]:
        values: dict[str, Any] = handler(self)
        if "tags" not in self.model_fields_set:
            del values["tags"]
        return values


class Benchmark(BaseModel):
    """All tests, in order."""

    model_config = ConfigDict(frozen=True, extra="allow")

    tests: tuple[QAGroundTruth, ...]

    @classmethod
    def from_json(cls, path: Path | str) -> "Benchmark":
        """Read a benchmark file. Raises InputError with what is wrong with it."""
        path = Path(path)
        try:
            return cls.model_validate_json(path.read_bytes())
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error.strerror}. Check the name.") from None
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise InputError(f"{path} is not a benchmark: {where or 'file'}: {first['msg']}.") from None

    def to_json(self, path: Path) -> None:
        """Write the file, indented by four spaces as LegalBench-RAG does."""
        text = json.dumps(self.model_dump(mode="json"), indent=4, ensure_ascii=False)
        write_whole(path, text + "\n", private=False)

    def file_paths(self) -> tuple[str, ...]:
        """Every file with an answer, in order of first appearance."""
        return tuple(dict.fromkeys(snippet.file_path for test in self.tests for snippet in test.snippets))


def joined(benchmarks: Iterable[Benchmark]) -> Benchmark:
    """Several files as one, in the order given."""
    return Benchmark(tests=tuple(test for benchmark in benchmarks for test in benchmark.tests))


# LegalBench-RAG's mini protocol: 194 tests of a benchmark, from as few contracts as possible.

MINI_TESTS = 194


def mini(benchmark: Benchmark, count: int = MINI_TESTS) -> Benchmark:
    """The tests that LegalBench-RAG's program draws: the first ones by a random number seeded with the file path."""
    if len(benchmark.tests) <= count:
        return benchmark
    return Benchmark(tests=tuple(sorted(benchmark.tests, key=_drawn)[:count]))


def _drawn(test: QAGroundTruth) -> float:
    return random.Random(test.snippets[0].file_path).random()  # noqa: S311 - the published draw, not a secret


# The manifest: what was generated, from what, and what was left out and why.


@dataclass(frozen=True, slots=True)
class Drop:
    """Something left out: a contract, a cell, a quote or a question. `row` is its row in the file, from 1."""

    what: str
    reason: str
    row: int
    file: str
    column: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class BenchmarkManifest:
    """Counts, hashes and drops of one run."""

    policy: str
    titles: str
    tests: int
    contracts: int
    snippets: int
    recovered: dict[str, dict[str, int]]
    names: dict[str, int]
    unusual_names: dict[str, str]
    sha256: dict[str, str]
    drops: tuple[Drop, ...]
    language_model: dict[str, Any] = field(default_factory=dict)  # its usage, if it made the titles
    source: str = "cuad"  # the data set: cuad, contractnli, maud or privacy_qa

    def summary(self) -> dict[str, Any]:
        """Everything except the individual drops, which are counted by reason."""
        values = asdict(self)
        del values["drops"]
        return {**values, "dropped": dict(Counter(f"{drop.what}: {drop.reason}" for drop in self.drops).most_common())}

    def to_json(self, path: Path) -> None:
        """Write the manifest with every drop."""
        values = {**self.summary(), "drops": [asdict(drop) for drop in self.drops]}
        write_whole(path, json.dumps(values, indent=2, ensure_ascii=False) + "\n", private=False)


# A generated benchmark: its tests, its manifest, and its files.

BRIDGE = 1  # characters between two quotes that still make one span


@dataclass(frozen=True, slots=True)
class Generated:
    """The benchmark, the texts it needs by file name, and the manifest of the run."""

    benchmark: Benchmark
    texts: Mapping[str, str]
    manifest: BenchmarkManifest

    @property
    def file(self) -> Path:
        """The file of the tests, relative to the output folder."""
        return Path("benchmarks") / f"{self.manifest.source}.json"

    @property
    def manifest_file(self) -> Path:
        """The file of the manifest. Each data set has its own, so that several can share a folder."""
        return Path("manifest.json" if self.manifest.source == "cuad" else f"manifest_{self.manifest.source}.json")


def write_generated(generated: Generated, out: Path) -> None:
    """Write `benchmarks/SOURCE.json`, `corpus/SOURCE/NAME.txt` and the manifest below a folder."""
    corpus = out / "corpus" / generated.manifest.source
    corpus.mkdir(parents=True, exist_ok=True)
    generated.benchmark.to_json(out / generated.file)
    for file, text in generated.texts.items():
        write_whole(corpus / file, text, private=False)
    generated.manifest.to_json(out / generated.manifest_file)


def make_test(
    query: str, file_path: str, spans: Iterable[Span], tags: Container[str], recoveries: Sequence[str]
) -> QAGroundTruth:
    """A test with merged spans and its tags in the order of `recoveries`; without tags it has no such field."""
    snippets = tuple(Snippet(file_path=file_path, span=(span.start, span.end)) for span in merge(spans, BRIDGE))
    ordered = tuple(tag for tag in recoveries if tag in tags)
    if not ordered:  # as in the published file
        return QAGroundTruth(query=query, snippets=snippets)
    return QAGroundTruth(query=query, snippets=snippets, tags=ordered)


def make_manifest(
    benchmark: Benchmark,
    policy: str,
    titles: str,
    recoveries: Iterable[str],
    *,
    names: dict[str, int],
    unusual_names: dict[str, str],
    files: Iterable[Path],
    drops: Iterable[Drop],
    source: str = "cuad",
) -> BenchmarkManifest:
    """The manifest of a benchmark: its sizes, what each recovery adds, and the hashes of the source files."""
    recovered = {
        tag: {
            "tests": sum(tag in test.tags for test in benchmark.tests),
            "by_it_alone": sum(test.tags == (tag,) for test in benchmark.tests),
        }
        for tag in recoveries
        if policy != "published"
    }
    return BenchmarkManifest(
        policy=policy,
        titles=titles,
        tests=len(benchmark.tests),
        contracts=len(benchmark.file_paths()),
        snippets=sum(len(test.snippets) for test in benchmark.tests),
        recovered=recovered,
        names=names,
        unusual_names=unusual_names,
        sha256={path.name: sha256_of(path) for path in files},
        drops=tuple(drops),
        source=source,
    )


# The halves of CUAD: contracts used for tuning, and contracts only reported on. The hash of the file name decides.

Half = Literal["tuned", "held_out"]

_NOT_BARE = re.compile(r"\W+")


def half_of(file_path: str) -> Half:
    """The half of a contract, by the word characters of its file name without folder and ending."""
    stem = unicodedata.normalize("NFC", PurePosixPath(file_path).stem)
    bare = _NOT_BARE.sub("", stem).lower()
    return "tuned" if hashlib.sha256(bare.encode()).digest()[-1] % 2 == 0 else "held_out"


# What can be scored: any retriever that answers a query with spans, or a file of such answers.


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
class RecordedResults:
    """Answers read from a results file. A query that the file lacks is an error, not "nothing found"."""

    name: str
    answers: Mapping[str, tuple[RetrievedSnippet, ...]]
    _by_words: Mapping[str, tuple[RetrievedSnippet, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_words", {_plain(query): snippets for query, snippets in self.answers.items()})

    def retrieve(self, query: str, k: int) -> Sequence[RetrievedSnippet]:
        """The recorded snippets; white space in the query does not matter."""
        snippets = self._by_words.get(_plain(query))
        if snippets is None:
            raise InputError(
                f"{self.name} has no answer to {query[:80]!r}. Write it with an empty list of snippets "
                "if nothing was found, or score only the answered tests."
            )
        return snippets[:k]

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
