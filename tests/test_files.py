"""The one writer of outputs: the old file stays until the new one is whole. The one reader of packaged tables."""

import subprocess
import sys
from pathlib import Path

import pytest

from countercase.errors import InputError
from countercase.files import packaged_rows, whole_file, write_whole


def test_a_file_is_written_whole_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tree.json"
    write_whole(path, "{}")
    write_whole(path, b"[]")
    assert path.read_text() == "[]"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["tree.json"]


def test_a_full_disk_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    path.write_text("the old tree")
    code = (
        "import sys; from pathlib import Path; from countercase.files import write_whole; "
        "write_whole(Path(sys.argv[1]), 'x' * 300_000)"
    )
    run = subprocess.run(
        ["bash", "-c", 'ulimit -f 100; trap "" XFSZ; exec "$0" -c "$1" "$2"', sys.executable, code, str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "cannot be written" in run.stderr
    assert path.read_text() == "the old tree"
    assert [each.name for each in tmp_path.iterdir()] == ["tree.json"]


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written") as caught:
        write_whole(tmp_path / "file" / "below", "x")
    assert "\n" not in str(caught.value)


def test_a_long_file_that_is_broken_off_leaves_the_old_one_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    write_whole(path, "old")
    rows = iter([b"half of the new one", "not bytes"])
    with pytest.raises(TypeError), whole_file(path) as stream:
        stream.writelines(rows)  # type: ignore[arg-type]
    assert path.read_text() == "old"
    assert [found.name for found in tmp_path.iterdir()] == [path.name]
    with whole_file(path) as stream:
        stream.write(b"new")
    assert path.read_text() == "new"


def test_a_packaged_table_may_begin_with_comments() -> None:
    rows = packaged_rows("countercase.counterfactual", "data", "fairness.csv")
    assert set(rows[0]) == {"kind", "group", "value", "source"}
    assert not any(row["kind"].startswith("#") for row in rows)
