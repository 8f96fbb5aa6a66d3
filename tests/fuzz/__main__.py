"""Fuzzes every parser: python -m tests.fuzz --seconds 3600. Each finding is printed with the number that repeats it.

A finding is an exception that is none of ours, or a case that takes longer than SLOW. `--only NAME --number N` repeats
one. Exit status 1 where there was a finding.
"""

import argparse
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.fuzz.parsers import FuzzedParser, parsers
from tests.fuzz.spoil import spoiled

from countercase.errors import CountercaseError

SLOW = 10.0  # seconds of the processor for one case


def problem(parser: FuzzedParser, number: int, folder: Path) -> str | None:
    """What is wrong with how a parser takes a spoiled example; None where nothing is."""
    content = spoiled(parser.seeds[number % len(parser.seeds)], number)
    started = time.process_time()
    try:
        parser.read(content, folder)
    except CountercaseError:
        pass
    except Exception:  # noqa: BLE001 - any other is what we look for
        return traceback.format_exc().partition("parser.read")[2][-1500:]
    taken = time.process_time() - started
    return f"took {taken:.1f} s for {len(content)} bytes" if taken > SLOW else None


def main() -> int:
    """Take turns among the parsers until the time is over."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=3600)
    options.add_argument("--cases", type=int, help="of each parser, instead of seconds")
    options.add_argument("--only", action="append", choices=sorted(parsers()))
    options.add_argument("--number", type=int, help="repeat one case")
    given = options.parse_args()
    chosen = {name: parsers()[name] for name in given.only or parsers()}
    first = given.number if given.number is not None else 0
    last = first + 1 if given.number is not None else given.cases
    until, findings, cases = time.monotonic() + given.seconds, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        number = first
        while (number < last) if last is not None else (time.monotonic() < until):
            for name, parser in chosen.items():
                wrong = problem(parser, number, Path(folder))
                cases += 1
                if wrong:
                    findings += 1
                    print(f"--only '{name}' --number {number}: {wrong}", flush=True)  # noqa: T201
            number += 1
    print(f"{cases} cases of {len(chosen)} parsers, {findings} findings")  # noqa: T201
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
