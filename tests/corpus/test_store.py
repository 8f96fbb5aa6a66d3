"""The store: what goes in comes out, versions, lookup, filters, graph, damage."""

import json
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from countercase.cli import app
from countercase.corpus import schema
from countercase.corpus.read import PageSpan
from countercase.corpus.schema import _NORMAL, DESCRIPTION_TABLES
from countercase.corpus.store import COUNTED, Put, Store
from countercase.domain.case import (
    Case,
    CaseId,
    Chunk,
    ChunkId,
    CitedCase,
    Outcome,
    Paragraph,
    Party,
    PartyType,
    PrintedTreatment,
    SectionType,
)
from countercase.domain.provision import Provision
from countercase.domain.ranking import CaseFilter
from countercase.domain.span import Cut, Span, apply_cuts
from countercase.errors import CorpusError, NotFound, WorkspaceError
from countercase.law.citations import normalise_citation
from countercase.law.precedents.names import name_key
from countercase.postgres import driver
from countercase.workspaces import PostgresStore, Workspace

TEXT = "The accused was convicted. The appeal is dismissed."


def make_case(case_id: str = "c1", **changes: object) -> Case:
    case = Case(
        id=CaseId(case_id),
        text=TEXT,
        name="Asha Devi v. State of Kerala",
        decided=date(2011, 3, 4),
        bench=("A. Judge", "B. Judge"),
        citations=("(2011) 4 SCC 80", "2011 INSC 12"),
        case_numbers=("Criminal Appeal No. 7 of 2010",),
        petitioner=Party("Asha Devi", PartyType.INDIVIDUAL),
        respondent=Party("State of Kerala", PartyType.STATE),
        provisions={Provision("IPC", "302"): 3, Provision("BNS", "103", ("1",)): 1},
        outcome=Outcome.DISMISSED,
        cites=(CitedCase("Ram Lal v. State of Bihar", ("(1999) 2 SCC 5",), PrintedTreatment.RELIED_ON),),
        paragraphs=(
            Paragraph(Span(0, 26), SectionType.FACTS, "1", 4),
            Paragraph(Span(26, len(TEXT)), SectionType.HELD),
        ),
        source="report.txt",
    )
    return replace(case, **changes)  # type: ignore[arg-type]


def chunks_of(case: Case) -> tuple[Chunk, ...]:
    return (
        Chunk(ChunkId(f"{case.id}:0"), case.id, Span(0, 26), case.text[:26], SectionType.FACTS, "1", 4),
        Chunk(ChunkId(f"{case.id}:1"), case.id, Span(26, len(case.text)), case.text[26:], SectionType.HELD),
    )


def put(store: Store, case: Case, sha: str = "sha-1") -> Put:
    return store.put(case, chunks_of(case), f"/files/{case.id}.txt", sha)


