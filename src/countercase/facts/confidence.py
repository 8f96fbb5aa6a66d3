"""How far a reading of an ingredient can be trusted: the share of like readings that lawyers found right.

Advocates who had never seen the product read the checklists of thirty matters and judged each reading. A logistic
regression over what is known of a reading (`training/reading_confidence.py`) gives that share for any other. What would
be wrong far more often than right is not shown.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files
from itertools import chain

from countercase.domain.checklist import IngredientReading, IngredientStatus, Otherwise
from countercase.domain.span import merge
from countercase.facts.learned_reading import LearnedReading
from countercase.law.ingredients import SubjectKind, Tables

# The share of like readings that lawyers found right; a wrong "met" is worse than a gap.
_LEAST_SHOWN = dict.fromkeys(IngredientStatus, 0.3) | {IngredientStatus.MET: 0.35}
_MOST_PASSAGES = 3  # more passages than this say no more
_CERTAIN = 0.01  # chances nearer to 0 and 1 than this are taken for it


_NO_CHARGES = tuple(kind for kind in SubjectKind if kind is not SubjectKind.CHARGE)


class ReadBy(StrEnum):
    """What gave an ingredient its status."""

    RULE = "rule"
    LINE = "line"
    READER = "learned reader"
    OTHER_PASSAGE = "other passage"  # which the learned reader sees beside a reading of another status


@dataclass(frozen=True, slots=True)
class ReadingSigns:
    """What speaks for and against a reading. `chance` and `fact` are the learned reader's."""

    read_by: ReadBy
    chance: float  # of the ingredient with this status, in the likeliest of its passages; 0 if it sees none
    fact: float  # that this passage states a fact of the matter
    passages: int
    status: IngredientStatus
    is_said_both_ways: bool
    raised: float  # that the matter raises the subject
    subject: SubjectKind

    def features(self) -> dict[str, float]:
        """The signs as numbers, by the names under which their weights are kept."""
        read = self.read_by is not ReadBy.LINE  # nothing else speaks for or against arithmetic
        sees = _log_odds(self.chance)
        return {
            "constant": 1.0,
            **{str(kind): float(self.read_by is kind) for kind in ReadBy if kind is not ReadBy.READER},
            **{f"chance if by {kind}": sees * (self.read_by is kind) for kind in ReadBy if kind is not ReadBy.LINE},
            "rule that the reader does not see": float(self.read_by is ReadBy.RULE and self.chance == 0),
            "further passages": read * (min(self.passages, _MOST_PASSAGES) - 1.0),
            "met": float(read and self.status is IngredientStatus.MET),
            "disputed": float(read and self.status is IngredientStatus.DISPUTED),
            "said both ways": float(read and self.is_said_both_ways),
            "states a fact": read * _log_odds(self.fact),
            "subject raised": read * _log_odds(self.raised),
            **{f"of a {kind}": float(read and self.subject is kind) for kind in _NO_CHARGES},
        }

    def confidence(self) -> float:
        """The share of like readings that lawyers found right."""
        weights = _weights()
        return 1 / (1 + math.exp(-sum(weights[name] * value for name, value in self.features().items())))


def with_confidence(
    readings: Iterable[IngredientReading], learned: LearnedReading, law: Tables
) -> Iterator[IngredientReading]:
    """The readings with their confidence, without passages that hardly say what was read."""
    for unjudged in readings:
        if not is_judged(unjudged, learned):
            yield unjudged
            continue
        reading = as_the_reader_sees_it(unjudged, learned, law)
        own, *others = (signs.confidence() for signs in signs_of(reading, learned, law))
        otherwise = tuple(
            Otherwise(other.status, other.spans, confidence)
            for other, confidence in zip(reading.otherwise, others, strict=True)
            if confidence >= _LEAST_SHOWN[other.status]
        )
        judged = replace(reading, confidence=own, otherwise=otherwise)
        # Where only the passage that says otherwise is left, it is what the matter says.
        yield from [judged] if own >= _LEAST_SHOWN[reading.status] else judged.each_way()[1:2]


def is_judged(reading: IngredientReading, learned: LearnedReading) -> bool:
    """Whether a reading has a confidence: it quotes a passage, and the learned reader knows the ingredient."""
    return bool(reading.spans) and learned.knows(reading.id)


def as_the_reader_sees_it(reading: IngredientReading, learned: LearnedReading, law: Tables) -> IngredientReading:
    """A rule's reading with the status that the reader sees in its words, if it is sure and sees nothing of the rule's.

    Where advocates judged such readings, the reader was right in three of four. Arithmetic is left alone, and what a
    party says stays in dispute.
    """
    is_claim = reading.status is IngredientStatus.DISPUTED and reading.by != "matter"
    if reading.likely or is_claim or reading.id in law.decided_by_lines:
        return reading
    instead = learned.instead(reading.id, reading.status, reading.spans)
    if instead is None:
        return reading
    status, seen = instead
    otherwise = tuple(other for other in reading.otherwise if other.status is not status)
    agreeing = (other.spans for other in reading.otherwise if other.status is status)
    spans = merge(chain(seen, *agreeing))
    chance, _ = learned.support(reading.id, status, spans)
    return replace(reading, status=status, spans=spans, by="matter", likely=True, otherwise=otherwise, chance=chance)


def signs_of(reading: IngredientReading, learned: LearnedReading, law: Tables) -> Iterator[ReadingSigns]:
    """The signs of a reading, and of each passage that says otherwise."""
    raised, subject = learned.chance_raised(reading.subject), law.subjects[reading.subject].kind
    for number, way in enumerate(reading.each_way()):
        # What a party says is in dispute whatever it says.
        is_claim = way.status is IngredientStatus.DISPUTED and way.by != "matter"
        chance, fact = learned.support(way.id, None if is_claim else way.status, way.spans)
        if number:
            read_by = ReadBy.OTHER_PASSAGE
        elif way.likely:
            read_by = ReadBy.READER
        else:
            read_by = ReadBy.LINE if way.id in law.decided_by_lines else ReadBy.RULE
        yield ReadingSigns(read_by, chance, fact, len(way.spans), way.status, bool(reading.otherwise), raised, subject)


def _log_odds(chance: float) -> float:
    bounded = min(max(chance, _CERTAIN), 1 - _CERTAIN)
    return math.log(bounded / (1 - bounded))


@cache
def _weights() -> Mapping[str, float]:
    text = (files("countercase.facts") / "data" / "confidence.json").read_text(encoding="utf-8")
    weights: dict[str, float] = json.loads(text)["weights"]
    return weights
