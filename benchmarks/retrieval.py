"""How fast a search is, and how that grows: python -m benchmarks.retrieval

Times are in milliseconds on a noisy machine; the ratios within one run are what holds.
"""

import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.record import DATA, write_result
from benchmarks.workspaces import prepared
from countercase.app import App
from countercase.domain.case import Chunk
from countercase.domain.ranking import CaseFilter, Query
from countercase.evaluation.formats import read_queries
from countercase.retrieval.bm25 import Bm25Searcher
from countercase.retrieval.dense import DenseSearcher
from countercase.retrieval.fusion import CachedReranker
from countercase.retrieval.hybrid import HybridRetriever, Passages
from countercase.retrieval.index import IndexSource, build_index, open_index
from countercase.retrieval.plan import PLANS
from countercase.retrieval.searcher import Windows
from countercase.settings import RetrievalSettings

SIZES = (5_000, 20_000, 60_000)
BATCH = 64
MANY_ROWS = 1_000_000
PLAN = replace(PLANS["full_system"], searchers=("dense", "bm25"), rerank=False)  # without Chroma, which is approximate


def main() -> None:
    """Latency by size, batch against one by one, index time, the models' share, and one million vectors."""
    app = prepared("aila", index=False)
    chunks = list(app.store.chunks())
    queries = [Query(text) for text in read_queries(DATA / "caselaw" / "aila2019" / "Query_doc.txt").values()]
    write_result(
        "retrieval_speed",
        {
            "passages_by_size": {size: _at_size(app, chunks[:size], queries) for size in SIZES},
            "encoder": _encoder_cost(app, queries),
            "million_vectors": _million(),
            "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        },
    )


def _at_size(app: App, chunks: Sequence[Chunk], queries: Sequence[Query]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        build_index(Path(folder), IndexSource(chunks), app.models.encoder)
        built = time.perf_counter() - began
        files = open_index(Path(folder))
        seen: dict[str, list[float]] = {}
        retriever = HybridRetriever(
            files,
            {
                "dense": DenseSearcher(files.vectors, files.first_row),
                "bm25": Bm25Searcher(files.folder / "bm25", files.first_row),
            },
            Passages(lambda rows: [chunks[row] for row in rows], _everything),
            RetrievalSettings(),
            app.models.encoder,
            observe=lambda stage, seconds: seen.setdefault(stage, []).append(seconds),
        )
        retriever.retrieve_many(queries[:4], PLAN)
        seen.clear()
        single = [_seconds(partial(retriever.retrieve, query, PLAN)) for query in queries]
        stages = {stage: round(statistics.median(values) * 1000, 2) for stage, values in seen.items()}
        batches = {"different_narratives": (list(queries) * 2)[:BATCH], "edits_of_one_narrative": _edits(queries[0])}
        speedups = {name: _speedup(retriever, batch) for name, batch in batches.items()}
    cases = len({chunk.case_id for chunk in chunks})
    return {
        "cases": cases,
        "index_seconds_per_1000_cases_without_chroma": round(built / cases * 1000, 1),
        "p50_ms": round(statistics.median(single) * 1000, 1),
        "p95_ms": round(float(np.quantile(single, 0.95)) * 1000, 1),
        "median_ms_by_stage": stages,
        "batch_of_64_speedup": speedups,
    }


def _edits(query: Query) -> list[Query]:
    """The narrative with one word changed at a time, as a what-if tree asks."""
    words = query.text.split()
    places = np.linspace(0, len(words) - 1, BATCH).astype(int).tolist()
    return [Query(" ".join([*words[:place], "changed", *words[place + 1 :]])) for place in places]


def _speedup(retriever: HybridRetriever, batch: Sequence[Query]) -> float:
    alone = sum(_seconds(partial(retriever.retrieve, query, PLAN)) for query in batch)
    return round(alone / _seconds(lambda: retriever.retrieve_many(batch, PLAN)), 2)


def _encoder_cost(app: App, queries: Sequence[Query]) -> dict[str, Any]:
    """What the built-in encoder adds to a query, and what a re-ranker would for 40 candidates."""
    app.models.encoder.encode_queries(["warm"])
    windows = [_seconds(partial(app.models.encoder.encode_queries, [query.text])) for query in queries[:20]]
    passages = [chunk.text for _, chunk in zip(range(200), app.store.chunks(), strict=False)]
    cost = {
        "name": app.models.encoder.name,
        "query_window_ms": round(statistics.median(windows) * 1000, 1),
        "passages_per_second": round(len(passages) / _seconds(lambda: app.models.encoder.encode_passages(passages)), 1),
    }
    reranker: CachedReranker | None = app.models.reranker  # None where none is shipped
    if reranker is not None:
        pairs = [(queries[0].text, passage) for passage in passages[:40]]
        cost["rerank_40_ms"] = round(_seconds(lambda: reranker.score(pairs)) * 1000, 1)
    return cost


def _million() -> dict[str, float]:
    """Exact search over a million vectors."""
    random = np.random.default_rng(0)
    rows = random.integers(-100, 100, (MANY_ROWS, 384), dtype=np.int8).astype(np.float16)
    searcher = DenseSearcher(rows, np.arange(0, MANY_ROWS, 30, dtype=np.int32))
    window = Windows(("x",), random.standard_normal((1, 384)).astype(np.float32))
    searcher.cases(window)
    times = [_seconds(lambda: searcher.cases(window)) for _ in range(5)]
    return {"rows": MANY_ROWS, "median_ms": round(statistics.median(times) * 1000, 1)}


def _everything(_filter: CaseFilter) -> None:
    return None


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
