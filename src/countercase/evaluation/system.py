"""Systems under test, and the floors that every system must beat.

A system is a function from queries to rankings, which can be cached on disk. The floors are the expected score of a
random order, and plain BM25 over whole judgments.
"""

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import log2
from pathlib import Path
from typing import Any

import numpy as np

from countercase.domain.ranking import Precedent, Query
from countercase.errors import InputError
from countercase.evaluation.metrics import (
    PERSISTENCE,
    Metric,
    Ranking,
    Scores,
    highest_grade,
    parse_metric,
    scored_queries,
    stop_chance,
)
from countercase.evaluation.testset import QuerySet
from countercase.files import write_whole
from countercase.retrieval.bm25 import PlainBm25


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
        rows = {
            query: {"ranking": list(ranked.ranking), "seconds": dict(ranked.seconds)}
            for query, ranked in answers.items()
        }
        write_whole(self.folder / f"{key}.json", json.dumps({"answers": rows}))


def _answer(row: Mapping[str, Any]) -> RankedCases:
    return RankedCases([(str(case), float(score)) for case, score in row["ranking"]], dict(row["seconds"]))


# The floors.

BM25_K1 = 1.5  # the textbook values: a floor is not tuned
BM25_B = 0.75
_TOKEN = re.compile(r"[a-z0-9]+")


def random_expectation(
    query_set: QuerySet,
    metrics: Iterable[str | Metric],
    stored: Collection[str] | None = None,
    depth: int | None = None,
    relevant_from: int = 1,
) -> Scores:
    """The exact expected score of a uniformly random order of the cases that can be returned, cut at `depth`.

    `stored` are the ids in the corpus: a relevant case that is not among them can never be found and counts as missed.
    """
    wanted = tuple(each if isinstance(each, Metric) else parse_metric(each) for each in metrics)
    queries = scored_queries(query_set.qrels, relevant_from)
    if stored is None and not query_set.candidates:
        raise InputError(f"{query_set.name} lists no candidates. Give the ids of the corpus as `stored`.")
    known = None if stored is None else frozenset(stored)
    draws = [_draw(query_set, query, known, depth, relevant_from) for query in queries]
    top_grade = highest_grade(query_set.qrels)
    values = np.array([[expected(metric, draw, top_grade) for metric in wanted] for draw in draws], dtype=np.float64)
    means = {str(metric): float(values[:, i].mean()) for i, metric in enumerate(wanted)}
    for metric in wanted:
        if metric.kind == "MicroF1":
            means[str(metric)] = _expected_micro_f1(draws, metric.k or 1)
    return Scores(wanted, queries, values, means, tuple(sorted(set(query_set.qrels) - set(queries))))


@dataclass(frozen=True, slots=True)
class RandomDraw:
    """A random order of `size` cases, cut at `depth`, with the grades among them and the grades of all judged cases.

    Grades are sorted, so that queries with the same grades share one computation.
    """

    size: int
    depth: int
    stored: tuple[int, ...]
    judged: tuple[int, ...]
    relevant_from: int = 1

    @property
    def relevant_stored(self) -> int:
        """Relevant cases that the draw can return."""
        return sum(grade >= self.relevant_from for grade in self.stored)

    @property
    def relevant(self) -> int:
        """All relevant cases: the denominator of recall."""
        return sum(grade >= self.relevant_from for grade in self.judged)

    def seen(self, k: int | None) -> int:
        """The number of cases returned down to rank k."""
        return min(self.size, self.depth, self.size if k is None else k)

    def hits(self, k: int | None) -> float:
        """Expected number of relevant cases down to rank k."""
        return self.seen(k) * self.relevant_stored / self.size if self.size else 0.0


def _draw(
    query_set: QuerySet, query: str, stored: frozenset[str] | None, depth: int | None, relevant_from: int
) -> RandomDraw:
    if query_set.candidates:
        pool = query_set.admissible(query)
        pool = pool if stored is None else pool & stored
    else:
        pool = (stored or frozenset()) - {query_set.queries[query].case_id or ""}
    grades = query_set.qrels[query]
    returnable = sorted((grade for case, grade in grades.items() if case in pool), reverse=True)
    size = len(pool)
    judged = tuple(sorted(grades.values(), reverse=True))
    return RandomDraw(size, size if depth is None else depth, tuple(returnable), judged, relevant_from)


@lru_cache(maxsize=100_000)
def expected(metric: Metric, draw: RandomDraw, top_grade: int = 1) -> float:
    """The expected value of a measure over all orders of a draw."""
    if not draw.size:
        return 0.0
    return _EXPECTED[metric.kind](metric, draw, top_grade)


def _ndcg(metric: Metric, draw: RandomDraw, stored: Sequence[float], judged: Sequence[float]) -> float:
    discounts = [1 / log2(rank + 1) for rank in range(1, (metric.k or draw.size) + 1)]
    ideal = sum(gain * discount for gain, discount in zip(judged, discounts, strict=False))
    return sum(stored) / draw.size * sum(discounts[: draw.seen(metric.k)]) / ideal if ideal else 0.0


def _binary_ndcg(metric: Metric, draw: RandomDraw, _top: int) -> float:
    return _ndcg(metric, draw, [1.0] * draw.relevant_stored, [1.0] * draw.relevant)


def _graded_ndcg(metric: Metric, draw: RandomDraw, _top: int) -> float:
    stored, judged = ([float(grade) for grade in grades if grade > 0] for grades in (draw.stored, draw.judged))
    return _ndcg(metric, draw, stored, judged)


