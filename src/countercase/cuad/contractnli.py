"""Generates the benchmark from ContractNLI: one question per hypothesis, answered by its evidence spans.

`published` reads train.json and test.json and keeps documents whose source was a PDF or text file; `recover` adds
dev.json and web pages. The questions are ContractNLI's hypotheses, as in its files.
"""

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from countercase.cuad.benchmark import Drop
from countercase.cuad.clauses import find_policy
from countercase.cuad.generate import Generated, Titles
from countercase.cuad.sources import (
    AnsweredQuestion,
    SourceReading,
    assembled,
    folder_with,
    plain_newlines,
    shifted_span,
    text_file_name,
)
from countercase.domain.span import Span
from countercase.errors import InputError

LAYOUT = (
    "ContractNLI as published: train.json, dev.json and test.json, each with documents (id, file_name, text, spans, "
    "annotation_sets) and labels (hypothesis)"
)
RECOVERIES = ("file-name", "dev-split")
PUBLISHED_SPLITS = ("train", "test")
PUBLISHED_ENDINGS = (".pdf", ".txt")


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class Annotation(_Strict):
    """The choice for one hypothesis, and the indices of the spans that are its evidence."""

    choice: str
    spans: list[int]


class AnnotationSet(_Strict):
    """The annotations of one annotator, by hypothesis."""

    annotations: dict[str, Annotation]


class AnnotatedDocument(_Strict):
    """A non-disclosure agreement, its candidate spans, and its annotations."""

    file_name: str
    text: str
    spans: list[list[int]]
    annotation_sets: list[AnnotationSet]


class Label(_Strict):
    """The words of a hypothesis."""

    hypothesis: str


class ContractNliSplit(_Strict):
    """One of the three files."""

    documents: list[AnnotatedDocument]
    labels: dict[str, Label]


def generate_contractnli(
    source: Path, out: Path | None = None, policy: str = "published", titles: Titles | None = None
) -> Generated:
    """Generate the benchmark from a folder with ContractNLI; with `out`, write it there."""
    recover = find_policy(policy).name != "published"
    folder = folder_with(source, "train.json", ("contract-nli",), LAYOUT)
    reading = SourceReading()
    for split in ("train", "dev", "test") if recover else PUBLISHED_SPLITS:
        path = folder / f"{split}.json"
        content = _read(path)
        reading.files.append(path)
        tags = () if split in PUBLISHED_SPLITS else ("dev-split",)
        for row, document in enumerate(content.documents, start=1):
            _add(reading, content, document, row, tags, recover)
    return assembled("contractnli", reading, out, policy, RECOVERIES, titles)


def _read(path: Path) -> ContractNliSplit:
    try:
        return ContractNliSplit.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}. Expected {LAYOUT}.") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "file"
        raise InputError(f"{path} is not ContractNLI: {where}: {first['msg']}. Expected {LAYOUT}.") from None


def _add(
    reading: SourceReading,
    content: ContractNliSplit,
    document: AnnotatedDocument,
    row: int,
    tags: tuple[str, ...],
    recover: bool,
) -> None:
    """Add a document to the reading, or record why it is left out."""
    name = document.file_name.strip()
    if not name.lower().endswith(PUBLISHED_ENDINGS):
        if not recover:
            reading.drops.append(Drop("contract", "its file is neither PDF nor text", row, name))
            return
        tags = ("file-name", *tags)
    file = text_file_name(name)
    if file in reading.texts:
        reading.drops.append(Drop("contract", "another contract has its file name", row, name))
        return
    reading.texts[file] = plain_newlines(document.text)
    if Path(name).stem != Path(file).stem:
        reading.unusual_names[name] = file
    for annotations in document.annotation_sets:
        for label, annotation in annotations.annotations.items():
            reading.questions += _questions(reading, content, document, label, annotation, (row, file, tags))


def _questions(
    reading: SourceReading,
    content: ContractNliSplit,
    document: AnnotatedDocument,
    label: str,
    annotation: Annotation,
    of: tuple[int, str, tuple[str, ...]],
) -> Iterator[AnsweredQuestion]:
    """The question of one annotation; none without evidence, and a drop if the evidence cannot be right."""
    row, file, tags = of
    if not annotation.spans:
        return
    if label not in content.labels:
        reading.drops.append(Drop("question", "its hypothesis is not among the labels", row, file, label))
        return
    spans = [_span(document, index) for index in annotation.spans]
    if None in spans:
        reading.drops.append(Drop("question", "a span is blank or outside the text", row, file, label))
        return
    evidence = tuple(shifted_span(document.text, span) for span in spans if span is not None)
    yield AnsweredQuestion(file, question_of(content.labels[label].hypothesis), evidence, tags)


def _span(document: AnnotatedDocument, index: int) -> Span | None:
    if not 0 <= index < len(document.spans) or len(document.spans[index]) != 2:
        return None
    start, end = document.spans[index]
    inside = 0 <= start < end <= len(document.text)
    return Span(start, end) if inside and document.text[start:end].strip() else None


def question_of(hypothesis: str) -> str:
    """A hypothesis as a question."""
    return f"What does the document say on this: {hypothesis.strip().rstrip('.')}?"
