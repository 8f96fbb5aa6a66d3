"""A store that is locked, full, read-only or damaged says which of these it is, in one line, and loses nothing."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from tests.faults.small_workspace import CASES, filled_store, put
from typer.testing import CliRunner

from countercase.app import open_app
from countercase.cli import app as cli
from countercase.corpus import schema
from countercase.corpus.store import Store
from countercase.domain.case import CaseId
from countercase.errors import CountercaseError, WorkspaceError
from countercase.health import examine_workspace
from countercase.web.matter_store import Matters
from countercase.workspaces import Workspace


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    filled_store(tmp_path / "w").close()
    return tmp_path / "w"


@contextmanager
def held_by_another(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        yield


def test_a_locked_store_is_in_use_and_not_damaged(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(schema._OPTIONS, "timeout", 0.1)
    with held_by_another(folder / "cases.sqlite"):
        with pytest.raises(WorkspaceError, match="is in use by another process"):
            Workspace(folder).open()
        seen = examine_workspace(open_app(folder))
        assert "is in use by another process" in seen["damage"][0]
    with Workspace(folder).open() as store:
        assert store.integrity_check() == ()
        with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(WorkspaceError, match="is in use by another process"):
                put(store, "new", "A new case.")
        put(store, "new", "A new case.")  # the store can be used again at once
        assert len(store.case_ids()) == len(CASES) + 1


def test_two_writers_take_turns(folder: Path) -> None:
    with Workspace(folder).open() as first, Workspace(folder).open() as second:
        put(first, "a", "First.")
        put(second, "b", "Second.")
        put(first, "a", "First, revised.")
        assert {"a", "b"} <= set(second.case_ids())
        assert second.versions(CaseId("a")) == ["First.", "First, revised."]
        assert first.integrity_check() == ()


def test_a_full_disk_is_said_and_what_is_stored_stays(folder: Path) -> None:
    with Workspace(folder).open() as store:
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(WorkspaceError, match="the disk is full"):
            put(store, "large", "word " * 100_000)
        store._db.execute("PRAGMA max_page_count = 1000000")
        assert store.case_ids() == sorted(CASES)
        assert put(store, "large", "word " * 100_000).value == "added"
        assert store.integrity_check() == ()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_disk_that_really_is_full(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], check=False).returncode:
        pytest.skip("mounting is not permitted here")
    try:
        with closing(Matters(disk / "matters.sqlite")) as matters, filled_store(disk / "w") as store:
            kept = matters.add("Kept", {"narrative": "x"})
            with pytest.raises(WorkspaceError, match="disk"):
                matters.put_tree(kept, {"nodes": ["x" * 1000] * 5000})
            assert matters.get(kept.id) == kept
            with pytest.raises(WorkspaceError, match="disk"):
                put(store, "large", "word " * 1_000_000)
            assert store.case_ids() == sorted(CASES)
            assert store.integrity_check() == ()
    finally:
        subprocess.run(["umount", disk], check=True)


READ_ONLY = """
import json, sys
from pathlib import Path
from tests.faults.small_workspace import index_of, put
from countercase.app import open_app
from countercase.workspaces import Workspace
from countercase.errors import WorkspaceError
from countercase.health import examine_workspace

folder = Path(sys.argv[1])
with Workspace(folder).open() as store:
    found = index_of(folder, store).search("The cheque was returned unpaid.", "whatif", top_k=1)[0].case_id
    damage = store.integrity_check()
    try:
        refused = put(store, "new", "A new case.")
    except WorkspaceError as error:
        refused = str(error)
    not_built = None
    try:
        index_of(folder, store).build()
    except Exception as error:
        not_built = str(error)
seen = examine_workspace(open_app(folder))
print(json.dumps([found, damage, refused, not_built, seen["damage"], seen["counts"]["cases"]]))
"""


@pytest.mark.parametrize("how", ["folder", pytest.param("file", marks=pytest.mark.faults)])
def test_a_healthy_read_only_store_is_read_and_not_called_damaged(folder: Path, how: str) -> None:
    with Workspace(folder).open() as store:
        from tests.faults.small_workspace import index_of

        index_of(folder, store).build()
    for path in sorted(folder.rglob("*"), reverse=True) if how == "folder" else [folder / "cases.sqlite"]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    if how == "folder":
        folder.chmod(0o555)
    command = [sys.executable, "-c", READ_ONLY, str(folder)]
    if os.geteuid() == 0:  # root writes wherever it likes, unless it has given that up
        command = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", *command]
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}:{root}"}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    folder.chmod(0o755)
    assert run.returncode == 0, run.stderr
    case, damage, refused, not_built, seen, count = json.loads(run.stdout)
    assert (case, damage, seen, count) == ("cheque", [], [], len(CASES))
    assert "is read-only" in refused
    if how == "folder":
        assert "cannot be written: Permission denied" in not_built


@pytest.mark.parametrize("seeds", [range(12), pytest.param(range(12, 200), marks=pytest.mark.faults)])
def test_a_damaged_store_never_raises_anything_but_its_line(folder: Path, tmp_path: Path, seeds: range) -> None:
    for seed in seeds:
        broken = tmp_path / str(seed)
        shutil.copytree(folder, broken)
        garble(broken / "cases.sqlite", random.Random(seed))
        report = examine_workspace(open_app(broken))  # never raises
        assert set(report) == {"folder", "counts", "damage", "index"}
        with suppress(CountercaseError), Workspace(broken).open() as store:
            use(store)
        shutil.rmtree(broken)


def garble(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    if chance.random() < 0.25:
        del content[chance.randrange(len(content)) :]
    else:
        for _ in range(chance.choice([1, 20, 2000])):
            content[chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content)


def use(store: Store) -> None:
    store.counts()
    for case_id in store.case_ids():
        if store.source_of(case_id):
            store.get(case_id)
            store.provenance(case_id)
    list(store.chunks())
    store.lookup("Asha")
    store.resolve_links()
    put(store, "new", "A new case.")
    store.remove(CaseId("new"))


def test_what_is_no_store_is_named(tmp_path: Path) -> None:
    (tmp_path / "cases.sqlite").write_bytes(b"no database " * 500)
    with pytest.raises(WorkspaceError, match="is damaged or not a Countercase file"):
        Workspace(tmp_path).open()
    doctor = CliRunner().invoke(cli, ["doctor", "--workspace", str(tmp_path), "--json"])
    assert doctor.exit_code == 0, doctor.output
    assert "is damaged or not a Countercase file" in json.loads(doctor.stdout)["workspace"]["damage"][0]


def test_locked_matters_are_in_use_and_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "matters.sqlite"
    Matters(path).close()
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda file, **options: connect(file, **{**options, "timeout": 0.1}))
    with held_by_another(path), pytest.raises(WorkspaceError, match="is in use by another process"):
        Matters(path)
