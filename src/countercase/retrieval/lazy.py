"""A searcher that is opened at its first search: Chroma takes a second and 200 MB to import."""

from collections.abc import Callable
from functools import cached_property

from countercase.retrieval.searcher import Rows, Scores, Searcher, Windows


class LazySearcher:
    """Stands in for a searcher until a plan asks for it."""

    def __init__(self, name: str, needs_vectors: bool, floor: float | None, make: Callable[[], Searcher]) -> None:
        self.name = name
        self.needs_vectors = needs_vectors
        self.floor = floor
        self._make = make

    @cached_property
    def _searcher(self) -> Searcher:
        return self._make()

    def cases(self, windows: Windows) -> Scores:
        """As the searcher does."""
        return self._searcher.cases(windows)

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """As the searcher does."""
        return self._searcher.passages(windows, rows)
