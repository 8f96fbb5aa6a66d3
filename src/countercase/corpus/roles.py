"""What each sentence of a judgment does: two linear-chain models, a fast one for sections and a slow one for speakers.

`RoleModel` reads words, word pairs and position. Every ingested judgment is divided into sections by it.
`SentenceRoles` adds the surroundings of a sentence: its cues, who it says is speaking, the last speaker named before
it, and the cues of the stretches around it. It is many times slower, so it reads only the judgments to be explained.
The weights are learned by `training/section_roles.py` and `training/sentence_roles.py`; they hold single words and
pairs of words, no text.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from random import Random
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from countercase.corpus.attribution import attributed
from countercase.files import packaged_rows

# A hash table for pairs of whole numbers that looks up many keys at once: exact, and much faster than a sorted table.

Column = NDArray[np.uint64]
_BITS = 20  # of a slot number; with so many slots for two thousand keys, multipliers without a clash are soon found


class KeyTable:
    """Numbers keys in the order given; any other key gets the number after the last."""

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
        numbers = self._numbers[self._slots(first, second)].astype(np.int64)
        same = (self._first[numbers] == first) & (self._second[numbers] == second)
        return np.where(same, numbers, self.missing)

    def _slots(self, first: Column, second: Column) -> Column:
        mixed: Column = first * self._multipliers[0] + second * self._multipliers[1]
        return mixed >> np.uint64(64 - _BITS)


# The words of a text as the section model counts them, and their numbers in its vocabulary, found all at once. Letters
# stay, digits become 0 (only the length of a number counts), and everything else separates words. Working on bytes is
# several times faster.
_TABLE = bytes(
    code if chr(code).isalpha() and code < 128 else ord("0") if chr(code).isdigit() and code < 128 else ord(" ")
    for code in range(256)
)
_BLANK = ord(" ")
_HALF = 8  # bytes; a word is compared as two machine words, so a known word has at most 15 letters
_LONGEST = 2 * _HALF - 1
_FIRST_BYTES = np.array([(1 << (8 * length)) - 1 for length in range(_HALF + 1)], np.uint64)  # masks, by length


def plain(text: str) -> bytes:
    """The text with one byte per character: lower-case words and blanks only."""
    return text.encode("ascii", "replace").lower().translate(_TABLE)


def tokens(sentence: str) -> list[bytes]:
    """The words in lower case; `1992` and `2004` are both `0000`."""
    return plain(sentence).split()


class Vocabulary:
    """Numbers known words in the order given; any other word gets the number `unknown`, after the last."""

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
        first = at_any[starts] & _FIRST_BYTES[np.minimum(lengths, _HALF)]
        second = at_any[starts + _HALF] & _FIRST_BYTES[np.clip(lengths, _HALF, 2 * _HALF) - _HALF]
        return starts, self._table.find(first, second)


# The labels of the annotated judgments on which both models are trained, in the order of their columns.
ROLES = (
    "Facts",
    "Ruling by Lower Court",
    "Argument",
    "Statute",
    "Precedent",
    "Ratio of the decision",
    "Ruling by Present Court",
)
SECTION_WEIGHTS = "section_roles.json"
REACH = 24  # sentences over which a neighbour's role has influence; further away messages no longer change
_STEPS_AT_ONCE = 6  # steps before messages are rescaled; far too few for one to vanish
SCALE = 100  # weights are stored as whole hundredths

Scores = NDArray[np.floating[Any]]
Where = slice | NDArray[np.bool_]


def is_quoted(sentence: str) -> bool:
    """Whether it holds a quotation mark."""
    return '"' in sentence or "“" in sentence or "”" in sentence


EDGES = (1, 2, 3, 5, 8)  # sizes n of the features "among the first n sentences" and "among the last n"
LENGTHS = (4, 10, 25, 60)  # words


def place_features(lengths: NDArray[np.int64], quoted: Sequence[bool]) -> Iterator[tuple[str, Where]]:
    """Features of position, length and quotation: the name of each, and the sentences that have it."""
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
    """The weights of `place_features`; those that always occur together are added up beforehand."""

    tenth: Scores  # one row per tenth of the text: its own weight, that of its fifth, and the bias
    first: Scores  # one row for each of the first sentences
    last: Scores  # one row for each of the last sentences, from the end
    length: Scores
    quote: Scores

    @classmethod
    def of(cls, weights: Mapping[str, Scores]) -> Self:
        """The rows, from the weight of each feature by name."""
        edge = range(EDGES[-1])
        return cls(
            tenth=np.array([weights["bias"] + weights[f"tenth{n}"] + weights[f"fifth{n // 2}"] for n in range(10)]),
            first=np.array([sum(weights[f"first{size}"] for size in EDGES if index < size) for index in edge]),
            last=np.array([sum(weights[f"last{size}"] for size in EDGES if index < size) for index in edge]),
            length=np.array([weights[f"length{n}"] for n in range(len(LENGTHS) + 1)]),
            quote=weights["quote"],
        )

    def scores(self, lengths: NDArray[np.int64]) -> Scores:
        """What position and length add to the scores of each sentence of a document."""
        count = len(lengths)
        total: Scores = self.tenth[10 * np.arange(count) // max(count, 1)]
        total += self.length[np.searchsorted(LENGTHS, lengths, side="right")]
        total[: len(self.first)] += self.first[:count]
        total[::-1][: len(self.last)] += self.last[:count]
        return total


@dataclass(frozen=True, slots=True)
class RoleModel:
    """Weights ready for use, one row per word, pair of words and position.

    The row of a word holds three sets of weights: for its own sentence, for the next and for the previous one.
    """

    words: Vocabulary
    word_weights: Scores  # words + 1 rows; the last row, for unknown words, is zero
    openings: Scores  # the same rows, for the first word of a sentence
    pairs: KeyTable  # by the numbers of a word and the next
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
        rows[edges[1:][filled] - 1] = self.pairs.missing  # no pair crosses into the next sentence
        summed = _sums(self.pair_weights, rows, edges)
        summed[filled] += self.opening_pairs[rows[edges[:-1][filled]]]
        return summed

    def probabilities(self, sentences: Sequence[str]) -> Scores:
        """How likely each role is for each sentence, given all sentences of the document in order."""
        if not sentences:
            return np.zeros((0, len(ROLES)))
        return chain_probabilities(self.scores(sentences), self.transitions, self.start)

    def label(self, sentences: Sequence[str]) -> list[str]:
        """A role for each sentence; rare roles are favoured as in training, since all roles count equally."""
        likely = self.probabilities(sentences) * self.priors
        return [ROLES[best] for best in likely.argmax(axis=1)]


def _sums(weights: Scores, rows: NDArray[np.integer[Any]], edges: NDArray[np.int64]) -> Scores:
    """The sum of the weights of each sentence; `edges` separate sentences. Most rows are the last, which is zero."""
    counted = np.flatnonzero(rows != len(weights) - 1)
    edges = np.searchsorted(counted, edges)
    sums = np.zeros((len(edges) - 1, weights.shape[1]))
    filled = np.flatnonzero(np.diff(edges))  # reduceat cannot handle an empty sentence
    if len(filled):
        sums[filled] = np.add.reduceat(weights[rows[counted]], edges[:-1][filled], axis=0)
    return sums


def chain_probabilities(scores: Scores, transitions: Scores, start: Scores) -> Scores:
    """Probabilities of roles given the whole chain, by messages from both sides (forward-backward).

    All sentences take a step at once. Backward messages run over the reversed chain, so one product serves both.
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
    """The fast model that comes with the package."""
    stored = resources.files("countercase.corpus").joinpath("data", SECTION_WEIGHTS).read_text(encoding="utf-8")
    return model_from(json.loads(stored))


