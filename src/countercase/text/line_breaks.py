"""Undoes the line breaks that a page's width made: a paragraph becomes one line, and the lines of a list stay."""

import re

_ITEM = re.compile(r"(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|[-•*–—▪●])\s|(?:19|20)\d\d\s?[:–—-]\s")
_CLOSED = re.compile(r"[.?!:;][\"'”’)\]]*$")
_WIDEST = 160  # characters; longer lines are paragraphs already
_SHORT_CLOSED = 0.85  # of the usual width: a sentence that ends earlier ends its paragraph
_SHORT_OPEN = 0.6  # of the usual width: a heading or a line of an address
_LEAST_WIDTH = 30


def join_lines(text: str) -> str:
    """The text with every paragraph on one line; empty lines, headings and list items keep their breaks."""
    lines = [line.strip() for line in text.split("\n")]
    width = _usual_width(lines)
    pieces: list[str] = []
    last, is_apart = "", False
    for line in lines:
        if not line:
            is_apart = bool(pieces)
            continue
        if pieces:
            pieces.append(_across_gap(last, line, width) if is_apart else _between(last, line, width))
        pieces.append(line)
        last, is_apart = line, False
    return "".join(pieces)


def _usual_width(lines: list[str]) -> int:
    """The length that four lines in five do not exceed; zero where the lines are not those of a page."""
    filled = [line for line in lines if line]
    lengths = sorted(map(len, filled))
    width = lengths[len(lengths) * 4 // 5] if lengths else 0
    is_open = sum(_CLOSED.search(line) is None for line in filled)
    return width if _LEAST_WIDTH <= width <= _WIDEST and 3 * is_open >= len(filled) else 0


def _between(last: str, line: str, width: int) -> str:
    """What stands between two lines without an empty line between them: a space or a line break."""
    if _ITEM.match(line) or _is_heading(last) or _is_heading(line):
        return "\n"
    is_closed = _CLOSED.search(last) is not None
    if line[0].islower():
        return "\n" if is_closed and not width else " "
    if not width:
        return "\n"
    return "\n" if len(last) < (_SHORT_CLOSED if is_closed else _SHORT_OPEN) * width else " "


def _across_gap(last: str, line: str, width: int) -> str:
    """A sentence that runs on after an empty line was broken by the end of a page."""
    runs_on = last.endswith(",") or (line[0].islower() and not _CLOSED.search(last))
    return " " if width and runs_on and len(last) >= _SHORT_OPEN * width and not _ITEM.match(line) else "\n\n"


def _is_heading(line: str) -> bool:
    return line.isupper() and len(line) > 3 and any(len(word) > 2 for word in line.split())
