"""How far a second lawyer agrees with the author of marked matters: the most that can be asked of a program.

A second hand read the matters of two sets at first sight, without the marks. With the list of ingredients beside it, it
wrote down those that each matter speaks to, with status and quote; for one set also the lines of law that it would
check and the eight questions that it would ask first. Its answers lie in `matters/second_reader/` and are scored as
those of the product are: by provision, status or side, and place.

Run: `python -m benchmarks.second_reader`
"""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.lines import _bases
from benchmarks.record import write_result
from countercase.law.ingredients import tables

_MATTERS = Path(__file__).parent / "matters"
_ANSWERS = _MATTERS / "second_reader"
_SETS = ("fourteenth", "fifteenth")


def main() -> None:
    """Score every answer that there is and record the shares."""
    figures: dict[str, Any] = {}
    for name in _SETS:
        matters = json.loads((_MATTERS / f"{name}.json").read_text(encoding="utf-8"))["matters"]
        counts: Counter[str] = Counter()
        for matter in matters:
            _count_elements(matter, _answers(f"{name}.ingredients", matter["id"]), counts)
            _count_lines(matter, _answers(f"{name}.lines", matter["id"]), counts)
            _count_changes(matter, _answers(f"{name}.changes", matter["id"]), counts)
        figures[name] = {
            what: round(counts[f"{what} agreed"] / counts[what], 3)
            for what in ("decisive", "elements", "lines", "good changes")
            if counts[f"{what} agreed"]
        }
    write_result("second_reader", figures)


def _answers(name: str, matter: str) -> list[list[str]]:
    path = _ANSWERS / f"{name}.tsv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [row[1:] for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row[0] == matter]


def _count_elements(matter: Mapping[str, Any], answers: list[list[str]], counts: Counter[str]) -> None:
    law = tables()
    for element in matter["elements"]:
        if not element["quote"]:
            continue
        agrees = any(
            status == element["status"]
            and _overlap(matter["narrative"], quote, element["quote"])
            and _all_bases(provision.id for provision in law.ingredients[ingredient].provisions)
            & _all_bases(element["provision"])
            for ingredient, status, quote in answers
        )
        for what in ("elements", *(("decisive",) if element["decisive"] else ())):
            counts.update({what: 1, f"{what} agreed": agrees})


def _count_lines(matter: Mapping[str, Any], answers: list[list[str]], counts: Counter[str]) -> None:
    for line in matter["lines"]:
        agrees = any(
            stands == line["stands"]
            and _overlap(matter["narrative"], quote, line["quote"])
            and _all_bases(_split(provisions)) & _all_bases(line["provision"])
            for provisions, quote, _, _, stands in answers
        )
        counts.update({"lines": 1, "lines agreed": agrees})


def _count_changes(matter: Mapping[str, Any], answers: list[list[str]], counts: Counter[str]) -> None:
    for change in matter["good_changes"]:
        agrees = any(
            _overlap(matter["narrative"], quote, change["quote"])
            and _all_bases(_split(provisions)) & _all_bases(change["provision"])
            for provisions, quote, _ in answers
        )
        counts.update({"good changes": 1, "good changes agreed": agrees})


def _split(provisions: str) -> list[str]:
    return re.split(r"[;/,]\s*", provisions)


def _all_bases(provisions: Iterable[str]) -> set[str]:
    """The sections under either code; what is no section ("case law") is left out."""
    return {base for each in provisions for one in each.split("/") if re.search(r"-.*\d", one) for base in _bases(one)}


def _overlap(text: str, one: str, other: str) -> bool:
    first, second = text.find(one), text.find(other)
    return first < second + len(other) and second < first + len(one)


if __name__ == "__main__":
    main()
