"""How likely counsel is to ask about a point first, learned from the questions that lawyers put to marked matters.

`data/question_order.json` holds the weight of each feature, and how often each ingredient or line of law was asked
about where a matter had it. `training/question_order.py` makes it. A score is the log-odds of being asked about.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from countercase.counterfactual.law_words import shared_words
from countercase.domain.checklist import IngredientReading, LawLine
from countercase.law.ingredients import tables

_MOST_MENTIONS = 3
_MOST_WORDS = 4
_SELDOM = 0.12
_OFTEN = 0.3  # share of the matters that have a point in which it is asked about first
_STRENGTH = 4.0  # how many matters the average over all points weighs as, beside those seen of one point

Features = Mapping[str, float]
Seen = Mapping[str, Mapping[str, tuple[int, int]]]  # point -> status or side -> times asked about, times seen


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a matter says around an ingredient: the part that its subject takes, and whether the subject is cited."""

    text: str
    share_of_subject: float
    is_cited: bool


@dataclass(frozen=True, slots=True)
class QuestionOrder:
    """The learned order: how often points are asked about, and the weights of the features."""

    share_asked: float  # over all points
    seen: Seen
    base: float
    weights: Features

    def score(self, features: Features) -> float:
        """The log-odds that a point with these features is asked about."""
        return self.base + sum(self.weights.get(name, 0.0) * value for name, value in features.items())

    def usually_asked(self, point: str, state: str) -> tuple[float, float]:
        """The log-odds that a point is asked about, whatever its status or side, and with this one."""
        return usually_asked(self.seen, self.share_asked, point, state)


def usually_asked(seen: Seen, share_asked: float, point: str, state: str, leaving_out: int = -1) -> tuple[float, float]:
    """The two log-odds of a point. In training, `leaving_out` is whether the point at hand was asked about."""
    states = seen.get(point, {})
    odds = []
    for counts in (list(states.values()), [states.get(state, (0, 0))]):
        asked = sum(asked for asked, _ in counts) - max(leaving_out, 0)
        times = sum(times for _, times in counts) - (leaving_out >= 0)
        share = (asked + _STRENGTH * share_asked) / (times + _STRENGTH)
        odds.append(math.log(share / (1 - share)))
    return odds[0], odds[1]


def ingredient_features(
    reading: IngredientReading, around: Surroundings, usually: tuple[float, float]
) -> dict[str, float]:
    """What tells whether an ingredient is asked about; it must have a mention."""
    row = tables().ingredients[reading.id]
    shared = max(shared_words(row, span.of(around.text)) for span in reading.spans)
    return {
        "usually asked": usually[0],
        "usually asked with this status": usually[1],
        f"status {reading.status.value}": 1.0,
        f"role {row.role.value}": 1.0,
        f"kind {tables().subjects[row.subject].kind.value}": 1.0,
        "mentions": float(min(len(reading.spans), _MOST_MENTIONS)),
        "words of the table": min(shared, _MOST_WORDS) / _MOST_WORDS,
        "no word of the table": float(not shared),
        "share of its subject": around.share_of_subject,
        "subject is cited": float(around.is_cited),
        "how late it stands": reading.spans[0].start / max(len(around.text), 1),
        "doubt of the reader": (1 - reading.chance) if reading.likely else 0.0,
    }


def line_features(line: LawLine, usually: tuple[float, float]) -> dict[str, float]:
    """What tells whether a line of law is asked about."""
    return {
        "line": 1.0,
        f"line {line.stands.value}": 1.0,
        "usually asked": usually[0],
        "usually asked with this status": usually[1],
    }


def line_point(line: LawLine) -> str:
    """The name under which a line of law is counted."""
    return f"line {line.rule}"


@cache
def learned_order() -> QuestionOrder:
    """The order that comes with the package."""
    stored = json.loads(files("countercase.counterfactual").joinpath("data/question_order.json").read_text("utf-8"))
    seen = {
        point: {state: (counts[0], counts[1]) for state, counts in states.items()}
        for point, states in stored["seen"].items()
    }
    return QuestionOrder(stored["share_asked"], seen, stored["base"], stored["weights"])


def is_often_asked(ingredient: str) -> bool:
    """Whether lawyers often ask about an ingredient first, where a matter speaks of it."""
    return learned_order().usually_asked(ingredient, "")[0] >= math.log(_OFTEN / (1 - _OFTEN))


def is_seldom_asked(ingredient: str, status: str) -> bool:
    """Whether lawyers hardly ever ask about an ingredient first when a matter gives it this status."""
    return learned_order().usually_asked(ingredient, status)[1] < math.log(_SELDOM / (1 - _SELDOM))
