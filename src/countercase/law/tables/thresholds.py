"""Numbers on which a legal result turns: dated rules from the Acts, and the position of a value among them.

The table is `thresholds.csv`. `checked` says how a row was checked: against the text of the Act ("text"), against
a judgment that quotes it ("judgment"), against the project's notes of the law ("LAW.md"), or not at all: written from
knowledge ("knowledge").
"""

import operator
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date
from enum import StrEnum
from functools import cache

from countercase.domain.facts import Quantity
from countercase.domain.provision import Provision
from countercase.errors import LawError
from countercase.law.quantities.readings import comparable, from_base, to_base
from countercase.law.tables import DatedRow, rows_of


class Operator(StrEnum):
    """How the fact must compare with the number for the rule to apply."""

    BELOW = "<"
    AT_MOST = "<="
    ABOVE = ">"
    AT_LEAST = ">="

    @property
    def words(self) -> str:
        """The comparison in the words of a statute."""
        return _WORDS[self]


_WORDS = {
    Operator.BELOW: "less than",
    Operator.AT_MOST: "at most",
    Operator.ABOVE: "more than",
    Operator.AT_LEAST: "at least",
}
_COMPARE: dict[Operator, Callable[[float, float], bool]] = {
    Operator.BELOW: operator.lt,
    Operator.AT_MOST: operator.le,
    Operator.ABOVE: operator.gt,
    Operator.AT_LEAST: operator.ge,
}


class ThresholdSide(StrEnum):
    """The side of the line on which a value falls."""

    UNDER = "under"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Threshold(DatedRow):
    """One rule: if the fact with this `role` compares with `value` as `operator` says, `effect` follows."""

    id: str
    provision: Provision
    quantity: Quantity
    operator: Operator
    value: float
    unit: str
    role: str
    subject: str | None
    effect: str
    in_force_from: date
    in_force_to: date | None
    checked: str
    source: str

    def holds(self, value: float, unit: str | None = None) -> bool:
        """Whether the rule applies to a value, given in the rule's own unit or in `unit`."""
        return _COMPARE[self.operator](_in_unit_of(self, value, unit), self.value)

    def record(self) -> dict[str, object]:
        """The row for JSON, the provision by its id."""
        return {**asdict(self), "provision": self.provision.id}

    @property
    def condition(self) -> str:
        """The rule's test in words: `less than 18 years`."""
        unit = self.unit.removesuffix("s") if self.value == 1 else self.unit
        return f"{self.operator.words} {self.value:,.10g} {unit}"


@cache
def all() -> tuple[Threshold, ...]:  # noqa: A001 - read as `thresholds.all()`
    """Every rule, in the order of the table."""
    return tuple(_read(row) for row in rows_of("thresholds.csv"))


def get(threshold_id: str) -> Threshold:
    """The rule with this id."""
    match = next((rule for rule in all() if rule.id == threshold_id), None)
    if match is None:
        raise LawError(f"No threshold has the id {threshold_id!r}. Run: countercase law thresholds --json")
    return match


def applicable(
    quantity: Quantity | None = None,
    role: str | None = None,
    on: date | None = None,
    provision: Provision | None = None,
    subject: str | None = None,
) -> tuple[Threshold, ...]:
    """The rules that fit all given arguments; an omitted argument does not narrow.

    A provision also finds the rules of its sub-clauses and of its enclosing provisions.
    A rule without a subject fits every subject.
    """
    return tuple(
        rule
        for rule in all()
        if (quantity is None or rule.quantity is quantity)
        and (role is None or rule.role == role)
        and (on is None or rule.in_force(on))
        and (provision is None or _same_branch(rule.provision, provision))
        and (subject is None or rule.subject is None or rule.subject.casefold() == subject.casefold())
    )


def role_in_table(quantity: Quantity, role: str | None) -> str | None:
    """The table's role for one read from a text: five accused are a `group`, a drug is a `seizure`."""
    if quantity is Quantity.PERSONS and role in {None, "accused"}:
        return "group"
    return "seizure" if quantity is Quantity.WEIGHT else role


def side(threshold: Threshold, value: float, unit: str | None = None) -> ThresholdSide:
    """The side of the rule's line on which a value falls; at the number itself, the operator decides."""
    holds_under = threshold.operator in {Operator.BELOW, Operator.AT_MOST}
    return ThresholdSide.UNDER if threshold.holds(value, unit) == holds_under else ThresholdSide.OVER


def _in_unit_of(rule: Threshold, value: float, unit: str | None) -> float:
    if unit is None or unit == rule.unit:
        return value
    if not comparable(unit, rule.unit):
        raise LawError(f"{rule.id} is in {rule.unit}; {unit} cannot be compared with it.")
    return from_base(rule.quantity, to_base(rule.quantity, value, unit), rule.unit)


def _same_branch(left: Provision, right: Provision) -> bool:
    shared = min(len(left.clauses), len(right.clauses))
    return left.base == right.base and left.clauses[:shared] == right.clauses[:shared]


def _read(row: dict[str, str]) -> Threshold:
    return Threshold(
        id=row["id"],
        provision=Provision.parse(row["provision"]),
        quantity=Quantity(row["quantity"]),
        operator=Operator(row["operator"]),
        value=float(row["value"]),
        unit=row["unit"],
        role=row["role"],
        subject=row["subject"] or None,
        effect=row["effect"],
        in_force_from=date.fromisoformat(row["in_force_from"]),
        in_force_to=date.fromisoformat(row["in_force_to"]) if row["in_force_to"] else None,
        checked=row["checked"],
        source=row["source"],
    )
