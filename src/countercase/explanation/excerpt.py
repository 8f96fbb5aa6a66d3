"""Quotations short enough to read: a sentence cut at its clauses around the words that matter."""

import re
from collections.abc import Sequence

from countercase.domain.span import Span

LIMIT = 36  # words of a quotation
_OPENS_CLAUSE = frozenset("and but while who which when where after although because since that or".split())


def quotation(text: str, keep: Sequence[Span] = (), limit: int = LIMIT) -> str:
    """The sentence in quotation marks, cut to about `limit` words at clauses around the spans to keep."""
    words = [Span(*match.span()) for match in re.finditer(r"\S+", text)]
    first, last = _window(text, words, keep, limit)
    cut = tidy(text[words[first].start : words[last].end])
    before = "… " if first else ""
    after = " …" if last + 1 < len(words) else ""
    return f"“{before}{cut.rstrip(' .,;:—-')}{after}”"


def tidy(text: str) -> str:
    """One line, with inner quotation marks single."""
    return re.sub(r"[\"“”]", "'", " ".join(text.split()))


def _window(text: str, words: Sequence[Span], keep: Sequence[Span], limit: int) -> tuple[int, int]:
    """First and last word: whole clauses around the kept words, as many as the limit lets in."""
    if len(words) <= limit:
        return 0, len(words) - 1
    clauses = _clauses(text, words)
    needed = [
        number
        for number, (first, last) in enumerate(clauses)
        if any(span.start < words[last].end and words[first].start < span.end for span in keep)
    ] or [0]
    low, high = needed[0], needed[-1]
    while True:
        wider = [(low - 1, high)] * (low > 0) + [(low, high + 1)] * (high + 1 < len(clauses))
        fitting = [pair for pair in reversed(wider) if clauses[pair[1]][1] - clauses[pair[0]][0] < limit]
        if not fitting:
            return clauses[low][0], clauses[high][1]
        low, high = fitting[0]


def _clauses(text: str, words: Sequence[Span]) -> list[tuple[int, int]]:
    """First and last word of each clause."""
    starts = [0]
    for place in range(1, len(words)):
        ends_before = text[words[place - 1].end - 1] in ",;:"
        if ends_before or words[place].of(text).lower() in _OPENS_CLAUSE:
            starts.append(place)
    return list(zip(starts, [start - 1 for start in starts[1:]] + [len(words) - 1], strict=True))
