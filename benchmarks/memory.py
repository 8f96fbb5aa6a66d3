"""Memory of a build and of a search as the corpus grows: python -m benchmarks.memory [SIZES]

Passages are those of growth.py: real ones first, then halves of two real ones put together. They lie in a file, and a
process of its own builds, another one searches, so that nothing else is counted. `resident` counts mapped files that
were touched, which the system may take back; `private` does not. Searches are of four windows, by the plan `whatif`,
without reading the query. Times are of a noisy machine. Figures go to results/memory.json.
"""

import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.growth import MadePassages, _disk, _passages, _Remembering, _seconds, three_thousand
from benchmarks.record import DATA, RESULTS, write_result
from countercase.domain.ranking import CaseFilter, Query
from countercase.evaluation.formats import read_queries
from countercase.models.encoders import load_encoder
from countercase.retrieval.bm25 import Bm25Searcher
from countercase.retrieval.dense import DenseSearcher
from countercase.retrieval.hybrid import HybridRetriever, Passages
from countercase.retrieval.index import IndexSource, build_index, open_index
from countercase.retrieval.plan import PLANS
from countercase.retrieval.searcher import Searcher
from countercase.settings import RetrievalSettings, load_settings

SIZES = (60_000, 180_000)
ASKED = 40  # queries for each latency
WINDOWS = 4
EVERY = 0.05  # seconds between two looks at the memory of a build


def main(arguments: Sequence[str]) -> None:
    """`make`, `build` and `search` with a folder are the processes that are measured; numbers are sizes."""
    if arguments[:1] == ["record"]:  # figures of processes that were run one by one: a file of JSON
        write_result("memory", json.loads(Path(arguments[1]).read_text(encoding="utf-8")))
    elif arguments[:1] == ["make"]:
        make(Path(arguments[1]), int(arguments[2]))
    elif arguments[:1] == ["build"]:
        print(json.dumps(build(Path(arguments[1]))))
    elif arguments[:1] == ["search"]:
        print(json.dumps(search(Path(arguments[1]))))
    else:
        _measure([int(size) for size in arguments] or list(SIZES))


def _measure(sizes: Sequence[int]) -> None:
    path = RESULTS / "memory.json"
    figures = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    measured: dict[str, Any] = figures.get("passages", {})
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            _run("make", folder, str(size))
            load = os.getloadavg()[0]
            measured[str(size)] = {
                "load_average": load,
                "build": json.loads(_run("build", folder)),
                "search": json.loads(_run("search", folder)),
            }
        kept = {"before": figures["before"]} if "before" in figures else {}
        write_result("memory", {"passages": measured, **kept})


def _run(*arguments: str) -> str:
    command = [sys.executable, "-m", "benchmarks.memory", *arguments]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return lines[-1] if lines else ""


def make(folder: Path, size: int) -> None:
    """Write the passages to a file."""
    app = three_thousand(index=False)
    chunks = islice(_passages(list(app.store.chunks())), size)
    with sqlite3.connect(folder / "passages.sqlite") as database:
        database.execute("CREATE TABLE passages (id TEXT, case_id TEXT, text TEXT)")
        rows = ((chunk.id, chunk.case_id, chunk.text) for chunk in chunks)
        database.executemany("INSERT INTO passages VALUES (?, ?, ?)", rows)


def build(folder: Path) -> dict[str, Any]:
    """Build the index, and look at the memory all the while."""
    encoder = _encoder()
    encoder.encode_passages(["The appeal is allowed."])
    before = _memory()
    peak = _Peak()
    passages: Any = MadePassages(folder / "passages.sqlite")
    if "--list" in sys.argv:  # as it was before the build was streamed
        passages = list(passages)
    seconds = _seconds(lambda: build_index(folder / "indexes", IndexSource(passages), encoder))
    return {
        "seconds": round(seconds, 1),
        "disk_mb": _disk(folder / "indexes"),
        "before_mb": before,
        "peak_mb": peak.stop(),
    }


def search(folder: Path) -> dict[str, Any]:
    """Open the index and ask; the first search opens what is opened late."""
    encoder = _Remembering(_encoder())
    queries = list(read_queries(DATA / "caselaw" / "aila2019" / "Query_doc.txt").values())[:ASKED]
    encoder.encode_passages(["The appeal is allowed."])
    before = _memory()
    opening = _seconds(lambda: open_index(folder / "indexes"))
    again = _seconds(lambda: open_index(folder / "indexes"))
    files = open_index(folder / "indexes")
    searchers: dict[str, Searcher] = {
        "dense": DenseSearcher(files.vectors, files.first_row),
        "bm25": Bm25Searcher(files.folder / "bm25", files.first_row),
    }
    stored = MadePassages(folder / "passages.sqlite")
    retriever = HybridRetriever(files, searchers, Passages(stored.at, lambda _: None), RetrievalSettings(), encoder)
    plan = replace(PLANS["whatif"], authority=False, max_windows=WINDOWS)
    opened = _memory()
    asked = [Query(text, CaseFilter()) for text in queries]
    for query in asked:
        retriever.retrieve(query, plan)
    times = [_seconds(partial(retriever.retrieve, query, plan)) for query in asked]
    answers = [[precedent.case_id for precedent in retriever.retrieve(query, plan)] for query in asked]
    return {
        "open_seconds": round(opening, 3),
        "open_again_seconds": round(again, 3),
        "before_mb": before,
        "opened_mb": opened,
        "searched_mb": _memory(),
        "p50_ms": round(statistics.median(times) * 1000, 1),
        "p95_ms": round(float(np.quantile(times, 0.95)) * 1000, 1),
        "answers": f"{_digest(answers):08x}",
    }


def _digest(answers: object) -> int:
    from zlib import crc32

    return crc32(json.dumps(answers).encode())


def _encoder() -> Any:
    settings = load_settings(environment={}).models
    return load_encoder(settings.encoder, 1, settings.download)


class _Peak:
    """The most memory that this process had, by kind."""

    def __init__(self) -> None:
        self._most = _memory()
        self._over = threading.Event()
        self._watching = threading.Thread(target=self._watch, daemon=True)
        self._watching.start()

    def _watch(self) -> None:
        while not self._over.wait(EVERY):
            now = _memory()
            self._most = {kind: max(self._most[kind], now[kind]) for kind in now}

    def stop(self) -> dict[str, int]:
        """End the watch."""
        self._over.set()
        self._watching.join()
        return self._most


def _memory() -> dict[str, int]:
    """Megabytes of this process now: all that is resident, and what is its own."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    kilobytes = {line.split(":")[0]: int(line.split()[1]) for line in lines if line.startswith(("VmRSS", "RssAnon"))}
    return {"resident": kilobytes["VmRSS"] * 1024 // 1_000_000, "private": kilobytes["RssAnon"] * 1024 // 1_000_000}


if __name__ == "__main__":
    main([argument for argument in sys.argv[1:] if argument != "--list"])
