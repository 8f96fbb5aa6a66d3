"""Full-text search: phrases, operators, section numbers as people write them, and an index that keeps up."""

from datetime import date
from pathlib import Path

import pytest

from countercase.corpus.full_text import FullText, fts_query, hit_in, named_provisions
from countercase.domain.case import Case, CaseId
from countercase.domain.ranking import CaseFilter
from countercase.errors import InputError
from countercase.workspaces import Workspace

CASES = (
    Case(CaseId("dowry"), "She died within seven years. Charged under Section 304-B. No bail was asked.", "A v. B"),
    Case(CaseId("murder"), "A dying declaration was recorded. Murder was proved by the dying man's words.", "C v. D"),
    Case(CaseId("bail"), "Murder was alleged. Bail was granted. The declaration came later.", "E v. F"),
)


def found(tmp_path: Path, query: str) -> list[str]:
    with Workspace(tmp_path / "w").create() as store:
        for case in CASES:
            store.put(case, [], "test", case.text)
        index = FullText(tmp_path / "full-text.sqlite")
        hits = index.find(query, store, CaseFilter(), 10)
        index.close()
    return [str(hit.case.id) for hit in hits]


@pytest.mark.parametrize(
    ("query", "cases"),
    [
        ('"dying declaration"', {"murder"}),
        ("dying declaration", {"murder"}),
        ("murder", {"murder", "bail"}),
        ("murder NOT bail", {"murder"}),
        ("murder -bail", {"murder"}),
        ('("dying declaration" OR dowry) OR 304-B', {"murder", "dowry"}),
        ("304B", {"dowry"}),
        ("304-B", {"dowry"}),
        ("declar*", {"murder", "bail"}),
    ],
)
def test_a_query_finds_what_it_says(tmp_path: Path, query: str, cases: set[str]) -> None:
    assert set(found(tmp_path, query)) == cases


@pytest.mark.parametrize("query", ["", "NOT bail", "AND", "()"])
def test_a_query_without_words_is_refused(query: str) -> None:
    with pytest.raises(InputError):
        fts_query(query)


def test_a_provision_is_taken_out_of_the_query() -> None:
    provisions, rest = named_provisions("304-B IPC AND cruelty")
    assert [str(one.id) for one in provisions] == ["IPC-304B"]
    assert rest.split() == ["AND", "cruelty"]
    assert named_provisions("138 NI Act notice")[1].split() == ["notice"]
    assert named_provisions('"Section 302 IPC"') == (frozenset(), '"Section 302 IPC"')


def test_the_excerpt_shows_the_words(tmp_path: Path) -> None:
    hit = hit_in(CASES[0], "304B")
    assert [span.of(hit.excerpt) for span in hit.marks] == ["304-B"]
    assert tmp_path.exists()


def test_a_changed_case_is_indexed_again(tmp_path: Path) -> None:
    index = FullText(tmp_path / "full-text.sqlite")
    with Workspace(tmp_path / "w").create() as store:
        store.put(Case(CaseId("a"), "The first text.", "A", decided=date(2001, 1, 1)), [], "test", "1")
        index.refresh(store)
        store.put(Case(CaseId("a"), "Another wording.", "A", decided=date(2001, 1, 1)), [], "test", "2")
        index.refresh(store)
        assert index.search("first", 5) == []
        assert index.search("another", 5) == ["a"]
    index.close()
