"""LegalBench-RAG's JSON: a query and the character spans that answer it, read as judgments of whole documents too."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countercase.domain.span import Span
from countercase.errors import InputError


@dataclass(frozen=True, slots=True)
class Snippet:
    """Characters of one file that answer."""

    file: str
    span: Span
    answer: str = ""


@dataclass(frozen=True, slots=True)
class SpanQuestion:
    """A query with its answers."""

    query: str
    snippets: tuple[Snippet, ...]
    tags: tuple[str, ...] = ()


def read_legalbench(path: Path) -> list[SpanQuestion]:
    """The tests of a benchmark file, in order."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}. Check the name.") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}: not JSON: {error.msg}.") from None
    tests = content.get("tests") if isinstance(content, dict) else None
    if not isinstance(tests, list):
        raise InputError(f"{path} is not a LegalBench-RAG file: it has no list `tests`.")
    return [_question(path, place, test) for place, test in enumerate(tests)]


def write_legalbench(path: Path, questions: Sequence[SpanQuestion]) -> None:
    """A benchmark file that LegalBench-RAG reads."""
    tests = [
        {
            "query": question.query,
            "snippets": [
                {"file_path": each.file, "span": [each.span.start, each.span.end], "answer": each.answer}
                for each in question.snippets
            ],
            "tags": list(question.tags),
        }
        for question in questions
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"tests": tests}, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def document_judgments(questions: Sequence[SpanQuestion]) -> tuple[dict[str, str], dict[str, dict[str, int]]]:
    """Queries and qrels of whole files: a file with an answer is relevant. Ids are `t0`, `t1`, ... in order."""
    queries = {f"t{place}": question.query for place, question in enumerate(questions)}
    qrels = {
        f"t{place}": {snippet.file: 1 for snippet in question.snippets} for place, question in enumerate(questions)
    }
    return queries, qrels


def _question(path: Path, place: int, test: Any) -> SpanQuestion:
    try:
        snippets = tuple(
            Snippet(
                str(each["file_path"]), Span(int(each["span"][0]), int(each["span"][1])), str(each.get("answer", ""))
            )
            for each in test["snippets"]
        )
        return SpanQuestion(str(test["query"]), snippets, tuple(test.get("tags", ())))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{path}: tests[{place}] is not a query with snippets: {error!r}.") from None
