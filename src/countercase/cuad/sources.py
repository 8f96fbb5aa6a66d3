"""The data sets of LegalBench-RAG besides CUAD: ContractNLI, PrivacyQA and MAUD."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from countercase.cuad.benchmark import Drop, Generated
from countercase.cuad.clauses import Clause, find_policy, packaged_clauses
from countercase.cuad.generate import (
    OMITTED,
    SHORTEST_PART,
    AnsweredQuestion,
    SourceReading,
    Titles,
    assembled,
    folder_with,
    generate_cuad,
    plain_newlines,
    read_table,
    shifted_span,
    text_file_name,
)
from countercase.domain.span import Span
from countercase.errors import InputError

# ContractNLI: one question per hypothesis, answered by its evidence spans.
#
# `published` reads train.json and test.json and keeps documents whose source was a PDF or text file; `recover` adds
# dev.json and web pages. The questions are ContractNLI's hypotheses, as in its files.

_NLI_LAYOUT = (
    "ContractNLI as published: train.json, dev.json and test.json, each with documents (id, file_name, text, spans, "
    "annotation_sets) and labels (hypothesis)"
)
_NLI_RECOVERIES = ("file-name", "dev-split")
_PUBLISHED_SPLITS = ("train", "test")
_PUBLISHED_ENDINGS = (".pdf", ".txt")


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class _Annotation(_Strict):
    """The choice for one hypothesis, and the indices of the spans that are its evidence."""

    choice: str
    spans: list[int]


class _AnnotationSet(_Strict):
    """The annotations of one annotator, by hypothesis."""

    annotations: dict[str, _Annotation]


class _AnnotatedContract(_Strict):
    """A non-disclosure agreement, its candidate spans, and its annotations."""

    file_name: str
    text: str
    spans: list[list[int]]
    annotation_sets: list[_AnnotationSet]


class _Label(_Strict):
    """The words of a hypothesis."""

    hypothesis: str


class _ContractNliSplit(_Strict):
    """One of the three files."""

    documents: list[_AnnotatedContract]
    labels: dict[str, _Label]


def generate_contractnli(
    source: Path, out: Path | None = None, policy: str = "published", titles: Titles | None = None
) -> Generated:
    """Generate the benchmark from a folder with ContractNLI; with `out`, write it there."""
    recover = find_policy(policy).name != "published"
    folder = folder_with(source, "train.json", ("contract-nli",), _NLI_LAYOUT)
    reading = SourceReading()
    for split in ("train", "dev", "test") if recover else _PUBLISHED_SPLITS:
        path = folder / f"{split}.json"
        content = _read_split(path)
        reading.files.append(path)
        tags = () if split in _PUBLISHED_SPLITS else ("dev-split",)
        for row, document in enumerate(content.documents, start=1):
            _add_contract(reading, content, document, row, tags, recover)
    return assembled("contractnli", reading, out, policy, _NLI_RECOVERIES, titles)


def _read_split(path: Path) -> _ContractNliSplit:
    try:
        return _ContractNliSplit.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}. Expected {_NLI_LAYOUT}.") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "file"
        raise InputError(f"{path} is not ContractNLI: {where}: {first['msg']}. Expected {_NLI_LAYOUT}.") from None


def _add_contract(
    reading: SourceReading,
    content: _ContractNliSplit,
    document: _AnnotatedContract,
    row: int,
    tags: tuple[str, ...],
    recover: bool,
) -> None:
    """Add a document to the reading, or record why it is left out."""
    name = document.file_name.strip()
    if not name.lower().endswith(_PUBLISHED_ENDINGS):
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
            reading.questions += _questions_on(reading, content, document, label, annotation, (row, file, tags))


def _questions_on(
    reading: SourceReading,
    content: _ContractNliSplit,
    document: _AnnotatedContract,
    label: str,
    annotation: _Annotation,
    of: tuple[int, str, tuple[str, ...]],
) -> Iterator[AnsweredQuestion]:
    """The question of one annotation; none without evidence, and a drop if the evidence cannot be right."""
    row, file, tags = of
    if not annotation.spans:
        return
    if label not in content.labels:
        reading.drops.append(Drop("question", "its hypothesis is not among the labels", row, file, label))
        return
    spans = [_span_at(document, index) for index in annotation.spans]
    if None in spans:
        reading.drops.append(Drop("question", "a span is blank or outside the text", row, file, label))
        return
    evidence = tuple(shifted_span(document.text, span) for span in spans if span is not None)
    yield AnsweredQuestion(file, _question_of(content.labels[label].hypothesis), evidence, tags)


def _span_at(document: _AnnotatedContract, index: int) -> Span | None:
    if not 0 <= index < len(document.spans) or len(document.spans[index]) != 2:
        return None
    start, end = document.spans[index]
    inside = 0 <= start < end <= len(document.text)
    return Span(start, end) if inside and document.text[start:end].strip() else None


def _question_of(hypothesis: str) -> str:
    """A hypothesis as a question."""
    return f"What does the document say on this: {hypothesis.strip().rstrip('.')}?"


# PrivacyQA: users' questions on a policy, answered by the sentences that experts chose.
#
# `published` reads the test file, whose rows have the votes of up to six experts: a sentence is an answer if half of
# those who voted or more call it relevant, and a question is left out if more than two did not vote. `recover` adds
# the train file, which has one label per row. The text of a policy is its sentences in order, one per line.

_TEST, _TRAIN = "policy_test_data.csv", "policy_train_data.csv"
_EXPERTS = tuple(f"Ann{number}" for number in range(1, 7))
_QA_COLUMNS = ("DocID", "QueryID", "SentID", "Query", "Segment")
_QA_LAYOUT = (
    "PrivacyQA as published: policy_test_data.csv and policy_train_data.csv, separated by tabs, with DocID, QueryID, "
    "SentID, Query, Segment, and Ann1 to Ann6 (test) or Label (train)"
)
_QA_RECOVERIES = ("train-split",)
_MOST_SILENT = 2  # experts that may be without a vote on a sentence; with more, the question is left out
_SHARE = 0.5  # share of the votes that makes a sentence an answer

_NUMBER = re.compile(r"(\d+)$")


@dataclass(slots=True)
class _PolicyQuestion:
    """A question on a policy: its words, and for each sentence the votes in favour and all votes."""

    row: int
    policy: str
    words: str
    tags: tuple[str, ...]
    votes: dict[int, tuple[int, int]] = field(default_factory=dict)
    wrong: str = ""


def generate_privacy_qa(
    source: Path, out: Path | None = None, policy: str = "published", titles: Titles | None = None
) -> Generated:
    """Generate the benchmark from a folder with PrivacyQA; `titles` are not used, since the files name the policies."""
    recover = find_policy(policy).name != "published"
    folder = folder_with(source, _TEST, ("data", "PrivacyQA_EMNLP-master/data"), _QA_LAYOUT)
    reading = SourceReading()
    sentences: dict[str, dict[int, str]] = defaultdict(dict)
    questions: dict[tuple[str, str], _PolicyQuestion] = {}
    for name, votes in ((_TEST, _EXPERTS), (_TRAIN, ("Label",)))[: 2 if recover else 1]:
        _collect_votes(folder / name, votes, sentences, questions, reading.drops)
        reading.files.append(folder / name)
    spans = {}
    for document, numbered in sentences.items():
        file = text_file_name(document)
        if file in reading.texts:
            reading.drops.append(Drop("contract", "another policy has its file name", 0, document))
            continue
        reading.texts[file], spans[document] = _policy_text(numbered)
        reading.titles[file] = f'"{document}"\'s privacy policy'
    for question in questions.values():
        if question.policy in spans:
            _add_question(reading, question, spans[question.policy])
    return assembled("privacy_qa", reading, out, policy, _QA_RECOVERIES, titles)


def _collect_votes(
    path: Path,
    votes: tuple[str, ...],
    sentences: dict[str, dict[int, str]],
    questions: dict[tuple[str, str], _PolicyQuestion],
    drops: list[Drop],
) -> None:
    """Read a file into the sentences of each policy and the votes of each question."""
    tags = () if path.name == _TEST else ("train-split",)
    for row, cells in enumerate(read_table(path, (*_QA_COLUMNS, *votes), _QA_LAYOUT, delimiter="\t"), start=1):
        document = cells["DocID"].partition("_")[0].strip()
        number = _NUMBER.search(cells["SentID"].strip())
        if not document or number is None:
            drops.append(Drop("sentence", "it has no policy or no number", row, path.name, detail=cells["SentID"]))
            continue
        index, sentence = int(number[1]), plain_newlines(cells["Segment"])
        question = questions.setdefault(
            (document, f"{path.name} {cells['QueryID']}"),
            _PolicyQuestion(row, document, " ".join(cells["Query"].split()), tags),
        )
        if sentences[document].setdefault(index, sentence) != sentence:
            question.wrong = "a sentence differs from another of its number"
            continue
        _vote(question, index, [cells[column].strip().lower() for column in votes])


def _vote(question: _PolicyQuestion, sentence: int, votes: list[str]) -> None:
    given = [vote for vote in votes if vote not in ("", "none", "nan")]
    if not all(vote.endswith("relevant") for vote in given):
        question.wrong = "a vote is neither Relevant nor Irrelevant"
    elif not given or len(votes) - len(given) > _MOST_SILENT:
        question.wrong = question.wrong or "too few experts voted"
    question.votes[sentence] = (sum(not vote.endswith("irrelevant") for vote in given), len(given))


def _policy_text(numbered: Mapping[int, str]) -> tuple[str, dict[int, Span]]:
    """The policy, one sentence per line, and the span of each sentence that has words."""
    lines, spans, offset = [], {}, 0
    for number, sentence in sorted(numbered.items()):
        lines.append(f"{sentence}\n")
        if sentence:
            spans[number] = Span(offset, offset + len(sentence))
        offset += len(sentence) + 1
    return "".join(lines), spans


def _add_question(reading: SourceReading, question: _PolicyQuestion, sentences: Mapping[int, Span]) -> None:
    file = text_file_name(question.policy)
    answers = [number for number, (relevant, votes) in question.votes.items() if votes and relevant >= _SHARE * votes]
    spans = tuple(sentences[number] for number in answers if number in sentences)
    if question.wrong or not spans:
        reason = question.wrong or "no sentence answers it"
        reading.drops.append(Drop("question", reason, question.row, file, detail=question.words[:80]))
        return
    reading.questions.append(AnsweredQuestion(file, question.words, spans, question.tags))


# MAUD: one question per annotated deal point of a merger agreement.
#
# The annotators' quotes differ from the text in white space, ligatures and typographic marks. Both are compared without
# these, and the spans count the characters of the original text. A quote that occurs twice is dropped. `published` asks
# 19 deal points; `recover` asks six more and keeps the parts of a quote that are found.

_MAUD_MAIN = "raw/main.csv"
_MAUD_EXAMPLES = ("MAUD_dev.csv", "MAUD_test.csv", "MAUD_train.csv")
_MAUD_LAYOUT = (
    "MAUD v1 as published: data/ with raw/main.csv (Filename and a column for each deal point), contracts/NAME.txt, "
    "and MAUD_dev.csv, MAUD_test.csv, MAUD_train.csv (contract_name, text_type, text)"
)
_MAUD_RECOVERIES = ("extra-column", "partial-cell")
_MAUD_KEY = "MAE Definition"  # this deal point links a row of main.csv to the examples, which name the text file
_MAUD_RARE = "<RARE_ANSWERS>"  # invented examples without a contract
DEAL_POINTS = packaged_clauses("deal_points.csv")

_PAGES = re.compile(r"\(Pages?\b[^()]*\)\s*$", re.IGNORECASE)
# typographic marks that normalisation leaves as they are
_PLAIN_MARKS = str.maketrans("‘’‛“”„–—‒―−•", "'''\"\"\"-----*", "\u00ad\u200b\ufeff")


def generate_maud(
    source: Path, out: Path | None = None, policy: str = "published", titles: Titles | None = None
) -> Generated:
    """Generate the benchmark from a folder with MAUD; with `out`, write it there."""
    rules = find_policy(policy)
    folder = folder_with(source, _MAUD_MAIN, ("data", "maud-main/data"), _MAUD_LAYOUT)
    points = [point for point in DEAL_POINTS if point.published or rules.keep_partial]
    names = _contract_names(folder)
    reading = SourceReading(files=[folder / _MAUD_MAIN, *(folder / name for name in _MAUD_EXAMPLES)])
    used: set[str] = set()
    needed = ("Filename", *(point.column for point in points))
    for row, cells in enumerate(read_table(folder / _MAUD_MAIN, needed, _MAUD_LAYOUT), start=1):
        matched = names.get(cells[_MAUD_KEY], set())
        if matched & used:
            reading.drops.append(Drop("contract", "an earlier row has its text", row, cells["Filename"]))
            continue
        text = _contract_text(folder, row, cells["Filename"], matched, reading.drops)
        if text is not None:
            used |= matched
            _add_answers(reading, row, cells, text, points, rules.keep_partial)
    return assembled("maud", reading, out, policy, _MAUD_RECOVERIES, titles)


def _contract_names(folder: Path) -> dict[str, set[str]]:
    """Text files by their definition of material adverse effect, which differs from contract to contract."""
    names: dict[str, set[str]] = defaultdict(set)
    for example in _MAUD_EXAMPLES:
        for cells in read_table(folder / example, ("contract_name", "text_type", "text"), _MAUD_LAYOUT):
            if cells["text_type"] == _MAUD_KEY and cells["contract_name"] != _MAUD_RARE:
                names[cells["text"]].add(cells["contract_name"].removesuffix(".pdf"))
    return names


def _contract_text(folder: Path, row: int, filename: str, names: set[str], drops: list[Drop]) -> str | None:
    """The contract of a row of main.csv, or None with a drop."""
    if len(names) != 1:
        reason = "its definition of material adverse effect belongs to " + ("two contracts" if names else "no contract")
        drops.append(Drop("contract", reason, row, filename))
        return None
    path = folder / "contracts" / f"{next(iter(names))}.txt"
    if path.parent != folder / "contracts":
        drops.append(Drop("contract", "its text file is missing", row, filename))
        return None
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        drops.append(Drop("contract", "its text file is missing", row, filename, detail=path.name))
    except UnicodeDecodeError as error:
        drops.append(Drop("contract", "its text is not UTF-8", row, filename, detail=str(error.start)))
    return None


def _add_answers(
    reading: SourceReading, row: int, cells: dict[str, str], text: str, points: list[Clause], keep_partial: bool
) -> None:
    """Add the answered deal points of a contract to the reading."""
    name = cells["Filename"]
    file = text_file_name(name)
    if file in reading.texts:
        reading.drops.append(Drop("contract", "another contract has its file name", row, name))
        return
    reading.texts[file] = text
    folded = FoldedText(text)
    for point in points:
        spans, lost = folded.locate(cells[point.column], keep_partial)
        drops = [Drop("quote", reason, row, file, point.column, part) for part, reason in lost]
        reading.drops += drops if keep_partial else drops[:1]
        if spans and (keep_partial or not lost):
            marks = {"extra-column": not point.published, "partial-cell": bool(lost)}
            tags = tuple(tag for tag, holds in marks.items() if holds)
            reading.questions.append(AnsweredQuestion(file, point.question, tuple(spans), tags))


class FoldedText:
    """A text without white space and typographic variants, with the original offset of each character."""

    def __init__(self, text: str) -> None:
        known = {character: folded(character) for character in set(text)}
        pairs = [(plain, offset) for offset, character in enumerate(text) for plain in known[character]]
        self._plain = "".join(plain for plain, _ in pairs)
        self._offsets = [offset for _, offset in pairs]

    def locate(self, cell: str, keep_partial: bool) -> tuple[list[Span], list[tuple[str, str]]]:
        """The spans of a cell's parts, in text order, and the parts that were not found, with the reason."""
        spans: list[Span] = []
        lost: list[tuple[str, str]] = []
        start = 0
        for number, quote in enumerate(_PAGES.sub("", cell).split(OMITTED), start=1):
            part = folded(quote)
            if not part or (keep_partial and len(part) < SHORTEST_PART):
                continue
            position = self._plain.find(part, start)
            if position < 0 or self._plain.find(part, position + 1) >= 0:
                reason = "nowhere in the text" if position < 0 else "in more than one place"
                lost.append((f"part {number}, {len(quote.strip())} characters", reason))
                continue
            start = position + len(part)
            spans.append(Span(self._offsets[position], self._offsets[start - 1] + 1))
        return spans, lost


def folded(text: str) -> str:
    """The text without white space, accents, ligatures and typographic marks."""
    marks = unicodedata.normalize("NFKD", text.translate(_PLAIN_MARKS))
    return "".join(mark for mark in marks if not mark.isspace() and not unicodedata.combining(mark))


def generate_source(
    name: str, source: Path, out: Path | None = None, policy: str = "published", titles: Titles | None = None
) -> Generated:
    """Generate the benchmark of one data set from its folder; with `out`, write it there."""
    generators = {
        "cuad": generate_cuad,
        "contractnli": generate_contractnli,
        "maud": generate_maud,
        "privacy_qa": generate_privacy_qa,
    }
    if name not in generators:
        raise InputError(f"There is no data set {name!r}. Known: {', '.join(generators)}.")
    return generators[name](source, out, policy, titles)
