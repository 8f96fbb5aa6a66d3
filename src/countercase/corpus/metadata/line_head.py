"""Heads of plain text: a line each for title, court, date, numbers and the judge that spoke (AILA)."""

import re

from countercase.corpus.headings import body_start
from countercase.corpus.metadata import bench
from countercase.corpus.metadata.dates import DATE, find_date
from countercase.corpus.metadata.head import SHOWN, Head
from countercase.corpus.metadata.numbers import find_case_numbers
from countercase.corpus.metadata.parties import split_title

_DELIVERED = re.compile(r"delivered\s+by\s*:?\s*(?P<judges>[^\n]*)")


# `A, J.`, `A, J. and B, J.`, `A, B and C, JJ.`; the judgment may run on in the same line.
_LISTED = re.compile(r".{3,120}?,\s*(?:C\.?\s?)?JJ?\b\.?(?:\s*(?:and|&|,)\s*[^,]{3,60},?\s+JJ?\b\.?)*")


def read_lines(text: str) -> Head | None:
    """The head in lines; None where none of the first lines is a title."""
    rows = [row.strip() for row in text[:SHOWN].split("\n")]
    titles = [
        place for place, row in enumerate(rows[:6]) if split_title(row) or re.match(r"in re\b", row, re.IGNORECASE)
    ]
    if not titles:
        return None
    title = rows[titles[0]]
    body = body_start(text)
    top = text[: body or 600]
    parties = split_title(title) or ("", "")
    court = next((row for row in rows[titles[0] + 1 : 8] if re.search(r"\bCourt\b", row) and len(row) < 60), "")
    after_date = DATE.search(top)
    return Head(
        petitioner=parties[0],
        respondent=parties[1],
        title=title,
        court=court,
        decided=find_date(top),
        judges=_spoken(text, body),
        numbers=find_case_numbers(" ".join(top[after_date.end() if after_date else 0 :].split())),
    )


def _spoken(text: str, body: int) -> tuple[str, ...]:
    delivered = _DELIVERED.search(text, 0, max(body, 1) + 200)
    if delivered is None:
        return ()
    line = re.sub(r"^\d+\.\s*", "", delivered["judges"])
    listed = _LISTED.match(line)
    first = bench.read_judges(listed[0] if listed else line) if listed or len(line) < 80 else ()
    known = {bench.surname(name) for name in first}
    others = [name for name in bench.read_opinions(text, delivered.end()) if bench.surname(name) not in known]
    return (*first, *others)
