"""A searcher that is opened at its first search: Chroma takes a second and 200 MB to import."""

from collections.abc import Callable, Sequence

from countercase.retrieval.searcher import Candidates, Mask, Searcher, Windows


class LazySearcher:
    """Stands in for a searcher until a plan asks for it."""

    def __init__(self, name: str, needs_vectors: bool, make: Callable[[], Searcher]) -> None:
        self.name = name
        self.needs_vectors = needs_vectors
        self._make = make
        self._searcher: Searcher | None = None

    def search(self, windows: Windows, pool: int, allowed: Sequence[Mask | None]) -> list[Candidates]:
        """As the searcher does."""
        if self._searcher is None:
            self._searcher = self._make()
        return self._searcher.search(windows, pool, allowed)
