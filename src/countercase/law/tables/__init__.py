"""Tables of law, each a CSV file whose rows name their source: Acts and codes, periods, sentences and thresholds."""

from datetime import date

from countercase.files import packaged_rows


class DatedRow:
    """A row that is law from one day to another, or until now."""

    __slots__ = ()
    in_force_from: date
    in_force_to: date | None

    def in_force(self, on: date) -> bool:
        """Whether the row is in force on a day; both end dates count."""
        return self.in_force_from <= on and (self.in_force_to is None or on <= self.in_force_to)


def rows_of(table: str) -> list[dict[str, str]]:
    """The rows of a table, such as `acts.csv`."""
    return packaged_rows("countercase.law.tables", table)
