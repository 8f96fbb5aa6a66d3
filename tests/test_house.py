"""The house: one name for one type, and no module longer than a reader can hold."""

import ast
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
