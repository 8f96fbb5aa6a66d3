"""Words without names and numbers: what is left of a text when who, where and when are taken out of it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

_WORD = re.compile(r"[A-Za-z]{3,}")  # a number is no word; it reaches the instrument as a category
NAME_SHARE = 0.1  # a word that the corpus writes in lower case less often than this is a name
RAREST = 5  # judgments that must hold a term: what fewer say tells nothing about the law
# Function words only: "not" and "without" stay, since "no eyewitness" is a fact.
_STOP = frozenset(
    """the and was for that with from this which are were has had have his she her they their its been but any such
    there who would shall may can upon under also than then these those him them into out over when where while will did
    does said one our you""".split()
)


def stems(text: str) -> list[str]:
    """The stems of a text's words, in order, without numbers and function words; names are still among them."""
    return [stem for stem, _ in _cased_stems(text)]


def ordinary_terms(texts: Iterable[str]) -> tuple[tuple[str, ...], list[Counter[str]]]:
    """The terms that are no names, sorted, and how often each text has them."""
    written: Counter[str] = Counter()
    in_lower: Counter[str] = Counter()
    holders: Counter[str] = Counter()
    counts: list[Counter[str]] = []
    for text in texts:
        cased = Counter(_cased_stems(text))
        own: Counter[str] = Counter()
        for (stem, lower), times in cased.items():
            own[stem] += times
            in_lower[stem] += times * lower
        written.update(own)
        holders.update(own.keys())
        counts.append(own)
    least = min(RAREST, max(1, len(counts) // 10))  # a corpus of a dozen judgments has no term in five
    kept = {stem for stem, times in written.items() if holders[stem] >= least and in_lower[stem] >= NAME_SHARE * times}
    return tuple(sorted(kept)), [_only(own, kept) for own in counts]


def _only(counts: Counter[str], kept: set[str]) -> Counter[str]:
    return Counter({stem: times for stem, times in counts.items() if stem in kept})


def _cased_stems(text: str) -> Iterator[tuple[str, bool]]:
    for word in _WORD.findall(text):
        lower = word.lower()
        if lower not in _STOP:
            yield _stem(lower), word == lower


@lru_cache(maxsize=200_000)
def _stem(word: str) -> str:
    stem: str = _stemmer().stemWord(word)
    return stem


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")
