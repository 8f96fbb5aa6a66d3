"""Half-open character ranges: `text[a:b]` is the quote."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters `start` up to but not including `end`; never empty."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"a span is 0 <= start < end, not {self.start}..{self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The quoted characters; a span that reaches past the text is an error, not a short quote."""
        if self.end > len(text):
            raise ValueError(f"span {self.start}..{self.end} reaches past a text of {len(text)} characters")
        return text[self.start : self.end]

    def shift(self, by: int) -> "Span":
        """The same span, `by` characters further on."""
        return Span(self.start + by, self.end + by)

    def contains(self, other: "Span") -> bool:
        """Whether every character of `other` is inside."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: "Span") -> bool:
        """Whether at least one character is shared; touching is not overlapping."""
        return self.start < other.end and other.start < self.end

    def intersection(self, other: "Span") -> "Span | None":
        """The shared characters, or None."""
        start, end = max(self.start, other.start), min(self.end, other.end)
        return Span(start, end) if start < end else None

    def gap(self, other: "Span") -> int:
        """Characters between the two; 0 if they touch or overlap."""
        return max(0, max(self.start, other.start) - min(self.end, other.end))


def merge(spans: Iterable[Span], bridge_gap: int = 0) -> tuple[Span, ...]:
    """Sorted spans, joined if they overlap, touch, or leave at most `bridge_gap` characters between them."""
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start - merged[-1].end <= bridge_gap:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return tuple(merged)


def overlap_length(left: Iterable[Span], right: Iterable[Span]) -> int:
    """Characters covered by both sets; each character counts once."""
    a, b = merge(left), merge(right)
    total, i, j = 0, 0, 0
    while i < len(a) and j < len(b):
        shared = a[i].intersection(b[j])
        total += len(shared) if shared else 0
        if a[i].end <= b[j].end:
            i += 1
        else:
            j += 1
    return total


# Tracks which characters are already taken, so that no two facts overlap.


class SpanSet:
    """Disjoint spans in order; lookups and additions are fast."""

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for span in spans:
            self.take(span)

    def holds(self, span: Span) -> bool:
        """Whether any character of the span is taken."""
        index = bisect_left(self._starts, span.end) - 1  # the last that starts before the end of the span
        return index >= 0 and self._ends[index] > span.start

    def take(self, span: Span) -> bool:
        """Take the span if all of it is free, and return whether it was."""
        if self.holds(span):
            return False
        index = bisect_left(self._starts, span.start)
        self._starts.insert(index, span.start)
        self._ends.insert(index, span.end)
        return True
