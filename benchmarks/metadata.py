"""How often the described metadata is right, field by field, on 110 judgments read by hand.

Run: python -m benchmarks.metadata
"""

import re
import tarfile
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.record import DATA, write_result
from countercase.corpus.clean import clean
from countercase.corpus.ingest import describe_case
from countercase.corpus.metadata.heads import surname
from countercase.corpus.read.pdf import PdfLimits, read_pdf
from countercase.domain.case import Case
from countercase.law.citations import find_citations

SAMPLE = Path(__file__).parents[1] / "tests" / "corpus" / "metadata_sample.toml"
UNTITLED = Path(__file__).with_name("metadata_in_abs.toml")
FOLDERS = {"aila": "aila2019/Object_casedocs", "scr": "scr_2023_2024", "pdf": "pdfs"}
COURT = "Supreme Court of India"


def read_text(path: Path) -> str:
    """The cleaned text of one file, as ingest would store it."""
    if path.suffix.lower() != ".pdf":
        return clean(path.read_text(encoding="utf-8")).text
    text, pages = read_pdf(path.read_bytes(), PdfLimits(max_pages=1000), None)
    return clean(text, pages).text


def judge(case: Case, truth: dict[str, Any]) -> dict[str, bool]:
    """Field -> whether the case agrees with the truth; a fact that the file does not state must not be invented."""
    right = {
        "petitioner": _same_name(case.petitioner.name if case.petitioner else "", truth["petitioner"]),
        "respondent": _same_name(case.respondent.name if case.respondent else "", truth["respondent"]),
        "petitioner_type": (case.petitioner.type if case.petitioner else None) == truth.get("petitioner_type"),
        "respondent_type": (case.respondent.type if case.respondent else None) == truth.get("respondent_type"),
        "case_number": _number(case.case_numbers[0] if case.case_numbers else "") == _number(truth.get("number", "")),
        "citations": _citations(truth.get("citations", [])) <= set(case.citations)
        and bool(case.citations) == bool(truth.get("citations")),
        "decided": case.decided == truth["decided"],
        "judges": sorted(map(surname, case.bench)) == sorted(map(surname, truth["judges"])),
        "bench_strength": len(case.bench) == len(truth["judges"]),
        "outcome": case.outcome == truth.get("outcome"),
    }
    bases = {provision.base for provision in case.provisions}
    right |= {f"provision {base}": base in bases for base in truth.get("provisions", ())}
    treated = {citation: cited.treatment for cited in case.cites for citation in cited.citations}
    for stated, word in truth.get("treated", {}).items():
        right[f"treatment {stated}"] = [treated.get(citation) for citation in _citations([stated])] == [word]
    right["name"] = right["petitioner"] and right["respondent"]
    if "court" in truth:
        right["court"] = case.court == truth["court"]
    return right


def _same_name(found: str, true: str | list[str]) -> bool:
    accepted = [true] if isinstance(true, str) else true  # a file may print two forms of a name
    return _letters(found) in map(_letters, accepted)


def _letters(name: str) -> str:
    return re.sub(r"\W+", "", name).lower()


def _number(text: str) -> str:
    return re.sub(r"\W+", "", re.sub(r"\bNos?\b", "", text)).lower()


def _citations(stated: list[str]) -> set[str]:
    return {mention.citation.normal for text in stated for mention in find_citations(text)}


def untitled() -> tuple[dict[str, float], list[str]]:
    """Court, outcome and strength of the bench on the judgments of IN-Abs that were read by hand, and the misses."""
    truths = {truth["file"]: truth for truth in tomllib.loads(UNTITLED.read_text(encoding="utf-8"))["judgment"]}
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    misses = []
    with tarfile.open(DATA / "caselaw" / "in_abs.tar.xz") as archive:
        for member in archive:
            name = member.name.rpartition("/")[2]
            content = archive.extractfile(member) if name in truths and "/judgement/" in member.name else None
            if content is None:
                continue
            case = describe_case(name, clean(content.read().decode("utf-8")).text, {}, ())
            truth = truths[name]
            facts = {"court": case.court == COURT, "bench_strength": case.bench_strength == truth.get("judges")}
            if "outcome" in truth:
                facts["outcome"] = (case.outcome or "") == truth["outcome"]
            asked.update(list(facts))
            right.update(field for field, ok in facts.items() if ok)
            misses += [f"{name}: {field}" for field, ok in facts.items() if not ok]
    return {field: round(right[field] / asked[field], 3) for field in asked}, misses


def main() -> None:
    """Measure, print each miss, and write the result."""
    sample = tomllib.loads(SAMPLE.read_text(encoding="utf-8"))
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    misses = []
    for source, truths in sample.items():
        for truth in truths:
            path = DATA / "caselaw" / FOLDERS[source] / truth["file"]
            case = describe_case(path.stem, read_text(path), {}, ())
            for fact, ok in judge(case, truth).items():
                field = fact.split(" ")[0]
                asked[field] += 1
                right[field] += ok
                if not ok:
                    misses.append(f"{truth['file']}: {fact}")
    shares = {field: round(right[field] / asked[field], 3) for field in asked}
    shares_untitled, misses_untitled = untitled()
    write_result(
        "metadata",
        {
            "files": asked["name"],
            "asked": asked,
            "share_right": shares,
            "misses": misses,
            "without_a_title": {"files": 50, "share_right": shares_untitled, "misses": misses_untitled},
        },
    )


if __name__ == "__main__":
    main()
