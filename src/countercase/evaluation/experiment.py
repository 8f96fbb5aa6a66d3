"""Systems x test sets x measures in one call, always next to the two floors, with the value of every query.

A system is a function from queries to answers, or a run that another program wrote. Each query carries its filter: the
day before which a precedent must have been decided, and the cases that must not be returned. Cases that break the
filter are removed and counted.
"""

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile
from pathlib import Path

import numpy as np

from countercase.domain.case import CaseId
from countercase.domain.ranking import CaseFilter, Query
from countercase.errors import InputError
from countercase.evaluation.metrics import (
    DEFAULT_METRICS,
    Metric,
    Ranking,
    Run,
    Scores,
    evaluate,
    parse_metric,
    ranked_cases,
)
from countercase.evaluation.system import (
    RankedCases,
    RunCache,
    System,
    bm25_fingerprint,
    bm25_floor,
    random_expectation,
    run_key,
)
from countercase.evaluation.testset import JudgedQuery, QuerySet
from countercase.significance import SAMPLES, PairedDifference, compare, mean_interval

RANDOM_FLOOR = "floor_random"
BM25_FLOOR = "floor_bm25"
SHOWN = 10  # cases that a user sees: systems that agree on these are reported as the same
CURVE = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # ranks of the recall curve

Progress = Callable[[str, str, int, int], None]  # test set, system, queries done, queries in total


