"""The built-in corpus: enough of it, in our own words, and nothing invented."""

import csv
import lzma
import re
import tomllib
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from countercase.corpus.builtin import builtin_cases, builtin_matters
from countercase.domain.case import Case, SectionType
from countercase.law.citations import find_citations

CASES = builtin_cases()
FOLDER = Path(__file__).parents[2] / "src" / "countercase" / "corpus" / "builtin" / "cases"
TOPICS = {
    "homicide", "dowry-death", "cruelty", "rape", "pocso", "ndps", "cheque-dishonour", "motor-accident", "bail",
    "quashing", "corruption", "service", "land-acquisition", "tenancy", "arbitration", "contract", "constitutional",
    "evidence", "juvenility",
}  # fmt: skip
SHINGLE = 8


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", re.sub(r"&|\band\b", "", text.lower()))


def body_words(case: Case) -> int:
    return len(words(case.text)) - len(case.paragraphs)  # without the headings


@cache
def source_text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def front_matter(case: Case) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{case.id}.md").read_text(encoding="utf-8").split("+++")[1])


def test_every_digest_says_that_it_is_one() -> None:
    assert {front_matter(case)["text_kind"] for case in CASES} == {"digest"}


def test_citations_are_complete_and_readable() -> None:
    """Three digests have none: their reports were not at hand."""
    assert sum(not case.citations for case in CASES) <= 3
    for case in CASES:
        for citation in case.citations:
            assert [mention.span.of(citation) for mention in find_citations(citation)] == [citation]
        assert set(front_matter(case).get("from_reports", [])) <= {*case.citations, *case.bench}


def test_neutral_citations_and_reports_agree_with_the_catalogue(data: Path) -> None:
    with lzma.open(data / "caselaw" / "sc_catalogue.tsv.xz", "rt", encoding="utf-8", newline="") as table:
        reports: dict[str, set[str]] = {}
        for row in csv.DictReader(table, delimiter="\t"):
            reports.setdefault(row["insc"], set()).add(row["scr"].replace("SUPP.", "Supp."))
    for case in CASES:
        neutral = [citation for citation in case.citations if "INSC" in citation and citation in reports]
        printed = {citation for citation in case.citations if "S.C.R." in citation}
        assert all(printed & reports[citation] for citation in neutral if printed), case.id


def test_kharak_singh_was_decided_by_six() -> None:
    assert next(case for case in CASES if case.id.startswith("kharak-singh")).bench_strength == 6


def test_there_are_enough_on_every_topic() -> None:
    assert len(CASES) >= 160
    topics = [topic for path in FOLDER.iterdir() for topic in tomllib.loads(path.read_text().split("+++")[1])["topics"]]
    assert {topic for topic in TOPICS if topics.count(topic) < 4} == set()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_digest_has_its_parts(case: Case) -> None:
    assert 150 <= body_words(case) <= 350
    assert [paragraph.section for paragraph in case.paragraphs] == [
        SectionType.FACTS,
        SectionType.ISSUES,
        SectionType.HELD,
    ]
    assert "".join(paragraph.span.of(case.text) for paragraph in case.paragraphs) == case.text
    assert case.provisions
    assert case.decided is not None
    assert " v. " in case.name


def test_no_source_is_digested_twice() -> None:
    assert len({case.source for case in CASES}) == len({case.name + str(case.decided) for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_nothing_is_copied_and_nothing_invented(case: Case, data: Path) -> None:
    source = source_text(data / "caselaw" / case.source)
    source_words = words(source)
    shingles = {tuple(source_words[i : i + SHINGLE]) for i in range(len(source_words) - SHINGLE + 1)}
    for line in case.text.splitlines():
        mine = words(line)
        copied = [tuple(mine[i : i + SHINGLE]) for i in range(len(mine) - SHINGLE + 1)]
        assert not shingles.intersection(copied)
    squashed = letters(source)
    for party in case.name.split(" v. "):
        assert letters(party) in squashed
    from_reports = front_matter(case).get("from_reports", [])
    for fact in (*case.citations, *case.bench, *case.case_numbers):
        assert letters(fact) in squashed or fact in from_reports, fact
    assert case.decided is not None
    assert any(form in squashed for form in date_forms(case.decided))
    for provision in case.provisions:
        assert re.search(rf"\b{spaced(provision.number)}(?![0-9])", source), provision
    for cited in case.cites:
        assert letters(cited.name.split(" v. ")[0]) in squashed
        assert all(letters(citation) in squashed for citation in cited.citations)


def date_forms(day: date) -> list[str]:
    month = f"{day:%B}".lower()
    return [
        form for d in (f"{day.day}", f"{day.day:02}") for form in (f"{month}{d}{day.year}", f"{d}{month}{day.year}")
    ]


def spaced(number: str) -> str:
    """`120B` as sources print it: 120B, 120-B, 120 B."""
    return re.sub(r"(?<=\d)(?=[A-Z])", r"[\\s-]*", number)


def test_the_ready_matters_can_be_read() -> None:
    matters = builtin_matters()
    assert len(matters) == 6
    for matter in matters:
        assert 100 <= len(matter.text.split()) <= 250, matter.id
        assert matter.title
