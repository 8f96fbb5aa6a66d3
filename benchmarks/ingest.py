"""Speed and memory of ingest, and what of the real files cannot be read. Run: python -m benchmarks.ingest"""

import json
import os
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.record import DATA, write_result
from countercase.corpus.clean import clean
from countercase.corpus.ingest import CaseDescriber, Ingest, Summary
from countercase.corpus.store import Put
from countercase.settings import IngestSettings
from countercase.workspaces import Workspace

CASELAW = DATA / "caselaw"
MANY = 10_000  # judgments for the memory figure
MEGABYTE = 1_000_000
WORKERS = 1  # the figure is for a core; several workers share caches, and the processor's time then says less


def main() -> None:
    """Ingest the real collections one after the other into a workspace that is thrown away."""
    figures: dict[str, Any] = {"workers": WORKERS, "cleaning_mb_per_cpu_second": cleaning_speed()}
    with tempfile.TemporaryDirectory() as folder:
        for name, path in (
            ("pdfs", CASELAW / "pdfs"),
            ("scr_2023_2024", CASELAW / "scr_2023_2024"),
            ("aila2019", CASELAW / "aila2019"),
        ):
            figures[name] = measure([path], Path(folder) / name)
        many = Path(folder) / "many.jsonl"
        write_many(many)
        figures["many"] = measure([many], Path(folder) / "many")
    figures["load_average"] = os.getloadavg()
    write_result("ingest", figures)


def cleaning_speed() -> dict[str, float]:
    """Cleaning alone, in this process, on a sample of each collection of texts."""
    speeds = {}
    for name, folder in (("scr_2023_2024", "scr_2023_2024"), ("aila2019", "aila2019/Object_casedocs")):
        texts = [file.read_text(encoding="utf-8") for file in sorted((CASELAW / folder).glob("*.txt"))[::20]]
        start = time.process_time()
        for text in texts:
            clean(text)
        speeds[name] = round(sum(map(len, texts)) / MEGABYTE / (time.process_time() - start), 1)
    return speeds


def measure(paths: list[Path], workspace: Path) -> dict[str, Any]:
    """One run: what was stored, how fast by the clock and by the processor, and the largest process."""
    cpu, clock = cpu_seconds(), time.perf_counter()
    with Workspace(workspace).create() as store:
        summary = Ingest(IngestSettings(workers=WORKERS), CaseDescriber).run(paths, store)
        seconds, busy = time.perf_counter() - clock, cpu_seconds() - cpu
        characters = sum(len(text) for case_id in store.case_ids() for text in store.versions(case_id))
        pages = sum(len(store.provenance(case_id).pages) for case_id in store.case_ids())
        damage = store.integrity_check()
    return {
        "documents": summary.counts[Put.ADDED],
        "failed": reasons(summary),
        "unreadable_pages": sum(map(len, summary.unreadable_pages.values())),
        "damage": list(damage),
        "pages": pages,
        "text_mb": round(characters / MEGABYTE, 1),
        "seconds": round(seconds, 1),
        "cpu_seconds": round(busy, 1),
        "mb_per_second": round(characters / MEGABYTE / seconds, 2),
        "mb_per_cpu_second": round(characters / MEGABYTE / busy, 2),
        "pages_per_cpu_second": round(pages / busy, 1),
        "peak_mb_parent": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "peak_mb_child": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024,
    }


def cpu_seconds() -> float:
    """Processor time of this process and its ended children."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def reasons(summary: Summary) -> dict[str, int]:
    """How many files failed for each reason."""
    return dict(Counter(held.reason for held in summary.quarantined))


def write_many(path: Path) -> None:
    """A table of MANY judgments: the real ones over and over under new ids."""
    texts = texts_without_end(sorted((CASELAW / "aila2019" / "Object_casedocs").glob("*.txt")))
    with path.open("w", encoding="utf-8") as file:
        for number in range(MANY):
            file.write(json.dumps({"id": f"many-{number}", "text": next(texts)}) + "\n")


def texts_without_end(files: list[Path]) -> Iterator[str]:
    """The texts of the files, again and again."""
    while True:
        for file in files:
            yield file.read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
