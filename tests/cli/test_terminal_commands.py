"""What files, judgments and servers say is shown on the terminal and never obeyed by it."""

import subprocess
import sys
from pathlib import Path

import pytest

from countercase.cli.terminal import without_commands


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ram v. State\n\tp. 4", "Ram v. State\n\tp. 4"),
        ("राम बनाम राज्य", "राम बनाम राज्य"),
        ("\x1b[31mred\x1b[0m", "\x1b[31mred\x1b[0m"),  # a colour is harmless
        ("\x1b[8mhidden", "␛[8mhidden"),
        ("\x1b[2J\x1b]0;title\x07", "␛[2J␛]0;title␇"),
        ("safe\rfalse", "safe␍false"),
        ("a\x9b2Jb", "a\ufffd2Jb"),
        ("evil\u202etxt.exe", "evil\ufffdtxt.exe"),
        ("caf\udce9.txt", "caf\ufffd.txt"),
    ],
)
def test_commands_are_made_visible(text: str, shown: str) -> None:
    assert without_commands(text) == shown


def test_a_file_name_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    hostile = tmp_path / "\x1b[2J\x1b]0;owned\x07.txt"
    command = [sys.executable, "-m", "countercase", "check", str(hostile)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert "owned" in done.stderr
    assert not any(letter in done.stdout + done.stderr for letter in "\x1b\x07")


MAKES_A_FILE = """
import sys
from countercase.cli import main
sys.argv[1:] = ["--version"]
try:
    main()
finally:
    open("made", "w").close()
"""


def test_what_is_written_is_for_its_owner_alone(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", MAKES_A_FILE], check=True, cwd=tmp_path, capture_output=True)
    assert (tmp_path / "made").stat().st_mode & 0o077 == 0
