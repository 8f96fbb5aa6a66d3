"""Runs every benchmark that needs no arguments; those on real data are passed over, by name, where it is absent."""

import argparse
import subprocess
import sys

from benchmarks.record import DATA

ALWAYS = ("harness",)
ON_DATA = (
    "law",
    "quantities",
    "sections",
    "metadata",
    "winners",
    "facts",
    "cuad",
    "ingest",
    "retrieval",
    "facts_searcher",
    "counterfactual",
    "answers",
    "fairness",
    "growth",
    "mteb_pools",
)
WITH_ARGUMENTS = ("encoders", "faithfulness", "retrieval_quality", "llm")  # a test set, a workspace or an endpoint


def main() -> int:
    """How many failed."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    wanted = [*ALWAYS, *(ON_DATA if DATA.is_dir() else ())]
    failed = [name for name in wanted if _run(name)]
    if not DATA.is_dir():
        print(f"Passed over, no real data at {DATA}: {', '.join(ON_DATA)}")
    print(f"Run by hand, each says what it needs with --help: {', '.join(WITH_ARGUMENTS)}")
    if failed:
        print(f"Failed: {', '.join(failed)}")
    return len(failed)


def _run(name: str) -> int:
    return subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
