"""A system under test: a function from queries to rankings. Rankings can be cached on disk."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from countercase.domain.ranking import Precedent, Query
from countercase.evaluation.metrics import Ranking
from countercase.files import write_whole


@dataclass(frozen=True, slots=True)
class RankedCases:
    """A ranking of cases, and the seconds of each stage if the system measures them."""

    ranking: Ranking
    seconds: Mapping[str, float] = field(default_factory=dict)


System = Callable[[Sequence[Query]], Sequence[RankedCases]]


class Stopwatch:
    """Adds up the seconds of each stage until `take` is called."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    def __call__(self, stage: str, seconds: float) -> None:
        self._seconds[stage] = self._seconds.get(stage, 0.0) + seconds

    def take(self) -> dict[str, float]:
        """The seconds of each stage since the last call."""
        seconds, self._seconds = self._seconds, {}
        return seconds


def ranked_system(retrieve: Callable[[Sequence[Query]], Sequence[Sequence[Precedent]]], watch: Stopwatch) -> System:
    """A retriever as a system that reports the seconds of each stage."""

    def ask(queries: Sequence[Query]) -> list[RankedCases]:
        rankings = retrieve(queries)
        seconds = {stage: value / len(queries) for stage, value in watch.take().items()}
        return [
            RankedCases(strictly_falling([(precedent.case_id, precedent.score) for precedent in ranking]), seconds)
            for ranking in rankings
        ]

    return ask


def strictly_falling(ranking: Ranking) -> list[tuple[str, float]]:
    """The ranking with each score at least one step of single precision below the one before it.

    This keeps the system's order in trec_eval, which reads scores in single precision, and the scores can still be
    fused. Only ties and scores out of order are changed.
    """
    adjusted: list[tuple[str, float]] = []
    ceiling = np.float32(np.inf)
    for case, score in ranking:
        rounded = np.float32(score)
        lowered = float(score) if rounded < ceiling else float(np.nextafter(ceiling, np.float32(-np.inf)))
        ceiling = np.float32(lowered)
        adjusted.append((case, lowered))
    return adjusted


# Rankings cached on disk under a hash of everything they depend on.

FORMAT = 2  # raise it when the file format or the meaning of its scores changes, so that old files are not read


def run_key(system: str, fingerprint: str, digest: str, batch: int) -> str:
    """The hash under which a run is cached. Measures and significance tests do not change it."""
    return hashlib.sha256(json.dumps([FORMAT, system, fingerprint, digest, batch]).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class RunCache:
    """A folder with one file per run."""

    folder: Path

    def get(self, key: str) -> dict[str, RankedCases] | None:
        """The rankings; None if there are none or the file is damaged."""
        try:
            content = json.loads((self.folder / f"{key}.json").read_text(encoding="utf-8"))
            return {query: _answer(row) for query, row in content["answers"].items()}
        except (FileNotFoundError, KeyError, TypeError, ValueError):  # bad JSON and bad UTF-8 are ValueErrors
            return None

    def put(self, key: str, answers: Mapping[str, RankedCases]) -> None:
        """Store the rankings in one file, written completely or not at all."""
        rows = {query: {"ranking": list(a.ranking), "seconds": dict(a.seconds)} for query, a in answers.items()}
        write_whole(self.folder / f"{key}.json", json.dumps({"answers": rows}))


def _answer(row: Mapping[str, Any]) -> RankedCases:
    return RankedCases([(str(case), float(score)) for case, score in row["ranking"]], dict(row["seconds"]))
