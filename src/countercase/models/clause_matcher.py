"""The learned reader of matters: which ingredient each clause speaks of, with what status, and what the matter raises.

A small encoder, trained by `training/ingredient_matcher.py`, reads the matter in windows of a few hundred tokens, so
that a clause is understood with those before and after it. A row for each ingredient is compared with the mean of a
clause's tokens, and with the tokens that the ingredient attends to, because a clause often speaks of several
ingredients.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from countercase.domain.checklist import (
    ASKED_KINDS,
    ClauseKind,
    ClauseReading,
    EventReading,
    IngredientStatus,
    NumberReading,
    NumberRole,
)
from countercase.domain.facts import FactKind
from countercase.domain.span import Span
from countercase.errors import ModelError
from countercase.models.runtime import WEIGHTS, ClauseManifest, Session, read_manifest, read_tokenizer, verified

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_STATUSES = (IngredientStatus.MET, IngredientStatus.CONTRARY, IngredientStatus.DISPUTED)
_KINDS = (ClauseKind.FACT, ClauseKind.OTHER_MATTER, ClauseKind.LAW, ClauseKind.SUPPOSITION, ClauseKind.DENIED)
_LEAST_KIND = 1e-4  # added to the probability of a kind before its logarithm is taken
_NUMBERS = tuple(NumberRole)  # in the order of training.number_labels.CODES
_FIRST, _LAST, _UNKNOWN, _STOP = 101, 102, 100, 1012  # the tokens of BERT: start, end, unknown, full stop
_LONGEST_CLAUSE = 96  # tokens
_CONTEXT = 48  # tokens before a window that are read again with it
_POSSIBLE = 0.02  # least probability of an event that is told at all
_REMEMBERED = 512  # windows; a what-if changes one clause of a matter and leaves the other windows as they are


@dataclass(frozen=True, slots=True)
class _Window:
    """Tokens that are read together, and the position of each clause in them: its number, start and end."""

    tokens: tuple[int, ...]
    clauses: tuple[tuple[int, int, int], ...]

    @property
    def own(self) -> slice:
        """The tokens of its clauses, without the context before them."""
        return slice(self.clauses[0][1], self.clauses[-1][2])

    @property
    def member(self) -> "NDArray[np.float32]":
        """A row for each clause, with a one for each of its tokens among the window's own."""
        import numpy as np

        first = self.own.start
        rows = np.zeros((len(self.clauses), self.own.stop - first), dtype=np.float32)
        for row, (_, start, end) in zip(rows, self.clauses, strict=True):
            row[start - first : end - first] = 1
        return rows


@dataclass(frozen=True, slots=True)
class _Packed:
    """Clauses as windows, and the characters of each token of each clause."""

    clauses: tuple[str, ...]
    windows: "list[_Window]"
    offsets: list[list[tuple[int, int]]]


