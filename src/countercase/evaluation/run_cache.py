"""Answers kept on disk under a hash of all that they depend on."""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countercase.evaluation.system import Answer

FORMAT = 1  # changes when the file's form does, so that old files are not read


def run_key(system: str, fingerprint: str, digest: str, batch: int) -> str:
    """The hash under which a run is kept: measures and significance do not change it."""
    return hashlib.sha256(json.dumps([FORMAT, system, fingerprint, digest, batch]).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class RunCache:
    """One file a run."""

    folder: Path

    def get(self, key: str) -> dict[str, Answer] | None:
        """The answers, or None where there are none or the file is not whole."""
        try:
            content = json.loads((self.folder / f"{key}.json").read_text(encoding="utf-8"))
            return {query: _answer(row) for query, row in content["answers"].items()}
        except (FileNotFoundError, KeyError, TypeError, ValueError):  # bad JSON and bad UTF-8 are ValueErrors
            return None

    def put(self, key: str, answers: Mapping[str, Answer]) -> None:
        """Keep the answers; the file appears whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        rows = {query: {"ranking": list(a.ranking), "seconds": dict(a.seconds)} for query, a in answers.items()}
        draft = self.folder / f"{key}.{os.getpid()}.tmp"
        draft.write_text(json.dumps({"answers": rows}), encoding="utf-8")
        draft.replace(self.folder / f"{key}.json")


def _answer(row: Mapping[str, Any]) -> Answer:
    return Answer([(str(case), float(score)) for case, score in row["ranking"]], dict(row["seconds"]))
