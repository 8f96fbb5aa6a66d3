"""Generates the benchmark from PrivacyQA: users' questions on a policy, answered by the sentences that experts chose.

`published` reads the test file, whose rows have the votes of up to six experts: a sentence is an answer if half
of those who voted or more call it relevant, and a question is left out if more than two did not vote. `recover` adds
the train file, which has one label per row. The text of a policy is its sentences in order, one per line.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from countercase.cuad.benchmark import Drop
from countercase.cuad.clauses import find_policy
from countercase.cuad.generate import Generated, Titles, read_table
from countercase.cuad.sources import (
    AnsweredQuestion,
    SourceReading,
    assembled,
    folder_with,
    plain_newlines,
    text_file_name,
)
from countercase.domain.span import Span

TEST, TRAIN = "policy_test_data.csv", "policy_train_data.csv"
EXPERTS = tuple(f"Ann{number}" for number in range(1, 7))
_COLUMNS = ("DocID", "QueryID", "SentID", "Query", "Segment")
LAYOUT = (
    "PrivacyQA as published: policy_test_data.csv and policy_train_data.csv, separated by tabs, with DocID, QueryID, "
    "SentID, Query, Segment, and Ann1 to Ann6 (test) or Label (train)"
)
RECOVERIES = ("train-split",)
MOST_SILENT = 2  # experts that may be without a vote on a sentence; with more, the question is left out
SHARE = 0.5  # share of the votes that makes a sentence an answer

_NUMBER = re.compile(r"(\d+)$")


@dataclass(slots=True)
class _Question:
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
    folder = folder_with(source, TEST, ("data", "PrivacyQA_EMNLP-master/data"), LAYOUT)
    reading = SourceReading()
    sentences: dict[str, dict[int, str]] = defaultdict(dict)
    questions: dict[tuple[str, str], _Question] = {}
    for name, votes in ((TEST, EXPERTS), (TRAIN, ("Label",)))[: 2 if recover else 1]:
        _collect(folder / name, votes, sentences, questions, reading.drops)
        reading.files.append(folder / name)
    spans = {}
    for document, numbered in sentences.items():
        file = text_file_name(document)
        if file in reading.texts:
            reading.drops.append(Drop("contract", "another policy has its file name", 0, document))
            continue
        reading.texts[file], spans[document] = _text(numbered)
        reading.titles[file] = f'"{document}"\'s privacy policy'
    for question in questions.values():
        if question.policy in spans:
            _answer(reading, question, spans[question.policy])
    return assembled("privacy_qa", reading, out, policy, RECOVERIES, titles)


def _collect(
    path: Path,
    votes: tuple[str, ...],
    sentences: dict[str, dict[int, str]],
    questions: dict[tuple[str, str], _Question],
    drops: list[Drop],
) -> None:
    """Read a file into the sentences of each policy and the votes of each question."""
    tags = () if path.name == TEST else ("train-split",)
    for row, cells in enumerate(read_table(path, (*_COLUMNS, *votes), LAYOUT, delimiter="\t"), start=1):
        document = cells["DocID"].partition("_")[0].strip()
        number = _NUMBER.search(cells["SentID"].strip())
        if not document or number is None:
            drops.append(Drop("sentence", "it has no policy or no number", row, path.name, detail=cells["SentID"]))
            continue
        index, sentence = int(number[1]), plain_newlines(cells["Segment"])
        question = questions.setdefault(
            (document, f"{path.name} {cells['QueryID']}"),
            _Question(row, document, " ".join(cells["Query"].split()), tags),
        )
        if sentences[document].setdefault(index, sentence) != sentence:
            question.wrong = "a sentence differs from another of its number"
            continue
        _vote(question, index, [cells[column].strip().lower() for column in votes])


def _vote(question: _Question, sentence: int, votes: list[str]) -> None:
    given = [vote for vote in votes if vote not in ("", "none", "nan")]
    if not all(vote.endswith("relevant") for vote in given):
        question.wrong = "a vote is neither Relevant nor Irrelevant"
    elif not given or len(votes) - len(given) > MOST_SILENT:
        question.wrong = question.wrong or "too few experts voted"
    question.votes[sentence] = (sum(not vote.endswith("irrelevant") for vote in given), len(given))


def _text(numbered: Mapping[int, str]) -> tuple[str, dict[int, Span]]:
    """The policy, one sentence per line, and the span of each sentence that has words."""
    lines, spans, offset = [], {}, 0
    for number, sentence in sorted(numbered.items()):
        lines.append(f"{sentence}\n")
        if sentence:
            spans[number] = Span(offset, offset + len(sentence))
        offset += len(sentence) + 1
    return "".join(lines), spans


def _answer(reading: SourceReading, question: _Question, sentences: Mapping[int, Span]) -> None:
    file = text_file_name(question.policy)
    answers = [number for number, (relevant, votes) in question.votes.items() if votes and relevant >= SHARE * votes]
    spans = tuple(sentences[number] for number in answers if number in sentences)
    if question.wrong or not spans:
        reason = question.wrong or "no sentence answers it"
        reading.drops.append(Drop("question", reason, question.row, file, detail=question.words[:80]))
        return
    reading.questions.append(AnsweredQuestion(file, question.words, spans, question.tags))
