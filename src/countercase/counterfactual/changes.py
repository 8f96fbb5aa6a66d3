"""Applies changes of facts to a sheet, and gives equal sheets equal keys."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import replace

from countercase.domain.facts import (
    Fact,
    FactKey,
    FactSheet,
    IngredientFact,
    LineFact,
    NumericalFact,
    Quantity,
    WordsFact,
)
from countercase.domain.perturbation import Perturbation
from countercase.facts.edit import rewrite

Edit = Callable[[FactSheet, Fact | None, Fact | None], FactSheet]


def state_key(sheet: FactSheet) -> str:
    """A key that is equal for sheets with the same facts, whatever the order of changes."""
    keys: list[object] = [*sorted(fact.key for fact in sheet.facts), *sorted(sheet.supposed)]
    return hashlib.sha256(repr(keys).encode()).hexdigest()[:32]


def find_fact(sheet: FactSheet, wanted: Fact) -> Fact | None:
    """The equal fact on this sheet, with this sheet's spans."""
    key = wanted.key
    return next((fact for fact in sheet.facts if fact.key == key), None)


def apply_change(sheet: FactSheet, before: Fact | None, after: Fact | None, edit: Edit) -> FactSheet | None:
    """Apply one change to the sheet; None if the fact to change is no longer there."""
    current = find_fact(sheet, before) if before is not None else None
    if before is not None and current is None:
        return None
    return edit(sheet, current, after)


def changed_sheet(sheet: FactSheet, change: Perturbation, edit: Edit) -> FactSheet | None:
    """The sheet after a change; None if the fact to change is not there."""
    if not change.is_supposed:
        return apply_change(sheet, change.before, change.after, edit)
    rewritten = rewrite(sheet, [(text_edit.span, text_edit.text) for text_edit in change.edits])
    return replace(rewritten, supposed=(*sheet.supposed, supposition(change.after or change.fact)))


def supposition(fact: Fact) -> str:
    """Names an ingredient or line with the supposed status; the user's own words are kept as they are."""
    if isinstance(fact, WordsFact):
        return f"words: {fact.text}"
    if isinstance(fact, LineFact):
        return f"{fact.rule}: {fact.value}"
    return f"{fact.ingredient}: {fact.status}" if isinstance(fact, IngredientFact) else ""


def is_supposed(sheet: FactSheet, fact: Fact) -> bool:
    """Whether the sheet already supposes something about the same ingredient or line."""
    name = supposition(fact).partition(": ")[0]
    return any(other.partition(": ")[0] == name for other in sheet.supposed)


def without(sheet: FactSheet, gone: Iterable[Fact], edit: Edit) -> FactSheet:
    """Remove some facts from the sheet, one after the other."""
    for fact in gone:
        current = find_fact(sheet, fact)
        sheet = sheet if current is None else edit(sheet, current, None)
    return sheet


def movable(sheet: FactSheet) -> tuple[Fact, ...]:
    """The facts of the specification's four types, each once. Dates are left out: they only fix the governing law."""
    by_key: dict[FactKey, Fact] = {}
    for fact in sheet.facts:
        if fact.type is not None and not (isinstance(fact, NumericalFact) and fact.quantity is Quantity.DATE):
            by_key.setdefault(fact.key, fact)
    return tuple(by_key.values())
