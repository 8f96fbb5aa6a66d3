"""What the learned reader adds to the rules: likely ingredients and subjects, and what it sets aside."""

import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from countercase.domain.checklist import (
    ClauseKind,
    ClauseReader,
    ClauseReading,
    IngredientMention,
    IngredientStatus,
    NumberRole,
)
from countercase.domain.facts import FactKind
from countercase.domain.span import Span, merge
from countercase.facts.absence import is_given_up, is_still_to_come
from countercase.facts.deeds import is_deed_of_sufferer, is_of_accused
from countercase.facts.narrative import Narrative, read_narrative
from countercase.law.ingredients import SubjectKind, Tables
from countercase.text.numbers import WORDS
from countercase.text.sentences import clauses

_CONDITION = re.compile(
    r"\s*(?:if|unless|suppose|assuming|in case|whether|had\s+(?:he|she|they|it|the))\b", re.IGNORECASE
)
# Least probabilities by the learned reader, chosen on matters that it was not trained on.
_LIKELY = 0.3  # of an ingredient and its status together: a reading is shown, marked as likely
_LIKELY_RAISED = 0.9  # of a subject that no section or word raises
_LIKELY_CHARGED = 0.93  # of a charge: accusing somebody of an offence that nobody named needs more
_RAISES = 0.9  # of an ingredient and its status together: one such clause raises its subject
_RAISES_CHARGE = 0.93
_RAISES_TOGETHER = 0.7  # of an ingredient in each of two clauses: together they raise a subject that is
_RAISED_TOGETHER = 0.3  # so likely as a whole
_CHARGED_TOGETHER = 0.45
_PLAINLY_STATED = 0.8  # of an ingredient and its status together, in a clause that seems to state law or another matter
_AGREES = 0.15  # of an ingredient and its status together: shown behind a reading of the same status
_AGAINST_A_SUM = 0.6  # of words against an ingredient that turns on a sum, where there are no figures for it
_SURELY_MET = 0.8  # of the status alone, before an ingredient is said to be met
_SURE = 0.35  # of an ingredient and its status together: shown beside a reading of another status
_OVERRULES = 0.5  # of an ingredient and its status together: the learned reader decides against a rule that it
_OVERRULES_WITH_MET = 0.7  # does not see at all; a wrong "met" is worse,
_SETTLES_DISPUTE = 0.8  # and what a rule finds in dispute is seldom plain
_LEAST_CHANCE = 0.1  # of an ingredient; below this, words that a rule matched are about something else
_SURELY_RAISED = 0.8  # of a subject, before what the matter leaves unsaid of it is called missing
_POSSIBLE = 0.2  # of an ingredient, whatever its status: it is not reported as missing
# What only an undertrial asks for: the time that a convict has served is no ground under section 439.
_BEFORE_CONVICTION = frozenset({"regular-bail", "default-bail", "anticipatory-bail"})
_CONVICTED = re.compile(r"\b(?:convicted|sentenced|conviction)\b", re.IGNORECASE)
_BAIL = re.compile(r"(?<!\bon\s)\bbail\b", re.IGNORECASE)  # "on bail throughout" asks for none
_CLEARLY_STATED = 0.5  # of an ingredient; below this, a rule is dropped where the learned reader sees another status
_UNKNOWN = 0.5  # that a passage states a fact, where the reader has not read it for this ingredient
_SURELY_SET_ASIDE = 0.25  # of all kinds of clauses that state no fact of the matter
# That words which read like a fact state none; chosen on matters of which the head had learned nothing.
_UNSTATED = 0.15
_SET_ASIDE_KINDS = (ClauseKind.OTHER_MATTER, ClauseKind.LAW, ClauseKind.SUPPOSITION)
_ABOUT_ASKING = re.compile(
    r"\b(?:supplied|available|delivered|communicated|answered|considered|demand(?:ed)?|request|application|replied|notice"
    r"|delay|prompt\w*|charge-sheet|sent|copy|pending|recourse|received|time)\b"
)
# "The case has neither been quashed nor ended in acquittal", "the offer was not accepted": it subsists, it is alive.
_STANDING = re.compile(r"\b(?:subsisting|alive|in force|continuing)\b")
_NOT_ENDED = re.compile(
    r"\b(?:neither|nor|not|never|no)\b(?: [\w-]+){0,3}? (?:quashed|set aside|annulled|dissolved|cancel(?:led|ed|lation)"
    r"|revoked|withdrawn|acquitt\w+|discharged?|ended|terminated|settled|settlement|compounded|closed|lapsed)\b"
    r"|\boffer\b[^.;]*\b(?:not accepted|refused|rejected|declined|spurned)\b",
    re.IGNORECASE,
)
_NOT_RECEIVED = re.compile(
    r"\W*(?:but |still |so far )?(?:not|none)(?: yet)? (?:rec(?:eive|['’])?d|come|arrived)\b"
    r"(?:\.? (?:yet|so far|till \w+))?\W*",
    re.IGNORECASE,
)
_AGE_NUMBER = re.compile(rf"\d|\b(?:{WORDS})\b", re.IGNORECASE)
_SURELY_AGED = 0.85  # that an age is of this person
_AGED_OTHERWISE = 0.5  # that an age is of somebody of whom the law asks none
_PERSONS_AGED = {
    NumberRole.AGE_OF_ACCUSED: "accused",
    NumberRole.AGE_OF_VICTIM: "victim",
    NumberRole.AGE_OF_DECEASED: "deceased",
    NumberRole.OTHER_AGE: "other person",
}
MOST_CLAUSES = 600  # some 4,000 words, read in a second and a half; only the rules read the rest of a longer text


