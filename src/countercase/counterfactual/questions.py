"""Puts the questions about a matter in a lawyer's order: crossed lines first, then what counsel is likely to ask.

How likely that is was learned from the questions that lawyers put to marked matters (`question_order.py`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from countercase.counterfactual.clauses import sentence_bounds
from countercase.counterfactual.law_reading import MatterReading
from countercase.counterfactual.law_words import has_assumed_things
from countercase.counterfactual.line_changes import place_to_change
from countercase.counterfactual.line_values import gap_in_days, period_in_days
from countercase.counterfactual.line_words import is_far, is_near
from countercase.counterfactual.other_proceedings import TO_CHARGE_SHEET, is_of_other_proceeding
from countercase.counterfactual.preconditions import belongs_to_matter
from countercase.counterfactual.question_order import (
    Surroundings,
    ingredient_features,
    learned_order,
    line_features,
    line_point,
)
from countercase.domain.checklist import IngredientReading, LawLine, Stands
from countercase.domain.span import Span
from countercase.facts.other_matters import is_about_another_matter
from countercase.law.ingredients import either_code, tables

_CROSSED = 10.0  # log-odds; a crossed line comes first of all
_SECOND_AT_PLACE = 2.0  # another line at the same words, which is farther
_FAR_AGE = 1.5  # nobody asks whether a boy of nine might be eighteen
_NEAR_YEARS = 6
_NEAR_WEDDING = 4.5  # nor whether a bride of six months had been married for seven years
_SILENT = -5.0  # the matter says nothing about the ingredient
_DISCUSSED = 2  # places; a matter with so many discusses the subject even if it does not cite the Act
_OVERLAP = 2.0  # an earlier question is about the same words
_SAME_SUBJECT = 0.1  # for each earlier question about the subject
_WORDS_QUOTED = 2  # mentions of an ingredient that a question is chiefly about
# A line and an ingredient that ask the same.
_OF_PERSONS = frozenset({"unlawful-assembly.five-persons", "dacoity.five"})
_MEANS = "specific-performance.means"
_PROSPECTS = "motor-claim.future-prospects"
_PERIOD_OF_CUSTODY, _FROM_REMAND = "default-bail.period", "days from first remand"
_APPLICATION_LINE, _APPLICATION_FIRST = "application before charge-sheet", "default-bail.application-first"
_NO_SHEET = "days from first remand with no charge-sheet"
_MINIMUM = re.compile(r"\b[Mm]in(?:imum|\.)\s(?:(?:sentence|term|punishment)\s(?:is|of|being)\s)?\Z")
_RELATIVE = re.compile(r"\b(?:brother|cousin|father|son|uncle|nephew|co-accused|friend)\b")
# The birth of somebody's child, in the proceedings of the parent.
_CHILD_BORN = re.compile(r"\b(?:child|daughter|son|baby|twins)\s(?:was\s|were\s)?born\s(?:on\s)?\Z")
# Presumption of abetment: after the offence that is charged, where both turn on the same years.
_OF_ABETMENT = frozenset({"IEA-113A", "BSA-117"})


@dataclass(frozen=True, slots=True)
class MatterQuestion:
    """A question about a line or an ingredient of a matter; `places` are the words it is about."""

    about: LawLine | IngredientReading
    places: tuple[Span, ...]
    weight: float

    @property
    def subject(self) -> str:
        """The subject of an ingredient; a line has none."""
        return self.about.subject if isinstance(self.about, IngredientReading) else ""


def questions(reading: MatterReading) -> list[MatterQuestion]:
    """Every line and ingredient of a matter, in the order in which a lawyer would ask about it."""
    lines = _lines_to_ask_about(reading)
    rules_raised = {line.rule for line in reading.lines}
    raised_by_rules = {ingredient.subject for ingredient in reading.ingredients if not ingredient.likely}
    discussed = {subject for subject in raised_by_rules if _places_of(reading, subject) >= _DISCUSSED}
    around = surroundings(reading)
    unordered = [_line_question(line, lines) for line in lines]
    for ingredient in reading.ingredients:
        if _is_covered_by_line(ingredient.id, rules_raised) or _is_asked_by_line(ingredient, lines):
            continue
        is_discussed = ingredient.subject in discussed or ingredient.is_trusted
        if not belongs_to_matter(reading.sheet, ingredient, is_discussed=is_discussed):
            continue
        is_raised = ingredient.subject in discussed or _is_cited(reading, ingredient.subject)
        if not ingredient.spans and not (is_raised and _has_assumed_things(reading, ingredient)):
            continue  # silence on a subject that the matter hardly mentions
        unordered.append(_ingredient_question(ingredient, around[ingredient.subject]))
    return _in_order(unordered)


def _is_asked_by_line(ingredient: IngredientReading, lines: Sequence[LawLine]) -> bool:
    """Whether a line of the matter asks the same as an ingredient."""
    return (
        (ingredient.id == _APPLICATION_FIRST and any(line.rule == _APPLICATION_LINE for line in lines))
        or (ingredient.id in _OF_PERSONS and any("persons" in line.rule for line in lines))
        or (ingredient.id == _MEANS and any(line.rule == "funds" for line in lines))
        or (ingredient.id == _PROSPECTS and any(line.rule.startswith("prospects") for line in lines))
        or (ingredient.id == _PERIOD_OF_CUSTODY and any(line.quantity.startswith(_FROM_REMAND) for line in lines))
    )


def surroundings(reading: MatterReading) -> Mapping[str, Surroundings]:
    """What the matter says around the ingredients of each subject that it raises."""
    mentions = Counter(ingredient.subject for ingredient in reading.ingredients if ingredient.spans)
    most = max(mentions.values(), default=1)
    return {
        subject: Surroundings(reading.sheet.narrative, mentions[subject] / most, _is_cited(reading, subject))
        for subject in {ingredient.subject for ingredient in reading.ingredients}
    }


def _lines_to_ask_about(reading: MatterReading) -> list[LawLine]:
    """The lines of this matter, each point once: not a line that another one or an ingredient already asks about."""
    asks_in_words = any(
        ingredient.id == _APPLICATION_FIRST and ingredient.spans and not ingredient.likely
        for ingredient in reading.ingredients
    )
    lines = [
        line
        for line in reading.lines
        if not is_far(line)
        and not line.value.endswith(" late")  # a length by which a limit was missed is no length of its own
        and not _is_of_another(line, reading.sheet.narrative)
        and not (asks_in_words and line.rule == _APPLICATION_LINE and line.stands is Stands.WITHIN)
    ]
    sheets = {(line.provision, line.stands) for line in lines if line.quantity == TO_CHARGE_SHEET}
    applied = {line.provision for line in lines if line.rule != _APPLICATION_LINE and "default bail" in line.quantity}
    lines = [
        line
        for line in lines
        if line.quantity != _NO_SHEET or ((line.provision, line.stands) not in sheets and line.provision not in applied)
    ]
    return [line for line in lines if not _is_farther_limit(line, lines) and not _is_farther_quantity(line, lines)]


def _is_farther_quantity(line: LawLine, lines: Sequence[LawLine]) -> bool:
    """Whether a drug falls just short of a commercial quantity: then nobody asks whether it was a small one."""
    return line.rule.startswith("ndps-small") and any(
        other.rule == line.rule.replace("small", "commercial") and other.stands is Stands.WITHIN and is_near(other)
        for other in lines
    )


def _has_assumed_things(reading: MatterReading, ingredient: IngredientReading) -> bool:
    return has_assumed_things(tables().ingredients[ingredient.id], reading.sheet.narrative)


def _is_cited(reading: MatterReading, subject: str) -> bool:
    """Whether the matter cites a provision of a subject."""
    cited = {provision.base for provision in reading.sheet.provisions}
    return any(
        other.base in cited for provision in tables().subjects[subject].provisions for other in either_code(provision)
    )


def _is_farther_limit(line: LawLine, lines: Sequence[LawLine]) -> bool:
    """Whether a written statement missed this limit and a shorter one: in time for the shorter is in time for both."""
    return line.rule.startswith("ws-") and any(
        other.rule.startswith("ws-")
        and (other.spans, other.stands) == (line.spans, line.stands)
        and period_in_days(other.line) < period_in_days(line.line)
        for other in lines
    )


def _is_of_another(line: LawLine, text: str) -> bool:
    """Whether a line is about another charge, person or case, or only gives the minimum sentence of a section."""
    mention = line.spans[0]
    if is_of_other_proceeding(line, text) or (line.rule.startswith("least") and _MINIMUM.search(text[: mention.start])):
        return True
    sentence = sentence_bounds(text, mention) or mention
    is_sentence = line.rule.startswith(("least", "most"))
    if is_sentence and _RELATIVE.search(text, sentence.start, mention.start):
        return True
    if "age" in line.rule and _CHILD_BORN.search(text, sentence.start, mention.start):
        return True
    return is_about_another_matter(sentence.of(text), mention.start - sentence.start)


def _places_of(reading: MatterReading, subject: str) -> int:
    """In how many places the rules read an ingredient of a subject."""
    readings = [ingredient for ingredient in reading.ingredients if ingredient.subject == subject]
    return len({span for ingredient in readings if not ingredient.likely for span in ingredient.spans})


def _in_order(unordered: list[MatterQuestion]) -> list[MatterQuestion]:
    """Best first; a question about words or a subject that earlier ones cover comes later."""
    ordered: list[MatterQuestion] = []
    subjects: Counter[str] = Counter()
    rest = list(unordered)

    def value(question: MatterQuestion) -> float:
        return question.weight - _OVERLAP * _is_covered(question, ordered) - _SAME_SUBJECT * subjects[question.subject]

    while rest:
        best = max(rest, key=value)
        rest.remove(best)
        ordered.append(best)
        subjects[best.subject] += bool(best.subject)
    return ordered


def _is_covered(question: MatterQuestion, earlier: Sequence[MatterQuestion]) -> bool:
    """Whether an earlier question is about the same words; a crossed line is asked about anyway."""
    if isinstance(question.about, LawLine) and question.about.stands is Stands.CROSSED:
        return False
    return any(
        span.overlaps(other)
        for earlier_question in earlier
        for other in earlier_question.places[:_WORDS_QUOTED]
        for span in question.places[:_WORDS_QUOTED]
    )


def _is_covered_by_line(ingredient: str, rules_raised: Iterable[str]) -> bool:
    """Whether a line of the matter decides the ingredient."""
    rules = [rule for rule in tables().lines if rule.ingredient == ingredient]
    return any(rule.covers(line) for rule in rules for line in rules_raised)


def _line_question(line: LawLine, lines: Sequence[LawLine]) -> MatterQuestion:
    span = place_to_change(line)
    # of two lines at the same words, the nearer one is asked about first: eighteen before sixteen for a boy of 17
    here = [other for other in lines if place_to_change(other) == span]
    first = min(here, key=lambda other: (gap_in_days(other.value, other.line), other.provision.base in _OF_ABETMENT))
    usually = learned_order().usually_asked(line_point(line), line.stands.value)
    weight = learned_order().score(line_features(line, usually)) + _CROSSED * (line.stands is Stands.CROSSED)
    weight -= _SECOND_AT_PLACE * (first is not line) + _FAR_AGE * _is_far_from(line)
    return MatterQuestion(line, (span,), weight)


def _is_far_from(line: LawLine) -> bool:
    """Whether an age or the length of a marriage is many years from its line."""
    near = {"age": _NEAR_YEARS, "marriage": _NEAR_WEDDING}
    limit = next((years for word, years in near.items() if word in line.rule.split("-")), None)
    return limit is not None and gap_in_days(line.value, line.line) > limit * 365.25


def _ingredient_question(ingredient: IngredientReading, around: Surroundings) -> MatterQuestion:
    order = learned_order()
    usually = order.usually_asked(ingredient.id, ingredient.status.value)
    if not ingredient.spans:
        return MatterQuestion(ingredient, (), _SILENT + usually[0])
    weight = order.score(ingredient_features(ingredient, around, usually))
    return MatterQuestion(ingredient, ingredient.spans, weight)
