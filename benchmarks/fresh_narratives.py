"""Narratives that nothing was chosen with: facts of judgments, as lawyers or the product marked them.

The figures on them stand beside those on the narratives that were in view while the instrument was built.
"""

import hashlib
import json
from collections.abc import Iterator

from benchmarks.build_citation_set import read_cases
from benchmarks.record import DATA
from countercase.evaluation.citation_set import CitationSetOptions, facts_of

ROLES = DATA / "caselaw" / "rhetorical_roles"
REPORTS = DATA / "caselaw" / "scr_2023_2024"
REPORTED = 150  # of 1,115 reported judgments, by a hash of the file name
LENGTH = CitationSetOptions(min_words=100, max_words=800)


def fresh_narratives() -> Iterator[tuple[str, str]]:
    """The facts of 45 judgments that lawyers labelled, and of 150 reported ones that the product did."""
    yield from _labelled()
    yield from _reported()


def _labelled() -> Iterator[tuple[str, str]]:
    for part in ("dev", "train"):
        for entry in json.loads((ROLES / f"paheli-{part}.json").read_text(encoding="utf-8")):
            values = [sentence["value"] for sentence in entry["annotations"][0]["result"]]
            words = ". ".join(v["text"].strip(" .") for v in values if "Facts" in v["labels"]).split()
            if len(words) >= LENGTH.min_words:
                yield f"roles-{part}-{entry['id']}", " ".join(words[: LENGTH.max_words]) + "."


def _reported() -> Iterator[tuple[str, str]]:
    files = sorted(REPORTS.glob("*.txt"), key=lambda file: hashlib.sha256(file.stem.encode()).hexdigest())
    for case in read_cases(files[:REPORTED]):
        facts = facts_of(case, LENGTH)
        if facts is not None:
            yield f"scr-{case.id}", facts