@dataclass(frozen=True, slots=True)
class LikelyReading:
    """What the learned reader says about an ingredient. `sure` and `stated` hold passages of any status."""

    mentions: tuple[IngredientMention, ...]
    chance: float
    sure: tuple[IngredientMention, ...]  # those that contradict the reading are shown beside it
    stated: tuple[IngredientMention, ...]  # those that agree with the reading are shown behind its own


class LearnedReading:
    """The learned reader's readings of the clauses of a matter."""

    def __init__(self, reader: ClauseReader, narrative: Narrative, law: Tables) -> None:
        text = narrative.expanded.text
        bounds = clauses(text)[:MOST_CLAUSES]
        self._law = law
        self._reader = reader
        self._clauses = [text[start:end] for start, end in bounds]
        self._kinds = reader.kinds(self._clauses)
        self._conditions = {clause for clause, place in enumerate(bounds) if _CONDITION.match(text, *place)}
        set_aside = {at for at, chances in enumerate(self._kinds) if _stated_instead(chances) is not None}
        self._supposed = self._conditions | set_aside
        self._spans = [narrative.expanded.original(start, end) for start, end in bounds]
        self._starts = [span.start for span in self._spans]
        self._chances_raised = reader.raised(self._clauses)
        names = narrative.sufferers
        by_sufferer = {at for at, clause in enumerate(self._clauses) if is_deed_of_sufferer(clause, names)}
        self._still_to_come = _still_to_come(self._clauses)
        self._readings: dict[str, list[ClauseReading]] = {}
        for reading in reader.read(self._clauses, frozenset(law.ingredients), _LEAST_CHANCE):
            is_of_other = reading.clause in by_sufferer and is_of_accused(reading.ingredient)
            if not is_of_other and not self._is_still_open(reading):
                self._readings.setdefault(reading.ingredient, []).append(self._turned(reading))

    def _turned(self, reading: ClauseReading) -> ClauseReading:
        """The reading with the status turned round where the clause denies an end: "has not been quashed" subsists."""
        if reading.status is not IngredientStatus.CONTRARY or not _NOT_ENDED.search(self._clauses[reading.clause]):
            return reading
        is_of_standing = _STANDING.search(self._law.ingredients[reading.ingredient].name) is not None
        return replace(reading, status=IngredientStatus.MET) if is_of_standing else reading

    def _is_still_open(self, reading: ClauseReading) -> bool:
        """Whether the clause says only that a paper is awaited, or that a step was thought of and given up.

        Where the ingredient is about asking, sending or supplying something in time, the first is an answer.
        """
        if reading.status is IngredientStatus.MET and is_given_up(self._clauses[reading.clause]):
            return True
        if reading.status is IngredientStatus.DISPUTED or reading.clause not in self._still_to_come:
            return False
        return _ABOUT_ASKING.search(self._law.ingredients[reading.ingredient].name) is None

    def surely_raises(self, subject: str) -> bool:
        """Whether the matter is about a subject, and does not only name its section or speak of another case."""
        return self.chance_raised(subject) >= _SURELY_RAISED

    def chance_raised(self, subject: str) -> float:
        """How likely it is that the matter raises a subject, by its words as a whole."""
        return self._chances_raised.get(subject, 0.0)

    def raised(self) -> set[str]:
        """The subjects that the matter is likely to raise: as a whole, by one sure clause, or by two likely ones."""
        chances = self._chances_raised
        sure: set[str] = set()
        clauses_of: dict[str, set[int]] = {}
        for ingredient, readings in self._readings.items():
            subject = self._law.ingredients[ingredient].subject
            for reading in readings:
                if reading.clause in self._supposed:
                    continue
                if _joint_chance(reading) >= (_RAISES_CHARGE if self._is_charge(subject) else _RAISES):
                    sure.add(subject)
                if reading.chance >= _RAISES_TOGETHER:
                    clauses_of.setdefault(subject, set()).add(reading.clause)
        raised = set(sure)
        for subject in self._law.subjects.keys() & chances.keys():
            alone, together = (
                (_LIKELY_CHARGED, _CHARGED_TOGETHER) if self._is_charge(subject) else (_LIKELY_RAISED, _RAISED_TOGETHER)
            )
            has_two_clauses = len(clauses_of.get(subject, ())) > 1
            if chances[subject] >= (together if has_two_clauses else alone):
                raised.add(subject)
        return raised - _BEFORE_CONVICTION if is_after_conviction(". ".join(self._clauses)) else raised

    def confirmed(self, mentions: Mapping[str, list[IngredientMention]]) -> dict[str, list[IngredientMention]]:
        """The rules' mentions, without those in clauses that the reader takes to say something else."""
        by_ingredient: dict[str, list[IngredientMention]] = {}
        for ingredient, rule_mentions in mentions.items():
            is_known = self.knows(ingredient)
            confirmed = [mention for mention in rule_mentions if not is_known or self._confirms(ingredient, mention)]
            if confirmed:
                by_ingredient[ingredient] = confirmed
        return by_ingredient

    def _confirms(self, ingredient: str, mention: IngredientMention) -> bool:
        """Whether the reader also finds the ingredient there: clearly, or with the status that the rule gave."""
        readings = self._at(ingredient, (mention.span,))
        statuses = {mention.status, mention.asserted}
        agrees = any(reading.chance >= _CLEARLY_STATED or reading.status in statuses for reading in readings)
        return agrees or not self._has_read(mention.span)

    def knows(self, ingredient: str) -> bool:
        """Whether the reader has learned an ingredient."""
        return ingredient in self._reader.ingredients

    def support(self, ingredient: str, status: IngredientStatus | None, spans: Iterable[Span]) -> tuple[float, float]:
        """How likely passages state an ingredient with this status, and how likely the best of them states a fact.

        Without a status, how likely they state it with any.
        """
        readings = self._at(ingredient, spans)
        best = max(readings, key=lambda reading: (reading.status is status, _joint_chance(reading)), default=None)
        if best is None:
            return 0.0, _UNKNOWN
        chance = _joint_chance(best) if status is None or best.status is status else 0.0
        return chance, self._kinds[best.clause][ClauseKind.FACT]

    def instead(
        self, ingredient: str, status: IngredientStatus, spans: Iterable[Span]
    ) -> tuple[IngredientStatus, tuple[Span, ...]] | None:
        """The status that the reader sees in passages where it sees nothing of the rule's, with its own passages."""
        readings = self._at(ingredient, spans)
        best = max(readings, key=_joint_chance, default=None)
        if best is None or any(reading.status is status for reading in readings):
            return None
        least = _OVERRULES_WITH_MET if best.status is IngredientStatus.MET else _OVERRULES
        least = _SETTLES_DISPUTE if status is IngredientStatus.DISPUTED else least
        if _joint_chance(best) < least or best.clause in self._supposed:
            return None
        return best.status, merge(self._spans[other.clause] for other in readings if other.status is best.status)

    def _at(self, ingredient: str, spans: Iterable[Span]) -> list[ClauseReading]:
        """What the reader says about an ingredient in the clauses of some passages."""
        places = tuple(spans)
        return [
            reading
            for reading in self._readings.get(ingredient, ())
            if any(self._spans[reading.clause].overlaps(span) for span in places)
        ]

    def likely(self, wanted: Iterable[str]) -> dict[str, LikelyReading]:
        """The likely reading of each ingredient, from clauses that are not conditions. The likeliest status wins."""
        likely: dict[str, LikelyReading] = {}
        for ingredient in wanted:
            stated = [
                reading
                for reading in self._readings.get(ingredient, ())
                if _joint_chance(reading) >= _AGREES and _is_no_rash_met(reading) and self._is_stated(reading)
            ]
            if not stated:
                continue
            best = max(stated, key=_joint_chance)
            least = self._least_shown(ingredient, best.status)
            alike = [r for r in stated if r.status is best.status and _joint_chance(r) >= least]
            is_arithmetic = ingredient in self._law.decided_by_lines  # words are no second answer to a sum
            sure = [reading for reading in stated if _joint_chance(reading) >= _SURE and not is_arithmetic]
            likely[ingredient] = LikelyReading(
                self._mentions(alike), _joint_chance(best), self._mentions(sure), self._mentions(stated)
            )
        return likely

    def _is_stated(self, reading: ClauseReading) -> bool:
        """Whether the clause states a fact, or plainly states this one: "Points: woman, 58, proviso to s. 480(1)"."""
        is_plain = reading.clause not in self._conditions and _joint_chance(reading) >= _PLAINLY_STATED
        return is_plain or reading.clause not in self._supposed

    def _least_shown(self, ingredient: str, status: IngredientStatus) -> float:
        """How likely a reading must be to stand alone. Words never show that a sum would come out right."""
        if ingredient not in self._law.decided_by_lines:
            return _LIKELY
        return math.inf if status is IngredientStatus.MET else _AGAINST_A_SUM

    def _mentions(self, readings: Iterable[ClauseReading]) -> tuple[IngredientMention, ...]:
        return tuple(
            IngredientMention(reading.status, self._spans[reading.clause], "matter", 1) for reading in readings
        )

    def possible(self) -> set[str]:
        """The ingredients that some clause may state, though not surely enough to be shown."""
        return {
            ingredient
            for ingredient, readings in self._readings.items()
            if any(reading.chance >= _POSSIBLE for reading in readings)
        }

    def _is_charge(self, subject: str) -> bool:
        return self._law.subjects[subject].kind is SubjectKind.CHARGE

    def _has_read(self, span: Span) -> bool:
        """Whether any clause that was read overlaps the span."""
        until = bisect_right(self._starts, span.end - 1)
        return any(self._spans[clause].overlaps(span) for clause in range(max(0, until - 4), until))


