"""Any retriever can be scored: it answers a query with spans. And a file of such answers is a retriever too."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from countercase.cuad.benchmark import QAGroundTruth, RetrievedSnippet
from countercase.errors import InputError


class Retriever(Protocol):
    """What is scored. Ten lines are enough to wrap another system: see docs/cuad.md."""

    @property
    def name(self) -> str:
        """The word that reports use."""
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
        """What the function gives, cut to `k`."""
        return self.function(query, k)[:k]


@dataclass(frozen=True, slots=True)
class RecordedResults:
    """Answers read from a results file; a query that it lacks has none, and counts as nothing found."""

    name: str
    answers: Mapping[str, tuple[RetrievedSnippet, ...]]

    def retrieve(self, query: str, k: int) -> Sequence[RetrievedSnippet]:
        """The recorded snippets."""
        return self.answers.get(query, ())[:k]


def read_results(path: Path) -> RecordedResults:
    """A results file: JSON lines `{"query": ..., "snippets": [{"file_path", "span", "score"}, ...]}`, best first."""
    answers: dict[str, tuple[RetrievedSnippet, ...]] = {}
    try:
        with path.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    query, snippets = _line(line, f"{path}:{number}")
                    answers[query] = snippets
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}. Check the name.") from None
    return RecordedResults(path.stem, answers)


def write_results(path: Path, tests: Iterable[QAGroundTruth], retriever: Retriever, k: int) -> None:
    """Ask every query and write the answers as a results file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as stream:
        for test in tests:
            snippets = [snippet.model_dump(mode="json") for snippet in retriever.retrieve(test.query, k)]
            stream.write(json.dumps({"query": test.query, "snippets": snippets}, ensure_ascii=False) + "\n")


def _line(line: str, where: str) -> tuple[str, tuple[RetrievedSnippet, ...]]:
    try:
        values = json.loads(line)
        snippets = tuple(RetrievedSnippet.model_validate(snippet) for snippet in values["snippets"])
        return str(values["query"]), snippets
    except (ValueError, KeyError, TypeError, ValidationError) as error:
        reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        raise InputError(f"{where}: not a line of a results file: {reason}.") from None
