"""Which event each date or length of time belongs to: what the matcher's reader of events learns from.

`training/ingredients/events/matters.txt` says it of marked matters, a line each: "seven_a 12 of 24: 3@10-18 arrest;
5@0-9 charge-sheet<remand" is the event of the date at these characters of the fourth clause, and the later and the
earlier event of a length in the sixth; `lawyers.txt` says it of matters in `benchmarks/matters`.
`training/ingredients/events/passages_*.txt` holds short passages, a line each, in which `{arrest|3.4.21}` and `{charge-
sheet<remand|88th day}` mark the words themselves and a backslash with an n ends a line. "-" is a date or length of no
event that the law counts from or to, "?" an event that cannot be told, and "late" the last day of the period itself.
"""

import csv
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

EVENTS = Path("training/ingredients/events")
NONE, LATE, UNTOLD = "-", "late", "?"
_MARK = re.compile(r"\{([^{}|]+)\|([^{}]*)\}")

Place = tuple[int, int]  # the first character of a mention in its clause, and the one after its last
Told = TypeVar("Told")
Answer = tuple[int, int]  # the later and the earlier event, as numbers of `roles()`; -1 where nobody has told


@cache
def roles() -> list[str]:
    """The events that the law counts from or to, after "-" and "late"."""
    with Path("src/countercase/law/tables/periods.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    named = {name.split(":")[-1] for row in rows for key in ("from_role", "to_role") for name in row[key].split("|")}
    return [NONE, LATE, *sorted(named)]


@cache
def mentions(clause: str) -> tuple[Place, ...]:
    """Where a clause gives dates and lengths of time, as the product reads them."""
    from countercase.facts.date_mentions import read_dates
    from countercase.facts.lines.stated_lengths import read_lengths

    lower = clause.lower()
    if len(lower) != len(clause):
        return ()
    places = [(length.span.start, length.span.end) for length in read_lengths(lower)]
    for mention in read_dates(clause, lower):
        start, end = mention.span.start, mention.span.end
        if all(start >= other[1] or end <= other[0] for other in places):
            places.append((start, end))
    return tuple(sorted(places))


def answer(text: str) -> Answer:
    """What a label says: "arrest", "charge-sheet<remand", "-"."""
    later, _, earlier = (part.strip() for part in text.partition("<"))
    return _number(later), _number(earlier) if earlier else -1


def _number(role: str) -> int:
    return roles().index(role) if role in roles() else -1


def read_labels(path: Path) -> dict[str, tuple[int, dict[tuple[int, Place], Answer]]]:
    """For each matter that was read: how many clauses it had, and the events of its dates and lengths."""
    read: dict[str, tuple[int, dict[tuple[int, Place], Answer]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        source, _, rest = line.partition(" of ")
        count, _, labels = rest.partition(": ")
        answers: dict[tuple[int, Place], Answer] = {}
        for label in filter(None, labels.split("; ")):
            place, _, role = label.partition(" ")
            clause, start, end = map(int, re.split("[@-]", place))
            answers[clause, (start, end)] = answer(role)
        read[source] = (int(count), answers)
    return read


def read_passages(path: Path) -> list[tuple[list[str], dict[tuple[int, Place], Answer]]]:
    """The clauses of each passage, and the events of the words that it marks."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [marked(line[2:], answer) for line in lines if line.startswith("P ")]


def marked(line: str, read: Callable[[str], Told]) -> tuple[list[str], dict[tuple[int, Place], Told]]:
    """The clauses of a passage, and what `read` makes of the name before each marked word."""
    from countercase.text.sentences import clauses

    line = line.replace("\\n", "\n")
    text, marks, done = "", [], 0
    for mark in _MARK.finditer(line):
        text += line[done : mark.start()]
        marks.append((len(text), len(text) + len(mark[2]), read(mark[1])))
        text += mark[2]
        done = mark.end()
    text += line[done:]
    places = clauses(text)
    answers = {
        (number, (max(start, place[0]) - place[0], min(end, place[1]) - place[0])): told
        for start, end, told in marks
        for number, place in enumerate(places)
        if place[0] < end and start < place[1]
    }
    return [text[start:end] for start, end in places], answers