def _still_to_come(clauses_read: Sequence[str]) -> set[int]:
    """The clauses that say only that something is awaited; "not received" may stand in a clause of its own."""
    found: set[int] = set()
    for at, clause in enumerate(clauses_read):
        if is_still_to_come(clause) or (at - 1 in found and _NOT_RECEIVED.fullmatch(clause)):
            found.add(at)
    return found


def _is_no_rash_met(reading: ClauseReading) -> bool:
    """Whether the status is sure enough to be shown. A wrong "met" is worse than a gap."""
    return reading.status is not IngredientStatus.MET or reading.status_chance >= _SURELY_MET


def _joint_chance(reading: ClauseReading) -> float:
    """The probability that the clause states the ingredient with this status."""
    return reading.chance * reading.status_chance


def is_after_conviction(text: str) -> bool:
    """Whether a matter tells of a conviction and nobody asks for bail."""
    return _CONVICTED.search(text) is not None and _BAIL.search(text) is None


def is_read_in_part(text: str) -> bool:
    """Whether a text is so long that the learned reader reads only its beginning."""
    return len(clauses(text)) > MOST_CLAUSES


def _stated_instead(chances: Mapping[ClauseKind, float]) -> ClauseKind | None:
    """What a clause states instead of a fact of this matter; None where it may well state one."""
    if sum(chances[kind] for kind in _SET_ASIDE_KINDS) < _SURELY_SET_ASIDE:
        return None
    return max(_SET_ASIDE_KINDS, key=lambda kind: chances[kind])


