"""Builds the development set: facts of real judgments as queries, the earlier judgments they cite as answers.

    python -m benchmarks.build_citation_set --out DIR

Reads AILA 2019 and the Supreme Court Reports of 2023-24 from the data folder; writes DIR/dev and DIR/held (one query
in five, by hash of its id). The texts are other people's, so DIR is a build product and is never committed.
"""

import argparse
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.record import DATA
from countercase.corpus.clean import clean
from countercase.corpus.ingest import describe_case
from countercase.corpus.paragraphs import split_paragraphs
from countercase.corpus.sections import label_sections
from countercase.domain.case import Case, CaseId
from countercase.evaluation.citation_set import CitationSetOptions, build_citation_set, similar_pairs
from countercase.evaluation.formats import read_queries
from countercase.evaluation.testset import QuerySet, keep, save


def main() -> None:
    """Build, report and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    out: Path = parser.parse_args().out
    folders = (DATA / "caselaw" / "aila2019" / "Object_casedocs", DATA / "caselaw" / "scr_2023_2024")
    cases = list(read_cases(path for folder in folders for path in folder.glob("*.txt")))
    options = CitationSetOptions()
    query_cases = frozenset(case.id for case in cases) - asked_by_aila(cases)
    query_set, report = build_citation_set("citations", cases, query_cases, options)
    about = {"report": asdict(report), "options": asdict(options), "sources": ["aila2019", "scr_2023_2024"]}
    parts = dict(zip(("dev", "held"), split_by_hash(query_set), strict=True))
    for part, subset in parts.items():
        save(subset, out / part, about)
        from_reports = [query for query in subset.queries if not query.startswith("q_C")]
        save(keep(subset, from_reports, f"{subset.name}-scr"), out / f"{part}-scr", about)
    counts: dict[str, object] = {part: len(subset.queries) for part, subset in parts.items()}
    counts["asked by AILA"] = sorted({case.id for case in cases} - query_cases)
    print(json.dumps({"out": str(out), **counts, **asdict(report)}, indent=2, ensure_ascii=False, default=str))


def asked_by_aila(cases: Sequence[Case]) -> frozenset[CaseId]:
    """Cases whose facts are one of AILA's own queries: those are for reporting, so nothing is tuned on them."""
    queries = read_queries(DATA / "caselaw" / "aila2019" / "Query_doc.txt")
    pairs = similar_pairs({**{case.id: case.text for case in cases}, **queries})
    return frozenset(CaseId(case) for pair in pairs for case in pair if set(pair) & set(queries)) - set(queries)


def read_cases(paths: Iterable[Path]) -> Iterator[Case]:
    """Judgments as the product reads them: cleaned, divided, described."""
    for path in sorted(paths):
        text = clean(path.read_text(encoding="utf-8", errors="replace")).text
        yield describe_case(path.stem, text, {}, label_sections(text, split_paragraphs(text)))


def split_by_hash(query_set: QuerySet, one_in: int = 5) -> tuple[QuerySet, QuerySet]:
    """Split into development and held-out parts by a hash of the query id. A query keeps its part as the set grows."""
    held_out = {query for query in query_set.queries if _hash(query) % one_in == 0}
    return (
        keep(query_set, set(query_set.queries) - held_out, f"{query_set.name}-dev"),
        keep(query_set, held_out, f"{query_set.name}-held"),
    )


def _hash(query_id: str) -> int:
    return int(hashlib.sha256(query_id.encode()).hexdigest(), 16)


if __name__ == "__main__":
    main()
