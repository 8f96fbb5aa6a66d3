"""What every system must beat: a ranker that knows nothing, in expectation, and plain BM25 over whole judgments."""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import log2

import numpy as np

from countercase.domain.ranking import Query
from countercase.errors import InputError
from countercase.evaluation.metrics import Metric, Scores, parse_metric
from countercase.evaluation.testset import QuerySet
from countercase.text.bm25 import PlainBm25

BM25_K1 = 1.5  # the textbook values: a floor is not tuned
BM25_B = 0.75
_TOKEN = re.compile(r"[a-z0-9]+")


def random_expectation(query_set: QuerySet, metrics: Iterable[str | Metric], universe: int | None = None) -> Scores:
    """The exact expected score of a uniformly random order of all admissible candidates, query by query.

    `universe` is the number of cases in the corpus, where the set does not list its candidates.
    """
    wanted = tuple(each if isinstance(each, Metric) else parse_metric(each) for each in metrics)
    queries = tuple(sorted(q for q, grades in query_set.qrels.items() if any(g > 0 for g in grades.values())))
    if not queries:
        raise InputError(f"{query_set.name}: no query has a relevant case, so nothing can be scored.")
    rows = [_expected_row(query_set, query, wanted, universe) for query in queries]
    values = np.array(rows, dtype=np.float64)
    means = {str(metric): float(values[:, i].mean()) for i, metric in enumerate(wanted)}
    for metric in wanted:
        if metric.kind == "MicroF1":
            means[str(metric)] = _expected_micro_f1(query_set, queries, metric.k or 1, universe)
    return Scores(wanted, queries, values, means)


def _expected_row(query_set: QuerySet, query: str, metrics: Sequence[Metric], universe: int | None) -> list[float]:
    size = _size(query_set, query, universe)
    grades = tuple(sorted(query_set.qrels[query].values(), reverse=True)[:size])
    return [expected(metric, size, grades) for metric in metrics]


def _size(query_set: QuerySet, query: str, universe: int | None) -> int:
    size = len(query_set.admissible(query)) if query_set.candidates else universe
    relevant = sum(grade > 0 for grade in query_set.qrels[query].values())
    if size is None:
        raise InputError(f"{query_set.name} lists no candidates, so a random ranker needs the size of the corpus.")
    if size < relevant:  # AILA judges a statute that it does not publish: of no weight where it is not relevant
        raise InputError(
            f"{query_set.name}: query {query!r} has {relevant} relevant cases among {size} that may be returned."
        )
    return size


@lru_cache(maxsize=100_000)
def expected(metric: Metric, size: int, grades: tuple[int, ...]) -> float:
    """Expected value over all orders of `size` cases, of which `grades` are judged and the rest are not relevant."""
    draw = _Draw(size, grades, metric.k if metric.k is not None else size)
    return _EXPECTED[metric.kind](draw)


@dataclass(frozen=True, slots=True)
class _Draw:
    """A random order of `size` cases, looked at down to rank `k`."""

    size: int
    grades: tuple[int, ...]
    k: int

    @property
    def seen(self) -> int:
        return min(self.k, self.size)

    @property
    def relevant(self) -> int:
        return sum(grade > 0 for grade in self.grades)

    @property
    def hits(self) -> float:
        return self.seen * self.relevant / self.size


def _ndcg(draw: _Draw, gains: Sequence[float]) -> float:
    discounts = [1 / log2(rank + 1) for rank in range(1, draw.seen + 1)]
    ideal = sum(gain * discount for gain, discount in zip(gains, discounts, strict=False))
    return sum(gains) / draw.size * sum(discounts) / ideal


def _average_precision(draw: _Draw) -> float:
    """Precision at the rank of a relevant case: itself, and its share of the others, which may lie above it."""
    harmonic = sum(1 / rank for rank in range(1, draw.size + 1))
    others = (draw.relevant - 1) / (draw.size - 1) if draw.size > 1 else 0.0
    return (harmonic + others * (draw.size - harmonic)) / draw.size


def _bpref(draw: _Draw) -> float:
    """Each relevant case has 0, 1, ... all of the judged non-relevant ones above it, each as likely as the others."""
    rejected = len(draw.grades) - draw.relevant
    if not rejected:
        return 1.0
    bound = min(draw.relevant, rejected)
    return 1 - sum(min(above, draw.relevant) / bound for above in range(rejected + 1)) / (rejected + 1)


def _f1(draw: _Draw) -> float:
    return 2 * draw.hits / (draw.seen + draw.relevant)


_EXPECTED: dict[str, Callable[[_Draw], float]] = {
    "MRR": lambda draw: sum(chance / rank for rank, chance in enumerate(_first_relevant(draw), 1)),
    "Success": lambda draw: sum(_first_relevant(draw)),
    "NDCG": lambda draw: _ndcg(draw, [1.0] * draw.relevant),
    "GradedNDCG": lambda draw: _ndcg(draw, [float(grade) for grade in draw.grades if grade > 0]),
    "Recall": lambda draw: draw.seen / draw.size,
    "P": lambda draw: draw.hits / draw.k,
    "R-precision": lambda draw: draw.relevant / draw.size,
    "MAP": _average_precision,
    "bpref": _bpref,
    "MacroF1": _f1,
    "MicroF1": _f1,
}


def _first_relevant(draw: _Draw) -> list[float]:
    """The chance that the first relevant case stands at rank 1, 2, ... k."""
    chances, none_yet = [], 1.0
    for rank in range(1, draw.seen + 1):
        hit = min(1.0, draw.relevant / (draw.size - rank + 1))
        chances.append(none_yet * hit)
        none_yet *= 1 - hit
    return chances


def _expected_micro_f1(query_set: QuerySet, queries: Sequence[str], k: int, universe: int | None) -> float:
    hits = returned = relevant = 0.0
    for query in queries:
        size = _size(query_set, query, universe)
        count = sum(grade > 0 for grade in query_set.qrels[query].values())
        hits += min(k, size) * count / size
        returned += min(k, size)
        relevant += count
    return 2 * hits / (returned + relevant)


def bm25_floor(
    texts: Mapping[str, str], depth: int | None = None
) -> Callable[[Sequence[Query]], list[list[tuple[str, float]]]]:
    """A system: BM25 over whole judgments, words as they stand, no stemming, textbook parameters.

    The index is made at the first question, so a run that comes from the cache costs nothing.
    """
    ids = sorted(texts)

    @cache
    def index() -> PlainBm25:
        return PlainBm25([texts[case] for case in ids], _words, BM25_K1, BM25_B)

    def search(queries: Sequence[Query]) -> list[list[tuple[str, float]]]:
        rankings = []
        for query in queries:
            scores = index().scores(query.text)
            best = np.lexsort((np.arange(len(ids)), -scores))[:depth]
            rankings.append([(ids[i], float(scores[i])) for i in best if scores[i] > 0])
        return rankings

    return search


def _words(text: str) -> list[str]:
    return _TOKEN.findall(text.lower())


def bm25_fingerprint(texts: Mapping[str, str]) -> str:
    """Changes with any text and any parameter of the floor."""
    sha = hashlib.sha256(f"bm25 {BM25_K1} {BM25_B} {_TOKEN.pattern}".encode())
    for case in sorted(texts):
        sha.update(f"\n{case}\n{texts[case]}".encode())
    return sha.hexdigest()
