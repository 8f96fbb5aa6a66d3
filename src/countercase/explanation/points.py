"""The points on which cases turn: a late identification parade, the readiness of the buyer, a licence that had expired.

A point is shared where the matter raises it, perhaps in the short forms of a brief, and a sentence speaks of it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from countercase.domain.span import Span
from countercase.explanation.quotations import tidy
from countercase.files import packaged_rows


@dataclass(frozen=True, slots=True)
class LegalPoint:
    """A point of law or of proof, with the words by which a matter raises it and a judgment discusses it."""

    name: str
    in_matter: re.Pattern[str]
    in_judgment: re.Pattern[str]


@cache
def legal_points() -> tuple[LegalPoint, ...]:
    """Every point of the table."""
    return tuple(
        LegalPoint(row["point"], _pattern(row["in_matter"]), _pattern(row["in_judgment"]))
        for row in packaged_rows("countercase.explanation", "data", "points.csv")
    )


def _pattern(words: str) -> re.Pattern[str]:
    """The pattern of a cell; a blank stands for any white space, and one with a question mark may be missing."""
    return re.compile(words.replace(" ?", r"\s*").replace("- ]", r"-\s]").replace(" ", r"\s+"), re.IGNORECASE)


def raised_points(narrative: str) -> list[LegalPoint]:
    """The points that a matter raises."""
    return [point for point in legal_points() if point.in_matter.search(narrative)]


_TAKEN_UP = 3  # sentences on a point, from which the judgment is about it


def taken_up(points: Sequence[LegalPoint], sentences: Sequence[str]) -> list[LegalPoint]:
    """The points that a judgment takes up again and again, and does not only touch on."""
    return [
        point
        for point in points
        if sum(point.in_judgment.search(sentence) is not None for sentence in sentences) >= _TAKEN_UP
    ]


def discussed(points: Sequence[LegalPoint], sentence: str) -> list[Span]:
    """Where a sentence names the points, each once, in order; of two names that overlap, the longer."""
    matches = (point.in_judgment.search(sentence) for point in points)
    spans = {Span(*match.span()) for match in matches if match}
    return sorted(
        span
        for span in spans
        if not any(other != span and other.overlaps(span) and len(other) >= len(span) for other in spans)
    )


_TRAILING = re.compile(r"(?:\s+(?:of|to|by|in|for|under|the|a|an))+$", re.IGNORECASE)


def name_of(span: Span, sentence: str) -> str:
    """A point as the sentence names it; empty if only figures are left."""
    name = _TRAILING.sub("", tidy(span.of(sentence)))
    return name if re.search(r"[a-z]{3}", name) else ""
