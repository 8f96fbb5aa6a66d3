"""Writes a result with what is needed to believe it: commit, settings, data hash, machine."""

import json
import os
import platform
import subprocess
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
DATA = Path(os.environ.get("COUNTERCASE_DATA", Path(__file__).parents[2] / "shared" / "data"))


def write_result(name: str, figures: dict[str, Any]) -> Path:
    """Write `results/NAME.json` with the commit and the machine beside the figures; print it too."""
    record = {"benchmark": name, "commit": _commit(), "machine": _machine(), **figures}
    text = json.dumps(record, indent=2, ensure_ascii=False, sort_keys=False)
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(text + "\n", encoding="utf-8")
    print(text)
    return path


def _commit() -> str:
    run = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    return run.stdout.strip() or "unknown"


def _machine() -> dict[str, Any]:
    return {"python": platform.python_version(), "cores": os.cpu_count(), "system": platform.system()}
