"""Changes of facts applied to a sheet, and a key that is equal for sheets that say the same."""

import hashlib
from collections.abc import Callable, Iterable

from countercase.domain.facts import Fact, FactKey, FactSheet, NumericalFact, Quantity

Edit = Callable[[FactSheet, Fact | None, Fact | None], FactSheet]


def state_key(sheet: FactSheet) -> str:
    """The same for sheets with the same facts, in whatever order they were changed."""
    keys = sorted(fact.key for fact in sheet.facts)
    return hashlib.sha256(repr(keys).encode()).hexdigest()[:32]


def find_fact(sheet: FactSheet, wanted: Fact) -> Fact | None:
    """The sheet's own fact that says the same; its spans are those of this sheet."""
    key = wanted.key
    return next((fact for fact in sheet.facts if fact.key == key), None)


def apply_change(sheet: FactSheet, before: Fact | None, after: Fact | None, edit: Edit) -> FactSheet | None:
    """The sheet with one change; None where the fact to change is no longer there."""
    current = find_fact(sheet, before) if before is not None else None
    if before is not None and current is None:
        return None
    return edit(sheet, current, after)


def without(sheet: FactSheet, gone: Iterable[Fact], edit: Edit) -> FactSheet:
    """The sheet with some facts taken out, one after the other."""
    for fact in gone:
        current = find_fact(sheet, fact)
        sheet = sheet if current is None else edit(sheet, current, None)
    return sheet


def movable(sheet: FactSheet) -> tuple[Fact, ...]:
    """The facts of the specification's four types, each once; a date only says which law asks."""
    by_key: dict[FactKey, Fact] = {}
    for fact in sheet.facts:
        if fact.type is not None and not (isinstance(fact, NumericalFact) and fact.quantity is Quantity.DATE):
            by_key.setdefault(fact.key, fact)
    return tuple(by_key.values())
