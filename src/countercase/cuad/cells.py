"""Reads a cell of `master_clauses.csv`: a Python list of strings, and nothing but that.

`ast.literal_eval` would also take numbers, dicts and a thousand nested brackets. This reads one flat list, in one pass,
up to a limit.
"""

import re

MAX_QUOTES = 10_000
MAX_CHARACTERS = 5_000_000

_SPACE = re.compile(r"\s*")
_PLAIN = {quote: re.compile(rf"[^\\\n{quote}]*") for quote in "'\""}
_SIMPLE_ESCAPES = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
}
_HEX_ESCAPES = {"x": 2, "u": 4, "U": 8}
_HEX = re.compile(r"[0-9a-fA-F]*")


class CellError(ValueError):
    """The cell is not a list of strings; the message says what was found where."""


def parse_quotes(cell: str, max_quotes: int = MAX_QUOTES, max_characters: int = MAX_CHARACTERS) -> tuple[str, ...]:
    """The quotes of a cell such as `['first', "second"]`; an empty list gives no quotes."""
    if len(cell) > max_characters:
        raise CellError(f"{len(cell)} characters, more than {max_characters}")
    place = _skip(cell, 0)
    if cell[place : place + 1] != "[":
        raise CellError(f"a list should start at character {place}")
    place = _skip(cell, place + 1)
    quotes: list[str] = []
    while cell[place : place + 1] != "]":
        if len(quotes) == max_quotes:
            raise CellError(f"more than {max_quotes} quotes")
        quote, place = _string(cell, place)
        quotes.append(quote)
        place = _skip(cell, place)
        if cell[place : place + 1] == ",":
            place = _skip(cell, place + 1)
        elif cell[place : place + 1] != "]":
            raise CellError(f"a comma or the end of the list should be at character {place}")
    if _skip(cell, place + 1) != len(cell):
        raise CellError(f"something follows the list at character {place + 1}")
    return tuple(quotes)


def _skip(cell: str, place: int) -> int:
    match = _SPACE.match(cell, place)
    return match.end() if match else place


def _string(cell: str, place: int) -> tuple[str, int]:
    mark = cell[place : place + 1]
    if mark not in _PLAIN:
        raise CellError(f"a string should start at character {place}")
    parts: list[str] = []
    start, place = place, place + 1
    while True:
        plain = _PLAIN[mark].match(cell, place)
        end = plain.end() if plain else place
        parts.append(cell[place:end])
        here = cell[end : end + 1]
        if here == mark:
            return "".join(parts), end + 1
        if here != "\\":
            raise CellError(f"the string at character {start} does not end")
        piece, place = _escape(cell, end + 1)
        parts.append(piece)


def _escape(cell: str, place: int) -> tuple[str, int]:
    letter = cell[place : place + 1]
    if letter in _SIMPLE_ESCAPES:
        return _SIMPLE_ESCAPES[letter], place + 1
    width = _HEX_ESCAPES.get(letter)
    if width is None:
        raise CellError(f"the escape \\{letter} at character {place - 1} is not one of Python's")
    digits = cell[place + 1 : place + 1 + width]
    found = _HEX.fullmatch(digits)
    if len(digits) < width or not found or int(digits, 16) > 0x10FFFF:
        raise CellError(f"the escape \\{letter}{digits} at character {place - 1} is not a character")
    return chr(int(digits, 16)), place + 1 + width
