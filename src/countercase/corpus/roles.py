"""What each sentence of a judgment does: a small linear-chain model over words, word pairs and position.

The weights are learned by `training/section_roles.py`; they hold single words and pairs of words, no text.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from random import Random
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

# Finds many keys of two whole numbers at once; exact, and many times faster than a search in a sorted table.

Column = NDArray[np.uint64]
_BITS = 20  # of a slot: so many slots for about two thousand keys that a multiplier without a clash is soon found


class KeyTable:
    """Keys numbered in the order given; every other key has the number after the last."""

    def __init__(self, first: Column, second: Column) -> None:
        self.missing = len(first)
        self._first, self._second = np.append(first, np.uint64(0)), np.append(second, np.uint64(0))
        generator = Random(0)  # noqa: S311  # numpy's own takes a tenth of a second to load
        while True:
            self._multipliers = np.array([generator.getrandbits(64) | 1 for _ in range(2)], np.uint64)
            slots = self._slots(first, second)
            if len(set(slots.tolist())) == self.missing:
                break
        self._numbers = np.full(1 << _BITS, self.missing, np.int16)
        self._numbers[slots] = np.arange(self.missing)

    def find(self, first: Column, second: Column) -> NDArray[np.int64]:
        """The number of each key."""
        found = self._numbers[self._slots(first, second)].astype(np.int64)
        same = (self._first[found] == first) & (self._second[found] == second)
        return np.where(same, found, self.missing)

    def _slots(self, first: Column, second: Column) -> Column:
        mixed: Column = first * self._multipliers[0] + second * self._multipliers[1]
        return mixed >> np.uint64(64 - _BITS)


# The words of a text as the section model counts them, and their numbers in its vocabulary, found all at once.

# Letters stay, digits become 0 (a number counts by its length), all else parts words. Bytes are several times faster.
_TABLE = bytes(
    code if chr(code).isalpha() and code < 128 else ord("0") if chr(code).isdigit() and code < 128 else ord(" ")
    for code in range(256)
)
_BLANK = ord(" ")
_HALF = 8  # bytes: a word is compared as two machine words, so the longest known one is a letter shorter than both
_LONGEST = 2 * _HALF - 1
_KEPT = np.array([(1 << (8 * length)) - 1 for length in range(_HALF + 1)], np.uint64)  # the first so many bytes


def plain(text: str) -> bytes:
    """The text a byte a character, small letters, nothing but words and blanks."""
    return text.encode("ascii", "replace").lower().translate(_TABLE)


def tokens(sentence: str) -> list[bytes]:
    """Words in small letters; `1992` and `2004` are both `0000`."""
    return plain(sentence).split()


class Vocabulary:
    """Known words, numbered in the order given; every other word has the number `unknown`, after the last."""

    def __init__(self, words: Sequence[bytes]) -> None:
        if any(not 0 < len(word) <= _LONGEST for word in words):
            raise ValueError(f"a known word has 1 to {_LONGEST} letters")
        padded = b"".join(word.ljust(2 * _HALF, b"\0") for word in words)
        self._table = KeyTable(*np.frombuffer(padded, "<u8").reshape(-1, 2).T)
        self.unknown = len(words)

    def numbers(self, text: bytes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where each word of a `plain` text starts, and its number."""
        letters = np.frombuffer(b" " + text + b" " * (2 * _HALF), np.uint8)
        edges = np.flatnonzero((letters[1:] != _BLANK) != (letters[:-1] != _BLANK))
        starts, lengths = edges[::2], edges[1::2] - edges[::2]
        at_any = np.ndarray(len(letters) - _HALF, "<u8", letters, offset=1, strides=(1,))
        first = at_any[starts] & _KEPT[np.minimum(lengths, _HALF)]
        second = at_any[starts + _HALF] & _KEPT[np.clip(lengths, _HALF, 2 * _HALF) - _HALF]
        return starts, self._table.find(first, second)


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
_STEPS_AT_ONCE = 6  # before messages are scaled: far too few for one to vanish
SCALE = 100  # weights are stored as whole hundredths

