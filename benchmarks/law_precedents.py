"""How well precedents are found: against annotated sentences, and in the "Case Law Cited" blocks of the Reports.

Run: python -m benchmarks.law_precedents
"""

import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from benchmarks.legal_ner import Sentence, is_held_out, load, span_f1
from benchmarks.record import DATA, write_result
from countercase.domain.case import CaseId
from countercase.law.citations import find_citations
from countercase.law.precedents import MemoryCatalogue, PrecedentMention, find_precedents, resolve

SCR = DATA / "caselaw" / "scr_2023_2024"
AILA = DATA / "caselaw" / "aila2019" / "Object_casedocs"
_BLOCK = re.compile(
    r"Case\s+Law\s+Cited(.{0,20000}?)List\s+of\s+Acts|Case\s+Law\s+Reference(.{0,8000}?)JURISDICTION", re.S
)
_MARGIN = re.compile(r"(?<=\s)[A-H]\s")
# Years that open a citation, found without our own code: the yardstick for what a block holds.
_CITED_YEAR = re.compile(
    r"[(\[]\s?((?:19|20)\d\d)\s?[)\]]\s*(?=\d|Supp)|(?:AIR|JT)\s+((?:19|20)\d\d)|((?:19|20)\d\d)\s+(?=SCC On|INSC)"
)


def measure() -> dict[str, Any]:
    """Every figure of this benchmark, as one JSON-ready object."""
    sentences = load()
    return {
        "precedent": {
            "tuning": score([s for s in sentences if not is_held_out(s)]),
            "held_out": score([s for s in sentences if is_held_out(s)]),
        },
        "case_law_cited": measure_blocks(),
        "megabytes_a_second": measure_speed(),
    }


def score(sentences: Sequence[Sentence]) -> dict[str, Any]:
    """Span scores of the PRECEDENT label."""
    gold = [sentence.spans("PRECEDENT") for sentence in sentences]
    found = [[mention.span for mention in find_precedents(sentence.text)] for sentence in sentences]
    return {"overlap": span_f1(gold, found, exact=False), "exact": span_f1(gold, found, exact=True)}


def measure_blocks() -> dict[str, Any]:
    """Citations found in the blocks of the Reports, and how many mentions lead to a case of AILA or of the Reports."""
    catalogue, names = build_catalogue()
    years = covered = blocks = 0
    statuses: Counter[str] = Counter()
    treatments: Counter[str] = Counter()
    for block in case_law_blocks():
        blocks += 1
        spans = [mention.span for mention in find_citations(block)]
        for match in _CITED_YEAR.finditer(block):
            years += 1
            covered += any(span.start <= match.start(match.lastindex or 0) < span.end for span in spans)
        for mention in find_precedents(block):
            statuses[resolve(mention, catalogue).status] += 1
            treatments[mention.treatment or "none"] += 1
    total = sum(statuses.values())
    return {
        "blocks": blocks,
        "citation_years": years,
        "share_of_years_in_a_found_citation": round(covered / max(1, years), 4),
        "mentions": total,
        "resolved": dict(statuses),
        "share_resolved": round(statuses["found"] / max(1, total), 4),
        "treatments": dict(treatments.most_common()),
        "catalogue": names,
    }


def case_law_blocks() -> Iterator[str]:
    """The list of cited cases of every report that has one, margin letters left out."""
    for path in sorted(SCR.glob("*.txt")):
        found = _BLOCK.search(path.read_text(encoding="utf-8"))
        if found:
            yield _MARGIN.sub("", found[1] or found[2])


def build_catalogue() -> tuple[MemoryCatalogue, dict[str, int]]:
    """The cases of both collections under their names, and those of the Reports under their citations."""
    catalogue = MemoryCatalogue()
    counts = {"aila": 0, "scr": 0}
    for path in AILA.glob("*.txt"):
        name, _, _, day, *_ = path.read_text(encoding="utf-8", errors="replace").split("\n", 4)
        catalogue.add(CaseId(path.stem), name, decided=_date(day))
        counts["aila"] += 1
    for path in SCR.glob("*.txt"):
        header = find_precedents(_MARGIN.sub("", path.read_text(encoding="utf-8")[:900]))
        names = [mention.name for mention in header if mention.name]
        if names:
            catalogue.add(CaseId(path.stem), names[0], _own_citations(path, header), date(int(path.stem[:4]), 1, 1))
            counts["scr"] += 1
    return catalogue, counts


def _own_citations(path: Path, header: Sequence[PrecedentMention]) -> set[str]:
    year, volume, page, *_ = path.stem.split("_")
    neutral = [c.normal for mention in header[:1] for c in mention.citations if c.reporter == "INSC"]
    return {f"[{year}] {volume} SCR {page}", *neutral}


def _date(written: str) -> date | None:
    try:
        return datetime.strptime(written.strip(), "%d %B %Y").date()  # noqa: DTZ007 (a day has no zone)
    except ValueError:
        return None


def measure_speed(megabytes: float = 8.0) -> float:
    """Judgment text read a second on one core, in millions of characters of CPU time; noisy on a shared machine."""
    texts: list[str] = []
    for path in sorted(SCR.glob("*.txt"))[::5]:
        texts.append(path.read_text(encoding="utf-8"))
        if sum(map(len, texts)) > megabytes * 1e6:
            break
    started = time.process_time()
    for text in texts:
        find_precedents(text)
    return round(sum(map(len, texts)) / 1e6 / (time.process_time() - started), 1)


def main() -> None:
    """Measure and write the result."""
    write_result("law_precedents", measure())


if __name__ == "__main__":
    main()
