"""Typed changes of a fact, all its mentions, each with a change of circumstances of the same length."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from countercase.counterfactual.instrument import InstrumentQuery, words_of_deeds
from countercase.counterfactual.placebo import change_size, read_wording, swap_circumstances
from countercase.domain.facts import (
    EvidenceFact,
    EvidenceStatus,
    Fact,
    FactKind,
    FactSheet,
    InstrumentFact,
    NumericalFact,
    Quantity,
    RelationFact,
    ResultFact,
    SectionFact,
)
from countercase.errors import CountercaseError
from countercase.facts.edit import edit
from countercase.facts.words import entries
from countercase.law.near_provisions import neighbours
from countercase.law.quantities.readings import BASE_UNIT, PERCENT, comparable, to_base
from countercase.law.tables import thresholds
from countercase.text.sentences import split_sentences

_WEAPONS = ("knife", "firearm", "lathi or stick", "poison", "axe", "rope", "iron rod", "acid")
_RESULTS = {"death": "hurt", "hurt": "death", "grievous hurt": "death", "suicide": "hurt"}


@dataclass(frozen=True, slots=True)
class Pair:
    """A sheet, the same with one fact changed, and the same with as many words of circumstance changed."""

    narrative_id: str
    kind: str
    before: FactSheet
    after: FactSheet
    circumstance: InstrumentQuery


def pairs_of(narrative_id: str, sheet: FactSheet) -> Iterator[Pair]:
    """Every typed change that a narrative allows and that has a circumstance change of nearly its length."""
    wording = read_wording(sheet.narrative, (span for fact in sheet.facts for span in fact.spans), split_sentences)
    for number, (kind, after) in enumerate(typed_changes(narrative_id, sheet)):
        size = change_size(sheet.narrative, after.narrative)
        swapped = swap_circumstances(wording, (), size, random.Random(number))
        if swapped is not None and abs(swapped.size - size) <= max(1, size / 4):
            question = InstrumentQuery(swapped.narrative, sheet.facts, deeds=words_of_deeds(sheet))
            yield Pair(narrative_id, kind, sheet, after, question)


def typed_changes(narrative_id: str, sheet: FactSheet) -> Iterator[tuple[str, FactSheet]]:
    """One change for each fact of the seven types, two for a number (over the line above, under the line below)."""
    chooser = random.Random(narrative_id)
    for fact in sheet.facts:
        for kind, after in _other_values(fact, chooser):
            try:
                changed = edit(sheet, fact, after)
            except CountercaseError:  # a value that cannot be put into these words
                continue
            if changed.narrative != sheet.narrative:
                yield kind, changed


def _other_values(fact: Fact, chooser: random.Random) -> Iterator[tuple[str, Fact | None]]:
    if isinstance(fact, InstrumentFact):
        others = [name for name in _WEAPONS if name != fact.instrument]
        yield "weapon", replace(fact, instrument=chooser.choice(others))
    elif isinstance(fact, ResultFact) and fact.result in _RESULTS:
        yield "death or injury", replace(fact, result=_RESULTS[fact.result])
    elif isinstance(fact, RelationFact):
        others = [name for name in entries(FactKind.RELATION) if name != fact.relation]
        yield "relation", replace(fact, relation=chooser.choice(others))
    elif isinstance(fact, EvidenceFact) and fact.status is EvidenceStatus.PRESENT:
        yield "evidence", None
    elif isinstance(fact, SectionFact) and neighbours(fact.provision):
        yield "section", replace(fact, provision=chooser.choice(neighbours(fact.provision)).neighbour)
    elif isinstance(fact, NumericalFact) and fact.quantity in {Quantity.AGE, Quantity.AMOUNT}:
        yield from _across_lines(fact)


def _across_lines(fact: NumericalFact) -> Iterator[tuple[str, Fact]]:
    """The number past the nearest line above and below that the law draws for its role, or for anybody."""
    if fact.unit == PERCENT:
        return
    role = thresholds.role_in_table(fact.quantity, fact.role)
    known = {rule.role for rule in thresholds.applicable(fact.quantity)}
    here = (to_base(fact.quantity, fact.value, fact.unit), 0)
    rules = [
        rule
        for rule in thresholds.applicable(fact.quantity, role if role in known else None)
        if comparable(rule.unit, fact.unit)
    ]
    above = min((rule for rule in rules if _line(rule) > here), key=_line, default=None)
    below = max((rule for rule in rules if _line(rule) < here), key=_line, default=None)
    for up, rule in ((True, above), (False, below)):
        if rule is not None:
            yield fact.quantity.value, replace(fact, value=_past(rule, up), unit=BASE_UNIT[fact.quantity])


def _line(rule: thresholds.Threshold) -> tuple[float, int]:
    """Where the result changes: just before the number for < and >=, just after it for <= and >."""
    just = -1 if rule.operator in {thresholds.Operator.BELOW, thresholds.Operator.AT_LEAST} else 1
    return to_base(rule.quantity, rule.value, rule.unit), just


def _past(rule: thresholds.Threshold, up: bool) -> float:
    line = to_base(rule.quantity, rule.value, rule.unit)
    if rule.quantity is Quantity.AGE:
        return line + 1 if up else line - 1
    return round(line * (1.1 if up else 0.9))
