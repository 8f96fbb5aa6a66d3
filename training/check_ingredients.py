"""Checks the tables of one area against its examples: `python -m training.check_ingredients AREA`.

Prints what is wrong with the tables, then how many examples of each ingredient are read with the right status by its
ways and the generic reading of negation and dispute, and lists every miss.
"""

import argparse
import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from countercase.errors import LawError
from countercase.facts.ingredients import status_in
from countercase.law.ingredients import Tables, load

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Check one area, or every area of the folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("area", nargs="?", help="the area; all areas of the folder where none is named")
    parser.add_argument("--tables", type=Path, default=ROOT / "src/countercase/law/ingredients/tables")
    parser.add_argument("--examples", type=Path, default=ROOT / "training/ingredients")
    parser.add_argument("--quiet", action="store_true", help="print the figures only, not every miss")
    given = parser.parse_args()
    areas = (
        [given.area] if given.area else sorted(path.name.split(".")[0] for path in given.tables.glob("*.subjects.csv"))
    )
    whole: Tables | None = None
    try:
        whole = load(given.tables)
    except LawError as error:
        print(f"the whole folder: ERROR {error}")
    for area in areas:
        try:
            read = whole or load(given.tables, [area])
        except LawError as error:
            print(f"{area}: ERROR {error}")
            continue
        report(area, read, given.examples / f"{area}.csv", given.quiet)


def report(area: str, whole: Tables, examples: Path, quiet: bool) -> None:
    """Print the errors, the counts, the misses and the examples wrongly read."""
    read = of_area(whole, area)
    problems = check_patterns(read)
    for problem in problems:
        print(f"{area}: ERROR {problem}")
    print(
        f"{area}: {len(read.subjects)} subjects, {len(read.ingredients)} ingredients, {len(read.ways)} ways,"
        f" {len(problems)} errors"
    )
    for ingredient in read.ingredients.values():
        if len(read.ways_of[ingredient.id]) < 8:
            print(f"  few ways: {ingredient.id} has {len(read.ways_of[ingredient.id])}")
    if problems or not examples.exists():
        print(f"  no examples read ({examples})" if not examples.exists() else "  mend the errors first")
        return
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for row in rows(examples):
        if row["ingredient"] not in whole.ingredients:
            print(f"  ERROR example of an unknown ingredient {row['ingredient']!r}: {row['text'][:80]}")
            continue
        status = status_in(whole, row["ingredient"], row["text"])
        total[row["status"]] += 1
        right[row["status"]] += status == row["status"]
        if status != row["status"] and not quiet:
            label = "WRONGLY READ" if row["status"] == "none" else "miss"
            print(f"  {label} {row['ingredient']}: {row['status']} read as {status}: {row['text']}")
    for status in sorted(total):
        print(f"  {status}: {right[status]} of {total[status]} right ({right[status] / total[status]:.0%})")


def of_area(whole: Tables, area: str) -> Tables:
    """The rows of one area, and the subjects of other areas that they belong to."""
    ingredients = {row.id: row for row in whole.ingredients.values() if row.area == area}
    subjects = {row.subject for row in ingredients.values()}
    return Tables(
        {name: subject for name, subject in whole.subjects.items() if subject.area == area or name in subjects},
        ingredients,
        tuple(way for way in whole.ways if way.ingredient in ingredients),
        whole.classes,
        whole.lines,
    )


def check_patterns(read: Tables) -> list[str]:
    """What is wrong with the patterns of the tables, one line each. The product compiles a pattern when it needs it."""
    problems = []
    for subject in read.subjects.values():
        problems += [f"subject {subject.id}: {problem}" for problem in _problems(read, subject.words)]
    for way in read.ways:
        sources = [way.pattern, *([way.unless] if way.unless else [])]
        problems += [f"way of {way.ingredient}: {problem}" for problem in _problems(read, sources)]
    return problems


def _problems(read: Tables, sources: Iterable[str]) -> Iterator[str]:
    for source in sources:
        try:
            _ = read.pattern(source).compiled
        except LawError as error:
            yield str(error)


def rows(path: Path) -> Iterator[dict[str, str]]:
    """The examples of a file."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        yield from csv.DictReader(file)


if __name__ == "__main__":
    main()