@pytest.fixture(params=["sqlite", "postgres"])
def store(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    """Every store passes the same suite."""
    if request.param == "postgres":
        with PostgresStore(request.getfixturevalue("postgres_url")) as opened:
            yield opened
    else:
        with Workspace(tmp_path / "w").create() as opened:
            yield opened


def again(store: Store) -> Store:
    """Another connection to the same cases."""
    return PostgresStore(store.database.url) if isinstance(store, PostgresStore) else Store(store.path)


def test_a_case_comes_back_as_it_went_in(store: Store) -> None:
    case = make_case()
    assert put(store, case) is Put.ADDED
    assert store.get(case.id) == case
    assert tuple(store.chunks()) == chunks_of(case)
    assert store.chunk(ChunkId("c1:1")) == chunks_of(case)[1]
    bare = Case(CaseId("bare"), "x", "")
    store.put(bare, (), "s", "h")
    assert store.get(CaseId("bare")) == bare


def test_the_same_bytes_change_nothing(store: Store) -> None:
    put(store, make_case())
    before = store.counts(), store.revision
    assert put(store, make_case()) is Put.UNCHANGED
    assert (store.counts(), store.revision) == before


def test_other_bytes_make_a_new_version_and_keep_the_old_text(store: Store) -> None:
    put(store, make_case())
    store.put_facts(CaseId("c1"), "{}")
    changed = make_case(text=TEXT + " No costs.", citations=("2011 INSC 12",))
    assert put(store, changed, "sha-2") is Put.NEW_VERSION
    assert store.get(CaseId("c1")) == changed
    assert store.versions(CaseId("c1")) == [TEXT, changed.text]
    assert store.facts(CaseId("c1")) is None
    assert store.by_citation("(2011) 4 SCC 80") == set()
    assert put(store, make_case(), "sha-1") is Put.NEW_VERSION
    assert store.provenance(CaseId("c1")).version == 3
    assert store.integrity_check() == ()


def test_reading_again_replaces_the_version(store: Store) -> None:
    put(store, make_case())
    better = make_case(name="Asha Devi v. State of Karnataka")
    assert store.put(better, chunks_of(better), "/files/c1.txt", "sha-1", again=True) is Put.READ_AGAIN
    assert store.get(CaseId("c1")).name == better.name
    assert len(store.versions(CaseId("c1"))) == 1


def test_a_chunk_that_is_no_span_of_its_case_is_refused_whole(store: Store) -> None:
    case = make_case()
    wrong = replace(chunks_of(case)[0], text="something else entirely!!!")
    with pytest.raises(ValueError, match="not a span"):
        store.put(case, (wrong,), "s", "h")
    assert store.case_ids() == []


def test_a_failing_put_leaves_no_half(store: Store) -> None:
    put(store, make_case())
    other = make_case("c2")
    taken = replace(chunks_of(other)[0], id=ChunkId("c1:0"))
    with pytest.raises((sqlite3.IntegrityError, driver().IntegrityError)):
        store.put(other, (taken,), "s", "h")
    assert store.case_ids() == ["c1"]
    assert put(store, other) is Put.ADDED


def test_places_lead_back_to_page_and_offset(store: Store) -> None:
    original = "The accused was F convicted. 596 The appeal is dismissed."
    text, offsets = apply_cuts(original, [Cut(16, 18), Cut(29, 33)])
    case = make_case(text=text)
    pages = (PageSpan(595, 0, 27), PageSpan(596, 27, len(text)))
    store.put(case, chunks_of(case), "s", "h", pages, offsets)
    page, offset = store.provenance(case.id).original_position(text.index("appeal"))
    assert (page, original[offset:].split(maxsplit=1)[0]) == (596, "appeal")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("asha devi", ["c1"]),
        ("Asha Devi vs. State of Kerala & Ors.", ["c1"]),
        ("Asha Devi v. State of Kerala", ["c1"]),
        ("kerala", ["c1", "c2"]),
        ("kera", ["c1", "c2"]),
        ("(2011) 4 SCC 80", ["c1"]),
        ("2011 (4) S.C.C. 80", ["c1"]),
        ("a.k. mohan", ["c2"]),
        ("AK Mohan", []),
        ("u/s 302", ["c1", "c2"]),
        ("IPC-302", ["c1", "c2"]),
        ("section 302 IPC", ["c1", "c2"]),
        ("criminal appeal 7 of 2010", ["c1", "c2"]),
        ('"; DROP TABLE cases; --', []),
        ("of the", []),
        ("appeal a.k.", ["c2"]),
    ],
)
def test_lookup_by_name_citation_provision_and_number(store: Store, words: str, found: list[str]) -> None:
    put(store, make_case())
    put(store, make_case("c2", name="A.K. Mohan v. State of Kerala", citations=("AIR 1950 SC 27",)))
    assert sorted(case_id for case_id, _ in store.lookup(words)) == found


def test_by_citation_and_by_name_serve_the_law_module(store: Store) -> None:
    put(store, make_case(citations=("2011 (4) S.C.C. 80",)))
    assert store.by_citation("(2011) 4 SCC 80") == {"c1"}
    (found,) = store.by_name(name_key("ASHA DEVI & ORS. versus THE STATE OF KERALA"))
    assert (found.id, found.decided) == ("c1", date(2011, 3, 4))


def test_the_citation_graph(store: Store) -> None:
    put(store, make_case())
    earlier = make_case(
        "c0", name="Ram Lal v. State of Bihar", citations=("1999 (2) SCC 5",), decided=date(1999, 1, 5), cites=()
    )
    put(store, earlier)
    assert store.resolve_links() == 1
    assert [cited.case_id for cited in store.get(CaseId("c1")).cites] == ["c0"]
    (link,) = store.cited_by(CaseId("c0"))
    assert (link.case_id, link.treatment) == ("c1", PrintedTreatment.RELIED_ON)
    later = replace(earlier, decided=date(2020, 1, 1))
    put(store, later, "sha-2")
    assert store.resolve_links() == 0
    assert store.cited_by(CaseId("c0")) == []


