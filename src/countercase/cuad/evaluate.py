"""Runs every query of a benchmark and scores the spans and the short answer: overall, by half and by clause type."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from countercase.cuad.benchmark import Benchmark, Document, QAGroundTruth, RetrievedSnippet, Retriever, Snippet, half_of
from countercase.cuad.clauses import content_stems, is_heading, nearest_clause, sentences, split_query, trimmed
from countercase.domain.span import Span, merge, overlap_length
from countercase.errors import InputError
from countercase.significance import mean_interval

# A short answer: the best sentence of the retrieved text, and its score.

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class AnswerScores:
    """The best score over the gold quotes: equality up to case, punctuation and space; and overlap of words."""

    exact: float
    token_f1: float


def extract_answer(question: str, passages: Sequence[str]) -> str:
    """The best sentence of the retrieved passages: the most words of the question, in an early passage.

    A passage of one sentence is its own answer, so a retriever of sentences answers with its first one.
    """
    best, best_score = "", -1.0
    question_words = set(content_stems(question))
    for rank, passage in enumerate(passages, start=1):
        for span in sentences(passage):
            sentence = span.of(passage).strip()
            if not sentence or (is_heading(sentence) and len(passage) > len(sentence) + 20):
                continue
            score = (1 + len(question_words & set(content_stems(sentence)))) / rank
            if score > best_score:
                best, best_score = sentence, score
    return best


def score_answer(answer: str, gold: Sequence[str]) -> AnswerScores:
    """Score an answer against the closest gold quote, and against all quotes as one text."""
    wanted = [*gold, " ".join(gold)]
    return AnswerScores(
        exact=float(any(_plain(answer) == _plain(quote) for quote in wanted)),
        token_f1=max((token_f1(answer, quote) for quote in wanted), default=0.0),
    )


def token_f1(answer: str, quote: str) -> float:
    """F1 of the words as bags: a repeated word counts each time."""
    left, right = Counter(_plain(answer)), Counter(_plain(quote))
    if not left or not right:
        return float(left == right)
    shared = sum((left & right).values())
    return 2 * shared / (left.total() + right.total())


def _plain(text: str) -> list[str]:
    return _WORD.findall(text.lower())


# Bootstrap intervals of a mean over queries.

SAMPLES = 1000


def mean_with_interval(values: Sequence[float], seed: int = 0) -> tuple[float, float | None, float | None]:
    """Mean, low and high, resampling queries with replacement. A single query has a mean but no interval."""
    array = np.asarray(values, dtype=np.float64)
    if len(array) == 0:
        raise ValueError("no queries, so no mean")
    if len(array) == 1:
        return float(array[0]), None, None
    low, high = mean_interval(array, SAMPLES, seed)
    return float(array.mean()), float(low), float(high)


# Scores of one query: the retrieved spans against the gold spans, character by character.

ByFile = Mapping[str, Sequence[Span]]


@dataclass(frozen=True, slots=True)
class SpanScores:
    """Scores of the top k of one query, each from 0 to 1 except `recall_published` and `characters`."""

    precision_published: float
    recall_published: float
    precision: float
    recall: float
    f1: float
    iou: float  # characters in both, divided by characters in either
    found_fully: float  # share of the gold spans that were retrieved completely
    found_by_half: float  # share of the gold spans of which at least half was retrieved
    exact: float  # 1 if a retrieved span equals a gold span, up to white space at its ends
    wrong_document: float | None  # share of retrieved snippets from a file without an answer; None if none retrieved
    characters: float  # retrieved, merged


def score_spans(
    retrieved: Sequence[Snippet], gold: Sequence[Snippet], trim: Mapping[Snippet, Span] | None = None
) -> SpanScores:
    """Score what was retrieved for one query; `trim` gives spans without their outer white space, for `exact`."""
    paired = sum(len(shared) for hit in retrieved for answer in gold if (shared := _shared(hit, answer)))
    hits, answers = _by_file(retrieved), _by_file(gold)
    shared_length = sum(overlap_length(hits.get(file, ()), spans) for file, spans in answers.items())
    retrieved_length, gold_length = _length(hits), _length(answers)
    precision = _ratio(shared_length, retrieved_length)
    recall = _ratio(shared_length, gold_length)
    coverage = [
        _ratio(overlap_length(hits.get(answer.file_path, ()), [answer.as_span]), len(answer.as_span)) for answer in gold
    ]
    return SpanScores(
        precision_published=_ratio(paired, sum(len(hit.as_span) for hit in retrieved)),
        recall_published=_ratio(paired, sum(len(answer.as_span) for answer in gold)),
        precision=precision,
        recall=recall,
        f1=_ratio(2 * precision * recall, precision + recall),
        iou=_ratio(shared_length, retrieved_length + gold_length - shared_length),
        found_fully=_ratio(sum(share == 1 for share in coverage), len(gold)),
        found_by_half=_ratio(sum(share >= 0.5 for share in coverage), len(gold)),
        exact=float(_any_equal(retrieved, gold, trim or {})),
        wrong_document=sum(hit.file_path not in answers for hit in retrieved) / len(retrieved) if retrieved else None,
        characters=float(retrieved_length),
    )


def _shared(hit: Snippet, answer: Snippet) -> Span | None:
    return hit.as_span.intersection(answer.as_span) if hit.file_path == answer.file_path else None


def _by_file(snippets: Iterable[Snippet]) -> ByFile:
    files: dict[str, list[Span]] = defaultdict(list)
    for snippet in snippets:
        files[snippet.file_path].append(snippet.as_span)
    return {file: merge(spans) for file, spans in files.items()}


def _length(files: ByFile) -> int:
    return sum(len(span) for spans in files.values() for span in spans)


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _any_equal(retrieved: Iterable[Snippet], gold: Iterable[Snippet], trim: Mapping[Snippet, Span]) -> bool:
    wanted = {(answer.file_path, trim.get(answer, answer.as_span)) for answer in gold}
    return any((hit.file_path, trim.get(hit, hit.as_span)) in wanted for hit in retrieved)


DEFAULT_KS = (1, 2, 4, 8, 16, 32, 64)
ANSWER_FROM = 4  # passages that the answer is taken from

Answer = Callable[[str, Sequence[str]], str]
Figure = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class TestScores:
    """One test: its scores at each k, those of the short answer, and what was returned."""

    __test__ = False  # not a test for pytest

    query: str
    file_path: str
    clause: str
    at: Mapping[int, SpanScores]
    answer_exact: float
    answer_f1: float
    returned: tuple[tuple[str, tuple[int, int]], ...] = ()  # file and span, best first

    def values(self) -> dict[str, float | None]:
        """Every score by its name, such as `precision@1`."""
        at = {
            f"{field.name}@{k}": getattr(scores, field.name)
            for k, scores in self.at.items()
            for field in fields(SpanScores)
        }
        return {**at, "answer_exact": self.answer_exact, "answer_f1": self.answer_f1}


@dataclass(frozen=True, slots=True)
class Report:
    """A retriever's scores on a benchmark."""

    retriever: str
    tests: tuple[TestScores, ...]
    ks: tuple[int, ...]

    def overall(self, tests: Sequence[TestScores] | None = None) -> dict[str, Figure]:
        """Mean and interval of each score, such as `precision@1`; a test without a value is left out of that mean."""
        chosen = [test.values() for test in (self.tests if tests is None else tests)]
        if not chosen:
            return {}
        return {name: _figure([values[name] for values in chosen]) for name in chosen[0]}

    def per_test(self, name: str) -> list[float | None]:
        """One score for each test."""
        return [test.values()[name] for test in self.tests]

    def halves(self) -> dict[str, dict[str, Figure]]:
        """The scores for the contracts that the shipped weights were fitted on, and for all others."""
        return {
            half: self.overall([test for test in self.tests if half_of(test.file_path) == half])
            for half in ("tuned", "held_out")
        }

    def by_clause(self) -> dict[str, dict[str, Figure]]:
        """The scores for each clause type, in order of first appearance."""
        groups: dict[str, list[TestScores]] = defaultdict(list)
        for test in self.tests:
            groups[test.clause].append(test)
        return {clause: {"tests": {"mean": len(tests)}, **self.overall(tests)} for clause, tests in groups.items()}


