"""What the learned reader adds to the rules: likely ingredients, likely subjects, and patterns about something else."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from countercase.domain.ingredients import ClauseReader, ClauseReading, IngredientStatus
from countercase.domain.span import Span
from countercase.facts.mentions import Mention
from countercase.facts.narrative import Narrative
from countercase.law.ingredients import SubjectKind, Tables
from countercase.text.sentences import clauses

_MAY_BE = re.compile(r"\s*(?:if|unless|suppose|assuming|in case|whether|had\s+(?:he|she|they|it|the))\b", re.IGNORECASE)
# The learned reader's chances, chosen on matters that it had not learned from.
_LIKELY = 0.35  # of an ingredient and its status together: a reading is shown, marked as likely
_LIKELY_RAISED = 0.8  # of a subject that no section or word raises
_LIKELY_CHARGED = 0.9  # of a charge: accusing somebody of an offence that nobody named needs more
_RAISES = 0.9  # of an ingredient and its status together: one clause that tells of it raises its subject
_RAISES_CHARGE = 0.95
_MOST_CLAUSES = 600  # some 4,000 words, a second and a half; rules read the rest of a longer text
_SURELY_MET = 0.85  # of the status alone, before an ingredient is said to be met
_SAYS_OTHERWISE = 0.6  # of an ingredient and its status together: shown beside a reading of another status
_OVERRULES = 0.6  # of an ingredient and its status together: the learned reader decides against a rule
_BELIEVED = 0.1  # below this, words that a rule matched are about something else
_GLIMPSED = 0.2  # of an ingredient, whatever its status: it is not said to be missing
_TOLD = 0.5  # below this, a rule is not believed where the learned reader sees another status


@dataclass(frozen=True, slots=True)
class Likely:
    """What the learned reader says of an ingredient."""

    mentions: tuple[Mention, ...]
    chance: float
    sure: tuple[Mention, ...] = ()  # of any status: what says otherwise than the reading is shown beside it

    def overrules(self, status: IngredientStatus, spans: Iterable[Span]) -> bool:
        """Whether it decides against a rule that gave another status to the same words. A dispute remains one."""
        return (
            self.chance >= _OVERRULES
            and status is not IngredientStatus.DISPUTED
            and self.mentions[0].status is not status
            and any(mention.span.overlaps(span) for mention in self.mentions for span in spans)
        )


class LearnedReading:
    """What the learned reader makes of the clauses of a matter."""

    def __init__(self, reader: ClauseReader, narrative: Narrative, law: Tables) -> None:
        text = narrative.read.text
        places = clauses(text)[:_MOST_CLAUSES]
        self._law = law
        self._reader = reader
        self._clauses = [text[start:end] for start, end in places]
        self._supposed = {clause for clause, place in enumerate(places) if _MAY_BE.match(text, *place)}
        self._spans = [narrative.read.original(start, end) for start, end in places]
        self._starts = [span.start for span in self._spans]
        self._readings: dict[str, list[ClauseReading]] = {}
        for reading in reader.read(self._clauses, frozenset(law.ingredients), _BELIEVED):
            self._readings.setdefault(reading.ingredient, []).append(reading)

    def raised(self) -> set[str]:
        """The subjects that the matter is likely to raise: as a whole, or because one clause surely tells of them."""
        as_whole = {
            subject
            for subject, chance in self._reader.raised(self._clauses).items()
            if subject in self._law.subjects
            and chance >= (_LIKELY_CHARGED if self._is_charge(subject) else _LIKELY_RAISED)
        }
        by_clause = {
            subject
            for ingredient, readings in self._readings.items()
            for subject in (self._law.ingredients[ingredient].subject,)
            for reading in readings
            if reading.clause not in self._supposed
            and _joint(reading) >= (_RAISES_CHARGE if self._is_charge(subject) else _RAISES)
        }
        return as_whole | by_clause

    def believed(self, mentions: Mapping[str, list[Mention]]) -> dict[str, list[Mention]]:
        """The mentions that a rule found, without those in clauses that are about something else or say otherwise."""
        kept: dict[str, list[Mention]] = {}
        for ingredient, found in mentions.items():
            is_known = ingredient in self._reader.ingredients
            believed = [mention for mention in found if not is_known or self._believes(ingredient, mention)]
            if believed:
                kept[ingredient] = believed
        return kept

    def _believes(self, ingredient: str, mention: Mention) -> bool:
        """Whether the reader takes the clause to tell of the ingredient: surely, or with the status of the rule."""
        readings = [
            reading
            for reading in self._readings.get(ingredient, ())
            if self._spans[reading.clause].overlaps(mention.span)
        ]
        statuses = {mention.status, mention.asserted}
        is_told = any(reading.chance >= _TOLD or reading.status in statuses for reading in readings)
        return is_told or not self._holds_clause(mention.span)

    def likely(self, wanted: Iterable[str]) -> dict[str, Likely]:
        """What the clauses that assert something say. The likeliest status of an ingredient wins."""
        likely: dict[str, Likely] = {}
        reckoned = {rule.ingredient for rule in self._law.lines}  # a sum decides them, not words
        for ingredient in wanted:
            if ingredient in reckoned:
                continue
            readings = [
                reading
                for reading in self._readings.get(ingredient, ())
                if _is_likely(reading) and reading.clause not in self._supposed
            ]
            if readings:
                best = max(readings, key=_joint)
                alike = [reading for reading in readings if reading.status is best.status]
                sure = [reading for reading in readings if _joint(reading) >= _SAYS_OTHERWISE]
                likely[ingredient] = Likely(self._mentions(alike), _joint(best), self._mentions(sure))
        return likely

    def _mentions(self, readings: Iterable[ClauseReading]) -> tuple[Mention, ...]:
        return tuple(Mention(reading.status, self._spans[reading.clause], "matter", 1) for reading in readings)

    def glimpsed(self) -> set[str]:
        """The ingredients of which some clause may tell, though not surely enough to be shown."""
        return {
            ingredient
            for ingredient, readings in self._readings.items()
            if any(reading.chance >= _GLIMPSED for reading in readings)
        }

    def _is_charge(self, subject: str) -> bool:
        return self._law.subjects[subject].kind is SubjectKind.CHARGE

    def _holds_clause(self, span: Span) -> bool:
        """Whether any clause that was read overlaps the span."""
        at = bisect_right(self._starts, span.end - 1)
        return any(self._spans[place].overlaps(span) for place in range(max(0, at - 4), at))


def _is_likely(reading: ClauseReading) -> bool:
    """Whether a reading is shown. A wrong "met" is worse than a gap."""
    is_sure = reading.status is not IngredientStatus.MET or reading.status_chance >= _SURELY_MET
    return is_sure and _joint(reading) >= _LIKELY


def _joint(reading: ClauseReading) -> float:
    """How likely the clause tells of the ingredient with this status."""
    return reading.chance * reading.status_chance


def is_read_in_part(text: str) -> bool:
    """Whether a text is so long that the learned reader reads only its beginning."""
    return len(clauses(text)) > _MOST_CLAUSES
