"""From PrivacyQA to the benchmark: what users asked of a policy, answered by the sentences that experts call relevant.

`published` reads the test file, whose rows carry the votes of up to six experts: a sentence answers where at least half
of those who voted call it relevant, and a question is left out where more than two did not vote. `recover` adds the
train file, which has one label a row. The policy's text is its sentences in order, one a line.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from countercase.cuad.benchmark import Drop
from countercase.cuad.columns import find_policy
from countercase.cuad.generate import Generated, Titles
from countercase.cuad.sources import (
    AnsweredQuestion,
    SourceReading,
    assembled,
    folder_with,
    plain_newlines,
    read_table,
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
MOST_SILENT = 2  # experts without a vote on some sentence before a question is left out
SHARE = 0.5  # of the votes that make a sentence an answer

_NUMBER = re.compile(r"(\d+)$")


@dataclass(slots=True)
class _Asked:
    """A question on a policy: its words, and for each sentence the votes for and all votes."""

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
    asked: dict[tuple[str, str], _Asked] = {}
    for name, votes in ((TEST, EXPERTS), (TRAIN, ("Label",)))[: 2 if recover else 1]:
        _collect(folder / name, votes, sentences, asked, reading.drops)
        reading.files.append(folder / name)
    places = {}
    for document, numbered in sentences.items():
        file = text_file_name(document)
        if file in reading.texts:
            reading.drops.append(Drop("contract", "another policy has its file name", 0, document))
            continue
        reading.texts[file], places[document] = _text(numbered)
        reading.titles[file] = f'"{document}"\'s privacy policy'
    for question in asked.values():
        if question.policy in places:
            _answer(reading, question, places[question.policy])
    return assembled("privacy_qa", reading, out, policy, RECOVERIES, titles)


def _collect(
    path: Path,
    votes: tuple[str, ...],
    sentences: dict[str, dict[int, str]],
    asked: dict[tuple[str, str], _Asked],
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
        place, sentence = int(number[1]), plain_newlines(cells["Segment"])
        question = asked.setdefault(
            (document, f"{path.name} {cells['QueryID']}"), _Asked(row, document, " ".join(cells["Query"].split()), tags)
        )
        if sentences[document].setdefault(place, sentence) != sentence:
            question.wrong = "a sentence differs from another of its number"
            continue
        _vote(question, place, [cells[column].strip().lower() for column in votes])


def _vote(question: _Asked, place: int, votes: list[str]) -> None:
    given = [vote for vote in votes if vote not in ("", "none", "nan")]
    if not all(vote.endswith("relevant") for vote in given):
        question.wrong = "a vote is neither Relevant nor Irrelevant"
    elif not given or len(votes) - len(given) > MOST_SILENT:
        question.wrong = question.wrong or "too few experts voted"
    question.votes[place] = (sum(not vote.endswith("irrelevant") for vote in given), len(given))


def _text(numbered: Mapping[int, str]) -> tuple[str, dict[int, Span]]:
    """The policy, one sentence per line, and the span of each sentence that has words."""
    lines, places, at = [], {}, 0
    for number, sentence in sorted(numbered.items()):
        lines.append(f"{sentence}\n")
        if sentence:
            places[number] = Span(at, at + len(sentence))
        at += len(sentence) + 1
    return "".join(lines), places


def _answer(reading: SourceReading, question: _Asked, places: Mapping[int, Span]) -> None:
    file = text_file_name(question.policy)
    answers = [number for number, (relevant, votes) in question.votes.items() if votes and relevant >= SHARE * votes]
    spans = tuple(places[number] for number in answers if number in places)
    if question.wrong or not spans:
        reason = question.wrong or "no sentence answers it"
        reading.drops.append(Drop("question", reason, question.row, file, detail=question.words[:80]))
        return
    reading.questions.append(AnsweredQuestion(file, question.words, spans, question.tags))
