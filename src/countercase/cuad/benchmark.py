"""The file of a benchmark: queries, and the spans that answer them, in LegalBench-RAG's JSON.

Unknown fields are kept and written back, so that a file from another generator survives a round trip.
"""

import hashlib
import json
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_serializer, model_validator

from countercase.domain.span import Span
from countercase.errors import InputError
from countercase.files import write_whole


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
    def as_span(self) -> Span:
        """The span as a `Span`."""
        return Span(*self.span)


class RetrievedSnippet(Snippet):
    """A snippet that a retriever returned, with its score; higher is better."""

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
        for snippet in sorted(self.snippets, key=lambda each: (each.file_path, each.span)):
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
        """Read a benchmark file. Raises InputError with what is wrong with it."""
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
        """Write the file, indented by four spaces as LegalBench-RAG does."""
        text = json.dumps(self.model_dump(mode="json"), indent=4, ensure_ascii=False)
        write_whole(path, text + "\n", private=False)

    def file_paths(self) -> tuple[str, ...]:
        """Every file with an answer, in order of first appearance."""
        return tuple(dict.fromkeys(snippet.file_path for test in self.tests for snippet in test.snippets))


def joined(benchmarks: Iterable[Benchmark]) -> Benchmark:
    """Several files as one, in the order given."""
    return Benchmark(tests=tuple(test for benchmark in benchmarks for test in benchmark.tests))


# LegalBench-RAG's mini protocol: 194 tests of a benchmark, from as few contracts as possible.

MINI_TESTS = 194


def mini(benchmark: Benchmark, count: int = MINI_TESTS) -> Benchmark:
    """The tests that LegalBench-RAG's program draws: the first ones by a random number seeded with the file path."""
    if len(benchmark.tests) <= count:
        return benchmark
    return Benchmark(tests=tuple(sorted(benchmark.tests, key=_drawn)[:count]))


def _drawn(test: QAGroundTruth) -> float:
    return random.Random(test.snippets[0].file_path).random()  # noqa: S311 - the published draw, not a secret


# The manifest: what was generated, from what, and what was left out and why.


@dataclass(frozen=True, slots=True)
class Drop:
    """Something left out: a contract, a cell, a quote or a question. `row` is its row in the file, from 1."""

    what: str
    reason: str
    row: int
    file: str
    column: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class BenchmarkManifest:
    """Counts, hashes and drops of one run."""

    policy: str
    titles: str
    tests: int
    contracts: int
    snippets: int
    recovered: dict[str, dict[str, int]]
    names: dict[str, int]
    unusual_names: dict[str, str]
    sha256: dict[str, str]
    drops: tuple[Drop, ...]
    language_model: dict[str, Any] = field(default_factory=dict)  # its usage, if it made the titles
    source: str = "cuad"  # the data set: cuad, contractnli, maud or privacy_qa

    def summary(self) -> dict[str, Any]:
        """Everything except the individual drops, which are counted by reason."""
        values = asdict(self)
        del values["drops"]
        return {**values, "dropped": dict(Counter(f"{drop.what}: {drop.reason}" for drop in self.drops).most_common())}

    def to_json(self, path: Path) -> None:
        """Write the manifest with every drop."""
        values = {**self.summary(), "drops": [asdict(drop) for drop in self.drops]}
        write_whole(path, json.dumps(values, indent=2, ensure_ascii=False) + "\n", private=False)


def sha256_of(path: Path) -> str:
    """The hash of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


# The halves of CUAD: contracts used for tuning, and contracts only reported on. The hash of the file name decides.

Half = Literal["tuned", "held_out"]

_NOT_BARE = re.compile(r"\W+")


def half_of(file_path: str) -> Half:
    """The half of a contract, by the word characters of its file name without folder and ending."""
    stem = unicodedata.normalize("NFC", PurePosixPath(file_path).stem)
    bare = _NOT_BARE.sub("", stem).lower()
    return "tuned" if hashlib.sha256(bare.encode()).digest()[-1] % 2 == 0 else "held_out"
