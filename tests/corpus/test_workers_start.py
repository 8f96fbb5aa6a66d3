"""A child that does not come up stops the run with one line; no file is blamed for it."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from countercase.corpus.ingest import Ingest, Summary
from countercase.corpus.workers import WorkerLimits, Workers
from countercase.errors import MissingExtra, ReaderNotStarted
from countercase.settings import IngestSettings
from countercase.workspaces import Workspace

LIMITS = WorkerLimits(workers=1, seconds=60, memory_mb=1024)


# What the children are made to do when they start; each is called by name in the child.
def lacks_a_library() -> Callable[[str], str]:
    raise MissingExtra("lxml", "html")


def dies() -> Callable[[str], str]:
    os._exit(7)


def dies_after(marker: Path) -> Callable[[str], str]:
    """The first child comes up; those after it do not."""
    if marker.exists():
        os._exit(7)
    marker.touch()
    return crash


def crash(_job: str) -> str:
    os._exit(3)


def test_what_the_child_says_of_its_start_is_what_the_user_reads() -> None:
    with pytest.raises(ReaderNotStarted, match=r"cannot start: lxml is not installed\. Run: pip install"):
        list(Workers(lacks_a_library, LIMITS).run(["a", "b"]))


def test_a_child_that_dies_at_its_start_stops_the_run_with_the_remedy() -> None:
    taken = iter("abc")
    with pytest.raises(ReaderNotStarted, match=r"exit code 7.*__main__") as stopped:
        list(Workers(dies, LIMITS).run(taken))
    assert "\n" not in str(stopped.value)
    assert list(taken) == ["b", "c"]


def test_a_crash_is_the_files_fault_and_a_failed_start_is_not(tmp_path: Path) -> None:
    outcomes = Workers(partial(dies_after, tmp_path / "up"), LIMITS).run(["hostile", "good"])
    job, outcome = next(outcomes)
    assert job == "hostile"
    assert "exit code 3" in str(outcome)
    with pytest.raises(ReaderNotStarted):
        next(outcomes)


def test_no_file_is_quarantined_for_a_reader_that_does_not_start(tmp_path: Path) -> None:
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text("The suit was dismissed with costs.", encoding="utf-8")
    summary = Summary()
    with Workspace(tmp_path / "w").create() as store:
        ingest = Ingest(IngestSettings(workers=1), dies)  # type: ignore[arg-type]
        with pytest.raises(ReaderNotStarted):
            ingest.run([tmp_path / "one.txt", tmp_path / "two.txt"], store, summary)
        assert store.quarantined() == []
    assert summary.quarantined == []
    assert not summary.complete


UNGUARDED = """
import sys
from pathlib import Path
from countercase.corpus.ingest import CaseDescriber
from countercase.corpus.ingest import Ingest
from countercase.workspaces import Workspace
from countercase.settings import IngestSettings

with Workspace(Path(sys.argv[1])).create() as store:
    Ingest(IngestSettings(workers=1), CaseDescriber).run([Path(sys.argv[2])], store)
"""


def test_a_script_without_a_main_guard_is_told_so(tmp_path: Path) -> None:
    script, judgment = tmp_path / "script.py", tmp_path / "one.txt"
    script.write_text(UNGUARDED, encoding="utf-8")
    judgment.write_text("The suit was dismissed with costs.", encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "w"), str(judgment)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    last = ran.stderr.strip().splitlines()[-1]
    assert "ReaderNotStarted" in last
    assert 'if __name__ == "__main__":' in last
    with Workspace(tmp_path / "w").open() as store:
        assert store.quarantined() == []