def evaluate(
    benchmark: Benchmark,
    retriever: Retriever,
    documents: Iterable[Document],
    ks: Sequence[int] = DEFAULT_KS,
    answer: Answer = extract_answer,
) -> Report:
    """Run every query of a benchmark and score the answers."""
    documents = list(documents)
    check_corpus(benchmark, {document.file_path: document.text for document in documents})
    return evaluate_tests(benchmark.tests, retriever, documents, ks, answer)


def evaluate_tests(
    tests: Iterable[QAGroundTruth],
    retriever: Retriever,
    documents: Iterable[Document],
    ks: Sequence[int] = DEFAULT_KS,
    answer: Answer = extract_answer,
) -> Report:
    """Like `evaluate`, for any tests. Raises InputError if a snippet lies outside its text."""
    texts = {document.file_path: document.text for document in documents}
    scored = []
    for test in tests:
        # The short answer comes from the same passages, whatever the cut-offs are.
        wanted = max(*ks, ANSWER_FROM)
        retrieved = list(retriever.retrieve(test.query, wanted))[:wanted]
        check_snippets(retrieved, texts, retriever.name)
        scored.append(score_test(test, retrieved, texts, ks, answer))
    return Report(retriever.name, tuple(scored), tuple(ks))


def score_test(
    test: QAGroundTruth,
    retrieved: Sequence[RetrievedSnippet],
    texts: Mapping[str, str],
    ks: Sequence[int],
    answer: Answer,
) -> TestScores:
    """Score one query at every k."""
    question = split_query(test.query).question
    clause = nearest_clause(question)
    trim = {snippet: trimmed(texts[snippet.file_path], snippet.as_span) for snippet in (*test.snippets, *retrieved)}
    passages = [_text(snippet, texts) for snippet in retrieved[:ANSWER_FROM]]
    short = score_answer(answer(question, passages), [_text(snippet, texts) for snippet in test.snippets])
    return TestScores(
        query=test.query,
        file_path=test.snippets[0].file_path if test.snippets else "",
        clause=clause.column if clause else "other",
        at={k: score_spans(retrieved[:k], test.snippets, trim) for k in ks},
        answer_exact=short.exact,
        answer_f1=short.token_f1,
        returned=tuple((snippet.file_path, snippet.span) for snippet in retrieved[: max(ks)]),
    )


