"""The benchmark's file: queries, and the spans that answer them. LegalBench-RAG's JSON, read and written unchanged.

Fields that we do not know are kept and written back, so a file of another generator survives a round trip.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_serializer, model_validator

from countercase.domain.span import Span
from countercase.errors import InputError


class Snippet(BaseModel):
    """Characters `span[0]` up to, not including, `span[1]` of a file below the corpus folder."""

    model_config = ConfigDict(frozen=True, extra="allow")

    file_path: str = Field(min_length=1)
    span: tuple[int, int]

    @field_validator("span")
    @classmethod
    def _is_a_span(cls, value: tuple[int, int]) -> tuple[int, int]:
        Span(*value)
        return value

    @property
    def place(self) -> Span:
        """The span as one of ours."""
        return Span(*self.span)


class RetrievedSnippet(Snippet):
    """What a retriever returned, with its score; a higher one is better."""

    score: float = 0.0


class QAGroundTruth(BaseModel):
    """One test: a query and every span that answers it. Spans of one file do not overlap or touch."""

    model_config = ConfigDict(frozen=True, extra="allow")

    query: str
    snippets: tuple[Snippet, ...]
    tags: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _spans_are_apart(self) -> "QAGroundTruth":
        last: Snippet | None = None
        for snippet in sorted(self.snippets, key=lambda one: (one.file_path, one.span)):
            if last and last.file_path == snippet.file_path and last.span[1] >= snippet.span[0]:
                raise ValueError(f"spans {last.span} and {snippet.span} of {snippet.file_path} are not apart")
            last = snippet
        return self

    @model_serializer(mode="wrap")
    def _without_unset_tags(self, handler: Any) -> dict[str, Any]:
        values: dict[str, Any] = handler(self)
        if "tags" not in self.model_fields_set:
            del values["tags"]
        return values


class Benchmark(BaseModel):
    """All tests, in order."""

    model_config = ConfigDict(frozen=True, extra="allow")

    tests: tuple[QAGroundTruth, ...]

    @classmethod
    def from_json(cls, path: Path | str) -> "Benchmark":
        """Read a benchmark file; what is wrong with it is said in one line."""
        path = Path(path)
        try:
            return cls.model_validate_json(path.read_bytes())
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error.strerror}. Check the name.") from None
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise InputError(f"{path} is not a benchmark: {where or 'file'}: {first['msg']}.") from None

    def to_json(self, path: Path) -> None:
        """Write the file, with four spaces as LegalBench-RAG does."""
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(self.model_dump(mode="json"), indent=4, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")

    def file_paths(self) -> tuple[str, ...]:
        """Every file that holds an answer, in the order first met."""
        return tuple(dict.fromkeys(snippet.file_path for test in self.tests for snippet in test.snippets))


def joined(benchmarks: Iterable[Benchmark]) -> Benchmark:
    """Several files as one, in the order given."""
    return Benchmark(tests=tuple(test for benchmark in benchmarks for test in benchmark.tests))
