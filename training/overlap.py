"""Which judgments share long runs of words: near-copies, and those that would tell the answer to a query."""

import functools
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from training.sources import Judgment

_BARE = re.compile(r"[^\w]+")


@functools.cache
def _word_hash(word: str) -> int:
    return zlib.crc32(_BARE.sub("", word).lower().encode())


def shingles(words: Sequence[str], size: int = 8, keep: int = 16) -> set[int]:
    """A fixed sample of the word runs of a text, to find texts that share long passages."""
    hashes = np.array([_word_hash(word) for word in words], dtype=np.uint64)
    hashes = hashes[hashes > 0]
    runs = np.zeros(max(0, len(hashes) - size + 1), dtype=np.uint64)
    for place in range(size):
        runs = runs * np.uint64(6364136223846793005) + hashes[place : place + len(runs)]
    runs ^= runs >> np.uint64(29)
    return set(runs[runs % np.uint64(keep) == 0].tolist())


def groups_of(prints: Sequence[set[int]]) -> list[int]:
    """Judgments that share a quarter of their sampled runs with an earlier one get its group number."""
    owner: dict[int, list[int]] = defaultdict(list)
    group: list[int] = []
    for place, shingle in enumerate(prints):
        shared: Counter[int] = Counter(other for run in shingle for other in owner[run][:5])
        top = shared.most_common(1)
        near = top and top[0][1] > 0.25 * min(len(shingle), len(prints[top[0][0]]))
        group.append(group[top[0][0]] if near else place)
        for run in shingle:
            owner[run].append(place)
    return group


def may_train(
    judgments: Sequence[Judgment], groups: Sequence[int], queries: dict[str, list[dict[str, Any]]]
) -> list[bool]:
    """Not one whose facts are asked, nor its near-copy, nor one that shares long runs with an AILA query."""
    asked = {q["case_id"] for part in ("dev", "held") for q in queries[part]}
    barred = {g for j, g in zip(judgments, groups, strict=True) if j.id in asked}
    narratives: set[int] = set().union(*(shingles(q["text"].split()) for q in queries["aila"]))
    overlap = [len(shingles(j.text.split()) & narratives) >= 2 for j in judgments]
    allowed = [g not in barred and not o for g, o in zip(groups, overlap, strict=True)]
    print("judgments", len(judgments), "overlapping AILA queries", sum(overlap), "may train", sum(allowed))
    return allowed