def model_from(stored: dict[str, Any]) -> RoleModel:
    """The model of a weights file."""
    width = len(ROLES)
    words = {word: number for number, word in enumerate(stored["words"])}
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
    """One row per entry, and a row of zeros for what is not in the table."""
    table: Scores = np.array([*rows, [0] * width], np.float32).reshape(len(rows) + 1, width) / np.float32(SCALE)
    return table


# The slow model. The cues of a sentence are signs of what it does, each present or absent: `data/cues.csv`.

_PHRASE = re.compile(r"<[a-z ]+>")  # a name for part of a pattern


@cache
def cues() -> Mapping[str, re.Pattern[str]]:
    """The pattern of each cue, by its name."""
    phrases: dict[str, str] = {}
    patterns: dict[str, re.Pattern[str]] = {}
    for row in packaged_rows("countercase.corpus", "data", "cues.csv"):
        pattern = _PHRASE.sub(lambda match: phrases[match[0]], row["pattern"])
        if _PHRASE.fullmatch(row["cue"]):
            phrases[row["cue"]] = pattern
        else:
            patterns[row["cue"]] = re.compile(pattern, re.IGNORECASE if row["any_case"] else 0)
    return patterns


def cue_table(sentences: Sequence[str]) -> NDArray[np.bool_]:
    """A row per sentence, a column per cue."""
    rows = [[pattern.search(sentence) is not None for pattern in cues().values()] for sentence in sentences]
    return np.array(rows, bool).reshape(len(sentences), len(cues()))


