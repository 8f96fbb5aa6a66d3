"""Finds the contract that a title refers to. This matters more than any embedding: most contracts have every clause.

The title is compared with each contract's file name, opening and closing (the signatures name the parties), and with
the title that our rules would give it. The texts of the likeliest few are then searched for the title's word pairs.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from countercase.cuad.benchmark import Document
from countercase.cuad.generate import rule_titles

_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# "amended and restated" is a complete contract; an amendment only adds to one
_AMENDMENT = re.compile(r"amend(?!ed\s+and\s+restated)|addendum|supplement", re.IGNORECASE)

K1, B = 1.2, 0.3
PAIR = 0.5  # two words side by side
NAME, OPENING, HEAD, TAIL, RULE_TITLE = 0.3, 0.5, 0.5, 0.3, 0.5
AMENDMENT = 0.3  # both are amendments, or neither is
SAME_TITLE = 3.0  # titles are distinct, so the same title means the same contract
SHORTLIST, WHOLE_TEXT = 12, 2.0

Scores = NDArray[np.float64]


class DocumentPicker:
    """Ranks contracts for a title. Answers are cached, since every title occurs in many queries."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._documents = documents
        texts = {document.file_path.rpartition("/")[2]: document.text for document in documents}
        titles = rule_titles(texts)
        names = [document.file_path.rpartition("/")[2] for document in documents]
        self._titles = _RuleTitles([titles[name] for name in names])
        self._head = _Field(document.text[:5000] for document in documents)
        self._fields = (
            (NAME, _Field(_CAMEL.sub(" ", name) for name in names)),
            (OPENING, _Field(document.text[:1500] for document in documents)),
            (HEAD, self._head),
            (TAIL, _Field(document.text[-3000:] for document in documents)),
        )
        self._amends = np.array(
            [bool(_AMENDMENT.search(f"{document.file_path} {document.text[:600]}")) for document in documents]
        )
        self._picked: dict[str, list[int]] = {}
        self._plain_texts: dict[int, str] = {}

    def pick(self, title: str) -> list[int]:
        """Indices of the contracts, the likeliest first; ties in the given order."""
        if title not in self._picked:
            ranked = _best_first(self._scores(title))
            self._picked[title] = [*self._by_whole_text(title, ranked[:SHORTLIST]), *ranked[SHORTLIST:]]
        return self._picked[title]

    def _scores(self, title: str) -> Scores:
        tokens = dict.fromkeys(_tokens(title))
        total: Scores = AMENDMENT * (self._amends == bool(_AMENDMENT.search(title))).astype(np.float64)
        for weight, field in self._fields:
            total += weight * field.share(tokens)
        return total + self._titles.likeness(title)

    def _by_whole_text(self, title: str, shortlist: Sequence[int]) -> list[int]:
        """Re-rank the shortlist by how many of the title's word pairs occur in each whole text."""
        pairs = {token: self._head.rarity(token) for token in _tokens(title) if " " in token}
        weight = WHOLE_TEXT / (sum(pairs.values()) or 1)
        scores = self._scores(title)[list(shortlist)]
        for row, index in enumerate(shortlist):
            text = self._plain_text(index)
            scores[row] += weight * sum(rarity for pair, rarity in pairs.items() if f" {pair} " in text)
        return [shortlist[row] for row in _best_first(scores)]

    def _plain_text(self, index: int) -> str:
        if index not in self._plain_texts:
            self._plain_texts[index] = f" {_plain(self._documents[index].text)} "
        return self._plain_texts[index]


class _Field:
    """BM25 over one part of every contract."""

    def __init__(self, texts: Iterable[str]) -> None:
        counts = [Counter(_tokens(text)) for text in texts]
        lengths = [sum(count.values()) for count in counts]
        average = sum(lengths) / max(1, len(lengths)) or 1.0
        self._size = len(counts)
        self._frequency = Counter(token for count in counts for token in count)
        postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for index, (count, length) in enumerate(zip(counts, lengths, strict=True)):
            for token, times in count.items():
                weight = times * (K1 + 1) / (times + K1 * (1 - B + B * length / average))
                postings[token].append((index, self.rarity(token) * weight * (PAIR if " " in token else 1)))
        self._postings = postings

    def rarity(self, token: str) -> float:
        """Inverse document frequency of a token."""
        return log(1 + (self._size - self._frequency[token] + 0.5) / (self._frequency[token] + 0.5))

    def share(self, tokens: Mapping[str, None]) -> Scores:
        """Scores divided by the best one."""
        scores = np.zeros(self._size)
        for token in tokens:
            for index, weight in self._postings.get(token, ()):
                scores[index] += weight
        return scores / scores.max() if scores.any() else scores


class _RuleTitles:
    """The titles that our rules give the contracts, and how similar each is to the title in a query."""

    def __init__(self, titles: Sequence[str]) -> None:
        self._plain = [_plain(title) for title in titles]
        self._frequency = Counter(token for title in self._plain for token in set(_tokens(title)))
        self._vectors = [self._vector(title) for title in self._plain]

    def likeness(self, title: str) -> Scores:
        """Cosine of weighted words and word pairs, with a decisive bonus for an equal title."""
        query, plain = self._vector(title), _plain(title)
        cosines = [sum(value * vector.get(token, 0) for token, value in query.items()) for vector in self._vectors]
        return RULE_TITLE * np.array(cosines) + SAME_TITLE * np.array([other == plain for other in self._plain])

    def _vector(self, title: str) -> dict[str, float]:
        count = len(self._plain)
        weights = {
            token: (PAIR if " " in token else 1) * log(1 + count / (1 + self._frequency[token]))
            for token in set(_tokens(title))
        }
        length = sqrt(sum(weight * weight for weight in weights.values())) or 1.0
        return {token: weight / length for token, weight in weights.items()}


def _best_first(scores: Scores) -> list[int]:
    return [int(index) for index in np.argsort(-scores, kind="stable")]


def _tokens(text: str) -> list[str]:
    words = _WORD.findall(text.lower())
    return [*words, *(f"{left} {right}" for left, right in pairwise(words))]


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))
