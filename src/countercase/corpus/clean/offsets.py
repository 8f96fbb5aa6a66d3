"""Cuts in a text, and the map from the remaining characters to their original offsets."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Self


class Cut(NamedTuple):
    """Characters `start` up to `end`, at least one, are taken out, and `insert` is put in their place."""

    start: int
    end: int
    insert: str = ""


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Runs of characters that were kept: where each begins now, where it began, and how long it is."""

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
        """New offset of an original character; for one that was cut, that of the next character kept."""
        run = bisect_right(self.before, offset) - 1
        if run < 0:
            return 0
        inside = offset - self.before[run]
        if inside < self.lengths[run] or run + 1 == len(self.now):
            return self.now[run] + min(inside, self.lengths[run])
        return self.now[run + 1]

    def to_bytes(self) -> bytes:
        """For the store."""
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
    """Offsets of a literal string; many times faster than a pattern that begins with a lookbehind."""
    end = len(text) if end is None else end
    place = text.find(literal, start, end)
    while place >= 0:
        yield place
        place = text.find(literal, place + 1, end)
