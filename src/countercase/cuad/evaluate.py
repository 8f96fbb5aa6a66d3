"""Asks a retriever every query of a benchmark and scores what it returns, overall, by half and by clause type."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

from countercase.cuad.adapters import Retriever
from countercase.cuad.answer import extract_answer, score_answer
from countercase.cuad.benchmark import Benchmark, QAGroundTruth, RetrievedSnippet, Snippet
from countercase.cuad.documents import Document
from countercase.cuad.interval import mean_with_interval
from countercase.cuad.queries import nearest_clause, split_query
from countercase.cuad.score import SpanScores, score_spans
from countercase.cuad.split import half_of
from countercase.cuad.units import trimmed
from countercase.errors import InputError

DEFAULT_KS = (1, 2, 4, 8, 16, 32, 64)
ANSWER_FROM = 4  # passages that the answer is taken from

Answer = Callable[[str, Sequence[str]], str]
Figure = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class TestScores:
    """One test: its scores at each k, and those of the short answer."""

    __test__ = False  # not one of pytest's

    file_path: str
    clause: str
    at: Mapping[int, SpanScores]
    answer_exact: float
    answer_f1: float


@dataclass(frozen=True, slots=True)
class Report:
    """A retriever's scores on a benchmark."""

    retriever: str
    tests: tuple[TestScores, ...]
    ks: tuple[int, ...]

    def overall(self, tests: Sequence[TestScores] | None = None) -> dict[str, Figure]:
        """Mean and interval of each score, such as `precision@1`."""
        chosen = self.tests if tests is None else tests
        if not chosen:
            return {}
        figures = {
            f"{field.name}@{k}": _figure([getattr(test.at[k], field.name) for test in chosen])
            for k in self.ks
            for field in fields(SpanScores)
        }
        figures["answer_exact"] = _figure([test.answer_exact for test in chosen])
        figures["answer_f1"] = _figure([test.answer_f1 for test in chosen])
        return figures

    def halves(self) -> dict[str, dict[str, Figure]]:
        """The same for the contracts that the shipped weights were fitted on, and for those they never saw."""
        return {
            half: self.overall([test for test in self.tests if half_of(test.file_path) == half])
            for half in ("tuned", "held_out")
        }

    def by_clause(self) -> dict[str, dict[str, Figure]]:
        """The same for each clause type, in the order first met."""
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
    """Ask every query of a benchmark and score the answers."""
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
    """The same for any tests; a snippet that is in no text is an error of the retriever."""
    texts = {document.file_path: document.text for document in documents}
    scored = []
    for test in tests:
        retrieved = list(retriever.retrieve(test.query, max(ks)))[: max(ks)]
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
    trim = {snippet: trimmed(texts[snippet.file_path], snippet.place) for snippet in (*test.snippets, *retrieved)}
    passages = [_text(snippet, texts) for snippet in retrieved[:ANSWER_FROM]]
    short = score_answer(answer(question, passages), [_text(snippet, texts) for snippet in test.snippets])
    return TestScores(
        file_path=test.snippets[0].file_path if test.snippets else "",
        clause=clause.column if clause else "other",
        at={k: score_spans(retrieved[:k], test.snippets, trim) for k in ks},
        answer_exact=short.exact,
        answer_f1=short.token_f1,
    )


def check_corpus(benchmark: Benchmark, texts: Mapping[str, str]) -> None:
    """Every answer must lie in a text at hand."""
    missing = [path for path in benchmark.file_paths() if path not in texts]
    if missing:
        raise InputError(
            f"The corpus lacks {len(missing)} of {len(benchmark.file_paths())} files, first {missing[0]!r}. "
            "Give --corpus the folder above the one in that path."
        )
    check_snippets((snippet for test in benchmark.tests for snippet in test.snippets), texts, "The benchmark")


def check_snippets(snippets: Iterable[Snippet], texts: Mapping[str, str], whose: str) -> None:
    """Every span must lie in its text."""
    for snippet in snippets:
        if snippet.file_path not in texts:
            raise InputError(f"{whose} gives {snippet.file_path!r}, which is not in the corpus.")
        if snippet.span[1] > len(texts[snippet.file_path]):
            raise InputError(f"{whose} gives span {snippet.span}, which reaches past {snippet.file_path!r}.")


def _text(snippet: Snippet, texts: Mapping[str, str]) -> str:
    return snippet.place.of(texts[snippet.file_path])


def _figure(values: Sequence[float]) -> Figure:
    mean, low, high = mean_with_interval(values)
    return {"mean": round(mean, 4), "low": round(low, 4), "high": round(high, 4)}
