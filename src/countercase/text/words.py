"""Words, stems, stop words, articles and capitals, for every feature; `read_words` splits a narrative.

The stop lists are kept side by side because they must differ: each was chosen with the scores that depend on it, and
merging them would change those scores silently.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any

# Search. "not", "no" and "without" stay, since "no eyewitness" is a fact.
SEARCH_STOP_WORDS = frozenset(
    """a an the of to in and or is was for on by that with as it be at from this which are were has had have he his she
    her they their its been but if any such there who would shall may can so upon under also than then these those him
    them into out over when where while will did do does said one we our i you""".split()
)
# The measuring ranking reads words of three letters and more; otherwise as for search.
MEASURING_STOP_WORDS = frozenset(word for word in SEARCH_STOP_WORDS if len(word) > 2)
# Contracts: a short list, since "shall" and "may" distinguish an obligation from a permission.
CONTRACT_STOP_WORDS = frozenset(
    "a an the of to in and or is for on by that with as it be at from this which are".split()
)
# The specification's grounding test counts content words only; here "not" is a function word.
GROUNDING_STOP_WORDS = frozenset(
    """a about above after again all also am an and any are as at be because been before being below between both but
    by can could did do does down during each few for from further had has have having he her here hers him his how i
    if in into is it its itself just me more most my no nor not of off on once only or other our out over own same she
    should so some such than that the their them then there these they this those through to too under until up very
    was we were what when where which while who whom why will with would you your""".split()
)
# The strict check: every word that cannot be true or false of anything. "no" and "not" are content there.
FUNCTION_WORDS = frozenset(
    """a about above after again against all also although am among an and any are as at be because been before being
    below between both but by can could did do does doing down during each either etc few for from further had has have
    having he hence her here hereby herein hers herself him himself his how however i if in into is it its itself just
    may me might more most much must my myself of off on once only or other others our out over own per same shall she
    should since so some still such than that the thee their theirs them themselves then thence there thereafter
    thereby therefore therefrom therein thereof thereto thereupon these they this those though through thus till to
    too under until up upon us very viz was we were what whatever when whence where whereas whereby wherein whereupon
    whether which while who whom whose why will with within would yet you your yours said s t d ll re ve
    st nd rd th""".split()
)


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The stem of a lower-case word."""
    stemmed: str = _stemmer().stemWord(word)
    return stemmed


def stem_all(words: Iterable[str]) -> list[str]:
    """The stems of lower-case words, in order."""
    stemmed: list[str] = _stemmer().stemWords(list(words))
    return stemmed


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")


def capitalised(words: str) -> str:
    """The words with a capital first letter; unlike `str.capitalize`, the rest stays as it is ("DNA report")."""
    return words[:1].upper() + words[1:]


def shortened(words: str, most: int = 90) -> str:
    """The words on one line; a longer line than `most` characters is cut after a word."""
    line = " ".join(words.split())
    return line if len(line) <= most else f"{line[: most - 1].rsplit(' ', 1)[0]} …"


# The indefinite article: "an axe", "a knife", "an FIR", "a university".

_SPELT_VOWELS = "AEFHILMNORSX"  # letters whose names begin with a vowel sound: "an FIR", "an MLA"
# "an uncle", "an heir"; most words in "u" sound "you".
_VOWEL_SOUND = tuple("un ul um up urg x- hour honest honour heir".split())
_CONSONANT_SOUND = ("uni", "one", "once", "eu")  # "a university", "a one-sided account"


def article(words: str) -> str:
    """ "a" or "an", as the first word sounds."""
    bare = words.lstrip("‘'\"“(")
    first = bare.split(maxsplit=1)[0] if bare.split() else ""
    if first.isupper() and len(first) > 1:
        return "an" if first[0] in _SPELT_VOWELS else "a"
    lower = first.lower()
    if lower.startswith(_CONSONANT_SOUND):
        return "a"
    return "an" if lower[:1] in tuple("aeio") or lower.startswith(_VOWEL_SOUND) else "a"


def with_article(words: str) -> str:
    """ "an axe", "a knife"."""
    return f"{article(words)} {words}"


# A narrative as words with their positions, in sentences; the full stops of "P.W. 4" and "Dr. Rao" end none.

# One group, so that a split gives words and gaps in turn; the second pattern is faster, and enough for plain text.
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
    """ "line" for a gap with an empty line, "mark" for one with a mark that may end a sentence, else ""."""
    if _BLANK_LINE.search(gap):
        return "line"
    return "mark" if _END.search(gap) else ""


def _opens(text: str, word: str, gap: str, start: int, following: int) -> bool:
    first = text[following]
    if not (first.isdigit() or "A" <= first <= "Z"):
        return False
    is_short = gap[0] == "." and ((len(word) == 1 and text[start].isupper()) or word in _SHORT)
    return not is_short
