"""Opposites in law: pairs of values that the law treats differently, with a reason for each direction.

A tenant is not a licensee, a juvenile not an adult. The table is `opposites.csv`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from countercase.domain.provision import Provision
from countercase.law.tables import rows_of


@dataclass(frozen=True, slots=True)
class Step:
    """From one value to its opposite; the basis is the provision on the new value."""

    kind: str
    before: str
    after: str
    provision: Provision
    why: str

    @property
    def basis(self) -> str:
        """The row of the table, with the provision."""
        return f"axis {self.before} > {self.after} ({self.provision.id})"


def steps(kind: str, value: str) -> Iterator[Step]:
    """The steps from a value to each of its opposites, in the order of the table."""
    return (step for step in all_steps() if step.kind == kind and step.before.casefold() == value.casefold())


def opposed(kind: str, left: str, right: str) -> bool:
    """Whether two values are opposites."""
    return (kind, frozenset((left.casefold(), right.casefold()))) in _pairs()


@cache
def _pairs() -> frozenset[tuple[str, frozenset[str]]]:
    return frozenset((step.kind, frozenset((step.before.casefold(), step.after.casefold()))) for step in all_steps())


@cache
def all_steps() -> tuple[Step, ...]:
    """Every pair in both directions; a pair without a reason for the return is used in one direction only."""
    rows: list[Step] = []
    for row in rows_of("opposites.csv"):
        left, right = Provision.parse(row["left_basis"]), Provision.parse(row["right_basis"])
        rows.append(Step(row["kind"], row["left"], row["right"], right, row["why"]))
        if row["back"]:
            rows.append(Step(row["kind"], row["right"], row["left"], left, row["back"]))
    return tuple(rows)
