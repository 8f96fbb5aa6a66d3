"""Searches while the index is built, two builds at once, and a search after a case was removed."""

import gc
import os
import threading
from pathlib import Path

import pytest
from tests.faults.small_workspace import CASES, filled_store, index_of, put
from tests.retrieval.corpus_on_the_spot import WordEncoder

from countercase.domain.case import CaseId
from countercase.errors import RetrievalError
from countercase.retrieval.index import IndexSource, build_index, open_index
from countercase.workspaces import Workspace


def build(folder: Path) -> None:
    with Workspace(folder).open() as store:
        build_index(folder / "indexes", IndexSource(list(store.chunks())), WordEncoder())


def test_a_search_during_builds_always_answers_from_one_generation(tmp_path: Path) -> None:
    filled_store(tmp_path).close()
    build(tmp_path)
    builds, stop = [0], threading.Event()

    def keep_building() -> None:
        while not stop.is_set():
            build(tmp_path)
            builds[0] += 1

    builder = threading.Thread(target=keep_building)
    builder.start()
    try:
        with Workspace(tmp_path).open() as store:
            while builds[0] < 12:
                assert builder.is_alive()
                index = index_of(tmp_path, store)
                assert [found.case_id for found in index.search("unpaid cheque", "whatif", 1)] == ["cheque"]
                assert set(open_index(tmp_path / "indexes").cases) == set(CASES)
                del index
                gc.collect()  # an index that nobody holds keeps its maps, and so its open files, until then
    finally:
        stop.set()
        builder.join()


def test_of_two_builds_at_once_one_is_told_to_wait(tmp_path: Path) -> None:
    filled_store(tmp_path).close()
    outcomes: list[str] = []

    def attempt() -> None:
        try:
            build(tmp_path)
            outcomes.append("built")
        except RetrievalError as error:
            outcomes.append(str(error))

    threads = [threading.Thread(target=attempt) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "built" in outcomes
    assert all(outcome == "built" or "Another process is building the index" in outcome for outcome in outcomes)
    assert set(open_index(tmp_path / "indexes").cases) == set(CASES)


def test_a_removed_case_is_left_out_before_the_index_is_built_again(tmp_path: Path) -> None:
    with filled_store(tmp_path) as store:
        build(tmp_path)
        index = index_of(tmp_path, store)
        assert index.search("unpaid cheque", "whatif")[0].case_id == "cheque"
        store.remove(CaseId("cheque"))
        assert {found.case_id for found in index.search("unpaid cheque", "whatif")} == {*CASES} - {"cheque"}
        put(store, "cheque", CASES["cheque"])
        assert index.search("unpaid cheque", "whatif")[0].case_id == "cheque"


def test_the_lock_of_a_killed_build_does_not_stay(tmp_path: Path) -> None:
    filled_store(tmp_path).close()
    (tmp_path / "indexes").mkdir()
    (tmp_path / "indexes" / "LOCK").write_text(str(os.getpid()))
    build(tmp_path)
    assert len(open_index(tmp_path / "indexes").cases) == len(CASES)


@pytest.mark.parametrize("name", ["hashes.npy", "encoded.npy", "vectors.npy", "ids.json", "manifest.json", "CURRENT"])
@pytest.mark.parametrize("damage", ["garbled", "cut", "gone"])
def test_every_damaged_file_of_an_index_is_told_and_mended(tmp_path: Path, name: str, damage: str) -> None:
    with filled_store(tmp_path) as store:
        build(tmp_path)
        path = tmp_path / "indexes" / name if name == "CURRENT" else tmp_path / "indexes" / "gen-000001" / name
        content = path.read_bytes()
        if damage == "gone":
            path.unlink()
        else:
            path.write_bytes(content[: len(content) // 2] if damage == "cut" else os.urandom(len(content)))
        with pytest.raises(RetrievalError, match="Run: countercase index"):
            index_of(tmp_path, store).search("unpaid cheque", "whatif")
        build(tmp_path)
        assert index_of(tmp_path, store).search("unpaid cheque", "whatif")[0].case_id == "cheque"
