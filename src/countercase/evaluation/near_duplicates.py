"""Texts that are the same judgment twice: found by the runs of words that they share."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from zlib import crc32

SHINGLE = 8  # words in a run: long enough that two judgments share one only by quotation
SHARE = 0.5  # of the shorter text's runs; connected matters that share a paragraph stay below
SAMPLE = 16  # one run in so many is kept, the same ones in every text
_WORD = re.compile(r"[a-z0-9]+")
_MAX_HOLDERS = 50  # a run that more texts than this hold is a formula or a statute, and says nothing


def near_duplicates(texts: Mapping[str, str], share: float = SHARE) -> dict[str, str]:
    """Duplicate -> the text it repeats (the longest of its group; the smaller id where equal)."""
    partners: dict[str, set[str]] = defaultdict(set)
    for a, b in similar_pairs(texts, share):
        partners[a].add(b)
        partners[b].add(a)
    repeats: dict[str, str] = {}
    for name in sorted(texts, key=lambda name: (-len(texts[name]), name)):
        if name not in repeats:
            for other in partners[name]:
                repeats.setdefault(other, name)
    return repeats


def similar_pairs(texts: Mapping[str, str], share: float = SHARE) -> list[tuple[str, str]]:
    """Every two texts that share so many of the shorter one's runs; names in order, pairs in order."""
    runs = {name: frozenset(_runs(text)) for name, text in texts.items()}
    shared = _shared_counts(runs)
    return sorted((a, b) for (a, b), count in shared.items() if count / min(len(runs[a]), len(runs[b])) >= share)


def _runs(text: str) -> Iterator[int]:
    words = _WORD.findall(text.lower())
    for start in range(len(words) - SHINGLE + 1):
        value = crc32(" ".join(words[start : start + SHINGLE]).encode())
        if value % SAMPLE == 0:
            yield value


def _shared_counts(runs: Mapping[str, frozenset[int]]) -> dict[tuple[str, str], int]:
    holders: dict[int, list[str]] = defaultdict(list)
    for name in sorted(runs):
        for run in runs[name]:
            holders[run].append(name)
    shared: dict[tuple[str, str], int] = defaultdict(int)
    for names in holders.values():
        if len(names) <= _MAX_HOLDERS:
            for pair in combinations(names, 2):
                shared[pair] += 1
    return shared
