"""Numbers that stand before an Act with no section word: "under 302/34 IPC", "and 420 I.P.C."."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from countercase.domain.span import Span
from countercase.law.provisions.phrases import Part, Phrase, find_phrases
from countercase.law.provisions.statutes import StatuteMention

_WORD = "Sections "
_LOOK_BACK = 90
_ONE = r"[0-9]{1,3}(?:\s?-\s?[A-Z]|[A-Z])?(?:\s?\([0-9A-Za-z]{1,3}\)){0,3}"
_JOINT = r"\s{0,2}(?:,\s?(?:and\s)?|/|&|\band\b|\bor\b|r/w|read\s{1,2}with)\s{0,2}"
_NUMBERS = re.compile(rf"(?<![\w./(\-])(?P<list>{_ONE}(?:{_JOINT}{_ONE}){{0,12}})\s{{0,2}}$")
_NUMBERS_OF = re.compile(
    rf"\b[Uu]nder\s{{1,3}}(?P<list>{_ONE}(?:{_JOINT}{_ONE}){{0,12}})\s{{1,2}}of\s{{1,2}}(?:the\s{{1,2}})?$"
)
_ENDS_LIKE_NUMBER = re.compile(r"[0-9A-Z)]\s{0,2}(?:of\s{1,2}(?:the\s{1,2})?)?$")


def find_bare_numbers(text: str, statutes: Sequence[StatuteMention], phrases: Sequence[Phrase]) -> list[Phrase]:
    """The lists that stand right before an abbreviated Act, or after "under", outside the phrases found already."""
    ends = [phrase.span.end for phrase in phrases]
    found: list[Phrase] = []
    previous = 0
    for statute in statutes:
        start = statute.span.start
        place = bisect_left(ends, max(0, start - 12))
        taken = place < len(ends) and phrases[place].span.start < start
        if not taken and statute.acts:
            low = max(previous, start - _LOOK_BACK, ends[place - 1] if place else 0)
            phrase = _before(text, low, start, statute)
            if phrase is not None:
                found.append(phrase)
        previous = statute.span.end
    return found


def _before(text: str, low: int, high: int, statute: StatuteMention) -> Phrase | None:
    found = _list_before(text[low:high], " " not in statute.name)
    if found is None:
        return None
    start = low + found[0]
    parts = tuple(_moved(part, start) for part in found[1])
    return Phrase(Span(start, parts[-1].span.end), parts, "")


@lru_cache(maxsize=4096)  # charges are repeated word for word
def _list_before(window: str, abbreviated: bool) -> tuple[int, tuple[Part, ...]] | None:
    """Where the list that ends a window starts, and its parts."""
    if not _ENDS_LIKE_NUMBER.search(window[-12:]):
        return None
    match = (_NUMBERS.search(window) if abbreviated else None) or _NUMBERS_OF.search(window)
    parts = _read(match["list"]) if match else ()
    return (match.start("list"), parts) if match and parts else None


def _read(numbers: str) -> tuple[Part, ...]:
    """The parts of a list, as if "Sections" stood before it; the spans count from the start of the list."""
    phrases = find_phrases(_WORD + numbers)
    return tuple(_moved(part, -len(_WORD)) for part in phrases[0].parts) if phrases else ()


def _moved(part: Part, by: int) -> Part:
    return Part(Span(max(0, part.span.start + by), part.span.end + by), *part[1:])
