"""Lines of law that a matter engages: a number, an age, a quantity or a period at which the law changes."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Self

from countercase.domain.provision import Provision
from countercase.domain.span import Span


class Stands(StrEnum):
    """The matter's side of a line; falling short of a requirement is `crossed` too."""

    WITHIN = "within"
    CROSSED = "crossed"

    @classmethod
    def of(cls, kept: bool) -> Self:
        """Within if the line is respected, else crossed."""
        return cls("within" if kept else "crossed")


@dataclass(frozen=True, slots=True)
class LawLine:
    """One line: what is measured, its value here, where the line lies, and what follows.

    The first span is the one that a what-if would change: the later date of a period, the birth, the quantity. The
    others give the rest of the calculation. `rule` is the row of the table that sets the line. `also` names other
    sections that draw the same line.
    """

    provision: Provision
    quantity: str
    value: str
    line: str
    stands: Stands
    spans: tuple[Span, ...]
    says: str
    rule: str = ""
    also: tuple[Provision, ...] = ()

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """Every section that draws the line, the main one first."""
        return (self.provision, *self.also)

    def to_json(self) -> list[dict[str, object]]:
        """The line for JSON: one entry for each provision that draws it."""
        return [self._entry(provision) for provision in self.provisions]

    def _entry(self, provision: Provision) -> dict[str, object]:
        return {
            "provision": provision.id,
            "quantity": self.quantity,
            "value": self.value,
            "line": self.line,
            "stands": self.stands.value,
            "spans": [[span.start, span.end] for span in self.spans],
            "says": self.says,
        }


@dataclass(frozen=True, slots=True)
class NotInForce:
    """A provision that was not in force on the date of the offence."""

    provision: Provision
    offence: date
    span: Span
    says: str

    def record(self) -> dict[str, object]:
        """The warning for JSON."""
        return {
            "provision": self.provision.id,
            "offence": self.offence.isoformat(),
            "span": [self.span.start, self.span.end],
            "says": self.says,
        }
