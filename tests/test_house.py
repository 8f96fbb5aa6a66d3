"""The house: one name for one type, and no module longer than a reader can hold."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import countercase

ROOT = Path(countercase.__file__).parent
LONGEST = 450


def test_no_two_public_types_share_a_name() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


def test_no_module_is_too_long() -> None:
    lengths = {path.relative_to(ROOT): path.read_text().count("\n") for path in ROOT.rglob("*.py")}
    assert {str(path): lines for path, lines in lengths.items() if lines > LONGEST} == {}


# These write into a folder of their own, which is renamed when it is whole, or go on with a part of a download.
_WRITE_THEIR_WAY = {
    "files.py",
    "download.py",
    "web/files.py",
    *(f"retrieval/{name}.py" for name in ("bm25", "citing", "index", "ngrams", "pgvector", "dense")),
}


def test_every_other_file_is_written_by_the_one_writer() -> None:
    writes = re.compile(
        r"\.write_(?:text|bytes)\(|open\([^)]*[\"'][wax]b?[\"']|np\.save\((?!stream)|\.save\((?!stream|held)"
    )
    found = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        if writes.search(path.read_text(encoding="utf-8"))
    }
    assert found - _WRITE_THEIR_WAY == set()
