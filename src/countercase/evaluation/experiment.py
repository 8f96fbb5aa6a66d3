"""Systems x test sets x measures in one call, always beside the two floors, with every query's value kept.

A system is a function from queries to answers. Each query carries its filter: the day before which a precedent must
have been decided, and the cases that may not be returned. What a system returns against it is taken out and counted.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from countercase.domain.case import CaseId
from countercase.domain.ranking import CaseFilter, Precedent, Query
from countercase.errors import InputError
from countercase.evaluation.floors import bm25_fingerprint, bm25_floor, random_expectation
from countercase.evaluation.metrics import DEFAULT_METRICS, Metric, Ranking, Scores, evaluate, parse_metric
from countercase.evaluation.significance import SAMPLES, PairedDifference, compare
from countercase.evaluation.testset import JudgedQuery, QuerySet

# What the harness asks of a system: a function from queries to answers, and nothing else.


@dataclass(frozen=True, slots=True)
class RankedCases:
    """A ranking of cases, and the seconds of each stage where the system measures them."""

    ranking: Ranking
    seconds: Mapping[str, float] = field(default_factory=dict)


System = Callable[[Sequence[Query]], Sequence[RankedCases]]


class Stopwatch:
    """Adds up the seconds of each stage until they are taken."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    def __call__(self, stage: str, seconds: float) -> None:
        self._seconds[stage] = self._seconds.get(stage, 0.0) + seconds

    def take(self) -> dict[str, float]:
        """The seconds since the last time, by stage."""
        taken, self._seconds = self._seconds, {}
        return taken


def ranked_system(retrieve: Callable[[Sequence[Query]], Sequence[Sequence[Precedent]]], watch: Stopwatch) -> System:
    """A retriever as a system that tells the seconds of each stage."""

    def ask(queries: Sequence[Query]) -> list[RankedCases]:
        rankings = retrieve(queries)
        seconds = {stage: value / len(queries) for stage, value in watch.take().items()}
        # The rank is what a user sees; scores of different stages are not one scale.
        return [
            RankedCases([(precedent.case_id, 1 / precedent.rank) for precedent in ranking], seconds)
            for ranking in rankings
        ]

    return ask


# Answers kept on disk under a hash of all that they depend on.

FORMAT = 1  # changes when the file's form does, so that old files are not read


