"""kill -9 and a full disk at every step of all that writes: the old state or the new, and the next run goes on."""

import shutil
from collections import Counter
from pathlib import Path

import pytest
from tests.faults.killing import run_to
from tests.faults.operations import OPERATIONS, SLOW_OPERATIONS

SAMPLE = 3  # kills and full disks of each operation in the ordinary suite; `make faults` does all


@pytest.fixture(params=OPERATIONS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class Trial:
    """One operation, over and over from the same state."""

    def __init__(self, name: str, tmp_path: Path, counts: Counter[str]) -> None:
        self._name = name
        self._counts = counts
        self.operation = {**OPERATIONS, **SLOW_OPERATIONS}[name]
        self._before, self.folder = tmp_path / "before", tmp_path / "work"
        self.folder.mkdir()
        self.operation.prepare(self.folder)
        self.folder.rename(self._before)  # a store remembers where its files came from

    def again(self) -> Path:
        """The state before, once more."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self._before, self.folder)
        return self.folder

    def steps(self) -> tuple[str, ...]:
        """What the work does when nothing stops it."""
        folder = self.again()
        ended = run_to(lambda finish: self.operation.run(folder, finish), folder)
        assert ended.error is None
        self.operation.check(folder, ended.finished, done=True)
        return ended.steps

    def largest(self) -> int:
        """The size of the largest file after the work."""
        return max(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())

    def stop(self, kill_at: int | None = None, file_bytes: int | None = None, full: bool = False) -> None:
        """Stop the work, check what is left, go on, and check that all is there."""
        folder = self.again()
        ended = run_to(lambda finish: self.operation.run(folder, finish), folder, kill_at, file_bytes, full)
        if full:
            assert not ended.killed
            assert ended.error is None or ended.error.startswith(("WorkspaceError", "RetrievalError", "InputError"))
            assert "\n" not in (ended.error or "")
        else:
            assert ended.killed or file_bytes is not None
        how = "full disk" if full else "kill between steps" if file_bytes is None else "kill within a write"
        self._counts[f"{self._name}: {how}"] += 1
        self.operation.check(folder, ended.finished, done=False)
        went_on = run_to(lambda finish: self.operation.run(folder, finish), folder)
        assert went_on.error is None
        self.operation.check(folder, (*ended.finished, *went_on.finished), done=True)


def spread(count: int, of: int) -> list[int]:
    """`count` numbers from 0 to `of`, evenly, without the ends' being left out."""
    return sorted({round(place * (of - 1) / max(1, count - 1)) for place in range(count)})


def test_a_sample_of_kills_and_full_disks(name: str, tmp_path: Path, counts: Counter[str]) -> None:
    trial = Trial(name, tmp_path, counts)
    steps = trial.steps()
    size = trial.largest()
    for place in spread(SAMPLE, len(steps)):
        trial.stop(kill_at=place)
    for place in spread(SAMPLE, size - 1):
        trial.stop(file_bytes=place)
        trial.stop(file_bytes=place, full=True)


@pytest.mark.faults
def test_a_kill_at_every_step(name: str, tmp_path: Path, counts: Counter[str]) -> None:
    trial = Trial(name, tmp_path, counts)
    steps = trial.steps()
    for place in range(len(steps)):
        trial.stop(kill_at=place)


@pytest.mark.faults
def test_a_kill_in_the_middle_of_a_write_and_a_full_disk(name: str, tmp_path: Path, counts: Counter[str]) -> None:
    trial = Trial(name, tmp_path, counts)
    trial.steps()
    sizes = spread(40, trial.largest() - 1)
    for size in sizes:
        trial.stop(file_bytes=size)
        trial.stop(file_bytes=size, full=True)


@pytest.mark.faults
def test_kills_of_a_build_with_chroma(tmp_path: Path, counts: Counter[str]) -> None:
    pytest.importorskip("chromadb")
    trial = Trial("index with Chroma", tmp_path, counts)
    for place in spread(16, len(trial.steps())):
        trial.stop(kill_at=place)
