"""Spoiled files and texts are read or refused in words, never with a traceback. `make fuzz` does this for an hour."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.fuzz.__main__ import problem
from tests.fuzz.parsers import parsers

CASES = 120  # of each parser; about a minute for all
NATIVE = ("pdf", "parquet")  # libraries in C, which the product runs in a child process: so do we


@pytest.mark.parametrize("name", sorted(set(parsers()) - set(NATIVE)))
def test_a_spoiled_example_is_refused_in_words(name: str, tmp_path: Path) -> None:
    found = [(number, wrong) for number in range(CASES) if (wrong := problem(parsers()[name], number, tmp_path))]
    assert found == []


@pytest.mark.parametrize("name", NATIVE)
def test_a_spoiled_file_for_a_native_library_is_refused_in_words(name: str) -> None:
    command = [sys.executable, "-m", "tests.fuzz", "--only", name, "--cases", str(CASES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert "findings" in done.stdout, done.stderr[-500:]
    assert done.returncode == 0, done.stdout[-2000:]


@pytest.mark.parametrize("name", sorted(parsers()))
def test_the_examples_themselves_are_read(name: str, tmp_path: Path) -> None:
    for seed in parsers()[name].seeds:
        parsers()[name].read(seed, tmp_path)
