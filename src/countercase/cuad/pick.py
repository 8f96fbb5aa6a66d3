"""Which contract a title means: worth more than any embedding, since most contracts hold every kind of clause.

The title is compared with each contract's file name, opening, closing (the signatures name the parties) and with the
title that our own rules would give it.
"""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from countercase.cuad.documents import Document
from countercase.cuad.generate import rule_titles

_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# "amended and restated" is a whole contract; an amendment is a paper beside one
_AMENDMENT = re.compile(r"amend(?!ed\s+and\s+restated)|addendum|supplement", re.IGNORECASE)

K1, B = 1.2, 0.3
PAIR = 0.5  # two words side by side
NAME, OPENING, HEAD, TAIL, OWN_TITLE = 0.3, 0.5, 0.5, 0.3, 1.0
AMENDMENT = 0.3  # both are amendments, or neither is
SAME_TITLE = 3.0  # titles are told apart, so the same title is the same contract


class DocumentPicker:
    """Ranks contracts for a title; answers are remembered, since every title is asked many times."""

    def __init__(self, documents: Sequence[Document]) -> None:
        names = [_CAMEL.sub(" ", document.file_path.rpartition("/")[2]) for document in documents]
        titles = rule_titles({document.file_path: document.text for document in documents})
        self._titles = [_plain(titles[document.file_path]) for document in documents]
        self._fields = (
            (NAME, _Field(names, B)),
            (OPENING, _Field((document.text[:1500] for document in documents), B)),
            (HEAD, _Field((document.text[:5000] for document in documents), B)),
            (TAIL, _Field((document.text[-3000:] for document in documents), B)),
            (OWN_TITLE, _Field(titles.values(), 0.75)),
        )
        self._amends = np.array(
            [bool(_AMENDMENT.search(f"{document.file_path} {document.text[:600]}")) for document in documents]
        )
        self._known: dict[str, list[int]] = {}

    def pick(self, title: str) -> list[int]:
        """Places of the contracts, the likeliest first; ties in the order given."""
        if title not in self._known:
            self._known[title] = [int(place) for place in np.argsort(-self._scores(title), kind="stable")]
        return self._known[title]

    def _scores(self, title: str) -> NDArray[np.float64]:
        tokens = dict.fromkeys(_tokens(title))
        total: NDArray[np.float64] = AMENDMENT * (self._amends == bool(_AMENDMENT.search(title))).astype(np.float64)
        for weight, field in self._fields:
            total += weight * field.share(tokens)
        same = _plain(title)
        total += SAME_TITLE * np.array([same == own for own in self._titles])
        return total


class _Field:
    """BM25 over one part of every contract."""

    def __init__(self, texts: Iterable[str], b: float) -> None:
        counts = [Counter(_tokens(text)) for text in texts]
        lengths = [sum(count.values()) for count in counts]
        average = sum(lengths) / max(1, len(lengths)) or 1.0
        held = Counter(token for count in counts for token in count)
        self._size = len(counts)
        postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, (count, length) in enumerate(zip(counts, lengths, strict=True)):
            for token, times in count.items():
                rarity = log(1 + (self._size - held[token] + 0.5) / (held[token] + 0.5))
                weight = times * (K1 + 1) / (times + K1 * (1 - b + b * length / average))
                postings[token].append((place, rarity * weight * (PAIR if " " in token else 1)))
        self._postings = postings

    def share(self, tokens: Mapping[str, None]) -> NDArray[np.float64]:
        """Scores as shares of the best."""
        scores = np.zeros(self._size)
        for token in tokens:
            for place, weight in self._postings.get(token, ()):
                scores[place] += weight
        return scores / scores.max() if scores.any() else scores


def _tokens(text: str) -> list[str]:
    words = _WORD.findall(text.lower())
    return [*words, *(f"{left} {right}" for left, right in itertools.pairwise(words))]


def _plain(title: str) -> str:
    return " ".join(_WORD.findall(title.lower()))