class ClauseMatcher:
    """Reads the weights at the first matter; the same matter always gives the same answer."""

    def __init__(self, folder: Path = WEIGHTS / "clauses", threads: int = 2) -> None:
        import numpy as np

        self._manifest = read_manifest(folder, ClauseManifest)
        # As one step, the sum and its normalisation take five times as long as in two.
        self._session = Session(verified(folder, "clause.onnx", self._manifest), threads, ["SkipLayerNormFusion"])
        self._tokenizer = read_tokenizer(WEIGHTS / "encoder" / "tokenizer.json", _LONGEST_CLAUSE)
        with np.load(verified(folder, "matcher.npz", self._manifest), allow_pickle=False) as arrays:
            self._ids = [str(ingredient) for ingredient in arrays["ids"]]
            self._subjects = [str(subject) for subject in arrays["subjects"]]
            self._roles = [str(role) for role in arrays["roles"]]
            vocabulary = arrays["tokens"]
            numbers = set(arrays.files) - {"ids", "subjects", "roles", "numbers", "tokens"}
            self._arrays: dict[str, NDArray[np.float32]] = {name: arrays[name].astype(np.float32) for name in numbers}
        if len(self._ids) != len(self._arrays["rows"]):
            raise ModelError(f"{folder} does not hold a row for each of its {len(self._ids)} names. Install it again.")
        # The vocabulary is cut to the pieces that matters use; the rest are read as unknown.
        self._tokens = np.full(
            self._tokenizer.get_vocab_size(), int(np.searchsorted(vocabulary, _UNKNOWN)), dtype=np.int64
        )
        self._tokens[vocabulary] = np.arange(len(vocabulary))
        self._number = {ingredient: number for number, ingredient in enumerate(self._ids)}
        self._known: dict[tuple[int, ...], NDArray[np.float32]] = {}
        self._packed = _Packed((), [], [])  # the last clauses: a matter asks several times

    @property
    def ingredients(self) -> Collection[str]:
        """The ingredients that it has learned; a row added to the tables since is not among them."""
        return self._number.keys()

    def read(self, clauses: Sequence[str], wanted: Collection[str], least: float) -> list[ClauseReading]:
        """What the clauses say about the wanted ingredients, in order; only what is at least `least` likely."""
        import numpy as np

        numbers = np.array(
            [number for ingredient, number in self._number.items() if ingredient in wanted], dtype=np.intp
        )
        if not len(numbers) or not clauses:
            return []
        return [
            reading
            for window, states in self._read(clauses)
            for reading in self._readings(window, states, numbers, least)
        ]

    def _readings(
        self, window: _Window, states: "NDArray[np.float32]", numbers: "NDArray[np.intp]", least: float
    ) -> list[ClauseReading]:
        """What the clauses of a window say about the ingredients with these numbers; only what is likely."""
        import numpy as np

        weights = self._arrays
        if len(numbers) == len(self._ids):
            rows, queries, bias = weights["rows"], weights["queries"], weights["bias"]
        else:
            rows, queries, bias = weights["rows"][numbers], weights["queries"][numbers], weights["bias"][numbers]
        own, member = states[window.own], window.member
        # A Python float keeps the arrays in float32; a scalar of numpy would double them.
        keys = (own @ weights["keys.weight"].T + weights["keys.bias"]) / math.sqrt(queries.shape[1])
        sought = np.exp(np.minimum(keys @ queries.T, 20))
        likeness = _units(own) @ rows.T
        near, within, beyond = abs(weights["level"][0]), abs(weights["level"][1]), weights["level"][2]
        means = _means(states, window)
        pulled = member @ sought
        attended = member @ (sought * likeness) / pulled
        chances = _sigmoid(_units(means) @ rows.T * near + attended * within + beyond + bias)
        places, columns = np.nonzero(chances >= least)
        if not len(places):
            return []
        words: list[NDArray[np.float32]] = []
        for place in dict.fromkeys(places.tolist()):
            _, start, end = window.clauses[place]
            tokens = slice(start - window.own.start, end - window.own.start)
            likely = columns[places == place]
            pull = sought[tokens, likely] / pulled[place, likely]
            words.append((means[place] + pull.T @ own[tokens]) / 2)
        ingredients = numbers[columns]
        statuses = self._statuses(np.concatenate(words), ingredients)
        return [
            ClauseReading(window.clauses[place][0], self._ids[ingredient], _STATUSES[status], chance, status_chance)
            for place, ingredient, status, chance, status_chance in zip(
                places.tolist(),
                ingredients.tolist(),
                statuses.argmax(axis=1).tolist(),
                chances[places, columns].tolist(),
                statuses.max(axis=1).tolist(),
                strict=True,
            )
        ]

    def raised(self, clauses: Sequence[str]) -> dict[str, float]:
        """How likely it is that the matter raises each subject. The likeliest window decides."""
        import numpy as np

        chances = np.zeros(len(self._subjects), dtype=np.float32)
        for _, states in self._read(clauses):
            summary = np.concatenate([states.mean(axis=0), states.max(axis=0)])
            chances = np.maximum(chances, _sigmoid(self._arrays["raise.weight"] @ summary + self._arrays["raise.bias"]))
        return {subject: float(chance) for subject, chance in zip(self._subjects, chances, strict=True)}

    def kinds(self, clauses: Sequence[str]) -> list[dict[ClauseKind, float]]:
        """How likely each clause is to state a fact of the matter, of another, law, a supposition or a denial."""
        import numpy as np
        from scipy.special import softmax

        if not clauses:
            return []
        weight, bias = self._arrays["kind.weight"], self._arrays["kind.bias"]
        means = np.concatenate([_means(states, window) for window, states in self._read(clauses)])
        chances = softmax(means @ weight.T + bias, axis=1)
        return [dict(zip(_KINDS, row.tolist(), strict=True)) for row in chances]

    def events(self, clauses: Sequence[str], places: Sequence[tuple[int, Span]]) -> list[EventReading]:
        """The events of dates and lengths of time, from their own words and those of their clause."""
        if not places:
            return []
        features = self._features(clauses, places)
        later, earlier = self._chances(features, "later"), self._chances(features, "earlier")
        return [
            EventReading(
                self._roles[int(end.argmax())],
                float(end.max()),
                self._roles[int(begin.argmax())],
                float(begin.max()),
                self._possible(end),
                self._possible(begin),
            )
            for end, begin in zip(later, earlier, strict=True)
        ]

    def numbers(self, clauses: Sequence[str], places: Sequence[tuple[int, Span]]) -> list[NumberReading]:
        """What numbers count, from their own words and those of their clause."""
        if not places:
            return []
        chances = self._chances(self._features(clauses, places), "number")
        return [NumberReading(_NUMBERS[int(row.argmax())], float(row.max())) for row in chances]

    def unstated(self, clauses: Sequence[str], places: Sequence[tuple[int, Span, FactKind]]) -> list[float]:
        """How likely it is that words which read like a fact of this kind state none of the matter.

        They may be about another matter, denied, awaited, supposed, or quoted from a law.
        """
        if not places:
            return []
        weights = self._arrays
        hidden = self.unstated_features(clauses, places) @ weights["unstated.0.weight"].T + weights["unstated.0.bias"]
        odds = _gelu(hidden) @ weights["unstated.1.weight"].T + weights["unstated.1.bias"]
        chances: list[float] = _sigmoid(odds[:, 0]).tolist()
        return chances

    def unstated_features(
        self, clauses: Sequence[str], places: Sequence[tuple[int, Span, FactKind]]
    ) -> "NDArray[np.float32]":
        """A row for each place: its own words and those of its clause, the kind of fact, and the kind of clause."""
        import numpy as np

        words = self._features(clauses, [(clause, span) for clause, span, _ in places])
        sorts = np.zeros((len(places), len(ASKED_KINDS)), dtype=np.float32)
        sorts[range(len(places)), [ASKED_KINDS.index(kind) for _, _, kind in places]] = 1
        kinds = np.array([list(chances.values()) for chances in self.kinds(clauses)], dtype=np.float32)
        of_clauses = np.log(kinds + _LEAST_KIND)[[clause for clause, _, _ in places]]
        return np.concatenate([words, sorts, of_clauses], axis=1)

    def _features(self, clauses: Sequence[str], places: Sequence[tuple[int, Span]]) -> "NDArray[np.float32]":
        """A row for each place: the mean of its own tokens, and that of its clause's."""
        import numpy as np

        words: dict[int, NDArray[np.float32]] = {}
        for window, states in self._read(clauses):
            words.update((clause, states[start:end]) for clause, start, end in window.clauses)
        rows = []
        for clause, span in places:
            offsets = self._packed.offsets[clause]
            own = [at for at, (start, end) in enumerate(offsets) if start < span.end and span.start < end]
            states = words[clause]
            # a clause is cut after some hundred tokens: what stands behind is read from the whole clause
            rows.append(np.concatenate([(states[own] if own else states).mean(axis=0), states.mean(axis=0)]))
        return np.array(rows, dtype=np.float32)

    def _chances(self, features: "NDArray[np.float32]", head: str) -> "NDArray[np.float32]":
        """How likely each answer of a head is."""
        import numpy as np
        from scipy.special import softmax

        weight, bias = self._arrays[f"{head}.weight"], self._arrays[f"{head}.bias"]
        return np.asarray(softmax(features @ weight.T + bias, axis=1), dtype=np.float32)

    def _possible(self, chances: "NDArray[np.float32]") -> tuple[tuple[str, float], ...]:
        """The events that are not out of the question."""
        return tuple((self._roles[at], float(chances[at])) for at in (chances >= _POSSIBLE).nonzero()[0].tolist())

    def _read(self, clauses: Sequence[str]) -> "list[tuple[_Window, NDArray[np.float32]]]":
        """Each window with the encoder's states, one row per token."""
        if self._packed.clauses != tuple(clauses):
            self._packed = self._pack(clauses)
        windows = self._packed.windows
        known = {window.tokens: self._known.get(window.tokens) for window in windows}
        fresh = [tokens for tokens, states in known.items() if states is None]
        known.update(zip(fresh, self._session.run_tokens(fresh), strict=True))
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        read = [(window, states) for window in windows if (states := known[window.tokens]) is not None]
        self._known.update({window.tokens: states for window, states in read})
        return read

    def _pack(self, clauses: Sequence[str]) -> _Packed:
        """Pack the clauses into windows. Each begins with the last clauses of the one before, as context."""
        encodings = self._tokenizer.encode_batch(list(clauses), add_special_tokens=False)
        coded = [self._tokens[[*encoding.ids, _STOP]].tolist() for encoding in encodings]
        windows, at = [], 0
        while at < len(coded):
            first = at
            while first and sum(map(len, coded[first - 1 : at])) <= _CONTEXT:
                first -= 1
            tokens = [int(self._tokens[_FIRST]), *(token for clause in coded[first:at] for token in clause)]
            spans: list[tuple[int, int, int]] = []
            while at < len(coded) and (not spans or len(tokens) + len(coded[at]) < self._manifest.max_tokens):
                spans.append((at, len(tokens), len(tokens) + len(coded[at])))
                tokens += coded[at]
                at += 1
            windows.append(_Window((*tokens, int(self._tokens[_LAST])), tuple(spans)))
        return _Packed(tuple(clauses), windows, [encoding.offsets for encoding in encodings])

    def _statuses(self, words: "NDArray[np.float32]", ingredients: "NDArray[np.intp]") -> "NDArray[np.float32]":
        """How likely each status is, from the words of a clause that each ingredient attends to."""
        import numpy as np
        from scipy.special import softmax

        weights, units, rows = self._arrays, _units(words), self._arrays["rows"][ingredients]
        tones = np.tanh(words @ weights["told.weight"].T + weights["told.bias"])
        hidden = np.concatenate([units, rows, units * rows, tones], axis=1) @ weights["status.0.weight"].T
        hidden = hidden + weights["status.0.bias"]
        logits = _gelu(hidden) @ weights["status.3.weight"].T + weights["status.3.bias"]
        logits += (weights["proto"][ingredients] @ tones[:, :, None])[:, :, 0]
        return np.asarray(softmax(logits, axis=1), dtype=np.float32)


def _means(states: "NDArray[np.float32]", window: _Window) -> "NDArray[np.float32]":
    """The mean of the tokens of each clause."""
    import numpy as np

    member = window.member
    return np.asarray(member @ states[window.own] / member.sum(axis=1, keepdims=True), dtype=np.float32)


def _gelu(values: "NDArray[np.float32]") -> "NDArray[np.float32]":
    import numpy as np
    from scipy.special import erf

    return np.asarray(0.5 * values * (1 + erf(values / math.sqrt(2))), dtype=np.float32)


def _units(rows: "NDArray[np.float32]") -> "NDArray[np.float32]":
    import numpy as np

    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12), dtype=np.float32)


def _sigmoid(values: "NDArray[np.float32]") -> "NDArray[np.float32]":
    import numpy as np

    return np.asarray(1 / (1 + np.exp(-values)), dtype=np.float32)


@cache
def built_in_matcher(threads: int = 2) -> ClauseMatcher:
    """The matcher of the package, loaded once."""
    return ClauseMatcher(threads=threads)
