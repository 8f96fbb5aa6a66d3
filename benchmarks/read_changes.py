"""Prints the first changes offered for each matter, for strict reading: `python -m benchmarks.read_changes FILE ...`.

Each change has a number, what was done to the text, the question, every edit in its sentence, and the law reading.
`--matters` prints each narrative above its changes.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from benchmarks.what_matters import first_changes, marked, shown
from countercase.counterfactual.result import TextChange, text_change
from countercase.facts.extract import extract_facts


def main() -> None:
    """Print the changes of the matters in the files that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--first", type=int, default=8, help="how many changes of a matter are printed at the most")
    parser.add_argument("--matters", action="store_true", help="print the narrative of each matter too")
    given = parser.parse_args()
    number = 0
    for file in given.files:
        for matter in json.loads(file.read_text(encoding="utf-8"))["matters"]:
            print(f"\n== {matter['id']} | {matter.get('area', '')}")
            if given.matters:
                print(matter["narrative"])
            number = print_changes(matter, number, given.first)


def print_changes(matter: dict[str, Any], number: int, most: int) -> int:
    """Print the changes of one matter; the number of the last one."""
    text = matter["narrative"]
    for change, changed in first_changes(extract_facts(text), most):
        number += 1
        done = text_change(change)
        law = change.law
        print(f"{number:3} [{done}] {change.sentence}")
        if done is not TextChange.UNCHANGED:
            for line in [shown(text, edit) for edit in change.edits] or [marked(text, changed.narrative)]:
                print(f"      {line}")
        print(f"      law: {f'{law.effect} {law.provision} {law.says}' if law else '-'}")
    return number


if __name__ == "__main__":
    main()
