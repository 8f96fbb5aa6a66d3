"""The four data sets of LegalBench-RAG, and what their generators share.

A reader gives texts and answered questions. Here they become a benchmark: titles, queries, merged spans, manifest.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from countercase.cuad.benchmark import Benchmark, BenchmarkManifest, Drop, QAGroundTruth, Snippet, sha256_of
from countercase.cuad.generate import BRIDGE, Generated, Titles, rule_titles, sort_and_merge_spans, write_generated
from countercase.domain.span import Span
from countercase.errors import InputError

SOURCES = ("cuad", "contractnli", "maud", "privacy_qa")

_NOT_IN_FILE_NAMES = re.compile(r'[\x00-\x1f/\\:*?"<>|]')


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question about one document and the spans that answer it; `tags` say what only `recover` keeps."""

    file: str
    question: str
    spans: tuple[Span, ...]
    tags: tuple[str, ...] = ()


@dataclass(slots=True)
class SourceReading:
    """What a reader took from the files of a data set, and what it left out."""

    texts: dict[str, str] = field(default_factory=dict)
    questions: list[AnsweredQuestion] = field(default_factory=list)
    drops: list[Drop] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)  # by file name, where the data set names its documents
    unusual_names: dict[str, str] = field(default_factory=dict)


def generate_source(
    name: str, source: Path, out: Path | None = None, policy: str = "published", titles: Titles | None = None
) -> Generated:
    """Generate the benchmark of one data set from its folder; with `out`, write it there."""
    if name not in SOURCES:
        raise InputError(f"There is no data set {name!r}. Known: {', '.join(SOURCES)}.")
    generate = getattr(import_module(_MODULES[name]), f"generate_{name}")
    generated: Generated = generate(source, out, policy, titles)
    return generated


_MODULES = {name: f"countercase.cuad.{'generate' if name == 'cuad' else name}" for name in SOURCES}


def assembled(
    name: str, reading: SourceReading, out: Path | None, policy: str, recoveries: Sequence[str], titles: Titles | None
) -> Generated:
    """The benchmark of a reading, written to `out` where that is given."""
    used = dict.fromkeys(question.file for question in reading.questions)
    texts = {file: reading.texts[file] for file in used}
    named = reading.titles or {file: f"the {title}" for file, title in (titles or rule_titles)(texts).items()}
    tests = (_test(name, named[question.file], question, recoveries) for question in reading.questions)
    benchmark = Benchmark(tests=tuple(tests))
    how = "source" if reading.titles else "given" if titles else "rules"
    generated = Generated(benchmark, texts, _manifest(name, reading, policy, how, benchmark, recoveries))
    if out is not None:
        write_generated(generated, out)
    return generated


def _test(name: str, title: str, question: AnsweredQuestion, recoveries: Sequence[str]) -> QAGroundTruth:
    query = f"Consider {title}; {question.question}"
    snippets = tuple(
        Snippet(file_path=f"{name}/{question.file}", span=(span.start, span.end))
        for span in sort_and_merge_spans(question.spans, max_bridge_gap_len=BRIDGE)
    )
    tags = tuple(tag for tag in recoveries if tag in question.tags)
    if not tags:
        return QAGroundTruth(query=query, snippets=snippets)
    return QAGroundTruth(query=query, snippets=snippets, tags=tags)


def _manifest(
    name: str, reading: SourceReading, policy: str, titles: str, benchmark: Benchmark, recoveries: Sequence[str]
) -> BenchmarkManifest:
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
        names={},
        unusual_names=reading.unusual_names,
        sha256={path.name: sha256_of(path) for path in reading.files},
        drops=tuple(reading.drops),
        source=name,
    )


def folder_with(source: Path, wanted: str, below: Iterable[str], layout: str) -> Path:
    """The folder, or one of those `below` it, that holds the file `wanted`. `layout` says what was expected."""
    for folder in (source, *(source / part for part in below)):
        if (folder / wanted).is_file():
            return folder
    raise InputError(f"There is no {wanted} in {source}. Expected {layout}.")


def text_file_name(name: str) -> str:
    """A name as a `.txt` file that any system can store."""
    stem = re.sub(r"\.(?:pdf|txt|html?)$", "", name.strip(), flags=re.IGNORECASE)
    return f"{_NOT_IN_FILE_NAMES.sub('_', stem).strip(' .') or 'document'}.txt"


def plain_newlines(text: str) -> str:
    """The text with `\\n` at every line end: so the written file is read back, and so its offsets are counted."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def moved(text: str, span: Span) -> Span:
    """Where a span of the text lies after `plain_newlines`."""
    return Span(*(at - text.count("\r\n", 0, at) for at in (span.start, span.end)))


def read_table(path: Path, needed: Iterable[str], layout: str, delimiter: str = ",") -> Iterator[dict[str, str]]:
    """The rows of a CSV file by column, white space in column names collapsed; a missing cell is empty."""
    before = csv.field_size_limit(2**31 - 1)
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream, restval="", delimiter=delimiter)
            columns = {name: " ".join(name.split()) for name in reader.fieldnames or ()}
            missing = [name for name in needed if name not in columns.values()]
            if missing:
                raise InputError(f"{path} has no column {missing[0]!r}. Expected {layout}.")
            for row in reader:
                yield {columns[name]: cell for name, cell in row.items() if name in columns}
    except FileNotFoundError:
        raise InputError(f"There is no {path}. Expected {layout}.") from None
    except (csv.Error, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as CSV: {error}.") from None
    finally:
        csv.field_size_limit(before)