@dataclass(frozen=True, slots=True)
class ExperimentOptions:
    """What to measure, and how."""

    metrics: tuple[str, ...] = DEFAULT_METRICS
    depth: int = 1000  # cases kept of each ranking
    baseline: str = BM25_FLOOR
    batch: int = 1  # queries sent at once; latency is reported only for one at a time
    samples: int = SAMPLES
    seed: int = 0
    relevant_from: int = 1  # the grade from which a case counts as relevant


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds per query in one stage."""

    p50: float
    p95: float
    queries: int


@dataclass(frozen=True, slots=True)
class SystemResult:
    """The result of one system on one set; the random floor has values but no run."""

    scores: Scores
    recall_curve: Mapping[int, float]
    # 95 %, of each mean; empty for one query
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    run: Mapping[str, Ranking] = field(default_factory=dict)
    latency: Mapping[str, Latency] = field(default_factory=dict)
    inadmissible: int = 0  # cases that broke the query's filter and were removed
    cached: bool = False
    notes: tuple[str, ...] = ()  # what a reader of the figures must know


@dataclass(frozen=True, slots=True)
class SameLists:
    """Systems that returned the same cases in the same order for every query, to the end or down to a rank."""

    systems: tuple[str, ...]
    down_to: int | None = None

    def __str__(self) -> str:
        named = f"{', '.join(self.systems[:-1])} and {self.systems[-1]}"
        if self.down_to is None:
            return f"{named} returned the same list for every query"
        return f"{named} returned the same first {self.down_to} cases for every query"


@dataclass(frozen=True, slots=True)
class SetResult:
    """Everything measured on one test set."""

    name: str
    digest: str
    systems: Mapping[str, SystemResult]
    comparisons: tuple[PairedDifference, ...]
    same: tuple[SameLists, ...] = ()


def run_experiment(
    systems: Mapping[str, System],
    sets: Sequence[QuerySet],
    texts: Mapping[str, str],
    options: ExperimentOptions | None = None,
    cache: Path | None = None,
    fingerprints: Mapping[str, str] | None = None,
    progress: Progress = lambda _set, _system, _done, _total: None,
    runs: Mapping[str, Run] | None = None,
) -> list[SetResult]:
    """Score every system and every run on every set. `texts` are the stored cases, which the BM25 floor searches.

    A ranking is kept in `cache` under the set's digest and the system's fingerprint. The fingerprint must change with
    anything that changes the answers (plan, models, index, settings). A system without one is always run again.
    """
    options = options or ExperimentOptions()
    runs = runs or {}
    _check_names([*systems, *runs], options.baseline)
    metrics = tuple(parse_metric(metric) for metric in options.metrics)
    check_depth(options.metrics, options.depth)
    for query_set in sets:
        for name, run in runs.items():
            _check_run(name, run, query_set, texts)
    floor = bm25_floor(texts)
    bench = _Bench(
        {BM25_FLOOR: lambda queries: [RankedCases(ranking) for ranking in floor(queries)], **systems},
        runs,
        {**(fingerprints or {}), BM25_FLOOR: bm25_fingerprint(texts)},
        texts.keys(),
        metrics,
        options,
        RunCache(cache) if cache else None,
    )
    return [_on_one_set(bench, query_set, partial(progress, query_set.name)) for query_set in sets]


def _check_names(names: Sequence[str], baseline: str) -> None:
    clash = {RANDOM_FLOOR, BM25_FLOOR} & set(names)
    if clash:
        raise InputError(f"{min(clash)!r} is the name of a floor. Rename the system.")
    if len(set(names)) < len(names):
        twice = min(name for name in names if names.count(name) > 1)
        raise InputError(f"Two systems are called {twice!r}. Rename one.")
    if baseline not in {BM25_FLOOR, *names}:
        known = ", ".join([BM25_FLOOR, *names])
        raise InputError(f"There is no system {baseline!r} to compare with. Known: {known}.")


def check_depth(metrics: Sequence[str], depth: int) -> None:
    """Refuse a measure that looks deeper than the cases kept: it would score every system too low."""
    for metric in map(parse_metric, metrics):
        if metric.k is not None and metric.k > depth:
            raise InputError(
                f"{metric} looks at {metric.k} cases, but only {depth} are kept. Set the depth to {metric.k}."
            )


def _check_run(name: str, run: Run, query_set: QuerySet, texts: Mapping[str, str]) -> None:
    """Refuse a run for other queries or another corpus, which would silently score zero."""
    if not set(run) & set(query_set.queries):
        raise InputError(
            f"Run {name!r} answers no query of {query_set.name} (it has {min(run, default='none')!r}, "
            f"the set has {min(query_set.queries)!r}). Check that the files belong together."
        )
    judged = {case for grades in query_set.qrels.values() for case in grades}
    returned = {case for ranking in run.values() for case, _ in ranking}
    if not returned & (judged | texts.keys()):
        raise InputError(
            f"Run {name!r} returns no case that is stored or judged (such as {min(returned, default='none')!r}). "
            "Check that its ids are those of the corpus."
        )


@dataclass(frozen=True, slots=True)
class _Bench:
    """What is the same for all sets."""

    systems: Mapping[str, System]
    runs: Mapping[str, Run]
    fingerprints: Mapping[str, str]
    stored: Collection[str]
    metrics: tuple[Metric, ...]
    options: ExperimentOptions
    cache: RunCache | None


def _on_one_set(bench: _Bench, query_set: QuerySet, progress: Callable[[str, int, int], None]) -> SetResult:
    options, metrics = bench.options, bench.metrics
    curve = [k for k in CURVE if k <= options.depth]
    wanted = [*metrics, *(Metric("Recall", k) for k in curve)]
    expectation = random_expectation(query_set, wanted, bench.stored, options.depth, options.relevant_from)
    floor = _first(expectation, len(metrics))
    results = {RANDOM_FLOOR: SystemResult(floor, _curve(expectation, curve), _intervals(floor, options))}
    for name in [*bench.systems, *bench.runs]:
        answers, cached = _answers(bench, name, query_set, partial(progress, name))
        run, removed = _admissible(query_set, answers, options.depth)
        scores = evaluate(run, query_set.qrels, wanted, options.relevant_from)
        requested = _first(scores, len(metrics))
        results[name] = SystemResult(
            requested,
            _curve(scores, curve),
            _intervals(requested, options),
            run,
            _latency(answers) if options.batch == 1 and name in bench.systems else {},
            removed,
            cached,
            tuple(_run_notes(bench, bench.runs[name], query_set)) if name in bench.runs else (),
        )
    comparisons = _comparisons(results, metrics, options)
    return SetResult(query_set.name, query_set.digest, results, comparisons, _same_lists(results))


def _run_notes(bench: _Bench, run: Run, query_set: QuerySet) -> Iterator[str]:
    """What a reader must know about a run from another system."""
    extra = len(set(run) - set(query_set.queries))
    if extra:
        yield f"{_count(extra, 'query', 'queries')} in the file not in the set, ignored"
    rankings = [run[query] for query in query_set.queries if query in run]
    unknown = {case for ranking in rankings for case, _ in ranking} - set(bench.stored)
    if unknown:
        yield f"{_count(len(unknown), 'case', 'cases')} not stored, such as {min(unknown)!r}; scored as returned"
    longest = max((len(ranking) for ranking in rankings), default=0)
    deeper = [str(metric) for metric in bench.metrics if (metric.k or 0) > longest]
    if deeper:
        yield f"at most {longest} cases per query, so {', '.join(deeper)} can see no more"


def _count(number: int, singular: str, plural: str) -> str:
    return f"{number} {singular if number == 1 else plural}"


def _same_lists(results: Mapping[str, SystemResult]) -> tuple[SameLists, ...]:
    """Groups of systems whose first ten cases or more are the same for every query."""
    lists = {
        name: {query: tuple(case for case, _ in ranking) for query, ranking in sorted(result.run.items())}
        for name, result in results.items()
        if any(result.run.values())
    }
    groups: dict[tuple[tuple[str, ...], ...], list[str]] = {}
    for name, by_query in lists.items():
        groups.setdefault(tuple(cases[:SHOWN] for cases in by_query.values()), []).append(name)
    alike = [names for names in groups.values() if len(names) > 1]
    return tuple(SameLists(tuple(names), _same_down_to([lists[name] for name in names])) for names in alike)


def _same_down_to(lists: Sequence[Mapping[str, tuple[str, ...]]]) -> int | None:
    """The rank down to which lists agree for every query; None if they agree to the end."""
    agreed: int | None = None
    for query in lists[0]:
        columns = [ranking[query] for ranking in lists]
        if len(set(columns)) > 1:
            same = sum(1 for _ in takewhile(lambda row: len(set(row)) == 1, zip(*columns, strict=False)))
            agreed = same if agreed is None else min(agreed, same)
    return agreed


def _answers(
    bench: _Bench, name: str, query_set: QuerySet, progress: Callable[[int, int], None]
) -> tuple[Mapping[str, RankedCases], bool]:
    """The rankings of a system, from its run, the cache or a search, and whether they were cached."""
    if name in bench.runs:
        run = bench.runs[name]
        return {query: RankedCases(run.get(query, ())) for query in sorted(query_set.queries)}, False
    if bench.cache is None or name not in bench.fingerprints:
        return _ask(bench.systems[name], query_set, bench.options, progress), False
    key = run_key(name, bench.fingerprints[name], query_set.digest, bench.options.batch)
    cached = bench.cache.get(key)
    if cached is not None:
        return cached, True
    answers = _ask(bench.systems[name], query_set, bench.options, progress)
    bench.cache.put(key, answers)
    return answers, False


def _ask(
    system: System, query_set: QuerySet, options: ExperimentOptions, progress: Callable[[int, int], None]
) -> dict[str, RankedCases]:
    """Run every query, in order of id, one batch at a time; the whole time is recorded as the stage `total`."""
    queries = [query_set.queries[query] for query in sorted(query_set.queries)]
    duplicates = frozenset(CaseId(case.id) for case in query_set.candidates.values() if case.duplicate_of is not None)
    answers: dict[str, RankedCases] = {}
    for start in range(0, len(queries), options.batch):
        batch = queries[start : start + options.batch]
        start_time = time.perf_counter()
        batch_answers = system([as_query(query, duplicates) for query in batch])
        seconds = time.perf_counter() - start_time
        if len(batch_answers) != len(batch):
            raise InputError(
                f"A system gave {len(batch_answers)} answers to {len(batch)} queries of {query_set.name}. "
                "Return one ranking per query."
            )
        for query, answer in zip(batch, batch_answers, strict=True):
            answers[query.id] = RankedCases(answer.ranking, {**answer.seconds, "total": seconds / len(batch)})
        progress(len(answers), len(queries))
    return answers


def as_query(query: JudgedQuery, excluded: frozenset[CaseId] = frozenset()) -> Query:
    """The query with its filter: only earlier cases, not the case it was made from, and none of `excluded`."""
    its_case = {CaseId(query.case_id)} if query.case_id else set()
    return Query(query.text, CaseFilter(decided_before=query.decided, excluded=excluded | its_case))


def _admissible(query_set: QuerySet, answers: Mapping[str, RankedCases], depth: int) -> tuple[dict[str, Ranking], int]:
    """The cases that may be returned, in trec_eval's order and cut at the depth, and how many were removed."""
    run: dict[str, Ranking] = {}
    removed = 0
    for query, answer in answers.items():
        allowed = query_set.restrict(query, answer.ranking)
        removed += len(answer.ranking) - len(allowed)
        best: dict[str, float] = {}
        for case, score in allowed:
            best[case] = max(score, best.get(case, score))
        run[query] = [(case, best[case]) for case in ranked_cases(allowed)[:depth]]
    return run, removed


def _first(scores: Scores, count: int) -> Scores:
    """Only the first measures: those that were requested, without the recall curve measured along with them."""
    first = scores.metrics[:count]
    means = {str(metric): scores.means[str(metric)] for metric in first}
    return replace(scores, metrics=first, values=scores.values[:, :count], means=means)


def _curve(scores: Scores, ranks: Sequence[int]) -> dict[int, float]:
    return {k: scores.means[f"Recall@{k}"] for k in ranks}


def _intervals(scores: Scores, options: ExperimentOptions) -> dict[str, tuple[float, float]]:
    """The bootstrap interval of each mean over queries; micro F1 is not such a mean."""
    if len(scores.queries) < 2:
        return {}
    low, high = mean_interval(scores.values, options.samples, options.seed)
    ends = zip(scores.metrics, low.tolist(), high.tolist(), strict=True)
    return {str(metric): (bottom, top) for metric, bottom, top in ends if metric.kind != "MicroF1"}


def _comparisons(
    results: Mapping[str, SystemResult], metrics: Sequence[Metric], options: ExperimentOptions
) -> tuple[PairedDifference, ...]:
    """All but the random floor, whose values are expectations, and micro F1, which is not a mean over queries."""
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