def clauses_set_aside(text: str, reader: ClauseReader) -> dict[Span, ClauseKind]:
    """The clauses that, as the learned reader sees it, state no fact of this matter, and what they state instead."""
    expanded = read_narrative(text).expanded
    bounds = clauses(expanded.text)[:MOST_CLAUSES]
    kinds = map(_stated_instead, reader.kinds([expanded.text[start:end] for start, end in bounds]))
    return {expanded.original(*place): kind for place, kind in zip(bounds, kinds, strict=True) if kind is not None}


def persons_aged(text: str, ages: Sequence[Span], reader: ClauseReader) -> dict[Span, str]:
    """Whose age each number is, where the learned reader is sure."""
    numbers = [_AGE_NUMBER.search(text, age.start, age.end) for age in ages]  # as it has learned it: without "aged"
    clauses_read, places = _in_clauses(
        text, [Span(found.start() if found else age.start, age.end) for age, found in zip(ages, numbers, strict=True)]
    )
    read = reader.numbers(clauses_read, list(places.values()))
    return {
        ages[at]: _PERSONS_AGED[number.role]
        for at, number in zip(places, read, strict=True)
        if number.role in _PERSONS_AGED
        and number.chance >= (_AGED_OTHERWISE if number.role is NumberRole.OTHER_AGE else _SURELY_AGED)
    }