Scores = NDArray[np.floating[Any]]
Where = slice | NDArray[np.bool_]


def is_quoted(sentence: str) -> bool:
    """Whether it holds a quotation mark."""
    return '"' in sentence or "“" in sentence or "”" in sentence


EDGES = (1, 2, 3, 5, 8)  # "among the first (last) so many sentences"
LENGTHS = (4, 10, 25, 60)  # words


def place_features(lengths: NDArray[np.int64], quoted: Sequence[bool]) -> Iterator[tuple[str, Where]]:
    """Where sentences stand in their document, how long they are, whether they quote: feature name -> its sentences."""
    count = len(lengths)
    yield "bias", slice(None)
    for parts, name in ((10, "tenth"), (5, "fifth")):
        starts = [-(-value * count // parts) for value in range(parts + 1)]
        yield from ((f"{name}{value}", slice(*starts[value : value + 2])) for value in range(parts))
    for edge in EDGES:
        yield f"first{edge}", slice(edge)
        yield f"last{edge}", slice(max(0, count - edge), None)
    bucket = np.searchsorted(LENGTHS, lengths, side="right")
    yield from ((f"length{value}", bucket == value) for value in range(len(LENGTHS) + 1))
    yield "quote", np.asarray(quoted, bool)


@dataclass(frozen=True, slots=True)
class PlaceWeights:
    """The weights of `place_features`, added up beforehand as far as they always come together."""

    tenth: Scores  # a row for each tenth of the text: its own weight, its fifth's and the bias
    first: Scores  # a row for each of the first sentences
    last: Scores  # a row for each of the last, the last first
    length: Scores
    quote: Scores

    @classmethod
    def of(cls, weights: Mapping[str, Scores]) -> Self:
        """From the weight of each feature by its name."""
        edge = range(EDGES[-1])
        return cls(
            tenth=np.array([weights["bias"] + weights[f"tenth{n}"] + weights[f"fifth{n // 2}"] for n in range(10)]),
            first=np.array([sum(weights[f"first{size}"] for size in EDGES if place < size) for place in edge]),
            last=np.array([sum(weights[f"last{size}"] for size in EDGES if place < size) for place in edge]),
            length=np.array([weights[f"length{n}"] for n in range(len(LENGTHS) + 1)]),
            quote=weights["quote"],
        )

    def scores(self, lengths: NDArray[np.int64]) -> Scores:
        """What place and length add to each sentence of a document."""
        count = len(lengths)
        total: Scores = self.tenth[10 * np.arange(count) // max(count, 1)]
        total += self.length[np.searchsorted(LENGTHS, lengths, side="right")]
        total[: len(self.first)] += self.first[:count]
        total[::-1][: len(self.last)] += self.last[:count]
        return total


@dataclass(frozen=True, slots=True)
class RoleModel:
    """Weights ready for use: a row a word (itself, before the next, after the last), a row a pair, a row a place."""

    words: Vocabulary
    word_weights: Scores  # words + 1 rows; the last is of unknown words and is zero
    openings: Scores  # the same rows, for the first word of a sentence
    pairs: KeyTable  # the numbers of a word and the next
    opens_pair: NDArray[np.bool_]  # whether a word is the first of any pair
    closes_pair: NDArray[np.bool_]
    pair_weights: Scores
    opening_pairs: Scores
    places: PlaceWeights
    transitions: Scores
    start: Scores
    priors: Scores

    def scores(self, sentences: Sequence[str]) -> Scores:
        """Log-weights of the roles of each sentence, before its neighbours' roles are considered."""
        starts, ids = self.words.numbers(plain("\n".join(sentences)))
        ends = np.cumsum([len(sentence) + 1 for sentence in sentences])
        edges = np.concatenate(([0], np.searchsorted(starts, ends)))
        summed = _sums(self.word_weights, ids, edges)
        width = len(ROLES)
        total = summed[:, :width].copy()
        total[1:] += summed[:-1, width : 2 * width]
        total[:-1] += summed[1:, 2 * width :]
        total += self._pair_scores(ids, edges)
        lengths = np.diff(edges)
        filled = np.flatnonzero(lengths)
        total[filled] += self.openings[ids[edges[:-1][filled]]]
        total += self.places.scores(lengths)
        total[[is_quoted(sentence) for sentence in sentences]] += self.places.quote
        return total

    def _pair_scores(self, ids: NDArray[np.int64], edges: NDArray[np.int64]) -> Scores:
        filled = np.flatnonzero(np.diff(edges))
        if len(filled) == 0:
            return np.zeros((len(edges) - 1, len(ROLES)))
        likely = np.flatnonzero(self.opens_pair[ids[:-1]] & self.closes_pair[ids[1:]])
        rows = np.full(len(ids), self.pairs.missing)
        rows[likely] = self.pairs.find(ids[likely].astype(np.uint64), ids[likely + 1].astype(np.uint64))
        rows[edges[1:][filled] - 1] = self.pairs.missing  # a pair does not reach into the next sentence
        summed = _sums(self.pair_weights, rows, edges)
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


def _sums(weights: Scores, rows: NDArray[np.integer[Any]], edges: NDArray[np.int64]) -> Scores:
    """Sums of the weights of each sentence; `edges` part the rows, and the last weight is zero: most rows are that."""
    counted = np.flatnonzero(rows != len(weights) - 1)
    edges = np.searchsorted(counted, edges)
    sums = np.zeros((len(edges) - 1, weights.shape[1]))
    filled = np.flatnonzero(np.diff(edges))  # reduceat wants no empty sentence
    if len(filled):
        sums[filled] = np.add.reduceat(weights[rows[counted]], edges[:-1][filled], axis=0)
    return sums


def chain_probabilities(scores: Scores, transitions: Scores, start: Scores) -> Scores:
    """Roles given the whole chain, by messages from both sides; all sentences take a step at once.

    The messages from behind run over the reversed chain, beside those from ahead: one product serves both.
    """
    emit = np.exp(scores - scores.max(axis=1, keepdims=True))
    width = emit.shape[1]
    both = np.hstack((emit, emit[::-1]))
    move = np.zeros((2 * width, 2 * width))
    move[:width, :width] = np.exp(transitions)
    move[width:, width:] = np.exp(transitions).T
    messages = np.ones_like(both)
    messages[0, :width] = np.exp(start - start.max())
    weighed = np.empty_like(both[:-1])
    for step in range(1, min(REACH, len(emit) - 1) + 1):
        np.multiply(messages[:-1], both[:-1], out=weighed)
        np.matmul(weighed, move, out=messages[1:])
        if step % _STEPS_AT_ONCE == 0:
            messages[1:, :width] = _scaled(messages[1:, :width])
            messages[1:, width:] = _scaled(messages[1:, width:])
    return _scaled(messages[:, :width] * messages[::-1, width:] * emit)


def _scaled(rows: Scores) -> Scores:
    scaled: Scores = rows / (rows @ np.ones(rows.shape[1]))[:, None]
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
    pair_rows, opening_rows = dict(_pairs(stored["pairs"])), dict(_pairs(stored["opening_pairs"]))
    pairs = [*dict.fromkeys((*pair_rows, *opening_rows))]
    numbers = np.array([(words[first], words[second]) for first, second in pairs], np.uint64).reshape(-1, 2)
    none = [0] * width
    return RoleModel(
        words=Vocabulary([word.encode() for word in words]),
        word_weights=_table([*stored["words"].values()], 3 * width),
        openings=_table([stored["openings"].get(word, none) for word in words], width),
        pairs=KeyTable(*numbers.T),
        opens_pair=np.isin(np.arange(len(words) + 1), numbers[:, 0]),
        closes_pair=np.isin(np.arange(len(words) + 1), numbers[:, 1]),
        pair_weights=_table([pair_rows.get(pair, none) for pair in pairs], width),
        opening_pairs=_table([opening_rows.get(pair, none) for pair in pairs], width),
        places=PlaceWeights.of({name: np.array(row) / SCALE for name, row in stored["places"].items()}),
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
