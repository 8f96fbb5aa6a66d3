"""Which characters already belong to something, so that no two facts share one."""

from bisect import bisect_left
from collections.abc import Iterable

from countercase.domain.span import Span


class Taken:
    """Disjoint spans in order; asked and added to in few steps."""

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for span in spans:
            self.take(span)

    def holds(self, span: Span) -> bool:
        """Whether a character of the span is taken."""
        place = bisect_left(self._starts, span.end) - 1  # the last that starts before the end of the span
        return place >= 0 and self._ends[place] > span.start

    def take(self, span: Span) -> bool:
        """Takes the span if all of it is free, and says whether it was."""
        if self.holds(span):
            return False
        place = bisect_left(self._starts, span.start)
        self._starts.insert(place, span.start)
        self._ends.insert(place, span.end)
        return True