def run_key(system: str, fingerprint: str, digest: str, batch: int) -> str:
    """The hash under which a run is kept: measures and significance do not change it."""
    return hashlib.sha256(json.dumps([FORMAT, system, fingerprint, digest, batch]).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class RunCache:
    """One file a run."""

    folder: Path

    def get(self, key: str) -> dict[str, RankedCases] | None:
        """The answers, or None where there are none or the file is not whole."""
        try:
            content = json.loads((self.folder / f"{key}.json").read_text(encoding="utf-8"))
            return {query: _answer(row) for query, row in content["answers"].items()}
        except (FileNotFoundError, KeyError, TypeError, ValueError):  # bad JSON and bad UTF-8 are ValueErrors
            return None

    def put(self, key: str, answers: Mapping[str, RankedCases]) -> None:
        """Keep the answers; the file appears whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        rows = {query: {"ranking": list(a.ranking), "seconds": dict(a.seconds)} for query, a in answers.items()}
        draft = self.folder / f"{key}.{os.getpid()}.tmp"
        draft.write_text(json.dumps({"answers": rows}), encoding="utf-8")
        draft.replace(self.folder / f"{key}.json")


def _answer(row: Mapping[str, Any]) -> RankedCases:
    return RankedCases([(str(case), float(score)) for case, score in row["ranking"]], dict(row["seconds"]))


RANDOM_FLOOR = "floor_random"
BM25_FLOOR = "floor_bm25"
CURVE = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # ranks of the recall curve

Progress = Callable[[str, str, int, int], None]  # test set, system, queries done, queries in all


@dataclass(frozen=True, slots=True)
class ExperimentOptions:
    """What is measured and how."""

    metrics: tuple[str, ...] = DEFAULT_METRICS
    depth: int = 1000  # cases kept of each ranking
    baseline: str = BM25_FLOOR
    batch: int = 1  # queries asked at once; latency is only known for one at a time
    samples: int = SAMPLES
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds a query took in one stage."""

    p50: float
    p95: float
    queries: int


@dataclass(frozen=True, slots=True)
class SystemResult:
    """What one system did on one set; the random floor has values and no run."""

    scores: Scores
    recall_curve: Mapping[int, float]
    run: Mapping[str, Ranking] = field(default_factory=dict)
    latency: Mapping[str, Latency] = field(default_factory=dict)
    inadmissible: int = 0  # cases returned against the query's filter, and taken out
    cached: bool = False


@dataclass(frozen=True, slots=True)
class SetResult:
    """Everything measured on one test set."""

    name: str
    digest: str
    systems: Mapping[str, SystemResult]
    comparisons: tuple[PairedDifference, ...]


def run_experiment(
    systems: Mapping[str, System],
    sets: Sequence[QuerySet],
    texts: Mapping[str, str],
    options: ExperimentOptions | None = None,
    cache: Path | None = None,
    fingerprints: Mapping[str, str] | None = None,
    progress: Progress = lambda _set, _system, _done, _total: None,
) -> list[SetResult]:
    """Score every system on every set. `texts` are the cases that the BM25 floor searches.

    A run is kept in `cache` under the set's digest and the system's fingerprint, which must change with anything that
    changes its answers (plan, models, index, settings); a system without a fingerprint is always asked again.
    """
    options = options or ExperimentOptions()
    clash = {RANDOM_FLOOR, BM25_FLOOR} & set(systems)
    if clash:
        raise InputError(f"{min(clash)!r} is the name of a floor. Rename the system.")
    if options.baseline not in {BM25_FLOOR, *systems}:
        known = ", ".join([BM25_FLOOR, *systems])
        raise InputError(f"There is no system {options.baseline!r} to compare with. Known: {known}.")
    metrics = tuple(parse_metric(metric) for metric in options.metrics)
    floor = bm25_floor(texts)
    bench = _Bench(
        {BM25_FLOOR: lambda queries: [RankedCases(ranking) for ranking in floor(queries)], **systems},
        {**(fingerprints or {}), BM25_FLOOR: bm25_fingerprint(texts)},
        len(texts),
        metrics,
        options,
        RunCache(cache) if cache else None,
    )
    return [_on_one_set(bench, each, partial(progress, each.name)) for each in sets]


@dataclass(frozen=True, slots=True)
class _Bench:
    """What all sets share."""

    systems: Mapping[str, System]
    fingerprints: Mapping[str, str]
    universe: int
    metrics: tuple[Metric, ...]
    options: ExperimentOptions
    cache: RunCache | None


def _on_one_set(bench: _Bench, query_set: QuerySet, progress: Callable[[str, int, int], None]) -> SetResult:
    options, metrics = bench.options, bench.metrics
    curve = [k for k in CURVE if k <= options.depth]
    wanted = [*metrics, *(Metric("Recall", k) for k in curve)]
    expectation = random_expectation(query_set, wanted, bench.universe)
    results = {RANDOM_FLOOR: SystemResult(_first(expectation, len(metrics)), _curve(expectation, curve))}
    for name in bench.systems:
        answers, cached = _answers(bench, name, query_set, partial(progress, name))
        run, removed = _admissible(query_set, answers, options.depth)
        scores = evaluate(run, query_set.qrels, wanted)
        results[name] = SystemResult(
            _first(scores, len(metrics)),
            _curve(scores, curve),
            run,
            _latency(answers) if options.batch == 1 else {},
            removed,
            cached,
        )
    return SetResult(query_set.name, query_set.digest, results, _comparisons(results, metrics, options))


def _answers(
    bench: _Bench, name: str, query_set: QuerySet, progress: Callable[[int, int], None]
) -> tuple[Mapping[str, RankedCases], bool]:
    """The answers of a system, from the cache where they are there; and whether they were."""
    if bench.cache is None or name not in bench.fingerprints:
        return _ask(bench.systems[name], query_set, bench.options, progress), False
    key = run_key(name, bench.fingerprints[name], query_set.digest, bench.options.batch)
    found = bench.cache.get(key)
    if found is not None:
        return found, True
    answers = _ask(bench.systems[name], query_set, bench.options, progress)
    bench.cache.put(key, answers)
    return answers, False


def _ask(
    system: System, query_set: QuerySet, options: ExperimentOptions, progress: Callable[[int, int], None]
) -> dict[str, RankedCases]:
    """Every query, in order of id, a batch at a time; the whole time is the stage `total`."""
    queries = [query_set.queries[query] for query in sorted(query_set.queries)]
    gone = frozenset(CaseId(case.id) for case in query_set.candidates.values() if case.duplicate_of is not None)
    answers: dict[str, RankedCases] = {}
    for start in range(0, len(queries), options.batch):
        batch = queries[start : start + options.batch]
        began = time.perf_counter()
        given = system([as_query(query, gone) for query in batch])
        took = time.perf_counter() - began
        if len(given) != len(batch):
            raise InputError(f"A system gave {len(given)} answers to {len(batch)} queries of {query_set.name}.")
        for query, answer in zip(batch, given, strict=True):
            answers[query.id] = RankedCases(answer.ranking, {**answer.seconds, "total": took / len(batch)})
        progress(len(answers), len(queries))
    return answers


def as_query(query: JudgedQuery, gone: frozenset[CaseId] = frozenset()) -> Query:
    """The query with its filter: decided earlier, not its own case, none of `gone`."""
    own = {CaseId(query.case_id)} if query.case_id else set()
    return Query(query.text, CaseFilter(decided_before=query.decided, excluded=gone | own))


def _admissible(query_set: QuerySet, answers: Mapping[str, RankedCases], depth: int) -> tuple[dict[str, Ranking], int]:
    run: dict[str, Ranking] = {}
    removed = 0
    for query, answer in answers.items():
        allowed = query_set.restrict(query, answer.ranking)
        removed += len(answer.ranking) - len(allowed)
        run[query] = sorted(allowed, key=lambda hit: (-hit[1], hit[0]))[:depth]
    return run, removed


def _first(scores: Scores, count: int) -> Scores:
    """The first measures only: those that were asked for, without the recall curve that was measured beside them."""
    kept = scores.metrics[:count]
    means = {str(metric): scores.means[str(metric)] for metric in kept}
    return replace(scores, metrics=kept, values=scores.values[:, :count], means=means)


def _curve(scores: Scores, ranks: Sequence[int]) -> dict[int, float]:
    return {k: scores.means[f"Recall@{k}"] for k in ranks}


def _comparisons(
    results: Mapping[str, SystemResult], metrics: Sequence[Metric], options: ExperimentOptions
) -> tuple[PairedDifference, ...]:
    """All but the random floor, whose values are expectations; micro F1 is no mean over queries, so it is left out."""
    names = [str(metric) for metric in metrics if metric.kind != "MicroF1"]
    values = {
        system: {name: result.scores.of(name) for name in names}
        for system, result in results.items()
        if system != RANDOM_FLOOR
    }
    return tuple(compare(options.baseline, values, options.samples, options.seed)) if names else ()


def _latency(answers: Mapping[str, RankedCases]) -> dict[str, Latency]:
    stages: dict[str, list[float]] = {}
    for answer in answers.values():
        for stage, seconds in answer.seconds.items():
            stages.setdefault(stage, []).append(seconds)
    return {
        stage: Latency(float(np.percentile(values, 50)), float(np.percentile(values, 95)), len(values))
        for stage, values in stages.items()
    }
