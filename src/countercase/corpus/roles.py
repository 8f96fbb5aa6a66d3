"""What each sentence of a judgment does: a small linear-chain model over words, word pairs and position.

The weights are learned by `training/section_roles.py`; they hold single words and pairs of words, no text.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import chain, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

# The labels of the annotated judgments on which the model is trained, in the order of its columns.
ROLES = (
    "Facts",
    "Ruling by Lower Court",
    "Argument",
    "Statute",
    "Precedent",
    "Ratio of the decision",
    "Ruling by Present Court",
)
WEIGHTS = "section_roles.json"
REACH = 24  # sentences over which a neighbour's role is felt; further away the messages no longer change
SCALE = 100  # weights are stored as whole hundredths

Scores = NDArray[np.floating[Any]]


# Letters stay, digits become 0 (a number counts by its length), all else parts words. Bytes are several times faster.
_TABLE = bytes(
    code if chr(code).isalpha() and code < 128 else ord("0") if chr(code).isdigit() and code < 128 else ord(" ")
    for code in range(256)
)


def tokens(sentence: str) -> list[bytes]:
    """Words in small letters; `1992` and `2004` are both `0000`."""
    return sentence.encode("ascii", "replace").lower().translate(_TABLE).split()


def is_quoted(sentence: str) -> bool:
    """Whether it holds a quotation mark."""
    return '"' in sentence or "“" in sentence or "”" in sentence


EDGES = (1, 2, 3, 5, 8)  # "among the first (last) so many sentences"
LENGTHS = (4, 10, 25, 60)  # words


def place_features(lengths: NDArray[np.int64], quoted: Sequence[bool]) -> Iterator[tuple[str, NDArray[np.int64]]]:
    """Where sentences stand in their document, how long they are, whether they quote: feature name -> its sentences."""
    count = len(lengths)
    places = np.arange(count)
    yield "bias", places
    for parts, name in ((10, "tenth"), (5, "fifth")):
        part = parts * places // max(count, 1)
        yield from ((f"{name}{value}", np.flatnonzero(part == value)) for value in range(parts))
    for edge in EDGES:
        yield f"first{edge}", places[:edge]
        yield f"last{edge}", places[max(0, count - edge) :]
    bucket = np.searchsorted(LENGTHS, lengths, side="right")
    yield from ((f"length{value}", np.flatnonzero(bucket == value)) for value in range(len(LENGTHS) + 1))
    yield "quote", np.flatnonzero(np.asarray(quoted, bool))


@dataclass(frozen=True, slots=True)
class RoleModel:
    """Weights ready for use: a row a word (itself, before the next, after the last), a row a pair, a row a place."""

    words: dict[bytes, int]
    word_weights: Scores  # words + 1 rows; the last is of unknown words and is zero
    openings: Scores  # the same rows, for the first word of a sentence
    pairs: NDArray[np.int64]  # keys first * size + second, sorted
    pair_weights: Scores
    opening_pairs: Scores
    places: dict[str, Scores]
    transitions: Scores
    start: Scores
    priors: Scores

    def scores(self, sentences: Sequence[str]) -> Scores:
        """Log-weights of the roles of each sentence, before its neighbours' roles are considered."""
        split = [tokens(sentence) for sentence in sentences]
        lengths = np.array([len(part) for part in split])
        found = map(self.words.get, chain.from_iterable(split), repeat(len(self.words)))
        ids = np.fromiter(found, np.int64, int(lengths.sum()))
        edges = np.concatenate(([0], np.cumsum(lengths)))
        summed = _sums(self.word_weights[ids], edges)
        width = len(ROLES)
        total = summed[:, :width].copy()
        total[1:] += summed[:-1, width : 2 * width]
        total[:-1] += summed[1:, 2 * width :]
        total += self._pair_scores(ids, edges)
        filled = np.flatnonzero(lengths)
        total[filled] += self.openings[ids[edges[:-1][filled]]]
        quoted = [is_quoted(sentence) for sentence in sentences]
        for feature, places in place_features(lengths, quoted):
            total[places] += self.places[feature]
        return total

    def _pair_scores(self, ids: NDArray[np.int64], edges: NDArray[np.int64]) -> Scores:
        if len(ids) == 0 or len(self.pairs) == 0:
            return np.zeros((len(edges) - 1, len(ROLES)))
        size = len(self.words) + 1
        keys = np.append(ids[:-1] * size + ids[1:], -1)
        ends = edges[1:][np.diff(edges) > 0] - 1
        keys[ends] = -1  # a pair does not reach into the next sentence
        rows = np.minimum(np.searchsorted(self.pairs, keys), len(self.pairs) - 1)
        rows = np.where(self.pairs[rows] == keys, rows, len(self.pairs))
        summed = _sums(self.pair_weights[rows], edges)
        filled = np.flatnonzero(np.diff(edges))
        summed[filled] += self.opening_pairs[rows[edges[:-1][filled]]]
        return summed

    def probabilities(self, sentences: Sequence[str]) -> Scores:
        """How likely each role is for each sentence, given all sentences of the document in order."""
        if not sentences:
            return np.zeros((0, len(ROLES)))
        return chain_probabilities(self.scores(sentences), self.transitions, self.start)

    def label(self, sentences: Sequence[str]) -> list[str]:
        """A role for each sentence; rare roles are favoured as in training, since every role counts alike."""
        likely = self.probabilities(sentences) * self.priors
        return [ROLES[best] for best in likely.argmax(axis=1)]


