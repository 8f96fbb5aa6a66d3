"""Periods that the law sets between two dates: `periods.csv`, each row dated and with its source.

`from_role` and `to_role` name the two dates; alternatives are listed in order of preference ("remand|production").
"after:arrest" names an event that comes before the one from which time runs. If only that event is dated, a period that
is kept even when counted from it is kept for certain. In `to_role`, "before:dishonour" names an event that comes later.
`offset` is added to the first date before counting: the month for a cheque complaint runs from the day after the
fifteen days for payment. `applies_when` lists what must be raised for the row to apply: a provision, an Act
("act:NDPS"), a subject ("topic:cheque"), the gravity of the charge ("gravity:90") or its maximum sentence. `also`
lists other sections that draw the same line. `pandemic` is "excluded" for a period of limitation, of which the Supreme
Court left out the time from 15 March 2020 to 28 February 2022, and "doubtful" where it may have; default bail and
police procedure are not among them.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache

from countercase.domain.provision import Provision
from countercase.law.dates import add, counted
from countercase.law.tables import DatedRow, rows_of
from countercase.law.tables.acts import CODES, COMMENCEMENT
from countercase.law.tables.thresholds import Operator

# In re Cognizance for Extension of Limitation (2022) 3 SCC 117: this time is left out of every period of limitation,
# and a period that would have ended within it ends ninety days after 1 March 2022 at the earliest.
_PANDEMIC_BEGAN, _PANDEMIC_ENDED, _NINETY_DAYS_MORE = date(2020, 3, 15), date(2022, 2, 28), date(2022, 5, 30)
_AFTER, _BEFORE = "after:", "before:"


class Count(StrEnum):
    """How the period is counted."""

    CALENDAR = "calendar"  # General Clauses Act s.9: the first day is excluded, months are calendar months
    FIRST_DAY = "first day included"  # remand: the first day counts
    HOURS = "hours"
    LATEST = "latest"  # from the last decision of any kind: special leave
    WORKING_DAYS = "working days"  # holidays are not known: only what holds with few of them and with many
    FRESH_START = "fresh start"  # a payment or acknowledgement in time restarts the period


class Shown(StrEnum):
    """When to report a line."""

    ALWAYS = "always"
    CROSSED = "crossed"
    LATE = "late"  # only if the offset has run out
    FURTHER = "further"  # only if the offset has run out and the further time is kept
    UNLESS_SUICIDE = "unless suicide"


class Pandemic(StrEnum):
    """Whether the time from 15 March 2020 to 28 February 2022 counts."""

    COUNTED = ""
    EXCLUDED = "excluded"
    DOUBTFUL = "doubtful"  # whether the order of the Supreme Court reaches the police is not settled


@dataclass(frozen=True, slots=True)
class PeriodRule(DatedRow):
    """The longest or the shortest time that a provision allows between two dates."""

    id: str
    provision: Provision
    also: tuple[Provision, ...]
    quantity: str
    from_roles: tuple[str, ...]
    after_roles: tuple[str, ...]  # events after which the time begins, for a matter that does not date its beginning
    to_roles: tuple[str, ...]
    before_roles: tuple[str, ...]  # events before which the act was done, for a matter that does not date the act
    operator: Operator
    value: int
    unit: str
    offset: tuple[int, str] | None
    count: Count
    dated_by: str
    shown: Shown
    applies_when: tuple[str, ...]
    within: str
    crossed: str
    pandemic: Pandemic
    in_force_from: date
    in_force_to: date | None
    source: str

    @property
    def line(self) -> str:
        """The line in words: `30 days`, `3 weeks (21 days)`."""
        words = counted(self.value, self.unit)
        if self.count is Count.WORKING_DAYS:
            return words.replace(" day", " working day")
        return f"{words} ({self.value * 7} days)" if self.unit == "weeks" else words

    @property
    def is_longest(self) -> bool:
        """Whether the rule sets the longest time allowed, not the shortest."""
        return self.operator in {Operator.AT_MOST, Operator.BELOW}

    def also_on(self, day: date) -> tuple[Provision, ...]:
        """The other sections that draw the line, under the codes in force on a day."""
        outdated = CODES[3:] if day < COMMENCEMENT else CODES[:3]
        return tuple(provision for provision in self.also if provision.act not in outdated)

    def start(self, first: date) -> date:
        """The day from which the period runs."""
        return first if self.offset is None else add(first, *self.offset)

    def last_day(self, first: date) -> date:
        """The last day of the period; the time of the pandemic is left out where the Supreme Court says so."""
        start = self.start(first)
        last = self.end_from(start)
        if not self.is_in_pandemic(first):
            return last
        if start < _PANDEMIC_BEGAN:  # the balance left on 15 March 2020 runs from 1 March 2022
            running_again = add(_PANDEMIC_ENDED, (last - _PANDEMIC_BEGAN).days + 1, "days")
        else:
            running_again = add(self.end_from(add(_PANDEMIC_ENDED, 1, "days")), -1, "days")  # 1 March is the first day
        return max(running_again, _NINETY_DAYS_MORE) if last <= _PANDEMIC_ENDED else running_again

    def is_in_pandemic(self, first: date) -> bool:
        """Whether part of the period fell between 15 March 2020 and 28 February 2022, and is left out."""
        start = self.start(first)
        is_further_time = self.shown in {Shown.LATE, Shown.FURTHER}  # the offset is then itself a time limit
        return (
            self.pandemic is not Pandemic.COUNTED
            and (first if is_further_time else start) <= _PANDEMIC_ENDED
            and self.end_from(start) >= _PANDEMIC_BEGAN
        )

    def end_from(self, start: date) -> date:
        """The last day of a period that begins on a day, nothing left out."""
        return add(start, self.value - (self.count is Count.FIRST_DAY), self.unit)

    def kept(self, first: date, second: date) -> bool:
        """Whether the second date respects the line that the first one sets."""
        last = self.last_day(first)
        if self.operator is Operator.AT_LEAST:
            return second >= last
        if self.operator is Operator.ABOVE:
            return second > last
        return second < last if self.operator is Operator.BELOW else second <= last


@cache
def all() -> tuple[PeriodRule, ...]:  # noqa: A001 - read as `periods.all()`
    """Every rule, in the order of the table."""
    return tuple(_read(row) for row in rows_of("periods.csv"))


@cache
def by_id() -> dict[str, PeriodRule]:
    """Every rule by its id."""
    return {rule.id: rule for rule in all()}


def _read(row: dict[str, str]) -> PeriodRule:
    number, _, unit = row["offset"].partition(" ")
    return PeriodRule(
        id=row["id"],
        provision=Provision.parse(row["provision"]),
        also=tuple(Provision.parse(other) for other in row["also"].split("|") if other),
        quantity=row["quantity"],
        from_roles=tuple(role for role in row["from_role"].split("|") if not role.startswith(_AFTER)),
        after_roles=tuple(role.removeprefix(_AFTER) for role in row["from_role"].split("|") if role.startswith(_AFTER)),
        to_roles=tuple(role for role in row["to_role"].split("|") if not role.startswith(_BEFORE)),
        before_roles=tuple(
            role.removeprefix(_BEFORE) for role in row["to_role"].split("|") if role.startswith(_BEFORE)
        ),
        operator=Operator(row["operator"]),
        value=int(row["value"]),
        unit=row["unit"],
        offset=(int(number), unit) if number else None,
        count=Count(row["count"]),
        dated_by=row["dated_by"],
        shown=Shown(row["shown"]),
        applies_when=tuple(row["applies_when"].split(";")),
        within=row["within"],
        crossed=row["crossed"],
        pandemic=Pandemic(row["pandemic"]),
        in_force_from=date.fromisoformat(row["in_force_from"]),
        in_force_to=date.fromisoformat(row["in_force_to"]) if row["in_force_to"] else None,
        source=row["source"],
    )
