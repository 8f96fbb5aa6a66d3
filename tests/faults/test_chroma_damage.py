"""Damaged Chroma files cost Chroma's own list and nothing else."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.faults.small_workspace import filled_store, index_of

from countercase.corpus.store import Store
from countercase.errors import IndexBroken

pytest.importorskip("chromadb")

# Chroma writes its graph to the disk at every thousandth row.
CASES = {f"case-{number:04}": f"Case {number}\nThe tenant of shop {number} paid no rent." for number in range(1, 1101)}
PARTS = [
    "data_level0.bin",
    *(pytest.param(part, marks=pytest.mark.faults) for part in ("header.bin", "chroma.sqlite3", "everything")),
]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    with filled_store(folder, CASES) as store:
        index_of(folder, store).build()
    return folder


@pytest.fixture
def workspace(whole: Path, tmp_path: Path) -> Iterator[tuple[Path, Store]]:
    folder = tmp_path / "w"
    shutil.copytree(whole, folder)
    with filled_store(folder, {}) as store:
        yield folder, store


def garble(folder: Path, part: str) -> None:
    """Overwrite 2,000 bytes of a file of Chroma's, or of all of them, at random."""
    chance = random.Random(23)
    for path in sorted((folder / "indexes" / "gen-000001" / "chroma").rglob("*")):
        if path.is_file() and part in (path.name, "everything"):
            content = bytearray(path.read_bytes())
            for _ in range(2000 if content else 0):
                content[chance.randrange(len(content))] = chance.randrange(256)
            path.write_bytes(content)


@pytest.mark.parametrize("part", PARTS)
def test_a_search_answers_from_the_other_lists_and_says_so(workspace: tuple[Path, Store], part: str) -> None:
    folder, store = workspace
    garble(folder, part)
    index = index_of(folder, store)
    assert index.search("The tenant of shop 7 paid no rent.", top_k=3)[0].case_id == "case-0007"
    (reason,) = index.missing
    assert "Run: countercase index" in reason


@pytest.mark.faults
@pytest.mark.parametrize("part", ["data_level0.bin", "everything"])
def test_a_plan_with_chroma_alone_says_so_and_a_new_index_mends_it(workspace: tuple[Path, Store], part: str) -> None:
    folder, store = workspace
    garble(folder, part)
    index = index_of(folder, store)
    with pytest.raises(IndexBroken, match="Run: countercase index"):
        index.search("The tenant paid no rent.", "chroma_only")
    index.build()
    assert index.search("The tenant of shop 7 paid no rent.", "chroma_only", top_k=3)
    assert index.chroma_damage() == ""
    assert index.missing == ()
