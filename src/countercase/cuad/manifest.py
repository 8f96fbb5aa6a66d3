"""What was generated, from what, and what was left out and why."""

import hashlib
import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Drop:
    """Something left out: a contract, or a cell, or one quote of a cell; `row` is the line of the contract, from 1."""

    what: str
    reason: str
    row: int
    file: str
    column: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Counts, hashes and drops of one run."""

    policy: str
    titles: str
    tests: int
    contracts: int
    snippets: int
    recovered: dict[str, dict[str, int]]
    names: dict[str, int]
    unusual_names: dict[str, str]
    sha256: dict[str, str]
    drops: tuple[Drop, ...]
    language_model: dict[str, Any] = field(default_factory=dict)  # what was asked of it, where it made the titles

    def summary(self) -> dict[str, Any]:
        """Everything but the single drops, which are counted by reason."""
        values = asdict(self)
        del values["drops"]
        return {**values, "dropped": dict(Counter(f"{drop.what}: {drop.reason}" for drop in self.drops).most_common())}

    def to_json(self, path: Path) -> None:
        """Write all of it."""
        values = {**self.summary(), "drops": [asdict(drop) for drop in self.drops]}
        path.write_text(json.dumps(values, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def sha256_of(path: Path) -> str:
    """The hash of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
