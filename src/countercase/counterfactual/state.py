"""What a fact sheet says apart from its wording: facts without their places, and sheets that say the same."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date

from countercase.domain.facts import (
    Fact,
    FactKey,
    FactSheet,
    IngredientFact,
    LineFact,
    NumericalFact,
    Quantity,
    SectionFact,
)
from countercase.domain.perturbation import Perturbation
from countercase.domain.provision import Provision
from countercase.facts.edit import rewrite
from countercase.law.tables.codes import COMMENCEMENT, governing_code

Edit = Callable[[FactSheet, Fact | None, Fact | None], FactSheet]
_OFFENCE = frozenset({"offence", "incident", "occurrence"})


def state_key(sheet: FactSheet) -> str:
    """The same for sheets with the same facts, in whatever order they were changed."""
    keys: list[object] = [*sorted(fact.key for fact in sheet.facts), *sorted(sheet.supposed)]
    return hashlib.sha256(repr(keys).encode()).hexdigest()[:32]


def find_fact(sheet: FactSheet, wanted: Fact) -> Fact | None:
    """The sheet's own fact that says the same; its spans are those of this sheet."""
    key = wanted.key
    return next((fact for fact in sheet.facts if fact.key == key), None)


def apply_change(sheet: FactSheet, before: Fact | None, after: Fact | None, edit: Edit) -> FactSheet | None:
    """The sheet with one change; None where the fact to change is no longer there."""
    own = find_fact(sheet, before) if before is not None else None
    if before is not None and own is None:
        return None
    return edit(sheet, own, after)


def changed_sheet(sheet: FactSheet, change: Perturbation, edit: Edit) -> FactSheet | None:
    """The sheet that a change leads to; None where what it changes is not there."""
    if not change.is_supposed:
        return apply_change(sheet, change.before, change.after, edit)
    rewritten = rewrite(sheet, [(one.span, one.text) for one in change.edits])
    return replace(rewritten, supposed=(*sheet.supposed, supposition(change.after or change.fact)))


def supposition(fact: Fact) -> str:
    """The name of an ingredient or line with what is supposed of it."""
    if isinstance(fact, LineFact):
        return f"{fact.rule}: {fact.value}"
    return f"{fact.ingredient}: {fact.status}" if isinstance(fact, IngredientFact) else ""


def is_supposed(sheet: FactSheet, fact: Fact) -> bool:
    """Whether the sheet supposes something of the same ingredient or line already."""
    name = supposition(fact).partition(": ")[0]
    return any(other.partition(": ")[0] == name for other in sheet.supposed)


def without(sheet: FactSheet, gone: Iterable[Fact], edit: Edit) -> FactSheet:
    """The sheet with some facts taken out, one after the other."""
    for fact in gone:
        own = find_fact(sheet, fact)
        sheet = sheet if own is None else edit(sheet, own, None)
    return sheet


def movable(sheet: FactSheet) -> tuple[Fact, ...]:
    """The facts of the seed's four types, each once; a date only says which law asks."""
    found: dict[FactKey, Fact] = {}
    for fact in sheet.facts:
        if fact.type is not None and not (isinstance(fact, NumericalFact) and fact.quantity is Quantity.DATE):
            found.setdefault(fact.key, fact)
    return tuple(found.values())


def provisions(sheet: FactSheet) -> tuple[Provision, ...]:
    """The provisions on the sheet, in order."""
    return tuple(fact.provision for fact in sheet.facts if isinstance(fact, SectionFact))


def offence_date(sheet: FactSheet) -> date | None:
    """The day of the offence where the sheet says which it is."""
    return next((day for role, day in _dates(sheet) if role in _OFFENCE), None)


def penal_code(sheet: FactSheet) -> str | None:
    """IPC or BNS, by the day of the offence; by the latest day where that alone decides; None where neither does."""
    day, latest = offence_date(sheet), matter_date(sheet)
    if day is None and latest is not None and latest >= COMMENCEMENT:
        return None  # the offence may be older than what was done about it
    return governing_code(offence=latest).offence


def matter_date(sheet: FactSheet) -> date | None:
    """The day whose law is asked: that of the offence, else the latest day that the sheet names."""
    return offence_date(sheet) or max((day for _, day in _dates(sheet)), default=None)


def _dates(sheet: FactSheet) -> list[tuple[str | None, date]]:
    return [
        (fact.role, date.fromordinal(int(fact.value)))
        for fact in sheet.facts
        if isinstance(fact, NumericalFact)
        and fact.quantity is Quantity.DATE
        and 1 <= fact.value <= date.max.toordinal()
    ]