def _average_precision(metric: Metric, draw: RandomDraw, _top: int) -> float:
    """Precision at the rank of a relevant case counts that case, and those of the others that lie above it."""
    ranks = np.arange(1, draw.seen(metric.k) + 1)
    others = (draw.relevant_stored - 1) / (draw.size - 1) if draw.size > 1 else 0.0
    precision = (1 + (ranks - 1) * others) / ranks
    return float(draw.relevant_stored / draw.size * precision.sum() / draw.relevant)


def _bpref(metric: Metric, draw: RandomDraw, _top: int) -> float:
    """For each rank: the chance of a relevant case there, and how many non-relevant ones are above (hypergeometric)."""
    from scipy.stats import hypergeom

    rejected = sum(0 <= grade < draw.relevant_from for grade in draw.judged)
    if not rejected:
        return draw.hits(metric.k) / draw.relevant
    bound = min(draw.relevant, rejected)
    above = np.arange(sum(0 <= grade < draw.relevant_from for grade in draw.stored) + 1)
    worth = 1 - np.minimum(above, draw.relevant) / bound
    ranks = np.arange(1, draw.seen(None) + 1)
    chances = hypergeom.pmf(above[None, :], draw.size - 1, len(above) - 1, ranks[:, None] - 1)
    return float(draw.relevant_stored / draw.size * (chances @ worth).sum() / draw.relevant)


def _first_relevant(metric: Metric, draw: RandomDraw) -> list[float]:
    """The chance that the first relevant case is at rank 1, 2, ... k."""
    chances, none_yet = [], 1.0
    for rank in range(1, draw.seen(metric.k) + 1):
        hit = min(1.0, draw.relevant_stored / (draw.size - rank + 1))
        chances.append(none_yet * hit)
        none_yet *= 1 - hit
    return chances


def _err(metric: Metric, draw: RandomDraw, top_grade: int) -> float:
    """The chance of stopping at rank i is the chance of reading on past rank i - 1 less that of reading on past i."""
    from scipy.stats import hypergeom

    grades = [grade for grade in draw.stored if grade > 0]
    # symmetric[t]: the mean, over all choices of t graded cases, of the chance that none of them satisfies the reader
    symmetric = np.zeros(len(grades) + 1)
    symmetric[0] = 1.0
    for done, grade in enumerate(grades, 1):
        goes_on = 1 - stop_chance(grade, top_grade)
        for t in range(done, 0, -1):
            symmetric[t] = (symmetric[t] * (done - t) + symmetric[t - 1] * t * goes_on) / done
    ranks = np.arange(draw.seen(metric.k) + 1)
    drawn = np.arange(len(grades) + 1)
    reading = hypergeom.pmf(drawn[None, :], draw.size, len(grades), ranks[:, None]) @ symmetric
    return float(((reading[:-1] - reading[1:]) / ranks[1:]).sum())


def _rbp(metric: Metric, draw: RandomDraw, _top: int) -> float:
    return draw.relevant_stored / draw.size * (1 - (metric.p or PERSISTENCE) ** draw.seen(None))


def _f1(metric: Metric, draw: RandomDraw, _top: int) -> float:
    return 2 * draw.hits(metric.k) / (draw.seen(metric.k) + draw.relevant)


_EXPECTED: dict[str, Callable[[Metric, RandomDraw, int], float]] = {
    "MRR": lambda metric, draw, _: sum(chance / rank for rank, chance in enumerate(_first_relevant(metric, draw), 1)),
    "Success": lambda metric, draw, _: sum(_first_relevant(metric, draw)),
    "NDCG": _binary_ndcg,
    "GradedNDCG": _graded_ndcg,
    "Recall": lambda metric, draw, _: draw.hits(metric.k) / draw.relevant,
    "P": lambda metric, draw, _: draw.hits(metric.k) / (metric.k or 1),
    "R-precision": lambda _metric, draw, _: draw.hits(draw.relevant) / draw.relevant,
    "MAP": _average_precision,
    "bpref": _bpref,
    "ERR": _err,
    "RBP": _rbp,
    "MacroF1": _f1,
    "MicroF1": _f1,
}


def _expected_micro_f1(draws: Sequence[RandomDraw], k: int) -> float:
    hits = sum(draw.hits(k) for draw in draws)
    return 2 * hits / sum(draw.seen(k) + draw.relevant for draw in draws)


def bm25_floor(
    texts: Mapping[str, str], depth: int | None = None
) -> Callable[[Sequence[Query]], list[list[tuple[str, float]]]]:
    """BM25 over whole judgments as a system: unstemmed words and textbook parameters.

    The index is built at the first query, so a run from the cache costs nothing. Ties are broken as in trec_eval: the
    last id first.
    """
    ids = sorted(texts, reverse=True)

    @cache
    def index() -> PlainBm25:
        return PlainBm25([texts[case] for case in ids], _words, BM25_K1, BM25_B)

    def search(queries: Sequence[Query]) -> list[list[tuple[str, float]]]:
        rankings = []
        for query in queries:
            scores = np.asarray(index().scores(query.text), dtype=np.float32)
            best = np.argsort(-scores, kind="stable")[:depth]
            rankings.append([(ids[i], float(scores[i])) for i in best if scores[i] > 0])
        return rankings

    return search


def _words(text: str) -> list[str]:
    return _TOKEN.findall(text.lower())


def bm25_fingerprint(texts: Mapping[str, str]) -> str:
    """A hash of the texts and the parameters of the floor."""
    sha = hashlib.sha256(f"bm25 {BM25_K1} {BM25_B} {_TOKEN.pattern}".encode())
    for case in sorted(texts):
        sha.update(f"\n{case}\n{texts[case]}".encode())
    return sha.hexdigest()
