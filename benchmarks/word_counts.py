"""BM25's weights for plain words: everything a text says, names and numbers with it."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

_WORD = re.compile(r"[a-z0-9]{2,}")
K1, B = 1.2, 0.75


class Vocabulary:
    """Words that at least two judgments hold."""

    def __init__(self, place: dict[str, int]) -> None:
        self._place = place

    def ask(self, texts: Sequence[str]) -> Any:
        """Texts x words, 1 for a word that the text has."""
        from scipy import sparse

        found = [sorted({self._place[w] for w in _WORD.findall(text.lower()) if w in self._place}) for text in texts]
        rows = [row for row, own in enumerate(found) for _ in own]
        columns = [column for own in found for column in own]
        return sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(texts), len(self._place)))


def count_words(texts: Sequence[str]) -> tuple[Vocabulary, Any]:
    """The vocabulary, and judgments x words with BM25's weights."""
    from scipy import sparse

    counts = [Counter(_WORD.findall(text.lower())) for text in texts]
    holders = Counter(word for own in counts for word in own)
    place = {word: column for column, word in enumerate(sorted(w for w, n in holders.items() if n > 1))}
    entries = [(row, place[w], n) for row, own in enumerate(counts) for w, n in own.items() if w in place]
    rows, columns, values = np.array(entries).T
    length = np.bincount(rows, weights=values, minlength=len(texts))
    rarity = np.array([np.log1p((len(texts) - holders[w] + 0.5) / (holders[w] + 0.5)) for w in place])
    norm = K1 * (1 - B + B * length / length.mean())
    weights = rarity[columns] * values * (K1 + 1) / (values + norm[rows])
    return Vocabulary(place), sparse.csr_matrix((weights, (rows, columns)), shape=(len(texts), len(place)))