SENTENCE_WEIGHTS = "sentence_roles.json"
# Stretches around a sentence, in sentences from it: first, and one past the last.
STRETCHES = {"p4": (-4, -1), "p12": (-12, -4), "n4": (2, 5), "n12": (5, 13)}
STRETCH_CUES = tuple(
    """argue counsel_argue it_was_arg we we_think i_think this_court_held cite supra casename decision_of
    constbench below below_ruled impugned section provides reads starts_section shall date pw police
    order_disp leave question therefore present_case heldthat reliance appellant respondent quote qopen colon
    may_must""".split()
)
SHARES = ("we", "counsel_argue", "cite")  # cues whose share of all sentences before and after is a feature
_DISTANCES = ((2, "1"), (4, "3"), (8, "7"), (16, "15"))


def context_features(sentences: Sequence[str]) -> list[dict[str, float]]:
    """The features of each sentence beyond its words: name -> value."""
    present, names = cue_table(sentences), tuple(cues())
    rows: list[dict[str, float]] = [{f"c:{names[cue]}": 1.0 for cue in np.flatnonzero(row).tolist()} for row in present]
    _add_speakers(rows, sentences)
    _add_stretches(rows, present)
    return rows


def _add_speakers(rows: list[dict[str, float]], sentences: Sequence[str]) -> None:
    """Who the sentence and its neighbours say is speaking, and who spoke last before it."""
    voices = [attributed(sentence) for sentence in sentences]
    last, at = "", 0
    for index, row in enumerate(rows):
        for shift, name in ((0, "v"), (-1, "v-1"), (1, "v+1")):
            near = voices[index + shift] if 0 <= index + shift < len(voices) else None
            if near is not None:
                row[f"{name}:{near.speaker}"] = 1.0
        if last:
            far = next((name for limit, name in _DISTANCES if index - at < limit), "far")
            row[f"L:{last}:{far}"] = 1.0
        voice = voices[index]
        if voice is not None:
            last, at = str(voice.speaker), index


def _add_stretches(rows: list[dict[str, float]], present: NDArray[np.bool_]) -> None:
    """How often cues occur in the stretches before and after a sentence, by running totals."""
    count, names = len(rows), tuple(cues())
    totals: Scores = np.vstack((np.zeros((1, present.shape[1])), np.cumsum(present, axis=0))).astype(np.float64)
    columns = [names.index(name) for name in STRETCH_CUES]
    indices = np.arange(count)
    for stretch, (first, end) in STRETCHES.items():
        low, high = np.clip(indices + first, 0, count), np.clip(indices + end, 0, count)
        counts: Scores = np.subtract(totals[high], totals[low])
        share = counts[:, columns] / np.maximum(high - low, 1)[:, None]
        for index, column in np.argwhere(share > 0).tolist():
            rows[index][f"{stretch}:{STRETCH_CUES[column]}"] = min(1.0, 2 * float(share[index, column]))
    for name in SHARES:
        column = names.index(name)
        before = totals[:-1, column] / np.maximum(indices, 1)
        after = (totals[-1, column] - totals[1:, column]) / np.maximum(count - 1 - indices, 1)
        for index, row in enumerate(rows):
            row[f"sofar:{name}"], row[f"rest:{name}"] = float(before[index]), float(after[index])


@dataclass(frozen=True, slots=True)
class SentenceRoles:
    """The word model, with its factors for rare roles, and the weight of each context feature."""

    words: RoleModel
    context: Mapping[str, Scores]

    def probabilities(self, sentences: Sequence[str]) -> Scores:
        """How likely each role is for each sentence, given all sentences of the judgment in order."""
        if not sentences:
            return np.zeros((0, len(ROLES)))
        scores = self.words.scores(sentences)
        for index, row in enumerate(context_features(sentences)):
            for name, value in row.items():
                weight = self.context.get(name)
                if weight is not None:
                    scores[index] += value * weight
        return chain_probabilities(scores, self.words.transitions, self.words.start)

    def label(self, sentences: Sequence[str]) -> list[str]:
        """A role for each sentence; rare roles are favoured, since all roles count equally."""
        likely = self.probabilities(sentences) * self.words.priors
        return [ROLES[best] for best in likely.argmax(axis=1)]


@cache
def load_sentence_roles() -> SentenceRoles:
    """The slow model that comes with the package."""
    stored = resources.files("countercase.corpus").joinpath("data", SENTENCE_WEIGHTS).read_text(encoding="utf-8")
    return sentence_roles_from(json.loads(stored))


def sentence_roles_from(stored: dict[str, Any]) -> SentenceRoles:
    """The model of a weights file."""
    context = {name: np.array(row) / SCALE for name, row in stored["context"].items()}
    return SentenceRoles(model_from(stored), context)