@pytest.mark.parametrize(
    ("wanted", "allowed"),
    [
        (CaseFilter(), {"c1:0", "c1:1", "c2:0", "c2:1"}),
        (CaseFilter(first_year=2012), {"c2:0", "c2:1"}),
        (CaseFilter(last_year=2011), {"c1:0", "c1:1"}),
        (CaseFilter(decided_before=date(2011, 3, 4)), set()),
        (CaseFilter(decided_before=date(2011, 3, 5)), {"c1:0", "c1:1"}),
        (CaseFilter(min_bench=3), {"c2:0", "c2:1"}),
        (CaseFilter(courts=frozenset({"High Court"})), {"c2:0", "c2:1"}),
        (CaseFilter(outcomes=frozenset({Outcome.DISMISSED})), {"c1:0", "c1:1"}),
        (CaseFilter(sections=frozenset({SectionType.HELD})), {"c1:1", "c2:1"}),
        (CaseFilter(provisions=frozenset({Provision("BNS", "103")})), {"c1:0", "c1:1"}),
        (CaseFilter(provisions=frozenset({Provision("BNS", "103", ("2",))})), set()),
        (CaseFilter(first_year=2011, sections=frozenset({SectionType.FACTS}), min_bench=1), {"c1:0", "c2:0"}),
    ],
)
def test_a_filter_admits_chunks(store: Store, wanted: CaseFilter, allowed: set[str]) -> None:
    put(store, make_case())
    put(
        store,
        make_case(
            "c2",
            decided=date(2015, 1, 1),
            bench=("A", "B", "C"),
            court="High Court",
            outcome=Outcome.ALLOWED,
            provisions={Provision("CPC", "9"): 1},
        ),
    )
    assert store.allowed(wanted) == allowed


def test_a_reader_sees_a_whole_old_state_during_a_write(store: Store) -> None:
    put(store, make_case())
    changed = make_case(text=TEXT + " No costs.")
    with again(store) as reader, reader._reading():
        old = reader.get(CaseId("c1"))
        put(store, changed, "sha-2")
        assert reader.get(CaseId("c1")) == old
        assert tuple(reader.chunks()) == chunks_of(old)
    with again(store) as reader:
        assert reader.get(CaseId("c1")) == changed


def test_threads_share_a_store(store: Store) -> None:
    put(store, make_case())
    seen: list[str] = []

    def look() -> None:
        for number in range(20):
            store.quarantine(f"/f/{threading.get_ident()}/{number}", "broken")
            seen.append(store.get(CaseId("c1")).name)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 80


def test_quarantine_holds_and_releases(store: Store) -> None:
    store.quarantine("/files/c1.txt", "broken", "abc")
    store.quarantine("/files/c1.txt", "still broken", "abc")
    assert [(held.source, held.reason) for held in store.quarantined()] == [("/files/c1.txt", "still broken")]
    put(store, make_case())
    assert store.quarantined() == []


def test_damage_is_named(store: Store) -> None:
    put(store, make_case())
    store._db.execute("UPDATE chunks SET text = 'other' WHERE id = 'c1:0'")
    store._db.execute("DELETE FROM case_words")
    assert store.integrity_check() == ("case c1: cannot be looked up", "chunk c1:0: differs from its span in the text")


def test_files_that_are_not_ours(tmp_path: Path) -> None:
    (tmp_path / "text.sqlite").write_text("no database, but long enough to be looked at as one" * 20)
    with pytest.raises(WorkspaceError, match="damaged or not a Countercase file"):
        Store(tmp_path / "text.sqlite")
    other = sqlite3.connect(tmp_path / "other.sqlite")
    other.execute("CREATE TABLE theirs (x)")
    other.close()
    with pytest.raises(WorkspaceError, match="not a case store of ours"):
        Store(tmp_path / "other.sqlite")
    with pytest.raises(WorkspaceError, match="countercase ingest"):
        Workspace(tmp_path / "empty").open()
    with pytest.raises(WorkspaceError, match="cannot be opened"):
        Store(tmp_path / "no" / "folder.sqlite")


def test_an_older_file_is_migrated_and_a_newer_one_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cases.sqlite"
    with Store(path) as store:
        put(store, make_case())
    added = ("ALTER TABLE cases ADD COLUMN note TEXT",)
    with monkeypatch.context() as patch:
        newer = (*schema.migrations(), added)
        patch.setattr(schema, "migrations", lambda: newer)
        with Store(path) as store:
            assert schema.schema_version(store._db) == len(schema.migrations())
            assert store.get(CaseId("c1")) == make_case()
    with pytest.raises(WorkspaceError, match="newer countercase"):
        Store(path)


def test_an_older_store_learns_which_of_its_texts_are_our_digests(tmp_path: Path) -> None:
    path = tmp_path / "cases.sqlite"
    older = sqlite3.connect(path)
    for statement in schema.migrations()[0]:
        older.execute(statement)
    older.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    older.execute("PRAGMA user_version = 1")
    for name, text in (("ours", "Facts\nA fell.\n\nIssue\nWho?\n\nHeld\nB.\n"), ("theirs", "1. Leave granted.\n")):
        older.execute("INSERT INTO cases VALUES (NULL, ?, 1, ?, ?, '', NULL, NULL, NULL, NULL, '')", (name, name, name))
        older.execute("INSERT INTO versions VALUES (?, 1, '', '', '', ?, NULL, '[]')", (name, text))
    older.commit()
    older.close()
    with Store(path) as store:
        assert [store.get(CaseId(name)).is_digest for name in ("ours", "theirs")] == [True, False]


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cases.sqlite"
    Store(path).close()
    broken = ("ALTER TABLE cases ADD COLUMN note TEXT", "this is no SQL")
    with monkeypatch.context() as patch:
        newer = (*schema.migrations(), broken)
        patch.setattr(schema, "migrations", lambda: newer)
        with pytest.raises(WorkspaceError):
            Store(path)
    with Store(path) as store:
        assert schema.schema_version(store._db) == len(schema.migrations())
        put(store, make_case())


