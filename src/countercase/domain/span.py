"""Half-open character ranges: `text[a:b]` is the quote. Also cuts in a text, and the map back to the original."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Self


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


# Cuts in a text, and the map from the remaining characters to their original offsets.


class Cut(NamedTuple):
    """Characters `start` up to `end`, at least one, are removed, and `insert` is put in their place."""

    start: int
    end: int
    insert: str = ""


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Runs of characters that stayed: where each begins now, where it began before the cuts, and its length."""

    now: tuple[int, ...]
    before: tuple[int, ...]
    lengths: tuple[int, ...]

    @classmethod
    def unchanged(cls, length: int) -> Self:
        """The map of a text from which nothing was cut."""
        return cls((0,), (0,), (length,)) if length else cls((), (), ())

    def original(self, offset: int) -> int:
        """Original offset of a character of the cleaned text; an inserted character points at its cut."""
        run = bisect_right(self.now, offset) - 1
        if run < 0:
            return 0
        return self.before[run] + min(offset - self.now[run], self.lengths[run])

    def cleaned(self, offset: int) -> int:
        """New offset of an original character; for one that was cut, that of the next character that stayed."""
        run = bisect_right(self.before, offset) - 1
        if run < 0:
            return 0
        inside = offset - self.before[run]
        if inside < self.lengths[run] or run + 1 == len(self.now):
            return self.now[run] + min(inside, self.lengths[run])
        return self.now[run + 1]

    def to_bytes(self) -> bytes:
        """The map as bytes, for the store."""
        return array("I", (*self.now, *self.before, *self.lengths)).tobytes()

    @classmethod
    def from_bytes(cls, stored: bytes) -> Self:
        """Read back what `to_bytes` wrote."""
        values = array("I", stored)
        third = len(values) // 3
        return cls(tuple(values[:third]), tuple(values[third : 2 * third]), tuple(values[2 * third :]))


def apply_cuts(text: str, cuts: Iterable[Cut]) -> tuple[str, OffsetMap]:
    """The text without the cuts, and the map back. Overlapping cuts become one, with the insert of the first."""
    pieces: list[str] = []
    runs: list[tuple[int, int, int]] = []
    length = reached = 0
    for cut in [*sorted(cuts), Cut(len(text), len(text) + 1)]:
        if cut.start > reached:
            pieces.append(text[reached : cut.start])
            runs.append((length, reached, cut.start - reached))
            length += cut.start - reached
        if cut.start >= reached:
            pieces.append(cut.insert)
            length += len(cut.insert)
        reached = max(reached, cut.end)
    now, before, lengths = zip(*runs, strict=True) if runs else ((), (), ())
    return "".join(pieces), OffsetMap(now, before, lengths)


def positions(text: str, literal: str, start: int = 0, end: int | None = None) -> Iterator[int]:
    """Offsets at which a literal string occurs; many times faster than a pattern that begins with a lookbehind."""
    end = len(text) if end is None else end
    offset = text.find(literal, start, end)
    while offset >= 0:
        yield offset
        offset = text.find(literal, offset + 1, end)
