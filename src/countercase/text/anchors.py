"""Finds where in a long text a pattern is worth trying: at the words and numbers that it may begin with.

Patterns that look at every character take most of the time spent on a judgment. One pass over the bytes finds where
words and numbers begin, and all finders share it. In a short text the pattern searches on its own. For any pattern,
`openings` gives the first two characters of its matches.
"""

import re
import re._constants as ops  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_SHORT = 2000  # characters
_PADDING = b"\n\n\n\n"  # on both sides, so that a look at a neighbour stays inside the text
_PAD = len(_PADDING)
_SECTION_SIGN = 0xA7
_SPREAD = 40503  # odd, and 65,536 times the golden ratio: spreads neighbouring codes
ANYTHING = [chr(code) for code in range(256)]
OTHER = "?"  # stands for every character outside Latin-1
BLANKS = [letter for letter in ANYTHING if letter.isspace()] + [OTHER]
CAPITALS = [chr(code) for code in range(ord("A"), ord("Z") + 1)]
MARKS = [letter for letter in ANYTHING if not (letter.isascii() and letter.isalnum())]  # everything that may end a word


def spellings(word: str) -> set[str]:
    """A word with its first letter and the rest each in upper or lower case."""
    return {
        first + rest for first in (word[0].lower(), word[0].upper()) for rest in (word[1:].lower(), word[1:].upper())
    }