def unstated(text: str, mentions: Sequence[tuple[Span, FactKind]], reader: ClauseReader) -> list[bool]:
    """Whether the words of each mention, read as a fact of its kind, are likely to state none of the matter."""
    clauses_read, places = _in_clauses(text, [span for span, _ in mentions])
    chances = reader.unstated(clauses_read, [(*place, mentions[at][1]) for at, place in places.items()])
    likely = {at for at, chance in zip(places, chances, strict=True) if chance >= _UNSTATED}
    return [at in likely for at in range(len(mentions))]


def _in_clauses(text: str, spans: Sequence[Span]) -> tuple[list[str], dict[int, tuple[int, Span]]]:
    """The clauses of a text, and by the number of each span that lies in one: the clause, and its place there."""
    expanded = read_narrative(text).expanded
    bounds = clauses(expanded.text)[:MOST_CLAUSES]
    written_out = [Span(expanded.moved(span.start), expanded.moved(span.end - 1) + 1) for span in spans]
    return [expanded.text[start:end] for start, end in bounds], _places(bounds, written_out)


def _places(bounds: Sequence[tuple[int, int]], spans: Sequence[Span]) -> dict[int, tuple[int, Span]]:
    """By the number of each span that lies in a clause: the clause, and its place there."""
    starts = [start for start, _ in bounds]
    places: dict[int, tuple[int, Span]] = {}
    for number, span in enumerate(spans):
        clause = bisect_right(starts, span.start) - 1
        if clause >= 0 and span.end <= bounds[clause][1]:
            places[number] = (clause, Span(span.start - starts[clause], span.end - starts[clause]))
    return places