def test_what_is_not_there_says_so(store: Store) -> None:
    for ask in (
        lambda: store.get(CaseId("x")),
        lambda: store.provenance(CaseId("x")),
        lambda: store.chunk(ChunkId("x")),
    ):
        with pytest.raises((NotFound, CorpusError), match="'x'"):
            ask()


@given(
    st.sampled_from(("({}) {} SCC {}", "AIR {} SC {}", "[{}] {} SCR {}", "[{}] Supp. {} SCR {}", "{} INSC {}")),
    st.data(),
)
def test_citations_taken_as_normal_are_normal(form: str, data: st.DataObject) -> None:
    year = data.draw(st.integers(2018 if "INSC" in form else 1801, 2099))
    numbers = [data.draw(st.integers(0, 120)) for _ in range(form.count("{}") - 2)]
    written = form.format(year, *numbers, data.draw(st.integers(0, 12000)))
    if _NORMAL.fullmatch(written):
        assert normalise_citation(written).normal == written


def test_both_stores_have_the_same_tables_and_columns(tmp_path: Path, postgres_url: str) -> None:
    with Workspace(tmp_path / "w").create() as here, PostgresStore(postgres_url) as shared:
        for table in (*COUNTED, *DESCRIPTION_TABLES, "meta"):
            columns = [row[1] for row in here._db.execute(f"PRAGMA table_info({table})")]
            theirs = shared._db.execute(
                "SELECT column_name FROM information_schema.columns WHERE table_schema = 'countercase'"
                " AND table_name = ? ORDER BY ordinal_position",
                (table,),
            )
            assert [row[0] for row in theirs] == columns, table


def test_postgres_says_what_it_cannot_keep(postgres_url: str) -> None:
    with PostgresStore(postgres_url) as store:
        with pytest.raises(CorpusError, match="NUL"):
            store.put(Case(CaseId("nul"), "a\0b", "n"), (), "s", "h")
        assert store.case_ids() == []


def test_a_removed_case_leaves_nothing_behind(store: Store) -> None:
    cited = CitedCase("Asha Devi v. State of Kerala", ("2011 INSC 12",), PrintedTreatment.RELIED_ON)
    put(store, make_case("a", cites=()))
    put(store, make_case("b", cites=(cited,), name="Ram v. Lal", citations=()))
    store.resolve_links()
    assert store.links() == [("b", "a")]
    assert store.remove(CaseId("a")) == "Asha Devi v. State of Kerala"
    assert store.case_ids() == ["b"]
    assert store.links() == []
    assert store.integrity_check() == ()
    with pytest.raises(NotFound):
        store.remove(CaseId("a"))
    assert put(store, make_case("a")) is Put.ADDED


def test_the_remove_command(tmp_path: Path) -> None:
    with Workspace(tmp_path).create() as store:
        put(store, make_case("a/b c"))
    arguments = ["remove", "a/b c", "--workspace", str(tmp_path), "--json"]
    run = CliRunner().invoke(app, arguments)
    assert json.loads(run.stdout) == {
        "workspace": str(tmp_path), "removed": "a/b c", "name": "Asha Devi v. State of Kerala", "cases": 0
    }  # fmt: skip
    again = CliRunner().invoke(app, arguments)
    assert again.exit_code == 2
    assert "There is no case 'a/b c' here" in again.output
    assert CliRunner().invoke(app, ["remove", "x"]).exit_code == 2


def test_browsing_counts_and_finds_the_same_in_every_store(store: Store) -> None:
    put(store, make_case())
    put(store, make_case("c2", name="Mohan v. State", court="High Court of Delhi", decided=None, citations=()))
    counts = store.count_cases()
    assert dict(counts.courts) == {"Supreme Court of India": 1, "High Court of Delhi": 1}
    assert dict(counts.provisions)["IPC-302"] == 2
    assert store.newest_cases() == ["c1", "c2"]
    assert store.cases_under(["IPC"]) == {"c1", "c2"}
    assert [shared.case_id for shared in store.citing_the_same(CaseId("c1"))] == ["c2"]
    assert store.allowed_cases(CaseFilter(courts=frozenset({"Delhi"}))) == {"c2"}
