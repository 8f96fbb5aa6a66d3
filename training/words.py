"""Words as tokens, and what kind each is: a name, a number, a cited case, or plain."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from training.sources import Judgment

PLAIN, NAME, NUMBER, CITED = 0, 1, 2, 3
SURNAMES = set(
    "singh kumar ram lal prasad khan sharma gupta rao reddy das roy ghosh bose nair menon pillai iyer shah patel mehta"
    " jain chand devi bai begum mohd mohammad ali ahmed krishna mohan gopal hari shri smt".split()
)
_WORD = re.compile(r"\S+")
_BARE = re.compile(r"[^\w]+")


class Vocabulary:
    """Words to token ids, each distinct word tokenised once."""

    def __init__(self, tokenizer: Path) -> None:
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._known: dict[str, list[int]] = {}

    def learn(self, words: Iterable[str]) -> None:
        new = sorted(word for word in set(words) if word not in self._known)
        for at in range(0, len(new), 50_000):
            part = new[at : at + 50_000]
            for word, encoding in zip(part, self._tokenizer.encode_batch(part, add_special_tokens=False), strict=True):
                self._known[word] = encoding.ids[:24]

    def ids(self, words: Iterable[str]) -> list[list[int]]:
        return [self._known[word] for word in words]


def name_words(judgments: Sequence[Judgment]) -> set[str]:
    """Words that are nearly always capitalised and not common to many judgments: people, places, firms."""
    upper: Counter[str] = Counter()
    total: Counter[str] = Counter()
    documents: Counter[str] = Counter()
    for judgment in judgments:
        bare = [_BARE.sub("", w) for w in judgment.text.split()[:6000]]
        words = [w for w in bare if w.isalpha() and len(w) > 1]
        lowered = [w.lower() for w in words]
        total.update(lowered)
        upper.update(low for w, low in zip(words, lowered, strict=True) if w[0].isupper())
        documents.update(set(lowered))
    common = 0.02 * len(judgments)
    rare = {w for w, n in total.items() if upper[w] > 0.8 * n and documents[w] < common}
    return rare | SURNAMES


def flags_of(text: str, spans: Sequence[tuple[int, int]], names: set[str]) -> tuple[list[str], list[int], list[int]]:
    """Words, their flags and their start offsets; `spans` are cited cases and citations."""
    words, starts = [], []
    for match in _WORD.finditer(text):
        words.append(match[0])
        starts.append(match.start())
    kinds = [PLAIN] * len(words)
    for place, word in enumerate(words):
        if any(c.isdigit() for c in word):
            kinds[place] = NUMBER
        elif word[0].isupper() and _BARE.sub("", word).lower() in names:
            kinds[place] = NAME
    for start, end in spans:
        for place in range(*np.searchsorted(starts, (start, end))):
            kinds[place] = CITED
    return words, kinds, starts
