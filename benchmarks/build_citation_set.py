"""Builds the development set: facts of real judgments as queries, the earlier judgments they cite as answers.

    python -m benchmarks.build_citation_set --out DIR

Reads AILA 2019 and the Supreme Court Reports of 2023-24 from the data folder; writes DIR/dev and DIR/held (one query
in five, by hash of its id). The texts are other people's, so DIR is a build product and is never committed.
"""

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path

from benchmarks.record import DATA
from countercase.corpus.clean import clean
from countercase.corpus.headings import body_start
from countercase.domain.case import Case, CaseId, CitedCase, Treatment
from countercase.evaluation.citation_set import CitationSetOptions, build_citation_set
from countercase.evaluation.formats import read_queries
from countercase.evaluation.near_duplicates import similar_pairs
from countercase.evaluation.testset import keep, save, split_by_hash
from countercase.law.precedents import find_precedents

_DATE = re.compile(r"\b(\d{1,2})\s+([A-Z][a-z]{2,8})\s+(\d{4})\b|\b([A-Z]{3,9})\s+(\d{1,2}),\s*(\d{4})\b")
_HEAD = re.compile(r"\s*(?:\[\d{4}\]\s*\d+\s*S\.\s?C\.\s?R\.\s*\d+)(?:\s*:\s*\d{4}\s*INSC\s*\d+)?(?:\s+\d{1,4})?\s+")
_NAME_END = re.compile(
    r"\s*\((?:[A-Z][^()]{2,60}?(?:\([^()]{1,20}\)[^()]{0,40}?)?N(?:os?|OS?)(?:\(s\))?\.|(?:In|IN)\s)"
    r"|\s+(?=\d{1,2} [A-Z][a-z]+ 20\d\d)|\s+(?=[A-Z]{3,9} \d{1,2}, 20\d\d)"
)
_JUDGE = re.compile(r"\s*[A-Z][\w.’' ]{3,60}[,.]?\s+C?\.?\s?J\.?\s?J?I?\.\s+(?=[\dA-Z“\"])")
_LABEL = re.compile(r"case details\s+", re.IGNORECASE)


def main() -> None:
    """Build, report and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    out: Path = parser.parse_args().out
    cases = [*aila_cases(DATA / "caselaw" / "aila2019"), *scr_cases(DATA / "caselaw" / "scr_2023_2024")]
    options = CitationSetOptions()
    askers = frozenset(case.id for case in cases) - asked_by_aila(cases)
    query_set, report = build_citation_set("citations", cases, askers, options)
    about = {"report": asdict(report), "options": asdict(options), "sources": ["aila2019", "scr_2023_2024"]}
    parts = dict(zip(("dev", "held"), split_by_hash(query_set), strict=True))
    for part, subset in parts.items():
        save(subset, out / part, about)
        from_reports = [query for query in subset.queries if not query.startswith("q_C")]
        save(keep(subset, from_reports, f"{subset.name}-scr"), out / f"{part}-scr", about)
    counts: dict[str, object] = {part: len(subset.queries) for part, subset in parts.items()}
    counts["asked by AILA"] = sorted({case.id for case in cases} - askers)
    print(json.dumps({"out": str(out), **counts, **asdict(report)}, indent=2, ensure_ascii=False, default=str))


def asked_by_aila(cases: Sequence[Case]) -> frozenset[CaseId]:
    """Cases whose facts are one of AILA's own queries: those are for reporting, so nothing is tuned on them."""
    queries = read_queries(DATA / "caselaw" / "aila2019" / "Query_doc.txt")
    pairs = similar_pairs({**{case.id: case.text for case in cases}, **queries})
    return frozenset(CaseId(case) for pair in pairs for case in pair if set(pair) & set(queries)) - set(queries)


def aila_cases(folder: Path) -> Iterator[Case]:
    """AILA's judgments: name on the first line, date on one of the next."""
    for path in sorted((folder / "Object_casedocs").glob("*.txt")):
        text = path.read_text(encoding="utf-8", errors="replace")
        head = "\n".join(text.split("\n")[:8])
        yield _case(path.stem, text, text.split("\n", 1)[0].strip(), _decided(head))


def scr_cases(folder: Path) -> Iterator[Case]:
    """Reports of the Supreme Court: citation, name, case number and date in the first lines."""
    for path in sorted(folder.glob("*.txt")):
        text = clean(path.read_text(encoding="utf-8", errors="replace")).text
        head = " ".join(text[:2000].split())
        opening = _HEAD.match(head)
        rest = _LABEL.sub("", head[opening.end() if opening else 0 :], count=1)
        end = _NAME_END.search(rest)
        year, volume, first, *_ = path.stem.split("_")
        own = (f"[{year}] {volume} SCR {first}", *re.findall(r"20\d\d INSC \d+", head[:120]))
        yield _case(path.stem, text, rest[: end.start()] if end else "", _decided(head), own)


def _case(name: str, text: str, title: str, decided: date | None, citations: tuple[str, ...] = ()) -> Case:
    """A case whose text is the Court's own words; what it cites is read from the whole report, headnote included."""
    start = body_start(text)
    judge = _JUDGE.match(text, start)
    start = judge.end() if judge else start
    cites = tuple(
        CitedCase(mention.name or "", tuple(c.normal for c in mention.citations), mention.treatment or Treatment.CITED)
        for mention in find_precedents(text)
    )
    return Case(CaseId(name), text[start:], title, decided=decided, citations=citations, cites=cites)


def _decided(head: str) -> date | None:
    for match in _DATE.finditer(head):
        day, month, year = match.group(1, 2, 3) if match[1] else match.group(5, 4, 6)
        try:
            return datetime.strptime(f"{day} {month.title()} {year}", "%d %B %Y").date()  # noqa: DTZ007
        except ValueError:
            continue
    return None


if __name__ == "__main__":
    main()
