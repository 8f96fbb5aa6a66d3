"""LegalBench-RAG's mini protocol: 194 tests of a benchmark, over as few contracts as that takes."""

import random

from countercase.cuad.benchmark import Benchmark, QAGroundTruth

MINI_TESTS = 194


def mini(benchmark: Benchmark, count: int = MINI_TESTS) -> Benchmark:
    """The tests that LegalBench-RAG's own program draws: ordered by a number seeded with the file path, then cut."""
    if len(benchmark.tests) <= count:
        return benchmark
    return Benchmark(tests=tuple(sorted(benchmark.tests, key=_drawn)[:count]))


def _drawn(test: QAGroundTruth) -> float:
    return random.Random(test.snippets[0].file_path).random()  # noqa: S311 - the published draw, not a secret
