"""From the lines of a page to its text: columns one after the other, an empty line where the page leaves a gap."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Protocol

_HYPHEN = "\ufffe"
_PARAGRAPH_GAP = 1.6  # line distances; Indian Kanoon prints leave 2, double-spaced judgments 1 throughout
_GUTTER = 14.0  # points of white that make a gutter: far more than a justified space
_SAMPLED = 12  # lines looked at before a page is taken for two columns printed row by row
_SHARE = 0.6  # of the sampled lines that must break at the same place


class Glyphs(Protocol):
    """Where the characters of a page stand."""

    def box(self, index: int) -> tuple[float, float, float]:
        """Left, right and bottom of a character, in points; bottom counts from the foot of the page."""
        ...


@dataclass(frozen=True, slots=True)
class Line:
    """Characters `start` up to `end` of the page's text."""

    start: int
    end: int


def page_text(lines: Sequence[Line], glyphs: Glyphs, text: str) -> str:
    """The text of a page in reading order, with `\\n` between lines and `\\n\\n` between paragraphs."""
    lines = [trimmed for line in lines if (trimmed := _trim(line, text))]
    gutter = _gutter(lines, glyphs, text)
    if gutter is not None:
        lines = _by_column(lines, glyphs, text, gutter)
    return _join(lines, [glyphs.box(line.start)[2] for line in lines], text)


def _trim(line: Line, text: str) -> Line | None:
    start, end = line.start, line.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Line(start, end) if start < end else None


def _join(lines: Sequence[Line], bottoms: Sequence[float], text: str) -> str:
    gaps = [above - below for above, below in pairwise(bottoms)]
    downward = [gap for gap in gaps if gap > 1]
    usual = median(downward) if downward else 0.0
    pieces = []
    for place, line in enumerate(lines):
        if place:
            apart = usual and gaps[place - 1] > _PARAGRAPH_GAP * usual
            pieces.append("\n\n" if apart and text[lines[place - 1].end - 1] != _HYPHEN else "\n")
        pieces.append(text[line.start : line.end])
    return "".join(pieces).replace(_HYPHEN, "-")


def _gutter(lines: Sequence[Line], glyphs: Glyphs, text: str) -> float | None:
    """The x of the white strip that parts two columns printed row by row; None on any other page."""
    long = [line for line in lines if line.end - line.start > 30]
    if len(long) < 6:
        return None
    step = max(1, len(long) // _SAMPLED)
    sampled = long[::step]
    breaks = [found for line in sampled if (found := _widest_break(line, glyphs, text)) is not None]
    if len(breaks) < _SHARE * len(sampled):
        return None
    left, right = median(start for start, _ in breaks), median(end for _, end in breaks)
    middle = (left + right) / 2
    agreeing = sum(1 for start, end in breaks if start < middle < end)
    return middle if agreeing >= _SHARE * len(sampled) else None


def _widest_break(line: Line, glyphs: Glyphs, text: str) -> tuple[float, float] | None:
    """The widest white strip inside a line, if it is wide enough for a gutter."""
    best: tuple[float, float] | None = None
    for start, end, _ in _breaks(line, glyphs, text):
        if end - start >= _GUTTER and (best is None or end - start > best[1] - best[0]):
            best = (start, end)
    return best


def _breaks(line: Line, glyphs: Glyphs, text: str) -> list[tuple[float, float, int]]:
    """White strips between words: from, to, and the index of the character after."""
    found = []
    right_before: float | None = None
    for index in range(line.start, line.end):
        if text[index].isspace():
            continue
        starts_word = index > line.start and text[index - 1].isspace()
        ends_word = index + 1 == line.end or text[index + 1].isspace()
        if not (starts_word or ends_word):
            continue
        left, right, _ = glyphs.box(index)
        if starts_word and right_before is not None:
            found.append((right_before, left, index))
        if ends_word:
            right_before = right
    return found


def _by_column(lines: Sequence[Line], glyphs: Glyphs, text: str, gutter: float) -> list[Line]:
    """Left column, then right, within each stretch between lines that run across both."""
    ordered: list[Line] = []
    left: list[Line] = []
    right: list[Line] = []
    for line in lines:
        parts = _split(line, glyphs, text, gutter)
        if parts is not None:
            left += parts[:1]
            right += parts[1:]
        elif glyphs.box(line.start)[0] >= gutter:
            right.append(line)
        elif glyphs.box(line.end - 1)[1] <= gutter:
            left.append(line)
        else:
            ordered += [*left, *right, line]
            left, right = [], []
    return [*ordered, *left, *right]


def _split(line: Line, glyphs: Glyphs, text: str, gutter: float) -> list[Line] | None:
    for start, end, index in _breaks(line, glyphs, text):
        if start < gutter < end and end - start >= _GUTTER / 2:
            parts = (_trim(Line(line.start, index), text), _trim(Line(index, line.end), text))
            return [part for part in parts if part is not None]
    return None
