"""Moving a workspace to a database and back: everything arrives, nothing is lost half-way, nothing is overwritten."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from countercase import move as moving
from countercase.app import App
from countercase.cli import app as command_line
from countercase.corpus.builtin import builtin_cases
from countercase.corpus.sections import chunk_case
from countercase.domain.case import CaseId
from countercase.errors import WorkspaceError
from countercase.move import move
from countercase.settings import Settings, StoreSettings
from countercase.web.matter_store import FILE_NAME, Matters, PostgresMatters
from countercase.workspaces import PostgresStore, Workspace, builtin_workspace

CASES = builtin_cases()[:30]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small workspace with cases, a quarantined file, and matters of two users."""
    place = tmp_path / "w"
    with Workspace(place).create() as store:
        for case in CASES:
            sha = hashlib.sha256(case.text.encode()).hexdigest()
            store.put(case, chunk_case(case, Settings().chunks), f"/files/{case.id}", sha)
            store.put_facts(case.id, "{}")
        newer = replace(CASES[0], text=CASES[0].text + "\n")
        store.put(newer, (), "/files/again", "other")
        store.quarantine("/files/bad.pdf", "broken")
        store.resolve_links()
    matters = Matters(place / FILE_NAME)
    first = matters.of("asha").add("A", {"facts": []})
    matters.of("asha").put_tree(first, {"nodes": []})
    matters.of("asha").put_finding(first.id, 1, "shares", {"x": 1})
    matters.of("ravi").add("B", {"facts": []})
    matters.close()
    return place


def content(place: str) -> dict[str, moving.MovedTable]:
    with moving._opened(place, False, create=False) as side:
        return moving._checksums(side)


def test_there_and_back_is_the_same(folder: Path, postgres_url: str, tmp_path: Path) -> None:
    report = move(str(folder), postgres_url)
    assert (report.moved, report.skipped) == (30, 0)
    assert report.tables["cases"].rows == 30
    assert report.tables["versions"].rows == 31
    assert move(postgres_url, str(tmp_path / "back")).moved == 30
    assert content(str(tmp_path / "back")) == content(str(folder)) == content(postgres_url)
    with (
        Workspace(folder).open() as here,
        PostgresStore(postgres_url) as there,
        Workspace(tmp_path / "back").open() as back,
    ):
        for store in (there, back):
            assert [store.get(case.id) for case in CASES] == [here.get(case.id) for case in CASES]
            assert store.lookup("state of") == here.lookup("state of")
            assert store.links() == here.links()
            assert store.integrity_check() == ()
        assert there.put(replace(CASES[1], id=CaseId("new")), (), "s", "h").value == "added"  # numbers go on
    matters = PostgresMatters(postgres_url)
    assert [matter.title for matter in matters.of("asha").all()] == ["A"]
    assert matters.all() == []
    matters.close()


def test_a_killed_move_goes_on_and_loses_nothing(
    folder: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(str(folder))
    monkeypatch.setattr(moving, "BATCH", 10)
    real = moving._replace_cases
    groups: Iterator[int] = iter(range(100))

    def killed(*arguments: object) -> None:
        if next(groups) == 2:
            raise KeyboardInterrupt
        real(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(moving, "_replace_cases", killed)
        with pytest.raises(KeyboardInterrupt):
            move(str(folder), postgres_url)
    assert content(str(folder)) == before
    with PostgresStore(postgres_url) as there:
        assert len(there.case_ids()) == 20
    report = move(str(folder), postgres_url)
    assert (report.moved, report.skipped) == (10, 20)
    assert content(postgres_url) == before


def test_a_place_with_other_cases_is_refused(folder: Path, postgres_url: str) -> None:
    with PostgresStore(postgres_url) as there:
        there.put(CASES[3], (), "s", "h")
    with pytest.raises(WorkspaceError, match="holds other cases"):
        move(str(folder), postgres_url)
    with PostgresStore(postgres_url) as there:
        assert there.case_ids() == [CASES[3].id]


def test_a_matter_written_at_the_target_meanwhile_is_not_replaced(
    folder: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(moving, "_compare", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            move(str(folder), postgres_url)
    matters = PostgresMatters(postgres_url)
    mine = matters.add("mine", {})
    with pytest.raises(WorkspaceError, match="of its own"):
        move(str(folder), postgres_url)
    assert matters.get(mine.id).title == "mine"
    matters.close()


def test_a_password_is_not_taken_from_the_command_line(folder: Path) -> None:
    run = CliRunner().invoke(
        command_line, ["move", "--workspace", str(folder), "--to", "postgresql://me:secret@127.0.0.1/db"]
    )
    assert run.exit_code == 2
    assert "pgpass" in run.output
    assert "secret" not in run.output


def test_exact_plans_on_the_built_in_corpus_are_identical(postgres_url: str, tmp_path: Path) -> None:
    """The index goes along; every exact plan gives the same precedents, passages and scores."""
    settings = Settings(store=StoreSettings(url=postgres_url))
    here = App(builtin_workspace(settings), settings, built_in=True)
    _ = here.index.files
    assert move(str(here.folder), postgres_url).index == "moved with its vectors"
    there = App(tmp_path / "copy", settings, database=postgres_url)
    asked = [
        "The accused, aged 17, stabbed his cousin with a knife; he is charged under Section 302 IPC.",
        "A cheque was returned unpaid and the notice was sent after thirty-five days.",
        "The wife died of burns within seven years of marriage after demands for dowry.",
    ]
    for plan in ("whatif", "bm25_only", "dpr_only", "fast"):
        for text in asked:
            assert there.search(text, plan) == here.search(text, plan)
    in_database = App(
        tmp_path / "copy", Settings(store=StoreSettings(url=postgres_url, exact="database")), database=postgres_url
    )
    for text in asked:
        near, far = here.search(text, "whatif"), in_database.search(text, "whatif")
        assert [one.case_id for one in far] == [one.case_id for one in near]
        assert [one.score for one in far] == pytest.approx([one.score for one in near], abs=1e-4)
        found = there.search(text, "full_system")
        assert {one.case_id for one in found} == {one.case_id for one in here.search(text, "full_system")}
    there.close()
    in_database.close()