def check_corpus(benchmark: Benchmark, texts: Mapping[str, str]) -> None:
    """Check that every answer lies in a text of the corpus."""
    missing = [path for path in benchmark.file_paths() if path not in texts]
    if missing:
        raise InputError(
            f"The corpus lacks {len(missing)} of {len(benchmark.file_paths())} files, first {missing[0]!r}. "
            "Give --corpus the folder above the one in that path."
        )
    check_snippets((snippet for test in benchmark.tests for snippet in test.snippets), texts, "The benchmark")


def check_snippets(snippets: Iterable[Snippet], texts: Mapping[str, str], whose: str) -> None:
    """Check that every span lies in its text."""
    for snippet in snippets:
        if snippet.file_path not in texts:
            raise InputError(f"{whose} names {snippet.file_path!r}, which is not in the corpus. Check --corpus.")
        if snippet.span[1] > len(texts[snippet.file_path]):
            raise InputError(
                f"{whose} has span {snippet.span}, which goes past the end of {snippet.file_path!r}. Check --corpus."
            )


def _text(snippet: Snippet, texts: Mapping[str, str]) -> str:
    return snippet.as_span.of(texts[snippet.file_path])


def _figure(values: Sequence[float | None]) -> Figure:
    measured = [value for value in values if value is not None]
    if not measured:
        return {"mean": None, "low": None, "high": None}
    names = ("mean", "low", "high")
    figures = mean_with_interval(measured)
    return {name: None if value is None else round(value, 4) for name, value in zip(names, figures, strict=True)}


# What is shown of the reports of several systems.

_SHOWN = ("precision", "recall", "found_fully")


def shown_columns(ks: tuple[int, ...]) -> list[str]:
    """The scores that are printed and compared."""
    few = dict.fromkeys([ks[0], 8 if 8 in ks else ks[len(ks) // 2], ks[-1]])
    return [*(f"{score}@{k}" for k in few for score in _SHOWN), f"wrong_document@{ks[0]}", "answer_f1"]


def same_snippets(reports: Mapping[str, Report]) -> list[str]:
    """Systems that returned the same snippets for every test."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for name, report in reports.items():
        groups.setdefault(tuple(test.returned for test in report.tests), []).append(name)
    alike = (names for names in groups.values() if len(names) > 1)
    return [f"{', '.join(names[:-1])} and {names[-1]} returned the same snippets for every test" for names in alike]


def report_tables(reports: Mapping[str, Report], columns: Sequence[str]) -> dict[str, list[list[str]]]:
    """The tables by file name: scores, clause types, and every test."""
    scores, clauses = [["system", "score", "mean", "low", "high"]], [["system", "clause", "tests", *columns]]
    names = list(next(iter(reports.values())).tests[0].values())
    tests = [["test", "query", "file", "clause", "system", *names]]
    for system, report in reports.items():
        for name, figure in report.overall().items():
            scores.append([system, name, *(_cell(figure[part]) for part in ("mean", "low", "high"))])
        for clause, figures in report.by_clause().items():
            means = (_cell(figures[column]["mean"]) for column in columns)
            clauses.append([system, clause, f"{figures['tests']['mean']:.0f}", *means])
        for number, test in enumerate(report.tests):
            values = test.values()
            head = [str(number), test.query, test.file_path, test.clause, system]
            tests.append([*head, *("" if values[name] is None else repr(values[name]) for name in names)])
    return {"scores": scores, "clauses": clauses, "per_test": tests}


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"
