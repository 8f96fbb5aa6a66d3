"""A text as words with their positions, in sentences; the full stops of "P.W. 4" and "Dr. Rao" end none."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

# One group, so that a split gives words and gaps in turn; the second is the same for plain text, and faster.
_WORD = re.compile(r"([^\W\d_]+|\d+)")
_PLAIN_WORD = re.compile(r"([a-z]+|[0-9]+)")
_OTHER_LETTER = re.compile(r"[^\W_\x00-\x7f]")
_END = re.compile(r"[.?!;][\"”’')\]]{0,2}\s+[\"“‘'(\[]?\Z")
_BLANK_LINE = re.compile(r"\n\s*\n")
_SHORT = frozenset(
    "dr mr mrs ms smt shri sri no nos rs vs v ex exs ext exts st addl ld hon pvt ltd co lt col capt sec secs art"
    " arts viz etc ie eg sh km kum insp supdt dist distt cr crl cri w p s o r u op cit dt asst asstt govt dept ct"
    " hc maj jr".split()
)
_JOINS = frozenset((" ", "-", ".", "'", "’", "/", " -", "- ", " - ", "\n", "  ", "–", "\n ", " \n"))


@dataclass(frozen=True, slots=True)
class Words:
    """Words in lower case, the start and end of each, the gap after each, and the word that opens each sentence."""

    text: str
    lower: str
    words: list[str]
    starts: list[int]
    ends: list[int]
    gaps: list[str]
    openings: list[int]

    def sentence(self, index: int) -> tuple[int, int]:
        """The sentence of a word: its first word, and the word after its last."""
        at = bisect_right(self.openings, index)
        end = self.openings[at] if at < len(self.openings) else len(self.words)
        return self.openings[at - 1], end

    def gap(self, index: int) -> str:
        """The characters between a word and the next."""
        return self.gaps[index]

    def joined(self, index: int) -> bool:
        """Whether a word and the next may form one expression; the full stop of an initial does not separate them."""
        gap = self.gaps[index]
        return gap in _JOINS or (gap in {". ", ".-"} and len(self.words[index]) == 1)


def read_words(text: str) -> Words:
    """Split a text once; every finder works on the result."""
    lower = lowered(text)
    is_plain = lower.isascii() or _OTHER_LETTER.search(lower) is None
    pieces = (_PLAIN_WORD if is_plain else _WORD).split(lower)
    bounds = list(accumulate(map(len, pieces)))
    words, gaps, starts = pieces[1::2], pieces[2::2], bounds[:-1:2]
    return Words(text, lower, words, starts, bounds[1::2], gaps, _openings(text, words, gaps, starts))


def lowered(text: str) -> str:
    """Lower case with all offsets unchanged; a letter that would become two stays as it is."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)


def _openings(text: str, words: list[str], gaps: list[str], starts: list[int]) -> list[int]:
    """The words that open a sentence, by number."""
    endings = {gap: ending for gap in set(gaps) if (ending := _ending(gap))}
    openings = [0]
    for at in [at for at, gap in enumerate(gaps[:-1]) if gap in endings]:
        gap = gaps[at]
        if endings[gap] == "line" or _opens(text, words[at], gap, starts[at], starts[at + 1]):
            openings.append(at + 1)
    return openings


@lru_cache(maxsize=4096)
def _ending(gap: str) -> str:
    """Whether a gap contains an empty line, ends with a mark that may end a sentence, or neither."""
    if _BLANK_LINE.search(gap):
        return "line"
    return "mark" if _END.search(gap) else ""


def _opens(text: str, word: str, gap: str, start: int, following: int) -> bool:
    first = text[following]
    if not (first.isdigit() or "A" <= first <= "Z"):
        return False
    is_short = gap[0] == "." and ((len(word) == 1 and text[start].isupper()) or word in _SHORT)
    return not is_short
