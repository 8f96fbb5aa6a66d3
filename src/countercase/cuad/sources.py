"""The four data sets of LegalBench-RAG, and what the generators of three of them share.

A reader returns texts and answered questions; this module turns them into a benchmark with its manifest.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from countercase.cuad.benchmark import Benchmark, Drop
from countercase.cuad.generate import (
    Generated,
    Titles,
    make_manifest,
    make_test,
    rule_titles,
    write_generated,
)
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
    """What was read from the files of a data set, and what was left out."""

    texts: dict[str, str] = field(default_factory=dict)
    questions: list[AnsweredQuestion] = field(default_factory=list)
    drops: list[Drop] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)  # by file name, if the data set names its documents
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
    """The benchmark of a reading; with `out`, written there."""
    used = dict.fromkeys(question.file for question in reading.questions)
    texts = {file: reading.texts[file] for file in used}
    named = reading.titles or {file: f"the {title}" for file, title in (titles or rule_titles)(texts).items()}
    tests = (
        make_test(
            f"Consider {named[question.file]}; {question.question}",
            f"{name}/{question.file}",
            question.spans,
            question.tags,
            recoveries,
        )
        for question in reading.questions
    )
    benchmark = Benchmark(tests=tuple(tests))
    manifest = make_manifest(
        benchmark,
        policy,
        "source" if reading.titles else "given" if titles else "rules",
        recoveries,
        names={},
        unusual_names=reading.unusual_names,
        files=reading.files,
        drops=reading.drops,
        source=name,
    )
    generated = Generated(benchmark, texts, manifest)
    if out is not None:
        write_generated(generated, out)
    return generated


def folder_with(source: Path, wanted: str, below: Iterable[str], layout: str) -> Path:
    """The folder that has the file `wanted`: `source`, or one of those `below` it. `layout` says what was expected."""
    for folder in (source, *(source / part for part in below)):
        if (folder / wanted).is_file():
            return folder
    raise InputError(f"There is no {wanted} in {source}. Expected {layout}.")


def text_file_name(name: str) -> str:
    """A name as a `.txt` file that any system can store."""
    stem = re.sub(r"\.(?:pdf|txt|html?)$", "", name.strip(), flags=re.IGNORECASE)
    return f"{_NOT_IN_FILE_NAMES.sub('_', stem).strip(' .') or 'document'}.txt"


def plain_newlines(text: str) -> str:
    """The text with `\\n` at every line end, as it is read back from the written file, so that offsets fit."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def shifted_span(text: str, span: Span) -> Span:
    """A span of the text as it is after `plain_newlines`."""
    return Span(*(offset - text.count("\r\n", 0, offset) for offset in (span.start, span.end)))
