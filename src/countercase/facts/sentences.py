"""A text as words with their places, in sentences; the points of "P.W. 4" and "Dr. Rao" end none."""

import re
from bisect import bisect_right
from dataclasses import dataclass

_WORD = re.compile(r"[^\W\d_]+|\d+")
_END = re.compile(r"[.?!;](?:[\"”’')\]]{0,2})\s+(?=[\"“‘'(\[]?(?:[A-Z0-9]|$))|\n\s*\n")
_SHORT = frozenset(
    "dr mr mrs ms smt shri sri no nos rs vs v ex exs ext exts st addl ld hon pvt ltd co lt col capt sec secs art"
    " arts viz etc ie eg sh km kum insp supdt dist distt cr crl cri w p s o r u op cit dt asst asstt govt dept ct"
    " hc maj jr".split()
)
_JOINS = frozenset((" ", "-", ".", "'", "’", "/", " -", "- ", " - ", "\n", "  ", "–", "\n ", " \n"))


@dataclass(frozen=True, slots=True)
class Words:
    """Words in lower case, where each starts and ends, and the place in the text where each sentence starts."""

    text: str
    lower: str
    words: list[str]
    starts: list[int]
    ends: list[int]
    sentence_starts: list[int]

    def sentence(self, index: int) -> tuple[int, int]:
        """First word and the word after the last of the sentence that holds a word."""
        place = bisect_right(self.sentence_starts, self.starts[index])
        begin = bisect_right(self.starts, self.sentence_starts[place - 1] - 1)
        stop = self.sentence_starts[place] if place < len(self.sentence_starts) else len(self.text) + 1
        return begin, bisect_right(self.starts, stop - 1)

    def gap(self, index: int) -> str:
        """The characters between a word and the next."""
        return self.text[self.ends[index] : self.starts[index + 1]]

    def joined(self, index: int) -> bool:
        """Whether a word and the next may be parts of one expression; the point of an initial parts nothing."""
        gap = self.gap(index)
        return gap in _JOINS or (gap in {". ", ".-"} and len(self.words[index]) == 1)


def read_words(text: str) -> Words:
    """Split a text once; every finder works on the result."""
    lower = lowered(text)
    words, starts, ends = [], [], []
    for match in _WORD.finditer(lower):
        words.append(match.group())
        starts.append(match.start())
        ends.append(match.end())
    return Words(text, lower, words, starts, ends, _sentence_starts(text))


def lowered(text: str) -> str:
    """Lower case with every character in its place; a letter that would become two stays as it is."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)


def _sentence_starts(text: str) -> list[int]:
    starts = [0]
    for end in _END.finditer(text):
        if text[end.start()] == "." and _is_abbreviation(text, end.start()):
            continue
        starts.append(end.end())
    return starts


def _is_abbreviation(text: str, point: int) -> bool:
    begin = point
    while begin > 0 and text[begin - 1].isalpha():
        begin -= 1
    word = text[begin:point]
    return (len(word) == 1 and word.isupper()) or word.lower() in _SHORT
