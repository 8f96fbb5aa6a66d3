"""What each sentence of a judgment does, read with its surroundings: the model behind the speaker of a sentence.

A linear chain as in `countercase.corpus.roles`, with more to go by: the cues of a sentence, who it says is speaking,
the last speaker named before it, and the cues of the stretches before and after it. That is many times slower, so it
is used where a few judgments are explained; sections, which every ingested judgment gets, come from the fast model.
The weights are learned by `training/sentence_roles.py`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.corpus.attribution import attributed
from countercase.corpus.cues import NAMES, cue_table
from countercase.corpus.roles import ROLES, SCALE, RoleModel, Scores, chain_probabilities, model_from

WEIGHTS = "sentence_roles.json"
COURT_ROLES = ("Ratio of the decision", "Ruling by Present Court")  # the sentences that the Court speaks for itself
# Stretches around a sentence, in sentences from it: first, and one past the last.
STRETCHES = {"p4": (-4, -1), "p12": (-12, -4), "n4": (2, 5), "n12": (5, 13)}
STRETCH_CUES = tuple(
    """argue counsel_argue it_was_arg we we_think i_think this_court_held cite supra casename decision_of
    constbench below below_ruled impugned section provides reads starts_section shall date pw police
    order_disp leave question therefore present_case heldthat reliance appellant respondent quote qopen colon
    may_must""".split()
)
SHARES = ("we", "counsel_argue", "cite")  # cues whose share of all that stands before and after is counted
_DISTANCES = ((2, "1"), (4, "3"), (8, "7"), (16, "15"))


def context_features(sentences: Sequence[str]) -> list[dict[str, float]]:
    """The features of each sentence beyond its words: name -> value."""
    cues = cue_table(sentences)
    rows: list[dict[str, float]] = [
        {f"c:{NAMES[cue]}": 1.0 for cue in np.flatnonzero(present).tolist()} for present in cues
    ]
    _add_speakers(rows, sentences)
    _add_stretches(rows, cues)
    return rows


def _add_speakers(rows: list[dict[str, float]], sentences: Sequence[str]) -> None:
    """Who the sentence and its neighbours say is speaking, and who spoke last before it."""
    voices = [attributed(sentence) for sentence in sentences]
    last, at = "", 0
    for place, row in enumerate(rows):
        for shift, name in ((0, "v"), (-1, "v-1"), (1, "v+1")):
            near = voices[place + shift] if 0 <= place + shift < len(voices) else None
            if near is not None:
                row[f"{name}:{near.speaker}"] = 1.0
        if last:
            far = next((name for limit, name in _DISTANCES if place - at < limit), "far")
            row[f"L:{last}:{far}"] = 1.0
        voice = voices[place]
        if voice is not None:
            last, at = str(voice.speaker), place


def _add_stretches(rows: list[dict[str, float]], cues: NDArray[np.bool_]) -> None:
    """How often cues occur in the stretches before and after a sentence, by running totals."""
    count = len(rows)
    totals: Scores = np.vstack((np.zeros((1, cues.shape[1])), np.cumsum(cues, axis=0))).astype(np.float64)
    columns = [NAMES.index(name) for name in STRETCH_CUES]
    places = np.arange(count)
    for stretch, (first, end) in STRETCHES.items():
        low, high = np.clip(places + first, 0, count), np.clip(places + end, 0, count)
        counts: Scores = np.subtract(totals[high], totals[low])
        share = counts[:, columns] / np.maximum(high - low, 1)[:, None]
        for place, column in np.argwhere(share > 0).tolist():
            rows[place][f"{stretch}:{STRETCH_CUES[column]}"] = min(1.0, 2 * float(share[place, column]))
    for name in SHARES:
        column = NAMES.index(name)
        before = totals[:-1, column] / np.maximum(places, 1)
        after = (totals[-1, column] - totals[1:, column]) / np.maximum(count - 1 - places, 1)
        for place, row in enumerate(rows):
            row[f"sofar:{name}"], row[f"rest:{name}"] = float(before[place]), float(after[place])


@dataclass(frozen=True, slots=True)
class SentenceRoles:
    """The words' part of the model, the weight of each context feature, and the factors of rare roles."""

    words: RoleModel
    context: Mapping[str, Scores]

    def probabilities(self, sentences: Sequence[str]) -> Scores:
        """How likely each role is for each sentence, given all sentences of the judgment in order."""
        if not sentences:
            return np.zeros((0, len(ROLES)))
        scores = self.words.scores(sentences)
        for place, row in enumerate(context_features(sentences)):
            for name, value in row.items():
                weight = self.context.get(name)
                if weight is not None:
                    scores[place] += value * weight
        return chain_probabilities(scores, self.words.transitions, self.words.start)

    def label(self, sentences: Sequence[str]) -> list[str]:
        """A role for each sentence; rare roles are favoured, since every role counts alike."""
        likely = self.probabilities(sentences) * self.words.priors
        return [ROLES[best] for best in likely.argmax(axis=1)]


@cache
def load_sentence_roles() -> SentenceRoles:
    """The model that is shipped."""
    stored = resources.files("countercase.corpus").joinpath("data", WEIGHTS).read_text(encoding="utf-8")
    return sentence_roles_from(json.loads(stored))


def sentence_roles_from(stored: dict[str, Any]) -> SentenceRoles:
    """The model of a weights file."""
    context = {name: np.array(row) / SCALE for name, row in stored["context"].items()}
    return SentenceRoles(model_from(stored), context)
