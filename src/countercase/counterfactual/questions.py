"""Puts the questions about a matter in a lawyer's order: crossed lines first, then decisive points in doubt.

The weights were set by judgement and checked on development matters (`benchmarks/what_matters.py`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from countercase.counterfactual.clauses import sentence_bounds
from countercase.counterfactual.law_reading import MatterReading
from countercase.counterfactual.law_words import has_assumed_things, is_about, shared_words
from countercase.counterfactual.line_changes import place_to_change
from countercase.counterfactual.line_values import gap_in_days, period_in_days
from countercase.counterfactual.line_words import is_far, is_near
from countercase.counterfactual.other_proceedings import TO_CHARGE_SHEET, is_of_other_proceeding
from countercase.counterfactual.preconditions import belongs_to_matter
from countercase.counterfactual.settled_points import AGREED
from countercase.domain.checklist import IngredientReading, IngredientStatus, LawLine, Stands
from countercase.domain.span import Span
from countercase.facts.other_matters import is_about_another_matter
from countercase.files import packaged_rows
from countercase.law.ingredients import Role, SubjectKind, either_code, tables

_BY_SMALL_MODEL = "read by a small model"  # a kept limit that only the learned reader finds is no question
_CROSSED = 4.0  # a crossed line comes first of all
_WITHIN = 1.0
_SUBSTANCE = 1.0  # an age, a quantity, a marriage, a notice; steps taken in time rank lower
_SECOND_AT_PLACE = 0.3  # another line at the same words
_ROLE = {Role.NEEDED: 0.75, Role.ALTERNATIVE: 1.0, Role.SUPPORTS: 0.3, Role.DEFEATS: 0.5}
_STATUS = {
    IngredientStatus.CONTRARY: 0.7,
    IngredientStatus.DISPUTED: 0.3,
    IngredientStatus.MET: 0.0,
    IngredientStatus.MISSING: -1.5,
}
_FAR_AGE = 1.5  # nobody asks whether a boy of nine might be eighteen
_NEAR_YEARS = 6
_NEAR_WEDDING = 4.5  # nor whether a bride of six months had been married for seven years
_ASKED_FIRST = 0.75  # more for ingredients asked about first, less for those seldom asked about
_MAIN_SUBJECT = 0.9  # times the share of the narrative that is about the subject
_LATER_ROW = 0.4  # tables list the most important rows first
_SECOND_MENTION = 0.15
_OPEN_AND_CENTRAL = 0.2
_UNDISPUTED = 0.65
_NO_SHARED_WORD = 0.4
_ONLY_LIKELY = 0.3  # only the learned reader raises the subject
_DISCUSSED = 2  # places; a matter with so many discusses the subject even if it does not cite the Act
_HARDLY_LIKELY = 0.8  # ... in words that the table does not use
_OVERLAP = 0.7  # an earlier question is about the same words
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
_SUBSTANTIVE = re.compile(
    r"age|marriage|ndps-(?:commercial|small)|ni-1|night|persons|320|lim-(?:1[0-9]\Z|5|1[89])|funds|gravity|multiplier\Z"
    r"|application|3-2-v|laa-6|weight|arb-3[34]|prospects"
)


@dataclass(frozen=True, slots=True)
class MatterQuestion:
    """A question about a line or an ingredient of a matter; `places` are the words it is about."""

    about: LawLine | IngredientReading
    places: tuple[Span, ...]
    weight: float


def questions(reading: MatterReading) -> list[MatterQuestion]:
    """Every line and ingredient of a matter, in the order in which a lawyer would ask about it."""
    lines = _lines_to_ask_about(reading)
    rules_raised = {line.rule for line in reading.lines}
    raised_by_rules = {ingredient.subject for ingredient in reading.ingredients if not ingredient.likely}
    discussed = {subject for subject in raised_by_rules if _places_of(reading, subject) >= _DISCUSSED}
    mentions_by_subject = Counter(
        tables().ingredients[ingredient.id].subject for ingredient in reading.ingredients if ingredient.spans
    )
    unordered = [_line_question(line, lines) for line in lines]
    for ingredient in reading.ingredients:
        if _is_covered_by_line(ingredient.id, rules_raised) or (
            ingredient.id == _APPLICATION_FIRST and any(line.rule == _APPLICATION_LINE for line in lines)
        ):
            continue
        if ingredient.id in _OF_PERSONS and any("persons" in line.rule for line in lines):
            continue
        if ingredient.id == _MEANS and any(line.rule == "funds" for line in lines):
            continue
        if ingredient.id == _PROSPECTS and any(line.rule.startswith("prospects") for line in lines):
            continue
        if ingredient.id == _PERIOD_OF_CUSTODY and any(line.quantity.startswith(_FROM_REMAND) for line in lines):
            continue
        if not belongs_to_matter(reading.sheet, ingredient, is_discussed=ingredient.subject in discussed):
            continue
        is_raised = ingredient.subject in discussed or _is_cited(reading, ingredient.subject)
        if not ingredient.spans and not (is_raised and _has_assumed_things(reading, ingredient)):
            continue  # silence on a subject that the matter hardly mentions
        question = _ingredient_question(ingredient, reading.sheet.narrative, mentions_by_subject)
        if ingredient.subject not in raised_by_rules:
            question = replace(question, weight=question.weight - _loss_by_doubt(ingredient, reading.sheet.narrative))
        unordered.append(question)
    return _in_order(unordered)


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
        and not (_BY_SMALL_MODEL in line.says and line.stands is Stands.WITHIN)
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


def _loss_by_doubt(ingredient: IngredientReading, text: str) -> float:
    """The weight that a question loses if only the learned reader raises its subject."""
    row = tables().ingredients[ingredient.id]
    return _ONLY_LIKELY if any(shared_words(row, span.of(text)) for span in ingredient.spans) else _HARDLY_LIKELY


def _in_order(unordered: list[MatterQuestion]) -> list[MatterQuestion]:
    """Best first; a question about words that an earlier one covers comes later."""
    ordered: list[MatterQuestion] = []
    rest = list(unordered)
    while rest:
        best = max(rest, key=lambda question: question.weight - _OVERLAP * _is_covered(question, ordered))
        rest.remove(best)
        ordered.append(best)
    return ordered


def _is_covered(question: MatterQuestion, earlier: Sequence[MatterQuestion]) -> bool:
    """Whether an earlier question is about the same words; a crossed line is asked about anyway."""
    if isinstance(question.about, LawLine) and question.about.stands is Stands.CROSSED:
        return False
    return any(
        span.overlaps(other)
        for earlier_question in earlier
        for other in earlier_question.places
        for span in question.places
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
    weight = _CROSSED if line.stands is Stands.CROSSED else _WITHIN + _SUBSTANCE * bool(_SUBSTANTIVE.search(line.rule))
    weight -= _SECOND_AT_PLACE * (first is not line) + _FAR_AGE * _is_far_from(line)
    return MatterQuestion(line, (span,), weight)


def _is_far_from(line: LawLine) -> bool:
    """Whether an age or the length of a marriage is many years from its line."""
    near = {"age": _NEAR_YEARS, "marriage": _NEAR_WEDDING}
    limit = next((years for word, years in near.items() if word in line.rule.split("-")), None)
    return limit is not None and gap_in_days(line.value, line.line) > limit * 365.25


def _ingredient_question(ingredient: IngredientReading, text: str, subjects: Mapping[str, int]) -> MatterQuestion:
    row = tables().ingredients[ingredient.id]
    rows = tables().ingredients_of[row.subject]
    weight = _ROLE[row.role] + _STATUS[ingredient.status] + _ASKED_FIRST * asked_first().get(ingredient.id, 0)
    weight += _MAIN_SUBJECT * subjects[row.subject] / max(subjects.values(), default=1)
    weight -= _LATER_ROW * rows.index(row) / len(rows)
    weight += _SECOND_MENTION * (min(len(ingredient.spans), 3) - 1)
    weight += _OPEN_AND_CENTRAL * (row.silence_counts and ingredient.status is not IngredientStatus.MET)
    weight += 0.1 * (tables().subjects[row.subject].kind is SubjectKind.DEFENCE)
    if ingredient.spans:
        weight -= _UNDISPUTED * bool(AGREED.search(_sentence(text, ingredient.spans[0])))
        weight -= _NO_SHARED_WORD * (not any(is_about(row, span.of(text)) for span in ingredient.spans))
    return MatterQuestion(ingredient, ingredient.spans, weight)


def _sentence(text: str, span: Span) -> str:
    end = text.find(".", span.end)
    return text[text.rfind(".", 0, span.start) + 1 : end if end >= 0 else len(text)]


@cache
def asked_first() -> Mapping[str, int]:
    """1 for ingredients that lawyers ask about first, -1 for those that they seldom ask about."""
    return {
        ingredient: 1 if row["turn"] == "first" else -1
        for row in packaged_rows("countercase.counterfactual", "data", "asked_first.csv")
        for ingredient in row["ingredients"].split()
    }
