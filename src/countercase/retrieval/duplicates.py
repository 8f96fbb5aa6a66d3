"""Near-duplicates in a list of cases: one judgment that is stored twice is shown once."""

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
    """Each item with the later cases that are the same judgment; the first of them stays where it stands."""
    kept: list[tuple[T, Case, list[Case]]] = []
    for item in items:
        case = case_of(item)
        same = next((again for _, first, again in kept if is_same_judgment(first, case)), None)
        if same is not None:
            same.append(case)
        else:
            kept.append((item, case, []))
    return [(item, tuple(again)) for item, _, again in kept]


def is_same_judgment(first: Case, second: Case) -> bool:
    """Same parties on the same day, or nearly the same words; our summary of a judgment is not folded into it."""
    if first.text_kind is not second.text_kind:
        return False
    if first.decided is not None and first.decided == second.decided:
        return name_key(first.name) == name_key(second.name) or _overlap(first.text, second.text) >= SAME
    if first.decided is not None and second.decided is not None:
        return False
    return _overlap(first.text, second.text) >= SAME


def _overlap(first: str, second: str) -> float:
    """Jaccard's share of word triples that two texts have in common."""
    here, there = _shingles(first[:_SAMPLE]), _shingles(second[:_SAMPLE])
    return len(here & there) / len(here | there) if here and there else 0.0


@lru_cache(maxsize=512)  # a list is compared pair by pair
def _shingles(text: str) -> frozenset[int]:
    words = re.findall(r"\w+", text.lower())
    return frozenset(hash(tuple(words[place : place + _SHINGLE])) for place in range(len(words) - _SHINGLE + 1))