class WordOpenings:
    """The first two or three letters of something to find."""

    def __init__(self, openings: Iterable[str]) -> None:
        self._openings = frozenset(opening[:3] for opening in openings)

    @cached_property
    def _tables(self) -> "NDArray[np.bool_]":
        """Three tables: two-letter openings, those of exactly two letters, and codes of three-letter openings."""
        import numpy as np

        opens, enough, threes = tables = np.zeros((3, 1 << 16), bool)
        for opening in self._openings:
            two = ord(opening[0]) << 8 | ord(opening[1])
            opens[two] = True
            if len(opening) == 2:
                enough[two] = True
            else:
                threes[(two * _SPREAD + ord(opening[2])) % (1 << 16)] = True
        return tables

    def matches(self, pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
        """Every match at a word with this opening, in order; unlike `finditer`, including nested ones."""
        if len(text) < _SHORT:
            return all_matches(pattern, text)
        opens, enough, threes = self._tables
        scan = _scan(text)
        likely = opens[scan.twos].nonzero()[0]
        wanted = enough[scan.twos[likely]] | threes[scan.threes[likely]]
        return _matches_at(pattern, text, scan.words[likely[wanted]])


class NumberOpenings:
    """Numbers with a certain count of digits, followed by certain one or two characters."""

    def __init__(self, digits: range, following: Iterable[str]) -> None:
        self._digits = digits
        self._following = frozenset(following)

    @cached_property
    def _table(self) -> "NDArray[np.bool_]":
        import numpy as np

        table = np.zeros((256, 256), bool)
        for following in self._following:
            table[ord(following[0]), ord(following[1]) if len(following) > 1 else slice(None)] = True
        return table

    def matches(self, pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
        """Every match at such a number, in order; unlike `finditer`, including nested ones."""
        if len(text) < _SHORT:
            return all_matches(pattern, text)
        scan = _scan(text)
        lengths, after = scan.number_ends - scan.numbers, scan.number_ends + _PAD
        wanted = (lengths >= self._digits.start) & (lengths < self._digits.stop)
        wanted &= self._table[scan.data[after], scan.data[after + 1]]
        return _matches_at(pattern, text, scan.numbers[wanted])


def all_matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Every match in order; unlike `finditer`, including nested ones."""
    position = 0
    while match := pattern.search(text, position):
        yield match
        position = match.start() + 1


def _matches_at(pattern: re.Pattern[str], text: str, positions: "NDArray[np.int64]") -> Iterator[re.Match[str]]:
    return (match for position in positions.tolist() if (match := pattern.match(text, position)))


@dataclass(frozen=True, slots=True)
class _Scan:
    """Where words begin, with the codes of their first two and three letters; where numbers begin and end; the bytes.

    Two openings may share a three-letter code; the pattern is then tried once in vain, which does no harm.
    """

    words: "NDArray[np.int64]"
    twos: "NDArray[np.intp]"
    threes: "NDArray[np.uint16]"
    numbers: "NDArray[np.int64]"
    number_ends: "NDArray[np.int64]"
    data: "NDArray[np.uint8]"


@lru_cache(maxsize=2)  # the finders read the same text one after the other
def _scan(text: str) -> _Scan:
    import numpy as np

    data = np.frombuffer(_PADDING + text.encode("latin-1", "replace") + _PADDING, np.uint8)
    letter = ((data | 32) - ord("a")) < 26  # bytes wrap round: codes before "a" become large
    words = np.flatnonzero((letter[1:] | (data[1:] == _SECTION_SIGN)) & ~letter[:-1]) + 1
    twos = data[words].astype(np.uint16) * 256 + data[words + 1]
    threes = twos * np.uint16(_SPREAD) + data[words + 2]
    digit = (data - ord("0")) < 10
    edges = np.flatnonzero(digit[1:] != digit[:-1]) + 1
    return _Scan(words - _PAD, twos.astype(np.intp), threes, edges[::2] - _PAD, edges[1::2] - _PAD, data)


# The characters with which a match of a regular expression can begin.

NO_LETTER = "."  # in an opening: any character but a lower-case letter or a digit, or the end of the text
_DIGITS = frozenset("0123456789")
_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz") | _DIGITS | {NO_LETTER}
_PAIRS = frozenset(first + second for first in _CHARACTERS for second in _CHARACTERS)


def openings(pattern: str) -> frozenset[str]:
    """The pairs of characters with which a match can begin, in lower-case text."""
    return _joined(_openings(parser.parse(pattern)), _PAIRS)


def _joined(left: frozenset[str], right: frozenset[str]) -> frozenset[str]:
    """The first two characters of one string and then another."""
    complete = frozenset(opening for opening in left if len(opening) == 2)
    return complete | {(begun + more)[:2] for begun in left - complete for more in right}


def _openings(items: Any) -> frozenset[str]:
    """What a sequence can begin with: pairs of characters, or everything that it matches if that is shorter."""
    begun = frozenset({""})
    for op, argument in items:
        begun = _joined(begun, _openings_of(op, argument))
    return begun


def _openings_of(op: Any, argument: Any) -> frozenset[str]:
    if op is ops.LITERAL:
        return frozenset({_in_opening(argument)})
    if op is ops.IN:
        return _of_class(argument)
    if op in {ops.BRANCH, ops.SUBPATTERN}:
        return frozenset().union(*map(_openings, argument[1] if op is ops.BRANCH else argument[-1:]))
    if op in {ops.MAX_REPEAT, ops.MIN_REPEAT}:
        least, most, repeated = argument
        times = [frozenset({""}), once := _openings(repeated), _joined(once, once)]
        return frozenset().union(*times[min(least, 2) : most + 1])
    if op in {ops.AT, ops.ASSERT, ops.ASSERT_NOT}:
        return frozenset({""})
    return _PAIRS


def _in_opening(code: int) -> str:
    return chr(code) if chr(code) in _CHARACTERS else NO_LETTER


def _of_class(members: Any) -> frozenset[str]:
    """The characters of a class such as [a-z]; all of them for a negated or unknown class."""
    characters: set[str] = set()
    for op, argument in members:
        if op is ops.LITERAL:
            characters.add(_in_opening(argument))
        elif op is ops.RANGE:
            characters.update(map(_in_opening, range(argument[0], argument[1] + 1)))
        elif op is ops.CATEGORY and argument is ops.CATEGORY_DIGIT:
            characters |= {*_DIGITS, NO_LETTER}
        elif op is ops.CATEGORY and argument is ops.CATEGORY_SPACE:
            characters.add(NO_LETTER)
        else:
            return _CHARACTERS
    return frozenset(characters)
