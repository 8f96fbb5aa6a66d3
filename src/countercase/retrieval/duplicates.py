"""Near-duplicates in a list of cases: a judgment that is stored twice is shown once."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from countercase.domain.case import Case
from countercase.law.precedents.names import name_key

T = TypeVar("T")
SAME = 0.8  # share of word triples in common above which two texts are one judgment
_SHINGLE = 3
_SAMPLE = 6000  # characters; the beginning tells two reports of one judgment apart from two judgments


def fold(items: Sequence[T], case_of: Callable[[T], Case]) -> list[tuple[T, tuple[Case, ...]]]:
    """Each item with the later copies of the same judgment. The first copy keeps its place."""
    kept: list[tuple[T, Case, list[Case]]] = []
    for item in items:
        case = case_of(item)
        copies = next((copies for _, first, copies in kept if is_same_judgment(first, case)), None)
        if copies is not None:
            copies.append(case)
        else:
            kept.append((item, case, []))
    return [(item, tuple(copies)) for item, _, copies in kept]


def is_same_judgment(first: Case, second: Case) -> bool:
    """Whether parties and day agree, or nearly all words. A summary is never the same as the judgment it summarises."""
    if first.text_kind is not second.text_kind:
        return False
    if first.decided is not None and first.decided == second.decided:
        return name_key(first.name) == name_key(second.name) or _overlap(first.text, second.text) >= SAME
    if first.decided is not None and second.decided is not None:
        return False
    return _overlap(first.text, second.text) >= SAME


def _overlap(first: str, second: str) -> float:
    """The Jaccard similarity of the word triples of two texts."""
    here, there = _shingles(first[:_SAMPLE]), _shingles(second[:_SAMPLE])
    return len(here & there) / len(here | there) if here and there else 0.0


@lru_cache(maxsize=512)  # a list is compared pair by pair
def _shingles(text: str) -> frozenset[int]:
    words = re.findall(r"\w+", text.lower())
    return frozenset(hash(tuple(words[place : place + _SHINGLE])) for place in range(len(words) - _SHINGLE + 1))
