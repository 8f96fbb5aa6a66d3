"""What the numbers of matters count: the labels that the matcher's reader of numbers learns from.

`training/ingredients/numbers.txt` has a line a matter, "sixth s6-rape of 24: 3@10-18 v; 5@0-9 s": the number at these
characters of the fourth clause is the age of the victim, that in the sixth a sentence. Every other number of a matter
that has a line counts nothing that the law measures. `number_passages.txt` holds short passages in which `{v|17 years}`
marks the words themselves.
"""

import re
from functools import cache
from pathlib import Path

from training.event_labels import Place, marked

LABELS = Path("training/ingredients/numbers.txt")
PASSAGES = Path("training/ingredients/number_passages.txt")
# In the order of countercase.domain.checklist.NumberRole.
CODES = "-avdopqsmkjw"


@cache
def mentions(clause: str) -> tuple[Place, ...]:
    """Where a clause gives numbers, as the product reads them."""
    from countercase.facts.date_mentions import read_dates
    from countercase.facts.lines.learned_events import with_small_numbers
    from countercase.facts.lines.stated_lengths import read_lengths

    lower = clause.lower()
    if len(lower) != len(clause):
        return ()
    spans = [length.span for length in read_lengths(lower)] + [mention.span for mention in read_dates(clause, lower)]
    return tuple(sorted((span.start, span.end) for span in with_small_numbers(spans, lower)))


def read_labels(path: Path = LABELS) -> dict[str, tuple[int, dict[tuple[int, Place], int]]]:
    """For each matter that was read: how many clauses it had, and what its numbers count."""
    read: dict[str, tuple[int, dict[tuple[int, Place], int]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        source, _, rest = line.partition(" of ")
        count, _, labels = rest.partition(":")
        answers: dict[tuple[int, Place], int] = {}
        for label in filter(None, labels.strip().split("; ")):
            place, _, code = label.partition(" ")
            clause, start, end = map(int, re.split("[@-]", place))
            answers[clause, (start, end)] = CODES.index(code)
        read[source] = (int(count), answers)
    return read


def read_passages(path: Path = PASSAGES) -> list[tuple[list[str], dict[tuple[int, Place], int]]]:
    """The clauses of each passage, and what its marked numbers count."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [marked(line[2:], CODES.index) for line in lines if line.startswith("P ")]