def _sums(rows: Scores, edges: NDArray[np.int64]) -> Scores:
    """Sums of the rows of each sentence; reduceat wants no empty one, so those are put in after."""
    sums = np.zeros((len(edges) - 1, rows.shape[1]))
    filled = np.flatnonzero(np.diff(edges))
    if len(filled):
        sums[filled] = np.add.reduceat(rows, edges[:-1][filled], axis=0)
    return sums


def chain_probabilities(scores: Scores, transitions: Scores, start: Scores) -> Scores:
    """Roles given the whole chain, by messages from both sides; all sentences take a step at once."""
    emit = np.exp(scores - scores.max(axis=1, keepdims=True))
    move = np.exp(transitions)
    first = np.exp(start - start.max())
    ahead, behind = np.ones_like(emit), np.ones_like(emit)
    ahead[0] = first
    for _ in range(min(REACH, len(emit) - 1)):
        ahead[1:] = _scaled((ahead[:-1] * emit[:-1]) @ move)
        behind[:-1] = _scaled((behind[1:] * emit[1:]) @ move.T)
    return _scaled(ahead * behind * emit)


def _scaled(rows: Scores) -> Scores:
    scaled: Scores = rows / rows.sum(axis=1, keepdims=True)
    return scaled


@cache
def load_model() -> RoleModel:
    """The model that is shipped."""
    stored = resources.files("countercase.corpus").joinpath("data", WEIGHTS).read_text(encoding="utf-8")
    return model_from(json.loads(stored))


def model_from(stored: dict[str, Any]) -> RoleModel:
    """The model of a weights file."""
    width = len(ROLES)
    words = {word: place for place, word in enumerate(stored["words"])}
    size = len(words) + 1
    pair_rows = sorted((words[a] * size + words[b], row) for (a, b), row in _pairs(stored["pairs"]))
    opening_rows = {words[a] * size + words[b]: row for (a, b), row in _pairs(stored["opening_pairs"])}
    keys = sorted({key for key, _ in pair_rows} | set(opening_rows))
    by_key = dict(pair_rows)
    none = [0] * width
    return RoleModel(
        words={word.encode(): place for word, place in words.items()},
        word_weights=_table([*stored["words"].values()], 3 * width),
        openings=_table([stored["openings"].get(word, none) for word in words], width),
        pairs=np.array(keys, np.int64),
        pair_weights=_table([by_key.get(key, none) for key in keys], width),
        opening_pairs=_table([opening_rows.get(key, none) for key in keys], width),
        places={name: np.array(row) / SCALE for name, row in stored["places"].items()},
        transitions=np.array(stored["transitions"]) / SCALE,
        start=np.array(stored["start"]) / SCALE,
        priors=np.array(stored["priors"]) / SCALE,
    )


def _pairs(stored: dict[str, list[int]]) -> Iterable[tuple[tuple[str, str], list[int]]]:
    for pair, row in stored.items():
        first, second = pair.split(" ")
        yield (first, second), row


def _table(rows: list[list[int]], width: int) -> Scores:
    """A row each, and one of zeros for what is not in the table."""
    table: Scores = np.array([*rows, [0] * width], np.float32).reshape(len(rows) + 1, width) / np.float32(SCALE)
    return table
