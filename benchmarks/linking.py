"""How fast the citator is: linking the cases that 10,000 judgments cite, and checking a draft of fifty pages.

Linking reads every citation and short form of a judgment and resolves it against the catalogue (`cited_decisions`).
It runs in two processes. Processor seconds are given beside the time on the clock, which a busy machine stretches.

Run: python -m benchmarks.linking [--judgments N]
"""

import argparse
import tarfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from itertools import islice
from typing import Any

from benchmarks.record import DATA, write_result
from countercase.citator.catalogue import ResolutionOutcome
from countercase.citator.draft import check_draft
from countercase.citator.references import cited_decisions
from countercase.corpus.clean import clean

JUDGMENTS = 10_000
WORKERS = 2
PAGE = 2_600  # characters: a typed page of about 430 words
PAGES = 50
DAY = date(2025, 6, 30)


def texts() -> Iterator[str]:
    """The judgments of IN-Abs, of AILA and of the Reports, as they are stored."""
    with tarfile.open(DATA / "caselaw" / "in_abs.tar.xz") as archive:
        for member in archive:
            content = archive.extractfile(member) if "/judgement/" in member.name and member.isfile() else None
            if content is not None:
                yield content.read().decode("utf-8")
    for folder in ("aila2019/Object_casedocs", "scr_2023_2024"):
        for path in sorted((DATA / "caselaw" / folder).glob("*.txt")):
            yield path.read_text(encoding="utf-8", errors="replace")


def link(text: str) -> tuple[int, int, float]:
    """Cases that a judgment cites, those that the catalogue knows, and the processor seconds it took."""
    start = time.process_time()
    cited = cited_decisions(text)
    return (
        len(cited),
        sum(decision.resolved.match is ResolutionOutcome.FOUND for decision in cited),
        time.process_time() - start,
    )


def linked(count: int) -> dict[str, Any]:
    """Link so many judgments with two workers."""
    judgments = list(islice(texts(), count))
    with ProcessPoolExecutor(WORKERS) as workers:
        list(workers.map(link, judgments[:4]))  # each worker reads the catalogue once
        start = time.perf_counter()
        results = list(workers.map(link, judgments, chunksize=20))
        seconds = time.perf_counter() - start
    return {
        "judgments": len(judgments),
        "cases_cited": sum(cited for cited, _, _ in results),
        "known_to_the_catalogue": sum(known for _, known, _ in results),
        "seconds": round(seconds, 1),
        "processor_seconds": round(sum(spent for _, _, spent in results), 1),
    }


def checked() -> dict[str, Any]:
    """Check a draft made of the first fifty pages of the longest judgments of the Reports."""
    paths = sorted((DATA / "caselaw" / "scr_2023_2024").glob("*.txt"), key=lambda path: -path.stat().st_size)
    draft = clean(paths[3].read_text(encoding="utf-8", errors="replace")).text[: PAGE * PAGES]
    check_draft(draft[:PAGE], DAY)  # tables are read once
    start, spent = time.perf_counter(), time.process_time()
    report = check_draft(draft, DAY)
    return {
        "pages": PAGES,
        "items": len(report.items),
        "seconds": round(time.perf_counter() - start, 1),
        "processor_seconds": round(time.process_time() - spent, 1),
    }


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judgments", type=int, default=JUDGMENTS)
    write_result("linking", {"linking": linked(parser.parse_args().judgments), "check": checked()})


if __name__ == "__main__":
    main()
