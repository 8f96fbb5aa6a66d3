"""Writes a result with what is needed to believe it: commit, date, settings, versions, machine."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from countercase.evaluation.results import commit, provenance
from countercase.settings import load_settings

RESULTS = Path(__file__).parent / "results"
DATA = Path(os.environ.get("COUNTERCASE_DATA", Path(__file__).parents[2] / "shared" / "data"))


def write_result(name: str, figures: dict[str, Any], inputs: dict[str, str] | None = None) -> Path:
    """Write `results/NAME.json` with its provenance beside the figures; print it too. `inputs` are hashes of data."""
    source = provenance(settings=load_settings(), inputs=inputs).as_record()
    command = ["python", "-m", f"benchmarks.{Path(sys.argv[0]).stem}", *sys.argv[1:]]
    record = {
        "benchmark": name,
        "commit": commit() or "unknown",
        "machine": source["machine"],
        "provenance": {**source, "command": command},
        **figures,
    }
    text = json.dumps(record, indent=2, ensure_ascii=False, sort_keys=False)
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(text + "\n", encoding="utf-8")
    print(text)
    return path
