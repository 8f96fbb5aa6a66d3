"""The words of a text as the section model counts them, and their numbers in its vocabulary, found all at once."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from countercase.corpus.key_table import KeyTable

# Letters stay, digits become 0 (a number counts by its length), all else parts words. Bytes are several times faster.
_TABLE = bytes(
    code if chr(code).isalpha() and code < 128 else ord("0") if chr(code).isdigit() and code < 128 else ord(" ")
    for code in range(256)
)
_BLANK = ord(" ")
_HALF = 8  # bytes: a word is compared as two machine words, so the longest known one is a letter shorter than both
_LONGEST = 2 * _HALF - 1
_KEPT = np.array([(1 << (8 * length)) - 1 for length in range(_HALF + 1)], np.uint64)  # the first so many bytes


def plain(text: str) -> bytes:
    """The text a byte a character, small letters, nothing but words and blanks."""
    return text.encode("ascii", "replace").lower().translate(_TABLE)


def tokens(sentence: str) -> list[bytes]:
    """Words in small letters; `1992` and `2004` are both `0000`."""
    return plain(sentence).split()


class Vocabulary:
    """Known words, numbered in the order given; every other word has the number `unknown`, after the last."""

    def __init__(self, words: Sequence[bytes]) -> None:
        if any(not 0 < len(word) <= _LONGEST for word in words):
            raise ValueError(f"a known word has 1 to {_LONGEST} letters")
        padded = b"".join(word.ljust(2 * _HALF, b"\0") for word in words)
        self._table = KeyTable(*np.frombuffer(padded, "<u8").reshape(-1, 2).T)
        self.unknown = len(words)

    def numbers(self, text: bytes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where each word of a `plain` text starts, and its number."""
        letters = np.frombuffer(b" " + text + b" " * (2 * _HALF), np.uint8)
        edges = np.flatnonzero((letters[1:] != _BLANK) != (letters[:-1] != _BLANK))
        starts, lengths = edges[::2], edges[1::2] - edges[::2]
        at_any = np.ndarray(len(letters) - _HALF, "<u8", letters, offset=1, strides=(1,))
        first = at_any[starts] & _KEPT[np.minimum(lengths, _HALF)]
        second = at_any[starts + _HALF] & _KEPT[np.clip(lengths, _HALF, 2 * _HALF) - _HALF]
        return starts, self._table.find(first, second)
