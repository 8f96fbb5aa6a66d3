"""Which sentence of a passage answers the matter best, and the words that carry it."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from countercase.explanation.negation import CUES, polarities
from countercase.explanation.places import Place
from countercase.explanation.tokens import Kind, content_keys, tokenise

Rarity = Callable[[str], float]  # how much a word, as `tokens` stems it, tells; 0 for one that is everywhere
TERMS = 4
_SHORT = 4  # letters
_TELLING = 2.3  # rarity below which a word carries nothing: it stands in every tenth passage or more


def word_weights(text: str, rarity: Rarity) -> dict[str, float]:
    """The words of the matter that can carry a match, with their weight; numbers and names of a matter carry none."""
    words = {token.key for token in tokenise(text) if token.kind is Kind.WORD and len(token.key) > 2} - CUES
    return {word: weight for word in words if (weight := rarity(word)) > 0}


def likeness(place: Place, weights: dict[str, float]) -> float:
    """The weight of the matter's words in a place, so damped that long sentences do not always win."""
    keys = content_keys(place.text)
    return sum(weights.get(key, 0.0) for key in keys) / math.sqrt(8 + len(keys))


def carrying_terms(place: Place, weights: dict[str, float], count: int = TERMS) -> list[str]:
    """The weightiest words that a place shares with the matter, as the place writes them, in its order."""
    first: dict[str, tuple[int, str]] = {}
    denied = {key for key, negated in polarities(place.text).items() if negated == {True}}
    for token in tokenise(place.text):
        if token.key in denied or token.end - token.start < _SHORT:
            continue
        if weights.get(token.key, 0.0) >= _TELLING and token.key not in first:
            first[token.key] = (token.start, place.text[token.start : token.end])
    best = sorted(first, key=lambda key: (-weights[key], key))[:count]
    return [word for _, word in sorted(first[key] for key in best)]


def rarity_in(texts: Iterable[str]) -> Rarity:
    """Weights from a collection: the logarithm of how seldom a word occurs in its texts."""
    seen: Counter[str] = Counter()
    total = 0
    for text in texts:
        total += 1
        seen.update(content_keys(text))
    return lambda word: math.log((total + 1) / (seen[word] + 1))


def best_places(places: Sequence[Place], weights: dict[str, float]) -> list[Place]:
    """The places by how well they answer, best first."""
    return sorted(places, key=lambda place: (-likeness(place, weights), place.span))


_CITES = re.compile(r"\b(?:SCC|SCR|S\.C\.R|S\.C\.C|AIR|A\.I\.R|supra)\b|\bv(?:s|ersus)?\.\s")


def speaks_of_another_case(place: Place) -> bool:
    """Whether the sentence cites: what it says may be of the cited case, not of this one."""
    return _CITES.search(place.text) is not None
