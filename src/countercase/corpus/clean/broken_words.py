"""Repairs words broken by printing or conversion: line-end hyphens, split ligatures, footnote marks, odd characters."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from countercase.corpus.clean.offsets import Cut, places

_SPACES = dict.fromkeys("\u00a0\u202f\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a", " ")
_BREAKS = {"\r": "\n", "\f": "\n"}
_NOTHING = dict.fromkeys(
    [chr(code) for code in (*range(9), 11, *range(14, 32), 127)]
    + list("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufffe"),
    "",
)
_ODD = {**_SPACES, **_BREAKS, **_NOTHING}
_ANY_ODD = re.compile(f"[{re.escape(''.join(_ODD))}]")
_ODD_ASCII = "".join(odd for odd in _ODD if odd.isascii()).encode()
_BEFORE = re.compile(r"[A-Za-z]+$")
_AFTER = re.compile(r"[A-Za-z]+")
_LIGATURE = re.compile(r"f[il] (?P<second>[a-z]+)")
_NOT_A_TAIL = frozenset(
    ("and", "or", "to", "of", "in", "the", "is", "was", "has", "had", "as", "at", "by", "for", "on", "vs", "who", "did",
     "that", "with", "from", "a", "he", "she", "his", "her", "it", "be", "were", "are", "not", "but")
)  # fmt: skip
_AROUND_WORDS = ".,;:()[]\"'“”‘’"
_FEW = 24  # searches for a word that together take as long as splitting the text into its words
_NOTE_REACH = 9000  # characters within which the note itself must follow its mark
_LONGEST_WORD = 40


def character_cuts(text: str) -> Iterator[Cut]:
    """Control characters, marks without width, spaces that are not spaces; runs of blanks become one."""
    for match in _odd_characters(text):
        swallowed = match[0] == "\r" and text.startswith("\n", match.end())
        yield Cut(*match.span(), "" if swallowed else _ODD[match[0]])
    start = text.find("  ")
    while start >= 0:
        end = _run_end(text, start)
        yield Cut(start, end, " ")
        start = text.find("  ", end)
    for line_end in places(text, "\n"):
        yield from _line_end_cuts(text, line_end)


def _line_end_cuts(text: str, place: int) -> Iterator[Cut]:
    """Blanks at the end of a line and at the start of the next; of empty lines one is kept."""
    start = place
    while start and text[start - 1] == " ":
        start -= 1
    if start < place:
        yield Cut(start, place)
    following = text[place + 1 : place + 2]
    if following == " ":
        yield Cut(place + 1, _run_end(text, place + 1))
    elif following == "\n" and text.startswith("\n", place + 2) and text[place - 1 : place] != "\n":
        yield Cut(place, _run_end(text, place), "\n\n")


def _run_end(text: str, start: int) -> int:
    end = start
    while text[end : end + 1] == text[start]:
        end += 1
    return end


def _odd_characters(text: str) -> Iterator[re.Match[str]]:
    if text.isascii() and len(text.encode().translate(None, _ODD_ASCII)) == len(text):
        return iter(())  # far quicker than the pattern, and so it is with most texts
    return _ANY_ODD.finditer(text)


def hyphen_cuts(text: str) -> Iterator[Cut]:
    """A word broken at a line end is joined; a compound, or two words that the text knows apart, keeps its hyphen."""
    breaks = list(_broken(text, "-\n"))
    # Inside a line the break is certain only where the whole word stands elsewhere: "pre- and post-trial" is no break.
    gaps = [gap for gap in _broken(text, "- ") if gap[2].islower() and gap[2] not in _NOT_A_TAIL]
    if not breaks and not gaps:
        return
    is_known = _known_words(text, 3 * len(breaks) + 2 * len(gaps))
    for place, first, second in breaks:
        parts = is_known(first.lower()) and is_known(second.lower())
        compound = parts or second[0].isupper() or is_known(f"{first}-{second}".lower())
        keeps = compound and not is_known((first + second).lower())
        yield Cut(place + 1, place + 2) if keeps else Cut(place, place + 2)
    for place, first, second in gaps:
        if is_known(f"{first}-{second}".lower()):
            yield Cut(place + 1, place + 2)
        elif is_known((first + second).lower()):
            yield Cut(place, place + 2)


def _known_words(text: str, questions: int) -> Callable[[str], bool]:
    """Says whether a word occurs in the text, in any case. For a few lookups, splitting the text is not worth it."""
    if questions > _FEW:
        return {word.strip(_AROUND_WORDS) for word in set(text.lower().split())}.__contains__
    lower = text.encode("latin-1", "replace").lower().decode("latin-1")  # as long as the text, and quicker to make
    return lambda word: any(_is_whole(text, place, place + len(word)) for place in places(lower, word))


def _is_whole(text: str, start: int, end: int) -> bool:
    while start > 0 and text[start - 1] in _AROUND_WORDS:
        start -= 1
    while end < len(text) and text[end] in _AROUND_WORDS:
        end += 1
    return (start == 0 or text[start - 1].isspace()) and (end == len(text) or text[end].isspace())


def _broken(text: str, literal: str) -> Iterator[tuple[int, str, str]]:
    """Places where a hyphen and a gap stand between letters, with the letters before and after."""
    for place in places(text, literal):
        if not text[place - 1 : place].isalpha():
            continue
        after = _AFTER.match(text, place + 2, place + 2 + _LONGEST_WORD)
        before = _BEFORE.search(text[max(0, place - _LONGEST_WORD) : place]) if after else None
        if before and after:
            yield place, before[0], after[0]


def ligature_cuts(text: str) -> Iterator[Cut]:
    """`signifi cant` and `fi led`, where a converter put a space after the ligature; names such as Rafi stay."""
    for match in _LIGATURE.finditer(text):
        before = _BEFORE.search(text[max(0, match.start() - _LONGEST_WORD) : match.start()])
        name = before is not None and before[0][0].isupper() and before[0].endswith(("a", "u"))
        if match["second"] not in _NOT_A_TAIL and not name:
            yield Cut(match.start() + 2, match.start() + 3)


def footnote_cuts(text: str) -> Iterator[Cut]:
    """Marks set against a word (`Madras1`), where they count up from 1 and the note of that number follows."""
    number, place = 1, 0
    while (start := _next_mark(text, str(number), place)) >= 0:
        place = start + len(str(number))
        if _has_note(text, place, number):
            yield Cut(start, place)
            number += 1


def _next_mark(text: str, number: str, place: int) -> int:
    """Offset of the next number set against a word; -1 if there is none."""
    for match in _mark(number).finditer(text, place):
        if _against_word(text, match.start()):
            return match.start()
    return -1


@lru_cache(maxsize=256)
def _mark(number: str) -> re.Pattern[str]:
    return re.compile(rf"{number[0]}(?<![\s\d].){number[1:]}(?=[\s.,;:)])")


def _against_word(text: str, place: int) -> bool:
    before = text[max(0, place - 3) : place]
    if len(before) < 3:
        return False
    return (before[1:].islower() and before[1:].isalpha()) or (before[2] in ".,;:”’)" and before[:2].islower())


def _has_note(text: str, start: int, number: int) -> bool:
    for place in places(text, f"{number} ", start, start + _NOTE_REACH):
        following = text[place + len(str(number)) + 1 : place + len(str(number)) + 2]
        if text[place - 1].isspace() and (following.isupper() or following in tuple("([“‘")):
            return True
    return False
